"""Two versions of the rules → the items whose statistics differ, for which a printed price no longer holds."""

from __future__ import annotations

import typing

from .errors import Problem
from .model import Ruleset
from .model.printed import Printed
from .source import Source

WORDS = {"name", "cite", "aliases", "was", "note", "card", "text", "derived"}


def changed(old: Ruleset, new: Ruleset) -> frozenset[str]:
    """Return the ids of weapons, vehicles, figures and abilities that are not in `new` what they are in `old`.

    What has a price and no statistics keeps its price: nothing else is known of it.
    """
    ids = {*new.weapons, *new.vehicles, *new.figures, *new.abilities}
    return frozenset(id for id in ids - unknown(new).keys() if statistics(id, old) != statistics(id, new))


def unknown(rules: Ruleset) -> dict[str, str]:
    """Return the ids of weapons and vehicles whose statistics are not printed, with their table."""
    return {id: table for table in ("weapons", "vehicles") for id, item in getattr(rules, table).items() if item.statistics == "not printed"}


def unpriced(rules: Ruleset, printed: Printed, source: Source) -> list[Problem]:
    """Return a problem for each item that has neither statistics nor a printed price."""
    missing = [(table, id) for id, table in unknown(rules).items() if printed.price(id) is None]
    return [Problem(source.place((*path, "statistics")), ".".join((*path, "statistics")), "it has no price without statistics; write them and `statistics: printed`") for path in missing]


def statistics(id: str, rules: Ruleset) -> typing.Any:
    """Return all that the price of an item follows from: its numbers, its parts' numbers, the costs of each."""
    if id in rules.weapons:
        weapon = rules.weapons[id]
        return bare(weapon), [statistics(a, rules) for a in weapon.abilities], [statistics(w, rules) for w in weapon.loads], rules.points.infantry, rules.points.vehicle
    if id in rules.vehicles:
        vehicle, costs = rules.vehicles[id], rules.points.vehicle
        kind = rules.vehicle_kinds.get(vehicle.kind)
        mounted = [(mount, statistics(mount.weapon, rules), [statistics(a, rules) for a in mount.abilities]) for mount in vehicle.weapons]
        crew = rules.vehicle_rules.command_target, rules.vehicle_rules.combat_speed_percent, rules.grades[rules.vehicle_rules.catalogue_grade].command_bonus
        return bare(vehicle), kind and [statistics(a, rules) for a in kind.abilities], [statistics(a, rules) for a in vehicle.abilities], mounted, crew, rules.vehicle_saves.get(str(vehicle.save)), costs
    if id in rules.figures:
        figure = rules.figures[id]
        parts = [statistics(part, rules) for part in (*figure.weapons, *figure.abilities)]
        return bare(figure), parts, rules.grades[figure.grade].points, rules.infantry_saves[str(figure.save)].points
    if id in rules.abilities:
        return bare(rules.abilities[id])
    return None


def bare(record: typing.Any) -> dict:
    """Return a record without its words."""
    return {key: value for key, value in record if key not in WORDS}
