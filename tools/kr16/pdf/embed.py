"""The glyphs that pieces show → fonts in a PDF file: the used part of each, widths, and what each glyph stands for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from . import fonts, truetype
from .file import File, array, number
from .pieces import Piece


def embedded(file: File, pieces: Iterable[Piece], project: Path) -> str:
    """Add the fonts of these pieces to a file; return a dictionary of their names and references."""
    families: dict[str, str] = {}
    glyphs: dict[str, dict[int, list]] = {}
    for piece in pieces:
        for name, font in piece.drawn.fonts.items():
            families[name] = font["family"]
            glyphs.setdefault(name, {}).update(font["glyphs"])
    named = (f"/{name} {_font(file, name, families[name], glyphs[name], project)}" for name in sorted(families))
    return f"<<{' '.join(named)}>>"


def _font(file: File, name: str, family: str, glyphs: dict[int, list], project: Path) -> str:
    """Add a font with these glyphs, by number; return its reference (PDF 32000, 9.7)."""
    whole = fonts.face(family, project)
    program, measures = truetype.subset(whole, glyphs), truetype.measures(whole)
    stream = file.stream(program, f"/Length1 {len(program)}")
    called, ascent, descent = f"/{name}+{family.replace(' ', '-')}", measures["ascent"], measures["descent"]
    descriptor = file.add(f"<</Type /FontDescriptor /FontName {called} /Flags 4 /FontBBox {array(measures['box'])} /ItalicAngle 0 /Ascent {ascent} /Descent {descent} /CapHeight {ascent} /StemV 80 /FontFile2 {stream}>>")
    widths = " ".join(f"{glyph} [{number(width)}]" for glyph, (_, width) in sorted(glyphs.items()))
    system = "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>"
    descendant = file.add(f"<</Type /Font /Subtype /CIDFontType2 /BaseFont {called} /CIDToGIDMap /Identity /W [{widths}] /FontDescriptor {descriptor} /CIDSystemInfo {system}>>")
    meaning = file.stream(_meaning(glyphs))
    return file.add(f"<</Type /Font /Subtype /Type0 /BaseFont {called} /Encoding /Identity-H /DescendantFonts [{descendant}] /ToUnicode {meaning}>>")


def _meaning(glyphs: dict[int, list]) -> bytes:
    """Return the CMap from glyph numbers to text, by which words are searched and copied."""
    lines = ["/CIDInit /ProcSet findresource begin 12 dict begin begincmap", "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def", "/CMapName /Adobe-Identity-UCS def /CMapType 2 def", "1 begincodespacerange <0000> <ffff> endcodespacerange"]
    pairs = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, (text, _) in sorted(glyphs.items()) if text]
    for start in range(0, len(pairs), 100):
        batch = pairs[start : start + 100]
        lines += [f"{len(batch)} beginbfchar", *batch, "endbfchar"]
    return "\n".join([*lines, "endcmap CMapName currentdict /CMap defineresource pop end end"]).encode()
