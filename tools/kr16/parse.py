"""YAML text -> plain values, and the place of every key and value in it.

YAML 1.1 reads `010` as 8, `No` as false and `1:30` as 90, and keeps the last of two equal keys.
Here a plain scalar is a word, a decimal number, true, false or null; whatever YAML would
read otherwise is refused with the cure, and so are doubled keys, tags, anchors and tabs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal

import yaml

from .errors import Place, Problem, Refused, cut, shown

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_DEPTH = 20
LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
NOT_YAML = yaml.reader.Reader.NON_PRINTABLE
INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,9})")
DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]{0,9})\.[0-9]{1,9}")
CONSTANTS = {"null": None, "~": None, "": None, "true": True, "false": False}
PLAIN_NUMBER = "write a plain decimal number, or put it in quotes"
TRAPS = [
    (re.compile(r"(?i)y|n|yes|no|on|off|true|false|null"), "YAML reads it as a truth value; write true or false, or put it in quotes"),
    (re.compile(r"[-+]?0[0-9_]+"), "a number has no leading zero; write it without, or put it in quotes"),
    (re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"), "YAML reads it as base 60; put it in quotes"),
    (re.compile(r"[-+]?(0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7]+|[0-9][0-9_]*_[0-9_]*)"), PLAIN_NUMBER),
    (re.compile(r"[-+]?([0-9][0-9_]*)?\.[0-9]*([eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?\.(?i:inf|nan)"), PLAIN_NUMBER),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*"), "YAML reads it as a date; put it in quotes"),
    (re.compile(r"[-+]?[0-9]{11,}"), "the number is too large"),
]
CURES = {
    "mapping values are not allowed in this context": "indent alike what belongs together, and put a text with a colon in quotes",
    "did not find expected ',' or ']'": "close the square bracket that is open",
    "did not find expected ',' or '}'": "close the brace that is open, and put a text with braces in quotes",
}
Path_ = tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Plain values with the place of each: `places` for values, `keys` for the keys that name them.

    `problems` are mistakes of form that still left a value to check; `unread` names the tables
    whose files could not be read at all.
    """

    values: dict
    places: dict[Path_, Place] = field(default_factory=dict)
    keys: dict[Path_, Place] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    unread: frozenset[str] = frozenset()

    def place(self, path: Path_) -> Place:
        """Return the place of the value at a path, or of the nearest thing that holds it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place("data"))


def parse(text: str, name: str) -> Source:
    """Parse one YAML text; raise Refused if it cannot be read as keys and values."""
    if wrong := NOT_YAML.search(text):
        before = LINE_BREAK.split(text[: wrong.start()])
        raise Refused([Problem(Place(name, len(before), len(before[-1]) + 1), "", f"a character that YAML does not allow (got U+{ord(wrong[0]):04X}); remove it")])
    reader = _Reader(name)
    try:
        for event in yaml.parse(text, LOADER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        raise Refused([*reader.problems, Problem(place, "", _syntax(error, text, place))]) from None
    if not isinstance(reader.root, dict):
        reader.problem((), reader.places.get((), Place(name)), f"no keys and values here (got {shown(reader.root)}); write `key: value` lines")
        raise Refused(reader.problems)
    return Source(reader.root, reader.places, reader.keys, tuple(reader.problems))


def _syntax(error: yaml.MarkedYAMLError, text: str, place: Place) -> str:
    if "\t" in "".join(text.splitlines()[place.line - 1 : place.line])[: place.column]:
        return "a tab cannot indent YAML; use spaces"
    what = error.problem or error.context
    return f"not readable as YAML ({what}); {CURES.get(what, 'close the quotes and brackets that are open, and indent alike what belongs together')}"


class _Reader:
    """Builds values from YAML events without recursion, and notes where each stands."""

    def __init__(self, name: str):
        self.name, self.root, self.problems = name, None, []
        self.places: dict[Path_, Place] = {}
        self.keys: dict[Path_, Place] = {}
        self.stack: list[tuple[Path_, dict | list]] = []
        self.key: list[str | None] = []
        self.documents = 0

    def problem(self, path: Path_, place: Place, message: str) -> None:
        self.problems.append(Problem(place, ".".join(path), message))

    def take(self, event: yaml.Event) -> None:
        place = Place(self.name, event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents == 2:
                self.problem((), place, "a second document begins here; a file holds one")
        elif isinstance(event, yaml.AliasEvent):
            self._alias(place)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, place)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], event, place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.stack.pop()
            self.key.pop()

    def _path(self) -> Path_:
        if not self.stack:
            return ()
        path, holder = self.stack[-1]
        if isinstance(holder, list):
            return (*path, str(len(holder)))
        return path if self.key[-1] is None else (*path, self.key[-1])

    def _key_is_next(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1][1], dict) and self.key[-1] is None

    def _alias(self, place: Place) -> None:
        if self._key_is_next():
            self._no_key(place)
        else:
            self.problem(self._path(), place, "a YAML alias (*); write the value out")
            self._put(None, place)

    def _no_key(self, place: Place) -> None:
        self._key(f"?{len(self.problems)}", place)
        self.problem(self._path(), place, "a key must be a word, not a list, a mapping or an alias")

    def _open(self, new: dict | list, event: yaml.CollectionStartEvent, place: Place) -> None:
        self._plain(event, place)
        if self._key_is_next():
            self._no_key(place)
        path = self._path()
        if len(self.stack) >= MAX_DEPTH:
            raise Refused([*self.problems, Problem(place, ".".join(path[:4]), f"nested more than {MAX_DEPTH} deep")])
        self._put(new, place)
        self.stack.append((path, new))
        self.key.append(None)

    def _plain(self, event: yaml.NodeEvent, place: Place) -> None:
        if event.anchor:
            self.problem(self._path(), place, f"a YAML anchor (&{event.anchor}); write the value out where it is needed")
        if event.tag and event.tag != "!":
            self.problem(self._path(), place, f"a YAML tag (got {shown(event.tag)}); remove it")

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> None:
        self._plain(event, place)
        if self._key_is_next():
            self._key(event.value, place)
        else:
            self._put(self._resolve(event, place), place)

    def _key(self, key: str, place: Place) -> None:
        path, holder = self.stack[-1]
        full = (*path, key)
        if key in holder:
            self.problem(full, place, f"this key stands twice, first in line {self.keys[full].line}; keep one")
        elif key == "<<":
            self.problem(full, place, "a YAML merge (<<); write the keys out")
        self.key[-1] = key
        self.keys[full] = place

    def _put(self, value: object, place: Place) -> None:
        path = self._path()
        self.places.setdefault(path, place)
        if not self.stack:
            self.root = value if self.documents < 2 else self.root
            return
        holder = self.stack[-1][1]
        if isinstance(holder, list):
            holder.append(value)
        else:
            holder[self.key[-1]] = value
            self.key[-1] = None

    def _resolve(self, event: yaml.ScalarEvent, place: Place) -> object:
        text = event.value
        if not event.implicit[0] or event.style:
            return text
        if text in CONSTANTS:
            return CONSTANTS[text]
        if INTEGER.fullmatch(text):
            return int(text)
        if DECIMAL.fullmatch(text):
            return Decimal(text)
        for pattern, cure in TRAPS:
            if pattern.fullmatch(text):
                self.problem(self._path(), place, f"not a plain value (got {cut(text)}); {cure}")
                break
        return text
