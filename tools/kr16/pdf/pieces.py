"""Cards → pieces: a card's fragments set one below the other, as content that can be placed on any paper.

A card that is too long becomes several, "1 of 2" and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import engine, fragments
from .divide import fits, numbered, split
from .drawing import Fragment
from .drawn import Drawn, renumbered
from .sizes import BLEED, MM, TALL, Size

TRIES = 12
# So much stays free above the notice, in mm.
GAP = 0.4
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
    whole: dict[int, list[float]] = {}
    lowered: dict[int, float] = {}
    for _ in range(TRIES):
        wanted = [(i, part) for i in sorted(again) for part in parts[i]]
        drawn = iter(fragments.draw([request for _, part in wanted for request in requests(part, size)], size, project, ink_saver, share, echo))
        found: dict[int, list[tuple[dict, list[Fragment]]]] = {i: [] for i in again}
        for i, part in wanted:
            found[i].append((part, [next(drawn) for _ in requests(part, size)]))
        again = {i for i, made in found.items() if not all(fits(_tops(own)) for _, own in made)}
        composed |= {i: [_composed(part, own, size) for part, own in made] for i, made in found.items() if i not in again}
        if not again:
            return [composed[i] for i in range(len(cards))]
        for i in again:
            tops = [_tops(own) for _, own in found[i]]
            by = tops[0][0] - whole.setdefault(i, tops[0])[0]
            # "1 of 2" may have made the heading a line longer: the whole card is divided anew, with that much less room.
            # Where that is known, something in a part is longer than it was thought, and only this part is divided.
            if by > lowered.get(i, -1.0):
                lowered[i] = by
                parts[i] = split(cards[i], [top + by for top in whole[i][:-1]] + whole[i][-1:])
            else:
                parts[i] = numbered([half for part, own in zip(parts[i], tops) for half in ([part] if fits(own) else split(part, own))])
    raise engine.DrawingFailed(f"a card could not be divided so that its parts fit: {', '.join(sorted(cards[i]['name'] for i in again))}")


def requests(card: dict, size: Size) -> list[dict]:
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
    return [*found, y, notice.lines[0] - GAP]


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
