"""A force and its file → what could not be printed: characters that no font of ours has, words too wide for a card."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from ..errors import Problem, Refused, shown
from ..live import walk
from ..model.force import Force
from ..parse import Source
from . import fonts
from .sizes import Size

# Fields that hold a person's own words; the rest are ids and numbers.
WORDS = ("force", "name", "note", "passengers")
ICON_EM = 2.2
# Where a line may break: at a space that is not a no-break one, and within a word after a hyphen, dash or stroke before a letter.
BREAKS = re.compile(r"(?:(?!\u00a0)\s)+|(?<=\w[-–—/])(?=[^\W\d_])")


def prove(force: Force, found: Source, size: Size, project: Path) -> None:
    """Raise Refused with every character and word of a force that cannot be printed on cards of a size."""
    wrong = [(path, message) for path, text in texts(force) for message in (*_characters(text, project), *_words(path, text, size, project))]
    if wrong:
        raise Refused(Problem(found.place(path), ".".join(path), f"{_unit(path, force)}{message}") for path, message in wrong)


def _unit(path: tuple[str, ...], force: Force) -> str:
    return f"{shown(force.units[int(path[1])].name)}: " if path[0] == "units" else ""


def texts(force: Force) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each text that a person wrote in a force, with its path."""
    for path, value in walk(force):
        if isinstance(value, str) and any(step in WORDS for step in path[-2:]):
            yield path, value


def _characters(text: str, project: Path) -> Iterator[str]:
    for character in fonts.missing(text, project):
        named = unicodedata.name(character, "a control character")
        yield f"no font of the cards has {character!r} (U+{ord(character):04X}, {named.lower()}); write it otherwise"


def _words(path: tuple[str, ...], text: str, size: Size, project: Path) -> Iterator[str]:
    """A word between two breaks must fit a line of where it stands."""
    inner = size.width - 2 * size.padding
    heading = len(path) == 3 and path[-1] == "name"
    icon = 0 if size.name == "mini" else ICON_EM * size.type_pt * 25.4 / 72
    family, type_pt, room = ("KR Dice", size.heading_pt, inner - icon) if heading else ("KR Card Strong", size.type_pt, inner)
    if "weapons" in path:
        room -= 10 * size.type_pt * 25.4 / 72
    for word in dict.fromkeys(BREAKS.split(text)):
        if (wide := fonts.width_mm(word, family, type_pt, project)) > room:
            yield f"the word {word[:40]!r} is {wide:.0f} mm wide and a {size.name} card has {room:.0f} mm for it; write a shorter one, or print a larger size"
