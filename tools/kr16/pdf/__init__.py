"""Cards and sheets → PDF files. WeasyPrint is loaded only when something is drawn; the last good file stays until a new one is whole."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from .. import source
from ..context import cards as card_context
from ..context import paper as paper_context
from ..errors import Refused
from ..game import Game
from ..model.force import Force, Unit
from ..parse import Source
from . import engine
from .engine import DrawingFailed, NoWeasyPrint
from .impose import BACKS, MARKS, ORDERS, Layout
from .sizes import PAPERS, SIZES

__all__ = ["BACKS", "MARKS", "ORDERS", "PAPERS", "SIZES", "DrawingFailed", "Layout", "NoWeasyPrint", "Report", "changed", "publish", "write_calibration", "write_cards", "write_sheet"]


@dataclass(frozen=True)
class Report:
    """What was printed: pages, cards, and for each unit that needs more than one card how many."""

    pages: int
    cards: int
    continued: tuple[tuple[str, int], ...]


def write_cards(force: Force, game: Game, project: Path, out: Path, paper: str = "a4", size: str = "poker", *, options: Layout | None = None, found: Source | None = None, units: list[Unit] | None = None, summary: bool = False, reference: bool = False, ink_saver: bool = False, echo: Callable[[int, int], None] | None = None) -> Report:
    """Write the cards of a force, or of some of its units, to a PDF; raise Refused with every text that cannot be printed.

    `found` is the file the force comes from, for the places of mistakes.
    """
    from ..context import handouts as handout_context
    from . import assemble, handouts, impose, pieces, proof

    layout = replace(options or Layout(), paper=paper)
    proof.prove(force, found or Source({}), SIZES[size], project)
    units = force.units if units is None else units
    made = [paper_context.card(lambda rules, unit=unit: card_context.card(unit, rules), game) for unit in units]
    costs = [card_context.back(card) for card in made] if layout.backs != "none" else []
    extra = handout_context.reference_cards(game) if reference else []
    drawn = pieces.draw([*made, *extra, *costs], SIZES[size], project, ink_saver, echo=echo)
    fronts, backs = drawn[: len(made) + len(extra)], [*drawn[len(made) + len(extra) :], *([] for _ in extra)]
    sides = [pair for i, parts in enumerate(fronts) for pair in (paired(parts, backs[i]) if layout.backs != "none" else [(piece, None) for piece in parts])]
    sheets = impose.sheets(sides, SIZES[size], layout)
    if summary:
        sheets = [*handouts.summary(handout_context.summary(force, game), project, paper), *sheets]
    info = game.rules.ruleset
    save(out, assemble.pdf(sheets, f"{force.force}: cards for {info.title} {info.version}", project, card_context.notice(game)))
    return Report(len(sheets), len(sides), tuple((card["name"], len(parts)) for card, parts in zip([*made, *extra], fronts) if len(parts) > 1))


def changed(force: Force, game: Game, old: Force, old_game: Game) -> list[Unit]:
    """Return the units whose cards are not among those of an older force."""
    kept = [card_context.card(unit, old_game) for unit in old.units]
    return [unit for unit in force.units if not _taken(kept, card_context.card(unit, game))]


def _taken(cards: list[dict], card: dict) -> bool:
    if card not in cards:
        return False
    cards.remove(card)
    return True


def write_calibration(game: Game, project: Path, out: Path, paper: str = "a4", backs: str = "long-edge", landscape: bool = False) -> None:
    """Write the page, front and back, that tells which offset a printer needs."""
    from . import assemble, handouts

    sheets = handouts.calibration(project, paper, backs, landscape, card_context.notice(game))
    save(out, assemble.pdf(sheets, "Calibration of a printer", project, card_context.notice(game)))


def write_sheet(game: Game, project: Path, out: Path, paper: str = "a4") -> None:
    """Write the quick-reference sheet to a PDF."""
    from .. import render
    from ..context import sheet

    width, height = PAPERS[paper]
    html = render.render(render.environment(project), "sheets/sheet.html.j2", s=paper_context.sheet(sheet.sheet, game))
    css = (project / "templates" / "css" / "sheet.css").read_text(encoding="utf-8") + f"@page {{ size: {width}mm {height}mm }}\n"
    document = engine.layout(html, css, project)
    with engine.quiet():
        save(out, document.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=b"kr16"))


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


def paired(parts: list, cost: list) -> list[tuple]:
    """Return a unit's parts as fronts and backs: "2 of 2" is the back of "1 of 2"; a last one alone has the points on its back."""
    sides = [*parts, *(cost if len(parts) % 2 else [])]
    return [(front, back) for front, back in zip(sides[::2], [*sides[1::2], None])]


def save(out: Path, content: bytes) -> None:
    """Write a file whole, or not at all; a link stays one, and a device is written to."""
    target = out.resolve()
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        partial.write_bytes(content)
        partial.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(out)) from None
    finally:
        partial.unlink(missing_ok=True)
