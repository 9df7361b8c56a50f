"""What has to hold between the tables (tests/bad/ has a case for each mistake that our data can be given)."""

from __future__ import annotations

import re

import pytest
from kr16 import source
from kr16.build import type_at
from kr16.errors import Refused
from kr16.live import walk
from kr16.model import Ruleset
from kr16.names import REFERENCES
from kr16.validate import validate, validate_printed

from tests.kernel import ROOT, core

RULES = core().rules
SOURCE = source.read_folder(ROOT / "data/core", "data/core")


LISTED = [re.compile(re.escape(pattern).replace(r"\*", "[^.]+")) for pattern in REFERENCES]


def report(rules) -> list[str]:
    with pytest.raises(Refused) as caught:
        validate(rules, SOURCE)
    return [f"{problem.path}: {problem.message}" for problem in caught.value.problems]


def without(table: str, id: str):
    return RULES.model_copy(update={table: {key: value for key, value in getattr(RULES, table).items() if key != id}})


def test_our_data_agrees_with_itself():
    assert validate(RULES, SOURCE) is None
    assert validate_printed(core().printed, RULES, SOURCE) is None


def test_a_figure_has_a_save_that_there_is():
    assert "figures.junker-insurgent.save: no such infantry save (got 6); known: 5, 4, 3, 2" in report(without("infantry_saves", "6"))


def test_a_vehicle_has_a_save_that_there_is():
    assert "vehicles.super-heavy-tank.save: no such vehicle save (got 2); known: 6, 5, 4, 3" in report(without("vehicle_saves", "2"))


def test_taking_a_record_away_names_everything_that_still_needs_it():
    found = report(without("weapons", "heavy-machine-gun"))
    assert [line.partition(":")[0] for line in found if "unknown weapon" in line] == ["vehicles.medium-tank.weapons.1.weapon", "vehicles.heavy-tank.weapons.1.weapon", "vehicles.super-heavy-tank.weapons.1.weapon", "vehicles.transport-chopper.weapons.0.weapon"]


@pytest.mark.parametrize("pattern", REFERENCES)
def test_each_reference_of_the_list_is_a_place_that_the_models_have(pattern):
    """A renamed field would leave its pattern behind, and its ids unchecked."""
    assert type_at(Ruleset, pattern.split(".")) is not None


def test_each_id_of_another_table_in_our_data_is_on_the_list():
    """A new field that holds ids has to be checked too."""
    tables = {"abilities", "weapons", "orders", "cover", "grades", "damage_charts", "vehicle_kinds", "minefields", "vehicles"}
    ids = {id for table in tables for id in getattr(RULES, table)}
    words = {"name", "aliases", "was", "key", "kind", "examples", "option"}  # words that may happen to equal an id
    holders = {".".join(path) for path, value in walk(RULES) if isinstance(value, str) and value in ids and not words & set(path[-2:])}
    assert [path for path in sorted(holders) if not path.startswith("readings.") and not any(listed.fullmatch(path) for listed in LISTED)] == []
