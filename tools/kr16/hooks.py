"""What MkDocs is told while it builds a site (tools/mkdocs_hook.py): which rules, which pages and files, what search finds.

`config.extra` brings what a build knows: the `game`, its `pdfs`, the `switch` to the other sites, and whether a second process may help.
"""

from __future__ import annotations

import datetime
import os
import re
from pathlib import Path

from markupsafe import escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from . import assets, colour, export, game, index, lists, pages, redirects, search, terms, theme, workshop
from .links import linker
from .rendered import Rendering

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
        # The theme's templates escape some of what they are given and some not; what is marked as escaped is so once in either.
        config.site_name = escape(variant.title) + " · " + config.site_name
        house = [{"What changed": pages.CHANGES}, *({escape(page.title): f"rules/{page.id}.md"} for one in current.chain for page in one.pages.values())]
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
        for path in sorted(path for path in (project / "templates" / folder).glob(pattern) if path.name != assets.WITHIN):
            files.append(File.generated(config, f"assets/{folder}/{path.name}", abs_src_path=str(path)))
    for uri, path in config.extra.get("pdfs", {}).items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    """Start rendering half of the pages in a second process, if that was asked for."""
    if config.extra.get("helped"):
        every = [file.page or Page(None, file, config) for file in files.documentation_pages()]
        config.extra["rendering"] = Rendering(every, config, files, lambda html, page: finished(html, page, config))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Leave a page to the second process, if it renders it."""
    if "rendering" in config.extra:
        config.extra["rendering"].leave(page)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Finish a page; keep what search finds it by, so that Material's own plugin has nothing left to do."""
    found = config.extra["rendering"].more(page) if "rendering" in config.extra else None
    if found is None:
        html, found = finished(html, page, config)
    config.extra["kr16"]["search"] += found
    page.meta["search"] = {"exclude": True}
    return html


def on_page_context(context: dict, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Give the theme a page's title and description as text: where it shows them it does not escape them."""
    page.meta |= {key: escape(page.meta[key]) for key in ("title", "description") if key in page.meta}


def finished(html: str, page: Page, config: MkDocsConfig) -> tuple[str, list[dict]]:
    """Return a page's HTML with rules terms as links, and the records by which search finds it."""
    if page.url.startswith(terms.PROSE):
        html = terms.linked(html, page.url, config.extra["kr16"]["terms"], linker(page.file.src_uri))
    aliases = {anchor: names.split(", ") if isinstance(names, str) else names for anchor, names in (page.meta.get("aliases") or {}).items()}
    for address, names in config.extra["kr16"]["aliases"].items():
        url, _, anchor = address.partition("#")
        if url == page.url:
            aliases[anchor or "page"] = [*aliases.get(anchor or "page", []), *names]
    boxed = PLAIN_TABLE.sub(r'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">\g<0></div></div>', html)
    return boxed, search.records(html, page.url, aliases)


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    """Write the search index, in place of Material's empty one, and a page where one was that has moved."""
    redirects.write(Path(config.site_dir), _project(config), config.extra.get("redirects", {}))
    index.write(Path(config.site_dir), config.extra["kr16"]["search"], lists.synonyms(_project(config)))


def _replace(files: Files, file: File, source: str, config: MkDocsConfig) -> None:
    if (old := files.get_file_from_path(file.src_uri)) is not None:
        files.remove(old)
    if config.repo_url and config.edit_uri:
        file.edit_uri = f"../{source}"
    files.append(file)


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent
