"""A card's size → its styles: the type, edges and page that templates/css/card.css leaves open."""

from __future__ import annotations

from pathlib import Path

from .sizes import BLEED, TALL, Size

# How wide a tab stop is, by section, in em of the card's type as in card.css; and on the small card, which is so narrow
# that lines after the first hang below the second column.
TABS = {"": 2.893, "--weapons": 2.465, "--actions": 5, "--working": 4, "--damage": 1.929}
SMALL_TABS = {"": 2.54, "--weapons": 2.2, "--actions": 3.24, "--working": 3.5, "--damage": 2.2}
NARROW = ("--weapons", "--grades", "--damage")


def styles(size: Size, project: Path, ink_saver: bool) -> str:
    """Return the styles of cards of a size."""
    css = "".join((project / "templates" / "css" / name).read_text(encoding="utf-8") for name in ("card.css", "card-print.css"))
    edge, out = size.padding, size.padding + BLEED
    css += (
        f"@page {{ size: {size.width + 2 * BLEED}mm {TALL}mm }}\n"
        f".kr-card {{ width: {size.width}mm; height: {size.height}mm; padding: 0 {edge}mm {edge}mm; font-size: {size.type_pt}pt }}\n"
        f".kr-card header {{ margin: -{BLEED}mm -{out}mm 0; padding: {out - 1}mm {out}mm 0.7mm }}\n"
    )
    return css + shared(size) + (".kr-card header { background: none }\n" if ink_saver else "")


def shared(size: Size) -> str:
    """Return what is the same on our paper and where a browser prints: heading, notice, tab stops; the small card's closer ones."""
    edge = size.padding
    css = f".kr-card header h2 {{ font-size: {size.heading_pt}pt }}\n"
    css += f".kr-card .kr-card__notice {{ bottom: {edge - 0.8:g}mm; left: {edge}mm; right: {edge}mm }}\n"
    if not size.icon:
        css += ".kr-card .kr-card__icon { display: none }\n.kr-card header h2 { margin-right: 0 }\n"
        css += ".kr-rows--damage, .kr-card .kr-rows b, .kr-card p.kr-rows__head { font-size: 1em }\n"
        css += "".join(f".kr-rows.kr-rows{name} {{ --hang: 1 }}\n" for name in NARROW)
        css += ".kr-rows--orders .kr-rows__head { tab-size: 24px }\n.kr-rows--weapons .kr-rows__head { tab-size: 21px }\n"
    return css + "".join(f".kr-rows{name} {{ --tab: {_whole(em, size)}px }}\n" for name, em in (TABS if size.icon else SMALL_TABS).items())


def _whole(em: float, size: Size) -> int:
    """Return a width in whole pixels: WeasyPrint cuts off the rest of a tab stop, and the lines below would not stand under it."""
    return int(em * size.type_pt * 96 / 72 + 0.01)
