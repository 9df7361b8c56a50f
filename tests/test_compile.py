"""Templates of macros as ES modules: what is allowed, what stops the build and where, and the same text as Jinja (tests/browser)."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from jinja2 import DictLoader
from kr16 import compile, render
from kr16.errors import Refused

from tests.kernel import ROOT


def module(text: str) -> str:
    environment = render.environment(ROOT)
    environment.loader = DictLoader({"cards/one.html.j2": text})
    return compile.module(environment, "cards/one.html.j2")


REFUSED = {
    "{% macro a(x) %}{{ x|upper }}{% endmacro %}": "1: Filter",
    "{% macro a(x) %}\n{{ x + 1 }}{% endmacro %}": "2: Add",
    "{% macro a(x) %}{{ x() }}{% endmacro %}": "1: a call of anything but a macro of this template",
    "{% macro a(x) %}{{ range(3) }}{% endmacro %}": "1: a call of anything but a macro of this template",
    "{% macro a(x) %}{{ x[0] }}{% endmacro %}": "1: Getitem",
    "{% macro a(x) %}{{ y }}{% endmacro %}": "1: the unknown name y",
    "{% macro a(x) %}{{ 5 }}{% endmacro %}": "1: Const",
    "{% macro a(x) %}{% set y = x %}{% endmacro %}": "1: Assign",
    "{% macro a(x) %}{% include 'b' %}{% endmacro %}": "1: Include",
    "{% macro a(x) %}{% for y in x if y %}{% endfor %}{% endmacro %}": "1: a loop with else, if, recursion or several names",
    "{% macro a(x) %}{% for y in x %}{% else %}none{% endfor %}{% endmacro %}": "1: a loop with else, if, recursion or several names",
    "{% macro a(x) %}{% for y, z in x %}{% endfor %}{% endmacro %}": "1: a loop with else, if, recursion or several names",
    "{% macro a(x) %}{% for y in x %}{{ loop.index }}{% endfor %}{% endmacro %}": "1: the unknown name loop",
    "{% macro a(x) %}{% if x > y %}{% endif %}{% endmacro %}": "1: a comparison other than == and !=",
    "{% macro a(x='y') %}{% endmacro %}": "1: a default value, in macro a",
    "{% macro a(x) %}{% endmacro %}\n\nwords": "2: text or code outside a macro",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_allowed_stops_the_build_with_file_and_line(text):
    line, what = REFUSED[text].split(": ", 1)
    with pytest.raises(Refused) as refused:
        module(text)
    [problem] = refused.value.problems
    assert (problem.place.file, problem.place.line, problem.message) == ("templates/cards/one.html.j2", int(line), f"not allowed in a template that also runs in the browser: {what}")


def test_what_is_no_template_at_all_stops_the_build():
    with pytest.raises(Refused, match="one.html.j2:2:1: not a template"):
        module("{% macro a(x) %}\n{% if x %}{% endmacro %}")


def test_names_of_a_template_are_never_words_of_javascript():
    made = module("{% macro new(class) %}{{ class.delete }}{% for var in class.in %}{{ var }}{% endfor %}{% endmacro %}")
    assert "function $new(_class)" in made and "const _var of" in made and "export { $new as new };" in made


def test_our_card_can_be_compiled_and_evaluates_nothing_from_text():
    made = compile.module(render.environment(ROOT), "cards/card.html.j2")
    assert "export { $card as card, $head as head, $icon as icon, $notice as notice, $rows as rows" in made
    assert not any(word in made for word in ("eval(", "Function(", "innerHTML"))


@pytest.mark.parametrize("value", ["{}", "{a: null}", "{a: 5}", "{a: ['x']}"])
def test_a_value_that_is_missing_or_no_text_is_an_error_not_a_blank(value, tmp_path):
    """As Jinja's StrictUndefined; run by node where there is one, in Chromium by the browser tests."""
    if not (node := shutil.which("node")):
        return
    (tmp_path / "one.mjs").write_text(module("{% macro a(x) %}{{ x.a }}{% endmacro %}") + f"\n$a({value});", "utf-8")
    assert subprocess.run([node, tmp_path / "one.mjs"], capture_output=True).returncode == 1
