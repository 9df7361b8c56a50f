"""The rolls a player needs, worked out by hand from the rulebook's tables."""

from __future__ import annotations

import pytest
from kr16 import rolls

from tests.kernel import core

RULES = core().rules


@pytest.mark.parametrize(("roll", "printed", "spoken"), [(-1, "auto", "any roll"), (1, "auto", "any roll"), (2, "2+", "2+"), (6, "6+", "6+"), (7, "—", "no roll can do it")])
def test_a_roll_is_shown_as_a_die_can_do_it(roll, printed, spoken):
    assert (rolls.shown(roll), rolls.spoken(roll)) == (printed, spoken)


@pytest.mark.parametrize(
    ("grade", "order", "plain", "shaken"),
    [("rook", "advance", 5, 6), ("grunt", "advance", 4, 5), ("elite", "advance", 3, 4), ("guard", "advance", 2, 3), ("rook", "assault", 6, 7), ("guard", "take-cover", 0, 1), ("grunt", "react", 3, 4), ("elite", "fall-back", 2, 3)],
)
def test_a_command_roll_counts_the_command_bonus_and_shaken(grade, order, plain, shaken):
    """Orders: difficulty less the bonus; Shaken is −1 to the roll."""
    assert rolls.command(grade, order, RULES) == plain
    assert rolls.command(grade, order, RULES, shaken=True) == shaken


@pytest.mark.parametrize(("order", "roll"), [("assault", 4), ("advance", 4)])
def test_power_armour_helps_with_an_assault_only(order, roll):
    """Infantry saves: +1 to the Assault order; a Grunt needs 5 and 4 without it."""
    assert rolls.command("grunt", order, RULES, abilities=["power-armour"]) == roll


@pytest.mark.parametrize(("grade", "roll"), [("rook", 5), ("grunt", 4), ("elite", 3), ("guard", 2)])
def test_a_crew_acts_on_its_command_roll(grade, roll):
    assert rolls.vehicle_command(grade, RULES) == roll
    assert rolls.vehicle_command(grade, RULES, -1) == roll + 1


@pytest.mark.parametrize(
    ("grade", "cover", "order", "roll"),
    [("rook", None, None, 6), ("rook", "light", None, 7), ("rook", "heavy", None, 8), ("grunt", None, None, 5), ("grunt", "light", None, 6), ("grunt", "heavy", None, 7), ("elite", "heavy", None, 6), ("guard", "light", None, 5), ("grunt", None, "aimed-fire", 4), ("grunt", None, "fall-back", 6), ("rook", "heavy", "aimed-fire", 7)],
)
def test_to_hit_counts_attack_bonus_cover_and_order(grade, cover, order, roll):
    """Shooting: 5 or more. Rooks cannot hit what is in heavy cover, and the rulebook says so."""
    assert rolls.to_hit(grade, RULES, cover, order=order) == roll


@pytest.mark.parametrize(("ability", "cover", "roll"), [("ignores-cover", "heavy", 5), ("ignores-light-cover", "light", 5), ("ignores-light-cover", "heavy", 7), ("ignores-all-cover", "heavy", 5), ("harms-vehicles", "light", 6)])
def test_a_weapon_may_ignore_cover(ability, cover, roll):
    assert rolls.to_hit("grunt", RULES, cover, [ability]) == roll


def test_what_needs_a_choice_or_a_circumstance_is_not_counted_in():
    """Guided, indirect and moving fire stand beside the roll as options."""
    assert rolls.to_hit("grunt", RULES, None, ["guided", "indirect-fire", "unsteady-on-the-move", "sniper"]) == 5
    assert rolls.to_hit("grunt", RULES, None, ["guided"], modifier=1) == 4


@pytest.mark.parametrize(("grade", "roll", "armoured", "leave"), [("rook", 6, 5, 5), ("grunt", 5, 4, 4), ("elite", 4, 3, 3), ("guard", 4, 3, 2)])
def test_hand_to_hand(grade, roll, armoured, leave):
    """5 or more, with the attack bonus; Power Armour adds 1; 4 or more with the command bonus to leave."""
    assert rolls.hand_to_hand(grade, RULES) == roll
    assert rolls.hand_to_hand(grade, RULES, ["power-armour"]) == armoured
    assert rolls.leave_hand_to_hand(grade, RULES) == leave
