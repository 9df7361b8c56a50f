"""The project -> how long its site takes to build, beside a bare mkdocs-material site of the same pages."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from .measure import PYTHON, Result, medians, run


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        bare = folder / "bare"
        run([PYTHON, "-m", "tools.bench.bare_site", bare])
        ours, stock = medians(
            5,
            lambda: run([PYTHON, "-m", "kr16", "build", "--variant", "core", "--no-pdf", "-d", folder / "ours"]),
            lambda: run([PYTHON, "-m", "mkdocs", "build", "-q", "-f", bare / "mkdocs.yml", "-d", folder / "stock"]),
        )
        [whole] = medians(3, lambda: run([PYTHON, "-m", "kr16", "build", "--variant", "core", "-d", folder / "whole"]))
    yield Result("site build, pages only", ours.seconds, "s")
    yield Result("bare mkdocs-material build of the same pages", stock.seconds, "s")
    yield Result("site build against the bare one", ours.seconds / stock.seconds, "×", at_most=1.3)
    yield Result("site build with its PDFs", whole.seconds, "s")
    yield Result("peak memory of the build with its PDFs", whole.mib, "MiB", at_most=250)
