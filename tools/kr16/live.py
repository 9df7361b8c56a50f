"""Text with live numbers -> plain text: `{{ orders.run.move_cm }}` becomes "12 cm".

The vocabulary is closed: a dotted path into the ruleset, or `.field` for the record's own; nothing else.
How a value is written follows from its key, so a change of unit or of a number shows everywhere.
"""

from __future__ import annotations

import functools
import re
import typing
from fractions import Fraction
from math import floor

from pydantic import BaseModel

from .errors import suggestion

LIVE = re.compile(r"\{\{(?P<inside>.*?)\}\}", re.DOTALL)
PATH = re.compile(r"\s*(\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\s*")
NBSP, MINUS = "\u00a0", "\u2212"


class UnknownPath(LookupError):
    """A path that names nothing; the message says which step and what would be right."""


def look(rules: typing.Any, path: str, here: tuple[str, ...] = ()) -> typing.Any:
    """Return the value at a dotted path; raise UnknownPath with a suggestion where there is none."""
    steps = (*here, *path[1:].split(".")) if path.startswith(".") else tuple(path.split("."))
    value: typing.Any = rules
    for index, step in enumerate(steps):
        known = children(value)
        if step not in known:
            raise UnknownPath(f"nothing at '{'.'.join(steps[: index + 1])}'{suggestion(step, known)}")
        value = known[step]
    return value


def children(value: typing.Any) -> dict[str, typing.Any]:
    """Return what stands directly below a value, by the key a path uses for it."""
    if isinstance(value, BaseModel):
        return {key: getattr(value, name) for key, name in _fields(type(value))}
    if isinstance(value, dict):
        return value
    if isinstance(value, (list, tuple)):
        return {str(index): item for index, item in enumerate(value)}
    return {}


@functools.cache
def _fields(kind: type[BaseModel]) -> list[tuple[str, str]]:
    """Return the fields of a record, each as a path names it and as Python does."""
    return [(field.alias or name, name) for name, field in kind.model_fields.items()]


def walk(value: typing.Any, path: tuple[str, ...] = ()) -> typing.Iterator[tuple[tuple[str, ...], typing.Any]]:
    """Yield (path, value) for a value and all that stands below it, in order."""
    yield path, value
    for key, item in children(value).items():
        if isinstance(item, (BaseModel, dict, list, tuple)):
            yield from walk(item, (*path, key))
        else:
            yield (*path, key), item


def fill(text: str, rules: typing.Any, here: tuple[str, ...] = ()) -> str:
    """Return the text with each live number written out; raise UnknownPath for the first that names nothing."""

    def written(match: re.Match) -> str:
        inside = PATH.fullmatch(match["inside"])
        if not inside:
            raise UnknownPath(f"not a live number (got '{match[0][:60]}'); write {{{{ a.path }}}}")
        return live(rules, inside[1], here)

    return LIVE.sub(written, text)


def live(rules: typing.Any, path: str, here: tuple[str, ...] = ()) -> str:
    """Return the value at a path as it is written for a reader; a table or record has no written form."""
    value = look(rules, path, here)
    if any(isinstance(item, (BaseModel, dict)) for item in (value, *(value if isinstance(value, list) else ()))):
        raise UnknownPath(f"'{path}' is a whole record; name one of its values{suggestion('', children(value))}")
    return written(path.rsplit(".", 1)[-1], value, rules)


def written(key: str, value: typing.Any, rules: typing.Any) -> str:
    """Return a value as text, by what its key says it is."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(written(key, item, rules) for item in value)
    if key.endswith("_cm") and key != "per_cm":
        return distance(value, rules)
    if key.endswith(("modifier", "bonus")):
        return signed(value)
    if key.endswith("percent"):
        return f"{value}{NBSP}%"
    return str(value)


def distance(cm: int, rules: typing.Any) -> str:
    """Return a distance of the rulebook, in cm, as these rules measure it, with its unit and kept on one line."""
    scale = rules["distances"] if isinstance(rules, dict) else rules.distances
    step = STEPS[scale.round]
    exact = Fraction(cm) * Fraction(scale.per_cm)
    if exact:
        exact = max(step, floor(exact / step + Fraction(1, 2)) * step)
    whole, part = divmod(exact, 1)
    if scale.round in ("half", "quarter"):
        number = f"{whole or ''}{FRACTIONS[part]}" if part else str(whole)
    else:
        number = f"{whole}{f'{float(part):.3f}'.rstrip('0')[1:]}" if part else str(whole)
    return f"{number}{'' if scale.unit in TIGHT else NBSP}{scale.unit}"


STEPS = {"whole": Fraction(1), "half": Fraction(1, 2), "quarter": Fraction(1, 4), "tenth": Fraction(1, 10), "none": Fraction(1, 1000)}
FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
TIGHT = ("″", '"', "′")


def signed(number: int) -> str:
    """Return a modifier with its sign: +1, −1, +0."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"
