"""Unit cards as values: what stands on them, and how a long one is divided."""

from __future__ import annotations

import pytest
from kr16 import force
from kr16.context import cards, handouts
from kr16.context import rows as lines
from kr16.parse import parse
from kr16.pdf import divide

from tests.kernel import ROOT, core

GAME = core()
FORCES = sorted((ROOT / "data/forces").glob("*.yaml"))
SQUAD = "name: Alpha, grade: grunt, save: 5, figures: 5"


def card(text: str) -> dict:
    """The card of the one unit of a force."""
    return cards.card(force.check(parse(f"force: Test\nrules: core\nunits:\n  - {{{text}}}\n", "force.yaml"), GAME).units[0], GAME)


def section(of: dict, id: str) -> dict:
    return next(section for section in of["sections"] if section["id"] == id)


def named(of: dict, id: str) -> dict[str, list[str]]:
    return {row["name"]: row["cells"] for row in section(of, id)["rows"]}


def test_every_value_of_a_card_is_text():
    """The template may neither calculate nor choose a form for a number."""

    def leaves(value):
        if isinstance(value, dict):
            value = list(value.values())
        return [leaf for item in value for leaf in leaves(item)] if isinstance(value, list) else [value]

    made = [made for path in FORCES for made in cards.cards(force.load(path, GAME), GAME)] + handouts.reference_cards(GAME)
    assert made
    assert {type(leaf) for one in made for leaf in leaves(one)} == {str}


def test_every_row_of_a_section_fits_its_columns():
    made = [made for path in FORCES for made in cards.cards(force.load(path, GAME), GAME)] + handouts.reference_cards(GAME)
    assert [(one["name"], part["id"]) for one in made for part in one["sections"] for row in part["rows"] if len(row["cells"]) not in (0, int(part["columns"]))] == []


@pytest.mark.parametrize(("figures", "boxes"), [(1, "□"), (5, "□□□□□"), (6, "□□□□□ □"), (11, "□□□□□ □□□□□ □")])
def test_boxes_stand_in_groups_of_five(figures, boxes):
    assert cards.boxes(figures) == boxes


def test_a_commander_has_a_box_of_its_own_and_counts_as_a_figure():
    ticks = card(f"{SQUAD}, commander: elite")["ticks"]
    assert [(tick["boxes"], tick["label"]) for tick in ticks] == [("□□□□", "figures"), ("☆", "commander")]


def test_what_helps_in_hand_to_hand_is_in_the_roll_and_not_told_again():
    made = card(f"{SQUAD}, weapons: [{{weapon: rdf-assault-rifle, count: 2}}]")
    assert named(made, "weapons") == {
        "2 × RDF Assault Rifle": ["2", "5+", "6+", "—"],
        "Hand to hand with RDF Assault Rifle": ["2", "4+", "4+", "4+"],
        "Hand to hand, the others": ["3", "5+", "5+", "5+"],
    }
    assert "hand to hand" not in section(made, "weapons")["rows"][0]["text"]


def test_a_weapon_without_dice_has_no_columns():
    rows = section(card(f"{SQUAD}, weapons: [{{weapon: smoke-grenades}}]"), "weapons")["rows"]
    assert [row["cells"] for row in rows] == [[], ["5", "5+", "5+", "5+"]]


def test_power_armour_is_counted_and_says_so():
    made = card("name: Alpha, grade: grunt, save: 3, figures: 5")
    assert named(made, "orders")["Assault"] == ["4+", "5+"]
    assert [row["text"] for row in section(made, "abilities")["rows"]] == ["counted in the rolls above"]


def test_a_note_is_never_read_as_a_live_number():
    made = card(f'{SQUAD}, note: "{{{{ shooting.to_hit }}}}"')
    assert section(made, "note")["rows"][0]["text"] == "{{ shooting.to_hit }}"


def test_the_back_of_a_card_adds_up_to_its_points():
    for path in FORCES:
        for made in cards.cards(force.load(path, GAME), GAME):
            lines = [float(row["cells"][0].replace("−", "-")) for row in cards.back(made)["sections"][0]["rows"]]
            assert round(sum(lines), 6) == int(made["points"]), made["name"]


def long_card(rows: int, heads: bool = True) -> dict:
    """A card with two sections of so many rows."""
    part = lines.section("rows", ["Roll"] if heads else [], "Name", [lines.row([str(i)], f"name {i}", "some words to tell") for i in range(rows)])
    return {"name": "Long", "part": "", "stats": [{"value": "5+", "label": "save"}], "ticks": [], "sections": [part, part | {"id": "more"}]}


def tops(of: dict, height: float, notice: float) -> list[float]:
    """Where the lines of a card would stand if each were equally high, its heading 10 mm."""
    lines = 1 + sum(len(part["rows"]) + bool(part["head"]) for part in of["sections"])
    return [10 + height * i for i in range(lines + 1)] + [notice]


def rows(parts: list[dict]) -> list[str]:
    return [row["name"] for part in parts for found in part["sections"] for row in found["rows"]]


@pytest.mark.parametrize("heads", [True, False])
@pytest.mark.parametrize("count", [1, 3, 8, 20, 40])
def test_a_long_card_is_divided_without_losing_a_row(count, heads):
    whole = long_card(count, heads)
    parts = divide.split(whole, tops(whole, 4, 60))
    assert rows(parts) == rows([whole])
    assert [part["part"] for part in parts] == [f"{i} of {len(parts)}" for i in range(1, len(parts) + 1)]
    assert [bool(part["stats"]) for part in parts] == [True] + [False] * (len(parts) - 1)
    room = [(60 - 10) / 4] * len(parts)
    assert [sum(len(p["rows"]) + bool(p["head"]) for p in part["sections"]) + bool(part["stats"]) <= most for part, most in zip(parts, room)] == [True] * len(parts)


def test_a_row_too_long_for_a_card_is_divided_between_words():
    whole = long_card(1)
    words = " ".join(f"word{i}" for i in range(50))
    whole["sections"] = [lines.section("note", [], "", [lines.row([], "", words)])]
    parts = divide.split(whole, [10, 14, 114, 60])
    assert len(parts) > 1
    assert " ".join(row["text"] for part in parts for found in part["sections"] for row in found["rows"]) == words


def chart(rows: int) -> dict:
    """A card with a short section, then one of so many rows."""
    return long_card(2) | {"sections": [long_card(2)["sections"][0], long_card(rows)["sections"][1]]}


@pytest.mark.parametrize(("count", "shared"), [(13, [9, 6]), (22, [10, 8, 6]), (4, [6])])
def test_a_section_longer_than_a_card_is_divided_evenly(count, shared):
    """No card holds a last row alone while another is full; what begins below something else fills that card first."""
    whole = chart(count)
    parts = divide.split(whole, tops(whole, 4, 62))
    assert [len(rows([part])) for part in parts] == shared


def test_a_section_that_fits_a_card_stays_whole():
    whole = chart(10)
    assert [len(rows([part])) for part in divide.split(whole, tops(whole, 4, 62))] == [2, 10]


def test_special_rules_of_a_force_stand_once_in_alphabetical_order():
    fielded = force.load(ROOT / "data/forces/third-platoon.yaml", GAME)
    names = [row["name"] for row in handouts.summary(fielded, GAME)["sections"][1]["rows"]]
    assert names == sorted(set(names))
    assert "Medic" in names and "Sniper" in names and "Flying" not in names


def test_the_summary_holds_the_total_against_the_limit():
    fielded = force.load(ROOT / "data/forces/third-platoon.yaml", GAME)
    *units, total = handouts.summary(fielded, GAME)["sections"][0]["rows"]
    assert total["cells"] == ["809"] and total["text"] == "limit 825: 16 left"
    assert sum(int(unit["cells"][0]) for unit in units) == 809
