"""A game → what the workshop's pages load beside the JSON: one script, the compiled card in it, example forces, sizes of cards, the bare print page."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from . import compile, join, render, source
from .context import handouts
from .game import Game
from .pdf import pieces, sizes

STYLES = ("card.css", "workshop.css", "workshop-card.css", "workshop-print.css")


def published(game: Game, project: Path) -> dict[str, str]:
    """Return every file that the workshop adds to a site, by its address."""
    jinja = render.environment(project)
    forces = {path.stem: path.read_text(encoding="utf-8") for path in sorted((project / "data" / "forces").glob("*.yaml"))}
    return {
        "assets/js/workshop.mjs": script(project),
        "data/forces.json": _json([{"id": id, "title": source.parse(text, id).values["force"], "uri": f"data/forces/{id}.yaml"} for id, text in forces.items()]),
        **{f"data/forces/{id}.yaml": text for id, text in forces.items()},
        "data/print.json": _json({"papers": sizes.PAPERS, "margin": sizes.SAFE_MARGIN, "sizes": [asdict(size) | {"css": pieces.rules(size)} for size in sizes.SIZES.values()], "reference": handouts.reference_cards(game)}),
        "print/workshop.html": render.render(jinja, "site/print.html.j2", title=game.title),
        **{f"assets/css/{name}": (project / "templates" / "css" / name).read_text(encoding="utf-8") for name in STYLES},
    }


def script(project: Path) -> str:
    """Return the one script of both of the workshop's pages."""
    return join.joined(modules(project), ["kr-workshop.mjs", "print.mjs"])


def modules(project: Path) -> dict[str, str]:
    """Return the workshop's modules by name, the compiled template of the card among them."""
    written = {path.name: path.read_text(encoding="utf-8") for path in sorted((project / "templates" / "js" / "workshop").glob("*.mjs"))}
    return written | {"card-template.mjs": compile.module(render.environment(project), "cards/card.html.j2")}


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"
