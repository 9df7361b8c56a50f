"""The built site -> what Lighthouse (mobile) says of a rules page, the play page and the start page; needs npm."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.browser import chromium

from .measure import PYTHON, ROOT, Result, run
from .phone import served

VERSION = "12.2.3"
PAGES = {"a rules page": "rules/shooting/", "the play page": "play/", "the start page": ""}
TURNS = 3
FLAGS = "--headless=new --no-sandbox --disable-dev-shm-usage"
# The reports are also kept here, to see what is behind a number.
KEPT = ROOT / ".cache" / "lighthouse"


def measure() -> Iterator[Result]:
    npm = shutil.which("npm")
    if npm is None:
        print("lighthouse: left out, npm is not installed")
        return
    program = installed(npm)
    with TemporaryDirectory() as name:
        site = Path(name) / "site"
        run([PYTHON, "-m", "kr16", "build", "--variant", "core", "--no-pdf", "-d", site])
        with served(site) as (url, _):
            for words, page in PAGES.items():
                found = [scores(program, f"{url}/{page}", words) for _ in range(TURNS)]
                for category in found[0]:
                    yield Result(f"Lighthouse, {words}: {category}", median(one[category] for one in found), "", at_least=100)


def installed(npm: str) -> Path:
    """Return Lighthouse's program, fetched into the folder of caches if it is not there."""
    program = KEPT / VERSION / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        (KEPT / VERSION).mkdir(parents=True, exist_ok=True)
        options = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--silent", "--prefix", KEPT / VERSION]
        run([npm, "install", *options, f"lighthouse@{VERSION}"])
    return program


def scores(program: Path, url: str, words: str) -> dict[str, float]:
    """Return what a page scores, by category, out of 100."""
    report = KEPT / f"{words.replace(' ', '-')}.json"
    command = ["node", program, url, "--output=json", f"--output-path={report}", "--quiet", f"--chrome-flags={FLAGS}"]
    subprocess.run([str(part) for part in command], check=True, env=os.environ | {"CHROME_PATH": chromium.find()})
    return {category["title"].lower(): round(category["score"] * 100) for category in json.loads(report.read_text("utf-8"))["categories"].values()}
