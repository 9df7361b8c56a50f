"""Tables of weapons and vehicles are sorted and filtered where they stand; without script they are as printed."""
from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.server import MAPPED
from tests.browser.test_pages import AXE, DARK, DESKTOP, LIGHT, PHONE, WIDER_THAN_SCREEN
from tests.kernel import core

pytestmark = pytest.mark.browser

TABLE = "kr-table:has(.kr-table--small-arms)"
VISIBLE = "rows => rows.filter(row => row.getClientRects().length).map(row => row.querySelector('th').textContent.trim())"


def shown(page) -> list[str]:
    """The names in the rows that can be seen, from top to bottom."""
    return page.locator(f"{TABLE} tbody tr").evaluate_all(VISIBLE)


def arms(key=None) -> list[str]:
    """The small arms' names, in the order of the rulebook or of a key."""
    found = [weapon for weapon in core().rules.weapons.values() if weapon.category == "small-arm"]
    return [weapon.name for weapon in (sorted(found, key=key) if key else found)]


def opened(page, url: str):
    page.goto(f"{url}/reference/weapons/")
    page.wait_for_selector(f"{TABLE} .kr-tools")
    return page


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_filter_leaves_the_rows_that_hold_every_word(browser, site_url, screen):
    with browser.new_context(**screen) as context:
        page = opened(context.new_page(), site_url)
        page.locator(TABLE).get_by_label("Filter").fill("MACHINE gun")
        assert shown(page) == [name for name in arms() if "Machine Gun" in name]
        assert page.locator(f"{TABLE} output").inner_text() == f"{len(shown(page))} of {len(arms())}"
        page.locator(TABLE).get_by_label("Filter").fill("")
        assert shown(page) == arms()


def test_on_paper_a_filtered_table_says_so(page, site_url):
    """What is shown is printed, and nobody takes it for all there is."""
    opened(page, site_url)
    tools = page.locator(f"{TABLE} .kr-tools")
    page.locator(TABLE).get_by_label("Filter").fill(" mortar")
    assert "Filtered" not in tools.inner_text()
    page.emulate_media(media="print")
    assert tools.inner_text() == f"Filtered: mortar, 1 of {len(arms())}" and shown(page) == ["Mortar"]
    page.locator(f"{TABLE} input").evaluate("field => { field.value = ''; field.dispatchEvent(new Event('input')); }")
    assert tools.inner_text() == "" and tools.bounding_box()["height"] == 0 and shown(page) == arms()


def test_a_filter_moves_no_row(page, site_url):
    opened(page, site_url)
    page.locator(f"{TABLE} tbody").evaluate("rows => { window.moved = 0; new MutationObserver(list => { moved += list.length; }).observe(rows, {childList: true}); }")
    page.locator(TABLE).get_by_label("Filter").fill("gun")
    page.wait_for_timeout(50)
    assert page.evaluate("moved") == 0


def test_a_column_sorts_up_then_down_and_back_to_the_printed_order(page, site_url):
    opened(page, site_url)
    price = {weapon.name: core().price_of(id) for id, weapon in core().rules.weapons.items()}
    head = page.locator(f"{TABLE} thead").get_by_role("button", name="Points")
    head.click()
    assert [price[name] for name in shown(page)] == sorted(price[name] for name in arms())
    sorted_by = page.locator(f"{TABLE} th[aria-sort=ascending]")
    assert sorted_by.inner_text().startswith("Points") and "↑" in sorted_by.evaluate("head => getComputedStyle(head.firstChild, '::after').content")
    head.click()
    assert [price[name] for name in shown(page)] == sorted((price[name] for name in arms()), reverse=True)
    page.locator(TABLE).get_by_label("Sort").select_option("as printed")
    assert shown(page) == arms() and page.locator(f"{TABLE} [aria-sort]").count() == 0


def test_on_a_phone_the_list_sorts_and_reverses_by_keyboard(browser, site_url):
    with browser.new_context(**PHONE) as context:
        page = opened(context.new_page(), site_url)
        page.locator(TABLE).get_by_label("Sort").focus()
        page.locator(TABLE).get_by_label("Sort").select_option("Weapon")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert shown(page) == sorted(arms(), reverse=True)


def test_what_has_no_number_comes_last_either_way(page, site_url):
    opened(page, site_url)
    page.locator(TABLE).get_by_label("Sort").select_option("Range")
    unknown = [weapon.name for weapon in core().rules.weapons.values() if weapon.range_cm is None]
    assert unknown and set(shown(page)[-len(unknown):]) == set(unknown)
    page.locator(TABLE).get_by_role("button", name="Reverse").click()
    assert set(shown(page)[-len(unknown):]) == set(unknown)


def test_the_head_stays_in_sight_below_the_pages_own(browser, site_url):
    with browser.new_context(**DESKTOP) as context:
        page = opened(context.new_page(), site_url)
        page.locator(f"{TABLE} tbody tr").last.scroll_into_view_if_needed()
        page.evaluate("window.scrollBy(0, 150)")
        head, bar = (page.locator(name).bounding_box() for name in (f"{TABLE} thead th >> nth=0", ".md-header"))
        assert bar["y"] + bar["height"] - 2 <= head["y"] <= bar["y"] + bar["height"] + 2


def test_it_works_again_after_going_to_another_page_and_back(page, site_url):
    """Each of which takes the other's place; no page is loaded for it."""
    opened(page, site_url)
    page.wait_for_function(MAPPED)
    page.evaluate("window.stays = true")
    page.locator(".md-tabs").get_by_role("link", name="Print").click()
    page.get_by_role("heading", name="Print", level=1).wait_for()
    page.go_back()
    page.wait_for_selector(f"{TABLE} .kr-tools")
    assert page.evaluate("window.stays")
    assert page.locator(f"{TABLE} .kr-tools").count() == 1
    page.locator(TABLE).get_by_label("Filter").fill("mortar")
    assert shown(page) == ["Mortar"]


def test_without_script_it_is_as_printed(browser, site_url):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site_url}/reference/weapons/")
        assert page.locator(f"{TABLE} tbody th").all_inner_texts() == arms() and page.locator(".kr-tools").count() == 0


@pytest.mark.parametrize("screen", [PHONE | LIGHT, PHONE | DARK, DESKTOP | LIGHT, DESKTOP | DARK], ids=["phone-light", "phone-dark", "desktop-light", "desktop-dark"])
@pytest.mark.parametrize("address", ["weapons", "vehicles"])
def test_a_filtered_table_is_accessible_and_fits(browser, site_url, screen, address):
    with browser.new_context(**screen, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site_url}/reference/{address}/")
        page.wait_for_selector(".kr-tools")
        page.get_by_label("Filter").first.fill("gun")
        assert not page.evaluate(WIDER_THAN_SCREEN)
        assert [(broken["id"], broken["nodes"][0]["html"][:160]) for broken in Axe().run(page, options=AXE).response["violations"]] == []


ROWS = """async (cases) => {
  const {compare, holds, keeps} = await import(new URL("../assets/js/table-rows.mjs", location));
  return cases.map(([name, ...given]) => ({compare: (...all) => Math.sign(compare(...all)), holds, keeps})[name](...given));
}"""


def test_the_order_of_cells_and_what_a_filter_finds(page, site_url):
    cases = [
        (["compare", "12 cm", "9 cm"], 1), (["compare", "12 cm", "9 cm", True], -1), (["compare", "4+", "6+"], -1), (["compare", "Mortar", "Handgun"], 1),
        (["compare", "−1", "+1"], -1), (["compare", "3", "as loaded"], -1), (["compare", "3", "as loaded", True], -1), (["compare", "Mortar", "Handgun", True], -1), (["compare", "?", "40 cm"], 1), (["compare", "?", "40 cm", True], 1),
        (["compare", "—", "?"], 0), (["compare", "none", "Minigun"], 1), (["compare", "½″", "2″"], -1),
        (["holds", "Grenade Machine-gun", "machine gun"], True), (["holds", "Grenade Machine-gun", "gun grenade"], True), (["holds", "Mortar", "mort"], True),
        (["keeps", [["Weapon", "Handgun"], ["Range", "32 cm"], ["DV", "3"]], "dv 3 hand"], True), (["keeps", [["Weapon", "Handgun"], ["Range", "32 cm"], ["DV", "5"]], "DV 3"], False),
        (["keeps", [["Weapon", "Handgun"], ["DV", "13"]], "dv 3"], False), (["keeps", [["Weapon", "Handgun"], ["DV", "3"]], "dv"], True), (["keeps", [["To hit", "4+"], ["DV", "3 (aimed)"]], "dv 3 to hit 4+"], True),
        (["keeps", [["Vehicle", "APC"], ["Save", "5+"]], "save 5"], True), (["keeps", [["Vehicle", "APC"], ["Save", "5+"]], "save 5+"], True), (["keeps", [["Vehicle", "APC"], ["Save", "15"]], "save 5"], False),
        (["keeps", [["Weapon", "Handgun"], ["Range", "32 cm"]], "range 32cm"], True), (["keeps", [["Weapon", "Handgun"], ["Range", "32 cm"]], "range 32 cm"], True), (["keeps", [["Weapon", "Handgun"], ["Range", "13″"]], "range 13"], True),
        (["keeps", [["Weapon", "Handgun"], ["Range", "32 cm"]], "range 3"], False), (["holds", "Handgun 32 cm", "32cm"], True), (["holds", "Handgun 32 cm", "32 cm"], True), (["holds", "Handgun 32 cm", "cm 32"], True),
        (["holds", "Mortar", "gun"], False), (["holds", "Mortar", " "], True), (["holds", "Café", "cafe"], True),
    ]  # fmt: skip
    page.goto(f"{site_url}/credits/")
    assert page.evaluate(ROWS, [given for given, _ in cases]) == [expected for _, expected in cases]
