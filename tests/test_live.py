"""Live numbers in texts: a closed vocabulary of paths, written as their keys say."""

from __future__ import annotations

from decimal import Decimal

import pytest
from kr16 import live
from kr16.live import UnknownPath

from tests.kernel import core

RULES = core().rules


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("no number", "no number"),
        ("{{ orders.run.move_cm }}", "12\u00a0cm"),
        ("{{orders.assault.difficulty}}+", "5+"),
        ("{{ .harms_saves_from }}+ or worse", "2+ or worse"),
        ("{{ cover.heavy.to_hit_modifier }}", "\u22122"),
        ("{{ grades.elite.command_bonus }} and {{ grades.grunt.command_bonus }}", "+1 and +0"),
        ("{{ points.vehicle.ability_percent }}", "20\u00a0%"),
        ("{{ weapons.smoke-grenades.dv }}", "—"),
        ("{{ vehicle_kinds.flyer.flies }}", "yes"),
        ("{{ weapons.mortar.abilities }}", "harms-vehicles, indirect-fire"),
        ("{{ vehicles.apc.weapons.0.weapon }}", "light-machine-gun"),
        ("{{ damage_charts.military.rows.vehicle-lost.from }}", "8"),
        ("{{ weapons.handgun.name }} <b>*x*</b>", "Handgun <b>*x*</b>"),
    ],
)
def test_a_path_is_written_as_its_key_says(text, filled):
    assert live.fill(text, RULES, ("abilities", "harms-vehicles")) == filled


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ orders.rum.move_cm }}", "nothing at 'orders.rum'; did you mean 'run'?"),
        ("{{ orders.run.move }}", "nothing at 'orders.run.move'; did you mean 'move_cm'?"),
        ("{{ .numbers.x }}", "nothing at 'abilities.harms-vehicles.numbers.x'"),
        ("{{ orders.run.name.upper }}", "nothing at 'orders.run.name.upper'"),
        ("{{ orders.run.__class__ }}", "nothing at 'orders.run.__class__'"),
        ("{{ turn }}", "'turn' is a whole record; name one of its values; known: cite, aliases, initiative_dice, squad_figures, coherency_cm, commander_grades_above, figures_per_side"),
        ("{{ orders }}", "'orders' is a whole record; name one of its values; known: advance, aimed-fire, take-cover, fall-back, run, weave, assault, react"),
        ("{{ vehicles.apc.weapons }}", "'vehicles.apc.weapons' is a whole record; name one of its values; known: 0, 1"),
        ("{{ 1 + 1 }}", "not a live number (got '{{ 1 + 1 }}'); write {{ a.path }}"),
        ("{{ shooting.to_hit | e }}", "not a live number (got '{{ shooting.to_hit | e }}'); write {{ a.path }}"),
        ("{{}}", "not a live number (got '{{}}'); write {{ a.path }}"),
    ],
)
def test_anything_else_is_refused(text, message):
    with pytest.raises(UnknownPath) as caught:
        live.fill(text, RULES, ("abilities", "harms-vehicles"))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("number", "text"), [(0, "+0"), (1, "+1"), (-1, "\u22121")])
def test_a_modifier_has_its_sign(number, text):
    assert live.signed(number) == text


@pytest.mark.parametrize(
    ("cm", "unit", "per_cm", "step", "text"),
    [
        (24, "cm", "1", "none", "24\u00a0cm"),
        (24, "″", "0.5", "whole", "12″"),
        (5, "″", "0.5", "half", "2½″"),
        (1, "″", "0.5", "half", "½″"),
        (1, "″", "0.1", "whole", "1″"),
        (0, "″", "0.5", "whole", "0″"),
        (5, "inch", "0.4", "tenth", "2\u00a0inch"),
        (7, "m", "0.35", "none", "2.45\u00a0m"),
        (30, "m", "0.33333", "none", "10\u00a0m"),
        (9, "m", "0.333333333", "none", "3\u00a0m"),
        (28, "m", "0.000000001", "none", "0.001\u00a0m"),
        (7, "m", "0.1", "none", "0.7\u00a0m"),
        (3, "m", "0.1", "tenth", "0.3\u00a0m"),
        (10, "m", "1.23456", "none", "12.346\u00a0m"),
        (1, "m", "500.25", "none", "500.25\u00a0m"),
        (3, "″", "0.25", "quarter", "¾″"),
    ],
)
def test_a_distance_is_written_in_the_games_own_unit(cm, unit, per_cm, step, text):
    """A distance that is not nothing never rounds down to nothing."""
    scale = RULES.distances.model_copy(update={"unit": unit, "per_cm": Decimal(per_cm), "round": step})
    assert live.distance(cm, RULES.model_copy(update={"distances": scale})) == text


def test_every_value_of_the_rules_has_a_path_that_finds_it():
    for path, value in live.walk(RULES):
        if path:
            assert live.look(RULES, ".".join(path)) is value
