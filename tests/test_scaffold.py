"""`kr16 variant new`: a file that works as it stands, and each of whose examples works too."""

from __future__ import annotations

import re

import pytest
from kr16 import scaffold
from kr16.errors import Refused

from tests.ruled import checked, core, project


def test_a_new_file_works_as_it_stands(tmp_path):
    here = project(tmp_path, {})
    path = scaffold.start(here, "our-club", core()[0])
    made = checked(here, "our-club")
    assert (path.name, made.title, [edit.path for edit in made.edits]) == ("our-club.yaml", "Our club", ["orders.assault.difficulty"])
    assert made.rules.orders["assault"].difficulty == core()[0].rules.orders["assault"].difficulty - 1


def test_its_examples_work_when_the_hash_signs_are_taken_away(tmp_path):
    here = project(tmp_path, {})
    path = scaffold.start(here, "our-club", core()[0])
    text = path.read_text("utf-8")
    path.write_text(re.sub(r"(?m)^# (?=add:|remove:|rules:|distances:| )", "", text), "utf-8")
    made = checked(here, "our-club")
    assert {edit.kind for edit in made.edits} == {"change", "add", "remove"}
    assert made.rules.distances.unit != "cm"
    assert made.chain[0].sections and made.chain[0].pages


@pytest.mark.parametrize("id", ["Our Club", "core", "", "a--b", "../x", "x" * 61, "-a"])
def test_a_name_that_will_not_do_is_told(id, tmp_path):
    with pytest.raises(Refused, match="not an id .*; write small letters, digits and single hyphens, such as 'low-tech', and not 'core'"):
        scaffold.start(project(tmp_path, {}), id, core()[0])


@pytest.mark.parametrize("id", ["no", "y", "on", "123", "010", "1e3", "null"])
def test_a_name_that_yaml_would_read_otherwise_works(id, tmp_path):
    here = project(tmp_path, {})
    scaffold.start(here, id, core()[0])
    assert checked(here, id).id == id


def test_a_file_that_stands_stays(tmp_path):
    here = project(tmp_path, {"mine": "id: mine\n"})
    with pytest.raises(Refused, match="stands already; edit it, or choose another id"):
        scaffold.start(here, "mine", core()[0])
    assert (here / "data/variants/mine.yaml").read_text("utf-8") == "id: mine\n"


def test_a_name_at_which_the_guide_has_a_page_is_refused(tmp_path):
    with pytest.raises(Refused, match="the guide has a page at that address; choose another id"):
        scaffold.start(project(tmp_path, {}), "in-the-browser", core()[0])
