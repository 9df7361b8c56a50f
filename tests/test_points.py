"""The points system, clause by clause (Points Values)."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kr16 import points
from kr16.model.costs import Steps
from kr16.model.vehicles import Mount, Vehicle
from kr16.model.weapons import Weapon

from tests.kernel import ROOT, core

RULES = core().rules
PRICE = core().price_of
HALF = Fraction(1, 2)
ABILITIES = [id for id, ability in RULES.abilities.items() if ability.kind == "weapon"]


def weapon(**given) -> Weapon:
    return Weapon(**{"name": "Thing", "cite": "none", "category": "small-arm", "range_cm": 10, "dv": None} | given)


def vehicle(**given) -> Vehicle:
    return Vehicle(**{"name": "Thing", "cite": "none", "kind": "tracked", "full_speed_cm": 20, "combat_speed_cm": 15, "save": 5} | given)


def lines(working: points.Working) -> dict[str, Fraction]:
    return {line.part: line.points for line in working.lines}


@pytest.mark.parametrize(
    ("exact", "how", "whole"),
    [(Fraction(12, 5), "up", 3), (Fraction(12, 5), "down", 2), (Fraction(12, 5), "nearest", 2), (5 * HALF, "nearest", 3), (-5 * HALF, "nearest", -2), (5 * HALF, "none", 5 * HALF), (3, "up", 3), (0, "up", 0)],
)
def test_rounding(exact, how, whole):
    """Halves go up: 6.5 % of anything is never lost."""
    assert points.rounded(Fraction(exact), how) == whole


@pytest.mark.parametrize(("cm", "step", "each", "how", "cost"), [(24, 10, 1, "up", 3), (20, 10, 1, "up", 2), (28, 5, 1, "nearest", 6), (27, 5, 1, "nearest", 5), (75, 2, 1, "none", 75 * HALF), (0, 10, 1, "up", 0), (24, 10, 3, "down", 7)])
def test_a_distance_costs_by_the_step(cm, step, each, how, cost):
    assert points.steps(cm, Steps(step_cm=step, points=each, rounding=how)) == cost


@pytest.mark.parametrize(("dv", "cost"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 32), (8, 128)])
def test_dv_in_hand_doubles_on_past_the_table(dv, cost):
    """The table ends with 5 and "etc."."""
    assert points.dv_points(dv, RULES.points.infantry.dv, RULES.points.infantry.dv_beyond_factor) == cost


@pytest.mark.parametrize(("dv", "cost"), [(1, 2), (5, 32), (9, 512), (10, 1024), (12, 4096)])
def test_dv_on_a_vehicle_doubles_on_past_the_table(dv, cost):
    assert points.dv_points(dv, RULES.points.vehicle.dv, RULES.points.vehicle.dv_beyond_factor) == cost


@pytest.mark.parametrize(("ability", "carried", "sign"), [("harms-vehicles", True, 1), ("guided", False, 1), ("one-kill-a-shot", True, -1), ("fires-grenades", True, 0), ("no-aimed-fire-in-hand", True, -1), ("no-aimed-fire-in-hand", False, 0)])
def test_an_ability_counts_by_its_sign_where_it_applies(ability, carried, sign):
    """A minigun may not aim in hand, but may on a vehicle."""
    assert points.sign(RULES.abilities[ability], carried) == sign


@pytest.mark.parametrize(("id", "dice"), [("assault-rifle", 1), ("smoke-grenades", None), ("grenade-launcher", 3)])
def test_a_launcher_is_priced_at_the_best_it_loads(id, dice):
    assert points.dice(RULES.weapons[id], RULES) == dice


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"range_cm": 24, "dv": 1, "abilities": ["close-range-reroll", "melee-bonus"]}, {"range": 3, "dv": 1, "close-range-reroll": 1, "melee-bonus": 1}),
        ({"range_cm": 32, "dv": 5, "abilities": ["no-aimed-fire-in-hand"]}, {"range": 4, "dv": 16, "no-aimed-fire-in-hand": -1}),
        ({"range_cm": 16, "loads": ["frag-grenades"], "abilities": ["fires-grenades"]}, {"range": 2, "dv": 4}),
    ],
)
def test_a_small_arm(given, expected):
    assert lines(points.small_arm(weapon(**given), RULES)) == expected


def test_a_vehicle_weapon_pays_a_share_of_range_and_dv_for_each_ability():
    """Grenade machine-gun: 36 less a fifth, to the nearest point."""
    working = points.vehicle_weapon(weapon(range_cm=40, dv=4, abilities=["harms-light-vehicles-only"]), RULES)
    assert lines(working) == {"range": 20, "dv": 16, "harms-light-vehicles-only": Fraction(-36, 5), "rounding": Fraction(1, 5)}
    assert working.total == 29


def test_an_extra_ability_of_a_mount_counts_like_the_weapons_own():
    """One-off rockets: a light cannon's +20 % and the one-off's −20 % cancel."""
    assert points.vehicle_weapon(RULES.weapons["light-cannon"], RULES, ["one-off"]).total == 46


@pytest.mark.parametrize(("given", "carried", "mounted"), [({"sign": "positive"}, 3, 3), ({"sign": "negative"}, -3, -3), ({"applies": "carried"}, 3, None), ({"applies": "mounted", "sign": "negative"}, None, -3)])
def test_an_abilitys_own_points_count_by_its_sign_where_it_applies(given, carried, mounted):
    rules = RULES.model_copy(update={"abilities": RULES.abilities | {"kick": RULES.abilities["guided"].model_copy(update={"sign": "positive", "points": 3} | given)}})
    arm = weapon(range_cm=20, dv=2, abilities=["kick"])
    assert lines(points.small_arm(arm, rules)).get("kick") == carried
    assert lines(points.vehicle_weapon(arm, rules)).get("kick") == mounted
    assert points.ability("kick", rules).total == (carried or 0)


@pytest.mark.parametrize(("id", "cost"), [("medic", 3), ("sniper", 9), ("insurgent-ambush", 1)])
def test_a_figures_ability(id, cost):
    assert points.ability(id, RULES).total == cost


def test_a_figure_adds_grade_save_weapons_and_abilities():
    working = points.figure("elite", 4, ["shotgun"], ["medic"], RULES, PRICE)
    assert lines(working) == {"grade": 10, "save": 8, "shotgun": 6, "medic": 3}
    assert [line.part for line in working.lines[2].lines] == ["range", "dv"]


def test_a_save_without_a_price_is_named():
    with pytest.raises(points.NoPrice, match=r"^no infantry save of 1\+$"):
        points.figure("elite", 1, [], [], RULES, PRICE)


@pytest.mark.parametrize(("grade", "roll"), [("rook", 5), ("grunt", 4), ("elite", 3), ("guard", 2)])
def test_a_crew_is_priced_by_the_roll_it_acts_on(grade, roll):
    assert points.command_roll(grade, RULES) == roll


@pytest.mark.parametrize(("given", "speed"), [({"full_speed_cm": 28}, 28), ({"full_speed_cm": None, "combat_speed_cm": 30}, 40), ({"full_speed_cm": None, "combat_speed_cm": 50}, Fraction(200, 3))])
def test_a_flyers_full_speed_is_worked_back_from_its_combat_speed(given, speed):
    """Flyers are printed without a full speed."""
    assert points.full_speed(vehicle(**given), RULES) == speed


def test_abilities_of_the_kind_come_first_and_count_once():
    assert points.abilities_of(vehicle(kind="drone", abilities=["command-module", "flying"]), RULES) == ["flying", "drone-initiative", "drone-reroll", "hit-by-small-arms", "command-module"]


def test_a_small_arm_on_a_vehicle_is_priced_on_the_vehicles_scale():
    """APC: 16 + 8 for a light machine gun, not the 8 that it costs in hand."""
    working = points.vehicle(RULES.vehicles["apc"], "grunt", RULES, PRICE)
    assert lines(working) == {"command-roll": 20, "save": 8, "speed": 4, "light-machine-gun": 24, "smoke-launchers": 11}


def test_several_of_a_weapon_and_a_vehicles_own_ability():
    """Super heavy tank: twice the printed 420, and a fifth of the whole for crossing cover."""
    working = points.vehicle(RULES.vehicles["super-heavy-tank"], "grunt", RULES, PRICE)
    assert lines(working) == {"command-roll": 20, "save": 64, "speed": 2, "heavy-cannon": 840, "heavy-machine-gun": 64, "smoke-launchers": 11, "crosses-any-cover": Fraction(1001, 5), "rounding": Fraction(-1, 5)}
    assert working.total == 1201


# --- properties ----------------------------------------------------------------------------------

arms = st.builds(weapon, range_cm=st.integers(1, 500), dv=st.none() | st.integers(1, 20), abilities=st.lists(st.sampled_from(ABILITIES), max_size=4, unique=True))
grades = st.sampled_from(list(RULES.grades))
mounts = st.builds(Mount, weapon=st.sampled_from([id for id, w in RULES.weapons.items() if w.statistics == "printed"]), count=st.integers(1, 3))
tanks = st.builds(vehicle, full_speed_cm=st.integers(0, 500), save=st.integers(2, 6), weapons=st.lists(mounts, max_size=3), abilities=st.lists(st.sampled_from(["crosses-any-cover", "hit-by-small-arms"]), unique=True))


@given(arms, tanks, grades)
def test_the_lines_of_a_working_add_up_exactly(arm, tank, grade):
    for working in (points.small_arm(arm, RULES), points.vehicle_weapon(arm, RULES), points.vehicle(tank, grade, RULES, PRICE)):
        assert sum(line.points for line in working.lines) == working.total


@given(arms, st.integers(1, 500), st.integers(1, 20))
def test_more_range_or_dv_never_makes_a_weapon_cheaper(arm, range_cm, dv):
    better = arm.model_copy(update={"range_cm": max(arm.range_cm, range_cm), "dv": max(arm.dv or 1, dv)})
    for price in (points.small_arm, points.vehicle_weapon):
        assert price(better, RULES).total >= price(arm, RULES).total


@given(tanks, grades, st.integers(2, 6), st.integers(0, 500))
def test_a_better_save_or_more_speed_never_makes_a_vehicle_cheaper(tank, grade, save, speed):
    better = tank.model_copy(update={"save": min(tank.save, save), "full_speed_cm": max(tank.full_speed_cm, speed)})
    assert points.vehicle(better, grade, RULES, PRICE).total >= points.vehicle(tank, grade, RULES, PRICE).total


def test_only_the_side_by_side_table_and_the_price_in_play_read_the_printed_prices():
    """The formula must not know the answers it is tested against."""
    readers = {path.relative_to(ROOT / "tools/kr16").as_posix() for path in (ROOT / "tools/kr16").rglob("*.py") if re.search(r"\.printed\b|data/printed|printed import", path.read_text("utf-8"))}
    assert readers & {"points.py", "rolls.py", "force.py", "context/tables.py", "context/cards.py", "context/rows.py", "context/reference.py", "context/weapons.py"} == set()
    assert {"game.py", "context/costs.py"} <= readers
