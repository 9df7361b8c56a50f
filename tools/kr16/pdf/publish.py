"""A game → the PDFs of its site, made again only when what they come from has changed."""

from __future__ import annotations

import contextlib
import gc
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from .. import source
from ..errors import Refused
from ..game import Game
from ..model.force import Force
from . import engine
from .files import write_calibration, write_cards, write_sheet
from .sizes import PAPERS


def publish(game: Game, project: Path, echo: Callable[[str], None] | None = None) -> dict[str, Path]:
    """Return the PDFs of a site, by their address in it: the sheet, calibration pages, and cards of the example forces of these rules.

    They are kept in .cache/pdf and made again only when what they come from has changed.
    """
    folder, made = project / ".cache" / "pdf" / game.id, {}
    for name, force, write in _jobs(game, project):
        path, key = folder / f"{name}.pdf", _key(game, force, project)
        made[f"print/{name}.pdf"] = path
        stamp = path.with_suffix(".key")
        if path.exists() and stamp.exists() and stamp.read_text() == key:
            continue
        if echo:
            echo(f"{game.id}: {name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path)
        stamp.write_text(key)
    # What was drawn goes, and with it WeasyPrint's folder of fonts: a pool's process ends without clearing away.
    gc.collect()
    return made


def _jobs(game: Game, project: Path) -> Iterator[tuple[str, Force | None, Callable[[Path], object]]]:
    """Yield a site's PDFs: the name, the force it shows, and what writes it."""
    loaded = _example_forces(game, project)
    for paper in PAPERS:
        yield f"quick-reference-{paper}", None, partial(write_sheet, game, project, paper=paper)
        for backs in ("long-edge", "short-edge"):
            yield f"calibration-{backs}-{paper}", None, partial(write_calibration, game, project, paper=paper, backs=backs)
        for name, force in loaded:
            yield f"{name}-{paper}", force, partial(write_cards, force, game, project, paper=paper)


def _example_forces(game: Game, project: Path) -> list[tuple[str, Force]]:
    """Return the example forces of these rules; under house rules core's too, where they may be fielded."""
    from .. import force as forces

    found = []
    for path in sorted((project / "data" / "forces").glob("*.yaml")):
        read = source.read(path, path.name)
        if read.values.get("rules") == game.id:
            found.append((path.stem, forces.check(read, game)))
        elif game.base and read.values.get("rules") == game.base.id:
            with contextlib.suppress(Refused):
                found.append((path.stem, forces.check(replace(read, values=read.values | {"rules": game.id}), game)))
    return found


def _key(game: Game, force: Force | None, project: Path) -> str:
    """Return what a PDF is made from, as a digest: the rules, the force, our templates, fonts and code."""
    digest = hashlib.sha256(engine.version().encode())
    digest.update("".join([game.title, game.rules.model_dump_json(), game.printed.model_dump_json(), *sorted(game.changed), force.model_dump_json() if force else "", *(str(one.sections | one.pages) for one in game.chain)]).encode())
    folders = [*(project / "templates" / name for name in ("cards", "sheets", "css", "fonts", "icons")), Path(__file__).parent, Path(__file__).parent.parent / "context"]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
