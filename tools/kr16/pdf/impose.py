"""Pieces → sheets of paper: fronts and backs in their places, lines to cut along. Pure arithmetic, in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .assemble import Placed, Sheet
from .pieces import Piece
from .sizes import SAFE_MARGIN, Grid, Size, grid

BACKS = ("none", "long-edge", "short-edge", "fold")
ORDERS = ("sheets", "fronts-then-backs")
MARKS = ("none", "short", "full")
MARK_GAP, MARK_LENGTH = 1.0, 5.0


@dataclass(frozen=True)
class Layout:
    """How cards are laid out: see `kr16 cards --help`."""

    paper: str = "a4"
    backs: str = "none"
    order: str = "sheets"
    offset: tuple[float, float] = (0.0, 0.0)
    crop_marks: str = "none"
    bleed: float = 0.0


def sheets(sides: Sequence[tuple[Piece, Piece | None]], size: Size, layout: Layout) -> list[Sheet]:
    """Return the sheets for cards given as (front, back); without backs only fronts count."""
    if layout.backs == "fold":
        return _moved(_folded(sides, size, layout), layout.offset)
    places = _grid(layout, size.width, size.height)
    fronts, backs = [], []
    for start in range(0, len(sides), places.places):
        some = sides[start : start + places.places]
        lines = _lines(places, len(some), size.width, size.height, layout)
        fronts.append(_sheet(places, layout, [(i, front) for i, (front, _) in enumerate(some)], lines))
        backs.append(_sheet(places, layout, [(turned_over(i, places, layout.backs), back) for i, (_, back) in enumerate(some)], []))
    if layout.backs == "none":
        return _moved(fronts, layout.offset)
    backs = _moved(backs, layout.offset)
    return [*fronts, *backs] if layout.order == "fronts-then-backs" else [sheet for pair in zip(fronts, backs) for sheet in pair]


def _grid(layout: Layout, width: float, height: float) -> Grid:
    return grid(layout.paper, width, height, layout.bleed)


def turned_over(place: int, places: Grid, backs: str) -> int:
    """Return where the back of the card at a place is printed: its row mirrored, or the rows reversed.

    Which of the two depends on the paper: a printer that turns it along the long edge mirrors the rows of an
    upright sheet, and reverses the rows of one that lies on its side.
    """
    row, column = divmod(place, places.columns)
    upright = places.paper[0] <= places.paper[1]
    if (backs == "long-edge") == upright:
        return row * places.columns + places.columns - 1 - column
    return (places.rows - 1 - row) * places.columns + column


def _sheet(places: Grid, layout: Layout, cards: list[tuple[int, Piece | None]], lines: list[tuple]) -> Sheet:
    placed = [Placed(piece, *places.corner(place), layout.bleed) for place, piece in cards if piece is not None]
    return Sheet(places.paper, placed, lines, layout.bleed if layout.paper == "card" else 0)


def _moved(found: list[Sheet], offset: tuple[float, float]) -> list[Sheet]:
    """Move all that stands on the sheets to the right and up by an offset."""
    x, y = offset
    if not x and not y:
        return found
    return [replace(sheet, placed=[replace(p, x=p.x + x, y=p.y + y) for p in sheet.placed], lines=[(x1 + x, y1 + y, x2 + x, y2 + y, dark) for x1, y1, x2, y2, dark in sheet.lines]) for sheet in found]


def _folded(sides: Sequence[tuple[Piece, Piece | None]], size: Size, layout: Layout) -> list[Sheet]:
    """Backs stand to the left of their fronts, with the fold between them."""
    places, found = _grid(layout, 2 * size.width, size.height), []
    for start in range(0, len(sides), places.places):
        some, placed = sides[start : start + places.places], []
        lines = _lines(places, len(some), 2 * size.width, size.height, layout)
        for place, (front, back) in enumerate(some):
            x, y = places.corner(place)
            placed.append(Placed(front, x + size.width, y))
            placed += [Placed(back, x, y)] if back is not None else []
            lines += _dashed(x + size.width, y, y + size.height)
        found.append(Sheet(places.paper, placed, lines))
    return found


def _dashed(x: float, bottom: float, top: float) -> list[tuple]:
    return [(x, bottom + step, x, bottom + step + 1, False) for step in range(0, int(top - bottom), 3)]


def _lines(places: Grid, count: int, width: float, height: float, layout: Layout) -> list[tuple]:
    """Return the lines to cut along: outlines of the cards, or marks at the edge of the paper, short or full."""
    if layout.paper == "card":
        return []
    corners = [places.corner(place) for place in range(count)]
    if layout.crop_marks == "none":
        return [line for x, y in corners for line in _outline(x, y, width, height)] if not layout.bleed else []
    xs = sorted({round(edge, 3) for x, _ in corners for edge in (x, x + width)})
    ys = sorted({round(edge, 3) for _, y in corners for edge in (y, y + height)})
    paper_width, paper_height = places.paper
    if layout.crop_marks == "full":
        return [(x, SAFE_MARGIN, x, paper_height - SAFE_MARGIN, False) for x in xs] + [(SAFE_MARGIN, y, paper_width - SAFE_MARGIN, y, False) for y in ys]
    return list(_marks(xs, ys, layout.bleed))


def _marks(xs: list[float], ys: list[float], bleed: float) -> Iterator[tuple]:
    left, right, bottom, top = xs[0], xs[-1], ys[0], ys[-1]
    gap = MARK_GAP + bleed
    for x in xs:
        yield (x, bottom - gap, x, max(bottom - gap - MARK_LENGTH, 0), True)
        yield (x, top + gap, x, top + gap + MARK_LENGTH, True)
    for y in ys:
        yield (left - gap, y, max(left - gap - MARK_LENGTH, 0), y, True)
        yield (right + gap, y, right + gap + MARK_LENGTH, y, True)


def _outline(x: float, y: float, width: float, height: float) -> list[tuple]:
    return [(x, y, x + width, y, False), (x, y + height, x + width, y + height, False), (x, y, x, y + height, False), (x + width, y, x + width, y + height, False)]
