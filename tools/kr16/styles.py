"""Material's style sheets and ours → one, without comments and without the rules that no page of the site can use.

A rule is kept when each class, id, element and attribute that its selector asks for stands in a page or in a script;
what stands within `:is()`, `:not()` and the like is not looked at, so that a doubtful rule is kept.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

TAG = re.compile(r"<[a-z][^>]*>", re.IGNORECASE)
WORD = re.compile(r"[\w-]+")
# How the classes, ids and attributes begin that Material's script and ours put on a page.
WRITTEN = re.compile(r"\b(?:md|kr|data|focus)-[\w-]*|\b__\w+")
VARIABLE = re.compile(r"--[\w-]+")
GROUPS = {"media", "supports", "container"}
# Parts of Material that its script knows of and this site does not switch on; a page that has one keeps its rules.
SWITCHED_OFF = """
    rtl md-annotation md-banner md-code md-consent md-feedback md-source md-status md-tag md-tooltip md-tooltip2 md-version
    tabbed-set tabbed-block tabbed-content tabbed-control tabbed-labels lightbox mermaid
""".split()


def words(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Return every word that a selector may find: those in the tags of the pages, and those that scripts write."""
    written = {word for script in scripts for word in WRITTEN.findall(script)}.difference(SWITCHED_OFF) | {"js", "mark", "hidden"}
    drawn = {word for page in pages for tag in set(TAG.findall(page)) for word in WORD.findall(tag)}
    return written | drawn | {word.lower() for word in drawn}


def purged(css: str, known: Collection[str]) -> str:
    """Return the style sheet with those rules only that these words can call for, and those variables that are read."""
    rules = _rules(_parsed(css), known)
    while True:
        text = "".join(map(_text, rules))
        read = set(re.findall(r"var\(\s*(--[\w-]+)", text)) | set(filter(VARIABLE.fullmatch, known))
        fewer = [rule for rule in (_reading(rule, read) for rule in rules) if rule is not None]
        if "".join(map(_text, fewer)) == text:
            return text
        rules = fewer


@functools.cache
def _parsed(css: str) -> list[Node]:
    """Parse a style sheet; the sites of a build share one, so once."""
    return tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)


def _rules(nodes: list[Node], known: Collection[str]) -> list[tuple]:
    """Return the rules as `(head, content)`: content is a list of declarations, of rules, or None for a rule without a block."""
    found = []
    for node in nodes:
        if isinstance(node, AtRule) and node.content is not None and node.lower_at_keyword in GROUPS:
            if inner := _rules(tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True), known):
                found.append((_head(node), inner))
        elif isinstance(node, AtRule):
            found.append((_head(node), None if node.content is None else _declarations(node)))
        elif isinstance(node, QualifiedRule):
            if kept := [selector for selector in _selectors(node.prelude) if _asked(selector) <= known]:
                found.append((",".join(_squeezed(selector) for selector in kept), _declarations(node)))
    return found


def _declarations(node: Node) -> list:
    if isinstance(node, AtRule) and "keyframes" in node.lower_at_keyword:
        return [(_squeezed(rule.prelude), _declarations(rule)) for rule in tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)]
    content = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
    return [item if isinstance(item, Declaration) else (_squeezed(item.prelude), _declarations(item)) for item in content if isinstance(item, (Declaration, QualifiedRule))]


def _selectors(prelude: list[Node]) -> list[list[Node]]:
    found: list[list[Node]] = [[]]
    for token in prelude:
        if token == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def _asked(selector: list[Node]) -> set[str]:
    """Return the classes, ids, elements and attributes without which a selector finds nothing."""
    asked, before = set(), None
    for token in selector:
        if token.type == "hash" or token.type == "ident" and before != ":":
            asked.add(token.value)
        elif token.type == "[] block":
            asked.update(word for part in token.content if part.type in ("ident", "string") for word in WORD.findall(part.value))
        before = token
    return asked - {"i"}


def _head(node: AtRule) -> str:
    return f"@{node.at_keyword} {_squeezed(node.prelude)}".strip()


def _squeezed(nodes: list[Node]) -> str:
    return re.sub(r"\s+", " ", tinycss2.serialize([node for node in nodes if node.type != "comment"])).strip()


def _text(rule: tuple) -> str:
    head, content = rule
    if content is None:
        return f"{head};"
    return f"{head}{{{''.join(_text(item) if isinstance(item, tuple) else _declared(item) for item in content)}}}"


def _declared(item: Declaration) -> str:
    value = tinycss2.serialize([node for node in item.value if node.type != "comment"]).strip()
    return f"{item.name}:{value}{'!important' if item.important else ''};"


def _reading(rule: tuple, read: Collection[str]) -> tuple | None:
    """Return a rule without the variables that nothing reads, or None if it then is empty."""
    head, content = rule
    if content is None:
        return rule
    kept = [item for item in (_reading(item, read) if isinstance(item, tuple) else item for item in content)
            if item is not None and not (isinstance(item, Declaration) and item.name.startswith("--") and item.name not in read)]
    return (head, kept) if kept else None


def finish(folder: Path) -> None:
    """Purge a built site's style sheet of what its pages and scripts never use."""
    path = folder / "assets" / "css" / "site.css"
    pages = (page.read_text(encoding="utf-8") for page in folder.rglob("*.html"))
    scripts = (script.read_text(encoding="utf-8") for script in folder.rglob("*.*js"))
    path.write_text(purged(path.read_text(encoding="utf-8"), words(pages, scripts)), encoding="utf-8")
