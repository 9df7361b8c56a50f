"""Every price that the rulebook prints, held against the computed one (Points Values)."""

from __future__ import annotations

import pytest
from kr16 import points
from kr16.context.costs import working_of

from tests.kernel import core

GAME = core()
PRINTED, MISPRINTS = GAME.printed, GAME.printed.misprints
PRICES = {**PRINTED.weapons, **PRINTED.vehicles, **PRINTED.specials, **PRINTED.figures}
WITHOUT_STATISTICS = {"juraped", "pathfinder-archer", "pathfinder-paladin-warrior", "ms1-command-module", "molotov-cocktail", "junker-rocket-launcher"}


def parts(lines: tuple[points.Line, ...], before: str = "") -> dict[str, int]:
    """The lines of a working by part, a line within a weapon's as `weapon.part`."""
    found = {}
    for line in lines:
        found |= {before + line.part: line.points} | parts(line.lines, f"{line.part}.")
    return found


def test_all_printed_prices_are_here():
    """19 weapons, 7 vehicles, 6 specials and the 2 figures and 2 vehicles of the examples."""
    assert [len(table) for table in (PRINTED.weapons, PRINTED.vehicles, PRINTED.specials, PRINTED.figures)] == [19, 7, 6, 2]
    assert set(PRINTED.workings) == {"rdf-trooper", "junker-insurgent", "pathfinder-ranger", "bullfrog-pick-up-truck-missiles"}


@pytest.mark.parametrize("id", PRICES)
def test_computed_price_is_the_printed_one(id):
    """Or listed as a misprint, and then it must differ; or its statistics are not printed."""
    working = working_of(id, GAME)
    if id in WITHOUT_STATISTICS:
        assert working is None
    elif id in MISPRINTS:
        assert working.total != PRICES[id], f"{id} is no misprint; take it out of the list"
    else:
        assert working.total == PRICES[id], working


def test_the_formula_needs_few_misprints():
    """More than two among the weapons, and it would be the wrong formula."""
    assert len(set(MISPRINTS) & set(PRINTED.weapons)) <= 2
    assert set(MISPRINTS) <= set(PRICES)


@pytest.mark.parametrize(("id", "part"), [(id, part) for id, working in PRINTED.workings.items() for part in working])
def test_computed_line_is_the_printed_one(id, part):
    """Each line of the worked examples; a misprint lists the lines that differ."""
    computed, printed = parts(working_of(id, GAME).lines)[part], PRINTED.workings[id][part]
    if id in MISPRINTS and part in MISPRINTS[id].parts:
        assert computed != printed, f"{id}, {part} is no misprint; take it out of the list"
    else:
        assert computed == printed


@pytest.mark.parametrize("id", PRINTED.workings)
def test_the_examples_have_every_line_of_the_working(id):
    assert [part for part in PRINTED.workings[id] if "." not in part] == [line.part for line in working_of(id, GAME).lines]


@pytest.mark.parametrize("id", PRINTED.workings)
def test_the_examples_lines_add_up_to_the_printed_price(id):
    """As the rulebook prints them, whether or not the formula gives the same."""
    assert sum(cost for part, cost in PRINTED.workings[id].items() if "." not in part) == PRICES[id]


@pytest.mark.parametrize("id", MISPRINTS)
def test_a_misprint_lists_lines_of_its_working_only(id):
    assert set(MISPRINTS[id].parts) <= set(PRINTED.workings.get(id, {}))


@pytest.mark.parametrize("id", WITHOUT_STATISTICS)
def test_an_item_without_statistics_costs_in_play_what_is_printed(id):
    assert GAME.printed_price(id) == PRICES[id]
    if id in GAME.rules.weapons:
        assert GAME.price_of(id) == GAME.price_of(id, mounted=True) == PRICES[id]
