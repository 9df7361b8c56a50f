"""A project's data → one game: its rules, checked, with what each thing costs in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import overlay, points, source, variants, worth
from .build import build
from .errors import Problem, Refused
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


@dataclass(frozen=True)
class Tried:
    """A game and what is wrong with it. `left_out` names the paths of operations that could not stand; where it is not `sound`, its rules are a base's."""

    game: Game
    problems: tuple[Problem, ...] = ()
    sound: bool = True
    left_out: tuple[str, ...] = ()


def load(project: Path, variant: str = "core") -> Game:
    """Return the core game of a project folder, or a variant of it; raise Refused with every mistake in its data."""
    return sure(tried(project, variant))


def load_file(project: Path, path: Path) -> Game:
    """Return the variant whose file may stand anywhere; raise Refused with every mistake in it."""
    return sure(tried_file(project, path))


def sure(found: Tried) -> Game:
    """Return the game; raise Refused if anything is wrong with it."""
    if found.problems:
        raise Refused(found.problems)
    return found.game


def tried(project: Path, variant: str = "core", core: tuple[Game, source.Source] | None = None) -> Tried:
    """Return a project's game with what is wrong in its variants; raise Refused for mistakes in core. `core` is that of load_core, if it is at hand."""
    rulebook, found = core or load_core(project)
    return Tried(rulebook) if variant == "core" else overlaid(rulebook, found, variants.chain(project, variant, rulebook.rules.ruleset.version))


def tried_file(project: Path, path: Path) -> Tried:
    """Return the same for a variant's file that may stand anywhere."""
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


def overlaid(core: Game, found: source.Source, chain: list[variants.Found]) -> Tried:
    """Return the game that a chain of variants makes of core, and every mistake in their files.

    What builds on a base with mistakes is checked only as far as its own file goes.
    """
    rules, edits, problems, sound, left_out = core.rules, [], [], True, []
    for one in chain:
        if not problems and one.founded:
            made = overlay.overlaid(found, rules, one.variant, one.source)
            told = {problem.place for problem in one.problems}  # What is of the wrong form has no other fault.
            problems += [*one.problems, *(problem for problem in made.problems if problem.place not in told)]
            if made.rules is not None:
                problems += worth.unpriced(made.rules, core.printed, made.values)
            found, rules, sound = made.values, made.rules or rules, made.rules is not None
            edits, left_out = edits + made.edits, left_out + made.left_out
        else:
            sound = False
            problems += one.problems
    last = chain[-1].variant
    game = Game(last.id, rules, core.printed, worth.changed(core.rules, rules), last.title, core, tuple(chain), tuple(edits))
    return Tried(game, tuple(problems), sound, tuple(left_out))
