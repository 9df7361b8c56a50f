"""What tables and pages say, worked out by hand for a few rows."""

from __future__ import annotations

import re

import pytest
from kr16.context import costs, reference, tables
from kr16.context.rows import range_of, vehicle_save
from kr16.context.weapons import BLANK, ability_card, applying, fired, harms

from tests.kernel import core

GAME = core()


def row(table: dict, id: str) -> list[str]:
    """The cells of a row as a reader sees them, spaces plain."""
    cells = next(row["cells"] for row in table["rows"] if row["id"] == id)
    return [(" · ".join(chip["text"] for chip in cell["chips"]) or cell["text"]).replace("\u00a0", " ") for cell in cells]


def record(uri: str, id: str) -> dict:
    return next(record for record in reference.PAGES[uri](GAME)["records"] if record["id"] == id)


def stats(uri: str, id: str) -> dict[str, str]:
    return {stat["label"]: stat["value"].replace("\u00a0", " ") for stat in record(uri, id)["stats"]}


@pytest.mark.parametrize(
    ("name", "id", "cells"),
    [
        ("orders", "fall-back", ["Fall Back", "3+", "6 cm", "before moving", "−1", "—"]),
        ("orders", "react", ["React", "3+", "—", "as a reaction", "−1", "−1"]),
        ("grades", "rook", ["Rook", "−1", "−1", "3"]),
        ("to_hit", "elite", ["Elite", "4+", "5+", "6+"]),
        ("to_hit", "rook", ["Rook", "6+", "—", "—"]),
        ("command", "assault", ["Assault", "6+ / —", "5+ / 6+", "4+ / 5+", "3+ / 4+"]),
        ("command", "take-cover", ["Take Cover", "3+ / 4+", "2+ / 3+", "auto / 2+", "auto / auto"]),
        ("small_arms", "assault-rifle", ["Assault Rifle", "24 cm", "1", "no", "≤ 12 cm: re-roll 1s, once", "5"]),
        ("small_arms", "mortar", ["Mortar", "50 cm", "4", "yes", "Harms vehicles · No LOS needed, at −1", "15"]),
        ("small_arms", "molotov-cocktail", ["Molotov Cocktail", BLANK, BLANK, "no", "", "4"]),
        ("vehicle_weapons", "grenade-machine-gun", ["Grenade Machine-gun", "40 cm", "4", "save 5+ or worse", "Harms only vehicles saving on 5+ or worse", "29"]),
        ("vehicles", "super-heavy-tank", ["Super Heavy Tank", "10 cm", "7 cm", "2+", "3+", "2 × Heavy Cannon · 2 × Heavy Machine Gun · Smoke Launchers", "1201"]),
        ("vehicles", "pick-up-truck", ["Pick-up Truck", "28 cm", "21 cm", "6+", "—", "none", "30"]),
        ("vehicles", "attack-chopper", ["Attack Chopper", "—", "50 cm", "5+", "6+", "Minigun · 2 × One-off Rocket", "181"]),
        ("minefields", "mixed", ["Mixed minefield", "infantry and vehicles", "4+ / 3+", "3 / 4"]),
        ("structures", "huge-junker-shack", ["Huge Junker Shack", "8"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_row_of_a_table(name, id, cells):
    """From the rulebook's tables: rolls less the bonuses, prices as printed or else computed."""
    assert row(tables.TABLES[name](GAME), id) == cells


@pytest.mark.parametrize("name", tables.TABLES)
def test_a_table_has_a_cell_for_each_column(name):
    table = tables.TABLES[name](GAME)
    assert table["caption"] and table["rows"]
    assert {len(row["cells"]) for row in table["rows"]} == {len(table["columns"])}


@pytest.mark.parametrize(("id", "who"), [("handgun", "none"), ("rocket-launcher", "all"), ("light-cannon", "all"), ("grenade-machine-gun", "5+ or worse"), ("smoke-launchers", "none"), ("grenade-launcher", "none")])
def test_which_vehicles_a_weapon_harms(id, who):
    """Small arms only where their note says so; vehicle weapons all, but for the grenade machine-gun; smoke nothing."""
    assert harms(GAME.rules.weapons[id], GAME) == who


def test_an_ability_of_the_hand_does_not_count_on_a_vehicle():
    assert applying(["no-aimed-fire-in-hand"], GAME, mounted=False) == ["no-aimed-fire-in-hand"]
    assert applying(["no-aimed-fire-in-hand"], GAME, mounted=True) == []


@pytest.mark.parametrize(
    ("id", "count", "grade", "mounted", "expected"),
    [
        ("light-machine-gun", 2, "grunt", False, ("Light Machine Gun", "2", "32 cm", "6", ["5+", "6+", "—"])),
        ("medium-cannon", 1, "rook", True, ("Medium Cannon", "", "75 cm", "6", ["6+", "6+", "6+"])),
        ("heavy-machine-gun", 2, "elite", True, ("Heavy Machine Gun", "2", "32 cm", "4", ["4+", "5+", "6+"])),
        ("smoke-launchers", 1, "grunt", True, ("Smoke Launchers", "", "16 cm", "—", ["", "", ""])),
    ],
)
def test_a_weapon_as_a_unit_fires_it(id, count, grade, mounted, expected):
    """A squad throws its dice together; a vehicle's weapons hit one by one."""
    (found,) = fired(id, count, grade, GAME, mounted)
    assert (found["name"], found["count"], found["range"].replace("\u00a0", " "), found["dice"], found["rolls"]) == expected


def test_what_is_a_choice_stands_beside_the_roll():
    """Guided: +1, so a Grunt hits on 4+ in the open, 5+ and 6+ in cover."""
    (found,) = fired("smart-missile-pod", 1, "grunt", GAME, mounted=True)
    assert [(option["name"], option["rolls"]) for option in found["options"]] == [("guided", ["4+", "5+", "6+"])]


def test_a_launcher_has_a_row_for_each_grenade():
    """The launcher's own range, the grenade's dice."""
    found = fired("grenade-launcher", 1, "grunt", GAME, mounted=False)
    assert [(one["name"], one["range"].replace("\u00a0", " "), one["dice"]) for one in found] == [("Grenade Launcher: Frag Grenades", "16 cm", "3"), ("Grenade Launcher: Smoke Grenades", "16 cm", "—")]


@pytest.mark.parametrize(("first", "last", "text"), [(1, 1, "1"), (5, 6, "5–6"), (8, None, "8+")])
def test_a_range_of_rolls_as_printed(first, last, text):
    assert range_of(first, last) == text


@pytest.mark.parametrize(("id", "front", "side"), [("pick-up-truck", "6+", "—"), ("heavy-tank", "3+", "4+"), ("juraped", BLANK, BLANK)])
def test_a_vehicles_save_is_one_worse_from_side_and_rear(id, front, side):
    save = vehicle_save(GAME.rules.vehicles[id], GAME)
    assert (save["roll"], save["side"]) == (front, side)


@pytest.mark.parametrize(
    ("uri", "id", "expected"),
    [
        ("reference/orders.md", "advance", {"Roll": "4+", "Move": "6 cm", "Fires": "after moving", "To hit": "—", "To be hit": "—"}),
        ("reference/grades.md", "guard", {"Attack": "+1", "Command": "+2", "Points a figure": "14", "Hand to hand": "4+", "Vehicle crew": "2+"}),
        ("reference/weapons.md", "heavy-cannon", {"Range": "90 cm", "DV": "8", "Points": "420", "Harms vehicles": "yes"}),
        ("reference/weapons.md", "grenade-launcher", {"Range": "16 cm", "DV": "as loaded", "Points": "6", "Harms vehicles": "no"}),
        ("reference/mines.md", "at", {"Goes off on": "3+", "DV": "4", "Damage roll": "+1"}),
        ("reference/structures.md", "oki-gate-section", {"SP": "3"}),
    ],
)
def test_the_numbers_of_a_section(uri, id, expected):
    assert stats(uri, id) | expected == stats(uri, id)


@pytest.mark.parametrize("uri", reference.PAGES)
def test_every_section_of_a_reference_page_has_an_anchor_of_its_own_and_a_cite(uri):
    records = reference.PAGES[uri](GAME)["records"]
    ids = [one["id"] for one in records]
    assert len(set(ids)) == len(ids) and [one["id"] for one in records if not one["cite"]] == []


def test_every_item_has_a_section_of_its_own():
    rules = GAME.rules
    for uri, items in {"orders": rules.orders, "grades": rules.grades, "weapons": rules.weapons, "vehicles": rules.vehicles, "abilities": rules.abilities, "damage-charts": rules.damage_charts, "structures": rules.structures}.items():
        assert [one["id"] for one in reference.PAGES[f"reference/{uri}.md"](GAME)["records"]] == list(items)


def test_every_link_of_tables_and_sections_leads_to_a_section():
    found = {f"{uri}#{one['id']}" for uri, make in reference.PAGES.items() for one in make(GAME)["records"]}
    links = {link for uri, make in reference.PAGES.items() for link in re.findall(r"reference/[\w.-]+\.md#[\w-]+", repr(make(GAME)))}
    assert links and links - found == set()


def test_every_kind_of_item_is_priced_once():
    items = costs.priced(GAME)
    ids = [item["id"] for item in items]
    assert len(set(ids)) == len(ids) and {*GAME.printed.weapons, *GAME.printed.vehicles, *GAME.printed.specials, *GAME.printed.figures} <= set(ids)
    assert [item["id"] for item in items if item["price"] is None] == []
    assert {item["id"] for item in items if item["note"]} >= set(GAME.printed.misprints)


def test_a_working_can_be_read_as_text():
    item = next(item for item in costs.priced(GAME) if item["id"] == "heavy-cannon")
    assert costs.as_working(item).split("\n")[0] == "Heavy Cannon: 420 points"
    assert [line.split()[0] for line in costs.as_working(item).split("\n")[1:-1]] == ["45", "256", "60.2", "60.2", "-0.4", "421", "420"]


def test_an_abilitys_few_words_have_their_numbers():
    assert ability_card("harms-light-vehicles-only", GAME) == "Harms only vehicles saving on 5+ or worse"
