"""A page's text with live numbers and calls, `{{ orders.run.move_cm }}` and `{{ table("orders") }}` → the text with what they give, and every mistake.

A call has plain values as its arguments, as Python writes them; nothing else can stand between double braces.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from jinja2 import TemplateError

from .errors import Place, Problem

SLOT = re.compile(r"""\{\{\s*((?:"[^"\n]*"|'[^'\n]*'|\}(?!\})|[^}"'])*?)\s*\}\}|\{\{|\{%""")
PATH = re.compile(r"\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")


class NoCall(LookupError):
    """What stands between double braces and is neither a live number nor a call of a function that there is."""


def filled(text: str, name: str, number: Callable[[str], str], functions: Mapping[str, Callable]) -> tuple[str, list[Problem]]:
    """Return the text of the file `name` with each slot filled by `number` or one of the functions, and every mistake in it."""
    problems: list[Problem] = []

    def fill(match: re.Match) -> str:
        inside, start = match[1], match.start()
        place = Place(name, text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))
        is_path = inside is not None and PATH.fullmatch(inside)
        try:
            return number(inside) if is_path else called(inside, functions)
        except (LookupError, TypeError, TemplateError) as error:
            what = f"nothing has the id {error}" if isinstance(error, KeyError) else error
            problems.append(Problem(place, inside, str(error)) if is_path else Problem(place, "", f"cannot be filled in ({what})"))
            return ""

    return SLOT.sub(fill, text), problems


def called(call: str | None, functions: Mapping[str, Callable]) -> str:
    """Return what a call gives; raise NoCall where it is none."""
    if call is None:
        raise NoCall("template code, or half of it; only live numbers and calls can stand between double braces")
    try:
        tree = ast.parse(call, mode="eval").body
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
            raise NoCall(f"'{call}' is neither a live number nor a call such as table(\"orders\")")
        arguments = [ast.literal_eval(argument) for argument in tree.args]
        options = {option.arg: ast.literal_eval(option.value) for option in tree.keywords}
    except SyntaxError as error:
        raise NoCall(error.msg) from None
    except ValueError:
        raise NoCall(f"'{call}' has an argument that is not a plain value") from None
    if tree.func.id not in functions:
        raise NoCall(f"'{tree.func.id}' is undefined")
    return functions[tree.func.id](*arguments, **options)
