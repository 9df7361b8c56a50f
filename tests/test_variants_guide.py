"""The guide to house rules: its examples work, and what it says of messages is what the program says."""

from __future__ import annotations

import re

import pytest
from kr16 import game, pages
from kr16.blocks import Blocks
from kr16.common import Site
from kr16.model.variant import Distances, NewPage, Section, Variant

from tests.kernel import ROOT
from tests.ruled import checked, core, project

EXAMPLES = sorted(path.name.removesuffix(".yaml.j2") for path in (ROOT / "templates/variants/examples").iterdir())
GUIDE = {path.stem: path.read_text("utf-8") for path in (ROOT / "docs/variants").glob("*.md")}
HEAD = "id: x\ntitle: House\nbase: core 1.6\nauthor: me\n"
SITE = Site(core()[0], ROOT)
LOW = "id: low-tech\ntitle: Low\nbase: core 1.6\nversion: '1.0'\nauthor: me\nchange:\n  orders.run.move_cm: {from: 12, to: 14, why: long legs}\n"


def example(name: str) -> str:
    return str(Blocks(SITE, "variants/file.md").example(name)).removeprefix("```yaml\n").removesuffix("\n```")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_works(name, tmp_path):
    text = example(name)
    id = (re.search(r"^id: (.+)$", text, re.M) or ["", "x"])[1]
    made = checked(project(tmp_path, {"low-tech": LOW, id: text if text.startswith("id:") else HEAD + text}), id)
    assert made.edits or made.chain[-1].sections
    assert pages.pages(made, ROOT)


def test_every_example_is_shown_and_every_one_shown_is_there():
    shown = [name for text in GUIDE.values() for name in re.findall(r'example\("([a-z-]+)"\)', text)]
    assert sorted(shown) == EXAMPLES


def test_every_key_of_the_file_is_told():
    keys = {*Variant.model_fields, *Section.model_fields, *Distances.model_fields} - {"why"}
    assert [key for key in keys if f"`{key}`" not in GUIDE["file"] and f"# {key}" not in GUIDE["file"] and f"{{ #{key} }}" not in GUIDE["file"]] == []
    assert "`pages`" in GUIDE["file"] and NewPage.model_fields.keys() == {"id", "title", "text"}


def test_the_messages_it_explains_are_the_program_s():
    """Each cure in the guide begins with words of a message that a file in tests/bad/variants/ shows."""
    reports = "".join(path.read_text("utf-8") for path in (ROOT / "tests/bad/variants").glob("*.yaml"))
    told = re.findall(r"^- \*(.+?)\*:", GUIDE["in-the-browser"], re.M)
    assert len(told) > 4
    for message in told:
        assert re.search(".*".join(map(re.escape, message.split("…"))), reports), message


def test_three_house_rules_become_a_variant(tmp_path):
    """What a newcomer pastes, as it stands: a number, a weapon and a sentence, on the pages, in the points, marked."""
    made = checked(project(tmp_path, {"our-club": example("three-rules")}), "our-club")
    found = {page.uri: page.text for page in pages.pages(made, ROOT)}
    assert '<ins class="kr-changed">4+</ins> <del class="kr-was">5+</del>' in found["reference/orders.md"]
    assert 'Musket</a> <span class="kr-new">new</span>' in found["reference/weapons.md"]
    assert "A squad of Guards is never Shaken." in found["rules/shooting.md"]
    assert all(name in found["changes.md"] for name in ("Orders, Assault, difficulty", "Weapons, Musket", "Shooting: Shaken"))


def test_the_sets_of_house_rules_are_listed_with_the_way_to_each():
    switch = [{"id": "core", "title": "KR 16", "summary": "", "folder": ""}, {"id": "low", "title": "Low & <slow>", "summary": "How.", "folder": "variants/low"}]
    shown = str(Blocks(Site(core()[0], ROOT, (), switch), "variants/index.md").house_rules())
    assert '<li><a href="../variants/low/">Low &amp; &lt;slow&gt;</a>: How.</li>' in shown


def test_a_site_that_stands_alone_says_so():
    assert "This copy of the site has no house rules." in str(Blocks(SITE, "variants/index.md").house_rules())
    assert game.load(ROOT).id == "core"
