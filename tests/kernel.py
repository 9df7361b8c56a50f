"""The game as it is, and projects whose data has one file changed, for the tests of the kernel."""

from __future__ import annotations

import shutil
from functools import cache, lru_cache
from pathlib import Path

import pytest
from kr16 import game, pages, parse, source
from kr16.game import Game

ROOT = Path(__file__).parent.parent


@cache
def core() -> Game:
    """The rulebook's game, read once for all tests."""
    return game.load(ROOT)


def project(folder: Path, changed: dict[str, bytes | None]) -> Path:
    """A project in an empty folder: our data, but for some files that are changed, or left out where the content is None."""
    shutil.copytree(ROOT / "data", folder / "data", dirs_exist_ok=True)
    for name, content in changed.items():
        if content is None:
            (folder / name).unlink()
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    return folder


parse_once = lru_cache(maxsize=100)(parse.parse)


def load_with(name: str, content: bytes) -> Game:
    """Our data with one file's content replaced, without writing it anywhere; each other file is parsed once for all tests."""
    real = Path.read_bytes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "parse", parse_once)
        patch.setattr(Path, "read_bytes", lambda path: content if path == ROOT / name else real(path))
        return pages.checked(ROOT, "core")
