"""Mistakes of form in a variant's file → the same, told as the slip that a person made."""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterator
from dataclasses import replace

from .errors import Problem, shown
from .source import Source

Path = tuple[str, ...]
VALUE, LIST = ("from", "to"), ("add", "remove")
ENDS = {"change": (*VALUE, *LIST), "remove": ("why",)}
UNKNOWN = "unknown key"


def slips(found: Source) -> dict[Path, Problem]:
    """Return each slip by its path in the file."""
    return {**nested(found), **mixed(found), **unquoted(found)}


def without(found: Source, paths: Collection[Path]) -> Source:
    """Return a source without what stands at these paths."""
    values = {key: {k: v for k, v in value.items() if (key, k) not in paths} if isinstance(value, dict) else value for key, value in found.values.items()}
    return replace(found, values=values)


def nested(found: Source) -> dict[Path, Problem]:
    """Return the paths that are written as keys within keys."""
    slips = {}
    for kind, ends in ENDS.items():
        for key, value in _pairs(found.values.get(kind)):
            paths = [".".join(way) for way in _ways(value, ends, (key,))]
            if paths and paths != [key]:
                slips[(kind, key)] = Problem(found.keys[(kind, key)], f"{kind}.{key}", f"keys within keys; write the whole path as one word, {' and '.join(map(shown, paths[:3]))}")
    return slips


def _ways(value: object, ends: tuple[str, ...], path: Path) -> Iterator[Path]:
    if isinstance(value, dict) and any(end in value for end in ends):
        yield path
    else:
        for key, item in _pairs(value):
            yield from _ways(item, ends, (*path, key))


def mixed(found: Source) -> dict[Path, Problem]:
    """Return the changes that give a whole value and change a list at once."""
    slips = {}
    for path, change in _pairs(found.values.get("change")):
        given = [key for key in (*VALUE, *LIST) if isinstance(change, dict) and key in change]
        if set(given) & set(VALUE) and set(given) & set(LIST):
            slips[("change", path)] = Problem(found.keys[("change", path)], f"change.{path}", f"has {' and '.join(given)}; write from and to for a whole value, add and remove for a list")
    return slips


def unquoted(found: Source) -> dict[Path, Problem]:
    """Return a colour that YAML took for a comment."""
    if "accent" not in found.values or found.values["accent"] is not None:
        return {}
    return {("accent",): Problem(found.place(("accent",)), "accent", "no colour here, for outside quotes a # begins a comment; write it in quotes, such as '#1f5d7a'")}


def comma(problem: Problem, found: Source) -> Problem:
    """Tell a person who wrote `{why: a, b}` what the comma did there."""
    bare = any(place == problem.place and at(found.values, path) is None for path, place in found.keys.items())
    cut = bare and problem.message.startswith(UNKNOWN)
    return replace(problem, message=f"{UNKNOWN}; a comma ends a text in braces: put the text in quotes if this is part of it") if cut else problem


def at(values: typing.Any, path: Path) -> typing.Any:
    """Return what stands at a path of plain values."""
    for step in path:
        values = values[int(step)] if isinstance(values, list) else values[step]
    return values


def _pairs(value: object) -> list[tuple[str, typing.Any]]:
    return list(value.items()) if isinstance(value, dict) else []
