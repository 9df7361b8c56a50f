"""Marks: what house rules change shows the new value and, in its mark only, the old one."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

import markdown
import pytest
from kr16 import export, force, game, overlay, pages, search, source, variants
from kr16.context import cards, handouts, marks, paper, paper_sheet, sheet
from kr16.context.words import SIGN
from kr16.game import Game
from kr16.links import address
from kr16.model.force import Unit

from tests.kernel import ROOT
from tests.ruled import core

MARKS = [r'<(del|p|li) class="[^"]*kr-was">.*?</\1>', r"</?ins[^>]*>", r"<b>Rulebook:</b>.*?<b>Why:</b>", r" (?=</)"]


def unmarked(text: str) -> str:
    """A page without what its marks say of core."""
    for mark in MARKS:
        text = re.sub(mark, "", text)
    return text


def unsigned(value):
    """What stands on paper without what its signs say of core: each *, and the foot that tells what was."""
    if isinstance(value, dict):
        return {key: unsigned(item) for key, item in value.items() if key != "house"}
    if isinstance(value, list):
        return [unsigned(item) for item in value if not isinstance(item, dict) or (item.get("id") != "house" and item.get("text") != SIGN)]
    return value.replace(SIGN, "") if isinstance(value, str) else value


def on_paper(made: Game) -> list:
    """The sheet, the reference cards, and the card of each unit that can be fielded."""
    found = [paper_sheet.sheet(sheet.sheet, made), *handouts.reference_cards(made)]
    for path in sorted((ROOT / "data/forces").glob("*.yaml")):
        for values in source.read(path, path.name).values["units"]:
            unit = Unit.model_validate({key: value for key, value in values.items() if key != "passengers"})
            if not list(force.unit_mistakes(unit, made)):
                found.append(paper.card(lambda game, unit=unit: cards.card(unit, game), made))
    return found


def searched(text: str, uri: str) -> list[dict]:
    """What search finds a page by, without what readings say of the rulebook."""
    return search.records(markdown.markdown(re.sub(MARKS[2], "", text), extensions=["admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc", "pymdownx.details"]), address(uri), {})


def with_core_s(path: str, value, id: str) -> Game | None:
    """A shipped variant over a core that has another value at a path which the variant changes; None if core could not have it."""
    rulebook, found = core()
    values = copy.deepcopy(found.values)
    holder = values
    *steps, last = path.split(".")
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[last] = value
    found = replace(found, values=values)
    rules, problems = overlay.ruled(found)
    if problems:
        return None
    [one] = variants.chain(ROOT, id, rules.ruleset.version)
    if path in one.variant.change:
        change = one.variant.change[path].model_copy(update={"from_": value})
        one = replace(one, variant=one.variant.model_copy(update={"change": one.variant.change | {path: change}}))
    return game.sure(game.overlaid(replace(rulebook, rules=rules), found, [one]))


def numbers(id: str) -> list:
    """Each number and unit that a shipped variant changes: path, old, new."""
    made = game.sure(game.tried(ROOT, id, core()))
    return [(id, edit.path, edit.old, edit.new) for edit in made.edits if edit.kind == "change" and not isinstance(edit.old, list) and edit.path != "distances.round"]


CHANGES = [change for id in variants.ids(ROOT) for change in numbers(id)]


@pytest.mark.parametrize(("id", "path", "old", "new"), CHANGES, ids=lambda value: str(value))
def test_the_old_number_stands_in_its_mark_and_nowhere_else(id, path, old, new):
    """With another number there in core, nothing but marks, the what-changed page and the guide, which is about core, is another: in JSON, pages, search, sheet and cards."""
    others = ["parsec"] if isinstance(old, str) else [old + step for step in (2, 1, -1, -2) if old + step != new]
    other = next(made for value in others if (made := with_core_s(path, value, id)))
    made = game.sure(game.tried(ROOT, id, core()))
    assert export.ruleset(other) == export.ruleset(made)
    found, expected = ({page.uri: page.text for page in pages.pages(one, ROOT) if page.uri != pages.CHANGES and not page.uri.startswith("variants/")} for one in (other, made))
    assert {uri: unmarked(text) for uri, text in found.items()} == {uri: unmarked(text) for uri, text in expected.items()}
    told = [uri for uri in found if found[uri] != expected[uri]]
    assert {uri: searched(found[uri], uri) for uri in told} == {uri: searched(expected[uri], uri) for uri in told}
    assert unsigned(on_paper(other)) == unsigned(on_paper(made))
    assert told or path.startswith(("ruleset.", "turn.figures"))


def test_there_are_such_changes():
    assert len(CHANGES) > 10


def cell(text: str, *chips: str) -> dict:
    return {"text": text, "href": "", "chips": [{"text": chip, "href": ""} for chip in chips]}


def table(*rows: tuple, columns: tuple[str, ...] = ("Name", "Roll")) -> dict:
    return {"name": "t", "tools": False, "caption": "T", "columns": [{"label": label, "kind": "text"} for label in columns], "rows": [{"id": id, "cells": [c if isinstance(c, dict) else cell(c) for c in cells]} for id, *cells in rows]}


def test_a_table_without_a_difference_is_as_it_was():
    same = table(("a", "A", "4+"))
    assert marks.table(same, same) == same | {"removed": []}


def test_a_cell_that_differs_tells_what_it_was():
    found = marks.table(table(("a", "A", "3+")), table(("a", "A", "4+")))
    assert found["rows"][0]["cells"] == [cell("A"), cell("3+") | {"was": "4+"}]


def test_of_small_links_only_those_that_differ_are_told():
    found = marks.table(table(("a", "A", cell("", "x", "y"))), table(("a", "A", cell("", "x", "z"))))
    assert found["rows"][0]["cells"][1] == {"text": "", "href": "", "chips": [{"text": "x", "href": ""}, {"text": "y", "href": "", "new": True}], "was": "z"}


def test_rows_and_columns_come_and_go():
    found = marks.table(table(("b", "B", "4+", "5+"), ("c", "C", "6+", "—"), columns=("Name", "Open", "Fog")), table(("a", "A", "2+"), ("b", "B", "3+"), columns=("Name", "Open")))
    assert found["columns"] == [{"label": "Name", "kind": "text"}, {"label": "Open", "kind": "text"}, {"label": "Fog", "kind": "text", "new": True}]
    assert found["rows"] == [{"id": "b", "cells": [cell("B"), cell("4+") | {"was": "3+"}, cell("5+")]}, {"id": "c", "cells": [cell("C"), cell("6+"), cell("—")], "new": True}]
    assert found["removed"] == ["A"]


def line(part: str, points: str, *within: dict) -> dict:
    return {"part": part, "label": part.upper(), "points": points, "rows": list(within)}


def test_a_working_marks_its_lines_and_its_total():
    new = {"rows": [line("range", "3"), line("gun", "9", line("dv", "8")), line("extra", "1")], "total": "13"}
    old = {"rows": [line("range", "3"), line("gun", "5", line("dv", "4")), line("gone", "2")], "total": "10"}
    assert marks.working(new, old) == {
        "rows": [line("range", "3"), line("gun", "9", line("dv", "8") | {"was": "4"}) | {"was": "5"}, line("extra", "1") | {"new": True}],
        "gone": [line("gone", "2")],
        "total": "13",
        "was": "10",
    }
    assert marks.working(new, None) == new
