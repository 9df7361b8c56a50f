"""The workshop from first visit to printed cards and a link in another browser, on a phone and on a desktop."""

from __future__ import annotations

import io

import pytest
import yaml
from kr16 import force, game
from kr16.parse import parse
from pypdf import PdfReader

from tests.browser.workshop import SCREENS, shop
from tests.kernel import ROOT, core

pytestmark = pytest.mark.browser
SCREEN = pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
POINTS = 72 / 25.4


@pytest.fixture
def at(browser, site_url):
    with shop(browser, site_url) as opened:
        yield opened


def example_figures(at):
    """The two figures of Rough Points Values for Infantry, Examples."""
    at.squad("RDF Trooper", figures=1, grade="grunt", save=5, weapons=[("rdf-assault-rifle", 1), ("smoke-grenades", 1), ("frag-grenades", 1)])
    trooper = at.working()
    at.squad("Junker Insurgent", figures=1, grade="grunt", save=6, weapons=[("assault-rifle", 1), ("molotov-cocktail", 1)], specials=["Insurgent Ambush"])
    return trooper, at.working()


@SCREEN
def test_the_example_figures_cost_what_the_rulebook_says_line_by_line(browser, site_url, screen):
    with shop(browser, site_url, screen) as at:
        trooper, insurgent = example_figures(at)
        assert trooper == [("1 × Grunt", "7"), ("1 × save of 5+", "4"), ("1 × RDF Assault Rifle", "6"), ("1 × Smoke Grenades", "3"), ("1 × Frag Grenades", "5"), ("Together", "25")]
        assert insurgent == [("1 × Grunt", "7"), ("1 × save of 6+", "2"), ("1 × Assault Rifle", "5"), ("1 × Molotov Cocktail", "4"), ("Insurgent Ambush", "1"), ("Together", "19")]
        assert at.total() == "44 points"
        assert "Insurgent Ambush" in at.card() and "19 points" in at.card()


@SCREEN
def test_a_vehicle_of_ones_own(browser, site_url, screen):
    """Crew 20, save 16, speed 3, cannon 55."""
    with shop(browser, site_url, screen) as at:
        at.press("Add a vehicle").fill("Name", "Home-made Walker").choose("Vehicle", "(own)").choose("Kind", "walker").choose("Damage chart", "")
        at.fill("Full speed, cm", 15).choose("Save", 4).press("Add a weapon").choose("Weapon 1", "light-cannon")
        assert at.working() == [("Grunt crew, command roll 4+", "20"), ("Save of 4+", "16"), ("Full speed 15 cm", "3"), ("Light Cannon", "55"), ("Together", "94")]
        assert "Walker, own design · 94 points" in at.card()


@SCREEN
def test_nine_cards_print_on_one_sheet(browser, site_url, screen):
    """Nine poker cards on A4 and on Letter, at their true size, nothing else on the paper."""
    with shop(browser, site_url, screen) as at:
        example_figures(at)
        for _ in range(7):
            at.press("Copy")
        names = at.names()
        with at.page.context.expect_page() as opened:
            at.press("Print cards")
        page = opened.value
        page.wait_for_selector(".kr-sheet")
        assert page.locator("[role=status]").inner_text().startswith("9 cards on 1 sheet.")
        for paper, size in {"a4": (210, 297), "letter": (215.9, 279.4)}.items():
            page.get_by_label("Paper").select_option(paper)
            printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
            assert len(printed.pages) == 1
            assert [round(float(length) / POINTS, 1) for length in printed.pages[0].mediabox[2:]] == pytest.approx(size, abs=0.3)
            text = printed.pages[0].extract_text()
            assert [name for name in names if name not in text] == [] and "Print at actual size" not in text
            box = page.locator(".kr-sheet__place").first.bounding_box()
            assert (box["width"] * 25.4 / 96, box["height"] * 25.4 / 96) == pytest.approx((63, 88), abs=0.1)


@SCREEN
def test_a_link_brings_the_same_force_to_another_browser(browser, site_url, screen):
    with shop(browser, site_url, screen) as at:
        example_figures(at)
        at.fill("Name of the force", "Sent & received ★").fill("Points limit", 100)
        link, sent = at.link(), at.kept()["forces"][0]
        assert len(link) < 400
    with shop(browser, site_url, screen) as other:
        other.open(link.removeprefix(other.url)).has_units(2)
        assert other.names() == ["RDF Trooper", "Junker Insurgent"]
        assert other.total() == "44 points, 56 left of 100"
        assert other.forces() == ["Sent & received ★"]
        got = other.kept()["forces"][0]
        assert got["head"] == sent["head"] and [one["unit"] for one in got["units"]] == [one["unit"] for one in sent["units"]]
        assert "#" not in other.page.url


def test_the_summary_and_the_reference_cards_print_too(at):
    example_figures(at)
    with at.page.context.expect_page() as opened:
        at.press("Print cards")
    page = opened.value
    page.wait_for_selector(".kr-sheet")
    page.get_by_label("Print", exact=True).select_option("reference")
    assert "Military vehicle damage" in page.locator(".kr-sheets").inner_text()
    page.get_by_label("Print", exact=True).select_option("summary")
    text = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages[0].extract_text()
    assert "44" in text and "Insurgent Ambush" in text


def test_the_file_is_one_that_the_command_line_reads(at):
    """The file says the same to Python: the same units at the same points."""
    example_figures(at)
    at.press("Add a vehicle").choose("Vehicle", "pathfinder-ranger")
    text = at.export()
    found = force.check(parse(text, "force.yaml"), core())
    assert [force.price(unit, core()).total for unit in found.units] == [25, 19, 70]
    assert at.total() == "114 points"


@pytest.mark.parametrize("path", sorted((ROOT / "data/forces").glob("*.yaml")), ids=lambda path: path.stem)
def test_an_example_opens_and_is_written_as_it_was(at, path):
    """What a person wrote, comments and order too, comes out as it went in; a change leaves the rest alone."""
    text = path.read_text("utf-8")
    at.begin(path.stem)
    at.page.wait_for_selector(".kr-units__one")
    assert at.export() == text
    at.page.locator(".kr-units__one").nth(1).click()
    at.fill("Name", "Renamed")
    changed, old = at.export(), yaml.safe_load(text)
    assert yaml.safe_load(changed)["units"] == [unit | ({"name": "Renamed"} if index == 1 else {}) for index, unit in enumerate(old["units"])]
    assert set(text.splitlines()) - set(changed.splitlines()) == {f"  - name: {old['units'][1]['name']}"}


def test_a_file_keeps_its_comments_where_a_unit_is_changed(at):
    at.take("# ours\nrules: core # the rulebook's\nforce: Us\nunits:\n# the first\n- {name: A, grade: grunt, save: 5, figures: 3} # three\n- { name: 'B' , grade: grunt,\n    save: 5, figures: 1}\n# last words\n")
    at.fill("Figures", 4).fill("Name of the force", "Them")
    assert at.export() == "# ours\nrules: core # the rulebook's\nforce: Them\nunits:\n# the first\n# three\n- name: A\n  grade: grunt\n  save: 5\n  figures: 4\n- { name: 'B' , grade: grunt,\n    save: 5, figures: 1}\n# last words\n"


def test_what_the_rules_forbid_is_said_at_the_field(at):
    at.squad("A", figures=2, grade="rook", save=3, weapons=[("minigun", 3)])
    at.choose("Commander", "elite")
    said = {one.get_attribute("data-path"): one.locator(".kr-field__wrong").inner_text() for one in at.page.locator("[data-path]:has(.kr-field__wrong:not([hidden]))").all()}
    assert said == {
        "commander": "a commander may be at most 1 grade above the unit, and not below it (got 'elite'); allowed: rook, grunt",
        "weapons.0.count": "more than the figures that could carry it (got 3); at most 2",
    }
    assert at.page.get_by_label("Commander").get_attribute("aria-invalid") == "true"
    assert at.total() == "0 points, 1 not right yet"
    at.choose("Commander", "grunt").fill("Carried by", 2)
    assert at.page.locator("[data-path='weapons.0.weapon'] .kr-field__mark").inner_text() == "The rules forbid it Aimed Fire while it is carried by hand."
    assert at.page.locator("[aria-invalid]").count() == 0
    at.fill("Figures", 9)
    assert at.page.locator(".kr-units__remark").inner_text() == "unusual"


def test_undo_and_redo(at):
    at.press("Add infantry").fill("Name", "First").press("Add infantry").press("Remove")
    assert at.names() == ["First"]
    for expected in (["First", "Squad"], ["First"], ["Squad"], []):
        at.press("Undo")
        assert at.names() == expected
    assert at.page.get_by_role("button", name="Undo", exact=True).is_disabled()
    for expected in (["Squad"], ["First"]):
        at.press("Redo")
        assert at.names() == expected
    assert at.page.get_by_label("Name", exact=True).input_value() == "First"


def test_units_are_moved_copied_and_forces_kept_apart(at):
    for name in "ABC":
        at.press("Add infantry").fill("Name", name)
    at.press("Earlier").press("Earlier")
    assert at.names() == ["C", "A", "B"]
    at.press("Copy").press("Later")
    assert at.names() == ["C", "A", "C 2", "B"]
    at.begin()
    assert at.names() == []
    at.fill("Name of the force", "Second").press("Add a vehicle")
    at.page.reload()
    at.page.wait_for_selector("kr-force-bar")
    assert at.names() == ["Vehicle"]
    at.choose("Force", "0")
    assert at.names() == ["C", "A", "C 2", "B"]


@pytest.mark.parametrize("what", ["weapon", "vehicle", "squad"])
def test_a_design_becomes_a_house_rule_at_the_same_price(at, tmp_path, what):
    """Python takes the file as a variant, and prices what it adds as the workshop did."""
    at.press("Add a vehicle" if what != "squad" else "Add infantry").fill("Name", "Old Ripper")
    if what != "squad":
        at.choose("Vehicle", "(own)").choose("Kind", "walker").choose("Damage chart", "").fill("Full speed, cm", 15).choose("Save", 4)
    at.press("Add a weapon of your own").fill("Its name", "Ripper").fill("Range, cm", 30)
    at.page.get_by_text("Its abilities", exact=True).first.click()
    at.tick("Harms light vehicles only")
    lines = dict(at.working())
    with at.page.expect_download() as download:
        at.press("Save as a house rule", 1 if what == "weapon" else 0)
    path = tmp_path / "house.yaml"
    path.write_bytes(download.value.path().read_bytes())
    found = game.load_file(ROOT, path)
    assert found.price_of("ripper", mounted=what != "squad") == int(lines["Ripper" if what != "squad" else "1 × Ripper"])
    if what == "vehicle":
        assert force.price(force.check(parse("force: x\nrules: old-ripper\nunits: [{name: One, grade: grunt, vehicle: old-ripper}]", "x"), found).units[0], found).total == int(lines["Together"])
    if what == "squad":
        assert found.rules.figures["old-ripper"].weapons == ["ripper"]


# Lines that reach over the edge that a card keeps clear.
WIDER = "() => [...document.querySelectorAll('.kr-sheet .kr-card p')].filter((line) => line.scrollWidth > line.clientWidth + 1).map((line) => line.innerText)"


def test_what_is_long_goes_on_on_a_second_card_in_every_size(at):
    """No line of any card stands in its notice, none is lost, and the least card has no symbol in its way."""
    at.begin("motor-pool")
    at.page.wait_for_selector("text=Peeping Tom")
    at.page.locator(".kr-units__one").nth(3).click()
    at.fill("Note, printed on the card", " ".join(f"word{number}" for number in range(220)))
    with at.page.context.expect_page() as opened:
        at.press("Print cards")
    page = opened.value
    page.wait_for_selector(".kr-sheet")
    for size in page.get_by_label("Size of cards").locator("option").all():
        page.get_by_label("Size of cards").select_option(size.get_attribute("value"))
        assert page.evaluate("""() => [...document.querySelectorAll('.kr-sheet .kr-card')].filter((card) => {
          const notice = card.querySelector('.kr-card__notice');
          const lines = [...card.querySelectorAll('.kr-card__stats, .kr-card__ticks, .kr-rows p')];
          return lines.at(-1).getBoundingClientRect().bottom > notice.getBoundingClientRect().top + 1;
        }).map((card) => card.innerText.slice(0, 40))""") == []
        assert page.evaluate(WIDER) == []
        text = page.locator(".kr-sheets").inner_text().split()
        assert [word for word in (f"word{number}" for number in range(220)) if word not in text] == []
    assert page.locator(".kr-card__icon").first.is_hidden()
    page.locator("select[name=what]").select_option("reference")
    page.wait_for_selector("text=Campaign")
    assert page.evaluate(WIDER) == []
