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
BLOCKS = {"change": "a path and {from: …, to: …, why: …}", "add": "a table, an id and a record", "remove": "a path and {why: …}", "rules": "a section and {append: …}, or {replace: …, why: …}", "distances": "{unit: …, per_cm: …}"}
BESIDE = {"change": (*VALUE, *LIST, "why"), "remove": ("why",), "rules": ("append", "replace", "why")}
UNKNOWN, NBSP = "unknown key", "\u00a0"


def slips(found: Source) -> dict[Path, Problem]:
    """Return each slip by its path in the file."""
    return {**blocks(found), **alone(found), **nested(found), **mixed(found), **unquoted(found), **spaced(found)}


def without(found: Source, paths: Collection[Path]) -> Source:
    """Return a source without what stands at these paths."""
    values = {key: {k: v for k, v in value.items() if (key, k) not in paths} if isinstance(value, dict) else value for key, value in found.values.items() if (key,) not in paths}
    return replace(found, values=values)


def blocks(found: Source) -> dict[Path, Problem]:
    """Return the parts of the file with nothing below them, and what stands at the left edge but belongs below one."""
    slips = {}
    for key, value in found.values.items():
        if key in BLOCKS and value is None:
            slips[(key,)] = Problem(found.keys[(key,)], key, f"nothing below it; indent by two spaces what belongs here, {BLOCKS[key]}, or drop '{key}'")
        elif key in BLOCKS and isinstance(value, list):
            slips[(key,)] = Problem(found.keys[(key,)], key, f"a list; write no hyphens and no square brackets here, but {BLOCKS[key]}")
        elif "." in key.strip("."):
            slips[(key,)] = Problem(found.keys[(key,)], key, "stands at the left edge; indent it by two spaces, below 'change', 'remove' or 'rules'")
    return slips


def alone(found: Source) -> dict[Path, Problem]:
    """Return the paths that have a value in the place of keys, and the keys that stand beside their path."""
    slips = {}
    for kind, beside in BESIDE.items():
        for key, value in _pairs(found.values.get(kind)):
            if key in beside and not isinstance(value, dict):
                slips[(kind, key)] = Problem(found.keys[(kind, key)], f"{kind}.{key}", "stands beside its path, not below it; indent it by two spaces more")
            elif not isinstance(value, dict) and (kind, key) != ("rules", "pages"):
                form = BLOCKS[kind].partition(" and ")[2]
                slips[(kind, key)] = Problem(found.place((kind, key)), f"{kind}.{key}", f"{'nothing below it' if value is None else f'a value alone (got {shown(value)})'}; write {form}")
    return slips


def spaced(found: Source) -> dict[Path, Problem]:
    """Return the keys with a space in them that is none to YAML, as web pages and word processors have it."""
    return {path: Problem(place, ".".join(path), "a no-break space (U+00A0), which YAML takes for a letter; type an ordinary space") for path, place in found.keys.items() if NBSP in path[-1]}


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
    """Tell a person who wrote `{why: a, b}` or `{per_cm: 0,5}` what the comma did there."""
    if not problem.message.startswith(UNKNOWN) or not any(place == problem.place and _empty(found.values, path) for path, place in found.keys.items()):
        return problem
    if problem.path.rpartition(".")[2].isdigit():
        return replace(problem, message=f"{UNKNOWN}; a comma ends a number in braces: write a point, such as 0.5")
    return replace(problem, message=f"{UNKNOWN}; a comma ends a text in braces: put the text in quotes if this is part of it")


def _empty(values: typing.Any, path: Path) -> bool:
    """Say whether a key has no value; of a doubled key, what stood under the first is gone."""
    try:
        return at(values, path) is None
    except (LookupError, TypeError, ValueError):
        return False


def hollow(found: Source) -> list[Problem]:
    """Return the texts of a variant's file that hold nothing but spaces."""
    return [Problem(found.place(path), ".".join(path), "empty; write some text") for path, text in _texts(found.values) if text.isspace()]


def _texts(value: object, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _texts(item, (*path, str(key)))


def at(values: typing.Any, path: Path) -> typing.Any:
    """Return what stands at a path of plain values."""
    for step in path:
        values = values[int(step)] if isinstance(values, list) else values[step]
    return values


def _pairs(value: object) -> list[tuple[str, typing.Any]]:
    return list(value.items()) if isinstance(value, dict) else []
