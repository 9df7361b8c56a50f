"""Small ES modules joined into one: in order, each apart, and only the forms that can be joined."""

from __future__ import annotations

import pytest
from kr16 import join, workshop
from kr16.errors import Refused

from tests.kernel import ROOT


def test_modules_stand_in_the_order_in_which_they_are_needed_without_comments():
    modules = {
        "a.mjs": '// first\nimport { two as zwei, one } from "./b-c.mjs";\nimport * as d from "./d.mjs";\nzwei(one, d);\n',
        "b-c.mjs": "/** Two. */\nexport function two() {\n  return 2; // stays;\n}\n  // goes\nexport const one = 1;\n",
        "d.mjs": "const x = 1;\nexport { x as y };\n",
    }
    assert join.joined(modules, ["a.mjs"]) == (
        "const m_b_c=(()=>{\nfunction two(){return 2;// stays;\n}\nconst one=1;return{two,one};})();\n"
        "const m_d=(()=>{\nconst x=1;return{y:x};})();\n"
        "const m_a=(()=>{\nconst{two:zwei,one}=m_b_c;const d=m_d;zwei(one,d);return{};})();\n"
    )


@pytest.mark.parametrize(
    ("line", "left"),
    {
        "if (a !== -1 && b - -1 > 0) return { c: [1, 2] };": "if(a!==-1&&b - -1>0)return{c:[1,2]};",
        """say("a , b", 'c ; \\' : d', x / 2 / y);""": """say("a , b",'c ; \\' : d',x / 2 / y);""",
        "a.replace(/[ /,] : \\/ =/g, b ? / ; / : c)": "a.replace(/[ /,] : \\/ =/g,b?/ ; /:c)",
        "const a = (b) => / = /.test(b); return / ; /;": "const a=(b)=>/ = /.test(b);return / ; /;",
        "`${a} , ${b ? `, ${c} ; $` : { d: 1 }} : ` + (e, f)": "`${a} , ${b ? `, ${c} ; $` : { d: 1 }} : ` +(e,f)",
    }.items(),
)
def test_spaces_around_signs_go_but_stay_in_texts(line, left):
    assert join.joined({"a.mjs": line}, ["a.mjs"]).splitlines()[1].removesuffix("return{};})();") == left


def test_a_script_loses_its_comments_and_idle_spaces():
    text = "// What it is for.\n\n/**\n * More.\n */\nimport { a } from './a.mjs';\n\nif (a) {\n  a(/x y/, 'b // c');\n  a(); // Stays.\n}\n"
    assert join.bare(text, "b.mjs") == "import{a}from './a.mjs';if(a){a(/x y/,'b // c');\na();// Stays.\n}\n"


@pytest.mark.parametrize("line", ["const a = `x", "`${a ? `${b ? `${c}` : d}` : e}`"])
def test_a_template_that_is_not_seen_to_end_is_refused(line):
    with pytest.raises(Refused, match="a.mjs:1:1: a template that goes over several lines, or holds too many others, cannot be joined"):
        join.joined({"a.mjs": line}, ["a.mjs"])


@pytest.mark.parametrize("line", ['import x from "./b.mjs";', "export default 5;", 'export * from "./b.mjs";', 'import { a } from "https://example.org/b.mjs";'])
def test_any_other_form_is_refused(line):
    with pytest.raises(Refused, match="a.mjs:2:1: an import or export of a form that cannot be joined"):
        join.joined({"a.mjs": f"const a = 1;\n{line}"}, ["a.mjs"])


def test_modules_that_need_each_other_are_refused():
    with pytest.raises(Refused, match="a.mjs → b.mjs → a.mjs"):
        join.joined({"a.mjs": 'import { b } from "./b.mjs";', "b.mjs": 'import { a } from "./a.mjs";'}, ["a.mjs"])


def test_every_module_of_the_workshop_is_in_its_script():
    made = workshop.script(ROOT)
    assert [name for name in workshop.modules(ROOT) if f"const m_{name.removesuffix('.mjs').replace('-', '_')}=" not in made] == []


@pytest.mark.parametrize("name", workshop.modules(ROOT))
def test_a_module_begins_by_saying_what_it_is_for_and_is_small(name):
    text = workshop.modules(ROOT)[name]
    assert text.startswith("// ") and (text.count("\n") <= 350)
