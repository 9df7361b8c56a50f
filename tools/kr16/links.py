"""Addresses in docs/ → links from one published page to another."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

def linker(uri: str) -> Callable[[str], str]:
    """Return a function from an address in docs/ (`reference/weapons.md#minigun`) to a link on the page `uri`."""
    here = address(uri)

    def link(target: str) -> str:
        path, _, anchor = target.partition("#")
        way = posixpath.relpath(address(path) or ".", here or ".")
        way = "./" if way == "." else way + ("/" if path.endswith(".md") else "")
        return f"#{anchor}" if anchor and path == uri else way + (f"#{anchor}" if anchor else "")

    return link


def address(uri: str) -> str:
    """Return where a file of docs/ is published: `rules/orders.md` at `rules/orders`."""
    if not uri.endswith(".md"):
        return uri
    return uri.removesuffix("index.md").rstrip("/") if uri.endswith("index.md") else uri.removesuffix(".md")


