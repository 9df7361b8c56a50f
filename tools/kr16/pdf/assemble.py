"""Pieces and their places on sheets → the bytes of one PDF: shared fonts, tags, bookmarks, title and language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pydyf

from . import fonts
from .pieces import Piece

MM = 72 / 25.4
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
    found, built = pydyf.PDF(), _Tags()
    resources = pydyf.Dictionary({"Font": _fonts(found, sheets, project), "ExtGState": _states(sheets)})
    found.add_object(resources)
    marks: list[tuple[str, pydyf.Dictionary, float, float]] = []
    seen: set[str] = set()
    for number, sheet in enumerate(sheets):
        page = pydyf.Dictionary({"Type": "/Page", "Parent": found.pages.reference, "Resources": resources.reference, "Tabs": "/S", "StructParents": number} | _boxes(sheet))
        content = pydyf.Stream([built.numbered(part, page) for part in _content(sheet)], compress=True)
        found.add_object(content)
        page["Contents"] = content.reference
        found.add_page(page)
        for placed in sheet.placed:
            if placed.piece.title and placed.piece.title not in seen:
                seen.add(placed.piece.title)
                marks.append((placed.piece.title, page, placed.x * MM, (placed.y * MM) + placed.piece.box[3]))
    built.add(found)
    _outline(found, marks)
    _describe(found, title, subject)
    output = io.BytesIO()
    found.write(output, version=b"1.7", identifier=b"kr16", compress=True)
    return output.getvalue()


def _boxes(sheet: Sheet) -> dict:
    width, height = (length * MM for length in sheet.paper)
    trim = sheet.trim * MM
    whole = pydyf.Array([0, 0, _short(width), _short(height)])
    return {"MediaBox": whole, "BleedBox": whole, "TrimBox": pydyf.Array([_short(trim), _short(trim), _short(width - trim), _short(height - trim)])}


def _short(number: float) -> float | int:
    number = round(number, 4)
    return int(number) if number == int(number) else number


def _content(sheet: Sheet) -> Iterator[str | Placed]:
    """Yield the parts of a page's content: text, or a placed piece whose marked content must be numbered."""
    for placed in sheet.placed:
        yield placed
    if sheet.lines:
        drawn = [f"{HAIR if not dark else LINE} {_n(x1)} {_n(y1)} m {_n(x2)} {_n(y2)} l S" for x1, y1, x2, y2, dark in sheet.lines]
        yield "\n".join(["/Artifact BMC q", *drawn, "Q EMC"])


def _n(mm: float) -> str:
    return f"{mm * MM:.3f}"


class _Tags:
    """The tag tree: a section for each piece, its paragraphs within; marked content is numbered anew on each page."""

    def __init__(self):
        self.sections: list[tuple[Piece, pydyf.Dictionary, int]] = []
        self.counts: dict[int, int] = {}

    def numbered(self, part: str | Placed, page: pydyf.Dictionary) -> bytes:
        if isinstance(part, str):
            return part.encode()
        piece = part.piece
        number = page["StructParents"]
        start = self.counts.get(number, 0)
        self.counts[number] = start + sum(len(block[1]) for block in piece.drawn.blocks)
        self.sections.append((piece, page, start))
        left, bottom, width, height = piece.box
        bleed = part.bleed * MM
        content = MCID.sub(lambda match: f"/MCID {int(match[1]) + start}", piece.drawn.content)
        clip = f"{left - bleed:.3f} {bottom - bleed:.3f} {width + 2 * bleed:.3f} {height + 2 * bleed:.3f} re W n"
        return f"q 1 0 0 1 {part.x * MM - left:.3f} {part.y * MM - bottom:.3f} cm {clip}\n{content}\nQ".encode()

    def add(self, found: pydyf.PDF) -> None:
        parents, root = pydyf.Array(), pydyf.Dictionary({"Type": "/StructTreeRoot"})
        found.add_object(root)
        document = _element(found, "Document", root)
        root["K"] = pydyf.Array([document.reference])
        of_page: dict[int, dict[int, bytes]] = {number: {} for number in sorted({page["StructParents"] for _, page, _ in self.sections})}
        for piece, page, start in self.sections:
            section = _element(found, "Sect", document)
            for tag, marked, alt in piece.drawn.blocks:
                block = _element(found, tag, section)
                block["Pg"] = page.reference
                block["K"] = pydyf.Array([number + start for number in marked])
                if alt:
                    block["Alt"] = pydyf.String(alt)
                of_page[page["StructParents"]] |= {number + start: block.reference for number in marked}
        for number, references in of_page.items():
            parents.extend([number, pydyf.Array([references[i] for i in sorted(references)])])
        tree = pydyf.Dictionary({"Nums": parents})
        found.add_object(tree)
        root["ParentTree"] = tree.reference
        found.catalog["StructTreeRoot"] = root.reference
        found.catalog["MarkInfo"] = pydyf.Dictionary({"Marked": "true"})


MCID = re.compile(r"/MCID (\d+)")


def _element(found: pydyf.PDF, tag: str, parent: pydyf.Dictionary) -> pydyf.Dictionary:
    element = pydyf.Dictionary({"Type": "/StructElem", "S": f"/{tag}", "P": parent.reference, "K": pydyf.Array()})
    found.add_object(element)
    if tag in ("Document", "Sect") and parent.get("S"):
        parent["K"].append(element.reference)
    elif parent.get("S") == "/Sect":
        parent["K"].append(element.reference)
    return element


def _outline(found: pydyf.PDF, marks: list[tuple]) -> None:
    if not marks:
        return
    root = pydyf.Dictionary({"Type": "/Outlines", "Count": len(marks)})
    found.add_object(root)
    items = [pydyf.Dictionary({"Title": pydyf.String(title), "Parent": root.reference, "Dest": pydyf.Array([page.reference, "/XYZ", _short(x), _short(y), 0])}) for title, page, x, y in marks]
    for item in items:
        found.add_object(item)
    for before, after in zip(items, items[1:]):
        before["Next"], after["Prev"] = after.reference, before.reference
    root["First"], root["Last"] = items[0].reference, items[-1].reference
    found.catalog["Outlines"] = root.reference


def _describe(found: pydyf.PDF, title: str, subject: str) -> None:
    found.info["Title"] = pydyf.String(title)
    found.info["Subject"] = pydyf.String(subject)
    found.info["Producer"] = pydyf.String("KR 16 Field Reference")
    found.catalog["Lang"] = pydyf.String("en")
    found.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true", "PrintScaling": "/None"})
    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    metadata = pydyf.Stream([XMP.format(title=escaped).encode()], pydyf.Dictionary({"Type": "/Metadata", "Subtype": "/XML"}))
    found.add_object(metadata)
    found.catalog["Metadata"] = metadata.reference


def _states(sheets: Iterable[Sheet]) -> pydyf.Dictionary:
    """Return the graphics states that contents name: a0.5 for filling, A0.5 for lines, at that opacity."""
    named = sorted({name for piece in _pieces(sheets) for name in re.findall(r"/([aA][\d.]+) gs", piece.drawn.content)})
    return pydyf.Dictionary({name: pydyf.Dictionary({"ca" if name[0] == "a" else "CA": float(name[1:])}) for name in named})


def _pieces(sheets: Iterable[Sheet]) -> Iterator[Piece]:
    return (placed.piece for sheet in sheets for placed in sheet.placed)


def _fonts(found: pydyf.PDF, sheets: Iterable[Sheet], project: Path) -> pydyf.Dictionary:
    families: dict[str, str] = {}
    glyphs: dict[str, dict[int, list]] = {}
    for piece in _pieces(sheets):
        for name, font in piece.drawn.fonts.items():
            families[name] = font["family"]
            glyphs.setdefault(name, {}).update(font["glyphs"])
    return pydyf.Dictionary({name: _font(found, name, families[name], glyphs[name], project) for name in sorted(families)})


def _font(found: pydyf.PDF, name: str, family: str, glyphs: dict[int, list], project: Path) -> bytes:
    """Add a font with these glyphs, by number; return its reference (PDF 32000, 9.7)."""
    whole = fonts.face(family, project)
    program = fonts.subset(whole, glyphs)
    measures = fonts.measures(whole)
    stream = pydyf.Stream([program], pydyf.Dictionary({"Length1": len(program)}), compress=True)
    found.add_object(stream)
    called = f"/{name}+{family.replace(' ', '-')}"
    descriptor = pydyf.Dictionary({"Type": "/FontDescriptor", "FontName": called, "Flags": 4, "FontBBox": pydyf.Array(measures["box"]), "ItalicAngle": 0, "Ascent": measures["ascent"], "Descent": measures["descent"], "CapHeight": measures["ascent"], "StemV": 80, "FontFile2": stream.reference})
    found.add_object(descriptor)
    widths = pydyf.Array()
    for glyph, (_, width) in sorted(glyphs.items()):
        widths.extend([glyph, pydyf.Array([_short(width)])])
    descendant = pydyf.Dictionary({"Type": "/Font", "Subtype": "/CIDFontType2", "BaseFont": called, "CIDToGIDMap": "/Identity", "W": widths, "FontDescriptor": descriptor.reference, "CIDSystemInfo": pydyf.Dictionary({"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0})})
    found.add_object(descendant)
    meaning = pydyf.Stream([_meaning(glyphs)], compress=True)
    found.add_object(meaning)
    font = pydyf.Dictionary({"Type": "/Font", "Subtype": "/Type0", "BaseFont": called, "Encoding": "/Identity-H", "DescendantFonts": pydyf.Array([descendant.reference]), "ToUnicode": meaning.reference})
    found.add_object(font)
    return font.reference


def _meaning(glyphs: dict[int, list]) -> bytes:
    """Return the CMap from glyph numbers to text, by which words are searched and copied."""
    lines = ["/CIDInit /ProcSet findresource begin 12 dict begin begincmap", "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def", "/CMapName /Adobe-Identity-UCS def /CMapType 2 def", "1 begincodespacerange <0000> <ffff> endcodespacerange"]
    pairs = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, (text, _) in sorted(glyphs.items()) if text]
    for start in range(0, len(pairs), 100):
        batch = pairs[start : start + 100]
        lines += [f"{len(batch)} beginbfchar", *batch, "endbfchar"]
    return "\n".join([*lines, "endcmap CMapName currentdict /CMap defineresource pop end end"]).encode()
