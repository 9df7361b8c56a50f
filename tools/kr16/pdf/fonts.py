"""Our font files → what a PDF needs of them: which characters they have, how wide these are, and the used part of a file.

woff2 files are unpacked once into .cache/fonts, which may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import struct
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

# The family names of templates/css/card.css and sheet.css, and their files in templates/fonts/.
FACES = {
    "KR Card": "barlow-condensed-500-full",
    "KR Card Strong": "barlow-condensed-700-full",
    "KR Dice": "oxanium-600-full",
    "KR Sheet": "barlow-semi-condensed-400-full",
    "KR Sheet Strong": "barlow-semi-condensed-600-full",
}
COMPOSITE = {"words": 0x0001, "more": 0x0020, "scale": 0x0008, "xy": 0x0040, "matrix": 0x0080}
KEPT = (b"cvt ", b"fpgm", b"head", b"hhea", b"hmtx", b"maxp", b"prep")


def read(path: Path, project: Path) -> bytes:
    """Return the bytes of a file; those of a woff2 font unpacked."""
    content = path.read_bytes()
    if not content.startswith(b"wOF2"):
        return content
    unpacked = project / ".cache" / "fonts" / f"{path.stem}-{hashlib.sha256(content).hexdigest()[:16]}.ttf"
    if not unpacked.exists():
        from fontTools.ttLib import TTFont

        font = TTFont(path, recalcTimestamp=False)
        font.flavor = None
        unpacked.parent.mkdir(parents=True, exist_ok=True)
        partial = unpacked.with_suffix(f".{id(font)}")
        font.save(partial)
        partial.replace(unpacked)
    return unpacked.read_bytes()


def face(family: str, project: Path) -> bytes:
    """Return the whole font of a family of ours, unpacked."""
    return read(project / "templates" / "fonts" / f"{FACES[family]}.woff2", project)


@lru_cache(maxsize=8)
def metrics(family: str, project: Path) -> tuple[dict[int, str], dict[str, int], int]:
    """Return a face's characters, the widths of its glyphs, and the units these are in."""
    import io

    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(face(family, project)), lazy=True)
    return font.getBestCmap(), {name: width for name, (width, _) in font["hmtx"].metrics.items()}, font["head"].unitsPerEm


@lru_cache(maxsize=8)
def meanings(family: str, project: Path) -> dict[int, str]:
    """Return the character that each glyph of a face stands for: the lowest, where it stands for several."""
    import io

    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(face(family, project)), lazy=True)
    numbers = font.getReverseGlyphMap()
    found: dict[int, str] = {}
    for code, name in sorted(font.getBestCmap().items()):
        found.setdefault(numbers[name], chr(code))
    return found


def missing(text: str, project: Path, families: Iterable[str] = ("KR Card", "KR Dice")) -> list[str]:
    """Return the characters of a text that one of the families does not have, in order, each once."""
    known = [metrics(family, project)[0] for family in families]
    return list(dict.fromkeys(c for c in unicodedata.normalize("NFC", text) if c not in "\n\t" and not all(ord(c) in k for k in known)))


def width_mm(text: str, family: str, size_pt: float, project: Path) -> float:
    """Return how wide a text without breaks stands, in mm, kerning left out."""
    characters, widths, units = metrics(family, project)
    total = sum(widths[characters[ord(c)]] for c in unicodedata.normalize("NFC", text) if ord(c) in characters)
    return total / units * size_pt * 25.4 / 72


def subset(font: bytes, glyphs: Iterable[int]) -> bytes:
    """Return a TrueType font with only these glyphs drawn; their numbers stay what they were."""
    tables = _tables(font)
    wide = struct.unpack_from(">h", tables[b"head"], 50)[0]
    count = struct.unpack_from(">H", tables[b"maxp"], 4)[0]
    starts = struct.unpack(f">{count + 1}{'L' if wide else 'H'}", tables[b"loca"][: (count + 1) * (4 if wide else 2)])
    starts = starts if wide else [2 * start for start in starts]
    outlines = {glyph: tables[b"glyf"][starts[glyph] : starts[glyph + 1]] for glyph in range(count)}
    kept, wanted = set(), [0, *glyphs]
    while wanted:
        glyph = wanted.pop()
        if glyph < count and glyph not in kept:
            kept.add(glyph)
            wanted += _components(outlines[glyph])
    glyf, loca = b"", [0]
    for glyph in range(max(kept) + 1):
        outline = outlines[glyph] if glyph in kept else b""
        glyf += outline + b"\0" * (-len(outline) % 4)
        loca.append(len(glyf))
    loca += [len(glyf)] * (count + 1 - len(loca))
    head = tables[b"head"][:50] + struct.pack(">h", 1) + tables[b"head"][52:]
    return _font({tag: tables[tag] for tag in KEPT if tag in tables} | {b"head": head, b"glyf": glyf, b"loca": struct.pack(f">{len(loca)}L", *loca)})


def _tables(font: bytes) -> dict[bytes, bytes]:
    count = struct.unpack_from(">H", font, 4)[0]
    found = (struct.unpack_from(">4sLLL", font, 12 + 16 * i) for i in range(count))
    return {tag: font[start : start + length] for tag, _, start, length in found}


def _components(outline: bytes) -> list[int]:
    """Return the glyphs that a composite glyph is made of (OpenType, glyf table)."""
    if not outline or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    found, at, more = [], 10, True
    while more:
        flags, glyph = struct.unpack_from(">HH", outline, at)
        found.append(glyph)
        at += 4 + (4 if flags & COMPOSITE["words"] else 2)
        at += 2 if flags & COMPOSITE["scale"] else 4 if flags & COMPOSITE["xy"] else 8 if flags & COMPOSITE["matrix"] else 0
        more = flags & COMPOSITE["more"]
    return found


def _font(tables: Mapping[bytes, bytes]) -> bytes:
    power = 1 << (len(tables).bit_length() - 1)
    header = struct.pack(">LHHHH", 0x00010000, len(tables), 16 * power, power.bit_length() - 1, 16 * (len(tables) - power))
    records, body, at = b"", b"", 12 + 16 * len(tables)
    for tag, content in sorted(tables.items()):
        padded = content + b"\0" * (-len(content) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        records += struct.pack(">4sLLL", tag, total, at + len(body), len(content))
        body += padded
    return header + records + body


def measures(font: bytes) -> dict:
    """Return a font's box, ascent and descent in thousandths of its size."""
    tables = _tables(font)
    units = struct.unpack_from(">H", tables[b"head"], 18)[0]
    ascent, descent = struct.unpack_from(">hh", tables[b"hhea"], 4)
    return {"box": [round(n * 1000 / units) for n in struct.unpack_from(">4h", tables[b"head"], 36)], "ascent": round(ascent * 1000 / units), "descent": round(descent * 1000 / units)}
