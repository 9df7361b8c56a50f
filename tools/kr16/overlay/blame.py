"""What is wrong with a variant's values → the same, told at the operation that brings it about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..build import build
from ..errors import Problem, Refused
from ..model import Ruleset
from ..model.variant import Variant
from ..source import Source
from ..validate import validate
from .apply import apply
from .edits import Operation, operations


def ruled(values: Source) -> tuple[Ruleset | None, list[Problem]]:
    """Return the typed rules that values make, unless they cannot be built, and what is wrong with them."""
    made = None
    try:
        made = build(Ruleset, values)
        validate(made, values)
        return made, []
    except Refused as refused:
        return None, refused.problems


def blame(problems: Iterable[Problem], base: Source, rules: Ruleset, variant: Variant, found: Source, left_out: frozenset[Operation] = frozenset()) -> tuple[list[Problem], set[Operation]]:
    """Return problems as those of the operation without which they would not be, and these operations."""
    mended, culprits, without = [], set(), {}
    for problem in problems:
        for at in sorted(set(operations(variant)) - left_out, key=lambda at: (not _near(at, problem), at)):
            if at not in without:
                without[at] = {(p.path, p.message.split(";")[0]) for p in ruled(apply(base, rules, variant, found, left_out | {at})[0])[1]}
            if (problem.path, problem.message.split(";")[0]) not in without[at]:
                mended.append(_blamed(problem, at, found))
                culprits.add(at)
                break
        else:
            mended.append(problem if problem.place.file == found.place(()).file else replace(problem, place=found.place(())))
    return mended, culprits


def _near(at: Operation, problem: Problem) -> bool:
    path = ".".join(at[1:])
    return f"'{at[-1].rsplit('.', 1)[-1]}'" in problem.message or path.startswith(problem.path) or problem.path.startswith(path)


def _blamed(problem: Problem, at: Operation, found: Source) -> Problem:
    if problem.place.file == found.place(()).file:
        return problem
    place, path = found.keys.get(at) or found.place(at), ".".join(at[1:])
    if at[0] == "remove" and any(named in problem.message.split(";")[0] for named in (f"'{at[1].rsplit('.', 1)[-1]}'", f"(got {at[1].rsplit('.', 1)[-1]})")):
        return Problem(place, path, f"removed, but {problem.path} still names it; change or remove that too")
    return replace(problem, place=place)


def follows(fault: Problem, refused: Iterable[str]) -> bool:
    """Say whether a fault is only that something names a record that was refused."""
    fact = fault.message.split(";")[0]
    return any(f"'{path}." in fact or f"'{id}'" in fact or f".{id}'" in fact for path in refused if (id := path.rpartition(".")[2]))
