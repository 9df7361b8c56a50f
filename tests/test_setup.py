"""What a newcomer types and CI runs: the files that say it agree with each other and with what is there."""
from __future__ import annotations

import re
import subprocess
from importlib.metadata import distributions
from pathlib import Path

import pytest
import yaml
from kr16.__main__ import main
from packaging.specifiers import SpecifierSet

from tests.test_layers import ORDER

ROOT = Path(__file__).parent.parent
PINS = ["requirements", "requirements-test"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
GUIDES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICE.md", "docs/contributing/index.md", "docs/contributing/decisions.md"]


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


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*##", text("Makefile"), re.M))


def tracked() -> list[str]:
    return subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()


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


def test_the_two_sets_of_pins_agree():
    site, tests = map(pinned, PINS)
    assert {name: (tests[name], site[name]) for name in tests.keys() & site.keys() if tests[name][0] != site[name][0]} == {}


@pytest.mark.parametrize("name", [f"{stem}.{kind}" for stem in PINS for kind in ("in", "txt")] + ["pyproject.toml", "tools/setup.sh"])
def test_no_package_index_is_named(name):
    assert re.findall(r"\S*(?:://|--(?:extra-)?index-url|--find-links|--trusted-host)\S*", text(name)) == []


@pytest.mark.parametrize("name", GUIDES)
def test_commands_in_the_guides_exist(name):
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", text(name), re.M))
    assert named - targets() == set()
    assert set(re.findall(r"(?:`|bin/)kr16 ([a-z]+)", text(name))) - main.commands.keys() == set()


def test_the_guide_names_the_modules_in_the_order_of_the_data():
    """In the table that tells newcomers which way data flows; the order is the one that imports are held to."""
    table = re.search(r"\| Step \|.*?\n\n", text("docs/contributing/index.md"), re.S)[0]
    assert [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row)] == ORDER


@pytest.mark.parametrize("name", GUIDES)
def test_links_in_the_guides_lead_somewhere(name):
    links = [link for link in re.findall(r"\]\(([^)\s#]+)", text(name)) if "://" not in link]
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", GUIDES)
def test_files_named_in_the_guides_exist(name):
    named = re.findall(r"(?<![\w/.])(?:data|docs|tools|templates|tests|\.ci)/[\w./-]*\w", text(name))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_tree_in_the_readme_is_the_tree():
    """Two levels of folders: each one named there exists, and each one committed at the top is named."""
    tree = re.search(r"```text\n(.*?)```", text("README.md"), re.S)[1]
    named, parent = [], ""
    for indent, path in re.findall(r"^( *)(\S+)", tree, re.M):
        named.append(parent + path if indent else path)
        parent = parent if indent else path
    assert [path for path in named if not (ROOT / path).exists()] == []
    tops = {path.split("/")[0] + "/" for path in tracked() if "/" in path}
    assert tops - {path.split("/")[0] + "/" for path in named} == set()


def test_ci_runs_what_make_test_runs():
    """.ci/run calls pytest itself, so that its exit code and last line are pytest's; the call must be the same."""
    recipe = re.search(r"^test: test-ready.*\n\t@(.*)$", text("Makefile"), re.M)[1].replace("$(PYTHON)", ".venv/bin/python")
    assert f"exec {recipe} </dev/null" in text(".ci/run")
    assert "make --silent test-ready" in text(".ci/run")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_use_pinned_actions_and_few_rights(path):
    flow = yaml.safe_load(path.read_text("utf-8"))
    assert flow["permissions"] == {"contents": "read"}
    steps = [step for job in flow["jobs"].values() for step in job.get("steps", [])]
    assert [step["uses"] for step in steps if "uses" in step and not re.search(r"@v\d+$", step["uses"])] == []
    made = {target for step in steps for target in re.findall(r"make (?:--\w+ )*([a-z-]+)", step.get("run", ""))}
    assert made - targets() == set()


def test_problems_in_data_become_annotations():
    """GitHub shows the second line beside the place that the first one names."""
    line = "data/core/weapons.yaml:9:13: light-cannon.range_cm: '60%' is not a whole number; write 60"
    shown = subprocess.run([ROOT / ".ci/annotate"], input=f"{line}\n1 problem\n", capture_output=True, text=True, check=True).stdout
    assert shown.splitlines() == [
        line,
        "::error file=data/core/weapons.yaml,line=9,col=13::light-cannon.range_cm: '60%25' is not a whole number; write 60",
        "1 problem",
    ]


def test_every_package_runs_on_the_oldest_python_we_promise():
    """Debian 12 has Python 3.11.2; a pin resolved under a newer 3.11 can ask for more."""
    asks = {dist.metadata["Name"]: dist.metadata["Requires-Python"] for dist in distributions()}
    assert {name: asked for name, asked in asks.items() if asked and not SpecifierSet(asked).contains("3.11.2")} == {}
