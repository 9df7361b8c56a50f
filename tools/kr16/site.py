"""A project → its site: pages, styles, fonts, JSON and PDFs handed to MkDocs, and the folder it fills.

`on_config`, `on_files`, `on_page_content` and `on_post_build` are MkDocs hooks (tools/mkdocs_hook.py); `build` runs MkDocs, once for each set of rules.
"""

from __future__ import annotations

import datetime
import logging
import os
import shutil
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from . import assets, colour, export, game, offline, pages, redirects, search, source, styles, terms, workshop, zipped
from .links import linker

ASSETS = {"fonts": "*.woff2", "icons": "*.svg"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Tell the theme which rules, whose they are, and of which day the pages are."""
    current = config.extra["game"] = game.load(_project(config), config.extra.get("variant", "core"))
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
        "house": {"game": info.title, "version": info.version, "own": variant.version, "author": variant.author} if variant else None,
        "id": current.id,
        "shades": colour.shades(variant.accent) if variant and variant.accent else None,
        "own": [pages.CHANGES, *(f"rules/{page.id}.md" for one in current.chain for page in one.pages.values())] if variant else [],
        "switch": config.extra.get("switch", []),
        "search": [],
        "aliases": search.aliases(current),
        "terms": terms.of(current, source.read(_project(config) / "data" / "terms.yaml", "data/terms.yaml").values),
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
    return html


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    """Write the search index, in place of Material's empty one, and a page where one was that has moved."""
    redirects.write(Path(config.site_dir), _project(config), config.extra.get("redirects", {}))
    path = Path(config.site_dir) / "search" / "search_index.json"
    synonyms = source.read(_project(config) / "data" / "synonyms.yaml", "data/synonyms.yaml").values
    path.write_text(search.index(config.extra["kr16"]["search"], synonyms), encoding="utf-8")


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

    variant: str
    pdfs: dict[str, Path]
    root: bool

    @property
    def folder(self) -> str:
        """Where it stands in the whole site."""
        return "" if self.root else f"variants/{self.variant}"


def switch(games: list[game.Game], parts: list[Part]) -> list[dict]:
    """Return what leads from each page to the same page under other rules: id, title, summary and folder of every part."""
    last = [one.chain[-1].variant if one.chain else None for one in games]
    return [{"id": one.id, "title": one.title, "summary": (variant.summary or "") if variant else "", "folder": part.folder} for one, variant, part in zip(games, last, parts)]


def build(project: Path, target: Path, parts: list[Part], switch: list[dict]) -> int:
    """Build the parts into a folder, which changes only when all went well; return the number of pages.

    The first part stands at the root. `switch` lists every part's id, title and folder, for the way from each page to the same page of another.
    """
    if target.exists() and any(target.iterdir()) and not (target / "data" / "ruleset.json").exists():
        raise NotOurs(f"{target} holds something that is not a built site; name an empty or new folder")
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        jobs = [(project, fresh / part.variant, part, switch) for part in parts]
        if len(jobs) == 1:
            problems = [build_part(*jobs[0])]
        else:
            with ProcessPoolExecutor(max_workers=2) as pool:
                problems = list(pool.map(build_part, *zip(*jobs)))
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


def build_part(project: Path, folder: Path, part: Part, switch: list[dict], served: bool = False) -> str:
    """Build one part into a folder, for others or to be served while it is worked on; return what MkDocs warned of, or nothing."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.exceptions import Abort, MkDocsException

    warnings, log = Warnings(), logging.getLogger("mkdocs")
    log.addHandler(warnings)
    try:
        config = load_config(str(project / "mkdocs.yml"), site_dir=str(folder), strict=True)
        config.extra |= {"pdfs": part.pdfs, "variant": part.variant, "switch": switch}
        if part.folder:
            config.site_url = f"{(config.site_url or '/').rstrip('/')}/{part.folder}/"
        config.plugins.on_startup(command="build", dirty=False)
        try:
            mkdocs_build(config)
        finally:
            config.plugins.on_shutdown()
        if served:
            offline.undo(project, folder)
        else:
            styles.finish(folder)
            offline.finish(project, folder, config.extra["kr16"])
            zipped.finish(folder)
        return ""
    except (Abort, MkDocsException) as error:
        return "\n".join([*(f"{part.variant}: {line}" for line in warnings.lines), str(error)])
    finally:
        log.removeHandler(warnings)


def _swap(fresh: Path, target: Path) -> None:
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)
