"""The pinned packages: complete, hashed, fit for the oldest Python we promise, and from no named index."""
from __future__ import annotations

import ast
import re
import sys
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
PINS = ["requirements", "requirements-test"]
OURS = {"kr16", "tests", "tools"}


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """Package -> its version and how many hashes it has."""
    found, package = {}, None
    for line in text(f"{name}.txt").splitlines():
        if pin := re.match(r"([\w.-]+)==(\S+)", line):
            package = folded(pin[1])
            found[package] = (pin[2], 0)
        elif "--hash=sha256:" in line:
            found[package] = (found[package][0], found[package][1] + 1)
    return found


@pytest.mark.parametrize("name", PINS)
def test_every_pin_has_hashes_and_nothing_else_stands_there(name):
    """pip refuses a set in which one package has no hash, on the machine of a newcomer first."""
    assert [package for package, (_, hashes) in pinned(name).items() if not hashes] == []
    other = [line for line in text(f"{name}.txt").splitlines() if not re.match(r"[\w.-]+==\S+ \\$|    (--hash=sha256:\w{64}|# )|#|$", line)]
    assert other == []


@pytest.mark.parametrize("name", PINS)
def test_everything_asked_for_is_pinned(name):
    asked = [folded(match) for match in re.findall(r"^([A-Za-z][\w.-]*)", text(f"{name}.in"), re.M)]
    assert asked
    assert [package for package in asked if package not in pinned(name)] == []


@cache
def providers() -> dict[str, list[str]]:
    """Importable name -> the installed packages that bring it."""
    return packages_distributions()


def imported(path: Path) -> set[str]:
    """The packages, folded, that a module's imports come from; Python's own and ours left out."""
    steps = [step for step in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(step, (ast.Import, ast.ImportFrom))]
    names = {alias.name.split(".")[0] for step in steps if isinstance(step, ast.Import) for alias in step.names}
    names |= {step.module.split(".")[0] for step in steps if isinstance(step, ast.ImportFrom) and step.module and not step.level}
    return {folded(package) for name in names - OURS - sys.stdlib_module_names for package in providers().get(name, [name])}


@pytest.mark.parametrize("folder, pins", [("tools/kr16", PINS[:1]), ("tools", PINS), ("tests", PINS)], ids=["program", "tools", "tests"])
def test_everything_imported_is_pinned(folder, pins):
    """What somebody has installed by hand works for them and for nobody else."""
    known = {package for name in pins for package in pinned(name)}
    modules = sorted((ROOT / folder).rglob("*.py"))
    assert modules
    assert {path.name: missing for path in modules if (missing := imported(path) - known)} == {}


def test_the_two_sets_of_pins_agree():
    site, tests = map(pinned, PINS)
    assert {name: (tests[name], site[name]) for name in tests.keys() & site.keys() if tests[name][0] != site[name][0]} == {}


@pytest.mark.parametrize("name", [f"{stem}.{kind}" for stem in PINS for kind in ("in", "txt")] + ["pyproject.toml", "tools/setup.sh"])
def test_no_package_index_is_named(name):
    assert re.findall(r"\S*(?:://|--(?:extra-)?index-url|--find-links|--trusted-host)\S*", text(name)) == []


def test_every_package_runs_on_the_oldest_python_we_promise():
    """Debian 12 has Python 3.11.2; a pin resolved under a newer 3.11 can ask for more."""
    asks = {dist.metadata["Name"]: dist.metadata["Requires-Python"] for dist in distributions()}
    assert {name: asked for name, asked in asks.items() if asked and not SpecifierSet(asked).contains("3.11.2")} == {}
