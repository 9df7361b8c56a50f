"""A site's pages → what rendering makes of each, half of them made by a second process while MkDocs makes the other half."""

from __future__ import annotations

import functools
import logging
import multiprocessing
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import TableOfContents

log = logging.getLogger("mkdocs.structure.pages")


@dataclass(frozen=True)
class Rendered:
    """What MkDocs keeps of a page it has rendered, in a form that another process can take; `more` is what `finish` returned."""

    content: str
    toc: TableOfContents
    title: str | None
    anchors: set[str]
    links: dict[str, dict[str, str]]
    warnings: list[str]
    more: list[dict]


# Makes of a page's HTML what stands in the site, and something more that is kept beside it.
Finish = Callable[[str, Page], tuple[str, list[dict]]]


class Rendering:
    """Every second page of a site on its way through a second process, which is forked here and so knows all that this one does."""

    def __init__(self, pages: Sequence[Page], config: MkDocsConfig, files: Files, finish: Finish):
        context = multiprocessing.get_context("fork")
        self._pool = ProcessPoolExecutor(1, context, _begin, (pages, config, files, finish))
        self._made: dict[str, Future] = {page.file.src_uri: self._pool.submit(_render, index) for index, page in enumerate(pages) if index % 2}

    def leave(self, page: Page) -> None:
        """Let MkDocs find a page rendered, if the other process does that, where it would render it itself."""
        if page.file.src_uri in self._made:
            page.render = functools.partial(self._take, page)

    def more(self, page: Page) -> list[dict] | None:
        """Return what the other process made of a page beside its HTML, or None if the page was not left to it."""
        made = self._made.get(page.file.src_uri)
        return made and made.result().more

    def end(self) -> None:
        """End the other process."""
        self._pool.shutdown(cancel_futures=True)

    def _take(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        made: Rendered = self._made[page.file.src_uri].result()
        for warning in made.warnings:
            log.warning(warning)
        page.content, page.toc, page._title_from_render, page.present_anchor_ids = made.content, made.toc, made.title, made.anchors
        page.links_to_anchors = {files.get_file_from_path(uri): links for uri, links in made.links.items()}


def possible() -> bool:
    """Say whether a process can be forked here without harm."""
    return sys.platform == "linux"


def _begin(*known: object) -> None:
    """Keep, in the second process, what it was forked with."""
    global _known
    _known = known


def _render(index: int) -> Rendered:
    pages, config, files, finish = _known
    page, heard = pages[index], Heard()
    log.addHandler(heard)
    page.read_source(config)
    page.render(config, files)
    log.removeHandler(heard)
    content, more = finish(page.content, page)
    return Rendered(content, page.toc, page._title_from_render, page.present_anchor_ids, {file.src_uri: links for file, links in page.links_to_anchors.items()}, heard.lines, more)


class Heard(logging.Handler):
    """Keeps what is warned of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
