"""Weapons as table rows: range, dice and the rolls to hit, for any firer."""

from __future__ import annotations

from collections.abc import Iterable

from .. import live, rolls
from ..game import Game
from ..model.weapons import Weapon

BLANK = "?"


def ability_card(id: str, game: Game) -> str:
    """Return an ability's few words, with its numbers written out."""
    return live.fill(game.rules.abilities[id].card, game.rules, ("abilities", id))


def ability_text(id: str, game: Game) -> str:
    """Return an ability's full text, with its numbers written out."""
    return live.fill(game.rules.abilities[id].text, game.rules, ("abilities", id))


def applying(ids: Iterable[str], game: Game, mounted: bool) -> list[str]:
    """Return the abilities that count where the weapon is used: in hand, or on a vehicle."""
    return [id for id in ids if game.rules.abilities[id].applies in ("always", "mounted" if mounted else "carried")]


def counted(id: str, game: Game) -> bool:
    """Return whether an ability does nothing but change rolls that a card shows with the change in them."""
    ability = game.rules.abilities[id]
    plain = all(e.roll in ("to-hit", "hand-to-hand", "command") and e.option is None and e.within_cm is None and e.reroll is None and not (e.roll == "to-hit" and e.orders) for e in ability.effects.values())
    return bool(ability.effects) and plain and not ability.forbids_orders and ability.harms_saves_from is None


def harms(weapon: Weapon, game: Game) -> str:
    """Return which vehicles a weapon can harm (Weapons; Vehicles): "all", "none", or "5+ or worse"."""
    limits = [game.rules.abilities[id].harms_saves_from for id in weapon.abilities]
    limits = [limit for limit in limits if limit is not None]
    if weapon.dv is None and not weapon.loads:
        return "none"
    if not limits:
        return "all" if weapon.category == "vehicle-weapon" else "none"
    best = min((int(save) for save in game.rules.vehicle_saves), default=2)
    return "all" if max(limits) <= best else f"{max(limits)}+ or worse"


def dice_text(weapon: Weapon, count: int = 1) -> str:
    """Return the dice that so many of a weapon roll, as printed."""
    if weapon.statistics == "not printed":
        return BLANK
    return str(weapon.dv * count) if weapon.dv else "—"


def range_text(weapon: Weapon, game: Game) -> str:
    """Return a weapon's range with its unit, or a blank where the rulebook prints none."""
    return BLANK if weapon.range_cm is None else live.distance(weapon.range_cm, game.rules)


def hit_rolls(grade: str, weapon: Weapon, abilities: list[str], game: Game, modifier: int = 0) -> list[str]:
    """Return the rolls to hit in the open and in each class of cover; blanks where nothing is rolled."""
    rules = game.rules
    if not weapon.dv:
        return ["" if weapon.statistics == "printed" else BLANK for _ in [None, *rules.cover]]
    return [rolls.shown(rolls.to_hit(grade, rules, cover, abilities, modifier=modifier)) for cover in [None, *rules.cover]]


def fired(id: str, count: int, grade: str, game: Game, mounted: bool, extra: Iterable[str] = (), name: str | None = None) -> list[dict]:
    """Return the rows for so many of a weapon: one, or one for each weapon that it loads.

    A squad throws all its dice together; a vehicle's weapons hit one by one, so their dice are each's own.
    """
    weapon = game.rules.weapons[id]
    if weapon.loads:
        own = [a for a in weapon.abilities if game.rules.abilities[a].sign != "none"]
        return [
            _row(weapon.model_copy(update={"dv": loaded.dv, "abilities": [*own, *loaded.abilities], "loads": []}), count, grade, game, mounted, extra, f"{name or weapon.name}: {loaded.name}")
            for loaded in (game.rules.weapons[load] for load in weapon.loads)
        ]
    return [_row(weapon, count, grade, game, mounted, extra, name or weapon.name)]


def _row(weapon: Weapon, count: int, grade: str, game: Game, mounted: bool, extra: Iterable[str], name: str) -> dict:
    abilities = applying([*weapon.abilities, *extra], game, mounted)
    options: dict[str, int] = {}
    for _, effect in rolls.effects(abilities, game.rules, "to-hit"):
        if effect.option is not None and effect.modifier:
            options[effect.option] = options.get(effect.option, 0) + effect.modifier
    return {
        "name": name,
        "count": str(count) if count > 1 else "",
        "range": range_text(weapon, game),
        "dice": dice_text(weapon, 1 if mounted else count),
        "rolls": hit_rolls(grade, weapon, abilities, game),
        "options": [{"name": option, "rolls": hit_rolls(grade, weapon, abilities, game, modifier)} for option, modifier in options.items()] if weapon.dv else [],
        "notes": [ability_card(a, game) for a in abilities if not counted(a, game)],
    }
