"""The command line: parse, call, print, exit. 0 done, 1 the data is wrong, 2 called wrongly."""

from __future__ import annotations

import functools
import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import cli_print
from .cli_print import project
from .errors import Refused, suggestion

if TYPE_CHECKING:
    from .game import Game


def told(command):
    """Print a person's mistakes one a line and exit 1; say in one line what else stood in the way."""

    @functools.wraps(command)
    def run(*arguments, **options):
        try:
            return command(*arguments, **options)
        except Refused as refused:
            click.echo(refused.report(), err=True)
            sys.exit(1)
        except BrokenPipeError:
            sys.exit(0)
        except OSError as error:
            raise click.ClickException(f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")) from None

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """KR 16 Field Reference: check the data, price things, build the site, print cards and sheets."""
    # Nearly all that a command makes it needs to its end: looking for garbage seldom is a tenth of its time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@main.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@told
def check(files: tuple[Path, ...]) -> None:
    """Check the data, or the named variant or force files."""
    here = project()
    if files:
        collected(files, lambda path: click.echo(f"{path}: no problems, {_checked(here, path)}"))
        return
    from . import game, pages, variants

    core = game.load_core(here)
    games = collected(["core", *variants.ids(here)], lambda id: pages.checked(here, id, core))
    click.echo("\n".join(f"{one.title} {one.rules.ruleset.version if one.base is None else one.chain[-1].variant.version}: no problems" for one in games))


def _checked(here: Path, path: Path) -> str:
    """Check one file, and return what it holds."""
    from . import force, game, pages, source

    values = source.read(path).values
    if "units" in values or "force" in values:
        current = game.load(here, values["rules"]) if isinstance(values.get("rules"), str) else game.load(here)
        count = len(force.load(path, current, str(path)).units)
        return f"{count} unit{'' if count == 1 else 's'}"
    count = len(pages.checked(here, path).edits)
    return f"{count} change{'' if count == 1 else 's'}"


@main.command()
@click.argument("ids", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@click.option("--variant", metavar="ID", default="core", help="Under a variant's rules.")
@told
def points(ids: tuple[str, ...], as_json: bool, variant: str) -> None:
    """Price items, with the working line by line; without ID every item, computed beside printed."""
    from . import game
    from .context import costs

    items = {item["id"]: item for item in costs.priced(game.load(project(), variant))}
    for id in ids:
        if id not in items:
            raise click.UsageError(f"unknown item '{id}'{suggestion(id, items)}")
    chosen = [items[id] for id in ids] if ids else list(items.values())
    if as_json:
        click.echo(json.dumps([costs.as_json(item) for item in chosen], ensure_ascii=False, indent=1))
    elif ids:
        click.echo("\n\n".join(costs.as_working(item) for item in chosen))
    else:
        click.echo(costs.as_table(chosen))


@main.command()
@click.option("-d", "--directory", default="site", type=click.Path(path_type=Path, file_okay=False), help="Where to put it.  [site]")
@click.option("--variant", metavar="ID", help="Only this variant, at the root.")
@click.option("--no-pdf", is_flag=True, help="Leave the sheets and cards out (needs no Pango).")
@told
def build(directory: Path, variant: str | None, no_pdf: bool) -> None:
    """Build the whole site with its PDFs and JSON: core, and each variant below it."""
    here = project()
    from . import game, pages, site, variants

    ids, core = [variant] if variant else ["core", *variants.ids(here)], game.load_core(here)
    games = collected(ids, lambda id: pages.checked(here, id, core))
    try:
        pdfs = {} if no_pdf else _pdfs(here, games)
        parts = [site.Part(one, pdfs.get(one.id, {}), root=one is games[0]) for one in games]
        count = site.build(here, here / directory, parts)
    except site.NotOurs as error:
        raise click.UsageError(str(error)) from None
    except site.BuildFailed as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{directory}: {count} pages, {sum(len(part.pdfs) for part in parts)} PDFs")


def collected(items, load) -> list:
    """Return what `load` gives for each item; raise Refused with the problems of all."""
    found, problems = [], []
    for item in items:
        try:
            found.append(load(item))
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)
    return found


def _pdfs(here: Path, games: list[Game]) -> dict[str, dict[str, Path]]:
    """Make the PDFs of each game, two games at a time."""
    from concurrent.futures import ProcessPoolExecutor

    from .pdf.publish import publish

    echo = _told_on_a_terminal if sys.stderr.isatty() else None
    if len(games) == 1:
        return {games[0].id: publish(games[0], here, echo)}
    with ProcessPoolExecutor(max_workers=2) as pool:
        jobs = {one.id: pool.submit(publish, one, here, echo) for one in games}
        return {id: job.result() for id, job in jobs.items()}


def _told_on_a_terminal(line: str) -> None:
    click.echo(line, err=True)


@main.command()
@click.option("-a", "--address", default="127.0.0.1:8000", metavar="HOST:PORT", help="Where to serve it.  [127.0.0.1:8000]")
@told
def serve(address: str) -> None:
    """Serve the site locally; it follows changes in data, templates and docs."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise click.UsageError(f"not an address (got '{address}'); write HOST:PORT, such as 127.0.0.1:8000")
    here = project()
    from . import serve as server

    server.serve(here, host, int(port))


@main.group()
def variant() -> None:
    """House rules: start a variant, or see what one changes."""


@variant.command()
@click.argument("id")
@told
def new(id: str) -> None:
    """Start a house-rule variant: write data/variants/ID.yaml, to be edited."""
    here = project()
    from . import game, scaffold

    path = scaffold.start(here, id, game.load(here))
    click.echo(f"{path.relative_to(here)}: edit it, then run kr16 check, and kr16 build or kr16 serve to see it")


@variant.command()
@click.argument("id")
@click.option("--since", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="An older version of the variant's file to compare with.")
@told
def diff(id: str, since: Path | None) -> None:
    """Print what a variant changes: old, new, why, and the prices that follow."""
    here = project()
    if id == "core":
        raise click.UsageError("core is the rulebook itself; name a variant")
    from . import game
    from .context import changes

    current = game.load(here, id)

    click.echo(changes.since(current, game.load_file(here, since)) if since else changes.as_text(current))


for printed in (cli_print.cards, cli_print.sheet, cli_print.calibration):
    printed.callback = told(printed.callback)
    main.add_command(printed)


if __name__ == "__main__":
    main()
