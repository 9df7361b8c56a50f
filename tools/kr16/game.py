"""A project's data → one game: its rules, checked, with what each thing costs in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import points, source
from .build import build
from .errors import Refused
from .model import Ruleset
from .model.printed import Printed
from .validate import validate, validate_printed


@dataclass(frozen=True)
class Game:
    """The rules under one id, and the prices printed for them."""

    id: str
    rules: Ruleset
    printed: Printed
    changed: frozenset[str] = field(default=frozenset())

    def printed_price(self, id: str) -> int | None:
        """Return the printed price of an item whose printed statistics still hold, else None."""
        return None if id in self.changed else self.printed.price(id)

    def price_of(self, id: str, mounted: bool = False, extra: tuple[str, ...] = ()) -> int:
        """Return what a weapon costs in play, in points: as printed, or by the formula where that does not hold.

        A printed price holds for a small arm in hand and for a vehicle weapon on a vehicle, unaltered.
        """
        weapon = self.rules.weapons[id]
        official = mounted == (weapon.category == "vehicle-weapon") and not extra
        price = self.printed_price(id) if official or weapon.statistics == "not printed" else None
        if price is None and weapon.statistics == "not printed":
            raise points.NoPrice(f"{weapon.name} has neither statistics nor a price")
        return price if price is not None else self.weapon_working(id, mounted, extra).total

    def weapon_working(self, id: str, mounted: bool | None = None, extra: tuple[str, ...] = ()) -> points.Working:
        """Return the formula's working for a weapon, on the scale of where it is used."""
        weapon = self.rules.weapons[id]
        if mounted is None:
            mounted = weapon.category == "vehicle-weapon"
        return points.vehicle_weapon(weapon, self.rules, extra) if mounted else points.small_arm(weapon, self.rules)


def load(project: Path) -> Game:
    """Return the core game of a project folder; raise Refused with every mistake in its data."""
    problems, rules, printed = [], None, None
    core = source.read_folder(project / "data" / "core", "data/core")
    try:
        rules = build(Ruleset, core, ordered=True)
        validate(rules, core)
    except Refused as refused:
        problems += refused.problems
    try:
        witness = source.read(project / "data" / "printed" / "points.yaml", "data/printed/points.yaml")
        printed = build(Printed, witness, ordered=True)
        if rules is not None:
            validate_printed(printed, rules, witness)
    except Refused as refused:
        problems += refused.problems
    if problems:
        raise Refused(problems)
    return Game("core", rules, printed)
