"""The command line under house rules: whole messages, 0 when done, 1 when the file is wrong, 2 when called wrongly."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from kr16 import __main__ as cli

from tests.ruled import project

HOUSE = "id: house\ntitle: House\nbase: core 1.6\nversion: '2'\nauthor: me\nchange:\n  weapons.shotgun.range_cm: {from: 12, to: 22, why: long barrels}\n"
STALE = HOUSE.replace("from: 12", "from: 14")
REPORT = "data/variants/house.yaml:7:30: weapons.shotgun.range_cm: the base has 12 here (got 14); look at what has changed, then write from: 12\n1 problem\n"
FORCE = "force: Test\nrules: house\nunits:\n  - {name: Alpha, grade: grunt, save: 5, figures: 1, weapons: [{weapon: shotgun}]}\n"


def kr16(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, arguments, prog_name="kr16")


@pytest.fixture
def house(tmp_path, monkeypatch):
    here = project(tmp_path, {"house": HOUSE})
    monkeypatch.chdir(here)
    return here


@pytest.fixture
def stale(tmp_path, monkeypatch):
    here = project(tmp_path, {"house": STALE})
    monkeypatch.chdir(here)
    return here


def answer(*arguments: str) -> tuple[int, str, str]:
    result = kr16(*arguments)
    return result.exit_code, result.stdout, result.stderr


def test_check_names_each_set_of_rules(house):
    assert answer("check") == (0, "KR 16 1.6: no problems\nHouse 2: no problems\n", "")


def test_check_of_a_file_that_stands_anywhere(house):
    (house / "sent.yaml").write_text(HOUSE, "utf-8")
    assert answer("check", "sent.yaml") == (0, "sent.yaml: no problems, 1 change\n", "")


@pytest.mark.parametrize("command", [("check",), ("check", "data/variants/house.yaml"), ("points", "--variant", "house"), ("variant", "diff", "house"), ("build", "--no-pdf", "-d", "out"), ("build", "--variant", "house", "--no-pdf", "-d", "out")], ids=" ".join)
def test_a_faulty_variant_stops_every_command_with_the_same_report(command, stale):
    assert answer(*command) == (1, "", REPORT)
    assert not (stale / "out").exists()


def test_a_variant_that_is_not_there(house):
    assert answer("points", "--variant", "hose") == (1, "", "data/variants/hose.yaml:1:1: no such variant; did you mean 'house'?\n1 problem\n")


def test_points_under_house_rules(house):
    code, out, err = answer("points", "shotgun", "--variant", "house", "--json")
    [item] = json.loads(out)
    assert (code, err) == (0, "")
    assert (item["computed"], item["printed"], item["price"]) == (7, 6, 7)
    assert item["note"] == "House rules change its statistics, so the printed price does not hold."


def test_a_force_of_house_rules(house):
    (house / "force.yaml").write_text(FORCE, "utf-8")
    assert answer("check", "force.yaml") == (0, "force.yaml: no problems, 1 unit\n", "")
    (house / "force.yaml").write_text(FORCE.replace("rules: house", "rules: hose"), "utf-8")
    assert answer("check", "force.yaml")[0] == 1


def test_new_then_check_then_diff(house):
    code, out, err = answer("variant", "new", "our-club")
    assert (code, out, err) == (0, "data/variants/our-club.yaml: edit it, then run kr16 check, and kr16 build or kr16 serve to see it\n", "")
    assert answer("check", "data/variants/our-club.yaml") == (0, "data/variants/our-club.yaml: no problems, 1 change\n", "")
    assert answer("variant", "diff", "our-club") == (0, "Our club (our-club), of core 1.6\norders.assault.difficulty: 5+ → 4+ (close combat is our favourite part)\n", "")


def test_new_over_a_file_that_stands(house):
    assert answer("variant", "new", "house") == (1, "", "data/variants/house.yaml:1:1: stands already; edit it, or choose another id\n1 problem\n")
    assert (house / "data/variants/house.yaml").read_text("utf-8") == HOUSE


def test_new_with_a_name_that_will_not_do(house):
    assert answer("variant", "new", "Our Club") == (1, "", "data/variants:1:1: not an id (got 'Our Club'); write small letters, digits and single hyphens, such as 'low-tech', and not 'core'\n1 problem\n")


def test_diff_since_an_older_file(house):
    (house / "old.yaml").write_text(HOUSE.replace("to: 22", "to: 18"), "utf-8")
    assert answer("variant", "diff", "house", "--since", "old.yaml") == (0, "House (house), since the older file\nweapons.shotgun.range_cm: 18\u00a0cm → 22\u00a0cm\npoints that follow:\n  shotgun: 6 → 7\n", "")
    assert answer("variant", "diff", "house", "--since", "data/variants/house.yaml")[1] == "House (house), since the older file\nnothing differs\n"
    assert answer("variant", "diff", "house", "--since", "older.yaml")[0] == 2


def test_diff_since_the_file_of_another_variant(house):
    (house / "low.yaml").write_text(HOUSE.replace("id: house", "id: low"), "utf-8")
    assert answer("variant", "diff", "house", "--since", "low.yaml") == (1, "", "low.yaml:1:5: id: another variant (got 'low'); name an older file of 'house'\n1 problem\n")


def test_diff_of_core_is_a_wrong_call(house):
    code, out, err = answer("variant", "diff", "core")
    assert (code, out) == (2, "") and err.endswith("Error: core is the rulebook itself; name a variant\n")


@pytest.mark.parametrize("command", [("check",), ("build", "--no-pdf", "-d", "out")], ids=" ".join)
def test_words_that_have_no_place_stop_check_and_build(command, stale):
    (stale / "data/variants/house.yaml").write_text(HOUSE + "rules:\n  shooting.shakin: {append: They run.}\n", "utf-8")
    assert answer(*command) == (1, "", "data/variants/house.yaml:9:3: rules.shooting.shakin: no such section on the page 'shooting' (got 'shakin'); did you mean 'shaken'?\n1 problem\n")
    assert not (stale / "out").exists()
