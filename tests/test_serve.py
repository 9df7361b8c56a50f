"""Served while it is worked on: only what a change touches is built again; a mistake is told and what was built last stays."""

from __future__ import annotations

import shutil

import pytest
from kr16 import serve

from tests.kernel import ROOT
from tests.ruled import project

HEAD = "id: {id}\ntitle: House {id}\nbase: {base}\nversion: '1'\nauthor: me\nchange:\n"
RUN = "  orders.run.move_cm: {from: 12, to: 14, why: long legs}\n"
HIT = "  shooting.to_hit: {from: 5, to: 4, why: short games}\n"


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A project with a chain of two variants and one apart, and the list of parts built: built here without MkDocs."""
    (tmp_path / "here").mkdir()
    here = project(tmp_path / "here", {"one": HEAD.format(id="one", base="core 1.6") + RUN, "on-one": HEAD.format(id="on-one", base="one 1") + HIT, "apart": HEAD.format(id="apart", base="core 1.6") + HIT})
    (here / "docs").unlink()
    shutil.copytree(ROOT / "docs", here / "docs")
    parts: list[str] = []

    def build_part(project, folder, part, ways, served=False):
        parts.append(part.variant)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(f"<html><body class='x'>{part.variant}</body></html>", "utf-8")
        return ""

    monkeypatch.setattr(serve, "build_part", build_part)
    rebuild = serve.Rebuilder(here, tmp_path / "site")
    rebuild()
    assert sorted(parts) == ["apart", "core", "on-one", "one"] and rebuild.report == ""
    parts.clear()
    return here, rebuild, parts


def write(here, id: str, text: str) -> None:
    (here / f"data/variants/{id}.yaml").write_text(text, "utf-8")


def test_nothing_changed_nothing_is_built(built):
    _, rebuild, parts = built
    rebuild()
    assert parts == []


def test_a_variant_s_change_builds_it_and_what_builds_on_it(built):
    here, rebuild, parts = built
    write(here, "one", HEAD.format(id="one", base="core 1.6") + RUN.replace("14", "16"))
    rebuild()
    assert sorted(parts) == ["on-one", "one"]


def test_a_change_at_the_end_of_a_chain_builds_that_alone(built):
    here, rebuild, parts = built
    write(here, "on-one", HEAD.format(id="on-one", base="one 1") + HIT.replace("to: 4", "to: 3"))
    rebuild()
    assert parts == ["on-one"]


def test_a_change_of_words_that_all_share_builds_all(built):
    here, rebuild, parts = built
    (here / "docs/index.md").write_text((ROOT / "docs/index.md").read_text("utf-8") + "\nMore.\n", "utf-8")
    rebuild()
    assert sorted(parts) == ["apart", "core", "on-one", "one"]


def test_another_title_builds_all_since_every_page_has_the_switch(built):
    here, rebuild, parts = built
    write(here, "apart", HEAD.format(id="apart", base="core 1.6").replace("title: House apart", "title: Apart") + HIT)
    rebuild()
    assert sorted(parts) == ["apart", "core", "on-one", "one"]


def test_a_mistake_is_told_on_every_page_until_it_is_mended(built, tmp_path, capsys):
    here, rebuild, parts = built
    write(here, "one", HEAD.format(id="one", base="core 1.6") + RUN.replace("from: 12", "from: 11") + "  orders.<b>: {from: 1, to: 2, why: x}\n")
    rebuild()
    assert parts == []
    assert "data/variants/one.yaml:7:24: orders.run.move_cm: the base has 12 here" in capsys.readouterr().err
    pages = [path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html")]
    assert len(pages) == 4 and all('<pre role="alert"' in page and "orders.&lt;b&gt;" in page for page in pages)
    write(here, "one", HEAD.format(id="one", base="core 1.6") + RUN)
    rebuild()
    assert not any("role=" in path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html"))


def test_the_mistakes_of_all_variants_are_told_together(built):
    here, rebuild, _ = built
    for id in ("one", "apart"):
        write(here, id, HEAD.format(id=id, base="core 1.6") + RUN.replace("from: 12", "from: 11"))
    rebuild()
    assert rebuild.report.count("the base has 12 here") == 2


def test_a_message_stands_once_however_often_it_is_put(tmp_path):
    page = tmp_path / "index.html"
    page.write_text("<html><body>x</body></html>", "utf-8")
    serve.banner(tmp_path, "a <b> \\1")
    serve.banner(tmp_path, "c")
    assert page.read_text("utf-8").count("<pre") == 1 and "a &lt;b&gt;" not in page.read_text("utf-8")
    serve.banner(tmp_path, "")
    assert page.read_text("utf-8") == "<html><body>x</body></html>"


def test_what_is_watched_is_there():
    assert all((ROOT / name).exists() for name in serve.WATCHED)
