"""The points system as tables: cost tables, workings, and computed prices beside the printed."""

from __future__ import annotations

from .. import live, points
from ..game import Game
from ..model.printed import Misprint
from .tables import cell, table


def points_infantry(game: Game) -> dict:
    """What the parts of a figure cost (Rough Points Values for Infantry)."""
    costs, rules = game.rules.points.infantry, game.rules
    rows = [
        *((f"grade-{id}", [cell(f"Grade: {g.name}"), cell(g.points)]) for id, g in rules.grades.items()),
        *((f"save-{key}", [cell(f"Save: {key}+"), cell(s.points)]) for key, s in rules.infantry_saves.items()),
        ("range", [cell(f"Weapon: each {costs.range.step_cm} cm of range{STEPS[costs.range.rounding]}"), cell(costs.range.points)]),
        *_dv_rows(costs.dv, costs.dv_beyond_factor),
        ("positive", [cell("Weapon: each positive ability"), cell(f"+{costs.ability_points}")]),
        ("negative", [cell("Weapon: each negative ability"), cell(f"−{costs.ability_points}")]),
        *((id, [cell(f"Figure: {a.name}"), cell(live.signed(points.ability(id, rules).total))]) for id, a in rules.abilities.items() if a.kind == "figure" and a.points is not None),
    ]
    return table("points-infantry", "Points for infantry", [("Part", "name"), ("Points", "number")], rows)


STEPS = {"up": ", or part of it", "down": ", whole steps only", "nearest": ", to the nearest whole point", "none": ", exactly"}


def _dv_rows(costs: dict[str, int], beyond: int) -> list:
    rows = [(f"dv-{dv}", [cell(f"Weapon: DV {dv}"), cell(cost)]) for dv, cost in costs.items()]
    return [*rows, ("dv-beyond", [cell(f"Weapon: each DV above {len(costs)}"), cell(f"× {beyond}")])]


def points_vehicle(game: Game) -> dict:
    """What the parts of a vehicle cost (Rough Points Value for Vehicles)."""
    costs, rules = game.rules.points.vehicle, game.rules
    crews = {key: [g.name for id, g in rules.grades.items() if str(points.command_roll(id, rules)) == key] for key in costs.command_roll}
    rows = [
        *((f"command-{key}", [cell(f"Crew: command roll {key}+" + (f" ({', '.join(crews[key])})" if crews[key] else "")), cell(cost)]) for key, cost in costs.command_roll.items()),
        *((f"save-{key}", [cell(f"Save: {key}+"), cell(s.points)]) for key, s in rules.vehicle_saves.items()),
        ("speed", [cell(f"Each {costs.speed.step_cm} cm of full speed{STEPS[costs.speed.rounding]}"), cell(costs.speed.points)]),
        ("range", [cell(f"Weapon: each {costs.range.step_cm} cm of range{STEPS[costs.range.rounding]}"), cell(costs.range.points)]),
        *_dv_rows(costs.dv, costs.dv_beyond_factor),
        ("positive", [cell("Each positive ability, of the whole it belongs to"), cell(f"+{costs.ability_percent} %")]),
        ("negative", [cell("Each negative ability, of the whole it belongs to"), cell(f"−{costs.ability_percent} %")]),
    ]
    return table("points-vehicle", "Points for vehicles and their weapons", [("Part", "name"), ("Points", "number")], rows)


def working(item: points.Working) -> dict:
    """Return a working as rows: what, its points, and the lines within a line."""
    return {"rows": [_row(line) for line in item.lines], "total": str(item.total)}


def _row(line: points.Line) -> dict:
    return {"part": line.part, "label": line.label, "points": points.shown(line.points).replace("-", "−"), "rows": [_row(within) for within in line.lines]}


def priced(game: Game) -> list[dict]:
    """Return every item of the game with its computed, printed and played price, as `kr16 points --json` prints them."""
    return [_priced(id, kind, name, game, game.printed.misprints.get(id)) for id, kind, name in _items(game)]


def _items(game: Game):
    rules, specials = game.rules, game.printed.specials
    yield from ((id, "weapon", w.name) for id, w in rules.weapons.items() if id not in specials)
    yield from ((id, "vehicle", v.name) for id, v in rules.vehicles.items())
    yield from ((id, "figure", f.name) for id, f in rules.figures.items())
    yield from ((id, "special", w.name) for id, w in rules.weapons.items() if id in specials)
    yield from ((id, "special", a.name) for id, a in rules.abilities.items() if a.kind == "figure")


def working_of(id: str, game: Game) -> points.Working | None:
    """Return the formula's working for any item, or None where its statistics are not printed."""
    rules = game.rules
    if id in rules.weapons:
        return game.weapon_working(id) if rules.weapons[id].statistics == "printed" else None
    if id in rules.vehicles:
        return points.vehicle(rules.vehicles[id], rules.vehicle_rules.catalogue_grade, rules, game.price_of) if rules.vehicles[id].statistics == "printed" else None
    if id in rules.figures:
        figure = rules.figures[id]
        return points.figure(figure.grade, figure.save, figure.weapons, figure.abilities, rules, game.price_of)
    return points.ability(id, rules)


def _priced(id: str, kind: str, name: str, game: Game, misprint: Misprint | None) -> dict:
    found, holds = working_of(id, game), game.printed_price(id)
    computed = found.total if found else None
    printed = game.printed.price(id)
    note = None
    if found is None:
        note = "Its statistics are not printed."
    elif printed is not None and holds is None:
        note = "House rules change its statistics, so the printed price does not hold."
    elif misprint:
        note = misprint.why
    return {
        "id": id,
        "name": name,
        "kind": kind,
        "computed": computed,
        "printed": printed,
        "price": holds if holds is not None else computed,
        "working": found,
        "note": note,
    }


def vocabulary(game: Game) -> dict:
    """Return what live numbers may name on a page: the rules, and each item's `price`, `computed` and `printed` points."""
    items = priced(game)
    return live.children(game.rules) | {key: {item["id"]: item[key] for item in items} for key in ("price", "computed", "printed")}


def prices(game: Game) -> dict:
    """Every item: what the formula gives, what the rulebook prints, what it costs in play (Points Values)."""
    pages = {"weapon": "reference/weapons.md", "vehicle": "reference/vehicles.md"}
    rows = []
    for item in priced(game):
        href = f"{pages[item['kind']]}#{item['id']}" if item["kind"] in pages else ""
        rows.append((item["id"], [cell(item["name"], href), cell(item["kind"]), cell("—" if item["computed"] is None else item["computed"]), cell("—" if item["printed"] is None or item["id"] in game.changed else item["printed"]), cell(item["price"]), cell(item["note"] or "")]))
    return table("prices", "Prices", [("Item", "name"), ("Kind", "text"), ("Formula", "number"), ("Printed", "number"), ("In play", "number"), ("Note", "text")], rows)


def number(exact) -> int | float:
    """Return points as a JSON number: whole where they are."""
    return int(exact) if exact.denominator == 1 else float(exact)


def as_json(item: dict) -> dict:
    """Return one priced item as `kr16 points --json` prints it (design.md, section 5)."""
    return {**item, "working": [_json_line(line) for line in item["working"].lines] if item["working"] else []}


def _json_line(line: points.Line) -> dict:
    found = {"part": line.part, "label": line.label, "points": number(line.points)}
    return found | ({"working": [_json_line(within) for within in line.lines]} if line.lines else {})


def as_working(item: dict) -> str:
    """Return one priced item as text, its working line by line."""
    lines = [f"{item['name']}: {item['price']} points"]
    for line in item["working"].lines if item["working"] else ():
        lines.append(f"{points.shown(line.points):>9}  {line.label}")
        lines += [f"{'':9}    {points.shown(within.points)}  {within.label}" for within in line.lines]
    if item["computed"] is not None:
        lines.append(f"{item['computed']:>9}  by the formula")
    if item["printed"] is not None:
        lines.append(f"{item['printed']:>9}  as printed")
    return "\n".join([*lines, *([f"           {item['note']}"] if item["note"] else [])])


def as_table(items: list[dict]) -> str:
    """Return priced items as text, one a line: computed, printed, price in play."""
    wide = max(len(item["id"]) for item in items)
    rows = [f"{'item':{wide}}  {'kind':8}{'computed':>9}{'printed':>9}{'price':>7}"]
    for item in items:
        computed, printed = ("—" if item[key] is None else item[key] for key in ("computed", "printed"))
        rows.append(f"{item['id']:{wide}}  {item['kind']:8}{computed:>9}{printed:>9}{item['price']:>7}{'  ' + item['note'] if item['note'] else ''}")
    return "\n".join(rows)
