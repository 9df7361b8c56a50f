"""The commands that print: cards of a force, and the quick-reference sheet."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .errors import suggestion
from .parameters import Millimetres, Offset, Out

# The rules are loaded by what needs them: the processes that draw should have begun by then.
if TYPE_CHECKING:
    from .game import Game
    from .model.force import Force, Unit
    from .parse import Source

PAPERS, SIZES = ("a4", "letter"), ("poker", "tarot", "a6", "mini")
OUTPUT = click.option("-o", "--output", required=True, metavar="OUT.pdf", type=Out(path_type=Path, dir_okay=False), help="The PDF to write.")


def project() -> Path:
    """Return the project in the folder that a command is run in."""
    here = Path.cwd()
    if not (here / "data" / "core").is_dir():
        raise click.UsageError(f"no data/core in {here}; run kr16 in the project's own folder")
    return here


def printing(command):
    """Say in a few lines what stood in the way of a PDF, and exit 1."""

    @functools.wraps(command)
    def run(*arguments, **options):
        from .pdf.engine import DrawingFailed, NoWeasyPrint

        try:
            return command(*arguments, **options)
        except (NoWeasyPrint, DrawingFailed) as error:
            raise click.ClickException(str(error)) from None

    return run


@click.command()
@click.argument("file", metavar="FORCE.yaml", type=click.Path(path_type=Path))
@OUTPUT
@click.option("--size", type=click.Choice(SIZES), default="poker", show_default=True, help="Cards of 63 × 88, 70 × 120, 105 × 148 or 41 × 63 mm.")
@click.option("--paper", type=click.Choice([*PAPERS, "card"]), default="a4", show_default=True, help="`card`: each card a page of its own, for a print shop.")
@click.option("--backs", type=click.Choice(["none", "long-edge", "short-edge", "fold"]), default="none", show_default=True, help="Backs with what each unit costs: for a printer that turns the paper along its long or short edge, or beside the front, to be folded.")
@click.option("--order", type=click.Choice(["sheets", "fronts-then-backs"]), default="sheets", show_default=True, help="Each back after its front, or all backs after all fronts.")
@click.option("--offset", type=Offset(20), default="0,0", metavar="X,Y", help="Move the backs (without backs: everything) so many mm right and up; `kr16 calibration` tells how many.")
@click.option("--crop-marks", is_flag=False, flag_value="short", default="none", type=click.Choice(["none", "short", "full"]), help="Marks to cut along at the edge of the paper, or lines all across it, in place of outlines.")
@click.option("--bleed", type=Millimetres(0, 3), default=0.0, metavar="MM", help="Print so far over each card's edge, up to 3 mm; each card is then cut out alone.")
@click.option("--ink-saver", is_flag=True, help="Leave out all tints.")
@click.option("--summary", is_flag=True, help="Begin with the force's summary: units, points and why, special rules.")
@click.option("--reference", is_flag=True, help="Add reference cards: orders, shooting, saves, damage, mines and more.")
@click.option("--only", multiple=True, metavar="NAME", help="Print only this unit; may be given several times.")
@click.option("--changed-since", metavar="OLD.yaml", type=click.Path(path_type=Path), help="Print only the cards that differ from this older file's.")
@printing
def cards(file: Path, output: Path, size: str, paper: str, backs: str, order: str, offset: tuple[float, float], crop_marks: str, bleed: float, ink_saver: bool, summary: bool, reference: bool, only: tuple[str, ...], changed_since: Path | None) -> None:
    """Print the unit cards of a force."""
    from .pdf.workers import workers

    if output.resolve() in [given.resolve() for given in (file, changed_since) if given]:
        raise click.BadParameter(f"{output} is the force itself; name another file", param_hint="-o")
    if summary and paper == "card":
        raise click.UsageError("a summary needs a paper; use --paper a4 or letter")
    here = project()
    with workers(ahead=not _printed_before(file, output, here)) as drawing:
        from .pdf import files

        layout = files.Layout(paper, backs, order, offset, crop_marks, bleed)
        fielded, current, found = _force(file, here)
        units = _named(only, fielded) if only else None
        if changed_since:
            fresh = files.changed(fielded, current, *_force(changed_since, here)[:2])
            units = [unit for unit in fresh if units is None or unit in units]
            if not units:
                click.echo("no card has changed; nothing was printed")
                return
        report = files.write_cards(fielded, current, here, output, paper, size, options=layout, found=found, units=units, summary=summary, reference=reference, ink_saver=ink_saver, share=drawing.map, echo=_progress())
    click.echo(f"{output}: {_count(report.cards, 'card')} on {_count(report.pages, 'page')}")
    for name, parts in report.continued:
        click.echo(f"{name}: long, so on {parts} cards")


def _printed_before(file: Path, output: Path, here: Path) -> bool:
    """Return whether a force was printed after its last change: then all its cards are probably kept, and nothing is to be drawn."""
    try:
        return (here / ".cache" / "cards").is_dir() and output.stat().st_mtime > file.stat().st_mtime
    except OSError:
        return False


def _force(file: Path, here: Path) -> tuple[Force, Game, Source]:
    """Return the force in a file, the game whose rules it names, and the file's values with their places."""
    from . import force, game, source

    found = source.read(file, str(file))
    named = found.values.get("rules")
    current = game.load(here, named) if isinstance(named, str) else game.load(here)
    return force.check(found, current), current, found


def _named(names: tuple[str, ...], fielded: Force) -> list[Unit]:
    known = [unit.name for unit in fielded.units]
    for name in names:
        if name not in known:
            raise click.BadParameter(f"no unit of this force is called {name!r}{suggestion(name, known)}", param_hint="--only")
    return [unit for unit in fielded.units if unit.name in names]


@click.command()
@OUTPUT
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)
@click.option("--variant", metavar="ID", default="core", help="The sheet of these house rules.")
@printing
def sheet(output: Path, paper: str, variant: str) -> None:
    """Print the quick-reference sheet: two pages with all that a player needs during play."""
    from .pdf.workers import workers

    here = project()
    with workers(ahead=True) as drawing:
        from . import game
        from .pdf import files

        files.write_sheet(game.load(here, variant), here, output, paper, drawing.map)
    click.echo(f"{output}: the quick-reference sheet")


@click.command()
@OUTPUT
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)
@click.option("--backs", type=click.Choice(["long-edge", "short-edge"]), default="long-edge", show_default=True, help="How your printer turns the paper.")
@click.option("--landscape", is_flag=True, help="For sheets that lie on their side.")
@printing
def calibration(output: Path, paper: str, backs: str, landscape: bool) -> None:
    """Print a page that tells which --offset your printer needs for cards with backs."""
    from . import game
    from .pdf import files

    here = project()
    files.write_calibration(game.load(here), here, output, paper, backs, landscape)
    click.echo(f"{output}: print both sides of one sheet at actual size")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _progress():
    """Return a function that shows how far the drawing is, on a terminal only."""
    if not sys.stderr.isatty():
        return None
    return lambda done, of: click.echo(f"\r{done} of {of} parts drawn{'' if done < of else chr(10)}", nl=False, err=True)
