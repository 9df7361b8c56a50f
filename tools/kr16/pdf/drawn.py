"""A laid-out document → what WeasyPrint draws, before it becomes a file: of each page, or of each positioned box of one page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import engine, fonts

# Positioned boxes are drawn one after the other, each between this many `q` of the page and its roots and their `Q`.
DEPTH = 5
MCID = re.compile(r"/MCID (\d+)")
FONT, GLYPHS = re.compile(r"/([A-Z]{6}) [\d.]+ Tf"), re.compile(r"<([0-9a-f]+)>")


@dataclass(frozen=True)
class Drawn:
    """What is drawn: content, which glyphs of which fonts it shows, its paragraphs for screen readers.

    `fonts`: name in the content → family, and glyph → what it stands for and how wide it is.
    `blocks`: tag, the numbers of its marked content, alternative text.
    """

    content: str
    fonts: dict[str, dict]
    blocks: list[list]


def pages(document, project: Path) -> list[Drawn]:
    """Return what is drawn on each page."""
    return _collected(document, project, lambda operators, blocks: [("\n".join(operators), blocks)])


def boxes(document, project: Path) -> list[Drawn]:
    """Return what each positioned box of a document of one page draws, in order."""
    return _collected(document, project, lambda operators, blocks: _parted(list(_cut(operators)), blocks))


def renumbered(content: str, start: int) -> str:
    """Return content with the numbers of its marked content raised by `start`."""
    return MCID.sub(lambda match: f"/MCID {int(match[1]) + start}", content) if start else content


def _collected(document, project: Path, parts: Callable[[list[str], list[list]], list[tuple[str, list[list]]]]) -> list[Drawn]:
    found: list[Drawn] = []

    def finish(document, pdf) -> None:
        named = {font.hash: font for font in document.fonts.values()}
        told = _blocks(pdf)
        for number, reference in zip(pdf.pages["Kids"][::3], pdf.page_references):
            operators = [_written(item) for item in pdf.objects[_number(pdf.objects[number]["Contents"])].stream]
            found.extend(Drawn(content, _glyphs(content, named, project), blocks) for content, blocks in parts(operators, told.get(reference, [])))
        # Nothing is left to be written: the file itself is not wanted.
        del pdf.objects[1:]

    with engine.quiet():
        document.write_pdf(finisher=finish, uncompressed_pdf=True, full_fonts=True, pdf_tags=True)
    return found


def _written(item: object) -> str:
    content = item if isinstance(item, bytes) else item.data if hasattr(item, "data") else str(item).encode()
    return content.decode("ascii")


def _cut(operators: list[str]) -> Iterator[str]:
    """Yield what stands at DEPTH, each time after what holds for the whole page: its scale and direction."""
    depth, page, own = 0, [], []
    for operator in operators:
        depth -= operator == "Q"
        if depth > DEPTH or (depth == DEPTH and operator in "qQ"):
            own.append(operator)
        elif operator not in "qQ":
            page.append(operator)
        if depth == DEPTH and operator == "Q":
            yield "\n".join([*page, *own])
            own = []
        depth += operator == "q"


def _parted(contents: list[str], blocks: list[list]) -> list[tuple[str, list[list]]]:
    """Return each content with its own blocks, its marked content renumbered from 0."""
    marked = [[int(number) for number in MCID.findall(content)] for content in contents]
    owners = {number: i for i, numbers in enumerate(marked) for number in numbers}
    own: list[list[list]] = [[] for _ in contents]
    for tag, numbers, alt in blocks:
        i = owners[numbers[0]]
        own[i].append([tag, [number - marked[i][0] for number in numbers], alt])
    return [(renumbered(content, -numbers[0] if numbers else 0), of) for content, numbers, of in zip(contents, marked, own)]


def _glyphs(content: str, named: Mapping, project: Path) -> dict[str, dict]:
    """Return, for each font named in the content, the glyphs that are shown.

    What a glyph stands for is the font's own word, where it has one: WeasyPrint's depends on what else is on its pages.
    """
    used: dict[str, set[int]] = {}
    _, *parts = FONT.split(content)
    for name, shown in zip(parts[::2], parts[1::2]):
        used.setdefault(name, set()).update(int(run[i : i + 4], 16) for run in set(GLYPHS.findall(shown)) for i in range(0, len(run), 4))
    found = {}
    for name, glyphs in sorted(used.items()):
        font = named[name]
        own = fonts.meanings(font.family, project)
        found[name] = {"family": font.family, "glyphs": {glyph: [own.get(glyph) or font.to_unicode.get(glyph, ""), font.widths[glyph]] for glyph in sorted(glyphs)}}
    return found


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _blocks(pdf) -> dict[bytes, list[list]]:
    """Return each page's paragraphs and figures: tag, marked content, alternative text; from WeasyPrint's own tag tree."""
    found: dict[bytes, list[list]] = {}

    def walk(element, block: list | None) -> None:
        if block is None and element["S"] in ("/P", "/H1", "/H2", "/Figure"):
            block = [element["S"][1:], [], element["Alt"].string if "Alt" in element else ""]
            found.setdefault(element["Pg"], []).append(block)
        for kid in element["K"]:
            if isinstance(kid, int):
                block[1].append(kid)
            else:
                walk(pdf.objects[_number(kid)], block)

    root = pdf.objects[_number(pdf.catalog["StructTreeRoot"])]
    for kid in pdf.objects[_number(root["K"][0])]["K"]:
        walk(pdf.objects[_number(kid)], None)
    return {page: [block for block in blocks if block[1]] for page, blocks in found.items()}
