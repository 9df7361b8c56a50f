"""A game → reference cards in the form of context/cards.py; a force → its summary: units, points, special rules."""

from __future__ import annotations

from .. import force as forces
from .. import live, points
from ..game import Game
from ..model.force import Force, Unit
from . import paper, tables, words
from .cards import card, notice, working_lines
from .rows import order_text, row, section
from .weapons import ability_text


def reference_cards(game: Game) -> list[dict]:
    """Return a card for each part of the rules that is looked up during play."""
    return paper.reference(_references, game)


def _references(game: Game) -> list[dict]:
    rules = game.rules
    made = [
        ("Orders", "Roll needed by grade", [section("grades", [grade.name for grade in rules.grades.values()], "Order", [_order(id, need, game) for id, need in zip(rules.orders, tables.command(game)["rows"])])]),
        ("Turn", "Sequence of play, squads", [_told("turn", game), _told("squads", game)]),
        ("Shooting", "Roll needed to hit, by grade", [_table("to-hit", tables.to_hit(game)), _told("shooting", game), _told("cover", game)]),
        ("Shaken, hand to hand", "What failed saves do", [_told("shaken", game), _told("hand-to-hand", game)]),
        ("Saves", "Infantry and vehicles", [_saves("infantry-saves", "Infantry", rules.infantry_saves), _saves("vehicle-saves", "Vehicles", rules.vehicle_saves)]),
        ("Vehicles", "Actions and damage", [_told("vehicles", game), section("vehicle-actions", [], "", [row([], action.name, action.card) for action in rules.vehicle_actions.values()])]),
        *((chart["caption"], "Roll, with what excess failed saves add", [_table(chart["name"], chart)]) for chart in (tables.chart(id, game) for id in rules.damage_charts)),
        ("Mines", "What sets them off", [_told("mines", game)]),
        ("Buildings", "Structure points", [_told("buildings", game), section("structures", ["SP"], "Building", [row([str(s.structure_points)], s.name) for s in rules.structures.values()])]),
        ("Campaign", "Between games", [_told("campaign", game), _table("fates", tables.fates(game))]),
    ]
    return [_reference(name, kind, sections, game) for name, kind, sections in made]


def _reference(name: str, kind: str, sections: list[dict], game: Game) -> dict:
    return {"kind": "reference", "icon": "", "name": name, "part": "", "type": kind, "stats": [], "ticks": [], "sections": [s for s in sections if s["rows"]], "notice": notice(game)}


def _order(id: str, need: dict, game: Game) -> dict:
    return row([cell["text"].split(" /")[0] for cell in need["cells"][1:]], game.rules.orders[id].name, order_text(id, game))


def _told(id: str, game: Game) -> dict:
    """Return a text of the sheet as rows; the strong words at a line's beginning become its name."""
    rows = []
    for line, _ in words.text(id.replace("-", "_"), game, game.base and paper.measured(game)):
        name = line[0]["text"] if line[0]["strong"] else ""
        rows.append(row([], name, "".join(part["text"] for part in (line[1:] if name else line)).strip()))
    return section(id, [], "", rows)


def _table(id: str, table: dict) -> dict:
    """Return a table's rolls as cells, then its name and its text."""
    kinds = [column["kind"] for column in table["columns"]]
    heads = [column["label"].removesuffix(" cover") for column in table["columns"] if column["kind"] == "roll"]
    rows = []
    for found in table["rows"]:
        cells = [cell["text"] for cell in found["cells"]]
        text = " ".join(cell for cell, kind in zip(cells, kinds) if kind == "text")
        rows.append(row([cell for cell, kind in zip(cells, kinds) if kind == "roll"], next(cell for cell, kind in zip(cells, kinds) if kind == "name"), text))
    return section(id, heads, next(c["label"] for c in table["columns"] if c["kind"] == "name"), rows)


def _saves(id: str, label: str, saves: dict) -> dict:
    return section(id, ["Save"], label, [row([f"{key}+"], "", save.examples or save.note or "") for key, save in saves.items()])


def summary(force: Force, game: Game) -> dict:
    """Return a force's summary: what each unit costs and why, the total, and the special rules it needs, once each."""
    info, made = game.rules.ruleset, [(unit, card(unit, game), forces.price(unit, game)) for unit in force.units]
    total = sum(price.total for _, _, price in made)
    units = [row([str(price.total)], unit.name, _why(drawn, price)) for unit, drawn, price in made]
    against = "" if force.points_limit is None else f"limit {force.points_limit}: {_left(force.points_limit - total)}"
    house = "" if game.base is None else f"{game.title}, on the rules of "
    return {
        "name": force.force,
        "type": f"{house}{info.title} {info.version} ({info.edition}, {info.copyright})",
        "sections": [
            section("units", ["Points"], f"{len(units)} unit{'' if len(units) == 1 else 's'}", [*units, row([str(total)], "Total", against)]),
            section("special", [], "", [row([], game.rules.abilities[id].name, ability_text(id, game)) for id in special_rules(force.units, game)]),
        ],
        "notice": f"Unofficial. {info.title} {info.copyright} {info.author}. Get the rulebook itself, free, from the author: {info.site}. Symbols: game-icons.net, CC BY 3.0.",
    }


def _why(drawn: dict, price: points.Working) -> str:
    kind = drawn["type"].rsplit(" · ", 1)[0]
    parts = [f"{line['label']}{live.NBSP}({line['points']})" for line in working_lines(price)]
    return f"{kind}: {', '.join(parts)}"


def _left(points: int) -> str:
    return f"{points} left" if points >= 0 else f"{-points} too many"


def special_rules(units: list[Unit], game: Game) -> list[str]:
    """Return the ids of the abilities that count for these units, by name."""
    found: set[str] = set()
    for original in units:
        unit, armed = forces.armed(original, game)
        rules = armed.rules
        if unit.vehicle is None:
            found |= {*unit.abilities, *rules.infantry_saves[str(unit.save)].abilities}
            carried = [(carried.weapon, []) for carried in unit.weapons]
        else:
            vehicle = forces.vehicle_of(unit, armed)
            found |= set(points.abilities_of(vehicle, rules))
            carried = [(mount.weapon, mount.abilities) for mount in vehicle.weapons]
        for id, extra in carried:
            loaded = [ability for load in rules.weapons[id].loads for ability in rules.weapons[load].abilities]
            found |= {a for a in (*rules.weapons[id].abilities, *extra, *loaded) if rules.abilities[a].applies in ("always", "carried" if unit.vehicle is None else "mounted")}
    return sorted(found, key=lambda id: (game.rules.abilities[id].name, id))
