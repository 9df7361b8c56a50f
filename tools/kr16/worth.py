"""Two versions of the rules → the items whose statistics differ, for which a printed price no longer holds."""

from __future__ import annotations

import typing

from .model import Ruleset

WORDS = {"name", "cite", "aliases", "was", "note", "card", "text", "derived"}


def changed(old: Ruleset, new: Ruleset) -> frozenset[str]:
    """Return the ids of weapons, vehicles, figures and abilities that are not in `new` what they are in `old`."""
    ids = {*new.weapons, *new.vehicles, *new.figures, *new.abilities}
    return frozenset(id for id in ids if statistics(id, old) != statistics(id, new))


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
