"""A base's values and a variant file → the variant's values, each change noted with old, new and why.

Operations are structured and name what they touch; one that touches nothing, or something else
than it says, is a mistake with a place in the variant's file. Changes come first, then what is added,
then what is removed, wherever they stand in the file; only added records keep the file's order.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Problem
from ..model import Ruleset
from ..model.variant import Variant
from ..source import Source
from .apply import apply
from .blame import blame, follows, ruled
from .edits import Edit, Operation, missing

__all__ = ["Edit", "Made", "overlaid", "ruled"]


@dataclass(frozen=True)
class Made:
    """What a variant makes of its base: values, typed rules, edits, every mistake, and the paths of operations left out for theirs."""

    values: Source
    rules: Ruleset | None
    edits: list[Edit]
    problems: list[Problem]
    left_out: list[str]


def overlaid(base: Source, rules: Ruleset, variant: Variant, found: Source) -> Made:
    """Return the base under a variant. An operation that cannot stand is left out, so that it hides no mistake of the others."""
    problems: list[Problem] = []
    left_out: frozenset[Operation] = frozenset()
    while True:
        values, edits, wrong = apply(base, rules, variant, found, left_out)
        problems += wrong if not left_out else []
        made, faults = ruled(values)
        found_faults, culprits = blame(faults, base, rules, variant, found, left_out)
        refused = missing(variant, edits)
        problems += [fault for fault in found_faults if not follows(fault, refused)]
        if made is not None or not culprits:
            return Made(values, made, edits, problems, [".".join(at[1:]) for at in left_out] + refused)
        left_out |= culprits
