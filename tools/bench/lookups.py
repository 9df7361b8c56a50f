"""Questions and the built site -> at which rank the section that answers stands among the results."""
from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import yaml

HEADING = re.compile(r"h[1-6]")


@dataclass(frozen=True)
class Case:
    """One question, what the section that answers it must say, and what of it the hit itself must show."""

    query: str
    answer: tuple[str, ...]
    shows: tuple[str, ...] = ()


def cases(path: Path) -> list[Case]:
    """Read a file of look-ups (tests/lookups.yaml says how one is written)."""
    return [Case(case["query"], tuple(case["answer"]), tuple(case.get("shows", ()))) for case in yaml.safe_load(path.read_text("utf-8"))]


class Text(HTMLParser):
    """A page's content as text, with the place and level of each heading in it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.heads, self._inside = "", [], 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self._inside = self._inside + 1 if tag == "article" else self._inside
        if self._inside and HEADING.fullmatch(tag):
            self.heads.append((len(self.text), int(tag[1]), given.get("id")))

    def handle_endtag(self, tag):
        self._inside -= tag == "article"

    def handle_data(self, data):
        self.text += data + " " if self._inside else ""


def section(site: Path, location: str) -> str:
    """Return the text of a result: from the heading it links to up to the next of that level or higher; a page is one section."""
    url, _, anchor = location.partition("#")
    reader = Text()
    reader.feed((site / url / "index.html").read_text("utf-8"))
    start, level = next(((at, level) for at, level, id in reader.heads if id == anchor), (0, 0)) if anchor else (0, 0)
    end = next((at for at, deep, _ in reader.heads if at > start and deep <= level), len(reader.text))
    return plain(reader.text[start:end])


def plain(text: str) -> str:
    """Return text with its dashes, minus signs and spaces made plain."""
    return re.sub(r"\s+", " ", re.sub("[−–—‑]", "-", text))


def rank(case: Case, locations: list[str], site: Path) -> int | None:
    """Return the rank of the first result that answers, from 1, or None."""
    for number, location in enumerate(locations, 1):
        text = section(site, location)
        if all(re.search(pattern, text, re.IGNORECASE) for pattern in case.answer):
            return number
    return None
