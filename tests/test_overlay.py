"""What each operation of a variant does: a case in tests/overlays/ holds the base's values, the operation and the result.

`base` and `result` give values by path; `order` lists ids that follow each other in a table; `gone` names paths that
are no more; `shows` a piece of a page; `prices` what an item then costs. `under` holds variants to build on.
"""

from __future__ import annotations

import pytest
import yaml
from kr16 import export, live, pages
from kr16.context import costs
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
