"""A force's summary, reference cards' companion → pages; the page that tells which offset a printer needs."""

from __future__ import annotations

from pathlib import Path

from . import drawn, engine
from .assemble import Placed, Sheet
from .pieces import Piece
from .sizes import MM, PAPERS, SAFE_MARGIN

REACH, RULER = 10, 100
# The margins of print-summary.css, and the width of a label.
LEFT, TOP, LABEL = 12, 14, 12


def summary(context: dict, project: Path, paper: str) -> list[Sheet]:
    """Return the pages of a force's summary."""
    return [Sheet(PAPERS[paper], [Placed(piece, 0, 0)]) for piece in _pages("cards/summary.html.j2", {"s": context}, context["name"], project, PAPERS[paper])]


def _pages(template: str, context: dict, title: str, project: Path, size: tuple[float, float]) -> list[Piece]:
    width, height = size
    css = "".join((project / "templates" / "css" / name).read_text(encoding="utf-8") for name in ("card.css", "print-summary.css"))
    document = engine.page(template, context, css + f"@page {{ size: {width}mm {height}mm }}\n", project)
    box = (0.0, 0.0, width * MM, height * MM)
    return [Piece(title, "", box, made) for made in drawn.pages(document, project)]


def calibration(project: Path, paper: str, backs: str, landscape: bool, notice: str) -> list[Sheet]:
    """Return a front with a scale and a back with a cross: against the light, the cross stands at the offset to use.

    The scale is labelled with what to type. The back of an upright sheet turned along its long edge is seen with
    left and right changed, so what stands too far right in front must move right on its own page; turned along
    the other edge, top and bottom change places.
    """
    short, long = PAPERS[paper]
    width, height = (long, short) if landscape else (short, long)
    x, y = width / 2, height / 2
    across, up = (1, -1) if (backs == "long-edge") != landscape else (-1, 1)
    steps = (-REACH, -REACH // 2, REACH // 2, REACH)
    marks = [_mark(x + step, height - y + REACH + 2, _signed(across * step)) for step in steps]
    marks += [_mark(x - 7, height - y - step - 1.3, _signed(up * step)) for step in steps]
    context = {"marks": marks, "backs": backs, "ruler": RULER, "notice": notice, "margin": f"{SAFE_MARGIN:g}"}
    pages = _pages("cards/calibration.html.j2", context, "Calibration", project, (width, height))
    front = [(x - REACH, y, x + REACH, y, True), (x, y - REACH, x, y + REACH, True)]
    for step in range(-REACH, REACH + 1):
        tick = 2.0 if step % 5 == 0 else 1.0
        front += [(x + step, y - tick, x + step, y + tick, True), (x - tick, y + step, x + tick, y + step, True)]
    left, bottom = (width - RULER) / 2, 40
    front += [(left, bottom, left + RULER, bottom, True), (left, bottom - 2, left, bottom + 2, True), (left + RULER, bottom - 2, left + RULER, bottom + 2, True)]
    edge = SAFE_MARGIN
    front += [(edge, edge, width - edge, edge, False), (edge, height - edge, width - edge, height - edge, False), (edge, edge, edge, height - edge, False), (width - edge, edge, width - edge, height - edge, False)]
    back = [(x - 20, y, x + 20, y, True), (x, y - 20, x, y + 20, True)]
    return [Sheet((width, height), [Placed(piece, 0, 0)], lines) for piece, lines in zip(pages, (front, back))]


def _mark(x: float, y: float, text: str) -> dict:
    return {"left": f"{x - LEFT - LABEL / 2:g}", "top": f"{y - TOP:g}", "text": text}


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else f"+{number}"
