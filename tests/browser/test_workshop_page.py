"""The workshop for everyone: keyboard, screen reader, small screens, what the browser keeps, what it weighs."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.test_offline import visited
from tests.browser.test_pages import AXE, WIDER_THAN_SCREEN
from tests.browser.workshop import DESKTOP, FULL, PHONE, ROOM, SCREENS, shop

pytestmark = pytest.mark.browser
KIB = 1024
# What is written into the card, the points and the fields, as it stands after.
WATCHED = """() => {
  window.written = [];
  window.name_field = document.getElementById("kr-ws-name");
  const seen = new MutationObserver((all) => window.written.push(...all.map((one) => one.target.textContent)));
  for (const place of [document.querySelector("kr-unit-card").shadowRoot, document.querySelector("kr-unit-points"), document.querySelector("kr-unit-editor")])
    seen.observe(place, {subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "aria-invalid"]});
}"""
DOUBLED = "() => [...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, index, all) => all.indexOf(id) !== index)"
# Whether what has the focus is hidden under a line that stays on the screen: its middle would be touched through it.
COVERED = """() => {
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  return [".kr-ws__brief", ".kr-bar", ".md-header", ".kr-ws__warning"].some((line) => !document.activeElement.closest(line) && document.elementFromPoint(left + width / 2, top + height / 2)?.closest(line));
}"""
SMALL = """() => [...document.querySelectorAll('kr-workshop :is(button, input, select, textarea, summary, .kr-tick)')].filter((one) => !one.closest('.kr-tick') || one.matches('.kr-tick')).filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && (box.height < 43.5 || box.width < 43.5);
}).map((one) => one.outerHTML.slice(0, 90))"""


def furnished(at):
    """A squad with a mistake, a vehicle of one's own with its own weapon, every list open."""
    at.squad("A", figures=9, grade="grunt", save=3, weapons=[("minigun", 1)]).choose("Commander", "guard")
    at.press("Add a vehicle").choose("Vehicle", "(own)").press("Add a weapon").press("Add a weapon of your own")
    at.page.evaluate("document.querySelectorAll('details.kr-more').forEach((one) => { one.open = true; })")
    return at


@pytest.mark.parametrize("screen", [PHONE | {"color_scheme": "dark"}, DESKTOP | {"color_scheme": "light"}], ids=["phone-dark", "desktop-light"])
def test_a_furnished_workshop_is_accessible_fits_and_is_easy_to_touch(browser, site_url, screen):
    with shop(browser, site_url, screen) as at:
        furnished(at)
        for row in (1, 0):
            at.page.locator(".kr-units__one").nth(row).click()
            assert not at.page.evaluate(WIDER_THAN_SCREEN)
            assert at.page.evaluate(SMALL) == []
            assert at.page.evaluate(DOUBLED) == []
            # At the end, where the line at a phone's foot rests: a field that only scrolls under it would count as too small to touch.
            at.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            at.page.wait_for_timeout(100)
            assert [(one["id"], one["nodes"][0]["html"][:160]) for one in Axe().run(at.page, context="kr-workshop", options=AXE).response["violations"]] == []


def test_a_change_draws_only_the_parts_of_the_card_that_differ(browser, site_url):
    """What stays as it was is not written, laid out and painted again; what differs, in whatever it differs, is the new unit's."""
    with shop(browser, site_url) as at:
        at.squad("A", figures=4, grade="grunt", save=5, weapons=[("assault-rifle", 4)])
        at.page.evaluate(WATCHED)
        at.fill("Name", "B")
        assert at.page.evaluate("written") == ["B"] and at.card().startswith("B\n")
        at.fill("Figures", 5)
        assert 1 < len(at.page.evaluate("written")) < 15 and ("5 × Grunt", "35") in at.working()
        at.fill("Figures", 4).press("Add infantry").press("Undo")
        assert at.page.evaluate("document.getElementById('kr-ws-name') === name_field")
        squad = at.card()
        at.press("Add a vehicle").fill("Note, printed on the card", "Slow")
        assert "Slow" in at.card() and "figures" not in at.card()
        at.page.locator(".kr-units__one").first.click()
        assert at.card() == squad


def test_a_card_is_the_same_whatever_card_stood_there_before(browser, site_url):
    """What a change leaves standing is all of the new card and nothing of the old one."""
    with shop(browser, site_url) as at:
        known = at.press("Add a vehicle").page.get_by_label("Vehicle", exact=True).evaluate("(one) => [...one.options].map(({ value }) => value).slice(1)")
        found = {}
        for kind in [*known, *reversed(known), *known[::3], *known[1::3], *known[2::3]]:
            at.choose("Vehicle", kind)
            card = at.page.evaluate("document.querySelector('kr-unit-card').holder.innerHTML")
            assert found.setdefault(kind, card) == card and card.count("kr-card__notice") == 1


def test_the_print_page_is_accessible_and_fits(browser, site_url):
    with shop(browser, site_url, PHONE) as at:
        at.squad("A", figures=2, grade="grunt", save=5, weapons=[])
        with at.page.context.expect_page() as opened:
            at.press("Print cards")
        page = opened.value
        page.wait_for_selector(".kr-sheet")
        assert not page.evaluate(WIDER_THAN_SCREEN)
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in Axe().run(page, options=AXE).response["violations"]] == []


def test_a_word_as_long_as_a_name_may_be_stays_on_its_printed_card(browser, site_url):
    with shop(browser, site_url) as at:
        at.squad("W" * 120, figures=2, grade="grunt", save=5, weapons=[])
        with at.page.context.expect_page() as opened:
            at.press("Print cards")
        page = opened.value
        page.wait_for_selector(".kr-sheet")
        assert page.evaluate("() => { const name = document.querySelector('.kr-sheet h2'); return name.scrollWidth <= name.clientWidth; }")


def test_by_keyboard_alone(browser, site_url):
    """Reach a button, add a squad, type its name and figures, choose its grade, undo."""
    with shop(browser, site_url) as at:
        keys = at.page.keyboard
        for _ in range(60):
            keys.press("Tab")
            if at.page.evaluate("document.activeElement.textContent") == "Add infantry":
                break
        keys.press("Enter")
        keys.type("Night Watch")
        keys.press("Tab")
        keys.type("Elite")
        keys.press("Tab")
        keys.press("Tab")
        keys.press("Control+A")
        keys.type("3")
        assert at.names() == ["Night Watch"] and "Elite squad" in at.card() and "3 × save" in at.working()[1][0]
        for _ in range(8):
            keys.press("Shift+Tab")
        keys.press("Control+Z")
        assert "5 × save" in at.working()[1][0]


def test_who_goes_on_at_once_is_at_the_new_unit(browser, site_url):
    """Its points and card are shown at once, its fields a frame later: a key or a change that comes before them is meant for it."""
    with shop(browser, site_url) as at:
        at.squad("Old", figures=2, grade="grunt", save=5, weapons=[])
        at.page.evaluate("window.requestAnimationFrame = () => {}")
        at.hurries = True
        at.press("Add infantry")
        assert at.card().startswith("Squad\n") and at.total() == "67 points" and at.names() == ["Old"]
        at.page.keyboard.type("New")
        assert at.card().startswith("New\n")
        at.fill("Figures", 2).press("Add infantry").fill("Name", "Newer")
        assert at.card().startswith("Newer\n") and ("5 × Grunt", "35") in at.working()
        at.fill("Figures", 3).press("Add infantry").choose("Grade", "elite")
        assert at.names() == ["Old", "New", "Newer"] and ("5 × Elite", "50") in at.working()
        at.page.keyboard.press("Shift")
        at.fill("Figures", 4).press("Add infantry").page.get_by_label("Figures").focus()
        assert at.page.evaluate("[document.activeElement.id, document.activeElement.value]") == ["kr-ws-figures", "5"]
        assert at.names() == ["Old", "New", "Newer", "Squad", "Squad 2"]


HELD = "requestAnimationFrame = () => {}"
PRESS = "(name) => [...document.querySelectorAll('kr-workshop button')].find((one) => one.textContent === name || one.ariaLabel === name).click()"


def test_undo_before_the_fields_are_there_goes_back_with_all(browser, site_url):
    with shop(browser, site_url) as at:
        at.fill("Name of the force", "A").squad("Old", figures=2, grade="grunt", save=5, weapons=[])
        at.page.evaluate(HELD)
        at.hurries = True
        for press, names in [("Add infantry", ["Old"]), ("Undo", ["Old"]), ("Redo", ["Old", "Squad"]), ("Undo", ["Old"])]:
            at.page.evaluate(PRESS, press)
            assert at.names() == names
        assert at.page.get_by_label("Name", exact=True).input_value() == "Old" and at.total() == "22 points"
        # Nor is anyone led to the fields of what was undone; some browsers do not focus a button that is clicked.
        at.page.evaluate(f"() => {{ document.activeElement.blur(); const press = {PRESS}; press('Add infantry'); press('Undo'); }}")
        at.page.keyboard.press("Shift")
        assert at.page.evaluate("document.activeElement === document.body")
        at.fill("Figures", 3)
        at.page.evaluate(PRESS, "Undo")
        assert at.page.get_by_label("Figures").input_value() == "2"


def test_who_goes_elsewhere_before_the_new_fields_are_there_stays_there(browser, site_url):
    with shop(browser, site_url) as at:
        at.page.evaluate(f"({PRESS})('Add infantry'); document.getElementById('kr-ws-head-note').focus()")
        at.rest()
        assert at.names() == ["Squad"] and at.page.evaluate("document.activeElement.id") == "kr-ws-head-note"


def test_a_workshop_that_is_left_draws_nothing_more(browser, site_url):
    with shop(browser, site_url) as at:
        at.page.evaluate(f"() => {{ window.left = document.querySelector('kr-workshop'); ({PRESS})('Add infantry'); left.remove(); }}")
        at.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))")
        assert at.page.evaluate("[left.querySelector('.kr-ws__total').textContent, left.querySelectorAll('.kr-units__name').length]") == ["45 points", 0]


def test_what_is_gone_before_it_is_pressed_does_nothing(browser, site_url):
    """The fields change a frame after the points and the card: a weapon cannot be removed twice, nor a squad's from a vehicle."""
    with shop(browser, site_url) as at:
        at.press("Add infantry").press("Add a weapon")
        at.page.evaluate(HELD)
        at.hurries = True
        at.page.evaluate(f"() => {{ const press = {PRESS}; press('Remove weapon 1'); press('Remove weapon 1'); }}")
        assert at.names() == ["Squad"] and at.page.get_by_label("Weapon 1").count() == 0
        at.press("Add a weapon").fill("Name", "Squad")
        at.page.evaluate(f"() => {{ const press = {PRESS}; press('Add a vehicle'); press('Remove weapon 1'); }}")
        assert at.names() == ["Squad", "Vehicle"] and "Crew" in at.page.locator("kr-unit-editor").inner_text()


AFTER_A_CHANGE = """(does) => {
  const figures = document.getElementById('kr-ws-figures');
  figures.value = '4';
  figures.dispatchEvent(new Event('input', {bubbles: true}));
  for (const one of does) document.querySelectorAll('.kr-tick input')[one].click();
}"""


def test_what_is_ticked_before_the_last_change_is_in_the_fields_is_not_lost(browser, site_url):
    """Not every browser and aid gives a box the focus before it is clicked."""
    with shop(browser, site_url) as at:
        at.press("Add infantry").page.evaluate(HELD)
        at.hurries = True
        box = at.page.locator(".kr-tick input")
        ids = [box.nth(index).input_value() for index in range(3)]
        for does, held in [([0, 1], ids[:2]), ([1, 2], [ids[0], ids[2]]), ([0, 0, 0], [ids[2]])]:
            at.page.evaluate(AFTER_A_CHANGE, does)
            unit = at.page.evaluate("document.querySelector('kr-workshop').state.forces[0].units[0].unit")
            assert unit["abilities"] == held and unit["figures"] == 4


def test_a_pointer_that_comes_down_finds_the_fields_of_the_last_change(browser, site_url):
    with shop(browser, site_url) as at:
        at.press("Add infantry").page.evaluate(HELD)
        at.page.evaluate(f"() => {{ ({PRESS})('Add a vehicle'); document.querySelector('kr-unit-editor .kr-tick').dispatchEvent(new PointerEvent('pointerdown', {{bubbles: true}})); }}")
        assert at.names() == ["Squad", "Vehicle"]


def test_a_phones_first_screen_shows_how_to_begin(browser, site_url):
    with shop(browser, site_url, PHONE | {"viewport": {"width": 360, "height": 740}}) as at:
        for name in ("Add infantry", "Add a vehicle"):
            expect(at.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_on_a_desktop_units_and_buttons_stay_in_sight_beside_a_unit(browser, site_url):
    """Though the page is scrolled to the unit as it is added."""
    with shop(browser, site_url, {"viewport": {"width": 1280, "height": 700}}) as at:
        for _ in range(2):
            at.press("Add infantry")
        for name in ("Add infantry", "Add a vehicle"):
            expect(at.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


IN_LIST = """() => {
  const [list, row] = ['kr-unit-list', '.kr-units__one[aria-current=true]'].map((one) => document.querySelector(one).getBoundingClientRect());
  return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
}"""


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_unit_that_is_open_is_in_sight_in_its_list(browser, site_url, screen):
    """Where the list scrolls by itself; the page stays where it is, and so does the list while something is typed."""
    with shop(browser, site_url, screen) as at:
        units = ", ".join(f"{{name: S{number}, grade: grunt, save: 5, figures: 1}}" for number in range(40))
        at.take(f"force: x\nrules: core\nunits: [{units}]\n").has_units(40)
        at.press("Add infantry")
        assert at.page.evaluate(IN_LIST)
        before = at.page.evaluate("() => { document.querySelector('kr-unit-list').scrollTop = 0; scrollTo(0, 500); return scrollY; }")
        at.page.evaluate(PRESS, "Earlier")
        assert at.page.evaluate(IN_LIST) and at.page.evaluate("scrollY") == before
        at.page.evaluate("document.querySelector('kr-unit-list').scrollTop = 0")
        at.page.evaluate(AFTER_A_CHANGE, [])
        assert at.rest().page.evaluate("document.querySelector('kr-unit-list').scrollTop") == 0


def test_on_a_desktop_a_weapons_remove_button_is_as_wide_as_its_word(browser, site_url):
    with shop(browser, site_url) as at:
        at.press("Add a vehicle").choose("Vehicle", "(own)").press("Add a weapon of your own")
        for button in at.page.locator(".kr-weapons__one [aria-label^='Remove']").all():
            assert button.bounding_box()["width"] < 120


def test_a_change_is_told_once_the_typing_rests(browser, site_url):
    """The total is announced politely, and only after a pause."""
    with shop(browser, site_url) as at:
        at.press("Add infantry")
        at.page.wait_for_timeout(900)
        spoken = at.page.locator("kr-workshop [role=status]")
        before = spoken.inner_text()
        at.fill("Figures", 9)
        assert spoken.inner_text() == before
        at.page.wait_for_timeout(900)
        assert spoken.inner_text() == at.total() != before


def test_on_a_phone_the_points_stay_in_view_and_lead_to_the_card(browser, site_url):
    """One line tells them while the fields are changed; it hides no field that has the focus, and is not announced besides the total."""
    with shop(browser, site_url, PHONE) as at:
        at.fill("Points limit", 30).squad("A", figures=2, grade="grunt", save=5, weapons=[]).fill("Figures", "")
        line = at.page.locator(".kr-ws__brief")
        assert line.inner_text() == "Not right yet, 0 points, 30 left of 30, 1 not right yet"
        at.fill("Figures", 2)
        assert line.inner_text() == "22 of 22 points, 8 left of 30"
        expect(line).to_be_in_viewport(ratio=1)
        assert not line.evaluate("(one) => one.closest('[role], [aria-live]')")
        at.page.get_by_label("Name of the force").focus()
        for _ in range(30):
            at.page.keyboard.press("Tab")
            assert not at.page.evaluate(COVERED), at.page.evaluate("document.activeElement.outerHTML")
        line.click()
        heading = at.page.get_by_role("heading", name="Card and points")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport(ratio=1)
        at.press("Remove")
        expect(line).to_be_hidden()


def test_beside_the_card_no_line_tells_the_points_again(browser, site_url):
    with shop(browser, site_url) as at:
        expect(at.press("Add infantry").page.locator(".kr-ws__brief")).to_be_hidden()


def test_focus_stays_where_it_is_while_fields_come_and_go(browser, site_url):
    with shop(browser, site_url) as at:
        at.press("Add a vehicle")
        field = at.page.get_by_label("Vehicle", exact=True)
        field.focus()
        field.select_option("(own)")
        assert at.page.evaluate("document.activeElement.id") == "kr-ws-vehicle"


def test_without_javascript_it_says_what_it_needs(browser, site_url):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site_url}/play/workshop/")
        assert "needs JavaScript" in page.locator("kr-workshop").inner_text()
        page.goto(f"{site_url}/print/workshop.html")
        assert "needs JavaScript" in page.locator("[role=status]").inner_text()


STORAGE = {
    "full": ("throw new DOMException('full', 'QuotaExceededError')", "storage is full"),
    "refused": ("throw new DOMException('no', 'SecurityError')", "does not let the page keep anything"),
}


@pytest.mark.parametrize("why", STORAGE)
def test_storage_that_fails_is_told_and_a_file_is_offered(browser, site_url, why):
    """In sight though the page stands at a field far below, and not again at each change once it was read."""
    body, words = STORAGE[why]
    with shop(browser, site_url, PHONE) as at:
        at.page.evaluate(f"() => {{ Storage.prototype.setItem = () => {{ {body} }}; }}")
        at.press("Add infantry").fill("Note, printed on the card", "Far below")
        warning = at.page.locator(".kr-ws__warning")
        expect(warning).to_contain_text(words)
        expect(warning).to_be_in_viewport(ratio=1)
        with at.page.expect_download() as download:
            at.page.locator(".kr-ws__warning").get_by_role("button", name="Save as a file").click()
        assert "name: Squad" in download.value.path().read_text("utf-8")
        at.press("Close").fill("Figures", 3).page.wait_for_timeout(800)
        expect(warning).to_be_hidden()


def test_what_is_not_kept_is_said_as_long_as_it_is_so_beside_other_words(browser, site_url):
    with shop(browser, site_url) as at:
        at.page.evaluate(FULL)
        warning = at.page.locator(".kr-ws__warning")
        at.press("Add infantry").take("nonsense", "bad.yaml")
        expect(warning).to_contain_text("storage is full")
        expect(warning).to_contain_text("bad.yaml: not opened")
        at.take("nonsense", "worse.yaml")
        expect(warning).to_contain_text("worse.yaml")
        expect(warning).to_contain_text("storage is full")
        at.page.evaluate(ROOM)
        at.fill("Figures", 3)
        expect(warning).not_to_contain_text("storage is full")
        assert "worse.yaml" in at.warning() and "cleared" not in at.warning()
        at.press("Close")
        expect(warning).to_be_hidden()


def test_a_warning_is_not_under_the_button_to_the_top(browser, site_url):
    with shop(browser, site_url, PHONE | {"viewport": {"width": 360, "height": 740}}) as at:
        at.squad("A", figures=2, grade="grunt", save=5, weapons=[]).take("nonsense", "bad.yaml").page.wait_for_selector("text=bad.yaml")
        at.page.evaluate("document.querySelector('.md-top').hidden = false")
        assert at.page.evaluate("() => { const { left, top, width, height } = document.querySelector('.md-top').getBoundingClientRect(); return Boolean(document.elementFromPoint(left + width / 2, top + height / 2).closest('.kr-ws__warning')); }")


def test_the_button_to_the_top_is_not_under_a_warning_when_keys_reach_it(browser, site_url):
    with shop(browser, site_url, PHONE | {"viewport": {"width": 360, "height": 740}}) as at:
        at.squad("A", figures=2, grade="grunt", save=5, weapons=[]).take("nonsense", "bad.yaml").page.wait_for_selector("text=bad.yaml")
        at.page.evaluate("document.querySelector('.md-top').hidden = false")
        at.page.keyboard.press("Tab")
        at.page.locator(".md-top").focus()
        assert at.page.evaluate("() => { const { left, top, width, height } = document.activeElement.getBoundingClientRect(); return Boolean(document.elementFromPoint(left + width / 2, top + height / 2).closest('.md-top')); }")


def test_the_height_of_the_warning_is_known_whatever_changes_it(browser, site_url):
    """With the link in it, and with the screen turned."""
    with shop(browser, site_url, PHONE | {"viewport": {"width": 360, "height": 740}}) as at:
        at.squad("A", figures=2, grade="grunt", save=5, weapons=[]).link()
        known = "() => { const at = document.querySelector('kr-workshop'); return parseFloat(getComputedStyle(at).getPropertyValue('--kr-warned')) === at.querySelector('.kr-ws__warning').offsetHeight; }"
        for width, height in [(360, 740), (740, 360), (320, 640)]:
            at.page.set_viewport_size({"width": width, "height": height})
            at.page.wait_for_function(known, timeout=5_000)
        at.press("Close").page.wait_for_function(known, timeout=5_000)


def test_what_has_the_focus_is_not_under_a_warning(browser, site_url):
    with shop(browser, site_url, PHONE | {"viewport": {"width": 360, "height": 740}}) as at:
        at.squad("A", figures=2, grade="grunt", save=5, weapons=[]).take("nonsense", "bad.yaml").page.wait_for_selector("text=bad.yaml")
        at.page.get_by_label("Figures").focus()
        for _ in range(25):
            at.page.keyboard.press("Shift+Tab")
            assert not at.page.evaluate(COVERED), at.page.evaluate("document.activeElement.outerHTML")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_warning_that_comes_does_not_cover_what_has_the_focus(browser, site_url, screen):
    with shop(browser, site_url, SCREENS[screen]) as at:
        at.press("Add infantry").page.evaluate(FULL)
        field = at.page.get_by_label("Figures")
        field.evaluate("(field) => { field.focus(); scrollBy(0, field.getBoundingClientRect().top - 130); }")
        field.fill("4")
        expect(at.page.locator(".kr-ws__warning")).to_be_visible()
        at.page.wait_for_timeout(200)
        assert not at.page.evaluate(COVERED)


def test_what_is_undone_is_told_though_the_total_stays(browser, site_url):
    with shop(browser, site_url) as at:
        at.press("Add infantry").fill("Name", "Other").press("Undo")
        expect(at.page.locator(".kr-ws__spoken")).to_have_text(re.compile("^Undone. .*points"))


def test_a_store_that_cannot_be_opened_at_all(browser, site_url):
    with browser.new_context() as context:
        context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})")
        page = context.new_page()
        page.goto(f"{site_url}/play/workshop/")
        page.get_by_role("button", name="Add infantry").click()
        assert "does not let the page keep anything" in page.locator(".kr-ws__warning").inner_text()
        expect(page.locator(".kr-units__name")).to_have_text(["Squad"])


def test_what_was_cleared_is_kept_again_and_what_is_damaged_is_put_aside(browser, site_url):
    with shop(browser, site_url) as at:
        at.press("Add infantry").kept()
        at.page.evaluate("localStorage.clear()")
        at.fill("Name", "Still here")
        assert at.kept()["forces"][0]["units"][0]["unit"]["name"] == "Still here"
        assert "was cleared" in at.warning()
        name = at.page.evaluate("Object.keys(localStorage).find((key) => key.startsWith('kr16 workshop'))")
        at.page.goto(f"{site_url}/print/workshop.html")
        at.page.evaluate("(name) => localStorage.setItem(name, '{broken')", name)
        at.open()
        assert "was put aside" in at.warning()
        assert at.page.evaluate("(name) => localStorage.getItem(`${name} put aside`)", name) == "{broken"


def test_two_windows_show_the_same(browser, site_url):
    with shop(browser, site_url) as at:
        other = at.page.context.new_page()
        other.goto(at.url)
        other.wait_for_selector("kr-force-bar")
        at.press("Add infantry").fill("Name", "From the first").kept()
        other.wait_for_selector("text=From the first")
        assert other.locator(".kr-units__name").all_inner_texts() == ["From the first"]


def test_leaving_and_coming_back_without_a_page_load(browser, site_url):
    """Material swaps the page's content: the workshop ends, keeps its last change, and begins again with it."""
    with shop(browser, site_url) as at:
        at.press("Add infantry").fill("Name", "Stays")
        at.page.evaluate("() => { const again = document.querySelector('kr-workshop').cloneNode(); again.id = 'again'; again.append(document.createElement('p')); document.querySelector('kr-workshop').replaceWith(again); }")
        at.page.wait_for_selector("#again kr-force-bar")
        assert at.names() == ["Stays"]


def test_it_weighs_little_and_only_on_its_pages(site, browser, site_url):
    """Code and templates at most 40 KiB packed; no other page asks for any of it."""
    ours = [site / "assets/js/workshop.mjs", *(site / "assets/css").glob("workshop*.css")]
    assert len(ours) == 4
    assert sum(len(gzip.compress(path.read_bytes())) for path in ours) <= 40 * KIB
    with browser.new_context() as context:
        page, asked = context.new_page(), []
        page.on("request", lambda request: asked.append(request.url))
        for address in ("/", "/play/", "/points/"):
            page.goto(site_url + address, wait_until="networkidle")
        assert [url for url in asked if "workshop" in url.removesuffix("/play/workshop/")] == []


def test_it_works_under_each_variants_own_rules(site, browser, site_url):
    """The same page under each variant shows that variant's distances and points; cards and summary say whose rules they are."""
    found = sorted(site.glob("variants/*/data/ruleset.json"))
    assert found
    for path in found:
        id, ruleset = path.parent.parent.name, json.loads(path.read_text("utf-8"))
        with shop(browser, site_url, DESKTOP, f"/variants/{id}/") as at:
            at.press("Add infantry")
            assert ruleset["distances"]["unit"] in at.card() and f"House rules: {ruleset['title']}." in at.card()
            assert f"rules: {id}\n" in at.export()
            with at.page.context.expect_page() as opened:
                at.press("Print cards")
            opened.value.wait_for_selector(".kr-sheet")
            assert "House rules: " in opened.value.locator(".kr-sheet").inner_text()
            opened.value.get_by_label("Print", exact=True).select_option("summary")
            assert "House rules: " in opened.value.locator(".kr-summary").inner_text()


def test_it_works_without_a_server_after_one_visit_anywhere(site, page):
    with visited(page, site, "/rules/orders/") as url:
        pass
    page.goto(f"{url}/play/workshop/")
    page.get_by_role("button", name="Add infantry").click()
    page.get_by_label("Begin another").select_option("third-platoon")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("text=Sledge Section")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Print cards").click()
    opened.value.wait_for_selector(".kr-sheet")
    assert opened.value.locator("[role=status]").inner_text().startswith("9 cards on 1 sheet.")
