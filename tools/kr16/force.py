"""A force file and a game -> the force, checked against the rules, with what each unit costs and why."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from . import points, source
from .build import build
from .errors import Problem, Refused, suggestion
from .game import Game
from .model.force import Force, OwnVehicle, OwnWeapon, Unit
from .model.troops import Grade
from .model.vehicles import Vehicle
from .model.weapons import Weapon

Found = Iterator[tuple[tuple[str, ...], str]]


def load(path: Path, game: Game, name: str | None = None) -> Force:
    """Return the force in a file; raise Refused with every mistake in it, the rules' own included."""
    return check(source.read(path, name), game)


def check(found: source.Source, game: Game) -> Force:
    """Return the force in a source; raise Refused with every mistake in it."""
    force = build(Force, found)
    wrong = [(("units", str(i), *path), message) for i, unit in enumerate(force.units) for path, message in unit_mistakes(unit, game)]
    wrong += [(("units", str(i), "passengers", str(j)), message) for i, unit in enumerate(force.units) for j, message in _passengers(unit, force)]
    if force.rules != game.id:
        wrong.append((("rules",), f"these are the rules '{game.id}' (got '{force.rules}')"))
    if wrong:
        raise Refused(Problem(found.place(path), ".".join(path), message) for path, message in wrong)
    return force


def _passengers(unit: Unit, force: Force) -> Iterator[tuple[int, str]]:
    squads = [other.name for other in force.units if other.vehicle is None]
    before = [name for other in itertools.takewhile(lambda other: other is not unit, force.units) for name in other.passengers]
    for index, name in enumerate(unit.passengers):
        if name not in squads:
            yield index, f"no squad of this force is called {name!r}{suggestion(name, squads)}"
        elif [*before, *unit.passengers[: index + 1]].count(name) > squads.count(name):
            yield index, f"{name!r} is aboard already; keep one"


def unit_mistakes(unit: Unit, game: Game) -> Found:
    """Yield (path, message) for each way in which a unit breaks the rules or itself."""
    rules = game.rules
    if unit.grade not in rules.grades:
        yield ("grade",), f"unknown grade '{unit.grade}'{suggestion(unit.grade, rules.grades)}"
    elif unit.commander is not None:
        yield from _commander(unit, rules.grades, rules.turn.commander_grades_above)
    yield from _infantry(unit, game) if unit.vehicle is None else _vehicle(unit, game)


def _commander(unit: Unit, known: Mapping[str, Grade], above: int) -> Found:
    grades = list(known)
    if unit.commander not in known:
        yield ("commander",), f"unknown grade '{unit.commander}'{suggestion(unit.commander, known)}"
        return
    allowed = grades[grades.index(unit.grade) : grades.index(unit.grade) + above + 1]
    if unit.commander not in allowed:
        yield ("commander",), f"a commander may be at most {above} grade above the unit, and not below it (got '{unit.commander}'); allowed: {', '.join(allowed)}"


def _infantry(unit: Unit, game: Game) -> Found:
    rules = game.rules
    if unit.passengers:
        yield ("passengers",), "only a vehicle carries passengers"
    for key in ("save", "figures"):
        if getattr(unit, key) is None:
            yield (key,), f"missing; infantry has {key}, a vehicle has `vehicle`"
    if unit.save is not None and str(unit.save) not in rules.infantry_saves:
        yield ("save",), f"no such infantry save (got {unit.save}); known: {', '.join(rules.infantry_saves)}"
    for index, carried in enumerate(unit.weapons):
        yield from _weapon(carried.weapon, game, ("weapons", str(index), "weapon"))
        if unit.figures is not None and carried.count > unit.figures:
            yield ("weapons", str(index), "count"), f"more than the figures that could carry it (got {carried.count}); at most {unit.figures}"
    yield from _abilities(unit.abilities, ("figure",), game, ("abilities",))


def _weapon(weapon: str | OwnWeapon, game: Game, path: tuple[str, ...]) -> Found:
    if isinstance(weapon, OwnWeapon):
        yield from _abilities(weapon.abilities, ("weapon",), game, (*path, "abilities"))
    elif weapon not in game.rules.weapons:
        yield path, f"unknown weapon '{weapon}'{suggestion(weapon, game.rules.weapons)}"


def _abilities(ids: list[str], kinds: tuple[str, ...], game: Game, path: tuple[str, ...]) -> Found:
    known = {id: ability for id, ability in game.rules.abilities.items() if ability.kind in kinds}
    for index, id in enumerate(ids):
        if id in game.rules.abilities and id not in known:
            yield (*path, str(index)), f"'{id}' is an ability of a {game.rules.abilities[id].kind}; expected one of a {kinds[0]}{suggestion(id, known)}"
        elif id not in known:
            yield (*path, str(index)), f"unknown ability '{id}'{suggestion(id, known)}"
        elif id in ids[:index]:
            yield (*path, str(index)), f"'{id}' stands twice; keep one"


def _vehicle(unit: Unit, game: Game) -> Found:
    rules = game.rules
    for key in ("commander", "save", "figures", "weapons", "abilities"):
        if getattr(unit, key):
            yield (key,), "only infantry has this; a vehicle's own stands under `vehicle`"
    own = unit.vehicle
    if isinstance(own, str):
        if own not in rules.vehicles:
            yield ("vehicle",), f"unknown vehicle '{own}'{suggestion(own, rules.vehicles)}"
        return
    if own.kind not in rules.vehicle_kinds:
        yield ("vehicle", "kind"), f"unknown kind '{own.kind}'{suggestion(own.kind, rules.vehicle_kinds)}"
    if own.chart is not None and own.chart not in rules.damage_charts:
        yield ("vehicle", "chart"), f"unknown damage chart '{own.chart}'{suggestion(own.chart, rules.damage_charts)}"
    if str(own.save) not in rules.vehicle_saves:
        yield ("vehicle", "save"), f"no such vehicle save (got {own.save}); known: {', '.join(rules.vehicle_saves)}"
    if own.full_speed_cm is None and own.combat_speed_cm is None:
        yield ("vehicle", "full_speed_cm"), "missing; a vehicle has a full speed, or a flyer a combat speed"
    elif own.full_speed_cm is not None and own.combat_speed_cm is not None and own.combat_speed_cm > own.full_speed_cm:
        yield ("vehicle", "combat_speed_cm"), f"faster than full speed (got {own.combat_speed_cm}); at most {own.full_speed_cm}"
    for index, mount in enumerate(own.weapons):
        path = ("vehicle", "weapons", str(index))
        yield from _weapon(mount.weapon, game, (*path, "weapon"))
        yield from _abilities(mount.abilities, ("weapon",), game, (*path, "abilities"))
    yield from _abilities(own.abilities, ("vehicle",), game, ("vehicle", "abilities"))


def armed(unit: Unit, game: Game) -> tuple[Unit, Game]:
    """Return a unit and its game with the unit's own weapons among the game's, under ids that no file can hold."""
    holder = unit.vehicle if isinstance(unit.vehicle, OwnVehicle) else unit
    own = {f"own:{i}": carried.weapon for i, carried in enumerate(holder.weapons) if isinstance(carried.weapon, OwnWeapon)}
    if not own:
        return unit, game
    weapons = [carried.model_copy(update={"weapon": f"own:{i}"}) if f"own:{i}" in own else carried for i, carried in enumerate(holder.weapons)]
    held = holder.model_copy(update={"weapons": weapons})
    made = {id: Weapon(cite="own design", **dict(weapon)) for id, weapon in own.items()}
    rules = game.rules.model_copy(update={"weapons": game.rules.weapons | made})
    return held if holder is unit else unit.model_copy(update={"vehicle": held}), replace(game, rules=rules)


def vehicle_of(unit: Unit, game: Game) -> Vehicle:
    """Return the vehicle a unit is, a player's own one with its combat speed filled in (Rough Points Value for Vehicles)."""
    own = unit.vehicle
    if isinstance(own, str):
        return game.rules.vehicles[own]
    combat = own.combat_speed_cm
    if combat is None:
        combat = int(points.rounded(Fraction(own.full_speed_cm * game.rules.vehicle_rules.combat_speed_percent, 100), "down"))
    return Vehicle(name=unit.name, cite="own design", kind=own.kind, chart=own.chart, full_speed_cm=own.full_speed_cm, combat_speed_cm=combat, save=own.save, weapons=own.weapons, abilities=own.abilities)


def price(unit: Unit, game: Game) -> points.Working:
    """Return what a unit costs in play, in points, line by line.

    A catalogue vehicle costs what the rulebook prints if its crew is the one that price includes.
    """
    unit, game = armed(unit, game)
    if unit.vehicle is None:
        return _squad(unit, game)
    vehicle = vehicle_of(unit, game)
    printed = game.printed_price(unit.vehicle) if isinstance(unit.vehicle, str) else None
    if printed is not None and (vehicle.statistics == "not printed" or unit.grade == game.rules.vehicle_rules.catalogue_grade):
        return points.Working((points.Line(unit.vehicle, f"{vehicle.name}, as printed", Fraction(printed)),))
    return points.vehicle(vehicle, unit.grade, game.rules, game.price_of)


def _squad(unit: Unit, game: Game) -> points.Working:
    rules, line = game.rules, points.Line
    commander = unit.commander if unit.commander not in (None, unit.grade) else None
    others = unit.figures - (commander is not None)
    lines = []
    if others:
        lines.append(line("grade", f"{others} × {rules.grades[unit.grade].name}", Fraction(others * rules.grades[unit.grade].points)))
    if commander:
        lines.append(line("commander", f"{rules.grades[commander].name} commander", Fraction(rules.grades[commander].points)))
    lines.append(line("save", f"{unit.figures} × save of {unit.save}+", Fraction(unit.figures * rules.infantry_saves[str(unit.save)].points)))
    for carried in unit.weapons:
        one, weapon = game.price_of(carried.weapon), rules.weapons[carried.weapon]
        within = points.small_arm(weapon, rules).lines if weapon.statistics == "printed" else ()
        lines.append(line(carried.weapon, f"{carried.count} × {weapon.name}", Fraction(carried.count * one), within))
    for id in unit.abilities:
        ability = rules.abilities[id]
        count = unit.figures if ability.held_by == "every figure" else 1
        one = points.ability(id, rules).total
        lines.append(line(id, f"{count} × {ability.name}" if count > 1 else ability.name, Fraction(count * one)))
    return points.Working(tuple(lines))
