"""Small ES modules joined into one: in order, in one scope, and only the forms that can be joined."""

from __future__ import annotations

import re

import pytest
from kr16 import join, workshop
from kr16.errors import Refused

from tests.kernel import ROOT


def test_modules_stand_in_one_scope_in_the_order_in_which_they_are_needed():
    modules = {
        "a.mjs": '// first\nimport { two as zwei, one, y } from "./b-c.mjs";\nimport * as d from "./d.mjs";\nzwei(one, d.three, y);\n',
        "b-c.mjs": "/** Two. */\nexport function two() {\n  return one;\n}\nexport const one = Math.random();\nconst x = [one];\nexport { x as y };\n",
        "d.mjs": 'import { two as zwei } from "./b-c.mjs";\nexport const three = zwei;\n',
    }
    assert join.joined(modules, ["a.mjs"]) == "function two(){return one}const one=Math.random(),x=[one],zwei=two,three=zwei,y=x;zwei(one,{three}.three,y);"


@pytest.mark.parametrize(
    ("line", "says"),
    {
        "const one = 2;": "a.mjs:2:1: 'one' is the name of something in b.mjs too, and both would be one; take another",
        "const [x, one] = [2, 3];": "'one' is the name of something in b.mjs too",
        "async function one() {}": "'one' is the name of something in b.mjs too",
        'import { two as one } from "./b.mjs";': "'one' is the name of something in b.mjs too",
        'import { tow } from "./b.mjs";': "a.mjs:2:1: b.mjs exports no 'tow'; did you mean 'two'?",
    }.items(),
)
def test_a_name_stands_for_one_thing(line, says):
    with pytest.raises(Refused, match=says):
        join.joined({"a.mjs": f'import {{ two }} from "./b.mjs";\n{line}', "b.mjs": "export const two = 2;\nclass one {}"}, ["a.mjs"])


def test_a_script_is_made_small_and_what_other_scripts_call_stays():
    text = "// What it is for.\n\n/**\n * More.\n */\nfunction called(a) {\n  if (a) {\n    a(/x y/, 'b // c', \"<b>\");\n    a(); // Goes.\n  }\n}\n"
    assert join.small(text) == "function called(a){a&&(a(/x y/,`b // c`,`<b>`),a())}"
    assert join.small("import { a } from './a.mjs';\n\na( 1 );\n", module=True) == 'import{a}from"./a.mjs";a(1);'


@pytest.mark.parametrize("line", ['import x from "./b.mjs";', "export default 5;", 'export * from "./b.mjs";', 'import { a } from "https://example.org/b.mjs";'])
def test_any_other_form_is_refused(line):
    with pytest.raises(Refused, match="a.mjs:2:1: an import or export of a form that cannot be joined"):
        join.joined({"a.mjs": f"const a = 1;\n{line}"}, ["a.mjs"])


def test_modules_that_need_each_other_are_refused():
    with pytest.raises(Refused, match="a.mjs → b.mjs → a.mjs"):
        join.joined({"a.mjs": 'import { b } from "./b.mjs";', "b.mjs": 'import { a } from "./a.mjs";'}, ["a.mjs"])


def test_every_module_of_the_workshop_is_in_its_script():
    modules = workshop.modules(ROOT)
    assert sorted(join.ordered(modules, workshop.STARTS)) == sorted(modules)


@pytest.mark.parametrize("name", workshop.modules(ROOT))
def test_a_module_begins_by_saying_what_it_is_for_and_is_small(name):
    text = workshop.modules(ROOT)[name]
    assert text.startswith("// ") and (text.count("\n") <= 332)


@pytest.mark.parametrize("name", workshop.modules(ROOT))
def test_a_module_imports_what_it_calls(name):
    """In the one scope it would find it anyway, until that is moved or called otherwise."""
    modules = workshop.modules(ROOT)
    elsewhere = {made for other, text in modules.items() if other != name for line in text.splitlines() if (match := join.MADE.match(line.removeprefix("export "))) for made in re.findall(r"[\w$]+", match["names"])}
    code = re.sub(r"//.*|/\*\*.*|\"[^\"]*\"|^  (?:async )?\w+(?=\(.*{$)", "", modules[name], flags=re.MULTILINE)
    called = set(re.findall(r"(?:(?<![.\w$])|(?<=\.\.\.))([a-z_]\w*)\(", code))
    here = set(re.findall(r"(?:function|const|let|class|import|as|[(\[{,]) ?\{?\[? ?([\w$]+)", modules[name]))
    assert sorted(called & elsewhere - here) == []
