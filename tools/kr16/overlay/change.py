"""Changes of values, of lists and of the scale → carried out, each noted with old, new and why."""

from __future__ import annotations

import typing
from decimal import Decimal

from pydantic import BaseModel

from .. import live
from ..build import known_keys, type_at
from ..errors import suggestion
from ..model import Ruleset
from ..model.variant import Change, ListChange
from .edits import SCALE, Path
from .plain import records, same, shown_value
from .work import Work

CREDIT = ("ruleset.",)
MAY_CHANGE = ("ruleset.scale_mm",)
COARSE = 3  # A scale that leaves fewer than one distance in three apart is a slip of the point, 0.05 for 0.5.


def change(work: Work, path: str, wanted: Change | ListChange) -> None:
    """Put another value in the place of one, or give a list more and fewer items."""
    at = ("change", path)
    known, old = work.look(at, path)
    if not known:
        return
    if path.startswith(CREDIT) and path not in MAY_CHANGE:
        work.problem(at, path, "whose game it is stays as it is; a variant has a title and an author of its own")
    elif isinstance(old, (BaseModel, dict)):
        work.problem(at, path, f"a whole record; name one of its values{suggestion('', live.children(old))}")
    elif isinstance(wanted, ListChange):
        _list(work, at, path, old, wanted)
    elif records(old):
        work.problem(at, path, "a list of records; write {add: [{…}], remove: [id], why: …}")
    else:
        _compared(work, at, path, old, wanted)
        work.put(tuple(path.split(".")), wanted.to, (*at, "to"))
        work.note("change", path, old, wanted.to, wanted.why)


def _compared(work: Work, at: Path, path: str, old: typing.Any, change: Change) -> None:
    if isinstance(change.from_, str) and isinstance(old, (int, Decimal)) and not isinstance(old, bool):
        work.problem((*at, "from"), path, f"the base has the number {old} here (got {shown_value(change.from_)}); write from: {old}, without quotes and without a unit")
    elif not same(old, change.from_):
        work.problem((*at, "from"), path, f"the base has {shown_value(old)} here (got {shown_value(change.from_)}); look at what has changed, then write from: {shown_value(old)}")
    elif same(old, change.to):
        work.problem((*at, "to"), path, f"changes nothing (got {shown_value(change.to)}); write another value or drop it")


def _list(work: Work, at: Path, path: str, old: typing.Any, change: ListChange) -> None:
    if not isinstance(old, list):
        work.problem(at, path, f"not a list (it has {shown_value(old)}); write from, to and why")
        return
    steps = tuple(path.split("."))
    holder = work.holder(steps)
    items = list(holder.get(steps[-1], [])) if isinstance(holder, dict) else list(holder[int(steps[-1])])
    key = next(iter(known_keys(type_at(Ruleset, (*steps, "0")))), None)
    names = [item.get(key) if key else item for item in items]
    if not change.add and not change.remove:
        work.problem(at, path, "changes nothing; write what to add or to remove")
    for index, item in enumerate(change.remove):
        if item in names and item in change.remove[:index]:
            work.problem((*at, "remove", str(index)), path, f"stands twice (got {shown_value(item)}); keep one")
        elif item not in names:
            work.problem((*at, "remove", str(index)), path, f"nothing to remove (got {shown_value(item)}){suggestion(str(item), map(str, names))}")
    new = [(item, ()) for item, name in zip(items, names) if name not in change.remove]
    for index, item in enumerate(change.add):
        if key and not isinstance(item, dict):
            work.problem((*at, "add", str(index)), path, f"a list of records (got {shown_value(item)}); write {{{key}: {shown_value(item)}}}")
        elif not isinstance(item, dict) and (item in names or item in change.add[:index]):
            work.problem((*at, "add", str(index)), path, f"it has {shown_value(item)} already; drop it")
        else:
            new.append((item, (*at, "add", str(index))))
    work.put(steps, [item for item, _ in new], at)
    for index, (item, origin) in enumerate(new):
        if origin:
            work.adopt((*steps, str(index)), origin)
    work.note("change", path, old, [item for item, _ in new], change.why)


def distances(work: Work) -> None:
    """Turn the game to the variant's scale."""
    wanted, at = work.variant.distances, ("distances",)
    for key in SCALE:
        old, new = getattr(work.rules.distances, key), getattr(wanted, key)
        if old != new:
            work.put(("distances", key), new, (*at, key) if (*at, key) in work.found.places else at)
            work.note("change", f"distances.{key}", old, new, wanted.why or f"distances in {wanted.unit}")
    if not any(edit.path.startswith("distances.") for edit in work.edits):
        work.problem(at, "distances", "changes nothing; the base measures so already")
    lengths = {value for path, value in live.walk(work.rules) if path and path[-1].endswith("_cm") and isinstance(value, int) and value}
    told = {live.distance(cm, {"distances": wanted}) for cm in lengths}
    if len(told) * COARSE < len(lengths):
        work.problem((*at, "per_cm"), "distances.per_cm", f"too coarse, for {len(lengths)} distances of the rules become {len(told)}; write a finer round, or another per_cm")
