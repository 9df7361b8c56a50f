"""What holds for every variant: nothing done is nothing changed, what is done can be undone, no order matters, no file is too odd."""

from __future__ import annotations

import os
import random
import re

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kr16 import export, force, game, live, overlay, pages, sections, source
from kr16.context import cards, costs, sheet
from kr16.errors import Place, Refused
from kr16.model.variant import Change, Removal, Variant
from kr16.source import Source
from kr16.variants import Found
from pydantic import BaseModel

from tests.kernel import ROOT
from tests.ruled import checked, core, project

CORE, SOURCE = core()
NOTHING = Source({}, {(): Place("x.yaml")})
FORCES = [source.read(path, path.name).values for path in sorted((ROOT / "data/forces").glob("*.yaml"))]
LEAVES = [(".".join(path), value) for path, value in live.walk(CORE.rules) if path and not isinstance(value, (BaseModel, dict)) and path[0] != "ruleset"]
TABLES = [name for name, value in live.children(CORE.rules).items() if isinstance(value, dict) and name != "readings"]
ODD = ["", " ", "-", ":", "&a", "*a", "<<", "!!x", "{", "]", "'", '"', "#", "|", ">", "%", "0", "-1", "010", "1:30", "No", "null", "1e9", "9" * 30, "24cm", "{{ x }}", "{{ .y.z }}", "[]", "{}", "\x00", "é", "a" * 3000]
# In the long form 10,000 cases, in parts that can be run one by one (-k 3-of-8) or side by side.
PARTS = 8 if os.environ.get("KR16_LONG") == "1" else 1
FEW = settings(max_examples=10_000 // PARTS if PARTS > 1 else 15, suppress_health_check=list(HealthCheck))
IN_PARTS = pytest.mark.parametrize("part", [f"{number}-of-{PARTS}" for number in range(1, PARTS + 1)])


def variant(**operations) -> Variant:
    return Variant(id="x", title="House", base="core 1.6", author="me", **operations)


def ruled(made: Variant, base: Source = SOURCE, rules=CORE.rules) -> overlay.Made:
    return overlay.overlaid(base, rules, made, NOTHING)


def plain(rules) -> dict:
    """Every table with its records in order; the base's readings of what is gone do not come back."""
    return {name: list(value.items()) if isinstance(value, dict) else value for name, value in live.children(rules).items() if name != "readings"}


# --- nothing, and back again ----------------------------------------------------------------------


def test_an_empty_variant_is_core_byte_for_byte():
    made = ruled(variant())
    empty = game.Game("core", made.rules, CORE.printed, title=CORE.title)
    assert export.published(empty) == export.published(CORE)
    over = game.Game("core", made.rules, CORE.printed, title=CORE.title, base=CORE, chain=(Found(variant(), NOTHING, {}, {}),))
    assert {page.uri: page.text for page in pages.pages(over, ROOT) if page.uri != pages.CHANGES} == {page.uri: page.text for page in pages.pages(CORE, ROOT)}


def another(value):
    """Another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return st.just(value)
    if isinstance(value, int):
        return st.integers(-2, 2).map(lambda step: value + step)
    if isinstance(value, str):
        return st.sampled_from([value + " again", "other"])
    return st.just(value)


@st.composite
def edited(draw) -> dict:
    """Operations drawn from the rules as they are: changes, list changes, copies of records under new ids, removals."""
    change = {}
    for path, value in draw(st.lists(st.sampled_from(LEAVES), max_size=4, unique_by=lambda leaf: leaf[0])):
        if isinstance(value, list):
            if any(isinstance(item, BaseModel) for item in value):
                change[path] = {"add": [{"weapon": draw(st.sampled_from(list(CORE.rules.weapons)))}], "why": "we like it"}
            elif value and draw(st.booleans()):
                change[path] = {"remove": [draw(st.sampled_from(value))], "why": "we like it"}
            else:
                change[path] = {"add": [draw(st.sampled_from(["new-thing", *CORE.rules.abilities]))], "why": "we like it"}
        else:
            change[path] = {"from": value if not hasattr(value, "as_tuple") else str(value), "to": draw(another(value)) if not hasattr(value, "as_tuple") else 2, "why": "we like it"}
    add: dict = {}
    for table in draw(st.lists(st.sampled_from(TABLES), max_size=2, unique=True)):
        source = SOURCE.values[table]
        like = draw(st.sampled_from(list(source)))
        id = like if table.endswith("_saves") else f"new-{like}"
        add[table] = {id: source[like] | draw(st.sampled_from([{}, {"after": like}, {"before": like}]))}
    remove = {f"{table}.{draw(st.sampled_from(list(SOURCE.values[table])))}": {"why": "we like it"} for table in draw(st.lists(st.sampled_from(TABLES), max_size=2, unique=True))}
    return {key: value for key, value in (("change", change), ("add", add), ("remove", remove)) if value}


@IN_PARTS
@FEW
@given(edited())
def test_what_a_variant_does_can_be_undone(part, operations):
    done = ruled(variant(**operations))
    if done.problems:
        return
    undo: dict = {"change": {}, "add": {}, "remove": {}}
    for edit in done.edits:
        table, _, id = edit.path.partition(".")
        if edit.kind == "add":
            undo["remove"][edit.path] = Removal(why="back")
        elif edit.kind == "remove":
            ids = list(SOURCE.values[table])
            at = ids.index(id)
            beside = {"after": ids[at - 1]} if at else {"before": ids[1]} if len(ids) > 1 else {}
            undo["add"].setdefault(table, {})[id] = SOURCE.values[table][id] | beside
        elif isinstance(edit.old, list):
            was, now = ([item.weapon if isinstance(item, BaseModel) else item["weapon"] if isinstance(item, dict) else item for item in items] for items in (edit.old, edit.new))
            if was and isinstance(edit.old[0], BaseModel) or edit.path.endswith(".weapons") and table == "vehicles":
                return
            undo["change"][edit.path] = Change.model_validate({"from": now, "to": was, "why": "back"})
        else:
            undo["change"][edit.path] = Change.model_validate({"from": edit.new, "to": edit.old, "why": "back"})
    back = overlay.overlaid(done.values, done.rules, variant(**undo), NOTHING)
    assert back.problems == []
    assert plain(back.rules) == plain(CORE.rules)


@IN_PARTS
@FEW
@given(edited(), st.randoms(use_true_random=False))
def test_the_order_of_operations_does_not_matter(part, operations, chance: random.Random):
    """But for added records, which keep the file's order."""

    def shuffled(part: dict) -> dict:
        items = list(part.items())
        chance.shuffle(items)
        return dict(items)

    other = shuffled({kind: shuffled(part) for kind, part in operations.items()})
    one, two = ruled(variant(**operations)), ruled(variant(**other))
    assert sorted(map(str, one.problems)) == sorted(map(str, two.problems))
    assert one.rules == two.rules


# --- whatever stands in a file, it is built or refused --------------------------------------------


ANCHORS = [f"{uri.removeprefix('rules/').removesuffix('.md')}.{anchor}" for uri, text in pages.docs(ROOT).items() if uri.startswith("rules/") for anchor in sections.anchors(text)]
TEXTS = ["They run.", "At {{ orders.run.move_cm }}.", "{{ weapons.nothing.dv }}", "<b>x</b>", "[a](rules/orders.md#run)", "[a](javascript:x)", "| a |\n| - |\n| b |", "{% x %}", "# x"]


@st.composite
def files(draw) -> str:
    """A variant's file as a person might write it, whole or damaged."""
    body = {"id": "x", "title": "House", "base": draw(st.sampled_from(["core 1.6"] * 8 + ["core 1.5", "low 1", "x 1"])), "author": "me"} | draw(edited())
    rules = {address: draw(st.sampled_from([{"append": "A."}, {"replace": draw(st.sampled_from(TEXTS)), "why": "we like it"}])) for address in draw(st.lists(st.sampled_from(ANCHORS), max_size=2))}
    if draw(st.booleans()):
        body["rules"] = rules | {"pages": [{"id": "new", "title": "New", "text": draw(st.sampled_from(TEXTS))}]}
    if draw(st.integers(0, 5)) == 0:
        body["distances"] = draw(st.fixed_dictionaries({"unit": st.sampled_from(["inch", "″", ""]), "per_cm": st.sampled_from([0.5, 2, 0, -1]), "round": st.sampled_from(["half", "none", "third"])}))
    lines = yaml.safe_dump(body, sort_keys=False, allow_unicode=True).split("\n")
    for _ in range(draw(st.sampled_from([0, 0, 1, 2, 3]))):
        at = draw(st.integers(0, len(lines) - 1))
        head, colon, _ = lines[at].partition(":")
        odd = st.sampled_from(ODD)
        lines[at : at + 1] = draw(st.sampled_from([[], [lines[at]] * 2, [lines[at], draw(st.sampled_from(lines))], ["  " + lines[at]], [lines[at].strip()]]) | odd.map(lambda text: [f"{head}{colon} {text}"]) | odd.map(lambda text: [text + lines[at]]))
    return "\n".join(lines)


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return project(tmp_path_factory.mktemp("house"), {"x": ""})


@IN_PARTS
@FEW
@given(text=files(), whole=st.integers(0, 9))
def test_any_file_is_built_or_refused_with_places_that_exist(here, part, text, whole):
    """Never a traceback. What is built has its pages, prices, sheet and cards."""
    (here / "data/variants/x.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        made = checked(here, "x")
    except Refused as refused:
        lines = re.split("\r\n|[\r\n\x85\u2028\u2029]", text)
        for problem in refused.problems:
            place = problem.place
            assert place.file == "data/variants/x.yaml", str(problem)
            assert 1 <= place.line <= len(lines) + 1
            assert 1 <= place.column <= len(lines[place.line - 1] if place.line <= len(lines) else "") + 1
    else:
        export.published(made)
        costs.priced(made)
        sheet.sheet(made)
        for values in FORCES:
            try:
                fielded = force.check(Source(values | {"rules": "x"}, NOTHING.places), made)
            except Refused:
                continue
            cards.cards(fielded, made)
        if whole == 0:
            pages.pages(made, here)
