"""The published JSON: what others rely on stands in it, and the schemas say what the checks say."""

from __future__ import annotations

import json
from decimal import Decimal

import fastjsonschema
import pytest
from kr16 import export, source
from kr16.errors import Refused
from kr16.model import Ruleset

from tests.kernel import ROOT, core
from tests.test_bad_data import CASES, faulty

GAME = core()
RULESET = export.ruleset(GAME)
SCHEMAS = export.schemas()
# The keys that others rely on; more may stand beside them.
RECORDS = {
    "orders": {"id", "name", "difficulty", "move_cm"},
    "grades": {"id", "name", "attack_bonus", "command_bonus", "points"},
    "cover": {"id", "name", "to_hit_modifier"},
    "infantry_saves": {"save", "examples", "points"},
    "vehicle_saves": {"save", "examples", "points"},
    "weapons": {"id", "name", "category", "range_cm", "dv", "abilities", "price"},
    "vehicles": {"id", "name", "full_speed_cm", "combat_speed_cm", "save", "weapons", "abilities", "price"},
    "damage_charts": {"id", "name", "rows"},
    "structures": {"id", "name", "structure_points"},
    "minefields": {"id", "name"},
    "abilities": {"id", "name", "card", "text"},
    "figures": {"id", "name"},
}


def record(table: str, id: str) -> dict:
    return next(one for one in RULESET[table] if one["id"] == id)


def test_the_head_says_which_rules_these_are():
    assert {key: RULESET[key] for key in ("format", "id", "title", "version", "variant_of")} == {"format": 1, "id": "core", "title": "KR 16", "version": "1.6", "variant_of": None}
    assert RULESET["credit"]["author"] == "Angel Barracks"


@pytest.mark.parametrize("table", RECORDS)
def test_each_record_has_the_agreed_keys(table):
    assert RULESET[table] and all(RECORDS[table] <= set(one) for one in RULESET[table])
    ids = [one.get("id", one.get("save")) for one in RULESET[table]]
    assert [str(id) for id in ids] == list(getattr(GAME.rules, table))


def test_some_records_by_hand():
    assert record("orders", "assault") | {"difficulty": 5, "move_cm": 10} == record("orders", "assault")
    assert record("weapons", "heavy-cannon") | {"category": "vehicle-weapon", "range_cm": 90, "dv": 8, "price": 420, "harms_vehicles": "all"} == record("weapons", "heavy-cannon")
    assert record("weapons", "smoke-grenades")["dv"] is None and record("weapons", "molotov-cocktail")["price"] == 4
    tank = record("vehicles", "heavy-tank")
    assert (tank["full_speed_cm"], tank["save"], tank["price"], tank["chart"]) == (14, 3, 660, "military")
    assert [(mount["weapon"], mount["count"]) for mount in tank["weapons"]] == [("heavy-cannon", 1), ("heavy-machine-gun", 2), ("smoke-launchers", 1)]
    assert record("vehicles", "remote-drone")["abilities"] == ["flying", "drone-initiative", "drone-reroll", "hit-by-small-arms"]
    assert [save["save"] for save in RULESET["vehicle_saves"]] == [6, 5, 4, 3, 2]
    assert [(row["from"], row["to"]) for row in record("damage_charts", "civilian")["rows"]] == [(1, 1), (2, 3), (4, 5), (6, None)]


def test_texts_have_their_live_numbers_written_out():
    texts = [one[key] for one in RULESET["abilities"] for key in ("card", "text")] + [row["effect"] for chart in RULESET["damage_charts"] for row in chart["rows"]]
    assert [text for text in texts if "{{" in text] == []


def test_every_file_is_plain_json():
    files = export.published(GAME)
    assert set(files) == {"data/ruleset.json"} | {f"data/schema/{name}.json" for name in SCHEMAS}
    assert json.loads(files["data/ruleset.json"]) == json.loads(json.dumps(RULESET))
    assert files == export.published(GAME)


def test_there_is_a_schema_for_every_kind_of_file():
    assert {*Ruleset.model_fields, "printed", "force"} <= set(SCHEMAS)


def plain(value):
    """JSON has no decimals of its own."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else float(value) if isinstance(value, Decimal) else value


def accepted(name: str, values: dict) -> bool:
    try:
        fastjsonschema.compile(SCHEMAS[name])(plain(values))
    except fastjsonschema.JsonSchemaException:
        return False
    return True


@pytest.mark.parametrize("path", sorted([*(ROOT / "data").glob("core/*.yaml"), *(ROOT / "data").glob("printed/*.yaml"), *(ROOT / "data").glob("forces/*.yaml"), ROOT / "data/terms.yaml", ROOT / "data/synonyms.yaml"]), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_file_of_ours_fits_its_schema(path):
    """The one that its first line names to editors."""
    name = path.read_text("utf-8").split("\n")[0].rpartition("/")[2].removesuffix(".json")
    assert name == {"printed": "printed", "forces": "force"}.get(path.parent.name, path.stem)
    assert accepted(name, source.read(path).values)


# What no schema can say: form, order, and what holds between two places.
BEYOND = ("YAML", "reads it as", "stands twice", "out of order", "unknown ability", "unknown weapon", "unknown order", "unknown class", "unknown grade", "unknown damage", "unknown kind", "unknown minefield", "unknown vehicle", "unknown item", "unknown line", "is an ability of", "no row for", "two rows for", "no roll is left", "before it begins", "the last row", "a weapon has", "a vehicle has a", "out of range", "itself loads", "faster than", "a DV is missing", "points are whole", "no cost for", "a minefield says", "nothing at", "whole record", "not a live number", "template code", "no price for", "a commander may", "more than the figures", "these are the rules", "not a plain value", "a key must be", "a second document", "not a number", "no squad of this force", "aboard already", "itself combines", "without a DV", "no such section", "no such page", "data files end in")  # fmt: skip


@pytest.mark.parametrize("case", [case for case in CASES if not any(words in faulty(case)[2] for words in BEYOND)], ids=lambda case: case.stem)
def test_a_schema_refuses_what_the_checks_refuse(case, tmp_path):
    """So that an editor shows the mistake while it is made."""
    name, content, _ = faulty(case)
    (tmp_path / "x.yaml").write_bytes(content)
    try:
        values = source.read(tmp_path / "x.yaml").values
    except Refused:
        return
    schema = "printed" if "printed" in name else "force" if name == "force.yaml" else name.rpartition("/")[2].removesuffix(".yaml")
    assert schema == "extra" or not accepted(schema, values)
