"""Parts of cards → fragments: each different heading and section drawn once, as PDF content that can be placed anywhere.

Cards share most of their sections, so a run draws few. What was drawn is kept in .cache/cards by its content, which may
be deleted at any time; the fragments of a run are shared out to two processes.
"""

from __future__ import annotations

import gc
import hashlib
import json
import multiprocessing
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import render
from . import engine, fonts
from .sizes import Size

BLEED = 3.0
CHUNK = 120
# Fewer fragments are drawn sooner by one process than a second one is started.
ALONE = 40
TALL = 2000.0
FORM = 6
MM = 72 / 25.4


@dataclass(frozen=True)
class Drawn:
    """One page as WeasyPrint draws it: content, which glyphs of which fonts it shows, its paragraphs for screen readers.

    `fonts`: name in the content → family, and glyph → what it stands for and how wide it is.
    `blocks`: tag, the numbers of its marked content, alternative text.
    """

    content: str
    fonts: dict[str, dict]
    blocks: list[list]


@dataclass(frozen=True)
class Fragment:
    """A drawn part of a card: where its lines begin and how high it is, in mm from its own top."""

    drawn: Drawn
    lines: tuple[float, ...]
    height: float


def draw(parts: list[dict], size: Size, project: Path, ink_saver: bool, processes: int, echo: Callable[[int, int], None] | None = None) -> list[Fragment]:
    """Return the fragments of these parts, in order; those drawn before come from the cache."""
    style = styles(size, project, ink_saver)
    stamp = json.dumps([FORM, style, engine.version(), *(hashlib.sha256(path.read_bytes()).hexdigest() for path in _sources(project))])
    keys = [hashlib.sha256((stamp + json.dumps(part, sort_keys=True)).encode()).hexdigest() for part in parts]
    folder = project / ".cache" / "cards"
    found = {key: kept for key in dict.fromkeys(keys) if (kept := _kept(folder / key)) is not None}
    fresh = {key: part for key, part in zip(keys, parts) if key not in found}
    chunks, done, total = _chunks(list(fresh), processes), len(found), len(found) + len(fresh)
    for chunk, drawn in zip(chunks, _shared_out([([fresh[key] for key in chunk], project, style) for chunk in chunks], processes)):
        for key, fragment in zip(chunk, drawn):
            found[key] = fragment
            _keep(folder / key, fragment)
        done += len(chunk)
        if echo:
            echo(done, total)
    return [found[key] for key in keys]


def _sources(project: Path) -> Iterable[Path]:
    """Return the files that a fragment is made from, besides its own values and the styles."""
    templates = project / "templates"
    names = sorted({f"{name}.woff2" for name in fonts.FACES.values()})
    return [templates / "cards" / "card.html.j2", templates / "cards" / "fragments.html.j2", *(templates / "fonts" / name for name in names), *sorted((templates / "icons").glob("*.svg"))]


def _chunks(keys: list[str], processes: int) -> list[list[str]]:
    """Share the work into even chunks that are small enough to be laid out in little memory."""
    if not keys:
        return []
    count = max(-(-len(keys) // CHUNK), processes if len(keys) > ALONE else 1)
    count += count % processes if count > 1 else 0
    return [keys[i::count] for i in range(count)]


def _shared_out(jobs: list[tuple], processes: int) -> Iterable[list[Fragment]]:
    """Yield the result of each job, in order; this process does every other one."""
    if len(jobs) < 2 or processes < 2:
        yield from (draw_chunk(*job) for job in jobs)
        return
    engine.weasyprint()
    with multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn").Pool(1) as pool:
        waiting = [pool.apply_async(draw_chunk, job) if i % 2 else job for i, job in enumerate(jobs)]
        yield from (draw_chunk(*job) if isinstance(job, tuple) else job.get() for job in waiting)


def _kept(path: Path) -> Fragment | None:
    """Return what the cache holds; a file that is missing or damaged counts as nothing."""
    try:
        content, named, blocks, lines, height = json.loads(zlib.decompress(path.read_bytes()))
        named = {name: {"family": font["family"], "glyphs": {int(glyph): value for glyph, value in font["glyphs"].items()}} for name, font in named.items()}
        return Fragment(Drawn(content, named, blocks), tuple(lines), height)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, zlib.error):
        return None


def _keep(path: Path, fragment: Fragment) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_bytes(zlib.compress(json.dumps([*asdict(fragment.drawn).values(), fragment.lines, fragment.height]).encode(), 1))
    partial.replace(path)


def styles(size: Size, project: Path, ink_saver: bool) -> str:
    """Return the styles of cards of a size."""
    css = "".join((project / "templates" / "css" / name).read_text(encoding="utf-8") for name in ("card.css", "card-print.css"))
    edge, out = size.padding, size.padding + BLEED
    css += (
        f"@page {{ size: {size.width + 2 * BLEED}mm {TALL}mm }}\n"
        f".kr-card {{ width: {size.width}mm; height: {size.height}mm; padding: 0 {edge}mm {edge}mm; font-size: {size.type_pt}pt }}\n"
        f".kr-card header {{ margin: -{BLEED}mm -{out}mm 0; padding: {out - 1}mm {out}mm 0.7mm }}\n"
        f".kr-card header h2 {{ font-size: {size.heading_pt}pt }}\n"
        f".kr-card .kr-card__notice {{ bottom: {edge - 0.4}mm; left: {edge}mm; right: {edge}mm }}\n"
    )
    if size.name == "mini":
        css += ".kr-card .kr-card__icon { display: none }\n.kr-card header h2 { margin-right: 0 }\n"
        css += ".kr-rows--damage, .kr-card p.kr-rows__head { font-size: 1em }\n"
        css += ".kr-rows--weapons { tab-size: 2.2em }\n.kr-rows--weapons.kr-rows--4 p { padding-left: 8.8em; text-indent: -8.8em }\n"
    return css + (".kr-card header { background: none }\n" if ink_saver else "")


def draw_chunk(parts: list[dict], project: Path, style: str) -> list[Fragment]:
    """Return fragments drawn in one document; the garbage collector has little to do in it and is told so."""
    gc.collect()
    gc.freeze()
    threshold = gc.get_threshold()
    gc.set_threshold(100_000, 50, 1000)
    try:
        html = render.render(render.environment(project), "cards/fragments.html.j2", fragments=parts, icons="../icons/")
        document = engine.layout(html, style, project)
        lines = [[target[1] * 25.4 / 96 - BLEED for _, _, target, _ in page.bookmarks] for page in document.pages]
        return [Fragment(drawn, tuple(tops[:-1]), tops[-1]) for drawn, tops in zip(collect(document, project), lines, strict=True)]
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()


def collect(document, project: Path) -> list[Drawn]:
    """Return what WeasyPrint draws on each page, before it becomes a file of its own."""
    found: list[Drawn] = []

    def finish(document, pdf) -> None:
        names = {font.hash: font for font in document.fonts.values()}
        pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
        blocks = _blocks(pdf)
        for page, reference in zip(pages, pdf.page_references):
            content = b"\n".join(item if isinstance(item, bytes) else _written(item) for item in pdf.objects[_number(page["Contents"])].stream).decode("ascii")
            found.append(Drawn(content, _glyphs(content, names, project), blocks.get(reference, [])))
        # Nothing is left to be written: the file itself is not wanted.
        del pdf.objects[1:]

    with engine.quiet():
        document.write_pdf(finisher=finish, uncompressed_pdf=True, pdf_tags=True)
    return found


def _written(item: object) -> bytes:
    return item.data if hasattr(item, "data") else str(item).encode()


FONT, GLYPHS = re.compile(r"/([A-Z]{6}) [\d.]+ Tf"), re.compile(r"<([0-9a-f]+)>")


def _glyphs(content: str, named: Mapping, project: Path) -> dict[str, dict]:
    """Return, for each font named in the content, the glyphs that are shown.

    What a glyph stands for is the font's own word, where it has one: WeasyPrint's depends on what else is on its pages.
    """
    used: dict[str, set[int]] = {}
    _, *parts = FONT.split(content)
    for name, shown in zip(parts[::2], parts[1::2]):
        used.setdefault(name, set()).update(int(run[i : i + 4], 16) for run in set(GLYPHS.findall(shown)) for i in range(0, len(run), 4))
    found = {}
    for name, glyphs in sorted(used.items()):
        font = named[name]
        own = fonts.meanings(font.family, project)
        found[name] = {"family": font.family, "glyphs": {glyph: [own.get(glyph) or font.to_unicode.get(glyph, ""), font.widths[glyph]] for glyph in sorted(glyphs)}}
    return found


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _blocks(pdf) -> dict[bytes, list[list]]:
    """Return each page's paragraphs and figures: tag, marked content, alternative text; from WeasyPrint's own tag tree."""
    found: dict[bytes, list[list]] = {}

    def walk(element, block: list | None) -> None:
        if block is None and element["S"] in ("/P", "/H1", "/H2", "/Figure"):
            block = [element["S"][1:], [], element["Alt"].string if "Alt" in element else ""]
            found.setdefault(element["Pg"], []).append(block)
        for kid in element["K"]:
            if isinstance(kid, int):
                block[1].append(kid)
            else:
                walk(pdf.objects[_number(kid)], block)

    root = pdf.objects[_number(pdf.catalog["StructTreeRoot"])]
    for kid in pdf.objects[_number(root["K"][0])]["K"]:
        walk(pdf.objects[_number(kid)], None)
    return {page: [block for block in blocks if block[1]] for page, blocks in found.items()}
