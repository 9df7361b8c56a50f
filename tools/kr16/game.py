"""A project's data → one game: its rules, checked, with what each thing costs in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import overlay, points, source, variants, worth
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
    title: str = ""
    base: Game | None = None
    chain: tuple[variants.Found, ...] = ()
    edits: tuple[overlay.Edit, ...] = ()

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


def load(project: Path, variant: str = "core") -> Game:
    """Return the core game of a project folder, or a variant of it; raise Refused with every mistake in its data."""
    core, found = load_core(project)
    if variant == "core":
        return core
    return overlaid(core, found, variants.chain(project, variant, core.rules.ruleset.version))


def load_file(project: Path, path: Path) -> Game:
    """Return the variant whose file may stand anywhere; raise Refused with every mistake in it."""
    core, found = load_core(project)
    return overlaid(core, found, variants.chain_of(project, path, core.rules.ruleset.version))


def load_core(project: Path) -> tuple[Game, source.Source]:
    """Return the core game and the source that it was built from."""
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
    return Game("core", rules, printed, title=rules.ruleset.title), core


def overlaid(core: Game, found: source.Source, chain: list[variants.Found]) -> Game:
    """Return the game that a chain of variants makes of core; raise Refused with every mistake in the last one's file."""
    rules, edits = core.rules, []
    for one in chain:
        found, made, problems = overlay.apply(found, rules, one.variant, one.source)
        edits += made
        try:
            rules = build(Ruleset, found)
            validate(rules, found)
        except Refused as refused:
            problems += overlay.blame(refused.problems, made, one.source)
        if problems:
            raise Refused(problems)
    last = chain[-1].variant
    return Game(last.id, rules, core.printed, worth.changed(core.rules, rules), last.title, core, tuple(chain), tuple(edits))
