"""Font packages in a node_modules folder → the woff2 files and licences in this folder.

Run it only to change the fonts: `python templates/fonts/subset.py NODE_MODULES`. README.md lists the packages.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.woff2 import WOFF2FlavorData

HERE = Path(__file__).parent
UNITS_PER_EM = 1000

# What an English page needs: ASCII, and the signs of the rules (NBSP © ° ± · ¼ ½ ¾ × ÷ – — ‘ ’ “ ” • … −).
CORE = "20-7E,A0,A9,B0,B1,B7,BC-BE,D7,F7,2013,2014,2018,2019,201C,201D,2022,2026,2212"
# ← ↑ → ↓ ≈ ≠ ≤ ≥ ■ □ ▲ ● ★ ☆ ✓
MARKS = "2190-2193,2248,2260,2264,2265,25A0,25A1,25B2,25CF,2605,2606,2713"
EVERYTHING = "0-10FFFF"

FACES = [
    ("barlow-semi-condensed", 400),
    ("barlow-semi-condensed", 600),
    ("barlow-condensed", 500),
    ("barlow-condensed", 700),
    ("oxanium", 600),
]
CARDS = ("barlow-condensed", "oxanium")
# Only cards have this one, and they use full files.
FULL_ONLY = [("barlow-condensed", 700)]


def cut(source: Path, chars: str, features: list[str]) -> TTFont:
    """The named characters of a font, without hints."""
    options = subset.Options(hinting=False, layout_features=features)
    font = subset.load_font(source, options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(chars))
    cutter.subset(font)
    return font


def parts(modules: Path, family: str, weight: int) -> list[TTFont]:
    """The fonts that together cover names in any Latin script, Greek and Cyrillic, and the marks."""
    def source(package: str, part: str, at: int) -> Path:
        return modules / "@fontsource" / package / "files" / f"{package}-{part}-{at}-normal.woff2"

    return [
        cut(source(family, "latin", weight), EVERYTHING, ["ccmp", "kern", "locl", "mark", "tnum"]),
        cut(source(family, "latin-ext", weight), EVERYTHING, ["kern"]),
        *(cut(source("roboto-condensed", part, weight), EVERYTHING, []) for part in ("greek", "cyrillic", "latin-ext", "vietnamese")),
        cut(source("noto-sans-math", "latin", 400), MARKS, []),
    ]


def joined(fonts: list[TTFont], folder: Path) -> TTFont:
    """One font of all the parts; where two have a character, the first part's is kept."""
    paths, seen = [], set()
    for number, font in enumerate(fonts):
        scale_upem(font, UNITS_PER_EM)
        fresh = set(font.getBestCmap()) - seen
        seen |= fresh
        path = folder / f"{number}.ttf"
        font.flavor = None
        font.save(path)
        cut(path, ",".join(f"{code:X}" for code in sorted(fresh)), ["*"]).save(path)
        paths.append(str(path))
    whole = merge.Merger().merge(paths)
    keep_date_and_line_height(fonts[0], whole)
    return whole


def keep_date_and_line_height(of: TTFont, font: TTFont) -> None:
    """Let a line be as tall, and the date be the same, as in the first part."""
    for table, fields in {
        "head": ["created"],
        "hhea": ["ascent", "descent", "lineGap"],
        "OS/2": ["sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"],
    }.items():
        for field in fields:
            setattr(font[table], field, getattr(of[table], field))


def save(font: TTFont, name: str, quick: bool = False) -> None:
    """The same input gives the same bytes: the date in the file is not that of today.

    A quick file is a sixth larger and unpacked in no time; the cards' fonts are, because printing has to unpack them.
    """
    font.recalcTimestamp = False
    font["head"].modified = font["head"].created
    font.flavor = "woff2"
    if quick:
        font.flavorData = WOFF2FlavorData(transformedTables=())
    font.save(HERE / name)


def main(modules: Path) -> None:
    for family, weight in FACES:
        latin = modules / "@fontsource" / family / "files" / f"{family}-latin-{weight}-normal.woff2"
        if (family, weight) not in FULL_ONLY:
            save(cut(latin, CORE, ["ccmp", "kern", "tnum"]), f"{family}-{weight}.woff2")
        with tempfile.TemporaryDirectory() as folder:
            save(joined(parts(modules, family, weight), Path(folder)), f"{family}-{weight}-full.woff2", quick=family in CARDS)
    marks = modules / "@fontsource" / "noto-sans-math" / "files" / "noto-sans-math-latin-400-normal.woff2"
    save(cut(marks, MARKS, []), "marks.woff2")
    for package in sorted({family for family, _ in FACES} | {"roboto-condensed", "noto-sans-math"}):
        shutil.copy(modules / "@fontsource" / package / "LICENSE", HERE / f"{package}-OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
