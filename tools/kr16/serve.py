"""A project → its site on this computer, rebuilt as files change: only those rules that a change touches.

What was built last stays when the data has a mistake; the message then stands on top of every page.
"""

from __future__ import annotations

import hashlib
import html
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mkdocs.livereload import LiveReloadServer

from . import game, pages, site, variants
from .errors import Refused
from .site import Part, build_part

WATCHED = ("data", "docs", "templates", "mkdocs.yml")
BANNER = re.compile(r"<!--kr16-->.*?<!--/kr16-->", re.DOTALL)


class Rebuilder:
    """Builds into a folder what has changed since it last did; `report` says what was wrong, or nothing."""

    def __init__(self, project: Path, folder: Path):
        self.project, self.folder = project, folder
        self.built: dict[str, str] = {}
        self.report = ""

    def __call__(self) -> None:
        was, self.report = self.report, ""
        try:
            self.build()
        except Refused as refused:
            self.report = refused.report()
        if self.report:
            print(self.report, file=sys.stderr, flush=True)
        if self.report or was:
            banner(self.folder, self.report)

    def build(self) -> None:
        games = self.games()
        parts = [Part(one, {}, root=one.base is None) for one in games]
        ways = site.switch(parts)
        shared = fingerprint([ways], inputs(self.project, ()))
        for one, part in zip(games, parts):
            own = [f"{variants.FOLDER}/{found.variant.id}.yaml" for found in one.chain]
            key = fingerprint([shared], inputs(self.project, own) if own else [])
            if self.built.get(part.variant) != key:
                problems = build_part(self.project, self.folder / part.folder, part, ways, served=True)
                self.report += problems
                if not problems:
                    self.built = ({} if part.root else self.built) | {part.variant: key}


    def games(self) -> list[game.Game]:
        """Return core and each variant; raise Refused with the mistakes of all."""
        core, found, problems = game.load_core(self.project), [], []
        for id in ["core", *variants.ids(self.project)]:
            try:
                found.append(pages.checked(self.project, id, core))
            except Refused as refused:
                problems += refused.problems
        if problems:
            raise Refused(problems)
        return found


def inputs(project: Path, only: tuple[str, ...] | list[str]) -> Iterator[Path]:
    """Yield the named files, or every file that all parts are made from."""
    if only:
        yield from (project / name for name in only)
        return
    for name in WATCHED:
        root = project / name
        for path in [root] if root.is_file() else sorted(root.rglob("*")):
            if path.is_file() and variants.FOLDER not in path.as_posix():
                yield path


def fingerprint(words: list, paths) -> str:
    """Return a hash of some words and of the contents of some files."""
    found = hashlib.sha256(repr(words).encode())
    for path in paths:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def banner(folder: Path, report: str) -> None:
    """Put a message on top of every page, in place of an earlier one; with no message, only take that away."""
    block = f'<!--kr16--><pre role="alert" style="margin:0;padding:1em;white-space:pre-wrap;background:#fff;color:#900">{html.escape(report)}</pre><!--/kr16-->' if report else ""
    for path in folder.rglob("*.html"):
        text = BANNER.sub("", path.read_text(encoding="utf-8"))
        path.write_text(re.sub(r"(<body[^>]*>)", lambda match: match[1] + block, text, count=1), encoding="utf-8")


def serve(project: Path, host: str, port: int) -> None:
    """Serve the site until stopped; it follows changes in data, docs and templates."""
    with tempfile.TemporaryDirectory(prefix="kr16-") as folder:
        rebuild = Rebuilder(project, Path(folder))
        rebuild()
        server = LiveReloadServer(rebuild, host, port, folder)
        for name in WATCHED:
            server.watch(str(project / name))
        print(f"The site is at {server.url} (Ctrl+C stops it; sheets and cards are left out here)", flush=True)
        try:
            server.serve()
        except KeyboardInterrupt:
            pass
        finally:
            server.server_close()
