"""What a page of docs/ may call: live numbers, tables, charts, dice, diagrams, workings, readings, rolls."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from . import live, markup, render, rolls
from .context import costs, marks, tables
from .errors import suggestion
from .game import Game
from .houses import House
from .links import linker
from .source import read


class Site:
    """What all pages of a site share: the game, the words that live numbers may name, the templates, the PDFs made."""

    def __init__(self, game: Game, jinja: Environment, pdfs: Collection[str] = ()):
        self.game, self.words, self.jinja, self.pdfs = game, costs.vocabulary(game), jinja, pdfs
        self.core = Site(game.base, jinja, pdfs) if game.base else None


class Blocks:
    """The functions of one page. Under house rules each result that differs from core's is marked."""

    def __init__(self, site: Site, uri: str, houses: Sequence[House] = ()):
        self._game, self.words, self.jinja, self._pdfs = site.game, site.words, site.jinja, site.pdfs
        self._houses, self._link = houses, linker(uri)
        self._core = Blocks(site.core, uri) if site.core else None

    def names(self) -> dict:
        """Return what a page's Jinja may call, by name."""
        return {name: getattr(self, name) for name in dir(self) if not name.startswith("_") and name not in ("jinja", "words", "names")}

    def _macro(self, template: str, name: str, *arguments: object) -> Markup:
        return Markup(getattr(self.jinja.get_template(template).module, name)(*arguments))

    def _known(self, what: str, id: str, known: Collection[str]) -> str:
        if id not in known:
            raise LookupError(f"unknown {what} '{id}'{suggestion(id, known)}")
        return id

    def _marked(self, text: str, of: Callable[[Blocks], str]) -> Markup:
        """Return text as Markdown shows it, with core's beside it where that differs."""
        if self._core is not None:
            try:
                was = of(self._core)
            except LookupError:
                was = text
            if was != text:
                return Markup('<ins class="kr-changed">{}</ins> <del class="kr-was">{}</del>').format(render.markdown(text), render.markdown(was))
        return render.markdown(text)

    def live(self, path: str) -> Markup:
        return self._marked(live.live(self.words, path), lambda blocks: live.live(blocks.words, path))

    def table(self, name: str) -> Markup:
        make = TABLES[self._known("table", name, TABLES)]
        found = marks.table(make(self._game), make(self._game.base)) if self._game.base else make(self._game)
        return self._macro("macros/table.html.j2", "table", found, self._link)

    def chart(self, id: str) -> Markup:
        self._known("damage chart", id, self._game.rules.damage_charts)
        found = tables.chart(id, self._game)
        if self._game.base and id in self._game.base.rules.damage_charts:
            found = marks.table(found, tables.chart(id, self._game.base))
        return self._macro("macros/table.html.j2", "table", found, self._link)

    def dice(self, thrown: list[int]) -> Markup:
        return Markup(" ").join(self._macro("macros/dice.html.j2", "die", one) for one in thrown)

    def diagram(self, name: str) -> Markup:
        svg = self.jinja.get_template(f"diagrams/{name}.svg.j2").render(live=lambda path: live.live(self.words, path))
        return Markup(f'<figure class="kr-diagram">\n{re.sub(chr(10) + "+", chr(10), svg.strip())}\n</figure>')

    def working(self, id: str) -> Markup:
        found = costs.working_of(id, self._game)
        if found is None:
            raise LookupError(f"no working for '{id}': its statistics are not printed")
        return self._macro("macros/record.html.j2", "working", costs.working(found), "Points, line by line")

    def readings(self) -> Markup:
        return Markup(render.render(self.jinja, "site/readings.md.j2", topics=readings(self._game, self.words), link=self._link, markdown=render.markdown))

    def reading(self, id: str) -> Markup:
        found = self._game.rules.readings
        if id not in found and self._game.base and id in self._game.base.rules.readings:
            return Markup("")
        text = live.fill(found[self._known("reading", id, found)].reading, self.words, ("readings", id))
        return Markup('<aside class="kr-reading"><p>{} <a href="{}">Our reading</a></p></aside>').format(text, self._link(f"rules/gaps.md#{id}"))

    def needed(self, grade: str, order: str | None = None, cover: str | None = None, weapon: str | None = None) -> Markup:
        def needed(blocks: Blocks) -> str:
            rules = blocks._game.rules
            return rolls.spoken(rolls.to_hit(grade, rules, cover, rules.weapons[weapon].abilities if weapon else [], order))

        return self._marked(needed(self), needed)

    def command_needed(self, grade: str, order: str, shaken: bool = False, abilities: tuple[str, ...] = ()) -> Markup:
        def needed(blocks: Blocks) -> str:
            return rolls.spoken(rolls.command(grade, order, blocks._game.rules, shaken, abilities))

        return self._marked(needed(self), needed)

    def vehicle_command_needed(self, grade: str) -> Markup:
        def needed(blocks: Blocks) -> str:
            return rolls.spoken(rolls.vehicle_command(grade, blocks._game.rules))

        return self._marked(needed(self), needed)

    def pdf(self, uri: str, label: str) -> Markup:
        return Markup("[{}]({})").format(label, posixpath.basename(uri)) if uri in self._pdfs else Markup("{} (left out of this copy of the site)").format(label)

    def icon_credits(self) -> Markup:
        return Markup(render.render(self.jinja, "site/icon-credits.md.j2", icons=icons(Path(self.jinja.loader.searchpath[0])), markdown=render.markdown))

    def title(self) -> Markup:
        return render.markdown(self._houses[0].title)

    def house(self, index: int) -> Markup:
        house = self._houses[index]
        return self._macro("macros/house.html.j2", "house", house, Markup(markup.html(house.text, self.words, self._link)))


TABLES = tables.TABLES | {"points_infantry": costs.points_infantry, "points_vehicle": costs.points_vehicle, "prices": costs.prices}


def readings(game: Game, words: dict) -> list[dict]:
    """Return the gaps and readings by topic, their live numbers written out (every contradiction of the rulebook)."""
    topics: dict[str, list[dict]] = {}
    for id, reading in game.rules.readings.items():
        texts = {key: live.fill(getattr(reading, key), words, ("readings", id)) for key in ("title", "kind", "cite", "rulebook", "reading", "why")}
        topic = posixpath.basename((reading.see or "rules/index.md").partition("#")[0]).removesuffix(".md")
        topics.setdefault(topic, []).append({"id": id, "see": reading.see or ""} | texts)
    return [{"id": f"on-{topic}", "name": topic.replace("-", " ").capitalize(), "readings": found} for topic, found in topics.items()]


def icons(templates: Path) -> list[dict]:
    """Return the credit of each icon: id, author, licence, source."""
    found = read(templates / "icons" / "icons.yaml", "templates/icons/icons.yaml").values
    return [{"id": id, **credit} for id, credit in found.items()]
