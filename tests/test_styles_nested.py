"""A style sheet is purged of what no page can call for, and of nothing else."""

from __future__ import annotations

from kr16.styles import purged


def test_a_rule_within_a_kept_rule_stays():
    css = "@container (max-width: 3rem) { .a { border: 0; & tbody { color: red; & tr { margin: 0 } } } .b { & i { top: 0 } } }"
    assert purged(css, {"a", "tbody", "tr"}) == "@container (max-width: 3rem){.a{border:0;& tbody{color:red;& tr{margin:0;}}}}"
