"""Removed records → taken out of their tables, with the readings that tell of them."""

from __future__ import annotations

import re
import typing

from .. import live
from ..build import type_at
from ..model import Ruleset
from .edits import Path
from .work import Work


def remove(work: Work, path: str, why: str) -> None:
    """Let a record go once all the rest is done, so that what names it can still be changed."""
    at, steps = ("remove", path), tuple(path.split("."))
    known, old = work.look(at, path)
    if not known:
        return
    table = live.look(work.rules, ".".join(steps[:-1])) if len(steps) > 1 else None
    if isinstance(table, list):
        work.problem(at, path, f"an item of a list; write it under change: '{'.'.join(steps[:-1])}', with remove")
    elif isinstance(old, dict):
        work.problem(at, path, f"a whole table; remove its records one by one, such as '{path}.{next(iter(old), 'id')}'")
    elif not isinstance(table, dict):
        cure = "change it to null if that is what you mean" if type(None) in typing.get_args(type_at(Ruleset, steps)) else "change it instead"
        work.problem(at, path, f"not a record of a table, so it cannot be removed; {cure}")
    else:
        work.removed.append(steps)
        work.note("remove", path, old, None, why)


def drop_removed(work: Work) -> None:
    """Take out what is to go."""
    for steps in work.removed:
        work.holder(steps).pop(steps[-1], None)
        _forget_readings(work, steps)


def _forget_readings(work: Work, steps: Path) -> None:
    """Drop the base's readings of a thing that is gone."""
    prices = "|".join(f"{word}\\.{re.escape(steps[-1])}" for word in ("price", "computed", "printed")) if len(steps) == 2 else "(?!)"
    named = re.compile(rf"\{{\{{\s*({re.escape('.'.join(steps))}|{prices})[.\s}}]")
    for key, reading in list(work.values.get("readings", {}).items()):
        if ("readings", key) not in work.removed and any(isinstance(text, str) and named.search(text) for text in reading.values()):
            del work.values["readings"][key]
