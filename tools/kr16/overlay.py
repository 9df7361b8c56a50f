"""A base's values and a variant file → the variant's values, each change noted with old, new and why.

Operations are structured and name what they touch; one that touches nothing, or something else
than it says, is a mistake with a place in the variant's file. Their order does not matter.
"""

from __future__ import annotations

import copy
import re
import typing
from dataclasses import dataclass, replace

from pydantic import BaseModel

from . import live
from .build import known_keys, type_at
from .errors import Problem, shown, suggestion
from .model import Ruleset
from .model.variant import ListChange, Variant
from .source import Source

Path = tuple[str, ...]


@dataclass(frozen=True)
class Edit:
    """One thing that a variant does: `kind` is change, add or remove; a removed thing has no new value."""

    kind: str
    path: str
    old: typing.Any
    new: typing.Any
    why: str
    variant: str


def apply(base: Source, rules: Ruleset, variant: Variant, found: Source) -> tuple[Source, list[Edit], list[Problem]]:
    """Return the base's values with a variant's operations carried out, the list of them, and what could not be."""
    work = _Work(base, rules, variant, found)
    work.conflicts()
    for path, change in variant.change.items():
        work.change(path, change)
    for holder, records in variant.add.items():
        for id, record in records.items():
            work.add(holder, id, record)
    for path, removal in variant.remove.items():
        work.remove(path, removal.why)
    work.distances()
    return Source(work.values, work.places, work.keys), work.edits, work.problems


class _Work:
    def __init__(self, base: Source, rules: Ruleset, variant: Variant, found: Source):
        self.base, self.rules, self.variant, self.found = base, rules, variant, found
        self.values, self.places, self.keys = copy.deepcopy(base.values), dict(base.places), dict(base.keys)
        self.edits: list[Edit] = []
        self.problems: list[Problem] = []

    def problem(self, at: Path, path: str, message: str) -> None:
        place = self.found.keys.get(at) or self.found.place(at)
        self.problems.append(Problem(place, path, message))

    def note(self, kind: str, path: str, old: typing.Any, new: typing.Any, why: str) -> None:
        self.edits.append(Edit(kind, path, old, new, why, self.variant.id))

    def conflicts(self) -> None:
        """Two operations that touch the same value, or one that touches a part of what another removes or adds."""
        touched: dict[str, Path] = {}
        operations = [(path, ("change", path)) for path in self.variant.change] + [(path, ("remove", path)) for path in self.variant.remove]
        operations += [(f"{holder}.{id}", ("add", holder, id)) for holder, records in self.variant.add.items() for id in records]
        for path, at in operations:
            if path in touched:
                self.problem(at, path, f"stands under both '{touched[path][0]}' and '{at[0]}'; keep one")
            touched.setdefault(path, at)
        for path, at in operations:
            steps = path.split(".")
            for length in range(1, len(steps)):
                above = ".".join(steps[:length])
                if above in touched:
                    self.problem(at, path, f"part of '{above}', which stands under '{touched[above][0]}'; keep one")

    def look(self, at: Path, path: str) -> tuple[bool, typing.Any]:
        try:
            return True, live.look(self.rules, path)
        except live.UnknownPath as error:
            self.problem(at, path, str(error))
            return False, None

    def change(self, path: str, change: typing.Any) -> None:
        at = ("change", path)
        known, old = self.look(at, path)
        if not known:
            return
        if isinstance(old, (BaseModel, dict)) or (isinstance(old, list) and any(isinstance(item, BaseModel) for item in old)):
            self.problem(at, path, f"a whole record; name one of its values{suggestion('', live.children(old))}")
            return
        new = self.listed(at, path, old, change) if isinstance(change, ListChange) else self.replaced(at, path, old, change)
        if new is None and isinstance(change, ListChange):
            return
        origin = (*at, "add") if isinstance(change, ListChange) else (*at, "to")
        self.put(tuple(path.split(".")), new, origin)
        self.note("change", path, old, new, change.why)

    def replaced(self, at: Path, path: str, old: typing.Any, change: typing.Any) -> typing.Any:
        if not same(old, change.from_):
            self.problem((*at, "from"), path, f"the base has {shown_value(old)} here (got {shown_value(change.from_)}); look at what has changed, then write from: {shown_value(old)}")
        elif same(old, change.to):
            self.problem((*at, "to"), path, f"changes nothing (got {shown_value(change.to)}); write another value or drop it")
        return change.to

    def listed(self, at: Path, path: str, old: typing.Any, change: ListChange) -> list | None:
        if not isinstance(old, list):
            self.problem(at, path, f"not a list (it has {shown_value(old)}); write from, to and why")
            return None
        for index, item in enumerate(change.remove):
            if item not in old:
                self.problem((*at, "remove", str(index)), path, f"nothing to remove (got {shown_value(item)}){suggestion(str(item), map(str, old))}")
        for index, item in enumerate(change.add):
            if item in old:
                self.problem((*at, "add", str(index)), path, f"it has {shown_value(item)} already; drop it")
        return [item for item in old if item not in change.remove] + list(change.add)

    def put(self, path: Path, new: typing.Any, origin: Path) -> None:
        holder: typing.Any = self.values
        for step in path[:-1]:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        if isinstance(holder, list):
            holder[int(path[-1])] = copy.deepcopy(new)
        else:
            holder[path[-1]] = copy.deepcopy(new)
        self.forget(path)
        self.adopt(path, origin)

    def forget(self, path: Path) -> None:
        self.places = {p: place for p, place in self.places.items() if p[: len(path)] != path}
        self.keys = {p: place for p, place in self.keys.items() if p[: len(path)] != path or p == path}

    def adopt(self, path: Path, origin: Path) -> None:
        """Let errors about a value point into the variant's file."""
        self.places[path] = self.found.place(origin)
        for p, place in self.found.places.items():
            if p[: len(origin)] == origin:
                self.places[(*path, *p[len(origin) :])] = place
        for p, place in self.found.keys.items():
            if p[: len(origin)] == origin:
                self.keys[(*path, *p[len(origin) :])] = place

    def add(self, holder: str, id: str, record: typing.Any) -> None:
        at, path = ("add", holder, id), f"{holder}.{id}"
        known, table = self.look(("add", holder), holder)
        if not known:
            return
        if not isinstance(table, dict):
            self.problem(("add", holder), holder, "nothing can be added here; a table of records can take more")
        elif id in table:
            self.problem(at, path, "stands in the base already; change it under 'change', or give the new one another id")
        else:
            target, record = self.values, copy.deepcopy(record)
            for step in holder.split("."):
                target = target.setdefault(step, {}) if isinstance(target, dict) else target[int(step)]
            after = record.pop("after", None) if isinstance(record, dict) and "after" not in known_keys(type_at(Ruleset, (*holder.split("."), id))) else None
            target[id] = record
            self.adopt((*holder.split("."), id), at)
            if after is not None:
                self.arrange((*at, "after"), path, target, id, after)
            self.note("add", path, None, record, "")

    def arrange(self, at: Path, path: str, table: dict, id: str, after: typing.Any) -> None:
        if after not in table or after == id:
            self.problem(at, path, f"nothing to stand after (got {shown(after)}){suggestion(str(after), [k for k in table if k != id])}")
            return
        later = list(table)[list(table).index(after) + 1 :]
        for key in later:
            if key != id:
                table[key] = table.pop(key)

    def remove(self, path: str, why: str) -> None:
        at, steps = ("remove", path), tuple(path.split("."))
        known, old = self.look(at, path)
        if not known:
            return
        if len(steps) < 2 or not isinstance(live.look(self.rules, ".".join(steps[:-1])), dict):
            self.problem(at, path, "not a record of a table, so it cannot be removed; change it to null if that is what you mean")
            return
        holder: typing.Any = self.values
        for step in steps[:-1]:
            holder = holder[step]
        holder.pop(steps[-1], None)
        self.forget(steps)
        self.forget_readings(steps[-1])
        self.note("remove", path, old, None, why)

    def forget_readings(self, id: str) -> None:
        """Drop the base's readings of a thing that is gone."""
        named = re.compile(rf"\{{\{{[^}}]*\.{re.escape(id)}[.\s}}]")
        for key, reading in list(self.values.get("readings", {}).items()):
            if any(isinstance(text, str) and named.search(text) for text in reading.values()):
                del self.values["readings"][key]

    def distances(self) -> None:
        wanted = self.variant.distances
        if wanted is None:
            return
        for key in ("unit", "per_cm", "round"):
            old, new = getattr(self.rules.distances, key), getattr(wanted, key)
            if old != new:
                self.put(("distances", key), new, ("distances", key) if ("distances", key) in self.found.places else ("distances",))
                self.note("change", f"distances.{key}", old, new, wanted.why or f"distances in {wanted.unit}")
        if not any(edit.path.startswith("distances.") for edit in self.edits):
            self.problem(("distances",), "distances", "changes nothing; the base measures so already")


def same(old: typing.Any, new: typing.Any) -> bool:
    """Say whether two values are the same, and of the same type: true is not 1."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(same, old, new))
    return type(old) is type(new) and old == new


def shown_value(value: typing.Any) -> str:
    """Return a value as one would write it in the file."""
    if isinstance(value, list):
        return f"[{', '.join(map(shown_value, value))}]"
    return {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else shown(value) if isinstance(value, str) else str(value)


def removed(edits: list[Edit]) -> dict[str, Edit]:
    """Return what was removed, by path."""
    return {edit.path: edit for edit in edits if edit.kind == "remove"}


def blame(problems: list[Problem], edits: list[Edit], found: Source) -> list[Problem]:
    """Return problems that a removal caused in the base's own files as problems of the removal."""
    mended = []
    for problem in problems:
        cause = next((e for e in edits if e.kind == "remove" and f"'{e.path.rsplit('.', 1)[-1]}'" in problem.message.split(";")[0]), None)
        if cause and not problem.place.file == found.places[()].file:
            message = f"removed, but {problem.path} still names it; change or remove that too"
            problem = replace(problem, place=found.keys.get(("remove", cause.path), found.place(())), path=cause.path, message=message)
        mended.append(problem)
    return mended
