"""A folder of small ES modules → one, so that a page asks for a single file: each module a function of its own, comments, idle spaces and line ends left out.

Imports and exports stand on lines of their own in the few forms that our modules use; any other is refused.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from .errors import Place, Problem, Refused

IMPORT = re.compile(r'import (?:\{ (?P<names>[^}]+) \}|\* as (?P<whole>\w+)) from "\./(?P<file>[a-z-]+\.mjs)";')
EXPORT = re.compile(r"export (?P<rest>(?:async )?(?:function|const|class) (?P<name>\w+).*)")
LISTED = re.compile(r"export \{ (?P<names>[^}]+) \};")
COMMENT = re.compile(r"//.*|/\*\*.*\*/|/\*\*.*|\*.*\*/|\*/|\* .*")

# What is left as it is written: texts, patterns, and templates, which may hold others.
INNER = r"`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`{}]*\})*`"
WITHIN = rf"(?:[^`{{}}]|{INNER})*"
TEMPLATE = rf"`(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:[^`{{}}]|{INNER}|\{{{WITHIN}\}})*\}})*`"
PATTERN = r"(?:(?<=[(\[!])|(?<=[,=>:&|?] )|(?<=return ))/(?![/*])(?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/"
TEXT = rf""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|{TEMPLATE}|{PATTERN}"""
SPACED = re.compile(rf"(?P<text>{TEXT})|(?P<open>`)| ?(?P<sign>[{{}}()\[\],;:=<>?&|*!]) ?")
# After these signs the end of a line says nothing, unless it ends a comment.
IDLE_END = re.compile(r"[;,{(\[]$")


def joined(modules: Mapping[str, str], starts: list[str]) -> str:
    """Return the modules that the `starts` need, and these, as one module that runs them in order."""
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise Refused([Problem(Place(name), "", f"these modules need each other: {' → '.join([*above, name])}")])
        if name not in order:
            for needed in (match["file"] for match in map(IMPORT.fullmatch, modules[name].splitlines()) if match):
                visit(needed, (*above, name))
            order.append(name)

    for start in starts:
        visit(start, ())
    return "".join(_wrapped(name, modules[name]) for name in order)


def _wrapped(name: str, text: str) -> str:
    lines, exported = [], []
    for number, line in enumerate(text.splitlines(), 1):
        code = line.strip()
        if match := IMPORT.fullmatch(line):
            lines.append(_tight(f"const {match['whole'] or _names(match['names'])} = {_variable(match['file'])};", Place(name, number)))
        elif match := EXPORT.fullmatch(line):
            exported.append(match["name"])
            lines.append(_tight(match["rest"], Place(name, number)))
        elif match := LISTED.fullmatch(line):
            exported.append(", ".join(": ".join(reversed(one.split(" as "))) for one in match["names"].split(", ")))
        elif line.startswith(("import ", "export ")):
            raise Refused([Problem(Place(name, number), "", f"an import or export of a form that cannot be joined (got {line[:60]!r})")])
        elif code and not COMMENT.fullmatch(code):
            lines.append(_tight(code, Place(name, number)))
    end = _tight(f"return {{ {', '.join(exported)} }};", Place(name))
    return f"const {_variable(name)}=(()=>{{\n{_body(lines)}{end}}})();\n"


@functools.cache
def bare(text: str, name: str) -> str:
    """Return a script, or a module that stays one, without comments and idle spaces; the sites of a build share it, so once."""
    lines = [(line.strip(), Place(name, number)) for number, line in enumerate(text.splitlines(), 1)]
    return _body([_tight(line, place) for line, place in lines if line and not COMMENT.fullmatch(line)])


def _body(lines: list[str]) -> str:
    return "".join(line if IDLE_END.search(line) and "//" not in line else f"{line}\n" for line in lines)


def _tight(line: str, place: Place) -> str:
    """Return a line of code without the spaces around its signs; + and - keep theirs, since two of them would be another sign."""

    def tight(match: re.Match) -> str:
        if match["open"]:
            raise Refused([Problem(place, "", "a template that goes over several lines, or holds too many others, cannot be joined")])
        return match["text"] or match["sign"]

    return SPACED.sub(tight, line)


def _names(names: str) -> str:
    """`a, b as c` of an import → `{ a, b: c }` of a pattern."""
    return f"{{ {names.replace(' as ', ': ')} }}"


def _variable(file: str) -> str:
    return "m_" + file.removesuffix(".mjs").replace("-", "_")
