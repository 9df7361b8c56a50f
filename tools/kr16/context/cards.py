"""A unit of a force → its card: every roll worked out, every box to tick."""

from __future__ import annotations

from .. import force as forces
from .. import points, rolls
from ..game import Game
from ..model.force import Force, Unit
from .rows import ability_row, action_row, chart_rows, covers, mounted_rows, order_row, row, section, vehicle_save, weapon_rows
from .weapons import fired

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
    weapons = [line for carried in unit.weapons for found in fired(carried.weapon, carried.count, unit.grade, game, mounted=False) for line in weapon_rows(found)]
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
            section("orders", ["Roll", "Shaken"], "Order", [order_row(id, commander, save.abilities, game) for id in rules.orders]),
            section("weapons", ["Dice", *covers(game)], "Weapon", [*weapons, *_hand_to_hand(unit, commander, save.abilities, game)]),
            section("abilities", [], "", [ability_row(id, unit.grade, game) for id in [*save.abilities, *unit.abilities]]),
        ],
    }


def _vehicle(unit: Unit, game: Game) -> dict:
    rules, vehicle = game.rules, forces.vehicle_of(unit, game)
    kind = rules.vehicle_kinds[vehicle.kind]
    chart_id = vehicle.chart or kind.chart
    chart = rules.damage_charts[chart_id]
    command = rolls.vehicle_command(unit.grade, rules)
    name = vehicle.name if isinstance(unit.vehicle, str) else f"{kind.name}, own design"
    shaken = next((r.command_modifier for r in chart.rows.values() if r.command_modifier), 0)
    save = vehicle_save(vehicle, game)
    weapons = [line for mount in vehicle.weapons for found in fired(mount.weapon, mount.count, unit.grade, game, mounted=True, extra=mount.abilities, name=mount.name) for line in mounted_rows(found)]
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
            section("actions", [], "", [action_row(id, vehicle, game) for id in rules.vehicle_actions if not (rules.vehicle_actions[id].speed == "full" and kind.flies)]),
            section("weapons", ["Dice", *covers(game)], "Weapon", weapons),
            section("abilities", [], "", [ability_row(id, unit.grade, game) for id in points.abilities_of(vehicle, rules)]),
            section("passengers", [], "", [row([], "Aboard", ", ".join(unit.passengers))] if unit.passengers else []),
            section("damage", ["", "Roll"], chart.name, [row([BOX, found["roll"]], found["name"], found["effect"]) for found in chart_rows(chart, game, ("damage_charts", chart_id, "rows"))["rows"]]),
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
