"""A page's HTML and the rules terms → the HTML with each section's first use of a term as a link, and rules links in `<kr-term>`.

`<kr-term>` shows the rule in place (docs/assets/js/kr-term.mjs); without script, and on paper, the link is a link.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from html import unescape

from .game import Game

TOKEN = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.DOTALL)
TAG = re.compile(r"<(/?)([a-z][a-z0-9-]*)")
HREF = re.compile(r'\shref="([^"]*)"')
SECTION = re.compile(r'<h[1-3][^>]*\sid="([^"]*)"')
# Where no term becomes a link: it is one already, or it is not prose.
CLOSED = {"a", "h1", "h2", "h3", "h4", "h5", "h6", "code", "pre", "svg", "script", "style", "table", "figcaption", "button"}
CLOSED_CLASS = re.compile(r'class="(?:kr-record__cite|kr-stats)"')
TABLES = {"orders": "rules/orders.md", "grades": "reference/grades.md", "weapons": "reference/weapons.md", "vehicles": "reference/vehicles.md", "minefields": "rules/mines.md"}
# Names that are also everyday words count only as they are printed, with their capital.
AS_PRINTED = {"orders", "grades"}
# The pages whose sections are rules, and those in whose prose terms are looked for.
RULES, PROSE = ("rules/", "reference/", "play/"), ("rules/", "reference/", "play/", "points/")


def of(game: Game, others: Mapping[str, str]) -> dict[str, str]:
    """Return every term and the address in docs/ of the section that explains it: the records' names, and the others."""
    found = {}
    for table, page in TABLES.items():
        for id, record in getattr(game.rules, table).items():
            found[record.name if table in AS_PRINTED else record.name.lower()] = f"{page}#{id}"
    return found | dict(others)


def linked(html: str, url: str, terms: Mapping[str, str], link: Callable[[str], str]) -> str:
    """Return a page's HTML with its terms as links. `link` turns an address in docs/ into one from this page, which is at `url`."""
    pattern = _pattern(terms)
    made: list[str] = []
    closed: list[str] = []
    seen: set[str] = set()

    def term(match: re.Match) -> str:
        text = match[0]
        href = link(next(terms[form] for form in _forms(text) if form in terms))
        if href in seen:
            return text
        seen.add(href)
        return f'<kr-term><a href="{href}">{text}</a></kr-term>'

    for token in TOKEN.findall(html):
        tag = TAG.match(token)
        if tag is None:
            made.append(token if closed or token.startswith("<") else pattern.sub(term, token))
            continue
        end, name = tag.groups()
        if section := SECTION.match(token):
            seen = {f"#{section[1]}"}
        made.append(token)
        if not end and (name in CLOSED or CLOSED_CLASS.search(token)):
            closed.append(name)
        elif end and closed and closed[-1] == name:
            closed.pop()
            if name == "a" and (href := _wrapped(made, url)):
                seen.add(href)
    return "".join(made)


def _pattern(terms: Mapping[str, str]) -> re.Pattern:
    words = (re.escape(term) if not term.islower() else f"[{term[0]}{term[0].upper()}]{re.escape(term[1:])}" for term in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})s?(?![\w-])")


def _forms(text: str) -> list[str]:
    """Return how a term may be written in the list of terms: as it stands, without its s, in small letters."""
    lower = text[0].lower() + text[1:]
    return [text, lower, text.removesuffix("s"), lower.removesuffix("s")]


def _wrapped(made: list[str], url: str) -> str | None:
    """Put the link that has just ended into `<kr-term>` if it leads to a section of the rules, and return where it leads."""
    start = next(i for i in range(len(made) - 1, -1, -1) if made[i].startswith("<a"))
    href = HREF.search(made[start])
    path, _, anchor = unescape(href[1]).partition("#") if href else ("", "", "")
    target = posixpath.normpath(posixpath.join(url, path)) + "/"
    if not anchor or ":" in path or "headerlink" in made[start] or not target.startswith(RULES):
        return None
    made[start] = f"<kr-term>{made[start]}"
    made.append("</kr-term>")
    return href[1]
