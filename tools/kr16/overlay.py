"""A base's values and a variant file → the variant's values, each change noted with old, new and why.

Operations are structured and name what they touch; one that touches nothing, or something else
than it says, is a mistake with a place in the variant's file. Changes come first, then what is added,
then what is removed, wherever they stand in the file; only added records keep the file's order.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from pydantic import BaseModel

from . import live
from .build import build, known_keys, type_at
from .errors import Problem, Refused, shown, suggestion
from .model import Ruleset
from .model.variant import ListChange, Variant
from .source import Source
from .validate import validate

Path = tuple[str, ...]
Operation = tuple[str, ...]  # where it stands in the file: ("change", path), ("add", table, id), ("remove", path), ("distances",)
CREDIT = ("ruleset.",)
MAY_CHANGE = ("ruleset.scale_mm",)
SCALE = ("unit", "per_cm", "round")


@dataclass(frozen=True)
class Edit:
    """One thing that a variant does: `kind` is change, add or remove; a removed thing has no new value."""

    kind: str
    path: str
    old: typing.Any
    new: typing.Any
    why: str
    variant: str


@dataclass(frozen=True)
class Made:
    """What a variant makes of its base: values, typed rules, edits, every mistake, and the paths of operations left out for theirs."""

    values: Source
    rules: Ruleset | None
    edits: list[Edit]
    problems: list[Problem]
    left_out: list[str]


def overlaid(base: Source, rules: Ruleset, variant: Variant, found: Source) -> Made:
    """Return the base under a variant. An operation that cannot stand is left out, so that it hides no mistake of the others."""
    problems: list[Problem] = []
    left_out: frozenset[Operation] = frozenset()
    while True:
        values, edits, wrong = apply(base, rules, variant, found, left_out)
        problems += wrong if not left_out else []
        made, faults = ruled(values)
        found_faults, culprits = blame(faults, base, rules, variant, found, left_out)
        refused = missing(variant, edits)
        problems += [fault for fault in found_faults if not follows(fault, refused)]
        if made is not None or not culprits:
            return Made(values, made, edits, problems, [".".join(at[1:]) for at in left_out] + refused)
        left_out |= culprits


def missing(variant: Variant, edits: Iterable[Edit]) -> list[str]:
    """Return the paths of records that a variant adds, but that could not be added."""
    added = {edit.path for edit in edits if edit.kind == "add"}
    return [path for at in operations(variant) if at[0] == "add" and (path := ".".join(at[1:])) not in added]


def follows(fault: Problem, refused: Iterable[str]) -> bool:
    """Say whether a fault is only that something names a record that was refused."""
    fact = fault.message.split(";")[0]
    return any(f"'{path}." in fact or f"'{id}'" in fact or f".{id}'" in fact for path in refused if (id := path.rpartition(".")[2]))


def ruled(values: Source) -> tuple[Ruleset | None, list[Problem]]:
    """Return the typed rules that values make, unless they cannot be built, and what is wrong with them."""
    made = None
    try:
        made = build(Ruleset, values)
        validate(made, values)
        return made, []
    except Refused as refused:
        return None, refused.problems


def apply(base: Source, rules: Ruleset, variant: Variant, found: Source, without: Collection[Operation] = ()) -> tuple[Source, list[Edit], list[Problem]]:
    """Return the base's values with a variant's operations carried out, but for some, the list of them, and what could not be."""
    work = _Work(base, rules, variant, found)
    clashing, added = work.conflicts(), []
    for at in operations(variant):
        if at in without or at in clashing:
            continue
        if at[0] == "change":
            work.change(at[1], variant.change[at[1]])
        elif at[0] == "add":
            added.append((at, work.add(at[1], at[2], variant.add[at[1]][at[2]])))
        elif at[0] == "remove":
            work.remove(at[1], variant.remove[at[1]].why)
        else:
            work.distances()
    work.arrange(added)
    for at, record in added:
        if record is not None:
            work.note("add", ".".join(at[1:]), None, record, "")
    work.drop_removed()
    edits = sorted(work.edits, key=lambda edit: ("change", "add", "remove").index(edit.kind))
    return Source(work.values, work.places, work.keys), edits, work.problems


def operations(variant: Variant) -> list[Operation]:
    """Return where each operation of a variant stands in its file."""
    found: list[Operation] = [("change", path) for path in variant.change]
    found += [("add", holder, id) for holder, records in variant.add.items() for id in records]
    found += [("remove", path) for path in variant.remove]
    return [*found, ("distances",)] if variant.distances else found


class _Work:
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

    def conflicts(self) -> set[Operation]:
        """Return the operations that touch what another touches, or a part of what another removes or adds."""
        touched: dict[str, str] = {f"distances.{key}": "distances" for key in SCALE} if self.variant.distances else {}
        found = [(".".join(at[1:]), at) for at in operations(self.variant) if at != ("distances",)]
        clashing = set()
        for path, at in found:
            if path in touched:
                self.problem(at, path, f"stands under both '{touched[path]}' and '{at[0]}'; keep one")
                clashing.add(at)
            touched.setdefault(path, at[0])
        for path, at in found:
            steps = path.split(".")
            above = next((a for length in range(1, len(steps)) if (a := ".".join(steps[:length])) in touched), None)
            if above:
                self.problem(at, path, f"part of '{above}', which stands under '{touched[above]}'; keep one")
                clashing.add(at)
        return clashing

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
        if path.startswith(CREDIT) and path not in MAY_CHANGE:
            self.problem(at, path, "whose game it is stays as it is; a variant has a title and an author of its own")
        elif isinstance(old, (BaseModel, dict)):
            self.problem(at, path, f"a whole record; name one of its values{suggestion('', live.children(old))}")
        elif isinstance(change, ListChange):
            self.change_list(at, path, old, change)
        elif records(old):
            self.problem(at, path, "a list of records; write {add: [{…}], remove: [id], why: …}")
        else:
            self.replaced(at, path, old, change)
            self.put(tuple(path.split(".")), change.to, (*at, "to"))
            self.note("change", path, old, change.to, change.why)

    def replaced(self, at: Path, path: str, old: typing.Any, change: typing.Any) -> None:
        if not same(old, change.from_):
            self.problem((*at, "from"), path, f"the base has {shown_value(old)} here (got {shown_value(change.from_)}); look at what has changed, then write from: {shown_value(old)}")
        elif same(old, change.to):
            self.problem((*at, "to"), path, f"changes nothing (got {shown_value(change.to)}); write another value or drop it")

    def change_list(self, at: Path, path: str, old: typing.Any, change: ListChange) -> None:
        if not isinstance(old, list):
            self.problem(at, path, f"not a list (it has {shown_value(old)}); write from, to and why")
            return
        steps = tuple(path.split("."))
        holder = self.holder(steps)
        items = list(holder.get(steps[-1], [])) if isinstance(holder, dict) else list(holder[int(steps[-1])])
        key = next(iter(known_keys(type_at(Ruleset, (*steps, "0")))), None)
        names = [item.get(key) if key else item for item in items]
        if not change.add and not change.remove:
            self.problem(at, path, "changes nothing; write what to add or to remove")
        for index, item in enumerate(change.remove):
            if item not in names or item in change.remove[:index]:
                self.problem((*at, "remove", str(index)), path, f"nothing to remove (got {shown_value(item)}){suggestion(str(item), map(str, names))}")
        new = [(item, ()) for item, name in zip(items, names) if name not in change.remove]
        for index, item in enumerate(change.add):
            if key and not isinstance(item, dict):
                self.problem((*at, "add", str(index)), path, f"a list of records (got {shown_value(item)}); write {{{key}: {shown_value(item)}}}")
            elif not isinstance(item, dict) and (item in names or item in change.add[:index]):
                self.problem((*at, "add", str(index)), path, f"it has {shown_value(item)} already; drop it")
            else:
                new.append((item, (*at, "add", str(index))))
        self.put(steps, [item for item, _ in new], at)
        for index, (item, origin) in enumerate(new):
            if origin:
                self.adopt((*steps, str(index)), origin)
        self.note("change", path, old, [item for item, _ in new], change.why)

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

    def add(self, holder: str, id: str, record: typing.Any) -> typing.Any:
        """Put a record at the end of its table and return it, or None where it has no place."""
        at, path, steps = ("add", holder, id), f"{holder}.{id}", tuple(holder.split("."))
        known, table = self.look(("add", holder), holder)
        if not known:
            return None
        if not isinstance(table, dict):
            self.problem(("add", holder), holder, "nothing can be added here; a table of records can take more")
        elif id in table:
            self.problem(at, path, "stands in the base already; change it under 'change', or give the new one another id")
        else:
            record = copied(record)
            if isinstance(record, dict):
                own = known_keys(type_at(Ruleset, (*steps, id)))
                record = {key: value for key, value in record.items() if key in own or key not in ("after", "before")}
            self.holder((*steps, id))[id] = record
            self.adopt((*steps, id), at)
            return record
        return None

    def arrange(self, added: list[tuple[Operation, typing.Any]]) -> None:
        """Put each added record where it says, those that say the same in the file's order; costs and saves go by their number."""
        for at, record in added:
            given = self.variant.add[at[1]][at[2]]
            if record is None or not isinstance(given, dict):
                continue
            sides = [key for key in ("after", "before") if key in given and key not in record]
            if len(sides) == 2:
                self.problem((*at, "before"), ".".join(at[1:]), "write one of after and before")
            for side in sides:
                table = self.holder((*at[1].split("."), at[2]))
                if not isinstance(given[side], str) or given[side] not in table or given[side] == at[2]:
                    self.problem((*at, side), ".".join(at[1:]), f"nothing to stand {side} (got {shown(given[side])}){suggestion(str(given[side]), [k for k in table if k != at[2]])}")
        for holder in dict.fromkeys(at[1] for at, record in added if record is not None):
            table = self.holder((*holder.split("."), ""))
            mine = {at[2]: self.variant.add[holder][at[2]] for at, record in added if record is not None and at[1] == holder}
            order = arranged(list(table), {id: record if isinstance(record, dict) else {} for id, record in mine.items()})
            for id in order:
                table[id] = table.pop(id)
            for id, record in mine.items():
                beside = record.get("after") if isinstance(record, dict) and not id.isdigit() else None
                if isinstance(beside, str) and beside in table and order.index(beside) > order.index(id):
                    self.problem(("add", holder, id, "after"), f"{holder}.{id}", f"goes round in a circle (got {shown(beside)}); let one of them stand after a record of the base")

    def remove(self, path: str, why: str) -> None:
        at, steps = ("remove", path), tuple(path.split("."))
        known, old = self.look(at, path)
        if not known:
            return
        table = live.look(self.rules, ".".join(steps[:-1])) if len(steps) > 1 else None
        if isinstance(table, list):
            self.problem(at, path, f"an item of a list; write it under change: '{'.'.join(steps[:-1])}', with remove")
        elif isinstance(old, dict):
            self.problem(at, path, f"a whole table; remove its records one by one, such as '{path}.{next(iter(old), 'id')}'")
        elif not isinstance(table, dict):
            cure = "change it to null if that is what you mean" if type(None) in typing.get_args(type_at(Ruleset, steps)) else "change it instead"
            self.problem(at, path, f"not a record of a table, so it cannot be removed; {cure}")
        else:
            self.removed.append(steps)
            self.note("remove", path, old, None, why)

    def drop_removed(self) -> None:
        for steps in self.removed:
            self.holder(steps).pop(steps[-1], None)
            self.forget_readings(steps)

    def forget_readings(self, steps: Path) -> None:
        """Drop the base's readings of a thing that is gone."""
        prices = "|".join(f"{word}\\.{re.escape(steps[-1])}" for word in ("price", "computed", "printed")) if len(steps) == 2 else "(?!)"
        named = re.compile(rf"\{{\{{\s*({re.escape('.'.join(steps))}|{prices})[.\s}}]")
        for key, reading in list(self.values.get("readings", {}).items()):
            if ("readings", key) not in self.removed and any(isinstance(text, str) and named.search(text) for text in reading.values()):
                del self.values["readings"][key]

    def distances(self) -> None:
        wanted, at = self.variant.distances, ("distances",)
        for key in SCALE:
            old, new = getattr(self.rules.distances, key), getattr(wanted, key)
            if old != new:
                self.put(("distances", key), new, (*at, key) if (*at, key) in self.found.places else at)
                self.note("change", f"distances.{key}", old, new, wanted.why or f"distances in {wanted.unit}")
        if not any(edit.path.startswith("distances.") for edit in self.edits):
            self.problem(at, "distances", "changes nothing; the base measures so already")


def arranged(ids: list[str], added: dict[str, dict]) -> list[str]:
    """Return the ids of a table in order: numbers as the others go, each added record after or before the one it names."""
    base = [id for id in ids if id not in added]
    if ids and all(id.isdigit() for id in ids):
        down = len(base) > 1 and int(base[0]) > int(base[-1])
        return sorted(ids, key=int, reverse=down)
    order, waiting = list(base), [id for id in ids if id in added]
    last: dict[str, str] = {}
    while waiting:
        ready = [id for id in waiting if added[id].get("after", added[id].get("before")) in order]
        for id in ready or waiting:
            record = added[id]
            if record.get("after") in order:
                beside = record["after"]
                order.insert(order.index(last.get(beside, beside)) + 1, id)
                last[beside] = id
            elif record.get("before") in order:
                order.insert(order.index(record["before"]), id)
            else:
                order.append(id)
        waiting = [id for id in waiting if id not in (ready or waiting)]
    return order


def copied(value: typing.Any) -> typing.Any:
    """Return plain values that can be changed without changing these."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


def records(value: typing.Any) -> bool:
    """Say whether a value is a list of records, not of plain values."""
    return isinstance(value, list) and any(isinstance(item, BaseModel) for item in value)


def same(old: typing.Any, new: typing.Any) -> bool:
    """Say whether two values are the same; true is not 1."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(same, old, new))
    numbers = (int, Decimal)
    alike = type(old) is type(new) or (isinstance(old, numbers) and isinstance(new, numbers) and bool not in (type(old), type(new)))
    return alike and old == new


def shown_value(value: typing.Any) -> str:
    """Return a value as one would write it in the file."""
    if isinstance(value, list):
        return f"[{', '.join(map(shown_value, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return shown(value)


def blame(problems: Iterable[Problem], base: Source, rules: Ruleset, variant: Variant, found: Source, left_out: frozenset[Operation] = frozenset()) -> tuple[list[Problem], set[Operation]]:
    """Return problems as those of the operation without which they would not be, and these operations."""
    mended, culprits, without = [], set(), {}
    for problem in problems:
        for at in sorted(set(operations(variant)) - left_out, key=lambda at: (not _near(at, problem), at)):
            if at not in without:
                without[at] = {(p.path, p.message.split(";")[0]) for p in ruled(apply(base, rules, variant, found, left_out | {at})[0])[1]}
            if (problem.path, problem.message.split(";")[0]) not in without[at]:
                mended.append(_blamed(problem, at, found))
                culprits.add(at)
                break
        else:
            mended.append(problem if problem.place.file == found.place(()).file else replace(problem, place=found.place(())))
    return mended, culprits


def _near(at: Operation, problem: Problem) -> bool:
    path = ".".join(at[1:])
    return f"'{at[-1].rsplit('.', 1)[-1]}'" in problem.message or path.startswith(problem.path) or problem.path.startswith(path)


def _blamed(problem: Problem, at: Operation, found: Source) -> Problem:
    if problem.place.file == found.place(()).file:
        return problem
    place, path = found.keys.get(at) or found.place(at), ".".join(at[1:])
    if at[0] == "remove" and any(named in problem.message.split(";")[0] for named in (f"'{at[1].rsplit('.', 1)[-1]}'", f"(got {at[1].rsplit('.', 1)[-1]})")):
        return Problem(place, path, f"removed, but {problem.path} still names it; change or remove that too")
    return replace(problem, place=place)
