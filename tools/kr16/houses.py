"""The words in docs/ and a variant's own → the pages' texts with house rules in their places."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import markup, sections
from .context.costs import vocabulary
from .errors import Problem, Refused, suggestion
from .game import Game
from .variants import Found


@dataclass(frozen=True)
class House:
    """One house rule: its Markdown, whose it is, how it stands to the rulebook's section, and why."""

    text: str
    title: str
    how: str
    why: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """A page's text with `{{ house(n) }}` where its n-th house rule goes."""

    text: str
    source: str
    houses: tuple[House, ...] = ()


def moved_in(game: Game, texts: dict[str, str]) -> dict[str, Text]:
    """Return every page's text, house rules in place, new pages added; raise Refused for those that have no place."""
    found = {uri: Text(text, f"docs/{uri}") for uri, text in texts.items()}
    problems, words = [], vocabulary(game) if game.base else {}
    for one in game.chain:
        problems += _sections(one, found, words)
        problems += _pages(one, found, words)
    if problems:
        raise Refused(problems)
    return found


def uri_of(page: str, uris: dict[str, Text]) -> str | None:
    """Return the page that a name means: `shooting` is rules/shooting.md, `play` is play/index.md."""
    return next((uri for uri in (f"rules/{page}.md", f"{page}/index.md", f"{page}.md") if uri in uris), None)


def _sections(one: Found, found: dict[str, Text], words: dict) -> list[Problem]:
    problems = []
    for address, section in one.sections.items():
        page, _, anchor = address.rpartition(".")
        place, uri = one.source.keys[("rules", address)], uri_of(page, found)
        if uri is None:
            known = [uri.removeprefix("rules/").removesuffix(".md").removesuffix("/index") for uri in found]
            problems.append(Problem(place, f"rules.{address}", f"no such page (got '{page}'){suggestion(page, known)}"))
            continue
        if anchor not in (known := sections.anchors(found[uri].text)):
            problems.append(Problem(place, f"rules.{address}", f"no such section on the page '{page}' (got '{anchor}'){suggestion(anchor, known)}"))
            continue
        how = "replace" if section.replace else "append"
        text = section.replace or section.append
        problems += markup.check(text, words, one.source.place(("rules", address, how)), f"rules.{address}.{how}")
        found[uri] = _with(found[uri], anchor, House(text, one.variant.title, how, section.why or ""))
    return problems


def _with(page: Text, anchor: str, house: House) -> Text:
    call = f"{{{{ house({len(page.houses)}) }}}}"
    if house.how == "append":
        return replace(page, text=sections.appended(page.text, anchor, call), houses=(*page.houses, house))
    text = sections.replaced(page.text, anchor, call)
    lost = tuple(a for a in sections.anchors(page.text) if a not in sections.anchors(text))
    return replace(page, text=text, houses=(*page.houses, replace(house, lost=lost)))


def _pages(one: Found, found: dict[str, Text], words: dict) -> list[Problem]:
    problems = []
    for index, page in enumerate(one.pages):
        path, uri = ("rules", "pages", str(index)), f"rules/{page.id}.md"
        if uri in found:
            problems.append(Problem(one.source.place((*path, "id")), f"{'.'.join(path)}.id", f"there is such a page already (got '{page.id}'); choose another id, or replace its sections"))
            continue
        problems += markup.check(page.text, words, one.source.place((*path, "text")), f"{'.'.join(path)}.text")
        title = page.title.replace("\n", " ")
        found[uri] = Text(f"# {{{{ title() }}}}\n\n{{{{ house(0) }}}}\n", one.source.places[()].file, (House(page.text, title, "page", ""),))
    return problems


def blame(problems: list[Problem], game: Game, text: str) -> list[Problem]:
    """Return mistakes in a page of docs/ that only house rules make, as mistakes of the variant's file."""
    last = game.chain[-1]
    mended = []
    for problem in problems:
        page = problem.place.file.removeprefix("docs/").removeprefix("rules/").removesuffix(".md").removesuffix("/index")
        lines = [span for span in sections.spans(text) if span.start < problem.place.line <= span.end]
        anchor = lines[-1].anchor if lines else "…"
        cause = next((e for e in game.edits if e.kind == "remove" and e.path.rsplit(".", 1)[-1] in f"{problem.path} {problem.message}"), None)
        place = last.source.keys.get(("remove", cause.path), last.source.place(())) if cause else last.source.place(())
        mended.append(Problem(place, cause.path if cause else "", f"the page '{page}' still tells of it ({problem.message.split(';')[0]}); write a new text under rules: '{page}.{anchor}'"))
    return mended
