"""What all pages of one site share: the game, the templates, the PDFs made, and what is worked out from them once."""

from __future__ import annotations

import functools
import posixpath
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .context import costs, marks, reference, tables
from .game import Game

if TYPE_CHECKING:
    from jinja2 import Environment

TABLES = tables.TABLES | {"points_infantry": costs.points_infantry, "points_vehicle": costs.points_vehicle, "prices": costs.prices}


class Site:
    """A game as its site shows it.

    `switch` lists the sites that stand together, each with id, title, summary and folder; none if this one stands alone.
    """

    def __init__(self, game: Game, project: Path, pdfs: Collection[str] = (), switch: Sequence[dict] = ()):
        self.game, self.project, self.pdfs, self.switch = game, project, pdfs, switch
        self.way = "../.." if any(one["id"] == game.id and one["folder"] for one in switch) else ""
        self.core = Site(game.base, project, pdfs) if game.base else None
        self.tables: dict[str, dict] = {}

    @functools.cached_property
    def jinja(self) -> Environment:
        """The project's templates, loaded with the first that is filled: a check of the data fills none."""
        from .render import environment

        return self.core.jinja if self.core else environment(self.project)

    def table(self, name: str) -> dict:
        """Return a table, under house rules with each difference from core marked; each is worked out once."""
        if name not in self.tables:
            found = TABLES[name](self.game) if name in TABLES else tables.chart(name, self.game)
            known = self.core and (name in TABLES or name in self.core.game.rules.damage_charts)
            self.tables[name] = marks.table(found, self.core.table(name)) if known else found
        return self.tables[name]

    @functools.cached_property
    def words(self) -> dict:
        """What live numbers may name."""
        return costs.vocabulary(self.game)

    @functools.cached_property
    def reference(self) -> dict[str, dict]:
        """What each reference page shows, under house rules with each difference from core marked."""
        made = {uri: context(self.game) for uri, context in reference.PAGES.items()}
        return {uri: marks.page(page, self.core.reference[uri]) for uri, page in made.items()} if self.core else made

    @functools.cached_property
    def removed(self) -> set[tuple[str, str]]:
        """Reference page and id of each record of core that house rules have removed."""
        return {(posixpath.basename(uri).removesuffix(".md"), record["id"]) for uri, page in self.reference.items() for record in page.get("removed", ())} if self.core else set()
