"""A game and the words in docs/ → every page of its site as Markdown. A pure function but for reading files."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, TemplateError

from . import houses, live, render
from .blocks import Blocks, Site
from .context import changes, marks, reference
from .errors import Place, Problem, Refused
from .game import Game
from .links import linker

EXPRESSION = re.compile(r"\{\{\s*(\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)+)\s*\}\}")
CHANGES = "changes.md"


@dataclass(frozen=True)
class Page:
    """One page: its address in docs/, its Markdown, and the file a person edits to change it."""

    uri: str
    text: str
    source: str


def pages(game: Game, project: Path, pdfs: Collection[str] = ()) -> list[Page]:
    """Return every page of a site, with links to those PDFs that are made; raise Refused with every mistake in the pages' live numbers."""
    environment = render.environment(project)
    texts = {path.relative_to(project / "docs").as_posix(): path.read_text(encoding="utf-8") for path in sorted((project / "docs").rglob("*.md"))}
    site, texts, found, problems = Site(game, environment, pdfs), houses.moved_in(game, texts), [], []
    for uri, house in texts.items():
        try:
            found.append(Page(uri, written(house.text, uri, Blocks(site, uri, house.houses)), house.source))
        except Refused as refused:
            problems += houses.blame(refused.problems, game, house.text) if game.base else refused.problems
    if problems:
        raise Refused(problems)
    return [*found, *_made(game, environment)]


def _made(game: Game, environment: Environment) -> list[Page]:
    """Return the pages that are made from data alone."""
    found = []
    for uri, context in reference.PAGES.items():
        page = marks.page(context(game), context(game.base)) if game.base else context(game)
        text = render.render(environment, "site/reference.md.j2", page=page, link=linker(uri), markdown=render.markdown)
        found.append(Page(uri, text, "templates/site/reference.md.j2"))
    if game.base:
        text = render.render(environment, "site/changes.md.j2", game=game, changes=changes.changes(game), sections=changes.sections(game), moved=changes.moved_prices(game), link=linker(CHANGES), markdown=render.markdown)
        found.append(Page(CHANGES, text, "templates/site/changes.md.j2"))
    return found


def written(text: str, uri: str, blocks: Blocks) -> str:
    """Return a page of docs/ with its live numbers, tables and diagrams in place."""
    problems: list[Problem] = []

    def call(match: re.Match) -> str:
        path = match[1]
        try:
            live.live(blocks.words, path)
        except live.UnknownPath as error:
            before = text[: match.start()]
            place = Place(f"docs/{uri}", before.count("\n") + 1, match.start() - (before.rfind("\n") + 1) + 1)
            problems.append(Problem(place, path, str(error)))
        return f'{{{{ live("{path}") }}}}'

    prepared = EXPRESSION.sub(call, text)
    if problems:
        raise Refused(problems)
    try:
        return blocks.jinja.from_string(prepared).render(blocks.names())
    except (TemplateError, TypeError, LookupError) as error:
        line = getattr(error, "lineno", None) or _line(error) or 1
        raise Refused([Problem(Place(f"docs/{uri}", line), "", f"cannot be filled in ({error})")]) from None


def _line(error: BaseException) -> int | None:
    trace, line = error.__traceback__, None
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "<template>" else line
        trace = trace.tb_next
    return line


