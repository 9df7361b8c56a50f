"""What the workshop keeps where the browser keeps nothing, where what is kept is damaged, and where two windows change it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.workshop import DESKTOP, FULL, KEY, ROOM, shop

pytestmark = pytest.mark.browser
ASIDE = "() => Object.entries(localStorage).filter(([key]) => key.includes('put aside')).map(([, text]) => text)"
# A change here and one in another window, before either was told of the other's.
ELSEWHERE = f"""const name = {KEY};
  localStorage.setItem(name, localStorage.getItem(name).replace(old, changed));
  dispatchEvent(new StorageEvent('storage', {{key: name, newValue: localStorage.getItem(name)}}));"""
AT_ONCE = f"""([label, value, old, changed]) => {{
  const field = [...document.querySelectorAll('kr-workshop label')].find((one) => one.textContent === label).control;
  field.value = value;
  field.dispatchEvent(new Event('input', {{bubbles: true}}));
  {ELSEWHERE}
}}"""
LOOKING = f"""([index, old, changed]) => {{
  document.querySelectorAll('.kr-units__one')[index].click();
  {ELSEWHERE}
}}"""


@pytest.fixture
def at(browser, site_url):
    with shop(browser, site_url) as opened:
        yield opened


def open_unit(at) -> str:
    return at.page.locator(".kr-units__one[aria-current=true] .kr-units__name").inner_text()


def at_its_own_address(route):
    """The list of the site's pages, under the address at which the test opened it: only those are opened without a page load."""
    route.fulfill(content_type="text/xml", body=re.sub("<loc>http://[^/]*", f"<loc>{route.request.url.removesuffix('/sitemap.xml')}", route.fetch().text()))


def test_what_cannot_be_kept_is_there_again_after_another_page_of_the_site(browser, site_url):
    """Its links load no new page: the browser does not ask whether to leave."""
    with shop(browser, site_url, DESKTOP | {"service_workers": "block"}) as at:
        at.page.route("**/sitemap.xml", at_its_own_address)
        with at.page.expect_response("**/sitemap.xml"):
            at.open()
        at.page.evaluate(FULL)
        at.press("Add infantry").fill("Name", "Not kept")
        at.page.locator(".md-tabs__link").nth(1).click()
        at.page.wait_for_function("() => window.kept && !document.querySelector('kr-workshop')")
        with at.page.expect_event("dialog") as asked:
            at.page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        asked.value.dismiss()
        at.page.evaluate("history.back()")
        at.page.wait_for_selector("kr-force-bar")
        assert at.names() == ["Not kept"] and "storage is full" in at.warning()
        with at.page.expect_download():
            at.page.locator(".kr-ws__warning").get_by_role("button", name="Save as a file").click()
        at.page.evaluate(ROOM)
        at.fill("Name", "Kept")
        expect(at.page.locator(".kr-ws__warning")).to_be_hidden()
        assert at.kept()["forces"][0]["units"][0]["unit"]["name"] == "Kept"
        assert all("Service Worker registration blocked" in one for one in at.troubles)
        at.troubles.clear()


def damaged(at, text: str):
    at.page.goto(at.url.replace("play/workshop/", "print/workshop.html"))
    at.page.evaluate(f"(text) => localStorage.setItem({KEY} ?? 'kr16 workshop /', text)", text)
    return at


def test_what_is_damaged_and_cannot_be_put_aside_is_not_written_over(at):
    damaged(at, "{broken").page.add_init_script("""
      window.kept = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, text) { if (key.includes("put aside")) throw new DOMException("full", "QuotaExceededError"); window.kept.call(this, key, text); };
    """)
    at.open()
    assert "left as it is" in at.warning()
    at.press("Add infantry").fill("Name", "Typed").page.wait_for_timeout(800)
    assert at.page.evaluate(f"localStorage.getItem({KEY})") == "{broken" and "your changes are not kept" in at.warning()
    at.page.evaluate(ROOM)
    assert at.fill("Name", "Kept").kept()["forces"][0]["units"][0]["unit"]["name"] == "Kept"
    assert at.page.evaluate(ASIDE) == ["{broken"] and "was put aside" in at.warning()


def test_what_is_damaged_twice_is_put_aside_twice(at):
    for text in ("{broken", "{again"):
        damaged(at, text).open().press("Add infantry").kept()
    assert sorted(at.page.evaluate(ASIDE)) == ["{again", "{broken"]


@pytest.fixture
def two(at):
    """Two windows with a force of A, B and C, and one of D; the first is open in both."""
    for name in "ABC":
        at.press("Add infantry").fill("Name", name)
    at.begin().press("Add infantry").fill("Name", "D").choose("Force", 0).kept()
    other = at.another()
    assert other.names() == ["A", "B", "C"] and other.forces() == at.forces() == ["My force", "My force 2"]
    return at, other


def test_a_window_stays_at_its_unit_while_another_removes_one(two):
    here, other = two
    here.page.locator(".kr-units__one").nth(2).click()
    other.page.locator(".kr-units__one").nth(0).click()
    other.press("Remove").kept()
    expect(here.page.locator(".kr-units__name")).to_have_text(["B", "C"])
    assert open_unit(here) == here.page.get_by_label("Name", exact=True).input_value() == "C"
    other.fill("Name", "Bee").kept()
    expect(here.page.locator(".kr-units__name")).to_have_text(["Bee", "C"])
    assert open_unit(here) == "C"


def test_a_unit_that_another_window_changes_or_moves_stays_open(two):
    here, other = two
    here.page.locator(".kr-units__one").nth(1).click()
    other.page.locator(".kr-units__one").nth(1).click()
    other.fill("Name", "Bee").kept()
    expect(here.page.get_by_label("Name", exact=True)).to_have_value("Bee")
    other.press("Later").kept()
    expect(here.page.locator(".kr-units__name")).to_have_text(["A", "C", "Bee"])
    assert open_unit(here) == "Bee"


def test_a_unit_or_force_that_another_window_removes_is_said_to_be_gone(two):
    here, other = two
    here.page.locator(".kr-units__one").nth(1).click()
    other.page.locator(".kr-units__one").nth(1).click()
    other.press("Remove").kept()
    expect(here.page.locator(".kr-ws__warning")).to_contain_text("What was open here was removed in another window")
    expect(here.page.get_by_label("Name", exact=True)).to_be_hidden()
    assert here.names() == ["A", "C"]
    other.press("Remove this force").kept()
    expect(here.page.locator(".kr-ws__warning")).to_contain_text("What was open here was removed in another window")
    assert here.names() == ["D"]


def test_a_window_stays_at_its_force_while_another_removes_one(two):
    here, other = two
    here.choose("Force", 1)
    other.press("Remove this force").kept()
    expect(here.page.get_by_label("Force", exact=True).locator("option")).to_have_text(["My force 2"])
    assert here.names() == ["D"] and here.page.locator(".kr-ws__warning").is_hidden()


def test_what_was_done_here_can_be_undone_whatever_another_window_changed(two):
    here, other = two
    here.press("Add infantry").press("Undo").kept()
    other.choose("Force", 1).kept()
    assert here.page.get_by_role("button", name="Redo", exact=True).is_enabled()
    here.press("Remove this force").kept()
    other.fill("Note", "Theirs").kept()
    expect(other.page.get_by_label("Force", exact=True).locator("option")).to_have_text(["My force 2"])
    here.page.wait_for_timeout(200)
    assert here.press("Undo").forces() == ["My force 2"] and here.press("Undo").forces() == ["My force", "My force 2"]
    assert here.press("Redo").press("Redo").forces() == ["My force 2"] and here.page.get_by_label("Note", exact=True).input_value() == "Theirs"


def test_an_example_that_comes_after_the_page_was_left_changes_nothing(browser, site_url):
    with shop(browser, site_url, DESKTOP | {"service_workers": "block"}) as at:
        at.press("Add infantry").fill("Name", "Mine").kept()
        came = []
        at.page.route("**/data/forces/*.yaml", lambda route: came.append(route))
        with at.page.expect_request("**/data/forces/*.yaml"):
            at.begin("motor-pool")
        at.page.evaluate("""() => {
          const shop = document.querySelector('kr-workshop'), again = shop.cloneNode();
          again.append(document.createElement('p'));
          shop.replaceWith(again);
        }""")
        at.page.wait_for_selector("kr-force-bar")
        at.fill("Name", "Later").kept()
        came[0].continue_()
        kept = at.kept()["forces"]
        assert [one["unit"]["name"] for one in kept[0]["units"]] == ["Later"] and len(kept) == 1
        assert all("Service Worker registration blocked" in one for one in at.troubles)
        at.troubles.clear()


def test_another_window_that_only_looks_about_leaves_typing_as_it_is(two):
    """It is one step to undo, and a line just begun stays."""
    here, other = two
    here.press("Add a vehicle").fill("Name", "Van").fill("Aboard: the names of squads, one a line", "A\n")
    other.choose("Force", 1).kept()
    assert here.page.get_by_label("Aboard").input_value() == "A\n"
    here.fill("Aboard: the names of squads, one a line", "A\nB").press("Undo")
    assert here.page.get_by_label("Aboard").input_value() == "" and here.names() == ["A", "B", "C", "Van"]


def test_what_was_typed_is_kept_as_another_window_is_gone_to(two):
    here, other = two
    here.fill("Name of the force", "Here")
    here.page.evaluate("dispatchEvent(new Event('blur'))")
    expect(other.page.get_by_label("Force", exact=True).locator("option")).to_have_text(["Here", "My force 2"], timeout=500)


def test_what_two_windows_change_at_once_is_kept_from_both(two):
    here, other = two
    here.page.evaluate(AT_ONCE, ["Name of the force", "Here", '"My force 2"', '"There"'])
    assert here.forces() == ["Here", "There"] and here.names() == ["A", "B", "C"] and here.page.locator(".kr-ws__warning").is_hidden()
    assert [one["head"]["force"] for one in here.kept()["forces"]] == ["Here", "There"]
    expect(other.page.get_by_label("Force", exact=True).locator("option")).to_have_text(["Here", "There"])


def test_one_force_changed_in_two_windows_at_once_stands_there_twice_and_that_is_said(two):
    here, _ = two
    here.page.evaluate(AT_ONCE, ["Name of the force", "Here", '"My force"', '"There"'])
    assert here.forces() == ["There", "My force 2", "Here"] and here.page.get_by_label("Name of the force").input_value() == "Here"
    assert "changed in two windows at once" in here.warning()


def test_what_is_not_kept_of_a_force_that_is_not_open_is_not_lost_to_another_window(two):
    here, other = two
    here.page.evaluate(FULL)
    here.fill("Name of the force", "Here").choose("Force", 1).fill("Name", "Dee").page.wait_for_timeout(800)
    other.press("Add infantry").kept()
    expect(here.page.get_by_label("Force", exact=True).locator("option")).to_have_text(["My force", "My force 2", "Here"])
    assert here.names() == ["Dee"] and "“Here” was changed in two windows at once" in here.warning()
    assert here.choose("Force", 0).names() == ["A", "B", "C", "Squad"] and here.choose("Force", 2).names() == ["A", "B", "C"]


def test_a_window_that_only_looked_about_has_nothing_to_keep_beside_what_another_changed(two):
    here, other = two
    here.page.evaluate(LOOKING, [1, '"My force"', '"There"'])
    assert here.forces() == ["There", "My force 2"] and open_unit(here) == "B" and here.page.locator(".kr-ws__warning").is_hidden()


def test_a_page_that_the_browser_brings_back_has_still_what_it_could_not_keep(two):
    here, _ = two
    here.page.evaluate(FULL)
    here.press("Add infantry").fill("Name", "Not kept").page.wait_for_timeout(800)
    here.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert here.names() == ["A", "B", "C", "Not kept"] and "storage is full" in here.warning()
    here.page.evaluate(ROOM)


def test_every_force_that_has_units_is_saved_where_none_is_kept(two):
    here, _ = two
    here.begin().page.evaluate(FULL)
    here.fill("Note", "Still empty").page.wait_for_timeout(800)
    files = []
    here.page.on("download", lambda one: files.append(one.suggested_filename))
    here.page.locator(".kr-ws__warning").get_by_role("button", name="Save as a file").click()
    here.page.wait_for_timeout(500)
    assert files == ["My force.yaml", "My force 2.yaml"]
    here.page.evaluate(ROOM)


@pytest.mark.parametrize("damage", [('"name":"A"', '"name":"A","weapons":"oops"'), ('"name":"A"', '"name":"A","weapons":[null]'), ('"current":0', '"current":-1')])
def test_what_has_the_right_form_and_cannot_be_shown_is_put_aside(two, damage):
    here, _ = two
    kept = here.page.evaluate(f"localStorage.getItem({KEY})").replace(*damage)
    damaged(here, kept).open()
    assert "was put aside" in here.warning() and here.forces() == ["My force"]
    assert here.page.evaluate(ASIDE) == [kept]
    here.press("Add infantry").kept()
    here.troubles.clear()


def test_what_was_cleared_while_another_page_of_the_site_was_shown_is_kept_again(at):
    at.press("Add infantry").fill("Name", "Again").kept()
    at.page.evaluate(f"""() => {{
      const shop = document.querySelector('kr-workshop'), again = shop.cloneNode();
      again.append(document.createElement('p'));
      const place = shop.parentElement;
      shop.remove();
      localStorage.removeItem({KEY});
      place.append(again);
    }}""")
    at.page.wait_for_selector("kr-force-bar")
    assert at.names() == ["Again"] and "was cleared" in at.warning()
    assert at.kept()["forces"][0]["units"][0]["unit"]["name"] == "Again"


def test_what_another_window_kept_untold_is_not_written_over(two):
    """The word of a change may come late, or not at all."""
    here, other = two
    here.page.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation())")
    here.open()
    other.page.evaluate(f"() => {{ const name = {KEY}; localStorage.setItem(name, localStorage.getItem(name).replace('\"My force 2\"', '\"There\"')); }}")
    here.fill("Name of the force", "Here").kept()
    assert here.forces() == ["Here", "There"]
