"""Mistakes in a person's data -> one line each, in file order, with a place and a cure."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Place:
    """Where something stands: file, line and column, counted from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake: where, at which path, what is wrong, and what would be right."""

    place: Place
    path: str
    message: str

    def __str__(self) -> str:
        path = cut("".join(char if char.isprintable() else repr(char)[1:-1] for char in self.path), 200)
        return f"{self.place}: {path}: {self.message}" if path else f"{self.place}: {self.message}"


class Refused(Exception):
    """A person's data is wrong; `problems` holds every mistake found."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(set(problems))
        super().__init__(self.report())

    def __reduce__(self) -> tuple:
        """Let another process raise it here, its problems whole."""
        return Refused, (self.problems,)

    def report(self) -> str:
        """Return a line for each problem and a closing count."""
        count = len(self.problems)
        return "\n".join([*map(str, self.problems), f"{count} problem{'s' if count != 1 else ''}"])


def cut(text: str, length: int = 60) -> str:
    """Return a text as it is, or its beginning if it is too long for a message."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def shown(value: object) -> str:
    """Return a value as an error message shows it: short, on one line, control characters escaped."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, str):
        return repr(cut(value))
    return {None: "nothing", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else cut(str(value))


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" for the nearest known word, else a list of the known ones if it is short.

    Of known records by their ids, the one that is called so comes before one whose id is like it.
    """
    called = _called(known) if isinstance(known, Mapping) else {}
    if spoken(str(word)) in called:
        return f"; did you mean '{called[spoken(str(word))]}'?"
    known = [str(k) for k in known]
    folded = {k.casefold(): k for k in known}
    near = difflib.get_close_matches(str(word)[:100].casefold(), folded, n=1, cutoff=0.6)
    if near:
        return f"; did you mean '{folded[near[0]]}'?"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= 12 else ""


def _called(records: Mapping[str, object]) -> dict[str, str]:
    """Return the id of each record by its printed name and its aliases; the first of two that are called alike."""
    names = [(name, id) for id, record in records.items() for name in (getattr(record, "name", None), *getattr(record, "aliases", ())) if isinstance(name, str)]
    return {spoken(name): id for name, id in reversed(names)}


def spoken(word: str) -> str:
    """Return a word as one says it: small or great letters, a hyphen or a space, are the same."""
    return word.casefold().replace("-", " ")
