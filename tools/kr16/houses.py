"""The words in docs/ and a chain of variants → the pages' texts with house rules in their places."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from . import live, markup, sections
from .errors import Place, Problem, suggestion
from .variants import Found


CREDITS = "credits.md"


@dataclass(frozen=True)
class House:
    """One house rule: its Markdown, whose it is, how it stands to the rulebook's section, and why."""

    text: str
    title: str
    how: str
    why: str
    anchor: str = ""
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """A page's text with `{{ house(n) }}` where its n-th house rule goes."""

    text: str
    source: str
    houses: tuple[House, ...] = ()


def moved_in(chain: Iterable[Found], texts: dict[str, str]) -> tuple[dict[str, Text], list[Problem]]:
    """Return every page's text, house rules in place, new pages added; and each house rule that has no place."""
    found, problems = {uri: Text(text, f"docs/{uri}") for uri, text in texts.items()}, []
    for one in chain:
        problems += _pages(one, found)
        problems += _sections(one, found)
    return found, problems


def numbers(one: Found, words: dict, left_out: Collection[str] = ()) -> list[Problem]:
    """Return each live number in a variant's texts that names nothing, but for what was left out for a mistake of its own."""
    problems = []
    for path, text in written(one):
        for match in live.LIVE.finditer(text):
            try:
                live.fill(match[0], words)
            except live.UnknownPath as error:
                if any(_within(match["inside"].strip(), known) for known in left_out):
                    continue
                problems.append(Problem(one.source.place(path), ".".join(path), str(error)))
    return problems


def _within(path: str, known: str) -> bool:
    """Say whether a path leads to a record, into it or to its price."""
    return f"{path}.".startswith((f"{known}.", *(f"{price}.{known.rpartition('.')[2]}." for price in ("price", "computed", "printed"))))


def links(one: Found, anchors: dict[str, set[str]]) -> list[Problem]:
    """Return each link in a variant's texts to a page or section that is not there; `anchors` holds each page's."""
    problems = []
    for path, text in written(one):
        for target in markup.pages(text):
            page, _, anchor = target.partition("#")
            here = page or next((uri for uri in candidates(path[1].rpartition(".")[0]) if uri in anchors), "")
            if page and page not in anchors:
                problems.append(Problem(one.source.place(path), ".".join(path), f"a link to no page (got '{target}'){suggestion(page, anchors)}"))
            elif anchor and here and anchor not in anchors[here]:
                problems.append(Problem(one.source.place(path), ".".join(path), f"a link to no section (got '{target}'){suggestion(anchor, anchors[here])}"))
    return problems


def place(chain: Sequence[Found], *path: str) -> Place:
    """Return where the last variant that adds or changes a value says so; where none does, the beginning of the last one's file."""
    ways = ("add", *path), ("change", ".".join(path), "to")
    return next((one.source.places[way] for one in reversed(chain) for way in ways if way in one.source.places), chain[-1].source.place(()))


def written(one: Found) -> list[tuple[tuple[str, ...], str]]:
    """Return each text of a variant with its path in the file."""
    found = [(("rules", address, "replace" if section.replace else "append"), section.replace or section.append) for address, section in one.sections.items()]
    return found + [(("rules", "pages", str(index), "text"), page.text) for index, page in one.pages.items()]


def told(texts: dict[str, Text]) -> list[dict]:
    """Return the house rules among the pages' words, in the pages' order, each with the way to it."""
    ways = {"replace": "replaced", "append": "added to", "page": "new page"}
    found = []
    for uri, page in texts.items():
        for house in page.houses:
            name = house.title if house.how == "page" else f"{sections.title(page.text)}: {sections.title(page.text, house.anchor)}"
            found.append({"href": f"{uri}#{house.anchor}".rstrip("#"), "name": name, "how": ways[house.how], "why": house.why})
    return found


def candidates(page: str) -> tuple[str, ...]:
    """Return the pages that a name may mean: `shooting` is rules/shooting.md, `play` is play/index.md."""
    return (f"rules/{page}.md", f"{page}/index.md", f"{page}.md")


def named(uri: str) -> str:
    """Return the name by which a page is meant."""
    return uri.removeprefix("rules/").removesuffix(".md").removesuffix("/index")


def _sections(one: Found, found: dict[str, Text]) -> list[Problem]:
    problems, texts, whole = [], dict(written(one)), {uri: text.text for uri, text in found.items()}
    for address, section in sorted(one.sections.items(), key=lambda item: (item[1].replace is None, depth(item[0], whole))):
        page, dot, anchor = address.rpartition(".")
        place, path = one.source.keys[("rules", address)], f"rules.{address}"
        uri = next((uri for uri in candidates(page) if uri in found), None)
        if not dot:
            places = [f"{named(uri)}.{address}" for uri, text in found.items() if address in sections.anchors(text.text)]
            problems.append(Problem(place, path, f"not a page and a section (got '{address}'); write {' or '.join(places) or 'both, such as shooting.shaken'}"))
        elif uri == CREDITS:
            problems.append(Problem(place, path, "whose work this is stays as it is; write on another page, or a page of your own"))
        elif uri is None:
            problems.append(Problem(place, path, f"no such page (got '{page}'){suggestion(page, map(named, found))}"))
        elif above := next((house.anchor for house in found[uri].houses if anchor in house.lost and anchor in sections.anchors(whole[uri])), None):
            problems.append(Problem(place, path, f"part of '{page}.{above}', which is replaced too; keep one"))
        elif anchor not in (known := sections.anchors(found[uri].text)):
            problems.append(Problem(place, path, f"no such section on the page '{page}' (got '{anchor}'){suggestion(anchor, known)}"))
        else:
            how = "replace" if section.replace else "append"
            found[uri] = _with(found[uri], House(texts[("rules", address, how)], one.variant.title, how, section.why or "", anchor))
    return problems


def depth(address: str, texts: dict[str, str]) -> int:
    """Return how deep a section stands in its page, 0 if it is nowhere."""
    page, _, anchor = address.rpartition(".")
    uri = next((uri for uri in candidates(page) if uri in texts), None)
    return next((span.level for span in sections.spans(texts[uri]) if span.anchor == anchor), 0) if uri else 0


def _with(page: Text, house: House) -> Text:
    call = f"{{{{ house({len(page.houses)}) }}}}"
    if house.how == "append":
        return replace(page, text=sections.appended(page.text, house.anchor, call), houses=(*page.houses, house))
    text = sections.replaced(page.text, house.anchor, call)
    kept = sections.anchors(text)
    lost = tuple(a for a in sections.anchors(page.text) if a not in kept)
    return replace(page, text=text, houses=(*page.houses, replace(house, lost=lost)))


def _pages(one: Found, found: dict[str, Text]) -> list[Problem]:
    problems = []
    for index, page in one.pages.items():
        path, uri = ("rules", "pages", str(index)), f"rules/{page.id}.md"
        if any(uri in found for uri in candidates(page.id)):
            problems.append(Problem(one.source.place((*path, "id")), f"{'.'.join(path)}.id", f"there is such a page already (got '{page.id}'); choose another id, or replace its sections"))
            continue
        found[uri] = Text("# {{ title() }}\n\n{{ house(0) }}\n", one.source.places[()].file, (House(page.text, page.title.replace("\n", " "), "page", ""),))
    return problems


def blame(problems: Iterable[Problem], one: Found, texts: dict[str, Text]) -> list[Problem]:
    """Return mistakes in pages of docs/ that only house rules make, as mistakes of the variant's file."""
    mended, told = [], set()
    for problem in problems:
        uri = problem.place.file.removeprefix("docs/")
        spans = [span for span in sections.spans(texts[uri].text) if span.start < problem.place.line <= span.end] if uri in texts else []
        address = f"{named(uri)}.{spans[-1].anchor}" if spans else named(uri)
        fact = problem.message.removeprefix("cannot be filled in (").split(";")[0].removesuffix(")")
        what = f"{problem.path}: {fact}"
        cause = next((path for path in one.variant.remove if path in what or re.search(rf"['.]{re.escape(path.rpartition('.')[2])}\b['.]", what)), None)
        place = one.source.keys[("remove", cause)] if cause else one.source.place(())
        if (cause, address) in told:
            continue
        told.add((cause, address))
        mended.append(Problem(place, cause or "", f"the page '{named(uri)}' still tells of it ({fact}); write a new text under rules: '{address}'"))
    return mended
