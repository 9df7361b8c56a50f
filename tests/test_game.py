"""What things cost in play: the printed price where it holds, the formula's where it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kr16 import game, points
from kr16.errors import Refused

from tests.kernel import ROOT, core, project

GAME = core()


@pytest.mark.parametrize(
    ("id", "mounted", "extra", "price"),
    [
        ("heavy-cannon", True, (), 420),
        ("light-cannon", True, ("one-off",), 46),
        ("light-machine-gun", False, (), 8),
        ("light-machine-gun", True, (), 24),
        ("minigun", True, (), 48),
        ("light-cannon", False, (), 15),
        ("molotov-cocktail", False, (), 4),
        ("molotov-cocktail", True, (), 4),
        ("bullfrog-rockets", True, (), 37),
    ],
)
def test_a_weapon_costs_what_is_printed_where_it_is_meant_to_be(id, mounted, extra, price):
    """A small arm in hand, a vehicle weapon on a vehicle, unaltered; on the other scale the formula counts."""
    assert GAME.price_of(id, mounted, extra) == price


def test_a_printed_price_does_not_outlive_its_statistics():
    changed = replace(GAME, changed=frozenset({"heavy-cannon"}))
    assert changed.printed_price("heavy-cannon") is None
    assert changed.price_of("heavy-cannon", mounted=True) == 421


def test_without_statistics_or_price_there_is_nothing_to_say():
    with pytest.raises(points.NoPrice, match="^Molotov Cocktail has neither statistics nor a price$"):
        replace(GAME, changed=frozenset({"molotov-cocktail"})).price_of("molotov-cocktail")


def test_the_core_game():
    loaded = game.load(ROOT)
    assert (loaded.id, loaded.rules.ruleset.version, loaded.changed) == ("core", "1.6", frozenset())


def test_mistakes_in_both_folders_are_told_together(tmp_path):
    here = project(tmp_path, {"data/core/cover.yaml": b"light: 3\n", "data/printed/points.yaml": b"cite: No\n"})
    with pytest.raises(Refused) as caught:
        game.load(here)
    assert {problem.place.file for problem in caught.value.problems} == {"data/core/cover.yaml", "data/printed/points.yaml"}


@pytest.mark.parametrize(("name", "report"), [("data/core/cover.yaml", "data/core:1:1: cover: missing; expected keys and values"), ("data/printed/points.yaml", "data/printed/points.yaml:1:1: cannot be read (no such file or directory)")])
def test_a_missing_file_is_named(name, report, tmp_path):
    with pytest.raises(Refused) as caught:
        game.load(project(tmp_path, {name: None}))
    assert str(caught.value).split("\n")[0] == report
