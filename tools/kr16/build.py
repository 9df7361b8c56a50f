"""Plain values and their places -> the typed ruleset, or every mistake in them."""

from __future__ import annotations

import functools
import re
import types
import typing
from decimal import Decimal

from pydantic import BaseModel, Tag, TypeAdapter, ValidationError

from .errors import Problem, Refused, shown, suggestion
from .source import Source


def build(kind: type, source: Source, ordered: bool = False) -> typing.Any:
    """Return the source's values as `kind`; raise Refused with every mistake of form and type, and of order if that counts."""
    problems = list(source.problems)
    value = None
    try:
        value = adapter(kind).validate_python(source.values)
    except ValidationError as error:
        problems += _problems(kind, source, error.errors(include_url=False))
    spoken_for = {problem.path for problem in source.problems}
    problems = [p for p in problems if p in source.problems or p.path not in spoken_for]
    if ordered and not problems:
        problems += out_of_order(kind, source)
    if problems:
        raise Refused(problems)
    return value


@functools.cache
def adapter(kind: type) -> TypeAdapter:
    """Return what checks values of a type; pydantic takes its time to make one, and every variant needs the same."""
    return TypeAdapter(kind)


def type_at(kind: typing.Any, path: typing.Iterable[str]) -> typing.Any:
    """Return the type that stands at a path of `kind`, or None where there is no such place."""
    for step in path:
        kind = _bare(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            field = _fields(kind).get(step)
            kind = field.annotation if field else None
        elif typing.get_origin(kind) in (dict, list):
            kind = typing.get_args(kind)[-1]
        else:
            return None
    return kind


def known_keys(kind: typing.Any) -> list[str]:
    """Return the keys that a mapping of this type may have, in their order (a note comes last); none for a table keyed by id."""
    kind = _bare(kind)
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return []
    return sorted(_fields(kind), key=lambda key: key == "note")


def out_of_order(kind: typing.Any, source: Source) -> list[Problem]:
    """Return a problem for each record whose keys are not in the model's order (data/README.md)."""
    problems = []

    def walk(kind: typing.Any, value: dict | list, path: tuple[str, ...]) -> None:
        known = known_keys(kind)
        if isinstance(value, dict):
            order = [known.index(key) for key in value] if known and path else []
            wrong = next((i for i in range(1, len(order)) if order[i] < max(order[:i])), None)
            if wrong is not None:
                key = list(value)[wrong]
                before = next(k for k in value if known.index(k) > known.index(key))
                problems.append(Problem(source.keys[(*path, key)], ".".join((*path, key)), f"out of order; move it up, before '{before}'"))
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(item, (dict, list)):
                walk(type_at(kind, [str(key)]), item, (*path, str(key)))

    walk(kind, source.values, ())
    return problems


def _bare(kind: typing.Any) -> typing.Any:
    while True:
        if typing.get_origin(kind) is typing.Annotated:
            kind = typing.get_args(kind)[0]
        elif typing.get_origin(kind) in (typing.Union, types.UnionType):
            kinds = [_bare(k) for k in typing.get_args(kind) if k is not type(None)]
            kind = next((k for k in kinds if isinstance(k, type) and issubclass(k, BaseModel)), kinds[0])
        else:
            return kind


@functools.cache
def _fields(kind: type[BaseModel]) -> dict:
    return {field.alias or name: field for name, field in kind.model_fields.items()}


def _path(kind: type, loc: tuple) -> tuple[str, ...]:
    """Return pydantic's way to a mistake as a path, without its marks for which of several forms a value has."""
    path, skipped = [], False
    for step in map(str, loc):
        skipped = not skipped and step in _tags(type_at(kind, path))
        if not skipped:
            path.append(step)
    return tuple(path)


def _tags(kind: typing.Any) -> set[str]:
    if isinstance(kind, Tag):
        return {kind.tag}
    if typing.get_origin(kind) in (dict, list):
        return set()
    return {tag for part in typing.get_args(kind) for tag in _tags(part)}


def _problems(kind: type, source: Source, errors: list[dict]) -> list[Problem]:
    """Return a problem for each of pydantic's errors but for a key that is missing only for want of a space after its colon."""
    meant = {(*path[:-1], key) for error in errors if error["type"] == "extra_forbidden" and (key := _no_space(kind, path := _path(kind, error["loc"])))}
    told = [_problem(kind, source, error) for error in errors if error["type"] != "missing" or _path(kind, error["loc"]) not in meant]
    return [problem for problem in told if problem is not None]


def _no_space(kind: type, path: tuple[str, ...]) -> str:
    """Return the key that was meant by one such as `from:12`."""
    key, colon, _ = path[-1].partition(":")
    return key if colon and key in known_keys(type_at(kind, path[:-1])) else ""


def _problem(kind: type, source: Source, error: dict) -> Problem | None:
    path, what = _path(kind, error["loc"]), error["type"]
    if what == "missing":
        if path[0] in source.unread:
            return None
        return Problem(source.keys.get(path[:-1]) or source.place(path), ".".join(path), f"missing; {_expected(kind, path)}")
    if what == "extra_forbidden" and (key := _no_space(kind, path)):
        return Problem(source.keys.get(path) or source.place(path), ".".join((*path[:-1], key)), f"no space after the colon; write {shown(f'{key}: {path[-1][len(key) + 1 :]}')}")
    if what == "extra_forbidden":
        return Problem(source.keys.get(path) or source.place(path), ".".join(path), f"unknown key{suggestion(path[-1], known_keys(type_at(kind, path[:-1])))}")
    place = source.place(path)
    if path and path[-1] == "[key]":
        path = path[:-1]
        place = source.keys.get(path) or source.place(path)
    return Problem(place, ".".join(path), _message(what, error["input"], error.get("ctx", {})))


def _expected(kind: type, path: tuple[str, ...]) -> str:
    bare = _bare(type_at(kind, path))
    holder = _bare(type_at(kind, path[:-1]))
    field = _fields(holder)[path[-1]] if known_keys(holder) else None
    words = {int: "a whole number", Decimal: "a number", str: "text", bool: "true or false", typing.Any: "a value"}.get(bare)
    words = words or {list: "a list", dict: "keys and values"}.get(typing.get_origin(bare))
    words = words or (f"one of {', '.join(map(str, typing.get_args(bare)))}" if typing.get_origin(bare) is typing.Literal else "keys and values")
    return f"expected {words}" + (f": {field.description}" if field is not None and field.description else "")


# What a word must look like, by its pattern in the models.
FORMS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "an id has small letters, digits and single hyphens, such as 'light-tank'",
    r"^[1-9][0-9]?$": "expected a whole number from 1 to 99",
    r"^[a-z][a-z0-9_]*$": "expected small letters, digits and _, such as 'length_cm'",
    r"^https://[a-z0-9./-]+$": "expected an address such as https://example.org/",
    r"^[a-z0-9/-]+\.md(#[a-z0-9-]+)?$": "expected a page of docs/, such as 'rules/orders.md#run'",
    r"^\S+$": "expected one word; what is several words is an alias",
    r"^\S(.*\S)?$": "expected a word or a sign, such as 'inch' or '″'",
    r"^#[0-9a-fA-F]{6}$": "expected a colour such as '#1f5d7a'",
    r"^[a-z0-9]+(-[a-z0-9]+)* \S+$": "expected an id and a version, such as 'core 1.6'",
    r"^[a-z0-9-]+(\.[a-z0-9-]+)?$": "expected the id of a part, such as 'save' or 'light-cannon.range'",
}
MISTAKES = {
    "string_type": "not text (got {got}); put it in quotes",
    "bool_type": "not true or false (got {got}); write true or false",
    "decimal_type": "not a number (got {got}); write one such as 0.5",
    "decimal_parsing": "not a number (got {got}); write one such as 0.5",
    "greater_than": "too small (got {got}); more than {gt}",
    "greater_than_equal": "too small (got {got}); at least {ge}",
    "less_than_equal": "too large (got {got}); at most {le}",
    "string_too_short": "empty; write some text",
    "string_too_long": "too long (got {length} characters); at most {max_length}",
    "too_short": "empty; write at least {min_length}",
    "too_long": "too many (got {length}); at most {max_length}",
    "list_type": "not a list (got {got}); write [a, b]",
    "dict_type": "not keys and values (got {got}); write `key: value`",
    "model_type": "not keys and values (got {got}); write `key: value`",
}


def _message(what: str, got: object, context: dict) -> str:
    if what == "int_type":
        digits = re.search(r"-?\d{1,9}", got.replace("−", "-"), re.ASCII) if isinstance(got, str) else None
        return f"not a whole number (got {shown(got)}){f'; write {int(digits[0])}' if digits else ''}"
    if what == "literal_error":
        choices = re.findall("'([^']+)'", context["expected"])
        return f"not one of the choices (got {shown(got)}); expected {', '.join(choices)}"
    if what == "string_pattern_mismatch":
        return f"not of the right form (got {shown(got)}); {FORMS.get(context['pattern'], 'expected ' + context['pattern'])}"
    length = len(got) if isinstance(got, (str, list)) else 0
    return MISTAKES.get(what, "not accepted here (got {got}); {what}").format(got=shown(got), length=length, what=what, **context)
