"""Mistakes as a person reads them."""

from __future__ import annotations

import pickle
from types import SimpleNamespace

import pytest
from kr16.errors import Place, Problem, Refused, suggestion


def test_a_refusal_comes_whole_out_of_another_process():
    """Sites are built two at a time."""
    refused = Refused([Problem(Place("a.yaml", 2, 3), "b", "c; d")])
    assert pickle.loads(pickle.dumps(refused)).problems == refused.problems


RECORDS = {"rook": SimpleNamespace(name="Rook", aliases=["green", "militia"]), "green-beret": SimpleNamespace(name="Green Beret", aliases=[]), "six": SimpleNamespace(examples="x")}


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("green", RECORDS, "; did you mean 'rook'?"),
        ("green-beret", {"beret": SimpleNamespace(name="Green Beret")}, "; did you mean 'beret'?"),
        ("GREEN BERET", RECORDS, "; did you mean 'green-beret'?"),
        ("green-bret", RECORDS, "; did you mean 'green-beret'?"),
        ("zzz", RECORDS, "; known: rook, green-beret, six"),
        ("green", list(RECORDS), "; did you mean 'green-beret'?"),
        ("rok", list(RECORDS), "; did you mean 'rook'?"),
    ],
)
def test_a_record_that_is_called_so_is_meant_before_one_whose_id_is_like_it(word, known, said):
    assert suggestion(word, known) == said
