"""Force files: what a unit costs, line by line, and what the rules forbid (tests/bad/force-*.yaml)."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from kr16 import force
from kr16.errors import Refused
from kr16.model.force import Force, Unit
from kr16.parse import parse

from tests.kernel import ROOT, core

GAME = core()
FORCES = sorted((ROOT / "data/forces").glob("*.yaml"))
SQUAD = "name: Alpha, grade: grunt, save: 5, figures: 5"


def unit(text: str) -> Unit:
    """The one unit of a force, checked."""
    return checked(text).units[0]


def checked(text: str, game=GAME) -> Force:
    return force.check(parse(f"force: Test\nrules: core\nunits:\n  - {{{text}}}\n", "force.yaml"), game)


def priced(text: str) -> tuple[dict[str, int], int]:
    working = force.price(unit(text), GAME)
    return {line.part: line.points for line in working.lines}, working.total


@pytest.mark.parametrize(
    ("text", "lines", "total"),
    [
        (SQUAD, {"grade": 35, "save": 20}, 55),
        (f"{SQUAD}, weapons: [{{weapon: assault-rifle, count: 4}}, {{weapon: light-machine-gun}}]", {"grade": 35, "save": 20, "assault-rifle": 20, "light-machine-gun": 8}, 83),
        (f"{SQUAD}, commander: elite", {"grade": 28, "commander": 10, "save": 20}, 58),
        (f"{SQUAD}, commander: grunt", {"grade": 35, "save": 20}, 55),
        (f"{SQUAD}, abilities: [medic]", {"grade": 35, "save": 20, "medic": 3}, 58),
        (f"{SQUAD}, abilities: [insurgent-ambush]", {"grade": 35, "save": 20, "insurgent-ambush": 5}, 60),
        ("name: Lone Sniper, grade: elite, save: 5, figures: 1, weapons: [{weapon: sniper-rifle}], abilities: [sniper]", {"grade": 10, "save": 4, "sniper-rifle": 7, "sniper": 9}, 30),
        ("name: Captain, grade: rook, commander: grunt, save: 6, figures: 1", {"commander": 7, "save": 2}, 9),
        ("name: Bombers, grade: grunt, save: 6, figures: 2, weapons: [{weapon: molotov-cocktail, count: 2}]", {"grade": 14, "save": 4, "molotov-cocktail": 8}, 26),
    ],
    ids=["bare", "armed", "commander", "commander-of-the-same-grade", "medic", "insurgents", "sniper", "one-figure-the-commander", "unprinted-weapon"],
)
def test_a_squad(text, lines, total):
    """Grade and save for each figure, the commander's grade in place of one; every insurgent pays for the ambush, one figure for the medic."""
    assert priced(text) == (lines, total)


@pytest.mark.parametrize(
    ("text", "lines", "total"),
    [
        ("name: R, grade: grunt, vehicle: pathfinder-ranger", {"pathfinder-ranger": 70}, 70),
        ("name: R, grade: elite, vehicle: pathfinder-ranger", {"command-roll": 40, "save": 8, "speed": 4, "grenade-machine-gun": 29, "smoke-launchers": 11}, 92),
        ("name: J, grade: guard, vehicle: juraped", {"juraped": 6}, 6),
        ("name: T, grade: rook, vehicle: apc", {"command-roll": 10, "save": 8, "speed": 4, "light-machine-gun": 24, "smoke-launchers": 11}, 57),
        ("name: W, grade: grunt, vehicle: {kind: walker, full_speed_cm: 15, save: 4, weapons: [{weapon: light-cannon}]}", {"command-roll": 20, "save": 16, "speed": 3, "light-cannon": 55}, 94),
        ("name: F, grade: grunt, vehicle: {kind: flyer, combat_speed_cm: 30, save: 5}", {"command-roll": 20, "save": 8, "speed": 8}, 36),
    ],
    ids=["as-printed", "another-crew", "unprinted-whatever-the-crew", "worse-crew", "walker", "flyer"],
)
def test_a_vehicle(text, lines, total):
    """A printed price includes a Grunt crew; any other crew, or a design of one's own, costs what the formula says."""
    assert priced(text) == (lines, total)


def test_combat_speed_is_three_quarters_of_full_speed_rounded_down():
    """15 cm of full speed give 11, not 11¼."""
    assert force.vehicle_of(unit("name: W, grade: grunt, vehicle: {kind: walker, full_speed_cm: 15, save: 4}"), GAME).combat_speed_cm == 11


def test_all_mistakes_of_a_force_are_told_at_once():
    with pytest.raises(Refused) as caught:
        checked(f"{SQUAD.replace('grunt', 'green')}, weapons: [{{weapon: x}}], abilities: [zz]")
    assert [problem.path for problem in caught.value.problems] == ["units.0.grade", "units.0.weapons.0.weapon", "units.0.abilities.0"]


@pytest.mark.parametrize(
    ("table", "text", "message"),
    [
        ("infantry_saves", SQUAD.replace("5", "2"), "no such infantry save (got 2); known: 6, 5, 4, 3"),
        ("vehicle_saves", "name: W, grade: grunt, vehicle: {kind: walker, full_speed_cm: 15, save: 2}", "no such vehicle save (got 2); known: 6, 5, 4, 3"),
    ],
)
def test_a_save_that_these_rules_do_not_have(table, text, message):
    saves = {key: save for key, save in getattr(GAME.rules, table).items() if key != "2"}
    with pytest.raises(Refused) as caught:
        checked(text, replace(GAME, rules=GAME.rules.model_copy(update={table: saves})))
    assert [problem.message for problem in caught.value.problems] == [message]


@pytest.mark.parametrize("path", FORCES, ids=lambda path: path.stem)
def test_an_example_force_is_right_and_within_its_limit(path):
    found = force.load(path, GAME)
    total = sum(force.price(one, GAME).total for one in found.units)
    assert len(found.units) > 5 and (found.points_limit is None or total <= found.points_limit)
    assert yaml.safe_load(path.read_text("utf-8"))["rules"] == "core"


def test_there_are_example_forces():
    assert FORCES


OWN = "weapon: {name: Ripper, range_cm: 30, dv: 3, category: small-arm, abilities: [melee-bonus]}"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{SQUAD}, weapons: [{{{OWN}, count: 2}}, {{weapon: handgun}}]", {"grade": 35, "save": 20, "own:0": 16, "handgun": 3}),
        (f"name: W, grade: grunt, vehicle: {{kind: walker, full_speed_cm: 15, save: 4, weapons: [{{{OWN}, count: 2}}]}}", {"command-roll": 20, "save": 16, "speed": 3, "own:0": 56}),
    ],
    ids=["in-hand", "mounted"],
)
def test_a_weapon_of_a_players_own_costs_what_the_formula_says(text, lines):
    """In hand 3 + 4 + 1 points each; on a vehicle 15 + 8 and a fifth of that, rounded, each."""
    assert priced(text) == (lines, sum(lines.values()))


def test_each_weapon_of_a_squad_is_worked_out_within_its_line():
    """RDF Trooper, Examples: 3 for range, 1 for DV, 1 for the re-roll, 1 for melee."""
    working = force.price(unit("name: T, grade: grunt, save: 5, figures: 1, weapons: [{weapon: rdf-assault-rifle}]"), GAME)
    assert [line.points for line in working.lines[-1].lines] == [3, 1, 1, 1]


def test_a_weapon_without_statistics_may_stand_on_a_vehicle_at_its_printed_price():
    assert priced("name: W, grade: grunt, vehicle: {kind: walker, full_speed_cm: 15, save: 4, weapons: [{weapon: junker-rocket-launcher}]}")[0]["junker-rocket-launcher"] == 7
