"""Core and its variants -> how long their sites take to build together, beside as many bare mkdocs-material builds one after another."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from kr16 import variants

from .measure import PYTHON, ROOT, Result, Run, medians, run


def measure() -> Iterator[Result]:
    sites = 1 + len(variants.ids(ROOT))
    with TemporaryDirectory() as name:
        folder = Path(name)
        bare = folder / "bare"
        run([PYTHON, "-m", "tools.bench.bare_site", bare])
        stock = [PYTHON, "-m", "mkdocs", "build", "-q", "-f", bare / "mkdocs.yml", "-d", folder / "stock"]
        ours, one_after_another = medians(
            3,
            lambda: run([PYTHON, "-m", "kr16", "build", "--no-pdf", "-d", folder / "ours"]),
            lambda: together([run(stock) for _ in range(sites)]),
        )
    yield Result(f"core and {sites - 1} variants, pages only", ours.seconds, "s")
    yield Result(f"{sites} bare mkdocs-material builds one after another", one_after_another.seconds, "s")
    yield Result("processor time of ours against theirs, on two processors", ours.work / one_after_another.work, "×")
    yield Result("core and variants against the bare builds", ours.seconds / one_after_another.seconds, "×", at_most=0.8)


def together(runs: list[Run]) -> Run:
    """Several runs, one after another, as one."""
    return Run(sum(run.seconds for run in runs), sum(run.work for run in runs), max(run.mib for run in runs))
