"""House rules in their places: the page as it was but for them; a mistake of a page that only they make is theirs."""

from __future__ import annotations

import random
from html.parser import HTMLParser

import pytest
from kr16 import houses, pages, sections
from kr16.errors import Refused
from markdown import Markdown

from tests.kernel import ROOT
from tests.ruled import checked, project

HEAD = "id: x\ntitle: House\nbase: core 1.6\nauthor: me\n"


def page(here, id: str, uri: str) -> str:
    return next(page.text for page in pages.pages(checked(here, id), here) if page.uri == uri)


def ruled(tmp_path, rules: str) -> dict[str, str]:
    here = project(tmp_path, {"x": HEAD + rules})
    return {page.uri: page.text for page in pages.pages(checked(here, "x"), here)}


@pytest.fixture(scope="module")
def plain():
    from tests.ruled import core

    return {page.uri: page.text for page in pages.pages(core()[0], ROOT)}


def test_only_the_page_named_is_another(tmp_path, plain):
    found = ruled(tmp_path, "rules:\n  shooting.smoke: {append: It drifts.}\n")
    assert {uri for uri in plain if found[uri] != plain[uri]} == {"rules/shooting.md"}
    assert found["rules/shooting.md"].replace('<div class="kr-house">\n<p class="kr-house__label">House adds</p>\n<p>It drifts.</p>\n</div>\n\n', "").rstrip() == plain["rules/shooting.md"].rstrip()


def test_a_replaced_section_keeps_the_anchors_of_what_it_held(tmp_path):
    """Links to what is gone still lead to what stands there now."""
    found = ruled(tmp_path, "rules:\n  orders.react: {replace: Wait., why: simpler}\n")["rules/orders.md"]
    assert '<p class="kr-house__label">House replaces this section: simpler<a id="react-fire"></a><a id="react-cover"></a></p>\n<p>Wait.</p>' in found
    assert "{ #react }" in found and "{ #react-fire }" not in found


def test_a_replaced_section_leads_to_the_rulebook_s_own_where_core_stands_above(tmp_path):
    here = project(tmp_path, {"x": HEAD + "rules:\n  shooting.smoke: {replace: None.}\n"})
    text = next(page.text for page in pages.pages(checked(here, "x"), here, switch=[{"id": "core", "title": "KR 16", "summary": "", "folder": ""}, {"id": "x", "title": "House", "summary": "", "folder": "variants/x"}]) if page.uri == "rules/shooting.md")
    assert '<a href="../../../../rules/shooting/#smoke">the rulebook’s way</a>' in text


@pytest.mark.parametrize(("name", "uri"), [("shooting", "rules/shooting.md"), ("play", "play/index.md"), ("index", "rules/index.md"), ("credits", "credits.md")])
def test_a_page_is_meant_by_its_name(name, uri):
    assert next(candidate for candidate in houses.candidates(name) if candidate in pages.docs(ROOT)) == uri
    assert houses.named(uri) == name


@pytest.mark.parametrize("text", ["<b>", "{{ x }}", "{% x %}", "`*_[]()#", "a & b"])
def test_a_title_is_text(text, tmp_path):
    """A title comes from a stranger's file and stands in headings, tables and the navigation."""
    here = project(tmp_path, {"x": HEAD.replace("title: House", f"title: {text!r}") + f"rules:\n  shooting.smoke: {{append: It drifts., why: {text!r}}}\n  pages: [{{id: new, title: {text!r}, text: New.}}]\n"})
    found = {page.uri: page.text for page in pages.pages(checked(here, "x"), here)}
    for uri in ("rules/shooting.md", "rules/new.md", "changes.md"):
        made = Shown(found[uri])
        assert text in made.text and "b" not in made.tags


class Shown(HTMLParser):
    """What a reader sees of a page: its text, and the tags it is made of."""

    def __init__(self, page: str):
        super().__init__()
        self.text, self.tags = "", set()
        body = page.split("---", 2)[-1] if page.lstrip().startswith("---") else page
        self.feed(Markdown(extensions=["admonition", "attr_list", "def_list", "md_in_html", "tables", "toc"]).convert(body))

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)

    def handle_data(self, data):
        self.text += data


def test_the_order_of_house_rules_does_not_matter(tmp_path):
    rules = ["  shooting.shaken: {replace: Broken.}", "  shooting.smoke: {append: It drifts.}", "  orders.react: {append: Once.}", "  orders.react-fire: {append: Twice.}", "  pages: [{id: new, title: New, text: New.}]"]
    shuffled = rules[:]
    random.Random(3).shuffle(shuffled)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert ruled(tmp_path / "a", "rules:\n" + "\n".join(rules)) == ruled(tmp_path / "b", "rules:\n" + "\n".join(shuffled))


def test_a_mistake_that_core_s_own_page_has_is_not_laid_at_a_variant_s_door(tmp_path):
    here = project(tmp_path, {"x": HEAD + "remove:\n  structures.oki-gate-section: {why: none}\n"})
    (here / "docs").unlink()
    (here / "docs/rules").mkdir(parents=True)
    (here / "docs/rules/buildings.md").write_text("# Buildings\n\n{{ structures.oki-gate-section.sp }}\n", "utf-8")
    with pytest.raises(Refused, match="^docs/rules/buildings.md:3:1: structures.oki-gate-section.sp: nothing at"):
        checked(here, "x")


def test_every_section_of_the_rules_can_be_replaced():
    """A section that house rules may name has an anchor of its own."""
    for uri, text in pages.docs(ROOT).items():
        if uri.startswith("rules/"):
            headings = [line for line in text.splitlines() if line.startswith(("## ", "### "))]
            assert len(sections.anchors(text)) == len(headings)
