"""The typed ruleset → every mistake between its tables: gaps, contradictions, what `names` finds."""

from __future__ import annotations

from .errors import Problem, Refused, suggestion
from .live import walk
from .model import Ruleset
from .model.printed import Printed
from .names import Found, live_numbers, references, twice
from .source import Source


def validate(rules: Ruleset, source: Source) -> None:
    """Raise Refused with every mistake between the tables; return nothing when they agree."""
    texts = [(path, value) for path, value in walk(rules) if isinstance(value, str)]
    found = [*twice(rules, source), *references(rules, texts), *charts(rules), *saves(rules), *weapons(rules), *vehicles(rules), *costs(rules), *live_numbers(rules, texts), *minefields(rules)]
    if found:
        raise Refused(Problem(source.place(path), ".".join(path), message) for path, message in found)


def charts(rules: Ruleset) -> Found:
    """Each damage chart gives every result from 1 up exactly one row; the fates cover a die."""
    for id, chart in rules.damage_charts.items():
        yield from _ranges(("damage_charts", id, "rows"), chart.rows, None)
    yield from _ranges(("campaign", "fates"), rules.campaign.fates, 6)


def _ranges(path: tuple[str, ...], rows: dict, end: int | None) -> Found:
    expected = 1
    for key, row in rows.items():
        if expected is None:
            yield (*path, key, "from"), f"no roll is left for this row (got {row.from_}); the row before it has no end"
            return
        if row.from_ != expected:
            what = "no row for" if row.from_ > expected else "two rows for"
            first, last = sorted((row.from_, expected))
            yield (*path, key, "from"), f"{what} a roll of {first if last - first == 1 else f'{first} to {last - 1}'} (got {row.from_}); expected {expected}"
        if row.to is not None and row.to < row.from_:
            yield (*path, key, "to"), f"ends before it begins (got {row.to}); at least {row.from_}"
        expected = None if row.to is None else max(row.to, row.from_) + 1
    if expected != (None if end is None else end + 1):
        last = next(reversed(rows)) if rows else None
        yield (*path, last, "to") if last else path, "the last row must be open; write null" if end is None else f"the last row must end at {end}"


def saves(rules: Ruleset) -> Found:
    """Saves are keyed by the roll that saves, 2 to 6, worst first."""
    for table in ("infantry_saves", "vehicle_saves"):
        keys = list(getattr(rules, table))
        for key in keys:
            if key not in ("2", "3", "4", "5", "6"):
                yield (table, key), f"not a save (got '{key}'); expected a roll from 6 down to 2"
        if keys != sorted(keys, reverse=True):
            yield (table,), "saves out of order; write the worst first, 6 down to 2"
    for id, figure in rules.figures.items():
        if str(figure.save) not in rules.infantry_saves:
            yield ("figures", id, "save"), f"no such infantry save (got {figure.save}); known: {', '.join(rules.infantry_saves)}"
    for id, vehicle in rules.vehicles.items():
        if vehicle.save is not None and str(vehicle.save) not in rules.vehicle_saves:
            yield ("vehicles", id, "save"), f"no such vehicle save (got {vehicle.save}); known: {', '.join(rules.vehicle_saves)}"


def weapons(rules: Ruleset) -> Found:
    """A weapon has a range unless its statistics are not printed; it has dice, or does something else; what it loads loads nothing itself."""
    for id, weapon in rules.weapons.items():
        unknown = weapon.statistics == "not printed"
        if (weapon.range_cm is None) != unknown:
            yield ("weapons", id, "range_cm"), "a weapon has a range, or says `statistics: not printed`"
        if weapon.range_cm == 0:
            yield ("weapons", id, "range_cm"), "out of range (got 0); at least 1"
        if weapon.dv is None and not (unknown or weapon.loads or weapon.abilities):
            yield ("weapons", id, "dv"), "a weapon without a DV harms nothing; write a whole number, or an ability that says what it does"
        for index, loaded in enumerate(weapon.loads):
            if loaded == id or (loaded in rules.weapons and rules.weapons[loaded].loads):
                yield ("weapons", id, "loads", str(index)), f"'{loaded}' itself loads other weapons; name what is fired"


def vehicles(rules: Ruleset) -> Found:
    """A vehicle has a save and a speed unless its statistics are not printed; combat speed is not the faster one."""
    if rules.vehicle_rules.combat_speed_percent == 0:
        yield ("vehicle_rules", "combat_speed_percent"), "out of range (got 0); at least 1"
    for id, vehicle in rules.vehicles.items():
        unknown = vehicle.statistics == "not printed"
        for key in ("save", "combat_speed_cm"):
            if (getattr(vehicle, key) is None) != unknown:
                yield ("vehicles", id, key), f"a vehicle has a {key.split('_cm')[0].replace('_', ' ')}, or says `statistics: not printed`"
        full, combat = vehicle.full_speed_cm, vehicle.combat_speed_cm
        if full is not None and combat is not None and combat > full:
            yield ("vehicles", id, "combat_speed_cm"), f"faster than full speed (got {combat}); at most {full}"


def costs(rules: Ruleset) -> Found:
    """Cost tables have no gap; each crew that a grade gives can be paid for; a price of an ability's own counts by its sign, and its effects do something."""
    for id, ability in rules.abilities.items():
        for name, effect in ability.effects.items():
            if not (effect.modifier or effect.ignores_cover or effect.reroll or effect.from_roll):
                yield ("abilities", id, "effects", name), "changes nothing; write a modifier, ignores_cover, reroll or from_roll"
        if ability.points and ability.sign == "none":
            yield ("abilities", id, "points"), f"counts nothing, for it counts by its sign, which is none (got {ability.points}); write sign: positive, or negative"
    for side in ("infantry", "vehicle"):
        keys = [int(key) for key in getattr(rules.points, side).dv]
        if not keys or keys != list(range(1, len(keys) + 1)):
            yield ("points", side, "dv"), f"a DV is missing or out of order (got {', '.join(map(str, keys)) or 'none'}); write every DV from 1 up"
    for *way, steps in (("infantry", "range", rules.points.infantry.range), ("vehicle", rules.points.vehicle)):
        if steps.rounding == "none":
            yield ("points", *way, "rounding"), "points are whole, so this is rounded; expected up, down or nearest"
    for id, grade in rules.grades.items():
        roll = str(min(6, max(2, rules.vehicle_rules.command_target - grade.command_bonus)))
        if roll not in rules.points.vehicle.command_roll:
            yield ("points", "vehicle", "command_roll"), f"no cost for a crew that commands on {roll}+, which {grade.name} does; add {roll}"


def minefields(rules: Ruleset) -> Found:
    """A minefield harms infantry or vehicles, or combines others that do."""
    for id, field in rules.minefields.items():
        if not (field.infantry or field.vehicles or field.combines):
            yield ("minefields", id), "a minefield says what it does to `infantry` or `vehicles`, or what it `combines`"
        for index, part in enumerate(field.combines):
            if part == id or (part in rules.minefields and rules.minefields[part].combines):
                yield ("minefields", id, "combines", str(index)), f"'{part}' itself combines others; name what goes off"


def validate_printed(printed: Printed, rules: Ruleset, source: Source) -> None:
    """Raise Refused where the printed prices name something that the rules do not have, or lack what the formula cannot give."""
    tables = {"weapons": rules.weapons, "vehicles": rules.vehicles, "specials": rules.weapons | rules.abilities, "figures": rules.figures}
    known = {id for table in tables.values() for id in table}
    found = [((name, id), f"unknown item '{id}'{suggestion(id, table)}") for name, table in tables.items() for id in getattr(printed, name) if id not in table]
    found += [((name, id), f"unknown item '{id}'{suggestion(id, known)}") for name in ("workings", "misprints") for id in getattr(printed, name) if id not in known]
    for id, misprint in printed.misprints.items():
        lines = list(printed.workings.get(id, misprint.parts))
        found += [(("misprints", id, "parts"), f"unknown line of its working '{part}'{suggestion(part, lines)}") for part in misprint.parts if part not in lines]
    for name, table in (("weapons", rules.weapons), ("vehicles", rules.vehicles)):
        found += [((name,), f"no price for '{id}', whose statistics are not printed; add it") for id, item in table.items() if item.statistics == "not printed" and printed.price(id) is None]
    if found:
        raise Refused(Problem(source.keys[path], ".".join(path), message) for path, message in found)
