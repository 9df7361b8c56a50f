"""A force or a game → PDF files: cards, the sheet, calibration pages. The last good file stays until a new one is whole."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ..context import cards as card_context
from ..context import handouts as handout_context
from ..context import paper as paper_context
from ..context import paper_sheet as sheet_on_paper
from ..context import sheet as sheet_context
from ..game import Game
from ..model.force import Force, Unit
from ..parse import Source
from . import assemble, drawing, handouts, impose, pieces, proof
from .impose import Layout
from .sizes import PAPERS, SIZES


@dataclass(frozen=True)
class Report:
    """What was printed: pages, cards, and for each unit that needs more than one card how many."""

    pages: int
    cards: int
    continued: tuple[tuple[str, int], ...]


def write_cards(force: Force, game: Game, project: Path, out: Path, paper: str = "a4", size: str = "poker", *, options: Layout | None = None, found: Source | None = None, units: list[Unit] | None = None, summary: bool = False, reference: bool = False, ink_saver: bool = False, share: Callable = map, echo: Callable[[int, int], None] | None = None) -> Report:
    """Write the cards of a force, or of some of its units, to a PDF; raise Refused with every text that cannot be printed.

    `found` is the file the force comes from, for the places of mistakes; `share` is a `map` that may give the drawing to others.
    """
    layout = replace(options or Layout(), paper=paper)
    proof.prove(force, found or Source({}), SIZES[size], project)
    units = force.units if units is None else units
    pages = share(handouts.summary, [paper_context.summary(lambda rules: handout_context.summary(force, rules), game)], [project], [paper]) if summary else iter([[]])
    made = [paper_context.card(lambda rules, unit=unit: card_context.card(unit, rules), game) for unit in units]
    costs = [card_context.back(card) for card in made] if layout.backs != "none" else []
    extra = handout_context.reference_cards(game) if reference else []
    drawn = pieces.draw([*made, *extra, *costs], SIZES[size], project, ink_saver, share, echo)
    fronts, backs = drawn[: len(made) + len(extra)], [*drawn[len(made) + len(extra) :], *([] for _ in extra)]
    sides = [pair for i, parts in enumerate(fronts) for pair in (paired(parts, backs[i]) if layout.backs != "none" else [(piece, None) for piece in parts])]
    sheets = [*next(pages), *impose.sheets(sides, SIZES[size], layout)]
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
    sheets = handouts.calibration(project, paper, backs, landscape, card_context.notice(game))
    save(out, assemble.pdf(sheets, "Calibration of a printer", project, card_context.notice(game)))


def write_sheet(game: Game, project: Path, out: Path, paper: str = "a4", share: Callable = map) -> None:
    """Write the quick-reference sheet to a PDF."""
    width, height = PAPERS[paper]
    css = (project / "templates" / "css" / "sheet.css").read_text(encoding="utf-8") + f"@page {{ size: {width}mm {height}mm }}\n"
    [content] = share(drawing.sheet, [sheet_on_paper.sheet(sheet_context.sheet, game)], [css], [project])
    save(out, content)


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
