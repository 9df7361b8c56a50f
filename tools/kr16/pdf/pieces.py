"""Cards → pieces: a card's fragments set one below the other, as content that can be placed on any paper.

A card that is too long becomes several, "1 of 2" and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import engine, fragments
from .drawing import Fragment
from .drawn import Drawn, renumbered
from .sizes import BLEED, MM, TALL, Size

TRIES = 12
# The symbol and the notice have their places on the card itself; all else stands one below the other.
ALL_OVER = 2


@dataclass(frozen=True)
class Piece:
    """One side of a card, or a whole page. `box`: left, bottom, width and height of the card within its content, in pt."""

    title: str
    part: str
    box: tuple[float, float, float, float]
    drawn: Drawn


def draw(cards: list[dict], size: Size, project: Path, ink_saver: bool = False, share: Callable = map, echo: Callable[[int, int], None] | None = None) -> list[list[Piece]]:
    """Return each card's pieces, in order."""
    parts, again = {i: [card] for i, card in enumerate(cards)}, set(range(len(cards)))
    composed: dict[int, list[Piece]] = {}
    for _ in range(TRIES):
        wanted = [(i, part) for i in sorted(again) for part in parts[i]]
        requests = [request for _, part in wanted for request in _requests(part, size)]
        drawn = iter(fragments.draw(requests, size, project, ink_saver, share, echo))
        found: dict[int, list[tuple[dict, list[Fragment]]]] = {i: [] for i in again}
        for i, part in wanted:
            found[i].append((part, [next(drawn) for _ in _requests(part, size)]))
        again = {i for i, made in found.items() if not all(_fits(_tops(own)) for _, own in made)}
        composed |= {i: [_composed(part, own, size) for part, own in made] for i, made in found.items() if i not in again}
        if not again:
            return [composed[i] for i in range(len(cards))]
        for i in again:
            parts[i] = numbered([half for part, own in found[i] for half in ([part] if _fits(_tops(own)) else split(part, _tops(own)))])
    raise engine.DrawingFailed(f"a card could not be divided so that its parts fit: {', '.join(sorted(cards[i]['name'] for i in again))}")


def _requests(card: dict, size: Size) -> list[dict]:
    """Return the parts of a card that are drawn for themselves, from top to bottom; parts that look alike are equal."""
    found = [{"fragment": "head", **{key: card[key] for key in ("name", "type", "part")}}]
    found += [{"fragment": kind, kind: card[kind]} for kind in ("stats", "ticks") if card[kind]]
    found += [{"fragment": "section", "section": part} for part in card["sections"]]
    found = [part | {"first": i == 1 and part["fragment"] == "section"} for i, part in enumerate(found)]
    return [*found, {"fragment": "icon", "icon": card["icon"] if size.icon else "", "first": False}, {"fragment": "notice", "notice": card["notice"], "first": False}]


def _tops(own: list[Fragment]) -> list[float]:
    """Return where each line of a card begins, then where its text ends and where its notice begins, in mm from the top."""
    *parts, _, notice = own
    found, y = [], 0.0
    for part in parts:
        found += [y + line for line in part.lines]
        y += part.height
    return [*found, y, notice.lines[0]]


def _composed(card: dict, own: list[Fragment], size: Size) -> Piece:
    """Return a card's fragments as one piece, its marked content numbered throughout."""
    contents, fonts, blocks, y, start = [], {}, [], 0.0, 0
    for part, fragment in enumerate(own):
        top = y if part < len(own) - ALL_OVER else 0.0
        drawn = fragment.drawn
        contents.append(f"q 1 0 0 1 0 {(2 * BLEED + size.height - top - TALL) * MM:.3f} cm\n{renumbered(drawn.content, start)}\nQ")
        for name, font in drawn.fonts.items():
            known = fonts.setdefault(name, {"family": font["family"], "glyphs": {}})
            known["glyphs"] |= font["glyphs"]
        blocks += [[tag, [number + start for number in marked], alt] for tag, marked, alt in drawn.blocks]
        start += sum(len(marked) for _, marked, _ in drawn.blocks)
        y += fragment.height
    box = tuple(length * MM for length in (BLEED, BLEED, size.width, size.height))
    return Piece(card["name"], card["part"], box, Drawn("\n".join(contents), fonts, blocks))


def _fits(tops: list[float]) -> bool:
    *_, end, notice = tops
    return end <= notice


def split(card: dict, tops: list[float]) -> list[dict]:
    """Return a card as several, each with what fits above the notice. Pure: the places of the lines are given.

    A section stays whole if it fits a card; a row is divided between words only if it alone is too long for one.
    """
    above = bool(card["stats"]) + bool(card["ticks"])
    room, left = tops[-1] - tops[0], tops[-1] - tops[above]
    parts: list[list[dict]] = [[]]
    heights = [below - top for top, below in zip(tops[above:-2], tops[above + 1 : -1])]
    for section in card["sections"]:
        head = heights.pop(0) if section["head"] else 0.0
        rows = [(row, heights.pop(0)) for row in section["rows"]]
        if head + sum(height for _, height in rows) > left and parts[-1]:
            parts.append([])
            left = room
        placed: list[dict] = []
        for row, height in rows:
            if (placed or parts[-1]) and height + (0 if placed else head) > left:
                parts[-1] += [section | {"rows": placed}] if placed else []
                parts.append([])
                left, placed = room, []
            left -= height + (0 if placed else head)
            halves = _halves(row) if left < 0 else [row]
            placed += halves[:1]
            for half in halves[1:]:
                parts[-1].append(section | {"rows": placed})
                parts.append([])
                left, placed = room - head - height / 2, [half]
        parts[-1].append(section | {"rows": placed})
    return numbered([card | {"sections": found} | ({} if i == 0 else {"stats": [], "ticks": []}) for i, found in enumerate(parts)])


def _halves(row: dict) -> list[dict]:
    words = row["text"].split(" ")
    if len(words) < 2:
        return [row]
    middle = len(words) // 2
    return [row | {"text": " ".join(words[:middle])}, row | {"cells": [], "name": "", "text": " ".join(words[middle:])}]


def numbered(parts: list[dict]) -> list[dict]:
    """Return the parts of a card with "1 of 2" and so on."""
    return [part | {"part": f"{i} of {len(parts)}"} for i, part in enumerate(parts, 1)]
