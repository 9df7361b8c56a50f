"""The game as it is, and projects whose data has one file changed, for the tests of the kernel."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from kr16 import game
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
