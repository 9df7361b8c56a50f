"""The example forces' units, repeated -> how fast cards are made, beside a browser and a plain layout of the same cards."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from tests.browser import chromium

from .measure import PYTHON, ROOT, Result, Run, copy_project, kr16, medians, run

FEW, MANY = 90, 900


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name:
        project = copy_project(Path(name))
        few, many = (force_of(count, project) for count in (FEW, MANY))
        same, table = (page(few, project, kind) for kind in ("cards", "table"))
        few_run, browser, plain = medians(3, lambda: kr16(project, "cards", few, "-o", "few.pdf"), lambda: printed_by_chromium(same), lambda: printed_as_table(table))
        size = (project / "few.pdf").stat().st_size
        [many_run] = medians(1, lambda: kr16(project, "cards", many, "-o", "many.pdf"))
        memory = peak(project, "cards", many, "-o", "many.pdf")
        [sheet] = medians(3, lambda: kr16(project, "sheet", "-o", "sheet.pdf"))
        again = changed(few, project)
    yield Result(f"cards a second, {FEW} cards", FEW / few_run.seconds, "cards/s")
    yield Result(f"cards a second, {MANY} cards", MANY / many_run.seconds, "cards/s")
    yield Result(f"{FEW} cards against Chromium printing the same HTML", few_run.seconds / browser.seconds, "×", at_most=1)
    yield Result(f"{FEW} cards against a plain table layout", few_run.seconds / plain.seconds, "×", at_most=0.25)
    yield Result(f"time to wait for a card: {MANY} cards against {FEW}", (many_run.seconds / MANY) / (few_run.seconds / FEW), "×", at_most=1)
    yield Result(f"processor time of a card: {MANY} cards against {FEW}", (many_run.work / MANY) / (few_run.work / FEW), "×", at_most=1)
    yield Result(f"peak memory, {MANY} cards, all processes", memory, "MiB", at_most=300)
    yield Result(f"PDF of {FEW} cards", size / 1024, "KiB", at_most=250)
    yield Result(f"one of {FEW} cards changed, against all", again.work / few_run.work, "×")
    yield Result("the quick-reference sheet", sheet.seconds, "s", at_most=3)


def force_of(count: int, folder: Path) -> Path:
    """Write a force of that many units: the example forces' units in turn, each under a name of its own."""
    examples = [yaml.safe_load(path.read_text("utf-8")) for path in sorted((ROOT / "data/forces").glob("*.yaml"))]
    units = islice(cycle(unit for force in examples for unit in force["units"]), count)
    force = {"force": f"{count} units", "rules": "core",
             "units": [{**unit, "name": f"{unit['name']} {number}"} for number, unit in enumerate(units, 1)]}
    path = folder / f"{count}.yaml"
    path.write_text(json.dumps(force, ensure_ascii=False, indent=1), "utf-8")  # JSON is YAML without anchors
    return path


def page(force: Path, project: Path, kind: str) -> Path:
    """Write the cards of a force as a page by itself: our own HTML, or the same cards as plain tables."""
    from kr16 import force as forces
    from kr16 import game, render
    from kr16.context import cards
    from kr16.pdf.sizes import SIZES
    from kr16.pdf.styles import styles

    current = game.load(project)
    made = cards.cards(forces.load(force, current), current)
    css = styles(SIZES["poker"], project, False).replace("../fonts/", (project / "templates/fonts").as_uri() + "/")
    css += "@page { size: 69mm 94mm }"
    icons = (project / "templates/icons").as_uri() + "/"
    if kind == "cards":
        html = render.render(render.environment(project), "cards/cards.html.j2", cards=made, icons=icons, title="cards")
    else:
        html = "<!doctype html><html lang=en><title>cards</title><body>" + "".join(as_table(card, icons) for card in made)
        css += ".kr-card table { border-collapse: collapse; width: 100% } .kr-card td { padding: 0 2pt 0 0; vertical-align: top }"
    path = project / f"{kind}.html"
    path.write_text(html.replace("<body>", f"<style>{css}</style><body>", 1), "utf-8")
    return path


def as_table(card: dict, icons: str) -> str:
    """A card as one would write it first: each section a table, each value a cell."""
    from markupsafe import escape

    cell = lambda text: f"<td>{escape(text)}</td>"
    rows = "".join(
        "<table>" + "".join("<tr>" + "".join(map(cell, [*row["cells"], row["name"], row["text"]])) + "</tr>" for row in [{"cells": part["head"], "name": part["label"], "text": ""}, *part["rows"]]) + "</table>"
        for part in card["sections"]
    )
    stats = "<table><tr>" + "".join(cell(stat["value"]) + cell(stat["label"]) for stat in card["stats"]) + "</tr></table>"
    ticks = "<table><tr>" + "".join(cell(tick["boxes"]) + cell(tick["label"]) for tick in card["ticks"]) + "</tr></table>"
    return f'<article class="kr-card"><header><img src="{icons}{card["icon"]}.svg" alt="x" width="26" height="26"><h2>{escape(card["name"])}</h2>{escape(card["type"])}</header>{stats}{ticks}{rows}<p>{escape(card["notice"])}</p></article>'


def printed_by_chromium(html: Path) -> Run:
    found = chromium.find()
    if not found:
        sys.exit(chromium.MISSING)
    return run([found, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--no-pdf-header-footer", f"--user-data-dir={html.parent / 'profile'}", f"--print-to-pdf={html.with_suffix('.pdf')}", html.as_uri()])


def printed_as_table(html: Path) -> Run:
    return run([PYTHON, "-m", "weasyprint", html, html.with_suffix(".pdf")])


def peak(project: Path, *arguments: str | Path) -> float:
    """Print as if for the first time; the most memory, in MiB, that the command and the processes it starts need at once.

    Copies of a process share most of their memory: what is shared is counted once (PSS).
    """
    shutil.rmtree(project / ".cache")
    process, most = subprocess.Popen([PYTHON, "-m", "kr16", *map(str, arguments)], cwd=project, stdout=subprocess.DEVNULL), 0
    while process.poll() is None:
        most = max(most, sum(proportional(pid) for pid in tree(process.pid)))
        time.sleep(0.02)
    if process.returncode:
        sys.exit(f"kr16 ended with {process.returncode} while its memory was measured")
    return most / 1024


def tree(pid: int) -> Iterator[int]:
    """A process and all that descend from it; one that has just ended is left out."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from tree(int(child))


def proportional(pid: int) -> int:
    """The memory of a process in KiB, what it shares divided by how many share it."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return 0


def changed(force: Path, project: Path) -> Run:
    """Print a force, change the name of one unit and print it again with what was kept."""
    kr16(project, "cards", force, "-o", "few.pdf")
    force.write_text(force.read_text("utf-8").replace("Alpha Squad", "Alpha Squadron", 1), "utf-8")
    return run([PYTHON, "-m", "kr16", "cards", force, "-o", "few.pdf"], project)
