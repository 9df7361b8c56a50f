"""Names of papers and cards → their sizes, and which places for cards a sheet of paper has. All lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SAFE_MARGIN = 5.0
# What a card's tint may print over its edge, the height of the page that fragments are drawn on, and a mm in points.
BLEED, TALL, MM = 3.0, 2000.0, 72 / 25.4


@dataclass(frozen=True)
class Size:
    """A card: its size, the edge kept clear around its text, and its type in pt (none is below 6.5)."""

    name: str
    width: float
    height: float
    padding: float
    type_pt: float
    heading_pt: float

    @property
    def icon(self) -> bool:
        """Return whether there is room for a symbol beside the name."""
        return self.name != "mini"


SIZES = {
    size.name: size
    for size in (
        Size("poker", 63, 88, 3, 7, 10.5),
        Size("tarot", 70, 120, 3.5, 8.3, 11.5),
        Size("a6", 105, 148, 5, 10.4, 16),
        Size("mini", 41, 63, 2.5, 6.5, 8.5),
    )
}


@dataclass(frozen=True)
class Grid:
    """The places on a sheet: columns and rows of cells around its middle; `gutter` is left free around each card."""

    paper: tuple[float, float]
    columns: int
    rows: int
    cell: tuple[float, float]
    gutter: float

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """Return the lower left corner of the card at a place; places run from the upper left, row by row."""
        row, column = divmod(place, self.columns)
        left = (self.paper[0] - self.columns * self.cell[0]) / 2
        bottom = (self.paper[1] - self.rows * self.cell[1]) / 2
        return left + column * self.cell[0] + self.gutter, bottom + (self.rows - 1 - row) * self.cell[1] + self.gutter


def grid(paper: str, width: float, height: float, gutter: float = 0, margin: float = SAFE_MARGIN) -> Grid:
    """Return the places for cards of this size on a paper, upright or turned, whichever holds more."""
    cell = (width + 2 * gutter, height + 2 * gutter)
    if paper == "card":
        return Grid(cell, 1, 1, cell, gutter)
    short, long = PAPERS[paper]
    found = [Grid(sheet, _fits(sheet[0], cell[0], margin), _fits(sheet[1], cell[1], margin), cell, gutter) for sheet in ((short, long), (long, short))]
    best = max(found, key=lambda grid: grid.places)
    if not best.places:
        raise ValueError(f"no card of {width:g} × {height:g} mm with {gutter:g} mm around it fits on {paper}")
    return best


def _fits(paper: float, cell: float, margin: float) -> int:
    return int((paper - 2 * margin + 0.01) // cell)
