"""A page's HTML → what search finds it by: a record for each section, in it a line for each paragraph, item and table row.

A line is what a hit shows, so it says what it is about: `Run · Roll 4+ · Move 12 cm`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape

from . import live
from .game import Game

HEADINGS = {"h1", "h2", "h3"}
LINES = {"p", "li", "tr", "dl", "figcaption", "summary", "blockquote", "pre", "h4", "h5"}
# What no hit shows: a caption and the title of an example say what something is about, not how it is.
SKIPPED = {"svg", "script", "style", "del", "thead", "caption"}
SKIPPED_CLASSES = {"headerlink", "kr-record__cite", "kr-topics", "kr-icons", "admonition-title", "kr-working"}
# What makes no other word of one: "mines" is "mine".
PLURAL = re.compile(r"(?<=[a-rt-z])s\b")
# How a line of an example begins: a rule that says as much answers better (docs/assets/js/search-worker.js).
EXAMPLE = "Example: "
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr", "col"}
DASHES = {"", "—", "-"}
# What stands between the cells of a row.
CELLS = " · "
# What stands between a name and some words of the row that is called so, or of the line that answers.
ROW = " = "
# The HTML here is what Markdown and our templates write, which is regular enough to be taken apart by pattern, much sooner than by Python's parser.
TOKEN = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][a-zA-Z0-9-]*)([^>\"]*(?:\"[^\"]*\"[^>\"]*)*)>|([^<]+)", re.DOTALL)
ATTRIBUTE = re.compile(r'\b(class|id|data-label)=(?:"([^"]*)"|([^\s">]+))')
# A die that is drawn, and where a reading of ours leads: "Our reading" says nothing in a hit.
DIE, WHY = re.compile(r'aria-label="die showing (\d)'), "gaps/#"
# How much a hit counts on pages that tell of the rules rather than give them.
WEIGHTS = {"rules/gaps/": 0.6, "contributing/": 0.2, "changes/": 0.4, "variants/": 0.4, "credits/": 0.2, "points/prices/": 0.7, "play/offline/": 0.3, "play/workshop/": 0.5, "play/": 0.7, "print/": 0.5, "rules/aircraft/": 0.97, "points/": 0.95, "reference/": 0.99}
# Pages for who works on the site: search knows the first line of each section, for what is searched is stored on every device.
BRIEF = "contributing/"
# Pages count a little less than their sections, which are nearer to the answer; the front page and the introduction less still.
PAGE_WEIGHT, WEIGHTS_OF_PAGES = 0.85, {"": 0.5, "rules/": 0.7}
# Where records are told of that have no section of their own on a reference page.
HOMES = {
    "turn": "rules/turn/",
    "shooting": "rules/shooting/",
    "cover": "rules/shooting/#cover",
    "hand_to_hand": "rules/hand-to-hand/",
    "vehicle_rules": "rules/vehicles/",
    "vehicle_actions": "rules/vehicles/#actions",
    "vehicle_kinds.walker": "rules/vehicles/#walkers",
    "vehicle_kinds.flyer": "rules/aircraft/",
    "vehicle_kinds.drone": "rules/specialists/#drones",
    "buildings": "rules/buildings/",
    "insurgents": "rules/insurgents/",
    "campaign": "rules/campaign/",
    "points": "points/",
    "figures.rdf-trooper": "points/#rdf-trooper",
    "figures.junker-insurgent": "points/#junker-insurgent",
}


class Reader:
    """Reads one page's HTML into sections, each `(anchor, title, lines)`."""

    def __init__(self, html: str) -> None:
        self.sections: list[tuple[str, str, list[str]]] = []
        self._open: list[tuple[str, bool, set[str]]] = []
        self._text: list[str] = []
        self._cells: list[str] | None = None
        self._label = ""
        self._heads: list[str] = []
        self._skipping = 0
        self._leads = self._joins = False
        for ending, tag, attributes, text in TOKEN.findall(html):
            if text:
                self._data(text)
            elif tag and not ending:
                self._start(tag.lower(), attributes)
            if ending or attributes.endswith("/"):
                self._end(tag.lower())

    def _start(self, tag: str, attributes: str) -> None:
        if tag in VOID:
            self._text.append(" ")
            return
        given = {name: unescape(quoted or bare) for name, quoted, bare in ATTRIBUTE.findall(attributes)} if attributes else {}
        classes = set(given.get("class", "").split())
        if tag == "svg" and (die := DIE.search(attributes)):
            self._data(f" {die[1]}")
        skipped = tag in SKIPPED or bool(SKIPPED_CLASSES & classes) or tag == "a" and WHY in attributes and any(name == "aside" for name, *_ in self._open)
        self._open.append((tag, skipped, classes))
        self._skipping += skipped
        if tag == "table":
            self._heads = []
        if tag in ("ul", "ol"):
            self._joins = self._leads
        if tag in HEADINGS:
            self._leads = False
        if tag in HEADINGS and given.get("id"):
            self._flush()
            self.sections.append((given["id"] if self.sections else "", "", []))
        elif tag in LINES and not (tag == "p" and self._text[-1:] == [": "]):
            self._flush()
            self._cells = [] if tag == "tr" or "kr-stats" in classes else None
        elif tag in ("td", "th"):
            self._label = given.get("data-label", "")
            self._text = []
        elif tag == "dt" and self._cells is None:
            self._flush()
        elif tag == "dd":
            self._text.append(" " if self._cells is not None else ": ")

    def _data(self, text: str) -> None:
        if not self._skipping or self._open[-1][:2] == ("th", False):
            self._text.append(unescape(text))

    def _end(self, tag: str) -> None:
        if tag in VOID or not any(name == tag for name, *_ in self._open):
            return
        while True:
            name, skipped, _ = self._open.pop()
            self._skipping -= skipped
            if name == tag:
                break
        if tag in HEADINGS and self.sections and not self.sections[-1][1]:
            anchor, _, lines = self.sections.pop()
            self.sections.append((anchor, self._take(), lines))
        elif tag in ("td", "th"):
            self._cell(tag)
        elif tag == "dd" and self._cells is not None:
            self._cells.append(self._take())
        elif tag in LINES or tag == "dd":
            line = self._flush()
            # Half a sentence, which a list ends, is one line with that.
            self._leads = tag == "p" and line[-1:] not in ".!?)"
        elif tag in ("ul", "ol"):
            self._joins = False

    def _cell(self, tag: str) -> None:
        text = self._take()
        if self._skipping:
            self._heads.append(text)
        elif self._cells is not None:
            label = self._label or (self._heads[len(self._cells)] if len(self._cells) < len(self._heads) else "")
            named = tag == "th" or not self._cells or not label
            self._cells.append(text if named or text in DASHES else f"{label} {text}")

    def _take(self) -> str:
        text, self._text = " ".join("".join(self._text).split()), []
        return text

    def _flush(self) -> str:
        """End a line, and return it, if it is one that a hit shows."""
        line = self._take().replace(CELLS, ", ").replace(" : ", ": ")
        if self._cells:
            line = CELLS.join(cell for cell in self._cells if cell.rpartition(" ")[2] not in DASHES)
            self._cells = None
        if not line or not self.sections or self._skipping:
            return ""
        lines = self.sections[-1][2]
        if self._joins:
            lines[-1] += f" {line}"
        else:
            lines.append(EXAMPLE * any("example" in classes for *_, classes in self._open) + line)
        return line


def records(html: str, url: str, aliases: Mapping[str, Sequence[str]]) -> list[dict]:
    """Return the search records of a page: where each section is, its title and page, its lines, what else it is called.

    `aliases` are by anchor; those of the page itself are under "page".
    """
    reader = Reader(html)
    page = reader.sections[0][1] if reader.sections else ""
    page = f"Reference: {page}" if url.startswith("reference/") else page
    found = []
    for anchor, title, lines in reader.sections:
        text = "\n".join(lines[:1] if url.startswith(BRIEF) else lines)
        record = {"location": f"{url}#{anchor}" if anchor else url, "title": title, "text": text}
        if anchor:
            record["page"] = page
        if names := also(aliases.get(anchor or "page", ()), title, anchor):
            record["tags"] = names
        if (weight := weight_of(url, bool(anchor))) != 1:
            record["boost"] = weight
        found.append(record)
    return found


def also(names: Sequence[str], *known: str) -> list[str]:
    """Return what else a section is called, each name once and none that it has already."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(plain(str(name)), str(name))
    return [name for written, name in found.items() if written not in map(plain, known)]


def plain(name: str) -> str:
    """Return a name in small letters, without hyphens and without a plural's s, as search compares names."""
    return PLURAL.sub("", name.lower().replace("-", " "))


def weight_of(url: str, section: bool) -> float:
    """Return how much a hit counts, beside 1 for a section of the rules."""
    weight = WEIGHTS_OF_PAGES.get(url) or next((weight for start, weight in WEIGHTS.items() if url.startswith(start)), 1)
    return weight if section else round(weight * PAGE_WEIGHT, 2)


def aliases(game: Game) -> dict[str, list[str]]:
    """Return what records that have no section of their own are called, ids included, by the address of the section that tells of them."""
    found: dict[str, list[str]] = {}
    for path, address in HOMES.items():
        try:
            record = live.look(game.rules, path)
        except live.UnknownPath:
            continue
        names = [f"{name}{ROW}{one.name}" for id, one in record.items() for name in (id.replace("-", " "), *one.aliases)] if isinstance(record, dict) else record.aliases
        found.setdefault(address, []).extend(names)
    for id, chart in game.rules.damage_charts.items():
        names = [f"{name}{ROW}{row.name}" for row in chart.rows.values() for name in row.aliases]
        found.setdefault(f"reference/damage-charts/#{id}", []).extend(names)
    return found
