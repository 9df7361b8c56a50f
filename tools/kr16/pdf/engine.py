"""HTML of ours → a laid-out WeasyPrint document. WeasyPrint is loaded at the first use, so that all else works without it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from . import fonts

NO_WEASYPRINT = """\
PDFs need WeasyPrint and the Pango library, and one of them cannot be loaded ({reason}).
  Debian, Ubuntu  apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
  Fedora          dnf install pango
  macOS           brew install pango
  Windows         install MSYS2, then in its shell: pacman -S mingw-w64-x86_64-pango"""


class NoWeasyPrint(Exception):
    """PDFs cannot be made on this computer; the message says what to install."""


class DrawingFailed(Exception):
    """WeasyPrint warned of something, which in our own templates is a mistake."""


def weasyprint():
    """Return the weasyprint module; raise NoWeasyPrint where it or Pango is missing."""
    try:
        with _by_file_name():
            import weasyprint
    except (ImportError, OSError) as error:
        raise NoWeasyPrint(NO_WEASYPRINT.format(reason=str(error).splitlines()[0][:120])) from None
    return weasyprint


@contextmanager
def _by_file_name() -> Iterator[None]:
    """On Linux, let WeasyPrint load its libraries by their file names, which it tries last: looking up any other name starts a process."""
    import ctypes.util

    looked_up = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = looked_up


def load() -> None:
    """Load, where it is there, what drawing needs and nothing else does."""
    from .. import render  # noqa: F401

    with suppress(NoWeasyPrint):
        weasyprint()


def page(template: str, context: dict, css: str, project: Path):
    """Return the document of one of our templates."""
    from .. import render

    return layout(render.render(render.environment(project), template, **context), css, project)


def layout(html: str, css: str, project: Path):
    """Return the document of a page of HTML under our styles; only files in the project's templates/ are read."""
    wp, base = weasyprint(), (project / "templates" / "css" / "_").as_uri()
    from weasyprint.text.fonts import FontConfiguration

    fetcher, faces = _fetcher(project), FontConfiguration()
    with quiet():
        style = wp.CSS(string=css, base_url=base, font_config=faces, url_fetcher=fetcher)
        return wp.HTML(string=html, base_url=base, url_fetcher=fetcher).render(stylesheets=[style], font_config=faces)


def _fetcher(project: Path):
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class TemplatesOnly(URLFetcher):
        """Reads files below templates/ and nothing else; a woff2 font is handed out unpacked."""

        def fetch(self, url: str, headers=None) -> URLFetcherResponse:
            return URLFetcherResponse(url, fonts.read(_allowed(url, project), project))

    return TemplatesOnly()


def _allowed(url: str, project: Path) -> Path:
    from urllib.parse import unquote, urlsplit
    from urllib.request import url2pathname

    parts, templates = urlsplit(url), (project / "templates").resolve()
    path = Path(url2pathname(parts.path)).resolve() if parts.scheme == "file" and not parts.netloc else None
    if path is None or not path.is_relative_to(templates):
        raise ValueError(f"not a file of templates/: {unquote(url)[:120]}")
    return path


@contextmanager
def quiet() -> Iterator[None]:
    """Turn any warning of WeasyPrint or fontTools into DrawingFailed; nothing is printed."""
    loggers, keeper = [logging.getLogger(name) for name in ("weasyprint", "fontTools")], _Keeper()
    before = [(logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(keeper)
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger, (propagate, level) in zip(loggers, before):
            logger.removeHandler(keeper)
            logger.propagate = propagate
            logger.setLevel(level)
    if keeper.lines:
        raise DrawingFailed("\n".join(dict.fromkeys(keeper.lines)))


class _Keeper(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


def version() -> str:
    """Return which WeasyPrint draws, without loading it."""
    from importlib.metadata import version

    return version("weasyprint")
