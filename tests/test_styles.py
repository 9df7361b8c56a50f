"""A style sheet is purged of what no page can call for, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import material
import tinycss2
from kr16.styles import finish, purged

from tests.kernel import ROOT


def tokens(nodes: list) -> Iterator[str]:
    """Everything of a style sheet but white space, comments and the semicolons between declarations, as tinycss2 reads it."""
    for node in nodes:
        if node.type in ("{} block", "() block", "[] block", "function"):
            yield f"{node.type} {getattr(node, 'name', '')}"
            yield from tokens(node.arguments if node.type == "function" else node.content)
            yield "end"
        elif node.type not in ("whitespace", "comment") and node != ";":
            yield node.serialize()


def test_where_every_word_is_known_nothing_goes():
    """Material's style sheet and ours, as a CSS parser reads them before and after."""
    [stock] = Path(material.__file__).parent.glob("templates/assets/stylesheets/main.*.min.css")
    css = "\n".join(path.read_text("utf-8") for path in [stock, *sorted((ROOT / "templates/css").glob("site*.css"))])
    left = purged(css, set(re.findall(r"[\w-]+", css)))
    assert list(tokens(tinycss2.parse_component_value_list(left))) == list(tokens(tinycss2.parse_component_value_list(css)))


def test_a_rule_within_a_kept_rule_stays():
    css = "@container (max-width: 3rem) { .a { border: 0; & tbody { color: red; & tr { margin: 0 } } } .b { & i { top: 0 } } }"
    assert purged(css, {"a", "tbody", "tr"}) == "@container (max-width: 3rem){.a{border:0;& tbody{color:red;& tr{margin:0;}}}}"


def test_a_rule_of_which_something_is_nowhere_goes():
    css = ".a, .b > i, .a .c { top: 0 } a[href*=' x-y'] { top: 1px } .a:not(.c):hover::before { top: 2px } #d, .e { top: 3px }"
    assert purged(css, {"a", "b", "href", "i"}) == ".a,.b > i{top:0;}.a:not(.c):hover::before{top:2px;}"


def test_what_stands_in_a_text_or_an_address_ends_nothing():
    css = """/* } */ .a::after { content: "/* } ; \\" { */" ; background: url(data:x/y;base64,{;}==) } .a[a="},b"] { top: 0 }"""
    assert purged(css, {"a", "b"}) == """.a::after{content:"/* } ; \\" { */";background:url(data:x/y;base64,{;}==);}.a[a="},b"]{top:0;}"""


def test_at_rules_stay_but_for_groups_with_nothing_left():
    css = "@charset 'x'; @font-face { src: url(x.woff2) } @keyframes b { from { top: 0 } to { top: 1px } } @media print { .b { top: 0 } } @media print { .a { top: 0 !important } }"
    assert purged(css, {"a"}) == "@charset 'x';@font-face{src:url(x.woff2);}@keyframes b{from{top:0;}to{top:1px;}}@media print{.a{top:0!important;}}"


def test_a_variable_stays_while_something_reads_it():
    """A variable that only an unread variable reads goes too; a page or script may read one by its name."""
    css = ".a { --one: 1; --two: var(--one); --three: var(--two); --four: 4; --five: 5 } .b { --six: 6 } .a { top: var( --four, 0) }"
    assert purged(css, {"a", "b", "--five"}) == ".a{--four:4;--five:5;}.a{top:var( --four, 0);}"


def test_a_variable_stays_while_another_style_sheet_reads_it(tmp_path):
    css = tmp_path / "assets/css"
    css.mkdir(parents=True)
    (css / "site.css").write_text(":root { --kr-one: 1; --kr-two: 2 }", "utf-8")
    (css / "workshop.css").write_text(".kr-field { top: var(--kr-two) }", "utf-8")
    (tmp_path / "index.html").write_text("<p class='kr-field'>", "utf-8")
    finish(tmp_path)
    assert (css / "site.css").read_text("utf-8") == ":root{--kr-two:2;}"
