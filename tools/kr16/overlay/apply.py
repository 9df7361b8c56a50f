"""A base's values and a variant → the variant's values, its edits, and every operation that could not be carried out."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import Problem
from ..model import Ruleset
from ..model.variant import Variant
from ..source import Source
from .add import add, arrange
from .change import change, distances
from .edits import SCALE, Edit, Operation, operations
from .remove import drop_removed, remove
from .work import Work


def apply(base: Source, rules: Ruleset, variant: Variant, found: Source, without: Collection[Operation] = ()) -> tuple[Source, list[Edit], list[Problem]]:
    """Return the base's values with a variant's operations carried out, but for some, the list of them, and what could not be."""
    work = Work(base, rules, variant, found)
    clashing, added = conflicts(work), []
    for at in operations(variant):
        if at in without or at in clashing:
            continue
        if at[0] == "change":
            change(work, at[1], variant.change[at[1]])
        elif at[0] == "add":
            added.append((at, add(work, at[1], at[2], variant.add[at[1]][at[2]])))
        elif at[0] == "remove":
            remove(work, at[1], variant.remove[at[1]].why)
        else:
            distances(work)
    arrange(work, added)
    for at, record in added:
        if record is not None:
            work.note("add", ".".join(at[1:]), None, record, "")
    drop_removed(work)
    edits = sorted(work.edits, key=lambda edit: ("change", "add", "remove").index(edit.kind))
    return Source(work.values, work.places, work.keys), edits, work.problems


def conflicts(work: Work) -> set[Operation]:
    """Return the operations that touch what another touches, or a part of what another removes or adds."""
    touched: dict[str, str] = {f"distances.{key}": "distances" for key in SCALE} if work.variant.distances else {}
    found = [(".".join(at[1:]), at) for at in operations(work.variant) if at != ("distances",)]
    clashing = set()
    for path, at in found:
        if path in touched:
            work.problem(at, path, f"stands under both '{touched[path]}' and '{at[0]}'; keep one")
            clashing.add(at)
        touched.setdefault(path, at[0])
    for path, at in found:
        steps = path.split(".")
        above = next((a for length in range(1, len(steps)) if (a := ".".join(steps[:length])) in touched), None)
        if above:
            work.problem(at, path, f"part of '{above}', which stands under '{touched[above]}'; keep one")
            clashing.add(at)
    return clashing
