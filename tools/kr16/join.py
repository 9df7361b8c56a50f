"""A folder of small ES modules → one, so that a page asks for a single file: each module a function of its own, comments left out.

Imports and exports stand on lines of their own in the few forms that our modules use; any other is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .errors import Place, Problem, Refused

IMPORT = re.compile(r'import (?:\{ (?P<names>[^}]+) \}|\* as (?P<whole>\w+)) from "\./(?P<file>[a-z-]+\.mjs)";')
EXPORT = re.compile(r"export (?P<rest>(?:async )?(?:function|const|class) (?P<name>\w+).*)")
LISTED = re.compile(r"export \{ (?P<names>[^}]+) \};")
COMMENT = re.compile(r"//.*|/\*\*.*\*/|/\*\*.*|\*.*\*/|\* .*")


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
        bare = line.strip()
        if match := IMPORT.fullmatch(line):
            lines.append(f"const {match['whole'] or _names(match['names'])} = {_variable(match['file'])};")
        elif match := EXPORT.fullmatch(line):
            exported.append(match["name"])
            lines.append(match["rest"])
        elif match := LISTED.fullmatch(line):
            exported.append(", ".join(": ".join(reversed(one.split(" as "))) for one in match["names"].split(", ")))
        elif line.startswith(("import ", "export ")):
            raise Refused([Problem(Place(name, number), "", f"an import or export of a form that cannot be joined (got {line[:60]!r})")])
        elif bare and not COMMENT.fullmatch(bare):
            lines.append(bare)
    body = "\n".join(lines)
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"


def _names(names: str) -> str:
    """`a, b as c` of an import → `{ a, b: c }` of a pattern."""
    return f"{{ {names.replace(' as ', ': ')} }}"


def _variable(file: str) -> str:
    return "m_" + file.removesuffix(".mjs").replace("-", "_")
