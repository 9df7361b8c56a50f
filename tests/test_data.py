"""data/core against a second transcription of the rulebook (tests/rulebook.py), and what holds for every record.

A difference is a slip in one of the two: look it up in the rulebook.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kr16 import points
from kr16.live import walk
from kr16.model.fields import Cited, Record

from tests import rulebook
from tests.kernel import ROOT, core

RULES = core().rules
CORE = sorted((ROOT / "data/core").glob("*.yaml"))


def test_orders():
    assert {id: (o.difficulty, o.move_cm, o.fires, o.to_hit_modifier, o.to_be_hit_modifier) for id, o in RULES.orders.items()} == rulebook.ORDERS
    reactions = {id: (r.fires, r.to_hit_modifier, r.to_be_hit_modifier) for id, r in RULES.orders["react"].reactions.items()}
    assert reactions == {"fire": (True, -1, 0), "cover": (False, 0, -1)}


def test_grades_cover_and_saves():
    assert {id: (g.attack_bonus, g.command_bonus, g.points) for id, g in RULES.grades.items()} == rulebook.GRADES
    assert {id: c.to_hit_modifier for id, c in RULES.cover.items()} == rulebook.COVER
    assert {key: s.points for key, s in RULES.infantry_saves.items()} == rulebook.INFANTRY_SAVES
    assert {key: s.points for key, s in RULES.vehicle_saves.items()} == rulebook.VEHICLE_SAVES
    assert {key: s.abilities for key, s in RULES.infantry_saves.items() if s.abilities} == {"3": ["power-armour"]}


@pytest.mark.parametrize(("category", "table"), [("small-arm", rulebook.SMALL_ARMS), ("vehicle-weapon", rulebook.VEHICLE_WEAPONS)])
def test_weapons(category, table):
    assert {id: (w.range_cm, w.dv) for id, w in RULES.weapons.items() if w.category == category} == table


def test_what_weapons_do():
    """Abilities; smoke's are the template and that nothing is rolled."""
    smoke = {id: ["blocks-line-of-sight", "placed-without-a-roll"] for id in ("smoke-grenades", "smoke-launchers")}
    own = {"grenade-launcher": ["fires-grenades"], "rdf-assault-rifle": ["close-range-reroll", "melee-bonus"], "bullfrog-rockets": ["unsteady-on-the-move"]}
    assert {id: w.abilities for id, w in RULES.weapons.items() if w.abilities} == rulebook.ABILITIES_OF | smoke | own
    assert RULES.weapons["grenade-launcher"].loads == ["frag-grenades", "smoke-grenades"]


def test_abilities():
    found = {f"{id}.{key}": (e.roll, e.modifier, e.reroll, e.from_roll, e.within_cm) for id, a in RULES.abilities.items() for key, e in a.effects.items() if not e.ignores_cover}
    assert found == rulebook.EFFECTS
    numbers = {f"{id}.{key}": n for id, a in RULES.abilities.items() for key, n in a.numbers.items()}
    assert numbers | rulebook.NUMBERS == numbers
    assert {id: a.harms_saves_from for id, a in RULES.abilities.items() if a.harms_saves_from} == {"harms-vehicles": 2, "harms-light-vehicles-only": 5}
    assert {id: a.points for id, a in RULES.abilities.items() if a.points is not None} == {"insurgent-ambush": 1, "medic": 3, "sniper": 9}


def test_vehicles():
    found = {id: (v.full_speed_cm, v.combat_speed_cm, v.save, {m.weapon: m.count for m in v.weapons}) for id, v in RULES.vehicles.items()}
    assert {id: row for id, row in found.items() if id not in rulebook.UNDESCRIBED_VEHICLES} == rulebook.VEHICLES
    assert set(found) == set(rulebook.VEHICLES) | rulebook.UNDESCRIBED_VEHICLES
    own = {"heavy-tank": ["crosses-heavy-cover"], "super-heavy-tank": ["crosses-any-cover"], "transport-chopper": ["hovering-exit"], "ms1-command-module": ["command-module"]}
    assert {id: v.abilities for id, v in RULES.vehicles.items() if v.abilities} == own
    actions = {id: (a.speed, a.fires, a.aimed_weapons, a.aimed_to_hit_modifier) for id, a in RULES.vehicle_actions.items()}
    assert actions == {"full-speed": ("full", "nothing", 0, 0), "combat-speed": ("combat", "one weapon", 0, 0), "stationary": ("none", "all weapons", 1, 1)}


def test_vehicles_without_statistics_have_no_rule_that_is_not_printed():
    """A kind brings rules with it; the Juraped, a mount with a price and no more, is no walker."""
    given = {id: points.abilities_of(v, RULES) for id, v in RULES.vehicles.items() if v.statistics == "not printed"}
    assert {id: found for id, found in given.items() if found} == {"ms1-command-module": ["command-module"]}


def test_damage_charts():
    assert {id: [(row.from_, row.to) for row in chart.rows.values()] for id, chart in RULES.damage_charts.items()} == rulebook.CHARTS
    rows = {(id, key): row for id, chart in RULES.damage_charts.items() for key, row in chart.rows.items()}
    assert {place[1] for place, row in rows.items() if row.command_modifier == -1} == {"crew-shaken"}
    assert {place for place, row in rows.items() if row.to_hit_modifier == -1} == {("military", "targeting-system-destroyed"), ("aircraft", "targeting-system-destroyed")}
    assert {place for place, row in rows.items() if row.choice_roll == 6} == {("military", "weapon-destroyed"), ("aircraft", "weapon-destroyed")}


def test_mines_structures_and_fates():
    ap, at = RULES.minefields["ap"].infantry, RULES.minefields["at"].vehicles
    assert (ap.triggers_from, ap.dv, ap.certain_beyond_order) == (4, 3, "advance")
    assert (at.triggers_from, at.dv, at.certain_at_save, at.damage_modifier, at.damage_cap) == (3, 4, 3, 1, 6)
    assert RULES.minefields["mixed"].combines == ["ap", "at"]
    assert {id: s.structure_points for id, s in RULES.structures.items()} == rulebook.STRUCTURES
    assert [(f.from_, f.to) for f in RULES.campaign.fates.values()] == [(1, 3), (4, 5), (6, 6)]


@pytest.mark.parametrize("name", rulebook.CONSTANTS)
def test_single_numbers(name):
    found = getattr(RULES, name).model_dump(by_alias=True)
    assert {key: value for key, value in found.items() if isinstance(value, int)} == rulebook.CONSTANTS[name]


def test_cost_tables():
    infantry, vehicle = RULES.points.infantry, RULES.points.vehicle
    assert infantry.dv == {"1": 1, "2": 2, "3": 4, "4": 8, "5": 16}
    assert (infantry.range.step_cm, infantry.range.points, infantry.ability_points, infantry.dv_beyond_factor) == (10, 1, 1, 2)
    assert vehicle.command_roll == {"6": 5, "5": 10, "4": 20, "3": 40, "2": 80}
    assert vehicle.dv == {"1": 2, "2": 4, "3": 8, "4": 16, "5": 32, "6": 64, "7": 128, "8": 256, "9": 512}
    assert (vehicle.speed.step_cm, vehicle.speed.points, vehicle.range.step_cm, vehicle.range.points, vehicle.ability_percent, vehicle.dv_beyond_factor) == (5, 1, 2, 1, 20, 2)


# --- what holds for every record -------------------------------------------------------------------


def test_every_id_that_others_rely_on_is_spelt_as_agreed():
    """Pages, anchors and share links are made of these; they never change."""
    figures = {"rdf-trooper", "junker-insurgent"}
    assert list(RULES.orders) == list(rulebook.ORDERS) and list(RULES.grades) == list(rulebook.GRADES) and list(RULES.cover) == ["light", "heavy"]
    assert list(RULES.damage_charts) == ["military", "civilian", "aircraft"]
    assert set(RULES.figures) == figures and {"insurgent-ambush", "medic", "sniper"} <= set(RULES.abilities)
    assert set(RULES.structures) == set(rulebook.STRUCTURES)


def test_every_record_says_where_the_rulebook_has_it():
    """`cite` is a heading of the rulebook, not a page number: the rulebook's pages are not numbered."""
    records = [(".".join(path), value) for path, value in walk(RULES) if isinstance(value, (Record, Cited)) or hasattr(value, "cite")]
    assert len(records) > 150
    assert [path for path, record in records if not re.match(r"[A-Z]", record.cite) or re.search(r"\bp(age|\.)? ?\d", record.cite)] == []


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_a_data_file_names_its_schema_and_its_fields_documentation(path: Path):
    lines = path.read_text("utf-8").split("\n")
    assert lines[0] == f"# yaml-language-server: $schema=../../site/data/schema/{path.stem}.json"
    assert any(f"Fields: data/README.md#{path.stem}." in line for line in lines[1:4])


def test_no_two_items_that_are_priced_share_an_id():
    """`price.ID` in a text and `kr16 points ID` name one thing."""
    ids = [*RULES.weapons, *RULES.vehicles, *RULES.figures, *RULES.abilities]
    assert sorted({id for id in ids if ids.count(id) > 1}) == []


def test_texts_hold_no_markup():
    """Text is text: HTML would be shown as it is, and a second language in the data helps nobody."""
    found = [".".join(path) for path, value in walk(RULES) if isinstance(value, str) and re.search(r"<[a-z/]|\*\*|\]\(", value)]
    assert found == []
