"""Clumsy input in the workshop: it is said at the field, it is kept, and nothing else suffers from it."""

from __future__ import annotations

import pytest
import yaml
from playwright.sync_api import expect

from tests.browser.workshop import PHONE, Shop, shop

pytestmark = pytest.mark.browser
WRONG = "[data-path]:has(.kr-field__wrong:not([hidden]))"


@pytest.fixture
def at(browser, site_url):
    with shop(browser, site_url) as opened:
        yield opened


def said(at) -> dict[str, str]:
    """What is wrong, at which field."""
    return {one.get_attribute("data-path"): one.locator(".kr-field__wrong").inner_text() for one in at.page.locator(WRONG).all()}


def reopened(at, text: str):
    """The workshop with an exported file opened beside the force that is there."""
    units = len(at.names())
    at.begin().take(text)
    return at.has_units(units)


UNITS = [
    ("Figures", "", "figures", "missing; infantry has figures, a vehicle has `vehicle`"),
    ("Figures", "-1", "figures", "too small (got -1); at least 1"),
    ("Figures", "1.5", "figures", "not a whole number (got 1.5)"),
    ("Name", "", "name", "empty; write some text"),
]
HEADS = {
    "less than no points": [("Points limit", "-5", "head.points_limit", "too small (got -5); at least 0")],
    "no name, half a point": [("Name of the force", "", "head.force", "empty; write some text"), ("Points limit", "1.5", "head.points_limit", "not a whole number (got 1.5)")],
}


@pytest.mark.parametrize("head", HEADS)
def test_what_is_not_right_yet_is_said_and_can_be_saved_shared_and_printed(at, head):
    """A file and a link bring it back as it was, with the same words at its fields; the unit that is right is printed."""
    at.squad("Right", figures=2, grade="grunt", save=5, weapons=[])
    for label, value, _, _ in HEADS[head]:
        at.fill(label, value)
    everywhere = {field: words for _, _, field, words in HEADS[head]}
    for label, value, field, words in UNITS:
        at.press("Add infantry").fill(label, value)
        assert said(at) == everywhere | {field: words}
    link, text, names, total = at.link(), at.export(), at.names(), at.total()
    with at.page.context.expect_page() as opened:
        at.press("Print cards")
    opened.value.wait_for_selector(".kr-sheet")
    assert opened.value.locator("[role=status]").inner_text().startswith("1 card")
    opened.value.close()  # a page behind another is drawn but once a second
    for back in (lambda: reopened(at, text), lambda: at.begin().page.goto(link)):
        back()
        at.has_units(1 + len(UNITS))
        assert at.names() == names and at.total() == total
        for place, (_, _, field, words) in enumerate(UNITS, 1):
            at.page.locator(".kr-units__one").nth(place).click()
            assert said(at) == everywhere | {field: words}
        at.press("Remove this force")


def test_a_unit_without_a_name_can_be_copied_and_taken_aboard(at):
    at.press("Add infantry").fill("Name", "").press("Copy").press("Add a vehicle").fill("Aboard: the names of squads, one a line", "Nobody")
    assert len(at.names()) == 3 and said(at)["passengers"].startswith("no squad of this force is called 'Nobody'")


def test_a_walker_that_was_a_truck_has_the_damage_chart_of_walkers(at):
    """Walkers: they use the military vehicle damage chart."""
    at.press("Add a vehicle").choose("Vehicle", "pick-up-truck").choose("Vehicle", "(own)")
    assert "Civilian vehicle damage" in at.card()
    at.choose("Kind", "walker")
    assert "Military vehicle damage" in at.card() and "chart" not in at.export()


def test_letters_with_accents_stay_letters_in_the_id_of_a_house_rule(at):
    at.press("Add infantry").fill("Name", "Über Élan")
    with at.page.expect_download() as download:
        at.press("Save as a house rule")
    assert "id: uber-elan\n" in download.value.path().read_text("utf-8")


ABOARD = "Aboard: the names of squads, one a line"


def test_a_squad_that_is_renamed_stays_aboard_and_one_that_is_gone_is_said(at):
    squads = at.squad("Alpha", figures=2, grade="grunt", save=5, weapons=[]).page.locator(".kr-units__one")
    at.press("Add a vehicle").fill(ABOARD, "Alpha")
    squads.first.click()
    at.fill("Name", "").fill("Name", "Beta")
    assert "not right" not in at.total() and "passengers: [Beta]" in at.export()
    at.press("Remove")
    assert said(at) == {"passengers": "no squad of this force is called 'Beta'"}
    assert at.total().endswith(", 1 not right yet") and at.page.locator(".kr-units__remark").inner_text() == "not right yet"


def test_of_two_squads_of_one_name_neither_is_taken_for_the_other(at):
    for _ in range(2):
        at.squad("Alpha", figures=2, grade="grunt", save=5, weapons=[])
    at.press("Add a vehicle").fill(ABOARD, "Alpha").page.locator(".kr-units__one").first.click()
    at.fill("Name", "Beta")
    assert "passengers: [Alpha]" in at.export() and "not right" not in at.total()


def test_a_name_that_is_another_squads_while_it_is_typed_takes_nobody_else_aboard(at):
    at.press("Add infantry").press("Add infantry").press("Add a vehicle").fill(ABOARD, "Squad 2").page.locator(".kr-units__one").nth(1).click()
    name = at.page.get_by_label("Name", exact=True)
    name.fill("")
    name.press_sequentially("Squad B")
    assert at.rest().names() == ["Squad", "Squad B", "Vehicle"] and "passengers: [Squad B]" in at.export()


def test_what_was_written_and_cleared_is_not_in_the_file(at):
    at.squad("Alpha", figures=2, grade="grunt", save=5, weapons=[])
    at.take(at.export().replace("units:", "# kept\nunits:")).page.wait_for_timeout(300)
    at.fill("Points limit", 500).fill("Points limit", "").fill("Note", "soon").fill("Note", "")
    assert "undefined" not in at.export() and "soon" not in at.export()


def test_who_looks_at_another_unit_can_still_redo(at):
    at.press("Add infantry").press("Add infantry").press("Undo").page.locator(".kr-units__one").first.click()
    assert at.press("Redo").names() == ["Squad", "Squad 2"]


def test_new_forces_are_told_apart_and_say_their_rules_and_date(at):
    at.press("Add infantry").begin().press("Add infantry").begin()
    assert at.forces() == ["My force", "My force 2", "My force 3"]
    date = at.page.locator(".kr-footer time").inner_text()
    assert at.page.locator(".kr-ws__rules").inner_text().startswith(f"Rules: KR 16 1.6, of {date}.")


def test_a_window_stays_at_its_own_force_while_another_opens_one(at):
    at.press("Add infantry").fill("Name", "Here").kept()
    other = at.another()
    other.begin().press("Add a vehicle").kept()
    expect(at.page.get_by_label("Force", exact=True).locator("option")).to_have_count(2)
    assert at.names() == ["Here"] and other.names() == ["Vehicle"]
    at.page.wait_for_timeout(700)
    assert len(other.kept()["forces"]) == 2


LARGE = "document.documentElement.style.setProperty('font-size', '250%', 'important')"
NARROW = """() => [...document.querySelectorAll("kr-workshop :is(button, input:not([type='checkbox']), select, textarea, summary)")].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  return width && ((width < 96 && !one.matches('button')) || left < 0 || right > innerWidth);
}).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("style", ["", LARGE], ids=["usual type", "twice the type"])
def test_on_a_phone_every_control_is_whole_and_wide_enough_to_read(browser, site_url, style):
    """Twice the type is as on a screen of half the width: nothing is cut off or squeezed."""
    with shop(browser, site_url, PHONE | {"viewport": {"width": 360, "height": 740}}) as at:
        at.page.evaluate(style or "0")
        at.squad("A", figures=2, grade="grunt", save=5, weapons=[("rdf-assault-rifle", 2)]).press("Add a vehicle")
        at.choose("Vehicle", "(own)").press("Add a weapon of your own")
        for row in (0, 1):
            at.page.locator(".kr-units__one").nth(row).click()
            assert at.page.evaluate(NARROW) == []
        lefts = at.page.evaluate("['.kr-units__one', '.kr-ws__total'].map((one) => document.querySelector(one).getBoundingClientRect().left)")
        assert lefts[0] == lefts[1]


def test_a_missing_space_after_a_colon_is_named(at):
    """In the words of `kr16 check`, and the key is not called missing too."""
    text = "force: x\nrules: core\nunits: [{name: A, grade: grunt, save: 5, figures: 2, weapons: [{weapon:minigun}]}]\n"
    at.take(text).page.wait_for_selector(".kr-ws__warning:not([hidden])")
    assert at.warning().split("\n\n")[1:-1] == ["units.0.weapons.0.weapon: no space after the colon; write 'weapon: minigun'"]


def test_both_keys_that_people_know_for_redo(at):
    at.press("Add infantry").press("Add a vehicle").page.locator("h2").first.click()
    for keys, names in [("Control+z", ["Squad"]), ("Control+y", ["Squad", "Vehicle"]), ("Control+z", ["Squad"]), ("Control+Shift+z", ["Squad", "Vehicle"])]:
        at.page.evaluate("document.activeElement.blur()")
        at.page.keyboard.press(keys)
        assert at.names() == names


def test_who_leaves_at_once_is_not_asked_and_loses_nothing(at):
    asked = []
    at.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    at.press("Add infantry").fill("Name", "Typed last").page.goto(at.url.replace("workshop/", ""))
    at.open()
    assert asked == [] and at.names() == ["Typed last"]


def test_a_page_that_comes_back_as_it_was_shows_what_is_kept_now(at):
    """A browser keeps the page that one leaves; another one may have changed the forces since."""
    at.press("Add infantry").kept()
    at.page.evaluate("""() => {
      const [[name, text]] = Object.entries(localStorage).filter(([name]) => name.startsWith("kr16 workshop"));
      localStorage.setItem(name, text.replace('"Squad"', '"Newer"'));
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    at.page.wait_for_selector("text=Newer")
    assert at.names() == ["Newer"]


def test_an_empty_force_shows_no_place_for_a_card_and_is_called_as_the_first(at):
    at.press("Add infantry").press("Remove this force")
    assert at.page.get_by_label("Name of the force").input_value() == "My force"
    assert at.page.get_by_role("heading", name="Card and points").count() == 0


def test_the_focus_is_not_lost_with_what_is_removed(at):
    at.press("Add infantry").press("Add a weapon")
    at.page.get_by_role("button", name="Remove weapon 1").press("Enter")
    at.rest()
    assert at.page.evaluate("document.activeElement.textContent") == "Unit"
    at.page.get_by_role("button", name="Remove", exact=True).press("Enter")
    at.page.wait_for_timeout(100)
    assert at.page.evaluate("document.activeElement.id") == "kr-ws-open"


@pytest.mark.parametrize("add", ["Add infantry", "Add a vehicle"])
def test_a_weapon_of_ones_own_that_does_nothing_is_unusual(at, add):
    """As a house rule `kr16 check` would refuse it; the rulebook's own Molotov Cocktail, whose statistics it does not print, is not meant."""
    at.press(add)
    if add == "Add a vehicle":
        at.choose("Vehicle", "(own)")
    at.press("Add a weapon of your own").fill("Damage Value, if it rolls dice", "")
    mark = at.page.locator(".kr-weapons .kr-field__mark:not([hidden])")
    assert mark.inner_text() == "Unusual: without a Damage Value or an ability it harms nothing."
    at.choose("Weapon 1", "molotov-cocktail")
    assert mark.count() == 0


def test_a_file_that_is_not_utf_8_is_refused_in_words(at):
    """Its umlauts would become other signs."""
    text = "force: Übung\nrules: core\nunits: [{name: A, grade: grunt, save: 5, figures: 2}]\n"
    at.take(text.encode("latin-1"), "old.yaml").page.wait_for_selector(".kr-ws__warning:not([hidden])")
    assert at.warning().split("\n\n")[:-1] == ["old.yaml: not opened, and nothing was changed.", "cannot be read as UTF-8 text; save the file as UTF-8"]
    at.take(text.encode("utf-16"), "wide.yaml").page.wait_for_selector("text=wide.yaml: not opened")
    at.take(text.encode("utf-8-sig"))
    expect(at.page.get_by_label("Name of the force")).to_have_value("Übung")
    assert at.names() == ["A"]


def test_what_is_unusual_or_forbidden_is_said_also_while_something_is_wrong(at):
    mark = at.page.locator("kr-unit-editor .kr-field__mark:not([hidden])")
    at.press("Add infantry").press("Add a weapon").choose("Weapon 1", "minigun")
    forbidden = "The rules forbid it Aimed Fire while it is carried by hand."
    for label, value in [("Figures", 5), ("Figures", ""), ("Figures", 1.5), ("Name", "")]:
        assert mark.all_inner_texts() == [forbidden]
        at.fill(label, value)
    assert len(said(at)) == 2 and mark.all_inner_texts() == [forbidden]
    at.press("Add a vehicle").choose("Vehicle", "(own)").fill("Full speed, cm", "").fill("Combat speed, if not worked out, cm", "")
    assert list(said(at)) == ["vehicle.full_speed_cm"] and mark.all_inner_texts() == []
    at.begin().take("force: x\nrules: core\nunits: [{name: A, grade: grunt, save: 5, figures: 9, weapons: [{count: 2}, {weapon: mini-gun}]}]\n").has_units(1)
    assert len(said(at)) == 1 and mark.all_inner_texts() == ["Unusual: most squads have 5 figures."]


def test_on_a_tablet_the_kind_of_a_weapon_can_be_read_in_full(browser, site_url):
    with shop(browser, site_url, {"viewport": {"width": 768, "height": 1024}}) as at:
        at.press("Add infantry").press("Add a weapon of your own")
        kind = at.page.get_by_label("Kind of weapon")
        assert kind.evaluate("(one) => one.clientWidth") >= 150


def test_a_mount_with_a_weapon_of_ones_own_has_nothing_left_of_the_one_before(at):
    at.press("Add a vehicle").choose("Vehicle", "(own)").press("Add a weapon").fill("How many", 2).fill("Called, if otherwise", "Turret")
    at.page.get_by_text("More abilities", exact=True).first.click()
    at.page.locator(".kr-weapons .kr-tick").first.click()
    mounts = lambda: yaml.safe_load(at.rest().export())["units"][0]["vehicle"]["weapons"]  # noqa: E731
    assert set(mounts()[0]) == {"weapon", "count", "name", "abilities"}
    at.choose("Weapon 1", "(own)")
    assert set(mounts()[0]) == {"weapon", "count"} and mounts()[0]["count"] == 2


def test_to_look_through_the_forces_by_keys_begins_none(at):
    """A list that is not opened chooses with each key."""
    keys = at.page.keyboard
    at.press("Add infantry").page.get_by_label("Force", exact=True).focus()
    for _ in range(3):
        keys.press("ArrowDown")
    for key in ("Tab", "Tab"):
        keys.press(key)
    at.page.get_by_label("Begin another").focus()
    for _ in range(2):
        keys.press("ArrowDown")
    assert at.forces() == ["My force"]
    keys.press("ArrowUp")
    keys.press("Tab")
    keys.press("Enter")
    expect(at.page.get_by_label("Force", exact=True).locator("option")).to_have_count(2)


def test_an_example_that_cannot_be_fetched_is_said(at):
    at.page.route("**/data/forces/*", lambda route: route.abort())
    at.press("Add infantry").begin("third-platoon")
    expect(at.page.locator(".kr-ws__warning")).to_contain_text("The example cannot be fetched")
    assert at.names() == ["Squad"]
    assert all("Failed to load resource" in one for one in at.troubles)
    at.troubles.clear()


def test_a_weapon_that_is_not_right_becomes_no_house_rule(at):
    saved = []
    at.page.on("download", lambda download: saved.append(download))
    at.press("Add infantry").press("Add a weapon of your own").fill("Range, cm", "").press("Save as a house rule", 1)
    assert "Only a weapon that is right can become a house rule.\n\nRange, cm: missing" in at.warning()
    at.fill("Range, cm", 20).fill("Its name", "").press("Save as a house rule", 1)
    assert "Its name: empty; write some text" in at.warning() and "Range" not in at.warning()
    assert saved == []


def test_each_weapon_that_is_added_or_removed_is_a_step_to_undo(at):
    at.press("Add infantry").press("Add a weapon").press("Add a weapon of your own").press("Remove weapon 1")
    for left in (2, 1, 0):
        at.press("Undo")
        assert at.page.locator(".kr-weapons__one").count() == left
    assert at.names() == ["Squad"]


def test_the_keys_for_undo_work_wherever_no_text_is_written(at):
    at.press("Add infantry").tick("Insurgent Ambush").page.keyboard.press("Control+z")
    assert at.page.locator("kr-unit-editor input:checked").count() == 0 and at.names() == ["Squad"]
    at.page.get_by_label("Open a file").focus()
    at.page.keyboard.press("Control+z")
    assert at.names() == []


def test_specials_stand_in_the_order_in_which_they_were_ticked(at):
    at.press("Add infantry")
    boxes = at.page.locator(".kr-tick input")
    for index in (2, 0, 1):
        boxes.nth(index).click()
    ids = [boxes.nth(index).input_value() for index in (2, 0, 1)]
    assert yaml.safe_load(at.export())["units"][0]["abilities"] == ids


NUMBERS = [("2,5", "'2,5'"), ("1,000", "'1,000'"), ("1.000", "'1.000'"), ("five", "'five'"), ("2.5", "2.5")]


@pytest.mark.parametrize(("typed", "got"), NUMBERS, ids=[typed for typed, _ in NUMBERS])
def test_what_is_no_whole_number_is_said_and_stays_as_it_was_typed(at, typed, got):
    """A comma is not swallowed: 2,5 would be 25."""
    words = f"not a whole number (got {got})"
    at.press("Add infantry").page.get_by_label("Figures").press("Control+a")
    at.page.keyboard.type(typed)
    at.page.get_by_label("Points limit").focus()
    at.page.keyboard.type(typed)
    at.press("Add infantry").page.locator(".kr-units__one").first.click()
    for _ in range(2):
        assert said(at) == {"figures": words, "head.points_limit": words}
        assert [at.page.get_by_label(label).input_value() for label in ("Figures", "Points limit")] == [typed, typed]
        assert at.total() == "45 points, 1 not right yet"
        reopened(at, at.export())


def test_arrow_keys_count_up_and_down_within_the_limits(at):
    figures = at.press("Add infantry").page.get_by_label("Figures")
    assert at.page.get_by_role("spinbutton", name="Figures").get_attribute("aria-valuemin") == "1"
    for start, key, end in [("5", "ArrowUp", "6"), ("2", "ArrowDown", "1"), ("1", "ArrowDown", "1"), ("", "ArrowUp", "1"), ("two", "ArrowUp", "two")]:
        figures.fill(start)
        figures.press(key)
        assert figures.input_value() == end and figures.get_attribute("aria-valuenow") == (end if end.isdigit() else None)
    figures.fill("3")
    figures.press("ArrowUp")
    assert ("4 × Grunt", "28") in at.working()


def test_a_link_shows_a_new_visitor_its_force_alone(at):
    link = at.press("Add infantry").link()
    with at.page.context.browser.new_context() as context:
        other = type(at)(context.new_page(), at.url.removesuffix("/play/workshop/")).open(link.removeprefix(at.url)).has_units(1)
        assert other.forces() == ["My force"]
        assert other.press("Undo").names() == [] and other.forces() == ["My force"]
        other.begin().fill("Name of the force", "Mine").page.goto(link)
        assert other.has_units(1).forces() == ["My force", "Mine", "My force"]


def test_a_number_too_long_to_be_written_stays_a_text_in_the_file_and_the_link(at):
    at.press("Add infantry").fill("Figures", "55555555555").fill("Points limit", "0.1234567891")
    at.press("Add a vehicle").fill("Aboard: the names of squads, one a line", "x" * 130).page.locator(".kr-units__one").first.click()
    text = at.export()
    assert 'figures: "55555555555"' in text and 'points_limit: "0.1234567891"' in text
    at.take(text)
    expect(at.page.get_by_label("Force", exact=True).locator("option")).to_have_count(2)
    assert at.page.get_by_label("Figures").input_value() == "55555555555" and at.page.locator(".kr-ws__warning").get_by_text("not opened").count() == 0


def test_the_space_that_a_phones_keyboard_adds_is_no_part_of_a_name(at):
    at.press("Add infantry").fill("Name", "Beta ").press("Add a vehicle").fill("Aboard: the names of squads, one a line", "Beta")
    assert at.names()[0] == "Beta" and "1 not right" not in at.total()
    at.fill("Name", " ")
    assert "empty; write some text" in at.page.locator("kr-unit-editor").inner_text()


@pytest.mark.parametrize(("range_cm", "dv"), [(0, 2), (12, "")])
def test_a_weapon_that_harms_nothing_becomes_no_house_rule(at, range_cm, dv):
    """`kr16 check` would refuse it."""
    at.press("Add infantry").press("Add a weapon of your own").fill("Range, cm", range_cm).fill("Damage Value, if it rolls dice", dv)
    for nth in (0, 1):
        at.press("Save as a house rule", nth)
        assert "Only a weapon with a range, and with a Damage Value or an ability" in at.warning()
        at.press("Close")


def test_the_focus_stays_in_the_workshop_whatever_goes(at):
    focused = "document.activeElement.textContent.slice(0, 8) || document.activeElement.id"
    at.press("Add infantry").page.get_by_role("button", name="Undo").press("Enter")
    assert at.page.evaluate("document.activeElement.id") == "kr-ws-open", "the last step is undone, and Undo is out of use"
    at.press("Redo").page.locator("#kr-ws-abilities input").first.focus()
    at.page.keyboard.press("Control+z")
    assert at.page.evaluate("document.activeElement.id") == "kr-ws-open", "the unit of the box is gone"
    at.press("Redo").take("nothing").page.get_by_role("button", name="Close").press("Enter")
    assert at.page.evaluate("document.activeElement.id") == "kr-ws-open", "the warning is gone"
    at.press("Copy").page.get_by_role("button", name="Undo").press("Enter")
    assert at.page.evaluate(focused) == "Undo"


def test_a_link_to_a_force_that_is_here_leaves_redo_alone(at):
    at.press("Add infantry").fill("Name", "Here")
    link = at.link()
    at.press("Add infantry").press("Undo")
    at.page.evaluate("(link) => { location.hash = new URL(link).hash; }", link)
    at.page.wait_for_function("() => !location.hash")
    assert at.press("Redo").names() == ["Here", "Squad"]


@pytest.mark.parametrize("more", [")", ".", "%20", "&utm_source=chat"])
def test_a_link_with_a_sign_of_the_sentence_after_it_opens(at, more):
    at.press("Add infantry").fill("Name", "Sent")
    link = at.link()
    with at.page.context.browser.new_context() as context:
        assert Shop(context.new_page(), at.url.removesuffix("/play/workshop/")).open(f"{link[link.index('#'):]}{more}").has_units(1).names() == ["Sent"]


def test_a_limit_that_is_none_counts_nothing(at):
    at.press("Add infantry").fill("Points limit", -1)
    assert "limit" not in at.total()


def test_weapons_alike_are_one_weapon_of_the_house_rule(at):
    at.press("Add a vehicle").choose("Vehicle", "(own)").press("Add a weapon of your own").press("Add a weapon of your own").fill("Its name", "Other", 1)
    at.press("Add a weapon of your own")
    with at.page.expect_download() as download:
        at.press("Save as a house rule")
    assert [one["name"] for one in yaml.safe_load(download.value.path().read_text("utf-8"))["add"]["weapons"].values()] == ["Own weapon", "Other"]


@pytest.mark.parametrize("what", ["weapons: [{}]", "abilities: [{}]"], ids=["weapons", "abilities"])
def test_more_than_a_page_can_show_is_refused(at, what):
    item = "{weapon: handgun}" if "weapons" in what else "medic"
    unit = f"  - {{name: A, grade: grunt, save: 5, figures: 5, {what.format(', '.join([item] * 5000))}}}"
    at.take(f"force: F\nrules: core\nunits:\n{unit}\n")
    expect(at.page.locator(".kr-ws__warning")).to_contain_text("too many (got 5000); at most 50")
    assert at.names() == []


@pytest.mark.parametrize("note", ['"' + "x" * 1_900_000 + '"', "'" + "it''s " * 300_000 + "'", '"' + " " * 1_900_000 + '"', "[" + "a, " * 600_000 + "]", '"' + "x" * 1_900_000])
def test_a_line_as_long_as_a_file_is_read_or_refused_at_once(at, note):
    """Within the time that a test waits for anything; each sign once looked at for all that follow, it took minutes."""
    at.take(f"force: F\nrules: core\nnote: {note}\nunits:\n  - {{name: A, grade: grunt, save: 5, figures: 5}}\n")
    expect(at.page.locator(".kr-ws__warning")).to_contain_text("not opened", timeout=20_000)
