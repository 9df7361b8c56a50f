"""A variant's operations, as its file gives them → the edits that come of them."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from dataclasses import dataclass

from ..model.variant import Variant

Path = tuple[str, ...]
Operation = tuple[str, ...]  # where it stands in the file: ("change", path), ("add", table, id), ("remove", path), ("distances",)
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


def operations(variant: Variant) -> list[Operation]:
    """Return where each operation of a variant stands in its file."""
    found: list[Operation] = [("change", path) for path in variant.change]
    found += [("add", holder, id) for holder, records in variant.add.items() for id in records]
    found += [("remove", path) for path in variant.remove]
    return [*found, ("distances",)] if variant.distances else found


def missing(variant: Variant, edits: Iterable[Edit]) -> list[str]:
    """Return the paths of records that a variant adds, but that could not be added."""
    added = {edit.path for edit in edits if edit.kind == "add"}
    return [path for at in operations(variant) if at[0] == "add" and (path := ".".join(at[1:])) not in added]
