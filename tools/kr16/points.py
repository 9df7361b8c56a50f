"""Statistics → points, with the working line by line. One function a clause of "Points Values".

Exact arithmetic; `rounded` is the one rounding rule. Printed prices are never read here: what a
component costs in play is handed in by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from .model import Ruleset
from .model.costs import Steps
from .model.vehicles import Mount, Vehicle
from .model.weapons import Ability, Weapon

PriceOf = Callable[..., int]


class NoPrice(ValueError):
    """The points system has no cost for something; the message says what."""


@dataclass(frozen=True)
class Line:
    """One line of a working: `part` is its id, `points` exact, `lines` its own working if it has one."""

    part: str
    label: str
    points: Fraction
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Working:
    """Lines that add up, exactly, to a whole number of points."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return int(sum(line.points for line in self.lines))


def rounded(points: Fraction, rounding: str) -> Fraction:
    """Round points `up`, `down`, to the `nearest` whole (halves up), or with `none` not at all."""
    rules = {"up": ceil, "down": floor, "nearest": lambda exact: floor(exact + Fraction(1, 2)), "none": lambda exact: exact}
    return Fraction(rules[rounding](points))


def steps(distance_cm: int | Fraction, steps: Steps) -> Fraction:
    """Price a distance: so many points for each step of so many cm, rounded as the table says."""
    return rounded(Fraction(distance_cm) / steps.step_cm * steps.points, steps.rounding)


def dv_points(dv: int, table: Mapping[str, int], beyond_factor: int) -> Fraction:
    """Price a Damage Value; past the table's last row ("etc.") each further one multiplies the last cost."""
    last = len(table)
    if dv <= last:
        return Fraction(table[str(dv)])
    return Fraction(table[str(last)] * beyond_factor ** (dv - last))


def sign(ability: Ability, carried: bool) -> int:
    """Return +1, −1 or 0: how an ability counts; one that does not apply as carried (or mounted) counts nothing."""
    if ability.applies not in ("always", "carried" if carried else "mounted"):
        return 0
    return {"positive": 1, "negative": -1, "none": 0}[ability.sign]


def worth(ability: Ability, usual: int | Fraction, carried: bool) -> int | Fraction:
    """Return what an ability adds or takes: its own points or the usual ones, by its sign, where it applies."""
    return sign(ability, carried) * (usual if ability.points is None else ability.points)


def dice(weapon: Weapon, rules: Ruleset) -> int | None:
    """Return a weapon's DV; for one that loads others the highest of theirs; None where it rolls none."""
    loaded = [rules.weapons[id].dv or 0 for id in weapon.loads]
    return weapon.dv or (max(loaded) if loaded and max(loaded) else None)


def small_arm(weapon: Weapon, rules: Ruleset) -> Working:
    """Price a weapon that a figure carries (Rough Points Values for Infantry, Weapons)."""
    costs = rules.points.infantry
    lines = [Line("range", f"{weapon.range_cm} cm of range", steps(weapon.range_cm, costs.range))]
    if dv := dice(weapon, rules):
        lines.append(Line("dv", f"DV {dv}", dv_points(dv, costs.dv, costs.dv_beyond_factor)))
    for id in weapon.abilities:
        ability = rules.abilities[id]
        if sign(ability, carried=True):
            lines.append(Line(id, ability.name, Fraction(worth(ability, costs.ability_points, carried=True))))
    return Working(tuple(lines))


def vehicle_weapon(weapon: Weapon, rules: Ruleset, extra: Iterable[str] = ()) -> Working:
    """Price a weapon that a vehicle mounts (Rough Points Value for Vehicles, Weapons), `extra` abilities included."""
    costs = rules.points.vehicle
    lines = [Line("range", f"{weapon.range_cm} cm of range", steps(weapon.range_cm, costs.range))]
    if dv := dice(weapon, rules):
        lines.append(Line("dv", f"DV {dv}", dv_points(dv, costs.dv, costs.dv_beyond_factor)))
    return Working((*lines, *_percentages(lines, [*weapon.abilities, *extra], rules)))


def _percentages(lines: list[Line], abilities: Iterable[str], rules: Ruleset) -> list[Line]:
    """Return the lines for abilities priced as a share of the whole so far, and for rounding the sum."""
    costs, base, added = rules.points.vehicle, sum(line.points for line in lines), []
    for id in abilities:
        ability = rules.abilities[id]
        if counts := sign(ability, carried=False):
            share = f" ({'+' if counts > 0 else '−'}{costs.ability_percent} % of {shown(base)})" if ability.points is None else ""
            added.append(Line(id, ability.name + share, Fraction(worth(ability, base * costs.ability_percent / 100, carried=False))))
    exact = base + sum(line.points for line in added)
    if difference := rounded(exact, costs.rounding) - exact:
        added.append(Line("rounding", "Rounding", difference))
    return added


def shown(points: Fraction) -> str:
    """Return points as a reader sees them: whole, or with as many decimals as they need."""
    return str(int(points)) if points.denominator == 1 else f"{float(points):.4f}".rstrip("0")


def ability(id: str, rules: Ruleset) -> Working:
    """Price a figure's ability: its own cost or the usual one, by its sign (Example Abilities)."""
    found = rules.abilities[id]
    return Working((Line(id, found.name, Fraction(worth(found, rules.points.infantry.ability_points, carried=True))),))


def figure(grade: str, save: int, weapons: Iterable[str], abilities: Iterable[str], rules: Ruleset, price_of: PriceOf) -> Working:
    """Price one infantry figure (Rough Points Values for Infantry, Examples); weapons at their price in play."""
    armour = rules.infantry_saves.get(str(save))
    if armour is None:
        raise NoPrice(f"no infantry save of {save}+")
    lines = [Line("grade", rules.grades[grade].name, Fraction(rules.grades[grade].points)), Line("save", f"Save of {save}+", Fraction(armour.points))]
    for id in weapons:
        weapon = rules.weapons[id]
        lines.append(Line(id, weapon.name, Fraction(price_of(id)), small_arm(weapon, rules).lines if weapon.statistics == "printed" else ()))
    return Working((*lines, *(ability(id, rules).lines[0] for id in abilities)))


def command_roll(grade: str, rules: Ruleset) -> int:
    """Return the roll on which a crew of this grade acts (Vehicles), from 2 to 6."""
    return min(6, max(2, rules.vehicle_rules.command_target - rules.grades[grade].command_bonus))


def full_speed(vehicle: Vehicle, rules: Ruleset) -> Fraction:
    """Return the full speed a vehicle is priced at, in cm: a flyer's is worked back from its combat speed."""
    if vehicle.full_speed_cm is not None:
        return Fraction(vehicle.full_speed_cm)
    return Fraction(vehicle.combat_speed_cm * 100, rules.vehicle_rules.combat_speed_percent)


def abilities_of(vehicle: Vehicle, rules: Ruleset) -> list[str]:
    """Return the ids of all a vehicle's abilities: its kind's, then its own."""
    return list(dict.fromkeys([*rules.vehicle_kinds[vehicle.kind].abilities, *vehicle.abilities]))


def vehicle(vehicle: Vehicle, grade: str, rules: Ruleset, price_of: PriceOf) -> Working:
    """Price a vehicle with a crew of this grade (Rough Points Value for Vehicles, Examples)."""
    costs, roll = rules.points.vehicle, command_roll(grade, rules)
    speed = full_speed(vehicle, rules)
    label = f"Full speed {shown(speed)} cm" if vehicle.full_speed_cm is not None else f"Combat speed {vehicle.combat_speed_cm} cm, as full speed {float(speed):.3g} cm"
    lines = [
        Line("command-roll", f"{rules.grades[grade].name} crew, command roll {roll}+", Fraction(costs.command_roll[str(roll)])),
        Line("save", f"Save of {vehicle.save}+", Fraction(rules.vehicle_saves[str(vehicle.save)].points)),
        Line("speed", label, steps(speed, costs.speed)),
        *(_mounted(mount, rules, price_of) for mount in vehicle.weapons),
    ]
    return Working((*lines, *_percentages(lines, abilities_of(vehicle, rules), rules)))


def _mounted(mount: Mount, rules: Ruleset, price_of: PriceOf) -> Line:
    weapon = rules.weapons[mount.weapon]
    one = price_of(mount.weapon, mounted=True, extra=tuple(mount.abilities))
    label = mount.name or weapon.name
    within = vehicle_weapon(weapon, rules, mount.abilities).lines if weapon.statistics == "printed" else ()
    return Line(mount.weapon, f"{mount.count} × {label}" if mount.count > 1 else label, Fraction(one * mount.count), within)
