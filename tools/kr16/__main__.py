"""The command line: parse, call, print, exit. 0 done, 1 the data is wrong, 2 called wrongly."""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path

import click

from . import game
from .errors import Refused, suggestion


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


def project() -> Path:
    """Return the project in the folder that the command is run in."""
    here = Path.cwd()
    if not (here / "data" / "core").is_dir():
        raise click.UsageError(f"no data/core in {here}; run kr16 in the project's own folder")
    return here


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """KR 16 Field Reference: check the data, price things, build the site, print cards and sheets."""


@main.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@told
def check(files: tuple[Path, ...]) -> None:
    """Check the data, or the named force files."""
    current = game.load(project())
    if not files:
        click.echo(f"{current.rules.ruleset.title} {current.rules.ruleset.version}: no problems")
        return
    from . import force

    problems = []
    for path in files:
        try:
            found = force.load(path, current, str(path))
            click.echo(f"{path}: no problems ({len(found.units)} units)")
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)


@main.command()
@click.argument("ids", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@told
def points(ids: tuple[str, ...], as_json: bool) -> None:
    """Price items, with the working line by line; without ID every item, computed beside printed."""
    from .context import costs

    items = {item["id"]: item for item in costs.priced(game.load(project()))}
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
@click.option("--no-pdf", is_flag=True, help="Leave the sheets and cards out (needs no Pango).")
@told
def build(directory: Path, no_pdf: bool) -> None:
    """Build the whole site, with its PDFs and JSON."""
    here = project()
    current = game.load(here)
    from . import site

    try:
        pdfs = {} if no_pdf else _pdfs(here, current)
        count = site.build(here, here / directory, pdfs)
    except site.NotOurs as error:
        raise click.UsageError(str(error)) from None
    except site.BuildFailed as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{directory}: {count} pages, {len(pdfs)} PDFs")


def _pdfs(here: Path, current: game.Game) -> dict[str, Path]:
    from . import pdf

    return pdf.publish(current, here, echo=lambda line: click.echo(line, err=True) if sys.stderr.isatty() else None)


@main.command()
@click.option("-a", "--address", default="127.0.0.1:8000", help="Address and port.  [127.0.0.1:8000]")
@told
def serve(address: str) -> None:
    """Serve the site locally; it follows changes in data, templates and docs."""
    here = project()
    from . import site

    site.serve(here, address)


if __name__ == "__main__":
    main()
