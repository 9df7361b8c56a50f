"""A house rule's text: Markdown and live numbers, and nothing else; what strangers write stays text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kr16 import markup
from kr16.errors import Place

PLACE = Place("x.yaml")


def html(text: str) -> str:
    return markup.html(text, lambda path: f"<ins>{path}</ins>", lambda target: f"../{target}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**a** *b* `c`", "<p><strong>a</strong> <em>b</em> <code>c</code></p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("### A\n\nb", "<h3>A</h3>\n<p>b</p>"),
        ("| a |\n| --: |\n| {{ x.y }} |", '<table>\n<thead>\n<tr>\n<th style="text-align:right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align:right"><ins>x.y</ins></td>\n</tr>\n</tbody>\n</table>'),
        ("[a](rules/orders.md#run) [b](https://example.org/) [c](#d)", '<p><a href="../rules/orders.md#run">a</a> <a href="https://example.org/">b</a> <a href="#d">c</a></p>'),
        ("a\n: b", "<dl>\n<dt>a</dt>\n<dd>b</dd>\n</dl>"),
        ("1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>"),
        ("*{{ x.y }}*_z_", "<p><em><ins>x.y</ins></em><em>z</em></p>"),
    ],
)
def test_markdown_becomes_html(text, expected):
    assert html(text).strip() == expected
    assert markup.check(text, PLACE, "p") == []


ALLOWED = markup.TAGS | {"ins"}


class Seen(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.tags, self.attributes = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes


def is_harmless(text: str) -> None:
    found = Seen(html(text))
    assert found.tags <= ALLOWED
    for name, value in found.attributes:
        assert name in ("href", "style", "id")
        assert name != "href" or not re.match(r"\s*(?!https?:|mailto:)[a-z+.-]+:", value or "", re.IGNORECASE)
        assert name != "style" or re.fullmatch(r"text-align: ?(left|right|center);?", value)


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a]( java\tscript:alert(1))",
    "[a](data:text/html,<script>)",
    "[a](vbscript:x)",
    "[a][1]\n\n[1]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![a](https://example.org/a.png)",
    "<a href='x' onclick='y'>z</a>",
    "<!-- x -->",
    "<?php x ?>",
    "&lt;script&gt;",
    "`<b>`",
    "\ue0000\ue000",
    "| a |\n| :-:\" onclick=x |",
    "<svg/onload=alert(1)>",
    "[a](https://example.org/\"onmouseover=\"x)",
    "a{: onclick=x }",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_does_nothing(text):
    is_harmless(text)


@given(st.lists(st.sampled_from([*HOSTILE, "{{ x.y }}", "\n", "\n\n", "    ", "- ", "| ", ">", "**", "`", "[", "](", ")", "<", "&", "\\"]), max_size=8).map("".join))
def test_hostile_text_put_together_does_nothing(text):
    is_harmless(text)


@given(st.text(max_size=60))
def test_any_text_does_nothing(text):
    is_harmless(text)


def test_headings_of_a_page_can_be_led_to():
    text = "## One & two\n\na\n\n### One & two\n\n[TOC]"
    assert markup.check(text, PLACE, "p", "page") == []
    assert markup.anchors(text) == ["one-two", "one-two_1"]
    made = markup.html(text, str, str, "page")
    assert '<h2 id="one-two">One &amp; two</h2>' in made and "[TOC]" in made


def test_headings_in_a_section_have_no_anchor_that_could_be_the_page_s():
    assert html("### Shaken").strip() == "<h3>Shaken</h3>"


def test_no_blank_line_is_left_for_markdown_to_end_the_block():
    assert "\n\n" not in html("a\n\nb\n\n- c\n\n- d\n\n    e\n\n    f")
