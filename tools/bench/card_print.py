"""The example forces' units, repeated -> how fast cards are made, few and many."""
from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from .measure import ROOT, Result, copy_project, kr16, medians

FEW, MANY = 90, 900


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name:
        project = copy_project(Path(name))
        few, many = (force_of(count, project) for count in (FEW, MANY))
        [few_run] = medians(3, lambda: kr16(project, "cards", few, "-o", "few.pdf"))
        [many_run] = medians(1, lambda: kr16(project, "cards", many, "-o", "many.pdf"))
    yield Result(f"cards a second, {FEW} cards", FEW / few_run.seconds, "cards/s")
    yield Result(f"cards a second, {MANY} cards", MANY / many_run.seconds, "cards/s")
    growth = (many_run.work / MANY) / (few_run.work / FEW)
    yield Result(f"processor time of a card: {MANY} cards against {FEW}", growth, "×", at_most=1)
    yield Result(f"peak memory, {MANY} cards", many_run.mib, "MiB")


def force_of(count: int, folder: Path) -> Path:
    """Write a force of that many units: the example forces' units in turn, each under a name of its own."""
    examples = [yaml.safe_load(path.read_text("utf-8")) for path in sorted((ROOT / "data/forces").glob("*.yaml"))]
    units = islice(cycle(unit for force in examples for unit in force["units"]), count)
    force = {"force": f"{count} units", "rules": "core",
             "units": [{**unit, "name": f"{unit['name']} {number}"} for number, unit in enumerate(units, 1)]}
    path = folder / f"{count}.yaml"
    path.write_text(json.dumps(force, ensure_ascii=False, indent=1), "utf-8")  # JSON is YAML without anchors
    return path
