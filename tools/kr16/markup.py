"""A house rule's Markdown → HTML of a closed set of tags, with live numbers: text stays text.

Its author is a player, its readers are strangers: no raw HTML, no script, no image or other request.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from html.parser import HTMLParser

from . import live
from .errors import Place, Problem, cut

TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "a", "h2", "h3", "h4", "h5", "hr", "dl", "dt", "dd"}
ATTRIBUTES = {"a": {"href"}, "th": {"style"}, "td": {"style"}, **dict.fromkeys(("h2", "h3", "h4"), {"id"})}
STYLES = {"text-align"}
SCHEMES = {"http", "https", "mailto"}
# A page's own title is the first level, a section's heading the second.
HEADINGS = {"page": ("##", "####"), "section": ("###", "#####")}
RAW = re.compile(r"<(?=[a-zA-Z/!?])")
TEMPLATE = re.compile(r"\{%|\{#")
SCHEME = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):")
PAGE = re.compile(r"[a-z0-9/-]+\.md(#[a-z0-9-]+)?|#[a-z0-9-]+")


def check(text: str, place: Place, path: str, where: str = "section") -> list[Problem]:
    """Return a problem for each thing in the text, of a section or a whole page, that is more than Markdown with live numbers."""
    found = []
    if match := RAW.search(text):
        found.append(f"raw HTML (got '{cut(text[match.start() :].splitlines()[0], 20)}'); write Markdown")
    if match := TEMPLATE.search(text):
        found.append(f"template code (got '{match[0]}'); only {{{{ a.path }}}} is allowed")
    elif live.LIVE.sub("", text).count("{{"):
        found.append("half a live number (got '{{'); write {{ a.path }}")
    tags = _Tags(text)
    if "img" in tags.names:
        found.append("an image; write words, or a table")
    first, last = HEADINGS[where]
    if wrong := sorted(level for name in tags.names if re.fullmatch("h[1-6]", name) and not len(first) <= (level := int(name[1])) <= len(last)):
        found.append(f"a heading of a level that is not for here (got '{'#' * wrong[0]}'); write {first} to {last}")
    for href in tags.hrefs:
        scheme = SCHEME.match(href)
        if "{" in href:
            found.append(f"a live number in an address (got '{cut(href)}'); write the address out")
        elif scheme and scheme[1].lower() not in SCHEMES:
            found.append(f"a link of a kind that is not allowed (got '{scheme[1]}:'); write an https address or the address of a page")
        elif not scheme and not PAGE.fullmatch(href):
            found.append(f"a link that leads nowhere (got '{cut(href)}'); write an https address, or a page such as rules/orders.md#run")
    return [Problem(place, path, message) for message in dict.fromkeys(found)]


def pages(text: str) -> list[str]:
    """Return the addresses in docs/ that a text links to."""
    return [href for href in _Tags(text).hrefs if PAGE.fullmatch(href)]


class _Tags(HTMLParser):
    """What Markdown makes of a text: the tags it holds, and where its links lead."""

    def __init__(self, text: str):
        super().__init__()
        self.names: set[str] = set()
        self.hrefs: list[str] = []
        self.feed(_made(text))
        self.close()

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.names.add(tag)
        self.hrefs += [value or "" for name, value in attributes if name == "href"]


def anchors(text: str) -> list[str]:
    """Return the anchors of the headings in a page's text."""
    return re.findall(r'<h[2-5] id="([^"]+)"', _made(text, "page"))


@functools.cache
def _made(text: str, where: str = "section") -> str:
    from markdown import Markdown

    headings = ["toc"] if where == "page" else []
    return Markdown(extensions=["tables", "def_list", *headings], extension_configs={"toc": {"marker": ""}}).convert(RAW.sub("&lt;", text))


def html(text: str, number: Callable[[str], str], link: Callable[[str], str], where: str = "section") -> str:
    """Return checked Markdown as clean HTML; `number` writes a live number, `link` turns the address of a page in docs/ into one from this page.

    The headings of a whole page have anchors; those in a section could be taken for the page's own.
    """
    import nh3

    numbers: list[str] = []

    def kept(match: re.Match) -> str:
        numbers.append(number(match["inside"].strip()))
        return f"{MARK}{len(numbers) - 1}{MARK}"

    made = _made(live.LIVE.sub(kept, text.replace(MARK, "")), where)
    made = re.sub(r'href="([a-z0-9/-]+\.md(?:#[a-z0-9-]+)?)"', lambda match: f'href="{link(match[1])}"', made)
    clean = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, filter_style_properties=STYLES, url_schemes=SCHEMES, link_rel=None)
    clean = re.sub(f"{MARK}([0-9]+){MARK}", lambda match: numbers[int(match[1])], clean)
    return re.sub(r"\n\s*\n", "\n", clean)


# Stands for a live number while Markdown is made into HTML; no text of a person can hold it.
MARK = "\ue000"
