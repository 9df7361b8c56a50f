"""A page's HTML as search records: a line for each paragraph, item and row, each saying what it is about."""

from __future__ import annotations

import pytest
import yaml
from kr16 import search
from kr16.links import address

from tests.kernel import ROOT, core

PAGE = """
<h1 id="orders">Orders</h1><p>Name one.</p>
<h2 id="run">Run<a class="headerlink" href="#run">#</a></h2>
<dl class="kr-stats"><div><dt>Roll</dt><dd>4+</dd></div><div><dt>To hit</dt><dd>—</dd></div><div><dt>Move</dt><dd><ins>14 cm</ins> <del>12 cm</del></dd></div></dl>
<p>Far, <b>no</b> firing on <span class="kr-die"><svg role="img" aria-label="die showing 3, missed"><rect/></svg></span>.</p><ul><li>Two<br>lines</li></ul>
<aside class="kr-reading"><p>A <a href="../grades/#grunt">Grunt</a>'s, or less. <a href="../gaps/#less">Our reading</a></p></aside>
<p class="kr-record__cite">Also called sprint.</p><svg><text>picture</text></svg>
<h2 id="all">All orders</h2>
<table><caption>Orders</caption><thead><tr><th>Order</th><th>Move</th><th>Fires</th></tr></thead>
<tbody><tr><th data-label="Order">Run</th><td data-label="Move">12 cm</td><td data-label="Fires">never</td></tr>
<tr><th>Stand</th><td>—</td><td>always</td></tr></tbody></table>
<dl><dt>DV</dt><dd><p>How many dice.</p></dd></dl>
"""


def test_a_page_becomes_a_record_a_section():
    assert search.records(PAGE, "rules/orders/", {"run": ["sprint", "Run", 360, "Sprint"], "page": ["commands"]}) == [
        {"location": "rules/orders/", "title": "Orders", "text": "Name one.", "tags": ["commands"], "boost": 0.85},
        {"location": "rules/orders/#run", "title": "Run", "text": "Roll 4+ · Move 14 cm\nFar, no firing on 3.\nTwo lines\nA Grunt's, or less.", "page": "Orders", "tags": ["sprint", "360"]},
        {"location": "rules/orders/#all", "title": "All orders", "text": "Run · Move 12 cm · Fires never\nStand · Fires always\nDV: How many dice.", "page": "Orders"},
    ]


def lines(html: str) -> list[str]:
    [record] = search.records(f"<h1 id=a>A</h1>{html}", "a/", {})
    return record["text"].split("\n")


def test_half_a_sentence_and_the_list_that_ends_it_are_one_line():
    """Else a hit shows "The marker goes when" and no answer."""
    assert lines("<p>The marker goes when</p><ul><li>one dies;</li><li><p>it passes.</p></li></ul><p>So.</p><ul><li>One.</li></ul>") == ["The marker goes when one dies; it passes.", "So.", "One."]


def test_a_list_of_its_own_is_no_end_of_a_line():
    html = '<p>As follows</p><h2 id="b">B</h2><ul><li>One.</li></ul><table><tr><th>C</th></tr></table><p class="kr-record__cite">Or</p><ol><li>Two.</li></ol>'
    assert [record["text"] for record in search.records(f"<h1 id=a>A</h1>{html}", "a/", {})] == ["As follows", "One.\nC\nTwo."]


def test_an_example_says_that_it_is_one():
    """Its title says nothing of the rule, and its lines answer less well than the rule's own."""
    assert lines('<div class="admonition example"><p class="admonition-title">The bridge</p><p>It throws 4.</p></div><p>Roll.</p>') == ["Example: It throws 4.", "Roll."]


def test_a_word_and_what_it_means_are_one_line():
    assert lines("<dl><dt>DV </dt> <dd><p>How many dice.</p></dd></dl>") == ["DV: How many dice."]


def test_of_pages_for_who_works_on_the_site_the_first_lines_are_known():
    assert [one["text"] for one in search.records(PAGE, "contributing/", {})] == ["Name one.", "Roll 4+ · Move 14 cm", "Run · Move 12 cm · Fires never"]


def test_what_is_skipped_ends_where_it_ends():
    [record] = search.records("<h1 id=a>A</h1><p>one<del>two<b>three</b></del>four</p>", "a/", {})
    assert record["text"] == "onefour"


def test_html_is_read_as_it_is_meant():
    """Entities are what they stand for, a comment says nothing, an element that ends itself ends."""
    html = """<h1 id="a&amp;b">A &amp; B</h1><!-- <p>not this</p> --><p title="x > y">&lt;b&gt; 1&nbsp;cm</p><P>e<svg class="x"/>nd</P><table><tr><th>C</th><td data-label="5&quot;">6</td></tr></table>"""
    [record] = search.records(html, "a/", {})
    assert (record["title"], record["text"]) == ("A & B", "<b> 1 cm\nend\nC · 5\" 6")


@pytest.mark.parametrize(
    ("url", "section", "weight"),
    [("rules/orders/", True, 1), ("reference/weapons/", True, 0.99), ("rules/gaps/", True, 0.6), ("variants/on-a-computer/", True, 0.4), ("contributing/decisions/", True, 0.2), ("", False, 0.42), ("rules/", False, 0.59), ("rules/orders/", False, 0.85)],
)
def test_the_rules_weigh_more_than_what_is_told_about_them(url, section, weight):
    assert search.weight_of(url, section) == weight


def test_records_without_a_section_of_their_own_are_found_where_they_are_told_of():
    found = search.aliases(core())
    assert "bunker = Heavy cover" in found["rules/shooting/#cover"] and "h2h" in found["rules/hand-to-hand/"]


def test_what_a_row_is_called_leads_to_that_row():
    assert "immobilised = Running gear destroyed" in search.aliases(core())["reference/damage-charts/#military"]


def test_a_section_is_called_nothing_twice_in_singular_and_plural():
    assert search.also(["mine", "Mines", "mech", "mechs", "drop-troops", "class"], "mines") == ["mech", "drop-troops", "class"]


def front_matter() -> dict[str, dict]:
    texts = {path.relative_to(ROOT / "docs").as_posix(): path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))}
    return {uri: text for uri, text in texts.items() if text.startswith("---\n") and "\naliases:" in text.split("\n---\n")[0]}


@pytest.mark.parametrize("uri", front_matter())
def test_each_alias_of_a_page_belongs_to_a_section_of_it(uri):
    """An alias at an anchor that is gone would be lost without a word."""
    head, _, text = front_matter()[uri].partition("\n---\n")
    aliases = yaml.safe_load(head[4:])["aliases"]
    assert [anchor for anchor in aliases if anchor != "page" and f"{{ #{anchor} }}" not in text] == []


def test_no_section_has_the_same_alias_twice():
    for uri, text in front_matter().items():
        for anchor, names in yaml.safe_load(text[4:].split("\n---\n")[0])["aliases"].items():
            assert len(names) == len(set(names)), f"{uri}#{anchor} at {address(uri)}"


def test_a_synonym_is_one_word_on_each_side():
    """Search compares single words; what is several words is an alias."""
    lines = yaml.safe_load((ROOT / "data/synonyms.yaml").read_text("utf-8"))
    assert [word for line in lines.items() for word in [line[0], *line[1]] if " " in str(word)] == []
