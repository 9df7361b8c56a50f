"""The what-changed list: old, new, why, and the prices that follow; two versions of one variant."""

from __future__ import annotations

import pytest
from kr16 import game, pages
from kr16.context import changes
from kr16.live import NBSP

from tests.kernel import ROOT
from tests.ruled import checked, project

HEAD = "id: x\ntitle: House\nbase: core 1.6\nauthor: me\n"
FIRST = """\
change:
  orders.run.move_cm: {from: 12, to: 14, why: long legs}
  shooting.to_hit: {from: 5, to: 4, why: short games}
  weapons.shotgun.range_cm: {from: 12, to: 22, why: long barrels}
  vehicles.apc.weapons: {add: [{weapon: rocket-launcher, count: 2}], remove: [smoke-launchers], why: tank hunters}
  abilities.guided.text: {from: "The firer may guide the shot. It then adds {{ .effects.aim.modifier }} to hit, and in return the target adds {{ .effects.save.modifier }} to its saves.", to: Guided., why: brief}
add:
  weapons:
    musket: {name: Musket, cite: ours, category: small-arm, range_cm: 16, dv: 1}
remove:
  vehicles.super-heavy-tank: {why: none here}
  infantry_saves.2: {why: nobody wears it}
rules:
  shooting.shaken: {append: They run., why: they do}
  pages: [{id: trenches, title: Trenches, text: Dig.}]
"""
SECOND = FIRST.replace("to: 14", "to: 16").replace("range_cm: 16", "range_cm: 20").replace("They run.", "They run far.").replace("  vehicles.super-heavy-tank: {why: none here}\n", "").replace("  pages: [{id: trenches, title: Trenches, text: Dig.}]\n", "")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return checked(project(tmp_path_factory.mktemp("house"), {"x": HEAD + FIRST}), "x")


def test_the_list_reads_as_a_person_would_say_it(made):
    told = [(change["name"], change["old"].replace(NBSP, " "), change["new"].replace(NBSP, " "), change["why"]) for change in changes.changes(made)]
    assert told == [
        ("Orders, Run, move", "12 cm", "14 cm", "long legs"),
        ("Shooting, to hit", "5+", "4+", "short games"),
        ("Weapons, Shotgun, range", "12 cm", "22 cm", "long barrels"),
        ("Vehicles, APC, weapons", "Light Machine Gun, Smoke Launchers", "Light Machine Gun, 2 × Rocket Launcher", "tank hunters"),
        ("Abilities, Guided, text", "The firer may guide the shot. It then adds +1 to hit, and in return the target adds +1 to its saves.", "Guided.", "brief"),
        ("Weapons, Musket", "—", "Musket", ""),
        ("Vehicles, Super Heavy Tank", "Super Heavy Tank", "—", "none here"),
        ("Infantry saves, 2+", "2+", "—", "nobody wears it"),
    ]


def test_an_added_reading_is_told_by_its_title(tmp_path):
    add = "add:\n  readings:\n    fog: {title: Fog lifts, kind: gap, cite: none, rulebook: Nothing., reading: It does., why: we like it}\n"
    found = checked(project(tmp_path, {"x": HEAD + add}), "x")
    assert [(change["name"], change["new"]) for change in changes.changes(found)] == [("Readings, Fog lifts", "Fog lifts")]
    assert changes.as_text(found).split("\n")[1] == "readings.fog: new: Fog lifts"


def test_a_list_of_ids_is_told_by_names():
    [told] = [change for change in changes.changes(pages.checked(ROOT, "beam-weapons")) if change["path"] == "vehicles.pathfinder-ranger.abilities"]
    assert (told["old"], told["new"]) == ("none", "Vehicle deflector")


@pytest.mark.parametrize(("path", "href"), [("orders.run.move_cm", "reference/orders.md#run"), ("infantry_saves.6.points", "reference/saves.md#infantry-6"), ("vehicles.super-heavy-tank", ""), ("shooting.to_hit", ""), ("minefields.ap.infantry.dv", "reference/mines.md#ap")])
def test_a_change_leads_to_its_record(path, href, made):
    assert changes.href(path, made) == href


def test_prices_that_follow(made):
    moved = {item["id"]: (item["old"], item["new"]) for item in changes.moved_prices(made)}
    assert moved == {"shotgun": ("6", "7"), "musket": ("", "3"), "apc": ("67", "124")}


def test_the_list_as_text(made):
    text = changes.as_text(made).replace(NBSP, " ").split("\n")
    assert text[0] == "House (x), of core 1.6"
    assert text[1] == "orders.run.move_cm: 12 cm → 14 cm (long legs)"
    assert "weapons.musket: new: Musket" in text
    assert "vehicles.super-heavy-tank: removed (none here)" in text
    assert text[-6:] == ["rules shooting.shaken: added to (they do)", "rules trenches: new page: Trenches", "points that follow:", "  shotgun: 6 → 7", "  musket: new → 3", "  apc: 67 → 124"]


def test_two_versions_of_one_variant(made, tmp_path):
    """Only what differs between them, and all of it."""
    later = checked(project(tmp_path, {"x": HEAD + SECOND}), "x")
    lines = changes.since(later, made).replace(NBSP, " ").split("\n")
    assert lines[0] == "House (x), since the older file"
    assert "orders.run.move_cm: 14 cm → 16 cm" in lines
    assert "weapons.musket.range_cm: 16 cm → 20 cm" in lines
    assert "rules.shooting.shaken: They run. → They run far." in lines
    assert "rules.pages.trenches: gone" in lines
    assert "vehicles.super-heavy-tank: new: Super Heavy Tank" in lines
    assert not any(line.startswith(("shooting.to_hit", "weapons.shotgun")) for line in lines)


def test_two_equal_versions(made):
    assert changes.since(made, made).split("\n") == ["House (x), since the older file", "nothing differs"]


def test_words_of_a_base_that_name_what_only_the_base_has(tmp_path):
    """The old value of a chain's second link may hold numbers that core does not have."""
    ability = "    slow: {name: Slow, cite: ours, kind: weapon, sign: negative, numbers: {turns: 2}, card: '{{ abilities.slow.numbers.turns }} turns', text: Slow.}\n"
    under = "id: low\ntitle: Low\nbase: core 1.6\nversion: '1'\nauthor: me\nadd:\n  abilities:\n" + ability
    over = HEAD.replace("core 1.6", "low 1") + "change:\n  abilities.slow.card: {from: '{{ abilities.slow.numbers.turns }} turns', to: slow, why: brief}\n"
    here = project(tmp_path, {"low": under, "x": over})
    found = checked(here, "x")
    assert [change["new"] for change in changes.changes(found)] == ["Slow", "slow"]
    assert isinstance(found, game.Game) and pages.pages(found, here)
