"""A project → its site: MkDocs is run once for each set of rules (hooks), and the folder is filled when all went well."""

from __future__ import annotations

import gc
import logging
import os
import shutil
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from . import game, offline, rendered, styles, zipped

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
            problems = [build_part(*jobs[0], ways, helped=rendered.possible())]
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


def build_part(project: Path, folder: Path, part: Part, ways: list[dict], served: bool = False, helped: bool = False) -> str:
    """Build one part into a folder, for others or to be served while it is worked on; return what MkDocs warned of, or nothing."""
    problems, about = build_pages(project, folder, part, ways, helped)
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


def build_pages(project: Path, folder: Path, part: Part, ways: list[dict], helped: bool = False) -> tuple[str, dict]:
    """Build one part's files into a folder, `helped` by a second process; return what MkDocs warned of, or nothing, and what the theme was told."""
    warnings, log = rendered.Heard(), logging.getLogger("mkdocs")
    log.addHandler(warnings)
    try:
        config = load_config(str(project / "mkdocs.yml"), site_dir=str(folder), strict=True)
        config.extra |= {"game": part.game, "pdfs": part.pdfs, "switch": ways, "helped": helped}
        if part.folder:
            config.site_url = f"{(config.site_url or '/').rstrip('/')}/{part.folder}/"
        config.plugins.on_startup(command="build", dirty=False)
        try:
            mkdocs_build(config)
        finally:
            config.plugins.on_shutdown()
            if "rendering" in config.extra:
                config.extra["rendering"].end()
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
