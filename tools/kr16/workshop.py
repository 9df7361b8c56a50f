"""A game → what the workshop's pages load beside the JSON: one script, the compiled card in it, example forces, sizes of cards, the bare print page."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from . import compile, export, join, render, source
from .context import handouts, paper
from .game import Game
from .pdf import sizes
from .pdf.styles import shared

STYLES = ("card.css", "workshop.css", "workshop-card.css", "workshop-print.css")
# The modules of the two pages that run the script.
STARTS = ["kr-workshop.mjs", "print.mjs"]


def published(game: Game, project: Path) -> dict[str, str]:
    """Return every file that the workshop adds to a site, by its address."""
    jinja = render.environment(project)
    forces = {path.stem: path.read_text(encoding="utf-8") for path in sorted((project / "data" / "forces").glob("*.yaml"))}
    return {
        "assets/js/workshop.mjs": script(project),
        "data/workshop.json": _json({"schema": export.schemas()["force"], "forces": [{"id": id, "title": source.parse(text, id).values["force"], "uri": f"data/forces/{id}.yaml"} for id, text in forces.items()], "house": house(game)}),
        **{f"data/forces/{id}.yaml": text for id, text in forces.items()},
        "data/print.json": _json({"papers": sizes.PAPERS, "margin": sizes.SAFE_MARGIN, "sizes": [asdict(size) | {"css": styles(size)} for size in sizes.SIZES.values()], "reference": handouts.reference_cards(game)}),
        "print/workshop.html": render.render(jinja, "site/print.html.j2", title=game.title),
        **{f"assets/css/{name}": (project / "templates" / "css" / name).read_text(encoding="utf-8") for name in STYLES},
    }


def styles(size: sizes.Size) -> str:
    """Return what cards of a size have beyond card.css, on a page of the browser's."""
    edge = size.padding
    css = (
        f".kr-card {{ width: {size.width}mm; height: {size.height}mm; padding: {edge}mm; font-size: {size.type_pt}pt }}\n"
        f".kr-card header {{ margin: -{edge}mm -{edge}mm 0; padding: {edge - 1}mm {edge}mm 0.7mm }}\n"
    )
    return css + shared(size)


def script(project: Path) -> str:
    """Return the one script of both of the workshop's pages."""
    return join.joined(modules(project), STARTS)


def modules(project: Path) -> dict[str, str]:
    """Return the workshop's modules by name, the compiled template of the card among them."""
    written = {path.name: path.read_text(encoding="utf-8") for path in sorted((project / "templates" / "js" / "workshop").glob("*.mjs"))}
    return written | {"card-template.mjs": compile.module(render.environment(project), "cards/card.html.j2")}


def house(game: Game) -> dict | None:
    """Return what cards are held against under house rules: the game without their changes, and whose they are."""
    return None if game.base is None else {"before": export.ruleset(paper.without_changes(game)), "told": paper.told(game, [])}


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"
