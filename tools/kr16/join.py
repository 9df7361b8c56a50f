"""A folder of small ES modules → one, so that a page asks for a single file, in which all of them share one scope.

So what stands at the outermost level of a module has a name that no other gives to anything. Imports and exports stand on lines of
their own in the few forms that our modules use; any other is refused.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping

import minify_html

from .errors import Place, Problem, Refused, suggestion

IMPORT = re.compile(r'import (?:\{ (?P<names>[^}]+) \}|\* as (?P<whole>\w+)) from "\./(?P<file>[a-z-]+\.mjs)";')
EXPORT = re.compile(r"export (?P<rest>(?:async )?(?:function|const|class) (?P<name>\w+).*)")
LISTED = re.compile(r"export \{ (?P<names>[^}]+) \};")
MADE = re.compile(r"(?:async )?(?:function|const|let|class) (?P<names>[\w$]+|\[[^\]]+\]|\{[^}]+\})")
# Whole lines of comments: the library keeps them.
COMMENT = re.compile(r"^\s*(?://.*|/\*\*.*\*/|/\*\*.*|\*.*\*/|\*/|\* .*)$\n?", re.MULTILINE)


def joined(modules: Mapping[str, str], starts: list[str]) -> str:
    """Return the modules that the `starts` need, and these, as one small module that runs them in order."""
    lines: list[str] = []
    made: dict[str, Place] = {}
    brought: set[str] = set()
    for name in ordered(modules, starts):
        for number, line in enumerate(modules[name].splitlines(), 1):
            imports, place = IMPORT.fullmatch(line), Place(name, number)
            codes = [code for code in _brought(imports, modules, place) if code not in brought] if imports else [_own(line, place)]
            brought.update(codes if imports else ())
            for match in filter(None, map(MADE.match, codes)):
                _take(re.findall(r"[\w$]+", match["names"]), place, made)
            lines += codes
    return small("\n".join(lines), module=True)


def ordered(modules: Mapping[str, str], starts: list[str]) -> list[str]:
    """Return the names of the modules that the `starts` need, and of these, each after those that it needs."""
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
    return order


def _brought(imports: re.Match, modules: Mapping[str, str], place: Place) -> Iterator[str]:
    """What an import needs in the one scope: nothing, where a thing keeps its name."""
    exports = dict(_exports(modules[imports["file"]]))
    if whole := imports["whole"]:
        used = {name for text in modules.values() if imports[0] in text for name in re.findall(rf"(?<![.\w]){whole}\.(\w+)", text)}
        yield f"const {whole} = {{ {', '.join(f'{name}: {own}' for name, own in exports.items() if name in used)} }};"
        return
    for name, _, other in (one.partition(" as ") for one in imports["names"].split(", ")):
        if name not in exports:
            raise Refused([Problem(place, "", f"{imports['file']} exports no '{name}'{suggestion(name, list(exports))}")])
        if exports[name] != (other or name):
            yield f"const {other or name} = {exports[name]};"


def _exports(text: str) -> Iterator[tuple[str, str]]:
    """The name of each thing that a module exports, and what it is called within."""
    for line in text.splitlines():
        if match := EXPORT.fullmatch(line):
            yield match["name"], match["name"]
        elif match := LISTED.fullmatch(line):
            for own, _, name in (one.partition(" as ") for one in match["names"].split(", ")):
                yield name or own, own


def _own(line: str, place: Place) -> str:
    if match := EXPORT.fullmatch(line):
        return match["rest"]
    if LISTED.fullmatch(line):
        return ""
    if line.startswith(("import ", "export ")):
        raise Refused([Problem(place, "", f"an import or export of a form that cannot be joined (got {line[:60]!r})")])
    return line


def _take(names: list[str], place: Place, made: dict[str, Place]) -> None:
    for name in names:
        if name in made:
            raise Refused([Problem(place, "", f"'{name}' is the name of something in {made[name].file} too, and both would be one; take another")])
        made[name] = place


@functools.cache
def small(text: str, *, module: bool = False) -> str:
    """Return a script, or a module, that does the same in fewer characters; the sites of a build share it, so once."""
    tag = "<script type=module>" if module else "<script>"
    return minify_html.minify(f"{tag}{COMMENT.sub('', text)}</script>", minify_js=True).removeprefix(tag).removesuffix("</script>").replace("/* @__PURE__ */ ", "")
