"""The command line: 0 when done, 1 when the data is wrong, 2 when called wrongly; whole messages, nothing half-written."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from kr16 import __main__ as cli

from tests.kernel import ROOT, core, project

SHOOTING = b"cite: Shooting\nto_hit: 5+\ncasualty_choice: 6\nshaken_command_modifier: -1\ncover_edge_cm: 2\n"
REPORT = "data/core/shooting.yaml:2:9: shooting.to_hit: not a whole number (got '5+'); write 5\n1 problem\n"
FORCE = "force: Test\nrules: core\nunits:\n  - {name: Alpha, grade: grunt, save: 5, figures: 5}\n"


def kr16(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, arguments, prog_name="kr16")


def commands(group: click.Group, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every command, those within a group included."""
    found = []
    for name, command in group.commands.items():
        found += [(*before, name), *(commands(command, (*before, name)) if isinstance(command, click.Group) else [])]
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def here(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture
def faulty(tmp_path, monkeypatch) -> Path:
    """A project with one mistake in its data."""
    monkeypatch.chdir(project(tmp_path, {"data/core/shooting.yaml": SHOOTING}))
    shutil.rmtree(tmp_path / "data/variants", ignore_errors=True)
    return tmp_path


@pytest.mark.parametrize("command", [(), *commands(cli.main)], ids=" ".join)
def test_every_command_explains_itself(command):
    """In a sentence and a line for each option."""
    result = kr16(*command, "--help")
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout.startswith(f"Usage: kr16 {' '.join(command)}".rstrip())
    sentence = result.stdout.split("\n")[2].strip()
    assert sentence[0].isupper() and sentence != "Options:"


@pytest.mark.parametrize("command", [("check",), ("points",), ("build",), ("serve",), ("variant", "new", "x"), ("variant", "diff", "x"), ("sheet", "-o", "x.pdf"), ("cards", "x.yaml", "-o", "x.pdf"), ("calibration", "-o", "x.pdf")], ids=" ".join)
def test_outside_a_project_a_command_says_where_to_run_it(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = kr16(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Error: no data/core in {tmp_path}; run kr16 in the project's own folder\n" in result.stderr
    assert files(tmp_path) == {}


@pytest.mark.parametrize(("command", "says"), [(("frobnicate",), "No such command 'frobnicate'."), (("points", "--jsn"), "No such option '--jsn'."), (("points", "lihgt-cannon"), "unknown item 'lihgt-cannon'; did you mean 'light-cannon'?"), (("serve", "-a", "nowhere"), "not an address (got 'nowhere'); write HOST:PORT, such as 127.0.0.1:8000")])
def test_a_wrong_call_is_answered_with_2(command, says, here):
    result = kr16(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Error: {says}" in result.stderr


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (("--offset", "nan,1"), "a length from -20 to 20 mm (got 'nan')"),
        (("--offset", "1e400,0"), "a length from -20 to 20 mm (got '1e400')"),
        (("--offset", "21,0"), "a length from -20 to 20 mm (got '21')"),
        (("--offset", "1"), "two lengths in mm such as 1.5,-0.5 (got '1')"),
        (("--bleed", "nan"), "a length from 0 to 3 mm (got 'nan')"),
        (("-o", ""), "no name of a file (got '')"),
    ],
)
def test_what_is_no_length_or_file_is_told(option, says, here, tmp_path):
    result = kr16("cards", "data/forces/motor-pool.yaml", "-o", str(tmp_path / "out.pdf"), *option)
    assert (result.exit_code, says in result.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["force.yaml", "old.yaml"])
def test_the_force_itself_is_never_written_over(given, here, tmp_path):
    for name in ("force.yaml", "old.yaml"):
        (tmp_path / name).write_text(FORCE, "utf-8")
    (tmp_path / "link.pdf").symlink_to(tmp_path / given)
    for out in (given, "link.pdf"):
        result = kr16("cards", str(tmp_path / "force.yaml"), "--changed-since", str(tmp_path / "old.yaml"), "-o", str(tmp_path / out))
        assert (result.exit_code, f"{out} is the force itself; name another file" in result.stderr) == (2, True)
        assert (tmp_path / given).read_text("utf-8") == FORCE


def test_a_link_stays_one_and_what_it_leads_to_is_written(here, tmp_path):
    (tmp_path / "link.pdf").symlink_to(tmp_path / "real.pdf")
    assert kr16("calibration", "-o", str(tmp_path / "link.pdf")).exit_code == 0
    assert (tmp_path / "link.pdf").is_symlink() and (tmp_path / "real.pdf").read_bytes().startswith(b"%PDF")


def test_a_device_is_written_to_and_stays_one(here, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        got = pool.submit(pipe.read_bytes)
        assert kr16("calibration", "-o", str(pipe)).exit_code == 0
        assert got.result(10).startswith(b"%PDF") and pipe.is_fifo()


def test_a_file_that_cannot_be_written_is_called_by_its_own_name(here, tmp_path):
    result = kr16("calibration", "-o", str(tmp_path / "none" / "x.pdf"))
    assert (result.exit_code, result.stderr) == (1, f"Error: {tmp_path}/none/x.pdf: No such file or directory\n")


def test_check_says_what_was_checked(here):
    result = kr16("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.split("\n")[0] == "KR 16 1.6: no problems"


@pytest.mark.parametrize("command", [("check",), ("points",), ("points", "medic", "--json"), ("build", "-d", "site")], ids=" ".join)
def test_faulty_data_is_reported_and_nothing_written(command, faulty):
    before = files(faulty)
    result = kr16(*command)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", REPORT)
    assert files(faulty) == before


def test_the_last_good_site_stays_when_the_data_is_faulty(faulty):
    (faulty / "site/data").mkdir(parents=True)
    (faulty / "site/data/ruleset.json").write_text("{}")
    (faulty / "site/index.html").write_text("the last good page")
    before = files(faulty)
    assert kr16("build").exit_code == 1
    assert files(faulty) == before


def test_a_folder_with_something_else_in_it_is_not_built_into(here, tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    result = kr16("build", "--no-pdf", "-d", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "holds something that is not a built site; name an empty or new folder" in result.stderr
    assert files(tmp_path) == {"thesis.txt": b"years of work"}


def test_check_of_a_force(here, tmp_path):
    (tmp_path / "force.yaml").write_text(FORCE + FORCE.split("\n")[3])
    result = kr16("check", str(tmp_path / "force.yaml"))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{tmp_path}/force.yaml: no problems, 2 units\n", "")


def test_check_of_several_files_tells_the_problems_of_all(here, tmp_path):
    for name, grade in (("a", "grunt"), ("b", "green"), ("c", "ealite")):
        (tmp_path / f"{name}.yaml").write_text(FORCE.replace("grunt", grade))
    result = kr16("check", *(str(tmp_path / f"{name}.yaml") for name in "abcd"))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{tmp_path}/a.yaml: no problems")
    assert result.stderr == (
        f"{tmp_path}/b.yaml:4:26: units.0.grade: unknown grade 'green'; did you mean 'rook'?\n"
        f"{tmp_path}/c.yaml:4:26: units.0.grade: unknown grade 'ealite'; did you mean 'elite'?\n"
        f"{tmp_path}/d.yaml:1:1: cannot be read (no such file or directory)\n"
        "3 problems\n"
    )


def test_points_of_one_item_line_by_line(here):
    result = kr16("points", "rdf-assault-rifle")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.split("\n")[:5] == ["RDF Assault Rifle: 6 points", "        3  24 cm of range", "        1  DV 1", "        1  Close-range re-roll", "        1  Melee bonus"]
    assert kr16("points", "rdf-trooper").stdout.split("\n")[3:6] == ["        6  RDF Assault Rifle", "             3  24 cm of range", "             1  DV 1"]


def test_points_of_everything_computed_beside_printed(here):
    rows = {row.split()[0]: row.split() for row in kr16("points").stdout.strip().split("\n")}
    assert rows["item"] == ["item", "kind", "computed", "printed", "price"]
    assert rows["heavy-cannon"][:5] == ["heavy-cannon", "weapon", "421", "420", "420"]
    assert rows["apc"] == ["apc", "vehicle", "67", "—", "67"]
    assert rows["juraped"][:5] == ["juraped", "vehicle", "—", "6", "6"]
    rules = core().rules
    assert set(rows) == {"item", *rules.weapons, *rules.vehicles, *rules.figures, "insurgent-ambush", "medic", "sniper"}


def test_points_as_json_has_the_agreed_keys(here):
    items = {item["id"]: item for item in json.loads(kr16("points", "--json").stdout)}
    assert all({"id", "kind", "computed", "printed", "price", "working", "note"} <= set(item) for item in items.values())
    assert {item["kind"] for item in items.values()} == {"weapon", "vehicle", "figure", "special"}
    ranger = items["pathfinder-ranger"]
    assert (ranger["computed"], ranger["printed"], ranger["price"]) == (72, 70, 70)
    assert [(line["label"], line["points"]) for line in ranger["working"]] == [("Grunt crew, command roll 4+", 20), ("Save of 5+", 8), ("Full speed 20 cm", 4), ("Grenade Machine-gun", 29), ("Smoke Launchers", 11)]
    assert [item["id"] for item in json.loads(kr16("points", "medic", "sniper", "--json").stdout)] == ["medic", "sniper"]
    assert items["juraped"]["computed"] is None and items["juraped"]["working"] == []


def test_a_path_with_spaces_and_letters_of_any_script_does_no_harm(tmp_path, monkeypatch):
    monkeypatch.chdir(project(tmp_path / "Spiele und Würfel", {}))
    assert kr16("points").exit_code == 0
