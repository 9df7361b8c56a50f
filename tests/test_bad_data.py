"""Every kind of mistake in data has a case in tests/bad/: the faulty file and the whole report it must give.

A case begins with comments: `# file:` is the file it stands in for, `# expect:` the report.
What follows is that file's content, so that a line number in the report is a line of the case.
Or it is a small change to our own data: `replace: {find: …, with: …}`. Then HERE in the report is
the place of `with`, or of `at` within it.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml
from kr16 import force, game
from kr16.errors import Refused

from tests.kernel import ROOT, core, load_with, project

BAD = Path(__file__).parent / "bad"
CASES = sorted(BAD.glob("*.yaml"))  # tests/bad/variants/ is test_variants.py's


def header(case: Path) -> tuple[str, str]:
    """The file that a case stands in for, and the report it expects."""
    lines = [line.rstrip("\r") for line in case.read_bytes().decode("latin-1").split("\n")]
    expected = []
    for line in lines[2:]:
        if not line.startswith("#   "):
            break
        expected.append(line[4:].encode("latin-1").decode("utf-8"))
    assert lines[0].startswith("# file: ") and lines[1] == "# expect:" and expected
    return lines[0].removeprefix("# file: "), "\n".join(expected)


def faulty(case: Path) -> tuple[str, bytes, str]:
    """The file that a case stands in for, its faulty content, and the report it must give."""
    (name, expected), content = header(case), case.read_bytes()
    if b"\nreplace:" not in content:
        return name, content, expected
    change, text = yaml.safe_load(content)["replace"], (ROOT / name).read_text("utf-8")
    assert text.count(change["find"]) == 1, "what the case replaces has to stand there once"
    before = text[: text.index(change["find"])] + change["with"][: change["with"].index(change.get("at", change["with"]))]
    here = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    return name, text.replace(change["find"], change["with"]).encode(), expected.replace("HERE", here)


def test_there_are_cases():
    assert len(CASES) > 80


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_faulty_data_gives_exactly_this_report(case, tmp_path):
    name, content, expected = faulty(case)
    with pytest.raises(Refused) as refused:
        if (ROOT / name).exists():
            load_with(name, content)
        elif name.startswith("data/"):
            game.load(project(tmp_path, {name: content}))
        else:
            (tmp_path / name).write_bytes(content)
            force.load(tmp_path / name, core(), name)
    assert str(refused.value) == expected


# --- every message has a case ---------------------------------------------------------------------

# What the code says that no change of our own data can bring about, and where it is tested instead.
ELSEWHERE = {
    "cannot be read (…)": "test_source.py",
    "too large (got … bytes); at most …": "test_source.py",
    "too many (got …); at most …": "test_build.py",
    "not accepted here (got …); …": "test_build.py",
    "no such infantry save (got …); known: …": "test_validate.py, test_force.py",
    "no such vehicle save (got …); known: …": "test_validate.py, test_force.py",
}
PRICING = ("price", "_squad", "vehicle_of", "armed")


def texts(tree: ast.AST, skip: tuple[str, ...] = ()) -> set[str]:
    """Every text of more than one word in a piece of code, docstrings aside, with … for what is filled in."""
    found: set[str] = set()
    if isinstance(tree, ast.FunctionDef) and tree.name in skip:
        return found
    if isinstance(tree, ast.JoinedStr):
        found.add("".join(part.value if isinstance(part, ast.Constant) else "…" for part in tree.values))
    elif isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        found.add(re.sub(r"\{\w+\}", "…", tree.value))
    for child in ast.iter_child_nodes(tree):
        docstring = isinstance(tree, (ast.Module, ast.ClassDef, ast.FunctionDef)) and isinstance(child, ast.Expr)
        if not docstring and not (isinstance(tree, ast.JoinedStr) and isinstance(child, ast.Constant)):
            found |= texts(child, skip)
    return {text for text in found if " " in text.strip() and not text.startswith("^")}


def test_every_message_in_the_code_has_a_case():
    """A new message fails here until a file in tests/bad/ shows it."""
    code = {name: (ROOT / f"tools/kr16/{name}.py").read_text("utf-8") for name in ("parse", "source", "build", "validate", "force", "lists")}
    said = {text for source_code in code.values() for text in texts(ast.parse(source_code), PRICING)}
    reports = "\n".join(header(case)[1] for case in BAD.rglob("*.yaml"))
    unseen = {text for text in said if not re.search(".*".join(map(re.escape, text.split("…"))), reports)}
    assert unseen == set(ELSEWHERE)
