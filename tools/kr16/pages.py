"""A game and the words in docs/ → every page of its site as Markdown. A pure function but for reading files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, TemplateError
from markupsafe import Markup

from . import live, render, rolls
from .context import costs, reference, tables
from .context.cards import chart_rows
from .errors import Place, Problem, Refused, suggestion
from .game import Game

EXPRESSION = re.compile(r"\{\{\s*(\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)+)\s*\}\}")


@dataclass(frozen=True)
class Page:
    """One page: its address in docs/, its Markdown, and the file a person edits to change it."""

    uri: str
    text: str
    source: str


def pages(game: Game, project: Path, pdfs: Collection[str] = ()) -> list[Page]:
    """Return every page of a site, with links to those PDFs that are made; raise Refused with every mistake in the pages' live numbers."""
    environment, words, found, problems = render.environment(project), costs.vocabulary(game), [], []
    for path in sorted((project / "docs").rglob("*.md")):
        uri = path.relative_to(project / "docs").as_posix()
        try:
            found.append(Page(uri, written(path.read_text(encoding="utf-8"), uri, Blocks(game, environment, uri, words, pdfs)), f"docs/{uri}"))
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)
    for uri, context in reference.PAGES.items():
        text = render.render(environment, "site/reference.md.j2", page=context(game), link=linker(uri), markdown=render.markdown)
        found.append(Page(uri, text, "templates/site/reference.md.j2"))
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
        return blocks.environment.from_string(prepared).render(blocks.names())
    except (TemplateError, TypeError, LookupError) as error:
        line = getattr(error, "lineno", None) or _line(error) or 1
        raise Refused([Problem(Place(f"docs/{uri}", line), "", f"cannot be filled in ({error})")]) from None


def _line(error: BaseException) -> int | None:
    trace, line = error.__traceback__, None
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "<template>" else line
        trace = trace.tb_next
    return line


def linker(uri: str):
    """Return a function from an address in docs/ (`reference/weapons.md#minigun`) to a link on the page `uri`."""
    here = address(uri)

    def link(target: str) -> str:
        path, _, anchor = target.partition("#")
        way = posixpath.relpath(address(path) or ".", here or ".")
        way = "./" if way == "." else way + ("/" if path.endswith(".md") else "")
        return f"#{anchor}" if anchor and path == uri else way + (f"#{anchor}" if anchor else "")

    return link


def address(uri: str) -> str:
    """Return where a file of docs/ is published: `rules/orders.md` at `rules/orders`."""
    if not uri.endswith(".md"):
        return uri
    return uri.removesuffix("index.md").rstrip("/") if uri.endswith("index.md") else uri.removesuffix(".md")


class Blocks:
    """What a page of docs/ may call: tables, charts, dice, diagrams, workings, readings, rolls."""

    def __init__(self, game: Game, environment: Environment, uri: str, words: dict, pdfs: Collection[str] = ()):
        self.game, self.environment, self.words, self.pdfs, self.link = game, environment, words, pdfs, linker(uri)

    def names(self) -> dict:
        return {name: getattr(self, name) for name in dir(self) if not name.startswith("_") and name not in ("game", "environment", "words", "pdfs", "names")}

    def _macro(self, template: str, name: str, *arguments: object, **named: object) -> Markup:
        return Markup(getattr(self.environment.get_template(template).module, name)(*arguments, **named))

    def _known(self, what: str, id: str, known) -> str:
        if id not in known:
            raise LookupError(f"unknown {what} '{id}'{suggestion(id, known)}")
        return id

    def live(self, path: str) -> Markup:
        return render.markdown(live.live(self.words, path))

    def table(self, name: str) -> Markup:
        known = tables.TABLES | {"points_infantry": costs.points_infantry, "points_vehicle": costs.points_vehicle, "prices": costs.prices}
        return self._macro("macros/table.html.j2", "table", known[self._known("table", name, known)](self.game), self.link)

    def chart(self, id: str) -> Markup:
        charts = self.game.rules.damage_charts
        found = chart_rows(charts[self._known("damage chart", id, charts)], self.game, ("damage_charts", id, "rows"))
        rows = [(row["id"], [tables.cell(row["roll"]), tables.cell(row["name"]), tables.cell(row["effect"])]) for row in found["rows"]]
        return self._macro("macros/table.html.j2", "table", tables.table(f"chart-{id}", found["name"], [("Roll", "roll"), ("Result", "name"), ("Effect", "text")], rows), self.link)

    def dice(self, thrown: list[int]) -> Markup:
        return Markup(" ").join(self._macro("macros/dice.html.j2", "die", one) for one in thrown)

    def diagram(self, name: str) -> Markup:
        svg = self.environment.get_template(f"diagrams/{name}.svg.j2").render(live=lambda path: live.live(self.game.rules, path))
        return Markup(f'<figure class="kr-diagram">\n{Markup(re.sub(chr(10) + "+", chr(10), svg.strip()))}\n</figure>')

    def working(self, id: str) -> Markup:
        found = costs.working_of(id, self.game)
        if found is None:
            raise LookupError(f"no working for '{id}': its statistics are not printed")
        return self._macro("macros/record.html.j2", "working", costs.working(found), "Points, line by line")

    def readings(self) -> Markup:
        return Markup(self.environment.get_template("site/readings.md.j2").render(topics=readings(self.game, self.words), link=self.link, markdown=render.markdown))

    def reading(self, id: str) -> Markup:
        found = self.game.rules.readings
        text = live.fill(found[self._known("reading", id, found)].reading, self.words, ("readings", id))
        return Markup('<aside class="kr-reading"><p>{} <a href="{}">Our reading</a></p></aside>').format(text, self.link(f"rules/gaps.md#{id}"))

    def needed(self, grade: str, order: str | None = None, cover: str | None = None, weapon: str | None = None) -> str:
        abilities = self.game.rules.weapons[weapon].abilities if weapon else []
        return rolls.spoken(rolls.to_hit(grade, self.game.rules, cover, abilities, order))

    def command_needed(self, grade: str, order: str, shaken: bool = False, abilities: tuple[str, ...] = ()) -> str:
        return rolls.spoken(rolls.command(grade, order, self.game.rules, shaken, abilities))

    def vehicle_command_needed(self, grade: str) -> str:
        return rolls.spoken(rolls.vehicle_command(grade, self.game.rules))

    def pdf(self, uri: str, label: str) -> Markup:
        return Markup("[{}]({})").format(label, posixpath.basename(uri)) if uri in self.pdfs else Markup("{} (left out of this copy of the site)").format(label)

    def icon_credits(self) -> Markup:
        return Markup(self.environment.get_template("site/icon-credits.md.j2").render(icons=icons(Path(self.environment.loader.searchpath[0])), markdown=render.markdown))


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
    from .source import read

    found = read(templates / "icons" / "icons.yaml", "templates/icons/icons.yaml").values
    return [{"id": id, **credit} for id, credit in found.items()]
