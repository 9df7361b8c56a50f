"""Our font files → what a PDF needs of them: which characters they have, and how wide these are.

woff2 files are unpacked once into .cache/fonts, which may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from . import truetype

# The family names of templates/css/card.css and sheet.css, and their files in templates/fonts/.
FACES = {
    "KR Card": "barlow-condensed-500-full",
    "KR Card Strong": "barlow-condensed-700-full",
    "KR Dice": "oxanium-600-full",
    "KR Sheet": "barlow-semi-condensed-400-full",
    "KR Sheet Strong": "barlow-semi-condensed-600-full",
}


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
        partial = unpacked.with_suffix(f".{os.getpid()}")
        font.save(partial)
        partial.replace(unpacked)
    return unpacked.read_bytes()


def face(family: str, project: Path) -> bytes:
    """Return the whole font of a family of ours, unpacked."""
    return read(project / "templates" / "fonts" / f"{FACES[family]}.woff2", project)


@lru_cache(maxsize=8)
def metrics(family: str, project: Path) -> tuple[dict[int, int], list[int], int]:
    """Return the number of the glyph for each character of a face, the widths of its glyphs, and the units these are in."""
    whole = face(family, project)
    return truetype.characters(whole), truetype.widths(whole), truetype.units(whole)


@lru_cache(maxsize=8)
def meanings(family: str, project: Path) -> dict[int, str]:
    """Return the character that each glyph of a face stands for: the lowest, where it stands for several."""
    return {glyph: chr(code) for code, glyph in sorted(metrics(family, project)[0].items(), reverse=True)}


def missing(text: str, project: Path, families: Iterable[str] = ("KR Card", "KR Dice")) -> list[str]:
    """Return the characters of a text that one of the families does not have, in order, each once."""
    known = [metrics(family, project)[0] for family in families]
    return list(dict.fromkeys(c for c in unicodedata.normalize("NFC", text) if c not in "\n\t" and not all(ord(c) in k for k in known)))


def width_mm(text: str, family: str, size_pt: float, project: Path) -> float:
    """Return how wide a text without breaks stands, in mm, kerning left out."""
    characters, widths, units = metrics(family, project)
    glyphs = (characters[ord(c)] for c in unicodedata.normalize("NFC", text) if ord(c) in characters)
    return sum(widths[min(glyph, len(widths) - 1)] for glyph in glyphs) / units * size_pt * 25.4 / 72
