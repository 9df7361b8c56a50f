"""What a newcomer types and CI runs: the files that say it agree with each other and with what is there."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import yaml
from kr16.__main__ import main

from tests.test_layers import ORDER

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
GUIDES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICE.md", "docs/contributing/index.md", "docs/contributing/decisions.md"]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*##", text("Makefile"), re.M))


def tracked() -> list[str]:
    return subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()


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
