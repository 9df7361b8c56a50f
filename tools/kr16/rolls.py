"""Modifiers -> the roll a player needs, on one six-sided die."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Ruleset
from .model.weapons import Ability, Effect

SIDES = 6


def needed(target: int, *modifiers: int) -> int:
    """Return the roll needed: the target less all that is added to the die. Below 2 it always succeeds, above 6 it cannot."""
    return target - sum(modifiers)


def shown(roll: int) -> str:
    """Return a needed roll as printed: "4+", "auto" where any roll will do, "—" where none can."""
    return "auto" if roll <= 1 else f"{roll}+" if roll <= SIDES else "—"


def spoken(roll: int) -> str:
    """Return a needed roll in words for a sentence."""
    return "any roll" if roll <= 1 else f"{roll}+" if roll <= SIDES else "no roll can do it"


def effects(abilities: Iterable[str], rules: Ruleset, roll: str) -> list[tuple[Ability, Effect]]:
    """Return each effect that these abilities have on a kind of roll, with its ability, in order."""
    held = [rules.abilities[id] for id in abilities]
    return [(ability, effect) for ability in held for effect in ability.effects.values() if effect.roll == roll]


def certain(found: Iterable[tuple[Ability, Effect]], order: str | None = None) -> int:
    """Return the sum of the modifiers that need no choice or circumstance, under an order or under none."""
    return sum(e.modifier for _, e in found if e.option is None and e.within_cm is None and (not e.orders or order in e.orders))


def command(grade: str, order: str, rules: Ruleset, shaken: bool = False, abilities: Iterable[str] = ()) -> int:
    """Return the roll with which a squad passes an order (The turn; Orders; Shooting, Shaken)."""
    modifiers = [rules.grades[grade].command_bonus, certain(effects(abilities, rules, "command"), order)]
    if shaken:
        modifiers.append(rules.shooting.shaken_command_modifier)
    return needed(rules.orders[order].difficulty, *modifiers)


def vehicle_command(grade: str, rules: Ruleset, modifier: int = 0) -> int:
    """Return the roll with which a crew acts (Vehicles)."""
    return needed(rules.vehicle_rules.command_target, rules.grades[grade].command_bonus, modifier)


def to_hit(grade: str, rules: Ruleset, cover: str | None = None, abilities: Iterable[str] = (), order: str | None = None, modifier: int = 0) -> int:
    """Return the roll to hit for a firer of this grade at a target in a class of cover, or in the open (Shooting)."""
    found = effects(abilities, rules, "to-hit")
    modifiers = [rules.grades[grade].attack_bonus, certain(found, order), modifier]
    if order is not None:
        modifiers.append(rules.orders[order].to_hit_modifier)
    if cover is not None and not any({"all", cover} & set(e.ignores_cover) for _, e in found):
        modifiers.append(rules.cover[cover].to_hit_modifier)
    return needed(rules.shooting.to_hit, *modifiers)


def hand_to_hand(grade: str, rules: Ruleset, abilities: Iterable[str] = ()) -> int:
    """Return the roll to hit in Hand to Hand (Hand to Hand; Infantry Saves, Power Armour)."""
    return needed(rules.hand_to_hand.to_hit, rules.grades[grade].attack_bonus, certain(effects(abilities, rules, "hand-to-hand")))


def leave_hand_to_hand(grade: str, rules: Ruleset) -> int:
    """Return the roll with which a squad gets out of Hand to Hand; the command bonus counts."""
    return needed(rules.hand_to_hand.leave_roll, rules.grades[grade].command_bonus)
