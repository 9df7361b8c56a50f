"""Values as typed data: all mistakes at once, each with its place and a cure (tests/bad/ has a case for each)."""

from __future__ import annotations

import typing

import pytest
from kr16.build import _bare, _message, build, known_keys, out_of_order, type_at
from kr16.errors import Refused, cut, shown, suggestion
from kr16.model import Ruleset
from kr16.model.fields import Table, Text
from kr16.model.force import Force, OwnVehicle
from kr16.model.weapons import Weapon
from kr16.parse import Source, parse


class Door(Table):
    name: Text
    width_cm: int = 1
    note: Text | None = None
    locks: list[int] = []


def report(kind: typing.Any, text: str, ordered: bool = False) -> str:
    with pytest.raises(Refused) as caught:
        build(kind, parse(text, "x.yaml"), ordered)
    return str(caught.value)


def test_values_become_typed_data():
    assert build(dict[str, Door], parse("front: {name: Front, locks: [1]}", "x.yaml")) == {"front": Door(name="Front", locks=[1])}


def test_all_mistakes_are_told_in_file_order():
    text = "front: {name: 5}\nback: {width_cm: 2cm, colour: red}\nside: 3\n"
    assert report(dict[str, Door], text) == "\n".join([
        "x.yaml:1:15: front.name: not text (got 5); put it in quotes",
        "x.yaml:2:1: back.name: missing; expected text",
        "x.yaml:2:18: back.width_cm: not a whole number (got '2cm'); write 2",
        "x.yaml:2:23: back.colour: unknown key; known: name, width_cm, locks, note",
        "x.yaml:3:7: side: not keys and values (got 3); write `key: value`",
        "5 problems",
    ])  # fmt: skip


def test_a_mistake_of_form_is_not_told_again_as_one_of_type():
    assert report(dict[str, Door], "front: {name: x, width_cm: 010}").count("width_cm") == 1


def test_a_table_whose_file_could_not_be_read_is_not_called_missing():
    found = parse("front: {name: x}", "x.yaml")
    with pytest.raises(Refused) as caught:
        build(Ruleset, Source(found.values, found.places, found.keys, unread=frozenset(Ruleset.model_fields) - {"cover"}))
    assert [problem.path for problem in caught.value.problems] == ["cover", "front"]


def test_keys_stand_in_the_models_order_with_the_note_last():
    assert out_of_order(dict[str, Door], parse("front: {name: x, width_cm: 2, locks: [], note: y}", "x.yaml")) == []
    wrong = out_of_order(dict[str, Door], parse("front: {name: x, note: y, locks: [], width_cm: 2}", "x.yaml"))
    assert list(map(str, wrong)) == ["x.yaml:1:27: front.locks: out of order; move it up, before 'note'"]


@pytest.mark.parametrize(("kind", "path", "found"), [(Ruleset, "weapons.minigun", Weapon), (Force, "units.0.vehicle", OwnVehicle), (Ruleset, "weapons.minigun.name.x", None), (Ruleset, "wepons", None)])
def test_the_type_at_a_path(kind, path, found):
    at = type_at(kind, path.split("."))
    assert (at if found is None else _bare(at)) is found


def test_a_table_keyed_by_id_has_no_known_keys():
    assert known_keys(dict[str, Door]) == [] and known_keys(Door | None) == ["name", "width_cm", "locks", "note"]


def test_a_force_of_too_many_units():
    units = "".join("  - {name: A, grade: grunt, vehicle: apc}\n" for _ in range(2001))
    assert report(Force, f"force: Horde\nrules: core\nunits:\n{units}") == "x.yaml:4:3: units: too many (got 2001); at most 2000\n1 problem"


def test_a_mistake_that_nobody_foresaw_still_has_words():
    assert _message("set_type", "x", {}) == "not accepted here (got 'x'); set_type"


@pytest.mark.parametrize(("value", "text"), [(None, "nothing"), (True, "true"), (0, "0"), (1, "1"), ("a\nb", r"'a\nb'"), ([1], "a list"), ({}, "a mapping"), ("x" * 99, f"'{'x' * 59}…'")])
def test_values_in_messages_stay_short_and_on_one_line(value, text):
    assert shown(value) == text


@pytest.mark.parametrize(
    ("word", "known", "text"),
    [("lihgt", ["light", "heavy"], "; did you mean 'light'?"), ("LIGHT", ["light"], "; did you mean 'light'?"), ("x", ["light", "heavy"], "; known: light, heavy"), ("x", map(str, range(13)), ""), ("x", [], ""), ("y" * 10_000, ["light"], "; known: light")],
)
def test_a_suggestion_is_the_nearest_known_word_or_the_whole_short_list(word, known, text):
    assert suggestion(word, known) == text


def test_a_path_in_a_message_is_printable():
    assert report(dict[str, Door], '"a\\e[31m": {name: x, "b\\nc": 1}').startswith(r"x.yaml:1:22: a\x1b[31m.b\nc: unknown key")
    assert cut("x" * 300, 200) == "x" * 199 + "…"
