"""A project → its site: pages, styles, fonts, JSON and PDFs handed to MkDocs, and the folder it fills.

`on_config` and `on_files` are MkDocs hooks (tools/mkdocs_hook.py); `build` and `serve` run MkDocs.
"""

from __future__ import annotations

import datetime
import logging
import os
import shutil
from pathlib import Path

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from . import export, game, pages
from .errors import Refused

ASSETS = {"css": "site*.css", "fonts": "*.woff2", "icons": "*.svg"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Tell the theme which rules, whose they are, and of which day the pages are."""
    info = game.load(_project(config)).rules.ruleset if _readable(config) else None
    stamp = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.datetime.fromtimestamp(int(stamp), datetime.timezone.utc).date() if stamp else datetime.date.today()
    if info:
        config.extra["kr16"] = {key: getattr(info, key) for key in ("title", "version", "author", "url")} | {"date": day.isoformat(), "copyright": f"{info.copyright} {info.author}"}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Replace what is in docs/ by the written pages, and add all that is made from data and templates."""
    project = _project(config)
    try:
        current = game.load(project)
        made = pages.pages(current, project, config.extra.get("pdfs", {}))
    except Refused as refused:
        if not config.extra.get("serving"):
            raise
        return _report(files, config, refused)
    for page in made:
        _replace(files, File.generated(config, page.uri, content=page.text), page.source, config)
    for uri, text in export.published(current).items():
        files.append(File.generated(config, uri, content=text))
    for folder, pattern in ASSETS.items():
        for path in sorted((project / "templates" / folder).glob(pattern)):
            files.append(File.generated(config, f"assets/{folder}/{path.name}", abs_src_path=str(path)))
    for uri, path in config.extra.get("pdfs", {}).items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def _replace(files: Files, file: File, source: str, config: MkDocsConfig) -> None:
    if (old := files.get_file_from_path(file.src_uri)) is not None:
        files.remove(old)
    if config.repo_url and config.edit_uri:
        file.edit_uri = f"../{source}"
    files.append(file)


def _report(files: Files, config: MkDocsConfig, refused: Refused) -> Files:
    """Under `serve`, show what is wrong on every page, in place of the page."""
    text = "# The data has a mistake\n\n" + "\n".join(f"    {line}" for line in refused.report().splitlines())
    for file in [*files.documentation_pages()]:
        _replace(files, File.generated(config, file.src_uri, content=text), file.src_uri, config)
    return files


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _readable(config: MkDocsConfig) -> bool:
    try:
        game.load(_project(config))
    except Refused:
        if config.extra.get("serving"):
            return False
        raise
    return True


class Warnings(logging.Handler):
    """Keeps what MkDocs warns of, so that it can be told in one place."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class BuildFailed(Exception):
    """MkDocs warned of something or stopped; the message holds every warning."""


class NotOurs(Exception):
    """The folder to build into holds something else."""


def build(project: Path, target: Path, pdfs: dict[str, Path]) -> int:
    """Build the site into a folder, which changes only when all went well; return the number of pages."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.exceptions import Abort, MkDocsException

    if target.exists() and any(target.iterdir()) and not (target / "data" / "ruleset.json").exists():
        raise NotOurs(f"{target} holds something that is not a built site; name an empty or new folder")
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    warnings, log = Warnings(), logging.getLogger("mkdocs")
    log.addHandler(warnings)
    try:
        config = load_config(str(project / "mkdocs.yml"), site_dir=str(fresh), strict=True)
        config.extra["pdfs"] = pdfs
        config.plugins.on_startup(command="build", dirty=False)
        try:
            mkdocs_build(config)
        finally:
            config.plugins.on_shutdown()
        count = sum(1 for _ in fresh.rglob("index.html"))
        _swap(fresh, target)
        return count
    except (Abort, MkDocsException) as error:
        raise BuildFailed("\n".join([*warnings.lines, str(error)])) from None
    finally:
        log.removeHandler(warnings)
        shutil.rmtree(fresh, ignore_errors=True)


def _swap(fresh: Path, target: Path) -> None:
    old = fresh.with_name(fresh.name + ".old")
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def serve(project: Path, address: str) -> None:
    """Serve the site locally; rebuild when data, templates or docs change."""
    from mkdocs.commands.serve import serve as mkdocs_serve

    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    mkdocs_serve(config_file=str(project / "mkdocs.yml"), dev_addr=address, extra_watch=None)
