"""A project → its site: pages, styles, fonts, JSON and PDFs handed to MkDocs, and the folder it fills.

`on_config`, `on_files`, `on_page_content` and `on_post_build` are MkDocs hooks (tools/mkdocs_hook.py); `build` runs MkDocs, once for each set of rules.
"""

from __future__ import annotations

import datetime
import gc
import logging
import os
import re
import shutil
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from . import assets, colour, export, game, lists, offline, pages, redirects, search, styles, terms, theme, workshop, zipped
from .links import linker

# What Material's script puts into a box that scrolls, and all of the page would be laid out again.
PLAIN_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
ASSETS = {"fonts": "*.woff2", "icons": "*.svg"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Tell the theme which rules, whose they are, and of which day the pages are."""
    config.theme = theme.quick(config.theme, _project(config) / ".cache" / "jinja")
    current = config.extra["game"] = config.extra.get("game") or game.load(_project(config))
    stamp = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.datetime.fromtimestamp(int(stamp), datetime.timezone.utc).date() if stamp else datetime.date.today()
    info, variant = current.rules.ruleset, current.chain[-1].variant if current.chain else None
    config.extra["kr16"] = {
        "title": current.title,
        "version": f"{info.version}, house rules {variant.version}" if variant else info.version,
        "author": info.author,
        "url": info.url,
        "copyright": f"{info.copyright} {info.author}",
        "date": day.isoformat(),
        "id": current.id,
        "house": {"game": info.title, "version": info.version, "own": variant.version, "author": variant.author} if variant else None,
        "shades": colour.shades(variant.accent) if variant and variant.accent else None,
        "own": [pages.CHANGES, *(f"rules/{page.id}.md" for one in current.chain for page in one.pages.values())] if variant else [],
        "switch": config.extra.get("switch", []),
        "search": [],
        "aliases": search.aliases(current),
        "terms": terms.of(current, lists.terms(_project(config))),
    }
    if variant:
        config.site_name = f"{variant.title} · {config.site_name}"
        house = [{"What changed": pages.CHANGES}, *({page.title: f"rules/{page.id}.md"} for one in current.chain for page in one.pages.values())]
        config.nav = [{"House rules": [*house, *part["House rules"]]} if "House rules" in part else part for part in config.nav]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Replace what is in docs/ by the written pages, and add all that is made from data and templates."""
    project, current = _project(config), config.extra.pop("game")
    for page in pages.pages(current, project, config.extra.get("pdfs", {}), config.extra.get("switch", [])):
        _replace(files, File.generated(config, page.uri, content=page.text), page.source, config)
    for uri, text in (export.published(current) | workshop.published(current, project)).items():
        files.append(File.generated(config, uri, content=text))
    assets.join(files, config, project)
    for folder, pattern in ASSETS.items():
        for path in sorted((project / "templates" / folder).glob(pattern)):
            files.append(File.generated(config, f"assets/{folder}/{path.name}", abs_src_path=str(path)))
    for uri, path in config.extra.get("pdfs", {}).items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make rules terms links; keep what search finds the page by, so that Material's own plugin has nothing left to do."""
    if page.url.startswith(terms.PROSE):
        html = terms.linked(html, page.url, config.extra["kr16"]["terms"], linker(page.file.src_uri))
    aliases = {anchor: names.split(", ") if isinstance(names, str) else names for anchor, names in (page.meta.get("aliases") or {}).items()}
    for address, names in config.extra["kr16"]["aliases"].items():
        url, _, anchor = address.partition("#")
        if url == page.url:
            aliases[anchor or "page"] = [*aliases.get(anchor or "page", []), *names]
    config.extra["kr16"]["search"] += search.records(html, page.url, aliases)
    page.meta["search"] = {"exclude": True}
    return PLAIN_TABLE.sub(r'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">\g<0></div></div>', html)


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    """Write the search index, in place of Material's empty one, and a page where one was that has moved."""
    redirects.write(Path(config.site_dir), _project(config), config.extra.get("redirects", {}))
    path = Path(config.site_dir) / "search" / "search_index.json"
    path.write_text(search.index(config.extra["kr16"]["search"], lists.synonyms(_project(config))), encoding="utf-8")


def _replace(files: Files, file: File, source: str, config: MkDocsConfig) -> None:
    if (old := files.get_file_from_path(file.src_uri)) is not None:
        files.remove(old)
    if config.repo_url and config.edit_uri:
        file.edit_uri = f"../{source}"
    files.append(file)


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


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


@dataclass(frozen=True)
class Part:
    """One site of the whole: core at the root, or a variant below it, with the PDFs that were made for it."""

    game: game.Game
    pdfs: dict[str, Path]
    root: bool

    @property
    def variant(self) -> str:
        """The id of its rules."""
        return self.game.id

    @property
    def folder(self) -> str:
        """Where it stands in the whole site."""
        return "" if self.root else f"variants/{self.variant}"


def switch(parts: list[Part]) -> list[dict]:
    """Return what leads from each page to the same page under other rules: id, title, summary and folder of every part."""
    summaries = [part.game.chain[-1].variant.summary if part.game.chain else None for part in parts]
    return [{"id": part.variant, "title": part.game.title, "summary": summary or "", "folder": part.folder} for part, summary in zip(parts, summaries)]


def build(project: Path, target: Path, parts: list[Part]) -> int:
    """Build the parts, the first at the root, into a folder, which changes only when all went well; return the number of pages."""
    if target.exists() and any(target.iterdir()) and not (target / "data" / "ruleset.json").exists():
        raise NotOurs(f"{target} holds something that is not a built site; name an empty or new folder")
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        jobs, ways = [(project, fresh / part.variant, part) for part in parts], switch(parts)
        if len(jobs) == 1:
            problems = [build_part(*jobs[0], ways)]
        else:
            problems = _side_by_side(jobs, ways)
        if any(problems):
            raise BuildFailed("\n".join(filter(None, problems)))
        whole = fresh / parts[0].variant
        for part in parts[1:]:
            (whole / part.folder).parent.mkdir(exist_ok=True)
            (fresh / part.variant).rename(whole / part.folder)
        count = sum(1 for _ in whole.rglob("index.html"))
        _swap(whole, target)
        return count
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _side_by_side(jobs: list[tuple[Path, Path, Part]], ways: list[dict]) -> list[str]:
    """Build several parts in two processes; what is to be done to a part that is built fills the gaps."""
    gc.freeze()
    with ProcessPoolExecutor(max_workers=2) as pool:
        built = {pool.submit(build_pages, *job, ways): job for job in jobs}
        problems, finishing = [], []
        for done in as_completed(built):
            found, about = done.result()
            problems.append(found)
            if not found:
                finishing.append(pool.submit(finish, *built[done][:2], about))
        for done in finishing:
            done.result()
    return problems


def build_part(project: Path, folder: Path, part: Part, ways: list[dict], served: bool = False) -> str:
    """Build one part into a folder, for others or to be served while it is worked on; return what MkDocs warned of, or nothing."""
    problems, about = build_pages(project, folder, part, ways)
    if not problems and served:
        offline.undo(project, folder)
    elif not problems:
        finish(project, folder, about)
    return problems


def finish(project: Path, folder: Path, about: dict) -> None:
    """Make of a part's files what is published: styles without what no page uses, the offline store, the zip."""
    styles.finish(folder)
    offline.finish(project, folder, about)
    zipped.finish(folder)


def build_pages(project: Path, folder: Path, part: Part, ways: list[dict]) -> tuple[str, dict]:
    """Build one part's files into a folder; return what MkDocs warned of, or nothing, and what the theme was told."""
    warnings, log = Warnings(), logging.getLogger("mkdocs")
    log.addHandler(warnings)
    try:
        config = load_config(str(project / "mkdocs.yml"), site_dir=str(folder), strict=True)
        config.extra |= {"game": part.game, "pdfs": part.pdfs, "switch": ways}
        if part.folder:
            config.site_url = f"{(config.site_url or '/').rstrip('/')}/{part.folder}/"
        config.plugins.on_startup(command="build", dirty=False)
        try:
            mkdocs_build(config)
        finally:
            config.plugins.on_shutdown()
        return "", {key: value for key, value in config.extra["kr16"].items() if key not in ("search", "terms", "aliases")}
    except (Abort, MkDocsException) as error:
        return "\n".join([*(f"{part.variant}: {line}" for line in warnings.lines), str(error)]), {}
    finally:
        log.removeHandler(warnings)


def _swap(fresh: Path, target: Path) -> None:
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)
