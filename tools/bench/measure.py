"""A command -> how long it took and how much memory it needed; a number and its goal -> a line."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent.parent
PYTHON = sys.executable
MAXRSS_PER_MIB = 1024 * 1024 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Run:
    """One run of a command, with the processes it starts; `mib` is the peak memory of the largest one.

    `seconds` is what a person waits; `work` is processor time, which others at work on the machine change little.
    """

    seconds: float
    work: float
    mib: float


@dataclass(frozen=True)
class Result:
    """A measured value; with `at_most` or `at_least` a goal, without either for information."""

    what: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def missed(self) -> bool:
        return (self.at_most is not None and self.value > self.at_most
                or self.at_least is not None and self.value < self.at_least)

    def __str__(self) -> str:
        goal = f"goal ≤ {self.at_most:g}" if self.at_most is not None else ""
        goal = f"goal ≥ {self.at_least:g}" if self.at_least is not None else goal
        verdict = ("MISS" if self.missed else "pass") if goal else "    "
        return f"{verdict}  {self.what:<64}{self.value:>8.2f} {self.unit:<9}{goal}".rstrip()


def run(command: Sequence[str | Path], folder: Path = ROOT) -> Run:
    """Run a command to its end; a command that fails ends the bench with what it printed."""
    started = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    printed = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {process.returncode}:\n{printed}")
    return Run(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / MAXRSS_PER_MIB)


def medians(times: int, *actions: Callable[[], Run]) -> list[Run]:
    """The median run of each action; they take turns, so that a busy moment meets them all."""
    rounds = [[action() for action in actions] for _ in range(times)]
    return [Run(*(median(getattr(one, value) for one in runs) for value in ("seconds", "work", "mib"))) for runs in zip(*rounds)]


def copy_project(folder: Path) -> Path:
    """A copy of what kr16 works on, without what earlier runs kept."""
    shutil.copy(ROOT / "mkdocs.yml", folder)
    for name in ("data", "docs", "templates", "tools"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def kr16(project: Path, *arguments: str | Path, compiled: bool = False) -> Run:
    """Run the program in a copy of the project as if for the first time; `compiled`: with what an earlier run made of the theme's templates, as Python keeps what it made of modules."""
    kept = project / ".cache" / "jinja" if compiled else None
    for path in (project / ".cache").glob("*"):
        if path != kept:
            shutil.rmtree(path)
    return run([PYTHON, "-m", "kr16", *arguments], project)
