"""Material's style sheets and ours → one, without comments and without the rules that no page of the site can use.

A rule is kept when each class, id, element and attribute that its selector asks for stands in a page or in a script;
what stands within `:is()`, `:not()` and the like is not looked at, so that a doubtful rule is kept.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable
from pathlib import Path

TAG = re.compile(r"<[a-zA-Z][^>]*>")
WORD = re.compile(r"[\w-]+")
# How the classes, ids and attributes begin that Material's script and ours put on a page.
WRITTEN = re.compile(r"\b(?:md|kr|data|focus)-[\w-]*|\b__\w+")
# Parts of Material that its script knows of and this site does not switch on; a page that has one keeps its rules.
SWITCHED_OFF = """
    rtl data-md-color-switching md-annotation md-banner md-code md-consent md-feedback md-source md-status md-tag md-tooltip md-tooltip2 md-version
    tabbed-set tabbed-block tabbed-content tabbed-control tabbed-labels lightbox mermaid
""".split()
# What a brace, a semicolon or a comma may stand in without being one of the style sheet's own.
UNIT = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^"')]*\)|\\."""
COMMENT = re.compile(rf"({UNIT})|/\*.*?\*/", re.DOTALL)
PIECE = re.compile(rf"((?:[^{{}};\"'\\u]+|{UNIT}|u)*)([{{}};]|$)", re.DOTALL)
SELECTOR = re.compile(rf"(?:[^,(\[\"'\\]|\[[^\]]*\]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|{UNIT})+", re.DOTALL)
WITHIN = re.compile(r"\([^()]*\)")
ATTRIBUTE = re.compile(r"\[([^\]]*)\]")
NAME = re.compile(r"(:?)([\w-]+)")
GROUPS = ("@media", "@supports", "@container")
READ = re.compile(r"var\(\s*(--[\w-]+)")
# A declaration as it is written, or a rule: what stands before its braces, and what within.
Item = str | tuple[str, list]


def words(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Return every word that a selector may find, in the tags of the pages or written by scripts, and the variables that pages read."""
    written = {word for script in scripts for word in WRITTEN.findall(script)}.difference(SWITCHED_OFF) | {"js", "mark", "hidden"}
    tags, read = set(), set()
    for page in pages:
        tags.update(TAG.findall(page))
        read.update(READ.findall(page))
    drawn = {word for tag in tags for word in WORD.findall(tag)}
    return written | read | drawn | {word.lower() for word in drawn}


def purged(css: str, known: Collection[str]) -> str:
    """Return the style sheet with those rules only that these words can call for, and those variables that are read."""
    rules = _called(_parsed(css), known)
    while True:
        text = "".join(map(_text, rules))
        fewer = _reading(rules, {*READ.findall(text), *known})
        if fewer == rules:
            return text
        rules = fewer


@functools.cache
def _parsed(css: str) -> list[Item]:
    """Return a style sheet's rules; the sites of a build share one, so once."""
    levels: list[list[Item]] = [[]]
    heads: list[str] = []
    for text, end in PIECE.findall(COMMENT.sub(r"\1", css)):
        if end == "{":
            heads.append(" ".join(text.split()))
            levels.append([])
            continue
        if text := text.strip():
            levels[-1].append(_declared(text) if heads else text)
        if end == "}":
            content = levels.pop()
            levels[-1].append((heads.pop(), content))
    return levels[0]


def _declared(text: str) -> str:
    """Return a declaration without the space that it can do without."""
    name, _, value = text.partition(":")
    return f"{name.rstrip()}:{re.sub(r' *!important$', '!important', value.strip())}"


def _called(items: list[Item], known: Collection[str]) -> list[Item]:
    """Return the rules that the words can call for, each with those of its selectors that can find something."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, str) or item[0].startswith("@") and not item[0].startswith(GROUPS):
            found.append(item)
        elif item[0].startswith("@"):
            found.append((item[0], _called(item[1], known)))
        elif kept := [selector.strip() for selector in SELECTOR.findall(item[0]) if _asked(selector) <= known]:
            found.append((",".join(kept), item[1]))
    return found


@functools.cache
def _asked(selector: str) -> set[str]:
    """Return the classes, ids, elements and attributes without which a selector finds nothing."""
    while selector != (selector := WITHIN.sub("", selector)):
        pass
    asked = {word for attribute in ATTRIBUTE.findall(selector) for word in WORD.findall(attribute)}
    asked.update(name for colon, name in NAME.findall(ATTRIBUTE.sub(" ", selector)) if not colon)
    return asked - {"i"}


def _text(item: Item) -> str:
    return f"{item};" if isinstance(item, str) else f"{item[0]}{{{''.join(map(_text, item[1]))}}}"


def _reading(items: list[Item], read: Collection[str]) -> list[Item]:
    """Return rules without the variables that nothing reads, and without those that then are empty."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, str):
            if not item.startswith("--") or item.partition(":")[0] in read:
                found.append(item)
        elif kept := _reading(item[1], read):
            found.append((item[0], kept))
    return found


def tight(css: str) -> str:
    """Return a style sheet without comments and without spaces that mean nothing."""
    return "".join(map(_text, _parsed(css)))


def finish(folder: Path) -> None:
    """Purge a built site's style sheet of what its pages and scripts never use; its others, for one page each, are made tight."""
    pages = (page.read_text(encoding="utf-8") for page in folder.rglob("*.html"))
    scripts = (script.read_text(encoding="utf-8") for script in folder.rglob("*.*js"))
    sheets = {path: path.read_text(encoding="utf-8") for path in (folder / "assets" / "css").glob("*.css")}
    known = words(pages, scripts).union(*(READ.findall(css) for path, css in sheets.items() if path.name != "site.css"))
    for path, css in sheets.items():
        path.write_text(purged(css, known) if path.name == "site.css" else tight(css), encoding="utf-8")
