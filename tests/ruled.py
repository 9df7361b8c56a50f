"""Projects with house rules of their own, for the tests of variants: our data, words and templates, and the variants given."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kr16 import game, pages
from kr16.game import Game

from tests.kernel import ROOT

SHARED = ("data/core", "data/printed", "data/forces", "data/terms.yaml", "data/synonyms.yaml", "docs", "templates", "tools", "mkdocs.yml")


@cache
def core():
    """Core and the source it was built from, read once for all tests."""
    return game.load_core(ROOT)


def project(folder: Path, variants: dict[str, str]) -> Path:
    """A project in an empty folder that has these variants and no others."""
    for name in SHARED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(ROOT / name)
    (folder / "data/variants").mkdir()
    for id, text in variants.items():
        (folder / f"data/variants/{id}.yaml").write_text(text, "utf-8")
    return folder


def checked(here: Path, id: str) -> Game:
    """The variant's game; raise Refused with every mistake, as `kr16 check` does."""
    return pages.checked(here, id, core())
