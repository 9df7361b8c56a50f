"""Every kind of mistake in a variant's file has a case in tests/bad/variants/: the faulty file and the whole report it must give.

A case begins with comments, as those in tests/bad/ do: `# file:` and `# expect:`. What follows is the file's content,
so that a line number in the report is a line of the case.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from kr16 import game, pages, variants
from kr16.errors import Refused

from tests.kernel import ROOT
from tests.ruled import checked, core, project
from tests.test_bad_data import header, texts

CASES = sorted((ROOT / "tests/bad/variants").glob("*.yaml"))
HEAD = "id: {id}\ntitle: {id}\nbase: {base}\nauthor: me\n"
RUN = "change:\n  orders.run.move_cm: {from: 12, to: 14, why: long legs}\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_faulty_variant_gives_exactly_this_report(case, tmp_path):
    _, expected = header(case)
    with pytest.raises(Refused) as refused:
        checked(project(tmp_path, {"x": case.read_text("utf-8")}), "x")
    assert str(refused.value) == expected


# What the code says that only two files together can bring about: the tests below.
ELSEWHERE: set[str] = set()


def test_every_message_about_variants_has_a_case():
    """A new message fails here until a file in tests/bad/variants/ shows it."""
    code = [ROOT / f"tools/kr16/{name}.py" for name in ("form", "variants", "houses", "markup", "worth")] + sorted((ROOT / "tools/kr16/overlay").glob("*.py"))
    said = {text for path in code for text in texts(ast.parse(path.read_text("utf-8"))) if re.search(r"\(got |; |, but |, which ", text) and "\n" not in text}
    reports = "\n".join([*(header(case)[1] for case in CASES), *SEEN_HERE])
    unseen = {text for text in said if not re.search(".*".join(map(re.escape, text.split("…"))), reports)}
    assert unseen == ELSEWHERE


SEEN_HERE = [
    "data/variants/y.yaml: no such variant",
    "goes round in a circle (x → z → x)",
]


def test_what_is_no_variant_is_told(tmp_path):
    here = project(tmp_path, {"low": HEAD.format(id="low", base="core 1.6") + RUN})
    with pytest.raises(Refused) as refused:
        game.load(here, "lou")
    assert str(refused.value) == "data/variants/lou.yaml:1:1: no such variant; did you mean 'low'?\n1 problem"


def test_a_folder_named_like_a_variant_is_told(tmp_path):
    here = project(tmp_path, {})
    (here / "data/variants/low.yaml").mkdir()
    with pytest.raises(Refused) as refused:
        game.load(here, "low")
    assert str(refused.value) == "data/variants/low.yaml:1:1: cannot be read (is a directory)\n1 problem"


def test_a_circle_of_two_is_told_from_both_ends(tmp_path):
    here = project(tmp_path, {"x": HEAD.format(id="x", base="z 1") + RUN, "z": HEAD.format(id="z", base="x 1") + RUN})
    for id, way, file in (("x", "x → z → x", "z"), ("z", "z → x → z", "x")):
        with pytest.raises(Refused) as refused:
            checked(here, id)
        assert str(refused.value).split("\n")[0] == f"data/variants/{file}.yaml:3:7: base: goes round in a circle ({way}); one of them must build on core"


def test_a_circle_hides_behind_no_wrong_id(tmp_path):
    here = project(tmp_path, {"x": HEAD.format(id="a", base="y 1") + RUN, "y": HEAD.format(id="b", base="x 1") + RUN})
    with pytest.raises(Refused, match="goes round in a circle"):
        checked(here, "x")


def test_a_variant_on_one_with_mistakes_tells_those_and_its_own_form(tmp_path):
    """Its operations cannot be held against a base that cannot be built; its form can."""
    stale = RUN.replace("from: 12", "from: 11")
    here = project(tmp_path, {"x": HEAD.format(id="x", base="core 1.6") + stale, "z": HEAD.format(id="z", base="x 2") + "accent: red\n" + RUN})
    with pytest.raises(Refused) as refused:
        checked(here, "z")
    assert str(refused.value).split("\n") == [
        "data/variants/x.yaml:6:24: orders.run.move_cm: the base has 12 here (got 11); look at what has changed, then write from: 12",
        "data/variants/z.yaml:3:7: base: written for another version (got 'x 2'); this is x 1: check each change, then write 'x 1'",
        "data/variants/z.yaml:5:9: accent: not of the right form (got 'red'); expected a colour such as '#1f5d7a'",
        "3 problems",
    ]


def test_a_variant_may_stand_anywhere(tmp_path):
    """A file that a friend sent is checked where it lies; only in data/variants/ must its name be its id."""
    path = tmp_path / "from-a-friend.yaml"
    path.write_text(HEAD.format(id="x", base="core 1.6") + RUN, "utf-8")
    assert pages.checked(ROOT, path).rules.orders["run"].move_cm == 14


@pytest.mark.parametrize("id", variants.ids(ROOT))
def test_the_variants_here_are_whole(id):
    """Those that come with the project, and in a club's copy the club's own."""
    made = checked(ROOT, id)
    mine = made.chain[-1].variant
    assert mine.summary and mine.accent
    assert all(edit.why for edit in made.edits if edit.kind != "add")
