"""A house rule's Markdown → HTML of a closed set of tags, with live numbers: text stays text.

Its author is a player, its readers are strangers: no raw HTML, no script, no image or other request.
"""

from __future__ import annotations

import re

import nh3
from markdown import Markdown
from markupsafe import escape

from . import live
from .errors import Place, Problem, Refused

TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "a", "h3", "h4", "h5", "hr", "dl", "dt", "dd"}
ATTRIBUTES = {"a": {"href"}, "th": {"scope"}}
RAW = re.compile(r"<(?=[a-zA-Z/!?])")
IMAGE = re.compile(r"!\[")
LINK = re.compile(r"\]\(\s*<?([a-zA-Z][a-zA-Z0-9+.-]*):")
TEMPLATE = re.compile(r"\{%|\{#")


def check(text: str, words: dict, place: Place, path: str) -> list[Problem]:
    """Return a problem for each thing in the text that is more than Markdown with live numbers."""
    found = []

    def problem(message: str) -> None:
        found.append(Problem(place, path, message))

    if match := RAW.search(text):
        problem(f"raw HTML (got '{text[match.start() : match.start() + 20].splitlines()[0]}'); write Markdown")
    if IMAGE.search(text):
        problem("an image; write words, or a table")
    if match := TEMPLATE.search(text):
        problem(f"template code (got '{match[0]}'); only {{{{ a.path }}}} is allowed")
    for match in LINK.finditer(text):
        if match[1].lower() not in ("http", "https", "mailto"):
            problem(f"a link of a kind that is not allowed (got '{match[1]}:'); write an https address or the address of a page")
    for match in live.LIVE.finditer(text):
        try:
            live.fill(match[0], words)
        except live.UnknownPath as error:
            problem(str(error))
    return found


def html(text: str, words: dict, link) -> str:
    """Return checked Markdown as clean HTML; `link` turns the address of a page in docs/ into one from this page."""
    filled = live.LIVE.sub(lambda match: escape(live.fill(match[0], words)).translate(INERT), text)
    made = Markdown(extensions=["tables", "def_list"]).convert(RAW.sub("&lt;", filled))
    made = re.sub(r'href="([a-z0-9/-]+\.md(?:#[a-z0-9-]+)?)"', lambda match: f'href="{link(match[1])}"', made)
    clean = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes={"http", "https", "mailto"}, link_rel=None)
    return re.sub(r"\n\s*\n", "\n", clean)


INERT = str.maketrans({char: f"&#{ord(char)};" for char in "\\`*_[]()#+!|~"})


def checked(text: str, words: dict, place: Place, path: str) -> None:
    """Raise Refused with everything in the text that is not allowed."""
    if problems := check(text, words, place, path):
        raise Refused(problems)
