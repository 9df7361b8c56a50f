"""Mistakes as a person reads them."""

from __future__ import annotations

import pickle

from kr16.errors import Place, Problem, Refused


def test_a_refusal_comes_whole_out_of_another_process():
    """Sites are built two at a time."""
    refused = Refused([Problem(Place("a.yaml", 2, 3), "b", "c; d")])
    assert pickle.loads(pickle.dumps(refused)).problems == refused.problems
