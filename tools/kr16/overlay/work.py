"""A base's values and a variant → the values on the way from one to the other, which each operation alters."""

from __future__ import annotations

import re
import typing

from .. import live
from ..errors import Problem
from ..model import Ruleset
from ..model.variant import Variant
from ..source import Source
from .edits import Edit, Path
from .plain import copied


class Work:
    """The base's values while a variant changes them, where each of them now stands, and what was done or could not be."""

    def __init__(self, base: Source, rules: Ruleset, variant: Variant, found: Source):
        self.base, self.rules, self.variant, self.found = base, rules, variant, found
        self.values, self.places, self.keys = copied(base.values), dict(base.places), dict(base.keys)
        self.edits: list[Edit] = []
        self.problems: list[Problem] = []
        self.removed: list[Path] = []

    def problem(self, at: Path, path: str, message: str) -> None:
        place = self.found.keys.get(at) or self.found.place(at)
        self.problems.append(Problem(place, path, message))

    def note(self, kind: str, path: str, old: typing.Any, new: typing.Any, why: str) -> None:
        self.edits.append(Edit(kind, path, old, new, why, self.variant.id))

    def look(self, at: Path, path: str) -> tuple[bool, typing.Any]:
        known = _known(self.rules, path) if not path.startswith(".") else (False, None)
        if not known[0]:
            meant = ".".join(re.findall("[a-z0-9_-]+", path.lower()))
            self.problem(at, path, f"nothing at '{path}'; did you mean '{meant}'?" if _known(self.rules, meant)[0] else known[1] or f"nothing at '{path}'")
        return known if known[0] else (False, None)

    def holder(self, path: Path) -> typing.Any:
        holder: typing.Any = self.values
        for step in path[:-1]:
            holder = holder[int(step)] if isinstance(holder, list) else holder.setdefault(step, {})
        return holder

    def put(self, path: Path, new: typing.Any, origin: Path) -> None:
        holder, step = self.holder(path), path[-1]
        old = holder[int(step)] if isinstance(holder, list) else holder.get(step)
        holder[int(step) if isinstance(holder, list) else step] = copied(new)
        if isinstance(old, (dict, list)):
            self.forget(path)
        self.adopt(path, origin)

    def forget(self, path: Path) -> None:
        self.places = {p: place for p, place in self.places.items() if p[: len(path)] != path}
        self.keys = {p: place for p, place in self.keys.items() if p[: len(path)] != path or p == path}

    def adopt(self, path: Path, origin: Path) -> None:
        """Let errors about a value point into the variant's file."""
        for mine, theirs in ((self.places, self.found.places), (self.keys, self.found.keys)):
            mine |= {(*path, *p[len(origin) :]): place for p, place in theirs.items() if p[: len(origin)] == origin}
        self.places[path] = self.found.places.get(origin) or self.found.place(origin)


def _known(rules: Ruleset, path: str) -> tuple[bool, typing.Any]:
    """Say whether a path names something, and return that, or else what is wrong with it."""
    try:
        return True, live.look(rules, path)
    except live.UnknownPath as error:
        return False, str(error)
