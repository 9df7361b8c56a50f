"""Data files as plain values with their places: what is read, and what is too much, too deep or not there."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kr16 import source
from kr16.errors import Place, Refused
from kr16.parse import MAX_DEPTH, parse

from tests.kernel import project


def refused(text: str) -> str:
    with pytest.raises(Refused) as caught:
        parse(text, "x.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12", 12),
        ("+1", 1),
        ("-2", -2),
        ("0", 0),
        ("0.5", Decimal("0.5")),
        ("true", True),
        ("null", None),
        ("~", None),
        ("", None),
        ("Light cover", "Light cover"),
        ("2cm", "2cm"),
        ("9999999999", 9999999999),
        ('"010"', "010"),
        ("'No'", "No"),
        ('"1:30"', "1:30"),
        ('"2013-05-01"', "2013-05-01"),
        ("rules/turn.md#squads", "rules/turn.md#squads"),
        ("[1, two]", [1, "two"]),
        ("{a: 1}", {"a": 1}),
        ("|\n  two\n  lines\n", "two\nlines\n"),
    ],
)
def test_a_plain_scalar_is_a_word_a_number_a_truth_or_nothing(written, value):
    found = parse(f"key: {written}", "x.yaml")
    assert found.values == {"key": value} and found.problems == ()
    assert type(found.values["key"]) is type(value)


@pytest.mark.parametrize("text", ["\ufeffa: 1\nb: 2\n", "a: 1\r\nb: 2\r\n", "# note\na: 1 # note\nb: 2", "{a: 1, b: 2}", "---\na: 1\nb: 2\n...\n"], ids=["byte-order-mark", "windows-lines", "comments", "one-line", "marked-document"])
def test_what_editors_add_does_no_harm(text, tmp_path):
    (tmp_path / "x.yaml").write_bytes(text.encode())
    assert source.read(tmp_path / "x.yaml").values == {"a": 1, "b": 2}


def test_every_key_and_value_has_its_place():
    found = parse("a:\n  b: [1, é, {c: x}]\n", "x.yaml")
    assert found.keys == {("a",): Place("x.yaml", 1, 1), ("a", "b"): Place("x.yaml", 2, 3), ("a", "b", "2", "c"): Place("x.yaml", 2, 14)}
    assert found.places[("a", "b", "1")] == Place("x.yaml", 2, 10)
    assert found.place(("a", "b", "2", "c", "deeper")) == Place("x.yaml", 2, 17)


def test_all_mistakes_of_a_text_are_told_at_once():
    assert refused("a: 010\nb: No\nb: &x 1\n\tc: 1\n").endswith("\n4 problems")


@pytest.mark.parametrize("text", ["a:" + " [" * 10_000, "a: " + "{a: " * 10_000, "\n".join(" " * n + "a:" for n in range(10_000)), "- " * 10_000, "? " * 10_000], ids=["lists", "mappings", "lines", "dashes", "keys"])
def test_however_deep_a_text_is_it_is_refused_in_few_lines(text):
    assert len(refused(text).splitlines()) <= MAX_DEPTH + 2


def test_as_deep_as_allowed_is_read():
    assert parse("a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1), "x.yaml").problems == ()


@pytest.mark.parametrize(("size", "report"), [(source.MAX_BYTES, None), (5_000_000, "x.yaml:1:1: too large (got 5000000 bytes); at most 4000000\n1 problem")])
def test_a_file_may_be_large_but_not_huge(size, report, tmp_path):
    (tmp_path / "x.yaml").write_bytes(b"a: 1\n".ljust(size, b"#"))
    try:
        assert source.read(tmp_path / "x.yaml", "x.yaml").values == {"a": 1} and report is None
    except Refused as error:
        assert str(error) == report


@pytest.mark.parametrize(("name", "why"), [("none.yaml", "no such file or directory"), (".", "is a directory")])
def test_a_file_that_cannot_be_opened_is_refused(name, why, tmp_path):
    with pytest.raises(Refused) as caught:
        source.read(tmp_path / name, name)
    assert str(caught.value) == f"{name}:1:1: cannot be read ({why})\n1 problem"


def test_a_folder_is_read_to_its_end_and_says_what_could_not_be_read(tmp_path):
    here = project(tmp_path, {"data/core/cover.yaml": b"light:\n\tname: x\n", "data/core/turn.yaml": b"cite: No\n", "data/core/notes.txt": b"not data"})
    found = source.read_folder(here / "data/core", "data/core")
    assert found.unread == {"cover"} and {"turn", "weapons"} <= set(found.values) and "notes" not in found.values
    assert [(str(problem.place), problem.path) for problem in found.problems] == [("data/core/cover.yaml:2:1", ""), ("data/core/turn.yaml:1:7", "turn.cite")]


@given(st.text(alphabet=st.sampled_from("ab:-?#[]{}&*!|>'\"%@`,. \n\t\\0123\x00\x85\u2028\ufeffé"), max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        assert isinstance(parse(text, "x.yaml").values, dict)
    except Refused as error:
        assert error.problems
