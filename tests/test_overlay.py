"""What each operation of a variant does: a case in tests/overlays/ holds the base's values, the operation and the result.

`base` and `result` give values by path; `order` lists ids that follow each other in a table; `gone` names paths that
are no more; `shows` a piece of a page; `prices` what an item then costs. `under` holds variants to build on.
"""

from __future__ import annotations

import html
import re

import pytest
import yaml
from kr16 import export, live, pages, sections
from kr16.context import cards, costs, reference
from kr16.model.force import Unit
from pydantic import BaseModel

from tests.kernel import ROOT
from tests.ruled import checked, core, project

CASES = sorted((ROOT / "tests/overlays").glob("*.yaml"))
HEAD = {"id": "x", "title": "House", "base": "core 1.6", "author": "me"}


def loaded(case: dict, folder):
    """The game that a case's operation makes, checked like any variant, and the folder it is in."""
    head = HEAD | {"base": case.get("build_on", HEAD["base"])}
    here = project(folder, case.get("under", {}) | {"x": yaml.safe_dump(head | case["operation"], sort_keys=False, allow_unicode=True)})
    return checked(here, "x"), here


def plain(value):
    """A value of the rules as the data has it: what is left out there is left out here."""
    if isinstance(value, BaseModel):
        return {key: plain(item) for key, item in live.children(value).items() if key in value.model_fields_set or item}
    return [plain(item) for item in value] if isinstance(value, list) else value


def plainly(value):
    """The same for what a case says: a mount of one needs no count."""
    if isinstance(value, list):
        return [({"count": 1} | item if isinstance(item, dict) else item) for item in value]
    return value


def test_there_are_cases():
    assert len(CASES) > 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_an_operation_does_what_its_case_says(case, tmp_path):
    case = yaml.safe_load(case.read_text("utf-8"))
    if "under" not in case:
        assert {path: plain(live.look(core()[0].rules, path)) for path in case.get("base", {})} == {path: plainly(value) for path, value in case.get("base", {}).items()}
    made, here = loaded(case, tmp_path)
    rules = made.rules
    assert {path: plain(live.look(rules, path)) for path in case.get("result", {})} == {path: plainly(value) for path, value in case.get("result", {}).items()}
    for table, ids in case.get("order", {}).items():
        found = list(live.children(live.look(rules, table)))
        assert found[found.index(ids[0]) :][: len(ids)] == ids
    for path in case.get("gone", []):
        with pytest.raises(live.UnknownPath):
            live.look(rules, path)
    prices = {item["id"]: item["price"] for item in costs.priced(made)}
    assert {id: prices[id] for id in case.get("prices", {})} == case.get("prices", {})
    found = {page.uri: page.text.replace(live.NBSP, " ") for page in pages.pages(made, here)} if "shows" in case else {}
    for uri, text in case.get("shows", {}).items():
        assert text in found[uri]
    assert (export.ruleset(made)["variant_of"], export.ruleset(made)["title"]) == ("core", "House")


NEW = """\
id: x
title: House
base: core 1.6
author: me
add:
  grades:
    levy: {before: rook, name: Levy, cite: ours, attack_bonus: -2, command_bonus: -2, points: 2, text: Called up today.}
  orders:
    crawl: {after: advance, name: Crawl, cite: ours, difficulty: 3, move_cm: 3, fires: never, to_be_hit_modifier: -2, card: Creep on}
  cover:
    bunker: {name: Bunker, cite: ours, to_hit_modifier: -3, examples: concrete}
  minefields:
    gas: {name: Gas, cite: ours, infantry: {triggers_from: 5, dv: 2, certain_beyond_order: advance}, text: Gas.}
  abilities:
    scope: {name: Scope, cite: ours, kind: weapon, sign: positive, card: +1 aimed, text: Better aimed., effects: {aim: {roll: to-hit, modifier: +1, orders: [aimed-fire]}}}
    shield: {name: Shield, cite: ours, kind: figure, sign: positive, points: 2, card: Harder to hit, text: Harder to hit., effects: {field: {roll: to-be-hit, modifier: -1, option: standing}}}
change:
  weapons.handgun.abilities: {add: [scope], why: gunslingers}
"""


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    here = project(tmp_path_factory.mktemp("new"), {"x": NEW})
    return checked(here, "x"), here


def test_what_is_new_stands_in_the_lists_that_people_wrote(new):
    """A list of modifiers or crews on a rules page takes up what house rules add; in core it ends where it ends."""
    made, here = new
    found = {page.uri: page.text for page in pages.pages(made, here)}
    rows = re.findall(r'^\| (.+) <span class="kr-new">new</span> \| (.+) \|$', found["rules/shooting.md"], re.M)
    assert [(name, html.unescape(text)) for name, text in rows] == [("Levy shooting", "−2"), ("Target on Crawl", "−2"), ("Target in bunker", "−3"), ("Shooter with Scope", "+1"), ("Target with Shield, standing", "−1")]
    assert '- Guard: any roll\n- Levy <span class="kr-new">new</span>: 6' in found["rules/vehicles.md"].replace("2&#43;", "any roll").replace("&#43;", "+")
    assert "kr-new" not in next(page.text for page in pages.pages(core()[0], ROOT) if page.uri == "rules/shooting.md")


def test_what_is_new_leads_only_where_something_is(new):
    """A new order has no section of its own on the rules page."""
    made, here = new
    texts = pages.docs(here)
    for context in reference.PAGES.values():
        for record in context(made)["records"]:
            for link in record["links"]:
                uri, _, anchor = link["href"].partition("#")
                known = sections.anchors(texts[uri]) if uri in texts else reference.IDS[uri](made)
                assert not anchor or anchor in known, link


def test_an_ability_that_counts_with_one_order_is_told_on_the_card(new):
    """Its effect is not in the rolls that a card shows for every order, so its words are."""
    made, _ = new
    unit = Unit(name="Bravo", grade="levy", save=6, figures=2, weapons=[{"weapon": "handgun", "count": 2}])
    [row] = [row for section in cards.card(unit, made)["sections"] for row in section["rows"] if "Handgun" in row["name"]]
    assert row["text"].endswith("+1 aimed")
    assert row["cells"] == ["2", "—", "—", "—", "—"]
