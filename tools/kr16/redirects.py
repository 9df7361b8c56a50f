"""Addresses that pages had before → a page at each that leads to where its page is now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mkdocs.exceptions import PluginError

from . import render
from .links import linker


def write(folder: Path, project: Path, moved: Mapping[str, str]) -> None:
    """Write the pages that lead on; `moved` is `redirects:` of mkdocs.yml, from a former page of docs/ to the present one."""
    environment = render.environment(project)
    for old, new in moved.items():
        path = folder / old.removesuffix("index.md").removesuffix(".md") / "index.html"
        if path.exists():
            raise PluginError(f"mkdocs.yml: redirects: {old} is a page of the site; take it out of the list")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render.render(environment, "site/redirect.html.j2", way=linker(old)(new)), encoding="utf-8")
