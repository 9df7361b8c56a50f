"""A rules page's Markdown → the same page with sections replaced or added to, found by their anchors."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

HEADING = re.compile(r"^(#{2,6}) (.*?)\s*\{ ?#([a-z0-9-]+) ?\}\s*$")
FENCE = re.compile(r"^\s*(```|~~~)")


@dataclass(frozen=True)
class Span:
    """Where a section stands: the line of its heading, and the line after its last."""

    anchor: str
    level: int
    start: int
    end: int


@functools.cache
def spans(text: str) -> tuple[Span, ...]:
    """Return the sections of a page, those of lower levels within those of higher ones; most pages are the same in every variant."""
    lines, heads, fenced = text.splitlines(), [], False
    for number, line in enumerate(lines):
        fenced ^= bool(FENCE.match(line))
        found = None if fenced else HEADING.match(line)
        if found:
            heads.append((number, len(found[1]), found[3]))
    ends = [next((later for later, deep, _ in heads[i + 1 :] if deep <= level), len(lines)) for i, (_, level, _) in enumerate(heads)]
    return tuple(Span(anchor, level, start, end) for (start, level, anchor), end in zip(heads, ends))


def anchors(text: str) -> list[str]:
    """Return the anchors of a page's sections, in order."""
    return [span.anchor for span in spans(text)]


def title(text: str, anchor: str = "") -> str:
    """Return the heading of a section, or of the page."""
    if anchor:
        line = text.splitlines()[next(s.start for s in spans(text) if s.anchor == anchor)]
        return HEADING.match(line)[2]
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), "")


def replaced(text: str, anchor: str, body: str) -> str:
    """Return the page with a section's body replaced, its heading kept and lower sections gone."""
    span = next(s for s in spans(text) if s.anchor == anchor)
    lines = text.splitlines()
    return "\n".join([*lines[: span.start + 1], "", body, "", *lines[span.end :]]) + "\n"


def appended(text: str, anchor: str, body: str) -> str:
    """Return the page with a body put at the end of a section, before any section within it."""
    found = spans(text)
    span = next(s for s in found if s.anchor == anchor)
    end = min([s.start for s in found if span.start < s.start < span.end] or [span.end])
    lines = text.splitlines()
    return "\n".join([*lines[:end], "", body, "", *lines[end:]]) + "\n"
