"""A unit of a force → its card: every roll worked out, every box to tick."""

from __future__ import annotations

from .. import force as forces
from .. import live, points, rolls
from ..game import Game
from ..model.force import Force, Unit
from ..model.vehicles import DamageChart, Vehicle
from .weapons import BLANK, ability_card, fired

FIRES = {"never": "—", "after moving": "after", "before moving": "before", "without moving": "yes", "as a reaction": "react"}


def cards(force: Force, game: Game) -> list[dict]:
    """Return a card for each unit of a force, in order."""
    return [card(unit, game) for unit in force.units]


def card(unit: Unit, game: Game) -> dict:
    """Return one unit's card."""
    working = forces.price(unit, game)
    shared = {
        "name": unit.name,
        "points": str(working.total),
        "working": working_lines(working),
        "covers": ["Open", *(cover.name.removesuffix(" cover").removesuffix(" Cover") for cover in game.rules.cover.values())],
        "note": live.fill(unit.note, game.rules) if unit.note and "{{" not in unit.note else unit.note or "",
        "notice": notice(game),
    }
    return shared | (_squad(unit, game) if unit.vehicle is None else _vehicle(unit, game))


def notice(game: Game) -> str:
    """Return the line that every card and sheet carries: whose game it is and where to get it."""
    info = game.rules.ruleset
    return f"Unofficial · {info.title} {info.version} · {info.copyright} {info.author} · rulebook: {info.site}"


def working_lines(working: points.Working) -> list[dict]:
    """Return a working's lines as text: what, and its points."""
    return [{"label": line.label, "points": points.shown(line.points)} for line in working.lines]


def _squad(unit: Unit, game: Game) -> dict:
    rules = game.rules
    save = rules.infantry_saves[str(unit.save)]
    commander = unit.commander or unit.grade
    weapons = [row for carried in unit.weapons for row in fired(carried.weapon, carried.count, unit.grade, game, mounted=False)]
    fought = [*save.abilities, *unit.abilities]
    grade = rules.grades[unit.grade].name
    return {
        "kind": "infantry",
        "type": f"{grade} squad" + (f", {rules.grades[commander].name} commander" if commander != unit.grade else ""),
        "figures": unit.figures,
        "save": {"roll": f"{unit.save}+", "side": "", "text": save.examples or ""},
        "orders": [_order(id, unit, commander, save.abilities, game) for id in rules.orders],
        "weapons": weapons,
        "melee": {
            "roll": rolls.shown(rolls.hand_to_hand(unit.grade, rules, fought)),
            "dice": str(unit.figures * rules.hand_to_hand.dice_per_figure),
            "leave": rolls.shown(rolls.leave_hand_to_hand(commander, rules)),
            "notes": [f"{live.signed(e.modifier)} with {rules.weapons[c.weapon].name}" for c in unit.weapons for _, e in rolls.effects(rules.weapons[c.weapon].abilities, rules, "hand-to-hand")],
        },
        "abilities": [_ability(id, unit.grade, game) for id in fought],
    }


def _ability(id: str, grade: str, game: Game) -> dict:
    ability, added = game.rules.abilities[id], {"nothing": 0, "command bonus": game.rules.grades[grade].command_bonus}
    found = [rolls.shown(rolls.needed(e.from_roll, added[e.adds])) for e in ability.effects.values() if e.from_roll is not None]
    return {"name": ability.name, "roll": found[0] if found else "", "text": ability_card(id, game)}


def _order(id: str, unit: Unit, commander: str, abilities: list[str], game: Game) -> dict:
    order, rules = game.rules.orders[id], game.rules
    hit = order.to_hit_modifier or next((r.to_hit_modifier for r in order.reactions.values() if r.fires), 0)
    be_hit = order.to_be_hit_modifier or next((r.to_be_hit_modifier for r in order.reactions.values() if not r.fires), 0)
    return {
        "name": order.name,
        "roll": rolls.shown(rolls.command(commander, id, rules, False, abilities)),
        "shaken": rolls.shown(rolls.command(commander, id, rules, True, abilities)),
        "move": live.distance(order.move_cm, game.rules) if order.move_cm else "—",
        "fires": FIRES[order.fires],
        "to_hit": live.signed(hit) if hit else "",
        "to_be_hit": live.signed(be_hit) if be_hit else "",
    }


def _vehicle(unit: Unit, game: Game) -> dict:
    rules, vehicle = game.rules, forces.vehicle_of(unit, game)
    kind = rules.vehicle_kinds[vehicle.kind]
    chart = rules.damage_charts[vehicle.chart or kind.chart]
    command = rolls.vehicle_command(unit.grade, rules)
    name = vehicle.name if isinstance(unit.vehicle, str) else f"{kind.name}, own design"
    shaken = next((row.command_modifier for row in chart.rows.values() if row.command_modifier), 0)
    return {
        "kind": "vehicle",
        "type": f"{rules.grades[unit.grade].name} crew, {name}" if name != unit.name else f"{rules.grades[unit.grade].name} crew",
        "figures": 0,
        "save": vehicle_save(vehicle, game),
        "command": {"roll": rolls.shown(command), "shaken": rolls.shown(rolls.needed(command, shaken))},
        "actions": [_action(id, vehicle, game) for id in rules.vehicle_actions if not (rules.vehicle_actions[id].speed == "full" and kind.flies)],
        "weapons": [row for mount in vehicle.weapons for row in fired(mount.weapon, mount.count, unit.grade, game, mounted=True, extra=mount.abilities, name=mount.name)],
        "abilities": [_ability(id, unit.grade, game) for id in points.abilities_of(vehicle, rules)],
        "chart": chart_rows(chart, game, ("damage_charts", vehicle.chart or kind.chart, "rows")),
    }


def vehicle_save(vehicle: Vehicle, game: Game) -> dict:
    """Return a vehicle's save from the front, and from the side or rear (Vehicles, facing)."""
    if vehicle.save is None:
        return {"roll": BLANK, "side": BLANK, "text": ""}
    side = rolls.needed(vehicle.save, game.rules.vehicle_rules.side_or_rear_save_modifier)
    return {"roll": f"{vehicle.save}+", "side": rolls.shown(side), "text": ""}


def _action(id: str, vehicle: Vehicle, game: Game) -> dict:
    action = game.rules.vehicle_actions[id]
    speed = {"full": vehicle.full_speed_cm, "combat": vehicle.combat_speed_cm, "none": 0}[action.speed]
    aimed = f", {action.aimed_weapons} at {live.signed(action.aimed_to_hit_modifier)}" if action.aimed_weapons else ""
    return {"name": action.name, "move": BLANK if speed is None else live.distance(speed, game.rules) if speed else "—", "fires": action.fires + aimed}


def chart_rows(chart: DamageChart, game: Game, path: tuple[str, ...]) -> dict:
    """Return a damage chart as rows of text, its rolls as printed: 1, 5–6, 8+."""
    return {"name": chart.name, "rows": [{"id": id, "roll": range_of(row.from_, row.to), "name": row.name, "effect": live.fill(row.effect, game.rules, (*path, id))} for id, row in chart.rows.items()]}


def range_of(first: int, last: int | None) -> str:
    """Return an inclusive range of rolls as printed."""
    return f"{first}+" if last is None else str(first) if first == last else f"{first}–{last}"
