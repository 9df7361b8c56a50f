"""The data -> how long `kr16 check` takes alone, as a person waits for it."""
from __future__ import annotations

from collections.abc import Iterator

from .measure import PYTHON, Result, medians, run


def measure() -> Iterator[Result]:
    [check] = medians(7, lambda: run([PYTHON, "-m", "kr16", "check"]))
    yield Result("kr16 check", check.seconds, "s", at_most=0.5)
