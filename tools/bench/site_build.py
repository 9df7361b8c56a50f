"""The project -> how long its site takes to build, beside a bare mkdocs-material site of the same pages."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from .measure import PYTHON, Result, copy_project, kr16, medians, run


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name:
        project, bare = copy_project(Path(name)), Path(name) / "bare"
        run([PYTHON, "-m", "tools.bench.bare_site", bare])
        first, ours, stock = medians(
            5,
            lambda: kr16(project, "build", "--variant", "core", "--no-pdf"),
            lambda: kr16(project, "build", "--variant", "core", "--no-pdf", compiled=True),
            lambda: run([PYTHON, "-m", "mkdocs", "build", "-q"], bare),
        )
        [whole] = medians(3, lambda: kr16(project, "build", "--variant", "core"))
    yield Result("site build, pages only", ours.seconds, "s")
    yield Result("the first site build on a machine, pages only", first.seconds, "s")
    yield Result("bare mkdocs-material build of the same pages", stock.seconds, "s")
    yield Result("site build against the bare one", ours.seconds / stock.seconds, "×", at_most=1.3)
    yield Result("the first site build on a machine against the bare one", first.seconds / stock.seconds, "×")
    yield Result("site build with its PDFs", whole.seconds, "s")
    yield Result("peak memory of the build with its PDFs", whole.mib, "MiB", at_most=250)
