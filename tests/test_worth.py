"""Printed prices hold for printed statistics only."""

from __future__ import annotations

import pytest
from kr16 import worth
from kr16.context import costs

from tests.ruled import checked, core, project

HEAD = "id: x\ntitle: House\nbase: core 1.6\nauthor: me\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "ids"),
    [
        ("weapons.handgun.range_cm", 12, 14, {"handgun"}),
        ("weapons.frag-grenades.dv", 3, 2, {"frag-grenades", "grenade-launcher", "rdf-trooper"}),
        ("abilities.guided.sign", "positive", "none", {"guided", "smart-missile-pod"}),
        ("grades.grunt.points", 7, 8, {"rdf-trooper", "junker-insurgent"}),
        ("vehicle_saves.5.points", 8, 9, {"apc", "light-tank", "attack-chopper", "transport-chopper", "pathfinder-ranger"}),
        ("weapons.handgun.name", "Handgun", "Pistol", set()),
        ("orders.run.move_cm", 12, 14, set()),
    ],
)
def test_what_a_change_touches(path, old, new, ids, tmp_path):
    made = checked(project(tmp_path, {"x": f"{HEAD}change:\n  {path}: {{from: {old}, to: {new}, why: we like it}}\n"}), "x")
    assert made.changed == ids
    prices = {item["id"]: item for item in costs.priced(made)}
    before = {item["id"]: item for item in costs.priced(core()[0])}
    for id in ids & prices.keys():
        assert prices[id]["price"] == prices[id]["computed"]
        assert prices[id]["note"] == ("House rules change its statistics, so the printed price does not hold." if before[id]["printed"] is not None else None)
    for id in prices.keys() - ids:
        assert prices[id]["printed"] == before[id]["printed"]


def test_what_has_no_statistics_keeps_its_price():
    assert worth.unknown(core()[0].rules).keys() >= {"juraped", "molotov-cocktail"}
