"""An order, a weapon, an ability, a result of damage → a row of a card or table, its rolls worked out."""

from __future__ import annotations

from .. import live, rolls
from ..game import Game
from ..model.troops import Reaction
from ..model.vehicles import DamageChart, Vehicle
from .weapons import BLANK, ability_card, counted


def section(id: str, head: list[str], label: str, rows: list[dict]) -> dict:
    """Return a section of a card: the heads of its columns, a label over the text, and rows."""
    return {"id": id, "head": head, "label": label, "columns": str(max((len(row["cells"]) for row in rows), default=0)), "rows": rows}


def row(cells: list[str], name: str, text: str = "") -> dict:
    """Return a row of a card: cells in columns, then a name and a text."""
    return {"cells": cells, "name": name, "text": text}


def covers(game: Game) -> list[str]:
    """Return the heads of the columns for the open and for each class of cover, in one word each."""
    return ["Open", *(cover.name.removesuffix(" cover") for cover in game.rules.cover.values())]


def weapon_rows(found: dict) -> list[dict]:
    """Return a weapon as its row, and one more for each way to fire that changes its rolls."""
    counted = f"{found['count']} × {found['name']}" if found["count"] else found["name"]
    text = " · ".join([found["range"], *found["notes"]]).replace("≤ ", f"≤{live.NBSP}") if found["range"] != BLANK else "not printed: agree before play"
    if found["dice"] == "—":
        return [row([], counted, text)]
    return [
        row([found["dice"], *found["rolls"]], counted, text),
        *(row(["", *option["rolls"]], "", option["name"]) for option in found["options"]),
    ]


def mounted_rows(found: dict) -> list[dict]:
    """Each of a vehicle's weapons fires for itself, so several of one kind show their dice as 2×4."""
    lines = weapon_rows(found)
    if found["count"] and found["dice"].isdigit():
        lines[0]["cells"][0] = f"{found['count']}×{found['dice']}"
        lines[0]["name"] = found["name"]
    return lines


def ability_row(id: str, grade: str, game: Game) -> dict:
    """Return an ability by name, with the roll it asks for, and its few words; or that the rolls have it in them."""
    ability, added = game.rules.abilities[id], {"nothing": 0, "command bonus": game.rules.grades[grade].command_bonus}
    found = [rolls.shown(rolls.needed(e.from_roll, added[e.adds])) for e in ability.effects.values() if e.from_roll is not None and e.roll == "treat"]
    return row([], " ".join([ability.name, *found]), "counted in the rolls above" if counted(id, game) else ability_card(id, game))


def order_row(id: str, commander: str, abilities: list[str], game: Game) -> dict:
    """Return what an order needs on the die, plain and Shaken, its name and what it does."""
    needed = [rolls.shown(rolls.command(commander, id, game.rules, shaken, abilities)) for shaken in (False, True)]
    return row(needed, game.rules.orders[id].name, order_text(id, game))


def order_text(id: str, game: Game) -> str:
    """Return what an order does, in its numbers: "6 cm, then fire"."""
    order = game.rules.orders[id]
    at = f" at {live.signed(order.to_hit_modifier)}" if order.to_hit_modifier else ""
    move = live.distance(order.move_cm, game.rules) if order.move_cm else ""
    does = {
        "never": [move],
        "after moving": [move, f"then fire{at}"],
        "before moving": [f"fire{at}", f"then {move}"],
        "without moving": [f"fire{at}"],
        "as a reaction": [" or ".join(_reaction(reaction) for reaction in order.reactions.values())],
    }[order.fires]
    to_be_hit = f"{live.signed(order.to_be_hit_modifier)} to be hit" if order.to_be_hit_modifier else ""
    return ", ".join(part for part in [*does, to_be_hit] if part)


def _reaction(reaction: Reaction) -> str:
    if reaction.fires:
        return f"fire at {live.signed(reaction.to_hit_modifier)}" if reaction.to_hit_modifier else "fire"
    return f"{live.signed(reaction.to_be_hit_modifier)} to be hit"


def action_row(id: str, vehicle: Vehicle, game: Game) -> dict:
    """Return how far a vehicle goes in an action, its name and what it fires then."""
    action = game.rules.vehicle_actions[id]
    speed = {"full": vehicle.full_speed_cm, "combat": vehicle.combat_speed_cm, "none": 0}[action.speed]
    aimed = f", {action.aimed_weapons} at {live.signed(action.aimed_to_hit_modifier)}" if action.aimed_weapons else ""
    return row([BLANK if speed is None else live.distance(speed, game.rules) if speed else "—"], action.name, f"fires {action.fires}{aimed}")


def vehicle_save(vehicle: Vehicle, game: Game) -> dict:
    """Return a vehicle's save from the front, and from the side or rear (Vehicles, facing)."""
    if vehicle.save is None:
        return {"roll": BLANK, "side": BLANK, "text": ""}
    side = rolls.needed(vehicle.save, game.rules.vehicle_rules.side_or_rear_save_modifier)
    return {"roll": f"{vehicle.save}+", "side": rolls.shown(side), "text": ""}


def chart_rows(chart: DamageChart, game: Game, path: tuple[str, ...]) -> dict:
    """Return a damage chart as rows of text, its rolls as printed: 1, 5–6, 8+."""
    return {"name": chart.name, "rows": [{"id": id, "roll": range_of(row.from_, row.to), "name": row.name, "effect": live.fill(row.effect, game.rules, (*path, id))} for id, row in chart.rows.items()]}


def range_of(first: int, last: int | None) -> str:
    """Return an inclusive range of rolls as printed."""
    return f"{first}+" if last is None else str(first) if first == last else f"{first}–{last}"
