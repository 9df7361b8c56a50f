"""The rulebook's tables as rows of text, each column of one kind: what site, sheet and play page share."""

from __future__ import annotations

from collections.abc import Callable

from .. import live, points, rolls
from ..game import Game
from .rows import chart_rows, range_of, vehicle_save
from .weapons import BLANK, ability_card, dice_text, harms, range_text

COVERED = "Open"


def cell(text: object, href: str = "", chips: list[dict] | None = None) -> dict:
    """Return one cell: its text, an address if it is a link, or chips (small links) in place of text."""
    return {"text": "" if text is None else str(text), "href": href, "chips": chips or []}


def table(name: str, caption: str, columns: list[tuple[str, str]], rows: list[tuple[str, list[dict]]], tools: bool = False) -> dict:
    """Return a table. A column is (label, kind); kind is name, number, roll or text. A row has an id, for links to it. `tools`: it can be sorted and filtered."""
    return {"name": name, "tools": tools, "caption": caption, "columns": [{"label": label, "kind": kind} for label, kind in columns], "rows": [{"id": id, "cells": cells} for id, cells in rows]}


def chips(ids: list[str], game: Game) -> list[dict]:
    """Return abilities as chips: their few words, and where the full text is."""
    return [{"text": ability_card(id, game), "href": f"reference/abilities.md#{id}"} for id in ids]


def signed_or_dash(number: int) -> str:
    return live.signed(number) if number else "—"


def orders(game: Game) -> dict:
    """Orders: the roll, how far, when it fires, and the modifiers (Orders)."""
    rows = []
    for id, order in game.rules.orders.items():
        hit = [order.to_hit_modifier, *(r.to_hit_modifier for r in order.reactions.values() if r.fires)]
        be_hit = [order.to_be_hit_modifier, *(r.to_be_hit_modifier for r in order.reactions.values() if not r.fires)]
        rows.append((id, [cell(order.name, f"reference/orders.md#{id}"), cell(f"{order.difficulty}+"), cell(live.distance(order.move_cm, game.rules) if order.move_cm else "—"), cell(order.fires), cell(signed_or_dash(sum(hit))), cell(signed_or_dash(sum(be_hit)))]))
    return table("orders", "Orders", [("Order", "name"), ("Roll", "roll"), ("Move", "number"), ("Fires", "text"), ("To hit", "number"), ("To be hit", "number")], rows)


def grades(game: Game) -> dict:
    """Grades and their bonuses (Troops)."""
    rows = [(id, [cell(g.name, f"reference/grades.md#{id}"), cell(live.signed(g.attack_bonus)), cell(live.signed(g.command_bonus)), cell(g.points)]) for id, g in game.rules.grades.items()]
    return table("grades", "Grades", [("Grade", "name"), ("Attack", "number"), ("Command", "number"), ("Points", "number")], rows)


def cover(game: Game) -> dict:
    """Classes of cover (Shooting, Cover)."""
    rows = [(id, [cell(c.name), cell(live.signed(c.to_hit_modifier)), cell(c.examples)]) for id, c in game.rules.cover.items()]
    return table("cover", "Cover", [("Cover", "name"), ("To hit", "number"), ("Such as", "text")], rows)


def to_hit(game: Game) -> dict:
    """The roll to hit for each grade in each class of cover (Shooting)."""
    covers = [None, *game.rules.cover]
    rows = [(id, [cell(g.name), *(cell(rolls.shown(rolls.to_hit(id, game.rules, c))) for c in covers)]) for id, g in game.rules.grades.items()]
    return table("to-hit", "Roll needed to hit", [("Firer", "name"), (COVERED, "roll"), *((c.name, "roll") for c in game.rules.cover.values())], rows)


def modifiers(game: Game) -> list[tuple[str, str, str, str]]:
    """Everything that changes a roll to hit (Shooting): its table and id, what it is, and by how much."""
    rules = game.rules
    found = [("grades", id, f"{g.name} shooting", g.attack_bonus) for id, g in rules.grades.items()]
    found += [("orders", id, f"Shooter on {o.name}", o.to_hit_modifier) for id, o in rules.orders.items() if o.to_hit_modifier]
    found += [("orders", id, f"Target on {o.name}", o.to_be_hit_modifier) for id, o in rules.orders.items() if o.to_be_hit_modifier]
    found += [("cover", id, f"Target in {c.name.lower()}", c.to_hit_modifier) for id, c in rules.cover.items()]
    for id, ability in rules.abilities.items():
        for effect in ability.effects.values():
            if effect.roll in ("to-hit", "to-be-hit") and effect.modifier:
                who = "Target with" if effect.roll == "to-be-hit" else "Shooter with"
                found.append(("abilities", id, f"{who} {ability.name}" + (f", {effect.option}" if effect.option else ""), effect.modifier))
    return [(table, id, name, live.signed(modifier)) for table, id, name, modifier in found]


def command(game: Game) -> dict:
    """The roll with which each grade passes each order, plain and Shaken (The turn; Shooting)."""
    rows = []
    for id, order in game.rules.orders.items():
        pairs = [(rolls.command(g, id, game.rules), rolls.command(g, id, game.rules, shaken=True)) for g in game.rules.grades]
        rows.append((id, [cell(order.name), *(cell(f"{rolls.shown(plain)} /{live.NBSP}{rolls.shown(shaken)}") for plain, shaken in pairs)]))
    return table("command", "Command roll needed, plain / Shaken", [("Order", "name"), *((g.name, "roll") for g in game.rules.grades.values())], rows)


def _saves(name: str, caption: str, saves: dict, game: Game) -> dict:
    rows = [(key, [cell(f"{key}+"), cell(s.examples or s.note, chips=None), cell(s.points), cell("", chips=chips(s.abilities, game))]) for key, s in saves.items()]
    columns = [("Save", "roll"), ("Such as", "text"), ("Points", "number"), ("Abilities", "text")]
    if not any(s.abilities for s in saves.values()):
        rows, columns = [(id, cells[:-1]) for id, cells in rows], columns[:-1]
    return table(name, caption, columns, rows)


def infantry_saves(game: Game) -> dict:
    """Infantry saves (Infantry Saves)."""
    return _saves("infantry-saves", "Infantry saves", game.rules.infantry_saves, game)


def vehicle_saves(game: Game) -> dict:
    """Vehicle saves (Vehicle Saves)."""
    return _saves("vehicle-saves", "Vehicle saves", game.rules.vehicle_saves, game)


def _weapons(name: str, caption: str, category: str, game: Game) -> dict:
    rows = [
        (id, [cell(w.name, f"reference/weapons.md#{id}"), cell(range_text(w, game)), cell("as loaded" if w.loads else dice_text(w)), cell(harms_text(harms(w, game))), cell("", chips=chips(w.abilities, game)), cell(game.price_of(id, mounted=category == "vehicle-weapon"))])
        for id, w in game.rules.weapons.items()
        if w.category == category
    ]
    return table(name, caption, [("Weapon", "name"), ("Range", "number"), ("DV", "number"), ("Harms vehicles", "text"), ("Abilities", "text"), ("Points", "number")], rows, tools=True)


def harms_text(harms: str) -> str:
    """Return which vehicles a weapon harms, for a cell."""
    return {"all": "yes", "none": "no"}.get(harms, f"save {harms}")


def small_arms(game: Game) -> dict:
    """Weapons that figures carry (Weapons, Small Arms)."""
    return _weapons("small-arms", "Small arms", "small-arm", game)


def vehicle_weapons(game: Game) -> dict:
    """Weapons that vehicles mount (Weapons, Vehicle Weapons)."""
    return _weapons("vehicle-weapons", "Vehicle weapons", "vehicle-weapon", game)


def vehicle_actions(game: Game) -> dict:
    """What a vehicle can do (Vehicles)."""
    speeds = {"full": "full speed", "combat": "combat speed", "none": "—"}
    rows = [(id, [cell(a.name), cell(speeds[a.speed]), cell(a.fires), cell(f"{live.signed(a.aimed_to_hit_modifier)} to hit with {a.aimed_weapons}" if a.aimed_weapons else "—")]) for id, a in game.rules.vehicle_actions.items()]
    return table("vehicle-actions", "Vehicle actions", [("Action", "name"), ("Move", "text"), ("Fires", "text"), ("Aims", "text")], rows)


def speed(cm: int | None, game: Game, known: bool = True) -> str:
    return live.distance(cm, game.rules) if cm is not None else "—" if known else BLANK


def vehicles(game: Game) -> dict:
    """Vehicles, the typical and the named (Typical Vehicles; Points, Vehicle)."""
    rows = []
    for id, v in game.rules.vehicles.items():
        known, save = v.statistics == "printed", vehicle_save(v, game)
        carried = [{"text": f"{m.count} × {m.name or game.rules.weapons[m.weapon].name}" if m.count > 1 else m.name or game.rules.weapons[m.weapon].name, "href": f"reference/weapons.md#{m.weapon}"} for m in v.weapons]
        rows.append((id, [cell(v.name, f"reference/vehicles.md#{id}"), cell(speed(v.full_speed_cm, game, known)), cell(speed(v.combat_speed_cm, game, known)), cell(save["roll"]), cell(save["side"]), cell("none" if known else BLANK, chips=carried), cell(vehicle_price(id, game))]))
    return table("vehicles", "Vehicles", [("Vehicle", "name"), ("Full speed", "number"), ("Combat speed", "number"), ("Save", "roll"), ("Side, rear", "roll"), ("Weapons", "text"), ("Points", "number")], rows, tools=True)


def vehicle_price(id: str, game: Game) -> int:
    """Return what a catalogue vehicle costs in play, in points, with the crew that listed prices include."""
    printed = game.printed_price(id)
    return printed if printed is not None else points.vehicle(game.rules.vehicles[id], game.rules.vehicle_rules.catalogue_grade, game.rules, game.price_of).total


def minefields(game: Game) -> dict:
    """Minefields (Minefields)."""
    rows = []
    for id, field in game.rules.minefields.items():
        parts = [("infantry", p.infantry) for p in [field, *(game.rules.minefields[c] for c in field.combines)] if p.infantry] + [("vehicles", p.vehicles) for p in [field, *(game.rules.minefields[c] for c in field.combines)] if p.vehicles]
        rows.append((id, [cell(field.name, f"reference/mines.md#{id}"), cell(" and ".join(who for who, _ in parts)), cell(" / ".join(f"{m.triggers_from}+" for _, m in parts)), cell(" / ".join(str(m.dv) for _, m in parts))]))
    return table("minefields", "Minefields", [("Minefield", "name"), ("Against", "text"), ("Goes off on", "roll"), ("DV", "number")], rows)


def chart(id: str, game: Game) -> dict:
    """A damage chart: the roll, the result, what it does."""
    found = chart_rows(game.rules.damage_charts[id], game, ("damage_charts", id, "rows"))
    rows = [(f"{id}-{row['id']}", [cell(row["roll"]), cell(row["name"]), cell(row["effect"])]) for row in found["rows"]]
    return table(f"chart-{id}", found["name"], [("Roll", "roll"), ("Result", "name"), ("Effect", "text")], rows)


def structures(game: Game) -> dict:
    """Buildings and their structure points (Buildings)."""
    rows = [(id, [cell(s.name), cell(s.structure_points)]) for id, s in game.rules.structures.items()]
    return table("structures", "Structure points", [("Building", "name"), ("SP", "number")], rows)


def fates(game: Game) -> dict:
    """What became of a casualty (Campaign Rules)."""
    rows = [(id, [cell(range_of(f.from_, f.to)), cell(f.name), cell(f.effect)]) for id, f in game.rules.campaign.fates.items()]
    return table("fates", "Fate of a casualty", [("Roll", "roll"), ("Fate", "name"), ("Means", "text")], rows)


TABLES: dict[str, Callable[[Game], dict]] = {f.__name__: f for f in (orders, grades, cover, to_hit, command, infantry_saves, vehicle_saves, small_arms, vehicle_weapons, vehicle_actions, vehicles, minefields, structures, fates)}
