"""Pieces and their places on sheets → the bytes of one PDF: pages, bookmarks, title and language, shared fonts, tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .drawn import renumbered
from .embed import embedded
from .file import File, array, number, reference, text
from .pieces import Piece
from .sizes import MM
from .tags import Tags

OPACITY = {"a": "ca", "A": "CA"}
LINE, HAIR = "0 G 0.3 w", "0.6 G 0.25 w"
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part><dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True)
class Placed:
    """A piece on a sheet: where its card's lower left corner is, in mm, and how much of its bleed shows."""

    piece: Piece
    x: float
    y: float
    bleed: float = 0


@dataclass(frozen=True)
class Sheet:
    """One page of paper: its size in mm, what stands on it, and lines (x, y, x, y, dark) to cut along.

    `trim` is how much of the paper around the edge is cut off, for a page that is a single card.
    """

    paper: tuple[float, float]
    placed: list[Placed] = field(default_factory=list)
    lines: list[tuple] = field(default_factory=list)
    trim: float = 0


def pdf(sheets: list[Sheet], title: str, project: Path, subject: str = "") -> bytes:
    """Return the PDF of these sheets; the same sheets give the same bytes."""
    file, tags = File(), Tags()
    catalog, tree = file.reserve(), file.reserve()
    pieces = [placed.piece for sheet in sheets for placed in sheet.placed]
    resources = file.add(f"<</Font {embedded(file, pieces, project)} /ExtGState {_states(pieces)}>>")
    pages = [_page(file, number, sheet, tags, f"/Parent {reference(tree)} /Resources {resources}") for number, sheet in enumerate(sheets)]
    file.add(f"<</Type /Pages /Kids [{' '.join(pages)}] /Count {len(pages)}>>", tree)
    outline = _outline(file, list(_marks(sheets, pages)))
    metadata = file.stream(XMP.format(title=_escaped(title)).encode(), "/Type /Metadata /Subtype /XML", pack=False)
    info = file.add(f"<</Title {text(title)} /Subject {text(subject)} /Producer (KR 16 Field Reference)>>")
    told = "/Lang (en) /ViewerPreferences <</DisplayDocTitle true /PrintScaling /None>> /MarkInfo <</Marked true>>"
    root = file.add(f"<</Type /Catalog /Pages {reference(tree)} {outline} {told} /Metadata {metadata} /StructTreeRoot {tags.write(file)}>>", catalog)
    return file.written(root, info)


def _page(file: File, count: int, sheet: Sheet, tags: Tags, entries: str) -> str:
    page = file.reserve()
    content = [_placed(placed, tags.place(placed.piece, count, reference(page))) for placed in sheet.placed]
    if sheet.lines:
        content += ["/Artifact BMC q", *(_line(*line) for line in sheet.lines), "Q EMC"]
    contents = file.stream("\n".join(content).encode("ascii"))
    width, height = (length * MM for length in sheet.paper)
    trim, whole = sheet.trim * MM, array([0, 0, width, height])
    boxes = f"/MediaBox {whole} /BleedBox {whole} /TrimBox {array([trim, trim, width - trim, height - trim])}"
    return file.add(f"<</Type /Page {entries} {boxes} /Contents {contents} /Tabs /S /StructParents {count}>>", page)


def _placed(placed: Placed, start: int) -> str:
    """Return a piece's content, moved to its place and cut off at its edge."""
    left, bottom, width, height = placed.piece.box
    bleed = placed.bleed * MM
    clip = f"{left - bleed:.3f} {bottom - bleed:.3f} {width + 2 * bleed:.3f} {height + 2 * bleed:.3f} re W n"
    return f"q 1 0 0 1 {placed.x * MM - left:.3f} {placed.y * MM - bottom:.3f} cm {clip}\n{renumbered(placed.piece.drawn.content, start)}\nQ"


def _line(x1: float, y1: float, x2: float, y2: float, dark: bool) -> str:
    return f"{LINE if dark else HAIR} {_n(x1)} {_n(y1)} m {_n(x2)} {_n(y2)} l S"


def _n(mm: float) -> str:
    return f"{mm * MM:.3f}"


def _states(pieces: list[Piece]) -> str:
    """Return the graphics states that contents name: a0.5 for filling, A0.5 for lines, at that opacity."""
    named = sorted({found for piece in pieces for found in re.findall(r"/([aA])([\d.]+) gs", piece.drawn.content)})
    return f"<<{' '.join(f'/{kind}{value} <</{OPACITY[kind]} {value}>>' for kind, value in named)}>>"


def _marks(sheets: list[Sheet], pages: list[str]) -> Iterator[tuple[str, str]]:
    """Yield a bookmark for the first piece of each title: the title, and its place."""
    seen: set[str] = set()
    for sheet, page in zip(sheets, pages):
        for placed in sheet.placed:
            title = placed.piece.title
            if title and title not in seen:
                seen.add(title)
                yield title, f"[{page} /XYZ {number(placed.x * MM)} {number(placed.y * MM + placed.piece.box[3])} 0]"


def _outline(file: File, marks: list[tuple[str, str]]) -> str:
    """Add bookmarks; return the catalog's entry for them."""
    if not marks:
        return ""
    root, numbers = file.reserve(), [file.reserve() for _ in marks]
    for i, (title, place) in enumerate(marks):
        beside = (f"/Prev {reference(numbers[i - 1])}" if i else "") + (f" /Next {reference(numbers[i + 1])}" if i + 1 < len(marks) else "")
        file.add(f"<</Title {text(title)} /Parent {reference(root)} /Dest {place} {beside}>>", numbers[i])
    file.add(f"<</Type /Outlines /Count {len(marks)} /First {reference(numbers[0])} /Last {reference(numbers[-1])}>>", root)
    return f"/Outlines {reference(root)}"


def _escaped(title: str) -> str:
    return title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
