"""The project's pages -> a folder that stock mkdocs-material can build: python -m tools.bench.bare_site FOLDER."""
from __future__ import annotations

import shutil
import sys
from pathlib import Path

from kr16 import game, pages

from .measure import ROOT

STOCK = """\
site_name: Bare
theme: {name: material}
markdown_extensions: [admonition, attr_list, def_list, footnotes, md_in_html, tables, pymdownx.details, pymdownx.superfences]
"""


def stage(folder: Path) -> None:
    """Write every page as a plain Markdown file, the other files of docs/ beside them, and a stock mkdocs.yml."""
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.md"))
    for page in pages.pages(game.load(ROOT), ROOT):
        path = folder / "docs" / page.uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.text, "utf-8")
    (folder / "mkdocs.yml").write_text(STOCK, "utf-8")


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
