"""The reference pages: a section for each record of a table, with everything about it in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .. import live, points, rolls
from ..game import Game
from . import costs, tables
from .rows import vehicle_save
from .tables import cell, table
from .weapons import BLANK, ability_text, applying, dice_text, harms, hit_rolls, range_text

INTRO = "Names lead to the full entry; the numbers are the rulebook's unless a note says otherwise."


def record(id: str, name: str, cite: str, *, stats: Iterable[tuple[str, object]] = (), texts: Iterable[str | None] = (), abilities: Iterable[dict] = (), links: Iterable[tuple[str, str]] = (), tables: Iterable[dict] = (), working: dict | None = None, note: str | None = None, aliases: Iterable[str] = ()) -> dict:
    """Return one section: its numbers, words, abilities, links and tables."""
    return {
        "id": id,
        "name": name,
        "cite": cite,
        "stats": [{"label": label, "value": str(value)} for label, value in stats],
        "texts": [text for text in texts if text],
        "abilities": list(abilities),
        "links": [{"href": href, "text": text} for href, text in links],
        "tables": list(tables),
        "working": working,
        "note": note,
        "aliases": ", ".join(aliases),
    }


def former(uri: str, game: Game) -> dict[str, list[str]]:
    """Return the ids that a page's records had before, by their present ones: links to them keep working."""
    name = uri.removeprefix("reference/").removesuffix(".md").replace("-", "_")
    table = getattr(game.rules, {"mines": "minefields"}.get(name, name), {})
    return {id: one.was for id, one in table.items() if getattr(one, "was", None)}


def abilities(ids: Iterable[str], game: Game) -> list[dict]:
    """Return abilities in full, each with the way to its own section."""
    return [{"name": game.rules.abilities[id].name, "text": ability_text(id, game), "href": f"reference/abilities.md#{id}"} for id in ids]


def told(page: str, id: str, game: Game) -> tuple[str, str]:
    """Return the way to a record's rule in full: its section, or the page where house rules add the record."""
    rules = (game.base or game).rules
    return (f"rules/{page}.md#{id}", "The rule in full") if id in rules.orders or id in rules.minefields else (f"rules/{page}.md", "The rules for its kind")


def orders(game: Game) -> list[dict]:
    """A section an order (Orders)."""
    rules = game.rules
    found = []
    for id, o in rules.orders.items():
        rows = [(g, [cell(grade.name), cell(rolls.shown(rolls.command(g, id, rules))), cell(rolls.shown(rolls.command(g, id, rules, shaken=True)))]) for g, grade in rules.grades.items()]
        stats = [("Roll", f"{o.difficulty}+"), ("Move", live.distance(o.move_cm, rules) if o.move_cm else "—"), ("Fires", o.fires), ("To hit", tables.signed_or_dash(o.to_hit_modifier)), ("To be hit", tables.signed_or_dash(o.to_be_hit_modifier))]
        if o.reactions:
            stats = stats[:2]
        reactions = [f"{r.name}: {r.card[0].lower()}{r.card[1:]}, {live.signed(r.to_hit_modifier) + ' to hit' if r.fires else live.signed(r.to_be_hit_modifier) + ' to be hit'}." for r in o.reactions.values()]
        found.append(record(id, o.name, o.cite, stats=stats, texts=[f"{o.card}.", *reactions], links=[told("orders", id, game)], tables=[table(f"command-{id}", "Command roll needed", [("Squad", "name"), ("Roll", "roll"), ("Shaken", "roll")], rows)], aliases=o.aliases, note=o.note))
    return found


def grades(game: Game) -> list[dict]:
    """A section a grade (Troops)."""
    rules, covers = game.rules, [None, *game.rules.cover]
    found = []
    for id, g in rules.grades.items():
        hit = table(f"to-hit-{id}", "Roll needed to hit", [(tables.COVERED, "roll"), *((c.name, "roll") for c in rules.cover.values())], [(id, [cell(rolls.shown(rolls.to_hit(id, rules, c))) for c in covers])])
        stats = [("Attack", live.signed(g.attack_bonus)), ("Command", live.signed(g.command_bonus)), ("Points a figure", g.points), ("Hand to hand", rolls.shown(rolls.hand_to_hand(id, rules))), ("Vehicle crew", rolls.shown(rolls.vehicle_command(id, rules)))]
        found.append(record(id, g.name, g.cite, stats=stats, texts=[g.text], tables=[hit], aliases=g.aliases, note=g.note))
    return found


def saves(game: Game) -> list[dict]:
    """A section a save, infantry's and vehicles' (Infantry Saves; Vehicle Saves)."""
    found = []
    for kind, name in (("infantry", "Infantry save"), ("vehicle", "Vehicle save")):
        for key, s in getattr(game.rules, f"{kind}_saves").items():
            found.append(record(f"{kind}-{key}", f"{name} {key}+", s.cite, stats=[("Save", f"{key}+"), ("Points", s.points)], texts=[f"Such as {s.examples}." if s.examples else None], abilities=abilities(s.abilities, game), aliases=s.aliases, note=s.note))
    return found


def weapons(game: Game) -> list[dict]:
    """A section a weapon (Weapons; Points Values)."""
    return [_weapon(id, game) for id in game.rules.weapons]


def _weapon(id: str, game: Game) -> dict:
    weapon, rules = game.rules.weapons[id], game.rules
    mounted, found = weapon.category == "vehicle-weapon", None
    if weapon.dv:
        rows = [(g, [cell(grade.name), *map(cell, hit_rolls(g, weapon, applying(weapon.abilities, game, mounted), game))]) for g, grade in rules.grades.items()]
        found = table(f"to-hit-{id}", "Roll needed to hit, its abilities applied", [("Firer", "name"), (tables.COVERED, "roll"), *((c.name, "roll") for c in rules.cover.values())], rows)
    working = costs.working_of(id, game)
    stats = [("Range", range_text(weapon, game)), ("DV", "as loaded" if weapon.loads else dice_text(weapon)), ("Points", game.price_of(id, mounted)), ("Harms vehicles", tables.harms_text(harms(weapon, game)))]
    loads = f"Loads {', '.join(rules.weapons[l].name for l in weapon.loads)}." if weapon.loads else None
    kind = "Small arm" if weapon.category == "small-arm" else "Vehicle weapon"
    return record(id, weapon.name, weapon.cite, stats=stats, texts=[f"{kind}.", loads], abilities=abilities(weapon.abilities, game), tables=[found] if found else [], working=costs.working(working) if working else None, aliases=weapon.aliases, note=weapon.note)


def vehicles(game: Game) -> list[dict]:
    """A section a vehicle (Typical Vehicles; Points, Vehicle)."""
    return [_vehicle(id, game) for id in game.rules.vehicles]


def _vehicle(id: str, game: Game) -> dict:
    v, rules = game.rules.vehicles[id], game.rules
    kind, known = rules.vehicle_kinds[v.kind], v.statistics == "printed"
    chart = v.chart or kind.chart
    save = vehicle_save(v, game)
    stats = [("Full speed", tables.speed(v.full_speed_cm, game, known)), ("Combat speed", tables.speed(v.combat_speed_cm, game, known)), ("Save", save["roll"]), ("Side, rear", save["side"]), ("Points", tables.vehicle_price(id, game))]
    carried = [_carried(m, game) for m in v.weapons]
    working = costs.working_of(id, game)
    links = [(f"reference/damage-charts.md#{chart}", rules.damage_charts[chart].name)] if known else []
    unarmed = "It carries no weapons." if known and not carried else None
    price = f"The price includes a {rules.grades[rules.vehicle_rules.catalogue_grade].name} crew." if known else None
    return record(id, v.name, v.cite, stats=stats, texts=[f"{kind.name} vehicle." if known and not kind.flies else kind.name + "." if known else None, unarmed, price, v.derived], abilities=[*carried, *abilities(points.abilities_of(v, rules) if known else v.abilities, game)], links=links, working=costs.working(working) if working else None, aliases=v.aliases, note=v.note)


def _carried(mount, game: Game) -> dict:
    weapon = game.rules.weapons[mount.weapon]
    name = f"{mount.count} × {mount.name or weapon.name}" if mount.count > 1 else mount.name or weapon.name
    extra = "".join(f", {game.rules.abilities[a].name.lower()}" for a in mount.abilities)
    return {"name": name, "text": f"range {range_text(weapon, game)}, DV {dice_text(weapon)}{extra}", "href": f"reference/weapons.md#{mount.weapon}"}


def all_abilities(game: Game) -> list[dict]:
    """A section an ability: what it does, how it counts, who has it."""
    return [_ability(id, game) for id in game.rules.abilities]


def _ability(id: str, game: Game) -> dict:
    a, rules = game.rules.abilities[id], game.rules
    held = [(f"reference/weapons.md#{w}", x.name) for w, x in rules.weapons.items() if id in x.abilities]
    held += [(f"reference/vehicles.md#{v}", x.name) for v, x in rules.vehicles.items() if id in points.abilities_of(x, rules) or any(id in m.abilities for m in x.weapons)]
    held += [(f"reference/saves.md#infantry-{s}", f"Infantry save {s}+") for s, x in rules.infantry_saves.items() if id in x.abilities]
    priced = f"{'Takes off' if a.sign == 'negative' else 'Costs'} {a.points} points{'' if a.held_by == 'one figure' else ' a figure'}." if a.points is not None else {"positive": "Counts as a positive ability in the points system.", "negative": "Counts as a negative ability in the points system.", "none": "Costs nothing in itself."}[a.sign]
    return record(id, a.name, a.cite, texts=[ability_text(id, game), priced], links=held, aliases=a.aliases, note=a.note)


def damage_charts(game: Game) -> list[dict]:
    """A section a damage chart."""
    found = []
    for id, chart in game.rules.damage_charts.items():
        found.append(record(id, chart.name, chart.cite, tables=[tables.chart(id, game)], links=[("rules/vehicles.md#damage", "When to roll, and what to add")], aliases=chart.aliases, note=chart.note))
    return found


def mines(game: Game) -> list[dict]:
    """A section a kind of mine (Minefields; Proximity Mines)."""
    rules, pm = game.rules, game.rules.proximity_mines
    found = []
    for id, m in rules.minefields.items():
        stats, texts = [], [m.text]
        if m.infantry:
            stats = [("Goes off on", f"{m.infantry.triggers_from}+"), ("DV", m.infantry.dv)]
            texts.append(f"Any order that moves further than {rules.orders[m.infantry.certain_beyond_order].name} sets them off without a roll.")
        if m.vehicles:
            stats = [("Goes off on", f"{m.vehicles.triggers_from}+"), ("DV", m.vehicles.dv), ("Damage roll", live.signed(m.vehicles.damage_modifier))]
            texts.append(f"A vehicle with a save of {m.vehicles.certain_at_save}+ or better sets them off without a roll. A damage result above {m.vehicles.damage_cap} counts as {m.vehicles.damage_cap}.")
        links = [told("mines", id, game), *((f"reference/mines.md#{c}", rules.minefields[c].name) for c in m.combines)]
        found.append(record(id, m.name, m.cite, stats=stats, texts=texts, links=links, aliases=m.aliases, note=m.note))
    stats = [("Goes off on", f"{pm.triggers_from}+"), ("Within", live.distance(pm.trigger_cm, game.rules)), ("DV", pm.dv), ("Blast radius", live.distance(pm.blast_radius_cm, game.rules)), ("To hit it", f"{pm.to_hit}+"), ("Its save", f"{pm.save}+")]
    return [*found, record("proximity-mine", "Proximity mine", pm.cite, stats=stats, links=[("rules/mines.md#proximity", "The rule in full")], aliases=pm.aliases)]


def structures(game: Game) -> list[dict]:
    """A section a building (Buildings)."""
    return [record(id, s.name, s.cite, stats=[("SP", s.structure_points)], links=[("rules/buildings.md", "What structure points do")], aliases=s.aliases, note=s.note) for id, s in game.rules.structures.items()]


def page(title: str, description: str, tables: Iterable[dict] = (), records: Iterable[dict] = (), intro: str = INTRO) -> dict:
    return {"title": title, "description": description, "intro": intro, "tables": list(tables), "records": list(records)}


PAGES: dict[str, Callable[[Game], dict]] = {
    "reference/orders.md": lambda g: page("Orders", "Every order: the roll it needs, how far it moves, when it fires.", [tables.orders(g), tables.command(g)], orders(g)),
    "reference/grades.md": lambda g: page("Grades", "Rook, Grunt, Elite and Guard: their bonuses, rolls and points.", [tables.grades(g), tables.to_hit(g)], grades(g)),
    "reference/saves.md": lambda g: page("Saves", "Infantry and vehicle saves, with examples and points.", [tables.infantry_saves(g), tables.vehicle_saves(g)], saves(g)),
    "reference/weapons.md": lambda g: page("Weapons", "Every small arm and vehicle weapon: range, Damage Value, abilities, rolls to hit and points.", [tables.small_arms(g), tables.vehicle_weapons(g)], weapons(g)),
    "reference/vehicles.md": lambda g: page("Vehicles", "Every vehicle: speeds, save, weapons and points.", [tables.vehicles(g)], vehicles(g), f"{INTRO} A “{BLANK}” stands where the rulebook prints nothing."),
    "reference/abilities.md": lambda g: page("Abilities", "What each ability of a weapon, figure, armour or vehicle does, and who has it.", [], all_abilities(g), "What sets a weapon, figure, armour or vehicle apart from others of its kind."),
    "reference/damage-charts.md": lambda g: page("Damage charts", "The military, civilian and aircraft damage charts.", [], damage_charts(g), "One roll for each shot that got through a vehicle's saves."),
    "reference/mines.md": lambda g: page("Mines", "Minefields and proximity mines: what sets them off and what they do.", [tables.minefields(g)], mines(g)),
    "reference/structures.md": lambda g: page("Structures", "Example buildings and their structure points.", [tables.structures(g)], structures(g)),
    "points/prices.md": lambda g: page("Prices", "What every weapon, vehicle, figure and special costs: by the formula, as printed, and in play.", [costs.prices(g)], [], "An official item costs what the rulebook prints. One without a printed price costs what the formula gives."),
}

# The ids of the sections of each page, which links may lead to.
IDS: dict[str, Callable[[Game], list[str]]] = {
    "reference/orders.md": lambda g: list(g.rules.orders),
    "reference/grades.md": lambda g: list(g.rules.grades),
    "reference/saves.md": lambda g: [*(f"infantry-{save}" for save in g.rules.infantry_saves), *(f"vehicle-{save}" for save in g.rules.vehicle_saves)],
    "reference/weapons.md": lambda g: list(g.rules.weapons),
    "reference/vehicles.md": lambda g: list(g.rules.vehicles),
    "reference/abilities.md": lambda g: list(g.rules.abilities),
    "reference/damage-charts.md": lambda g: list(g.rules.damage_charts),
    "reference/mines.md": lambda g: [*g.rules.minefields, "proximity-mine"],
    "reference/structures.md": lambda g: list(g.rules.structures),
    "points/prices.md": lambda g: [],
}
