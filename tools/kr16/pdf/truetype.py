"""A TrueType font's bytes → its characters, widths and measures, and the same font with fewer glyphs (OpenType 1.9)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping

COMPOSITE = {"words": 0x0001, "more": 0x0020, "scale": 0x0008, "xy": 0x0040, "matrix": 0x0080}
KEPT = (b"cvt ", b"fpgm", b"head", b"hhea", b"hmtx", b"maxp", b"prep")


def tables(font: bytes) -> dict[bytes, bytes]:
    """Return a font's tables by their tags."""
    count = struct.unpack_from(">H", font, 4)[0]
    found = (struct.unpack_from(">4sLLL", font, 12 + 16 * i) for i in range(count))
    return {tag: font[start : start + length] for tag, _, start, length in found}


def characters(font: bytes) -> dict[int, int]:
    """Return the number of the glyph for each character, from a cmap of the one form that our fonts have: (3, 1), format 4."""
    cmap = tables(font)[b"cmap"]
    starts = {struct.unpack_from(">HH", cmap, at): struct.unpack_from(">L", cmap, at + 4)[0] for at in range(4, 4 + 8 * struct.unpack_from(">H", cmap, 2)[0], 8)}
    form, length, _, doubled = struct.unpack_from(">4H", cmap, starts[3, 1])
    if form != 4:
        raise ValueError(f"a cmap of format {form}; our fonts have format 4")
    words = struct.unpack_from(f">{(length - 14) // 2}H", cmap, starts[3, 1] + 14)
    count, found = doubled // 2, {}
    for i in range(count):
        last, first, delta, offset = (words[i + skipped] for skipped in (0, count + 1, 2 * count + 1, 3 * count + 1))
        for code in range(first, min(last, 0xFFFE) + 1):
            # An offset counts bytes from where it stands itself.
            glyph = words[3 * count + 1 + i + offset // 2 + code - first] if offset else code
            if (glyph or not offset) and (glyph + delta) & 0xFFFF:
                found[code] = (glyph + delta) & 0xFFFF
    return found


def widths(font: bytes) -> list[int]:
    """Return the width of each glyph by its number, in the font's units; the last one stands for all that follow."""
    found = tables(font)
    return list(struct.unpack_from(">" + "H2x" * struct.unpack_from(">H", found[b"hhea"], 34)[0], found[b"hmtx"]))


def units(font: bytes) -> int:
    """Return how many units are as long as the type is high."""
    return struct.unpack_from(">H", tables(font)[b"head"], 18)[0]


def measures(font: bytes) -> dict:
    """Return a font's box, ascent and descent in thousandths of its size."""
    found, whole = tables(font), units(font)
    ascent, descent = struct.unpack_from(">hh", found[b"hhea"], 4)
    return {"box": [round(n * 1000 / whole) for n in struct.unpack_from(">4h", found[b"head"], 36)], "ascent": round(ascent * 1000 / whole), "descent": round(descent * 1000 / whole)}


def subset(font: bytes, glyphs: Iterable[int]) -> bytes:
    """Return a TrueType font with only these glyphs drawn; their numbers stay what they were."""
    found = tables(font)
    wide = struct.unpack_from(">h", found[b"head"], 50)[0]
    count = struct.unpack_from(">H", found[b"maxp"], 4)[0]
    starts = struct.unpack(f">{count + 1}{'L' if wide else 'H'}", found[b"loca"][: (count + 1) * (4 if wide else 2)])
    starts = starts if wide else [2 * start for start in starts]
    outlines = {glyph: found[b"glyf"][starts[glyph] : starts[glyph + 1]] for glyph in range(count)}
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
    head = found[b"head"][:50] + struct.pack(">h", 1) + found[b"head"][52:]
    return _font({tag: found[tag] for tag in KEPT if tag in found} | {b"head": head, b"glyf": glyf, b"loca": struct.pack(f">{len(loca)}L", *loca)})


def _components(outline: bytes) -> list[int]:
    """Return the glyphs that a composite glyph is made of (glyf table)."""
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


def _font(found: Mapping[bytes, bytes]) -> bytes:
    power = 1 << (len(found).bit_length() - 1)
    header = struct.pack(">LHHHH", 0x00010000, len(found), 16 * power, power.bit_length() - 1, 16 * (len(found) - power))
    records, body, at = b"", b"", 12 + 16 * len(found)
    for tag, content in sorted(found.items()):
        padded = content + b"\0" * (-len(content) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        records += struct.pack(">4sLLL", tag, total, at + len(body), len(content))
        body += padded
    return header + records + body
