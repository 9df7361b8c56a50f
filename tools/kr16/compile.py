"""A Jinja template of macros → an ES module with a function for each, giving the same text byte for byte.

Only loops, conditions, output of values, and calls of macros; anything else stops the build with file and line.
Values are text when they are printed: numbers are written out by whoever makes the context.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from jinja2 import Environment, TemplateSyntaxError, nodes

from .errors import Place, Problem, Refused

RUNTIME = """\
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };
function text(value) {
  if (typeof value !== "string") throw new TypeError(`not text: ${value}`);
  return value.replace(/[&<>'"]/g, (sign) => SIGNS[sign]);
}
function get(record, key) {
  if (!Object.hasOwn(record, key)) throw new TypeError(`nothing called ${key}`);
  return record[key];
}
function full(value) {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
"""
COMPARED = {"eq": "===", "ne": "!=="}


class _NotAllowed(Exception):
    def __init__(self, node: nodes.Node, what: str):
        self.line, self.what = node.lineno, what


def module(environment: Environment, name: str) -> str:
    """Return the ES module of a template's macros; raise Refused for anything in it that is not allowed."""
    source, _, _ = environment.loader.get_source(environment, name)
    try:
        tree = environment.parse(source, name)
        macros = [node for node in tree.body if isinstance(node, nodes.Macro)]
        for node in tree.body:
            if node not in macros and not _blank(node):
                raise _NotAllowed(node, "text or code outside a macro")
        known = {macro.name for macro in macros}
        functions = [_function(macro, known) for macro in macros]
    except _NotAllowed as error:
        raise Refused([Problem(Place(f"templates/{name}", error.line), "", f"not allowed in a template that also runs in the browser: {error.what}")]) from None
    except TemplateSyntaxError as error:
        raise Refused([Problem(Place(f"templates/{name}", error.lineno), "", f"not a template ({error.message})")]) from None
    exports = ", ".join(f"${macro} as {macro}" for macro in sorted(known))
    return f"// Made from templates/{name}; change that.\n{RUNTIME}{''.join(functions)}export {{ {exports} }};\n"


def _blank(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Output) and all(isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes)


def _function(macro: nodes.Macro, macros: set[str]) -> str:
    if macro.defaults:
        raise _NotAllowed(macro, f"a default value, in macro {macro.name}")
    names = [argument.name for argument in macro.args]
    body = "".join(_statements(macro.body, set(names), macros, "  "))
    return f'function ${macro.name}({", ".join(map(_variable, names))}) {{\n  let out = "";\n{body}  return out;\n}}\n'


def _variable(name: str) -> str:
    """Names of a template are marked, _ for values and $ for macros, so that none is a word of JavaScript's."""
    return f"_{name}"


def _statements(body: Iterable[nodes.Node], names: set[str], macros: set[str], indent: str) -> Iterable[str]:
    for node in body:
        if isinstance(node, nodes.Output):
            yield from (f"{indent}out += {_printed(part, names, macros)};\n" for part in node.nodes)
        elif isinstance(node, nodes.If):
            yield from _condition(node, names, macros, indent)
        elif isinstance(node, nodes.For):
            yield from _loop(node, names, macros, indent)
        else:
            raise _NotAllowed(node, type(node).__name__)


def _condition(node: nodes.If, names: set[str], macros: set[str], indent: str) -> Iterable[str]:
    word = "if"
    for branch in (node, *node.elif_):
        yield f"{indent}{word} ({_test(branch.test, names)}) {{\n"
        yield from _statements(branch.body, names, macros, f"{indent}  ")
        word = "} else if"
    if node.else_:
        yield f"{indent}}} else {{\n"
        yield from _statements(node.else_, names, macros, f"{indent}  ")
    yield f"{indent}}}\n"


def _loop(node: nodes.For, names: set[str], macros: set[str], indent: str) -> Iterable[str]:
    if node.else_ or node.test or node.recursive or not isinstance(node.target, nodes.Name):
        raise _NotAllowed(node, "a loop with else, if, recursion or several names")
    yield f"{indent}for (const {_variable(node.target.name)} of {_value(node.iter, names)}) {{\n"
    yield from _statements(node.body, names | {node.target.name}, macros, f"{indent}  ")
    yield f"{indent}}}\n"


def _printed(node: nodes.Node, names: set[str], macros: set[str]) -> str:
    if isinstance(node, nodes.TemplateData):
        return json.dumps(node.data, ensure_ascii=False)
    if isinstance(node, nodes.CondExpr):
        other = _printed(node.expr2, names, macros) if node.expr2 else '""'
        return f"({_test(node.test, names)} ? {_printed(node.expr1, names, macros)} : {other})"
    if isinstance(node, nodes.Call):
        if not isinstance(node.node, nodes.Name) or node.node.name not in macros or node.kwargs or node.dyn_args or node.dyn_kwargs:
            raise _NotAllowed(node, "a call of anything but a macro of this template")
        return f"${node.node.name}({', '.join(_value(argument, names) for argument in node.args)})"
    return f"text({_value(node, names)})"


def _value(node: nodes.Node, names: set[str]) -> str:
    if isinstance(node, nodes.Name):
        if node.name not in names:
            raise _NotAllowed(node, f"the unknown name {node.name}")
        return _variable(node.name)
    if isinstance(node, nodes.Getattr):
        return f"get({_value(node.node, names)}, {json.dumps(node.attr)})"
    if isinstance(node, nodes.Const) and isinstance(node.value, (str, bool)):
        return json.dumps(node.value, ensure_ascii=False)
    raise _NotAllowed(node, type(node).__name__)


def _test(node: nodes.Node, names: set[str]) -> str:
    if isinstance(node, nodes.Not):
        return f"!{_test(node.node, names)}"
    if isinstance(node, (nodes.And, nodes.Or)):
        sign = "&&" if isinstance(node, nodes.And) else "||"
        return f"({_test(node.left, names)} {sign} {_test(node.right, names)})"
    if isinstance(node, nodes.Compare):
        if len(node.ops) != 1 or node.ops[0].op not in COMPARED:
            raise _NotAllowed(node, "a comparison other than == and !=")
        return f"({_value(node.expr, names)} {COMPARED[node.ops[0].op]} {_value(node.ops[0].expr, names)})"
    return f"full({_value(node, names)})"
