"""Rules terms in a page's HTML become links that show the rule in place: the first of each section, in prose only."""

from __future__ import annotations

import re

import pytest
import yaml
from kr16 import terms
from kr16.links import linker

from tests.kernel import ROOT, core

TERMS = {"Run": "rules/orders.md#run", "minigun": "reference/weapons.md#minigun", "heavy machine gun": "reference/weapons.md#hmg", "machine gun": "reference/weapons.md#mg", "line of sight": "rules/shooting.md#sight"}
URI, URL = "rules/orders.md", "rules/orders/"


def linked(html: str, url: str = URL, uri: str = URI) -> str:
    return terms.linked(html, url, TERMS, linker(uri))


def shown(html: str) -> str:
    """What was made, short: each term as [text](href)."""
    return re.sub(r'<kr-term><a href="([^"]*)">(.*?)</a></kr-term>', r"[\2](\1)", html)


@pytest.mark.parametrize(
    ("html", "made"),
    [
        ("<p>A minigun.</p>", "<p>A [minigun](../../reference/weapons/#minigun).</p>"),
        ("<p>Miniguns and a minigun.</p>", "<p>[Miniguns](../../reference/weapons/#minigun) and a minigun.</p>"),
        ("<p>Run! They run. Runner.</p>", "<p>[Run](#run)! They run. Runner.</p>"),
        ("<p>A heavy machine gun, a machine gun.</p>", "<p>A [heavy machine gun](../../reference/weapons/#hmg), a [machine gun](../../reference/weapons/#mg).</p>"),
        ("<p>Grenade-minigun, minigun-like, miniguns.</p>", "<p>Grenade-minigun, minigun-like, [miniguns](../../reference/weapons/#minigun).</p>"),
        ("<p>minigun</p><h2 id='x'>New</h2><p>minigun</p>", "<p>[minigun](../../reference/weapons/#minigun)</p><h2 id='x'>New</h2><p>minigun</p>"),
        ('<p>minigun</p><h2 id="x">minigun</h2><p>minigun</p>', '<p>[minigun](../../reference/weapons/#minigun)</p><h2 id="x">minigun</h2><p>[minigun](../../reference/weapons/#minigun)</p>'),
        ('<h2 id="run">Run</h2><p>Run.</p>', '<h2 id="run">Run</h2><p>Run.</p>'),
    ],
)  # fmt: skip
def test_the_first_use_in_a_section_is_a_link(html, made):
    assert shown(linked(html)) == made


@pytest.mark.parametrize(
    "html",
    ["<h2>minigun</h2>", "<code>minigun</code>", "<pre><code>minigun</code></pre>", '<a href="https://example.org/">minigun</a>', "<table><tr><td>minigun</td></tr></table>", "<svg><text>minigun</text></svg>", "<!-- minigun -->", '<img alt="minigun">', '<p class="kr-record__cite">minigun</p>', '<dl class="kr-stats"><div><dt>minigun</dt></div></dl>'],
)
def test_what_is_not_prose_is_left_alone(html):
    assert linked(html) == html


def test_after_what_is_not_prose_terms_are_links_again():
    assert shown(linked("<code>a</code> minigun")) == "<code>a</code> [minigun](../../reference/weapons/#minigun)"


@pytest.mark.parametrize("href", ["#run", "../orders/#run", "../../reference/weapons/#minigun", "../../play/#saves"])
def test_links_to_sections_of_the_rules_show_them_in_place(href):
    assert linked(f'<a class="x" href="{href}">any <b>words</b></a>') == f'<kr-term><a class="x" href="{href}">any <b>words</b></a></kr-term>'


@pytest.mark.parametrize("link", ['href="../turn/"', 'href="https://example.org/#run"', 'href="../../credits/#fonts"', 'class="headerlink" href="#run"', 'id="run"', 'href="mailto:a@example.org"', 'href="https&#58;//example.org/"'])
def test_other_links_stay_as_they_are(link):
    assert linked(f"<a {link}>words</a>") == f"<a {link}>words</a>"


def test_a_link_that_a_person_wrote_is_the_sections_first_use():
    html = '<p><a href="../../reference/weapons/#minigun">That gun</a> is a minigun.</p>'
    assert shown(linked(html)).endswith(" is a minigun.</p>")


def test_terms_are_the_names_of_records_and_those_listed():
    found = terms.of(core(), {"Shaken": "rules/shooting.md#shaken"})
    assert found["Run"] == "rules/orders.md#run" and found["light machine gun"] == "reference/weapons.md#light-machine-gun" and found["Shaken"] == "rules/shooting.md#shaken"


def test_each_listed_term_leads_to_a_section_that_is_there():
    for term, address in yaml.safe_load((ROOT / "data/terms.yaml").read_text("utf-8")).items():
        uri, _, anchor = address.partition("#")
        assert f"{{ #{anchor} }}" in (ROOT / "docs" / uri).read_text("utf-8"), term
