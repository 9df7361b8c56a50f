"""A game and the words in docs/ → every page of its site as Markdown. A pure function but for reading files."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from . import game as games
from . import houses, lists, markup, sections
from .common import Site
from .context import changes, reference
from .errors import Problem, Refused
from .game import Game, Tried
from .links import linker
from .source import Source

if TYPE_CHECKING:
    from .blocks import Blocks

TO_RECORD = re.compile(r"\[[^\]\n]+\]\((?:\.\./)*reference/([a-z-]+)\.md#([a-z0-9-]+)\)")
CHANGES = "changes.md"


@dataclass(frozen=True)
class Page:
    """One page: its address in docs/, its Markdown, and the file a person edits to change it."""

    uri: str
    text: str
    source: str


def checked(project: Path, name: str | Path, core: tuple[Game, Source] | None = None) -> Game:
    """Return the game of an id or of a variant's file; raise Refused with every mistake in data, words and their places."""
    if name == "core":
        game, found = core or games.load_core(project)
        texts = houses.moved_in((), docs(project))[0]
        problems = lists.wrong(project, game.rules, found, anchors(texts, game)) if texts else []
    else:
        tried = games.tried_file(project, name) if isinstance(name, Path) else games.tried(project, name, core)
        game, problems = tried.game, [*tried.problems, *wrong(tried, project)]
    if problems:
        raise Refused(problems)
    return game


def anchors(texts: dict[str, houses.Text], game: Game) -> dict[str, set[str]]:
    """Return the anchors of each page, by its address in docs/."""
    found = {uri: {*sections.anchors(text.text), *(anchor for house in text.houses for anchor in (*house.lost, *(markup.anchors(house.text) if house.how == "page" else ())))} for uri, text in texts.items()}
    return found | {uri: set(ids(game)) for uri, ids in reference.IDS.items()}


def wrong(tried: Tried, project: Path) -> list[Problem]:
    """Return the mistakes in a variant's words: no place for them, no such number, pages that tell of what is gone."""
    game = tried.game
    if game.base is None:
        return []
    texts, problems = houses.moved_in(game.chain, docs(project))
    if not tried.sound:
        return problems
    site = Site(game, project)
    ends = anchors(texts, game) | {CHANGES: set()}
    for one in game.chain:
        problems += [*houses.numbers(one, site.words, tried.left_out), *houses.links(one, ends)]
    edited = {edit.path.split(".")[1] for edit in game.edits if edit.path.startswith("readings.")}
    problems += [Problem(houses.place(game.chain, "readings", id, "see"), f"readings.{id}.see", message) for id, message in lists.lost(game.rules, ends) if id in edited]
    return [*problems, *lost(site, texts, project)]


def lost(site: Site, texts: dict[str, houses.Text], project: Path) -> list[Problem]:
    """Return the mistakes of pages that name what house rules have removed, as mistakes of the variant's file."""
    gone = "|".join(re.escape(edit.path.rsplit(".", 1)[-1]) for edit in site.game.edits if edit.kind == "remove")
    named = re.compile(rf"""["'.]({gone})\b""") if gone else None
    telling = {uri: text for uri, text in texts.items() if named and named.search(text.text)}
    return laid(_docs(site, telling)[1], site, texts, project) if telling else []


def laid(found: list[Problem], site: Site, texts: dict[str, houses.Text], project: Path) -> list[Problem]:
    """Return mistakes of pages as those of the variant's file that makes them, unless core's own pages have some."""
    if not found or site.core is None:
        return found
    return _docs(site.core, houses.moved_in((), docs(project))[0])[1] or houses.blame(found, site.game.chain[-1], texts)


def pages(game: Game, project: Path, pdfs: Collection[str] = (), switch: Sequence[dict] = ()) -> list[Page]:
    """Return every page of a site, with links to those PDFs that are made; raise Refused with every mistake in the pages' live numbers.

    `switch` lists the sites that stand together (see blocks.Site).
    """
    site = Site(game, project, pdfs, switch)
    texts, problems = houses.moved_in(game.chain, docs(project))
    found, missed = _docs(site, texts, site.removed) if not problems else ([], [])
    problems += laid(missed, site, texts, project)
    if problems:
        raise Refused(problems)
    return [*found, *_made(site, texts)]


def docs(project: Path) -> dict[str, str]:
    """Return the words in docs/, by their address there."""
    return {path.relative_to(project / "docs").as_posix(): path.read_text(encoding="utf-8") for path in sorted((project / "docs").rglob("*.md"))}


def _docs(site: Site, texts: dict[str, houses.Text], removed: Collection[tuple[str, str]] = ()) -> tuple[list[Page], list[Problem]]:
    # Not at the top: a check of the data fills no page, and need not load what fills them.
    from .blocks import Blocks

    found, problems = [], []
    for uri, house in texts.items():
        text, missed = written(house.text, uri, Blocks(site, uri, house.houses), removed)
        problems += missed
        found.append(Page(uri, text, house.source))
    return found, problems


def _made(site: Site, texts: dict[str, houses.Text]) -> list[Page]:
    """Return the pages that are made from data alone."""
    from . import render

    found, game = [], site.game
    for uri, page in site.reference.items():
        text = render.render(site.jinja, "site/reference.md.j2", page=page, former=reference.former(uri, game), link=linker(uri), markdown=render.markdown)
        found.append(Page(uri, text, "templates/site/reference.md.j2"))
    if game.base:
        text = render.render(site.jinja, "site/changes.md.j2", game=game, changes=changes.changes(game), sections=houses.told(texts), moved=changes.moved_prices(game), link=linker(CHANGES), markdown=render.markdown)
        found.append(Page(CHANGES, text, "templates/site/changes.md.j2"))
    return found


def written(text: str, uri: str, blocks: Blocks, removed: Collection[tuple[str, str]] = ()) -> tuple[str, list[Problem]]:
    """Return a page of docs/ with its live numbers, tables and diagrams in place, and every mistake in it."""
    from . import calls

    return calls.filled(gone(text, removed), f"docs/{uri}", blocks.live, blocks.names())


def gone(text: str, removed: Collection[tuple[str, str]]) -> str:
    """Return a page's text with a mark after each link to a record that house rules have removed."""
    return TO_RECORD.sub(lambda match: match[0] + GONE if (match[1], match[2]) in removed else match[0], text) if removed else text


GONE = Markup(' <span class="kr-removed">(not in these rules)</span>')
