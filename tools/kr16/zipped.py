"""A built site → a zip of it that works when unpacked and opened without a server, search included."""

from __future__ import annotations

import functools
import posixpath
import re
import zipfile
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

from .index import REST, WORKER, compact, whole
from .offline import LEFT_OUT

ZIP = "kr16-site.zip"
# What only a server needs; the search index becomes a script, as Material asks for it when there is no server.
SERVED_ONLY = (*LEFT_OUT, "site.webmanifest", "sitemap.xml", "404.html", WORKER, REST)
LINK = re.compile(r'(<a\b[^>]*?\bhref="|<meta http-equiv="refresh" content="0; url=)([^":?#]*)((?:#[^"]*)?")')
TO_SERVER = re.compile(r'<(?:meta http-equiv="Content-Security-Policy"|link rel="(?:manifest|canonical)")[^>]*>\s*')
CROSS_ORIGIN = re.compile(r"(<link rel=\"preload\"[^>]*?) crossorigin>")
EPOCH = (1980, 1, 1, 0, 0, 0)


def finish(folder: Path) -> None:
    """Write the zip into the site's own folder: its files, in which each link names the file it leads to."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    held = {path.relative_to(folder).as_posix() for path in paths}
    with zipfile.ZipFile(folder / ZIP, "w", zipfile.ZIP_DEFLATED) as archive:
        for uri, path in ((path.relative_to(folder).as_posix(), path) for path in paths):
            if not any(fnmatch(uri, pattern) for pattern in SERVED_ONLY):
                content = page(path.read_text(encoding="utf-8"), uri, held.__contains__).encode() if uri.endswith(".html") else path.read_bytes()
                archive.writestr(zipfile.ZipInfo(uri, EPOCH), content, zipfile.ZIP_DEFLATED)
        for uri, script in search(folder).items():
            archive.writestr(zipfile.ZipInfo(uri, EPOCH), script, zipfile.ZIP_DEFLATED)


def page(text: str, uri: str, held: Callable[[str], bool]) -> str:
    """Return a page with links to files rather than folders, and without what only a server can give."""
    folder = posixpath.dirname(uri)

    @functools.cache
    def file(way: str) -> str:
        leads = way and held(posixpath.normpath(posixpath.join(folder, way, "index.html")))
        return f"{way.rstrip('/') + '/' if way.strip('/') else './'}index.html" if leads else way

    def to_file(match: re.Match) -> str:
        before, way, after = match.groups()
        return f"{before}{file(way)}{after}"

    return LINK.sub(to_file, CROSS_ORIGIN.sub(r"\1>", TO_SERVER.sub("", text)))


def search(folder: Path) -> dict[str, str]:
    """Return the search index as a script, each section under the file it stands in, and the worker that reads it."""
    found, worker = whole(folder)
    for record in found["docs"]:
        where, mark, anchor = record["location"].partition("#")
        record["location"] = f"{where}index.html{mark}{anchor}"
    return {"search/search_index.js": f"var __index = {compact(found)}", WORKER: worker}
