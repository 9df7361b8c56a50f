"""A unit of a force → its card: every roll worked out, every box to tick."""

from __future__ import annotations

from .. import force as forces
from .. import live, points, rolls
from ..game import Game
from ..model.force import Force, Unit
from ..model.troops import Reaction
from ..model.vehicles import DamageChart, Vehicle
from .weapons import BLANK, ability_card, counted, fired

# The symbol of a unit: these files stand in templates/icons/.
ICONS = ("infantry", "wheeled", "tracked", "walker", "flyer", "drone")
BOX, LEADER_BOX, GROUP, MANY = "□", "☆", 5, 20


def cards(force: Force, game: Game) -> list[dict]:
    """Return a card for each unit of a force, in order."""
    return [card(unit, game) for unit in force.units]


def card(unit: Unit, game: Game) -> dict:
    """Return one unit's card: a heading, the statistics in large type, boxes to tick, then sections of rows.

    A row has `cells` that stand in columns, then a name and a text. Every value is text; `columns` says how many
    cells the section's rows have.
    """
    unit, game = forces.armed(unit, game)
    working = forces.price(unit, game)
    kind = _squad(unit, game) if unit.vehicle is None else _vehicle(unit, game)
    sections = [*kind["sections"], section("note", [], "", [row([], "", unit.note)] if unit.note else [])]
    return kind | {
        "name": unit.name,
        "part": "",
        "points": str(working.total),
        "type": f"{kind['type']} · {working.total} points",
        "sections": [s for s in sections if s["rows"]],
        "working": working_lines(working),
        "notice": notice(game),
    }


def back(card: dict) -> dict:
    """Return the back of a card: what the unit costs, and why."""
    worked = [row([line["points"]], "", line["label"]) for line in card["working"]]
    return card | {"part": "", "stats": [{"value": card["points"], "label": "points"}], "ticks": [], "sections": [section("working", [], "", worked)]}


def section(id: str, head: list[str], label: str, rows: list[dict]) -> dict:
    """Return a section of a card: the heads of its columns, a label over the text, and rows."""
    return {"id": id, "head": head, "label": label, "columns": str(max((len(row["cells"]) for row in rows), default=0)), "rows": rows}


def row(cells: list[str], name: str, text: str = "") -> dict:
    """Return a row of a card: cells in columns, then a name and a text."""
    return {"cells": cells, "name": name, "text": text}


def notice(game: Game) -> str:
    """Return the line that every card and sheet carries: whose game it is and where to get it."""
    info = game.rules.ruleset
    return f"Unofficial. {info.title} {info.copyright} {info.author}, {info.site}"


def working_lines(working: points.Working) -> list[dict]:
    """Return a working's lines as text: what, and its points."""
    return [{"label": line.label, "points": points.shown(line.points).replace("-", "−")} for line in working.lines]


def _squad(unit: Unit, game: Game) -> dict:
    rules = game.rules
    save = rules.infantry_saves[str(unit.save)]
    commander = unit.commander or unit.grade
    led = commander != unit.grade
    weapons = [line for carried in unit.weapons for found in fired(carried.weapon, carried.count, unit.grade, game, mounted=False) for line in _weapon(found)]
    grade = rules.grades[unit.grade].name
    return {
        "kind": "infantry",
        "icon": "infantry",
        "type": f"{grade} squad" + (f", {rules.grades[commander].name} commander" if led else ""),
        "stats": [{"value": f"{unit.save}+", "label": "save"}, {"value": BOX, "label": "Shaken"}],
        "ticks": [
            *([{"boxes": boxes(unit.figures - led), "label": "figures"}] if unit.figures <= MANY else []),
            *([{"boxes": LEADER_BOX, "label": "commander"}] if led else []),
        ],
        "sections": [
            section("figures", [], "", _many_figures(unit.figures - led) if unit.figures > MANY else []),
            section("orders", ["Roll", "Shaken"], "Order", [_order(id, commander, save.abilities, game) for id in rules.orders]),
            section("weapons", ["Dice", *covers(game)], "Weapon", [*weapons, *_hand_to_hand(unit, commander, save.abilities, game)]),
            section("abilities", [], "", [_ability(id, unit.grade, game) for id in [*save.abilities, *unit.abilities]]),
        ],
    }


def boxes(count: int) -> str:
    """Return so many boxes to tick, in groups that are easy to count."""
    return " ".join(BOX * min(GROUP, count - start) for start in range(0, count, GROUP))


def _many_figures(count: int) -> list[dict]:
    """Return boxes as rows, so that a card with very many of them can go on elsewhere."""
    full = 2 * GROUP
    rows = [row([], boxes(min(full, count - start))) for start in range(0, count, full)]
    rows[-1]["text"] = "figures"
    return rows


def covers(game: Game) -> list[str]:
    """Return the heads of the columns for the open and for each class of cover, in one word each."""
    return ["Open", *(cover.name.removesuffix(" cover") for cover in game.rules.cover.values())]


def _weapon(found: dict) -> list[dict]:
    counted = f"{found['count']} × {found['name']}" if found["count"] else found["name"]
    text = " · ".join([found["range"], *found["notes"]]).replace("≤ ", f"≤{live.NBSP}") if found["range"] != BLANK else "not printed: agree before play"
    if found["dice"] == "—":
        return [row([], counted, text)]
    return [
        row([found["dice"], *found["rolls"]], counted, text),
        *(row(["", *option["rolls"]], "", option["name"]) for option in found["options"]),
    ]


def _hand_to_hand(unit: Unit, commander: str, armour: list[str], game: Game) -> list[dict]:
    """Return a row for the figures whose weapon helps in Hand to Hand, and one for the others; cover counts for nothing."""
    rules, left, groups = game.rules, unit.figures, []
    for carried in unit.weapons:
        abilities = rules.weapons[carried.weapon].abilities
        if left and rolls.effects(abilities, rules, "hand-to-hand"):
            groups.append((min(carried.count, left), f" with {rules.weapons[carried.weapon].name}", abilities))
            left -= groups[-1][0]
    if left:
        groups.append((left, ", the others" if groups else "", []))
    found = []
    for count, who, abilities in groups:
        roll = rolls.shown(rolls.hand_to_hand(unit.grade, rules, [*armour, *unit.abilities, *abilities]))
        found.append(row([str(count * rules.hand_to_hand.dice_per_figure), *(roll for _ in covers(game))], f"Hand to hand{who}"))
    found[-1]["text"] = f"leave on {rolls.shown(rolls.leave_hand_to_hand(commander, rules))}"
    return found


def _ability(id: str, grade: str, game: Game) -> dict:
    ability, added = game.rules.abilities[id], {"nothing": 0, "command bonus": game.rules.grades[grade].command_bonus}
    found = [rolls.shown(rolls.needed(e.from_roll, added[e.adds])) for e in ability.effects.values() if e.from_roll is not None and e.roll == "treat"]
    return row([], " ".join([ability.name, *found]), "counted in the rolls above" if counted(id, game) else ability_card(id, game))


def _order(id: str, commander: str, abilities: list[str], game: Game) -> dict:
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


def _vehicle(unit: Unit, game: Game) -> dict:
    rules, vehicle = game.rules, forces.vehicle_of(unit, game)
    kind = rules.vehicle_kinds[vehicle.kind]
    chart_id = vehicle.chart or kind.chart
    chart = rules.damage_charts[chart_id]
    command = rolls.vehicle_command(unit.grade, rules)
    name = vehicle.name if isinstance(unit.vehicle, str) else f"{kind.name}, own design"
    shaken = next((r.command_modifier for r in chart.rows.values() if r.command_modifier), 0)
    save = vehicle_save(vehicle, game)
    weapons = [line for mount in vehicle.weapons for found in fired(mount.weapon, mount.count, unit.grade, game, mounted=True, extra=mount.abilities, name=mount.name) for line in _mounted(found)]
    return {
        "kind": "vehicle",
        "icon": vehicle.kind if vehicle.kind in ICONS else "",
        "type": f"{rules.grades[unit.grade].name} crew" + (f", {name}" if name != unit.name else ""),
        "stats": [
            {"value": save["roll"], "label": "save"},
            {"value": save["side"], "label": "side, rear"},
            {"value": rolls.shown(command), "label": "acts"},
            *([{"value": rolls.shown(rolls.needed(command, shaken)), "label": "shaken"}] if shaken else []),
        ],
        "ticks": [],
        "sections": [
            section("actions", [], "", [_action(id, vehicle, game) for id in rules.vehicle_actions if not (rules.vehicle_actions[id].speed == "full" and kind.flies)]),
            section("weapons", ["Dice", *covers(game)], "Weapon", weapons),
            section("abilities", [], "", [_ability(id, unit.grade, game) for id in points.abilities_of(vehicle, rules)]),
            section("passengers", [], "", [row([], "Aboard", ", ".join(unit.passengers))] if unit.passengers else []),
            section("damage", ["", "Roll"], chart.name, [row([BOX, found["roll"]], found["name"], found["effect"]) for found in chart_rows(chart, game, ("damage_charts", chart_id, "rows"))["rows"]]),
        ],
    }


def _mounted(found: dict) -> list[dict]:
    """Each of a vehicle's weapons fires for itself, so several of one kind show their dice as 2×4."""
    lines = _weapon(found)
    if found["count"] and found["dice"].isdigit():
        lines[0]["cells"][0] = f"{found['count']}×{found['dice']}"
        lines[0]["name"] = found["name"]
    return lines


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
    return row([BLANK if speed is None else live.distance(speed, game.rules) if speed else "—"], action.name, f"fires {action.fires}{aimed}")


def chart_rows(chart: DamageChart, game: Game, path: tuple[str, ...]) -> dict:
    """Return a damage chart as rows of text, its rolls as printed: 1, 5–6, 8+."""
    return {"name": chart.name, "rows": [{"id": id, "roll": range_of(row.from_, row.to), "name": row.name, "effect": live.fill(row.effect, game.rules, (*path, id))} for id, row in chart.rows.items()]}


def range_of(first: int, last: int | None) -> str:
    """Return an inclusive range of rolls as printed."""
    return f"{first}+" if last is None else str(first) if first == last else f"{first}–{last}"
