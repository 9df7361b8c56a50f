"""A card's size → its styles: the type, edges and page that templates/css/card.css leaves open."""

from __future__ import annotations

from pathlib import Path

from .sizes import BLEED, TALL, Size


def styles(size: Size, project: Path, ink_saver: bool) -> str:
    """Return the styles of cards of a size."""
    css = "".join((project / "templates" / "css" / name).read_text(encoding="utf-8") for name in ("card.css", "card-print.css"))
    edge, out = size.padding, size.padding + BLEED
    css += (
        f"@page {{ size: {size.width + 2 * BLEED}mm {TALL}mm }}\n"
        f".kr-card {{ width: {size.width}mm; height: {size.height}mm; padding: 0 {edge}mm {edge}mm; font-size: {size.type_pt}pt }}\n"
        f".kr-card header {{ margin: -{BLEED}mm -{out}mm 0; padding: {out - 1}mm {out}mm 0.7mm }}\n"
        f".kr-card header h2 {{ font-size: {size.heading_pt}pt }}\n"
        f".kr-card .kr-card__notice {{ bottom: {edge - 0.4}mm; left: {edge}mm; right: {edge}mm }}\n"
    )
    if not size.icon:
        css += ".kr-card .kr-card__icon { display: none }\n.kr-card header h2 { margin-right: 0 }\n"
        css += ".kr-rows--damage, .kr-card p.kr-rows__head { font-size: 1em }\n"
        css += ".kr-rows--weapons { tab-size: 2.2em }\n.kr-rows--weapons.kr-rows--4 p { padding-left: 8.8em; text-indent: -8.8em }\n"
    return css + (".kr-card header { background: none }\n" if ink_saver else "")
