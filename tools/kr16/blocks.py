"""What a page of docs/ may call: live numbers, tables, charts, dice, diagrams, workings, readings, rolls."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from markupsafe import Markup

from . import live, markup, render, rolls
from .common import TABLES, Site
from .context import changes, costs, marks, tables
from .errors import suggestion
from .game import Game
from .houses import House
from .links import linker
from .source import read


class Blocks:
    """The functions of one page. Under house rules each result that differs from core's is marked."""

    def __init__(self, site: Site, uri: str, houses: Sequence[House] = ()):
        self._game, self.jinja, self._pdfs = site.game, site.jinja, site.pdfs
        self._site, self._uri, self._houses, self._link = site, uri, houses, linker(uri)
        self._core = Blocks(site.core, uri) if site.core else None

    @property
    def words(self) -> dict:
        """What live numbers may name."""
        return self._site.words

    def names(self) -> dict:
        """Return what a page may call, by name."""
        return {name: getattr(self, name) for name in dir(self) if not name.startswith("_") and name not in ("jinja", "words", "names")}

    def _macro(self, template: str, name: str, *arguments: object) -> Markup:
        return Markup(getattr(self.jinja.get_template(template).module, name)(*arguments))

    def _known(self, what: str, id: str, known: Collection[str]) -> str:
        if id not in known:
            raise LookupError(f"unknown {what} '{id}'{suggestion(id, known)}")
        return id

    def _marked(self, text: str, of: Callable[[Blocks], str]) -> Markup:
        """Return text as Markdown shows it, with core's beside it where that differs."""
        was = self._was(text, of)
        if was != text:
            return Markup('<ins class="kr-changed">{}</ins> <del class="kr-was">{}</del>').format(render.markdown(text), render.markdown(was))
        return render.markdown(text)

    def _was(self, text: str, of: Callable[[Blocks], str]) -> str:
        if self._core is None:
            return text
        try:
            return of(self._core)
        except LookupError:
            return text

    def _filled(self, text: str, here: tuple[str, ...]) -> Markup:
        """Return a text of the data as HTML, each live number marked where it differs from core's."""
        found, end = Markup(""), 0
        for match in live.LIVE.finditer(text):
            path = match["inside"].strip()
            found += render.html(text[end : match.start()]) + self.live(".".join((*here, path[1:])) if path.startswith(".") else path)
            end = match.end()
        return found + render.html(text[end:])

    def live(self, path: str) -> Markup:
        return self._marked(live.live(self.words, path), lambda blocks: live.live(blocks.words, path))

    def table(self, name: str) -> Markup:
        return self._macro("macros/table.html.j2", "table", self._site.table(self._known("table", name, TABLES)), self._link)

    def chart(self, id: str) -> Markup:
        return self._macro("macros/table.html.j2", "table", self._site.table(self._known("damage chart", id, self._game.rules.damage_charts)), self._link)

    def dice(self, thrown: list[int]) -> Markup:
        return Markup(" ").join(self._macro("macros/dice.html.j2", "die", one) for one in thrown)

    def diagram(self, name: str) -> Markup:
        paths: dict[str, None] = {}

        def number(path: str) -> str:
            paths[path] = None
            return live.live(self.words, path)

        svg = self.jinja.get_template(f"diagrams/{name}.svg.j2").render(live=number)
        changed = [path for path in paths if (text := live.live(self.words, path)) != self._was(text, lambda blocks: live.live(blocks.words, path))]
        told = Markup(", ").join(Markup("{}: {}").format(changes.label(path, self._game), self.live(path)) for path in changed)
        caption = Markup("<figcaption>{}</figcaption>\n").format(told) if told else ""
        return Markup("<figure class=\"kr-diagram\">\n{}\n{}</figure>").format(Markup(re.sub(r"\n+", "\n", svg.strip())), caption)

    def working(self, id: str) -> Markup:
        found = costs.working_of(id, self._game)
        if found is None:
            raise LookupError(f"no working for '{id}': its statistics are not printed")
        return self._macro("macros/record.html.j2", "working", marks.working(costs.working(found), self._old_working(id)), "Points, line by line")

    def _old_working(self, id: str) -> dict | None:
        try:
            old = costs.working_of(id, self._game.base) if self._game.base else None
        except LookupError:
            old = None
        return costs.working(old) if old else None

    def readings(self) -> Markup:
        return Markup(render.render(self.jinja, "site/readings.md.j2", topics=self._topics(), link=self._link, markdown=render.markdown))

    def _topics(self) -> list[dict]:
        """Return the gaps and readings by topic (every contradiction of the rulebook); what it prints is told in core's numbers."""
        topics: dict[str, list[dict]] = {}
        for id, reading in self._game.rules.readings.items():
            here = ("readings", id)
            texts = {key: self._filled(getattr(reading, key), here) for key in ("reading", "why")}
            printed = self._core if self._core and id in self._core._game.rules.readings else self
            texts |= {key: live.fill(getattr(reading, key), printed.words, here) for key in ("kind", "cite", "rulebook")}
            topic = posixpath.basename((reading.see or "rules/index.md").partition("#")[0]).removesuffix(".md")
            topics.setdefault(topic, []).append({"id": id, "see": reading.see or "", "title": live.fill(reading.title, self.words, here)} | texts)
        return [{"id": f"on-{topic}", "name": topic.replace("-", " ").capitalize(), "readings": found} for topic, found in topics.items()]

    def reading(self, id: str) -> Markup:
        found = self._game.rules.readings
        if id not in found and self._game.base and id in self._game.base.rules.readings:
            return Markup("")
        text = self._filled(found[self._known("reading", id, found)].reading, ("readings", id))
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
        return Markup(render.render(self.jinja, "site/icon-credits.md.j2", icons=icons(self._site.project / "templates"), markdown=render.markdown))

    def new_modifiers(self) -> Markup:
        """Rows, in Markdown, for modifiers to hit that house rules add to those that the page lists."""
        return self._new_rows(tables.modifiers(self._game), "| {} <span class=\"kr-new\">new</span> | {} |")

    def new_crews(self) -> Markup:
        """List items, in Markdown, for grades that house rules add: on what their crews act."""
        return self._new_rows([("grades", id, grade.name, rolls.spoken(rolls.vehicle_command(id, self._game.rules))) for id, grade in self._game.rules.grades.items()], "- {} <span class=\"kr-new\">new</span>: {}")

    def _new_rows(self, rows: list[tuple[str, str, str, str]], form: str) -> Markup:
        base = self._game.base.rules if self._game.base else self._game.rules
        return Markup("\n").join(Markup(form).format(render.markdown(name), render.markdown(text)) for table, id, name, text in rows if id not in getattr(base, table))

    def house_rules(self) -> Markup:
        """The sets of house rules that stand beside these rules, with the way to each."""
        root = posixpath.join(self._link("index.md"), self._site.way)
        found = [one | {"href": posixpath.join(root, one["folder"], "")} for one in self._site.switch if one["folder"]]
        return Markup(render.render(self.jinja, "site/house-rules.md.j2", found=found, here=self._game.id))

    def example(self, name: str) -> Markup:
        """An example of a variant's file, in the rulebook's numbers."""
        words = (self._core or self).words

        def number(path: str) -> object:
            value = live.look(words, path)
            return Markup(value) if isinstance(value, str) else value

        text = render.render(self.jinja, f"variants/examples/{name}.yaml.j2", live=number, base=f"core {self._game.rules.ruleset.version}")
        return Markup("```yaml\n{}\n```").format(Markup(text.strip()))

    def title(self) -> Markup:
        return render.markdown(self._houses[0].title)

    def house(self, index: int) -> Markup:
        house = self._houses[index]
        return self._macro("macros/house.html.j2", "house", house, Markup(markup.html(house.text, self.live, self._link, "page" if house.how == "page" else "section")), self._rulebook(house.anchor))

    def _rulebook(self, anchor: str) -> str:
        """Return the way to the section that a house rule replaces, in core's own site, if that stands above this one."""
        if not self._site.way:
            return ""
        return posixpath.normpath(posixpath.join(self._link("index.md"), self._site.way, linker("index.md")(self._uri))) + f"/#{anchor}"


def icons(templates: Path) -> list[dict]:
    """Return the credit of each icon: id, author, licence, source."""
    found = read(templates / "icons" / "icons.yaml", "templates/icons/icons.yaml").values
    return [{"id": id, **credit} for id, credit in found.items()]
