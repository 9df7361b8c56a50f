"""Parts of cards → fragments, drawn by WeasyPrint; the sheet → its file."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from . import drawn, engine
from .drawn import Drawn
from .sizes import BLEED


# The sheet's spacings in templates/css/sheet.css, widest first, and how many pages it has to fit.
SPACINGS, SHEET_PAGES = ("", "close"), 2


@dataclass(frozen=True)
class Fragment:
    """A drawn part of a card: where its lines begin and how high it is, in mm from its own top."""

    drawn: Drawn
    lines: tuple[float, ...]
    height: float


def draw(parts: list[dict], project: Path, style: str) -> list[Fragment]:
    """Return the fragments of these parts, all drawn on one page: a page costs more than what stands on it."""
    with little_garbage():
        document = engine.page("cards/fragments.html.j2", {"fragments": parts, "icons": "../icons/"}, style, project)
        return [Fragment(made, tuple(tops[:-1]), tops[-1]) for made, tops in zip(drawn.boxes(document, project), _lines(document), strict=True)]


def _lines(document) -> Iterator[list[float]]:
    """Yield where each fragment's lines begin and where it ends, in mm from its top; each of these is a bookmark."""
    [page], tops = document.pages, []
    for _, label, (_, y), _ in page.bookmarks:
        tops.append(y * 25.4 / 96 - BLEED)
        if label == "end":
            yield tops
            tops = []


def sheet(context: dict, css: str, project: Path) -> bytes:
    """Return the quick-reference sheet as a PDF file, tagged by WeasyPrint: in the widest spacing that fits its pages."""
    with little_garbage():
        for spacing in SPACINGS:
            document = engine.page("sheets/sheet.html.j2", {"s": context, "spacing": spacing}, css, project)
            if len(document.pages) <= SHEET_PAGES:
                break
        with engine.quiet():
            return document.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=b"kr16")


@contextmanager
def little_garbage() -> Iterator[None]:
    """Let the garbage collector rest while a document is laid out: it would look at millions of boxes that all stay."""
    gc.collect()
    gc.freeze()
    threshold = gc.get_threshold()
    gc.set_threshold(100_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()
