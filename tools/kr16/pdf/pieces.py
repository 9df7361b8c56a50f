"""Cards → pieces: each card drawn once, as page content that can be placed anywhere on any paper.

A card that is too long becomes several, "1 of 2" and so on. What was drawn is kept in .cache/cards by its content,
which may be deleted at any time; the cards of a run are shared out to two processes.
"""

from __future__ import annotations

import gc
import hashlib
import json
import multiprocessing
import os
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import render
from . import engine, fonts
from .sizes import Size

BLEED = 3.0
CHUNK = 30
TALL = 2000.0
FORM = 3
MM = 72 / 25.4


@dataclass(frozen=True)
class Piece:
    """One side of a card: its PDF content, which glyphs of which fonts it shows, and its paragraphs for screen readers.

    `box`: left, bottom, width and height of the card within its content, in pt.
    `fonts`: name in the content → family, and glyph → what it stands for and how wide it is.
    `blocks`: tag, the numbers of its marked content, alternative text.
    """

    title: str
    part: str
    box: tuple[float, float, float, float]
    content: str
    fonts: dict[str, dict]
    blocks: list[list]


def draw(cards: list[dict], size: Size, project: Path, ink_saver: bool = False, processes: int = 2, echo: Callable[[int, int], None] | None = None) -> list[list[Piece]]:
    """Return each card's pieces, in order; those drawn before come from the cache."""
    style = styles(size, project, ink_saver)
    keys = [_key(card, style, project) for card in cards]
    folder = project / ".cache" / "cards"
    found = {key: kept for key in dict.fromkeys(keys) if (kept := _kept(folder / key)) is not None}
    fresh = {key: card for key, card in zip(keys, cards) if key not in found}
    done = len(cards) - len(fresh)
    chunks = _chunks(list(fresh), processes)
    for chunk, drawn in zip(chunks, _shared_out([([fresh[key] for key in chunk], size, project, style) for chunk in chunks], processes)):
        for key, pieces in zip(chunk, drawn):
            found[key] = pieces
            _keep(folder / key, pieces)
        done += len(chunk)
        if echo:
            echo(done, len(cards))
    return [found[key] for key in keys]


def _chunks(keys: list[str], processes: int) -> list[list[str]]:
    """Share the work into even chunks that are small enough to be laid out in little memory."""
    count = max(-(-len(keys) // CHUNK), min(processes, -(-len(keys) // 12)))
    return [keys[i::count] for i in range(count)] if keys else []


def _shared_out(jobs: list[tuple], processes: int) -> Iterable[list[list[Piece]]]:
    """Yield the result of each job, in order; this process does every other one."""
    if len(jobs) < 2 or processes < 2:
        yield from (_draw_chunk(*job) for job in jobs)
        return
    engine.weasyprint()
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() and os.uname().sysname == "Linux" else "spawn"
    with multiprocessing.get_context(method).Pool(1) as pool:
        waiting = [pool.apply_async(_draw_chunk, job) if i % 2 else job for i, job in enumerate(jobs)]
        yield from (job.get() if hasattr(job, "get") else _draw_chunk(*job) for job in waiting)


def _key(card: dict, style: str, project: Path) -> str:
    parts = [FORM, card, style, engine.version(), *(_stamp(project / "templates" / path) for path in ("cards/card.html.j2", "cards/cards.html.j2", f"icons/{card['icon']}.svg" if card["icon"] else "cards/card.html.j2"))]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _stamp(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _kept(path: Path) -> list[Piece] | None:
    """Return what the cache holds; a file that is missing or damaged counts as nothing."""
    try:
        return [Piece(**{**piece, "box": tuple(piece["box"]), "fonts": {name: {"family": font["family"], "glyphs": {int(g): v for g, v in font["glyphs"].items()}} for name, font in piece["fonts"].items()}}) for piece in json.loads(zlib.decompress(path.read_bytes()))]
    except (OSError, ValueError, TypeError, KeyError, zlib.error):
        return None


def _keep(path: Path, pieces: list[Piece]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_bytes(zlib.compress(json.dumps([asdict(piece) for piece in pieces]).encode(), 1))
    partial.replace(path)


def styles(size: Size, project: Path, ink_saver: bool) -> str:
    """Return the styles of cards of a size."""
    css = "".join((project / "templates" / "css" / name).read_text(encoding="utf-8") for name in ("card.css", "card-print.css"))
    return f"{css}@page {{ size: {size.width + 2 * BLEED}mm {TALL}mm }}\n{rules(size, ink_saver)}"


def rules(size: Size, ink_saver: bool = False) -> str:
    """Return what the styles of cards of a size have beyond those of every size; the browser prints with them too."""
    edge, out = size.padding, size.padding + BLEED
    css = (
        f".kr-card {{ width: {size.width}mm; height: {size.height}mm; padding: {edge}mm; font-size: {size.type_pt}pt }}\n"
        f".kr-card header {{ margin: -{out}mm -{out}mm 0; padding: {out - 1}mm {out}mm 0.7mm }}\n"
        f".kr-card header h2 {{ font-size: {size.heading_pt}pt }}\n"
        f".kr-card .kr-card__notice {{ bottom: {edge - 0.4}mm; left: {edge}mm; right: {edge}mm }}\n"
    )
    if size.name == "mini":
        css += ".kr-card header img { display: none }\n.kr-card header h2 { margin-right: 0 }\n"
        css += ".kr-rows--damage, .kr-card p.kr-rows__head { font-size: 1em }\n"
        css += ".kr-rows--weapons { tab-size: 2.2em }\n.kr-rows--weapons.kr-rows--4 p { padding-left: 8.8em; text-indent: -8.8em }\n"
    return css + (".kr-card header { background: none }\n" if ink_saver else "")


def _draw_chunk(cards: list[dict], size: Size, project: Path, style: str) -> list[list[Piece]]:
    gc.collect()
    gc.freeze()
    threshold = gc.get_threshold()
    gc.set_threshold(100_000, 50, 1000)
    try:
        return _pieces(cards, size, project, style)
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()


def _pieces(cards: list[dict], size: Size, project: Path, style: str) -> list[list[Piece]]:
    document = _layout(cards, project, style)
    tops = [_tops(page) for page in document.pages]
    fitting = [i for i, top in enumerate(tops) if _fits(top)]
    drawn: dict[int, list[Piece]] = {i: [piece] for i, piece in zip(fitting, collect(document.copy([document.pages[i] for i in fitting]), [cards[i] for i in fitting], _box(size), project))}
    long = {i: cards[i] for i in range(len(cards)) if i not in drawn}
    if long:
        parts = {i: split(card, tops[i]) for i, card in long.items()}
        drawn |= _split_up(parts, size, project, style)
    return [drawn[i] for i in range(len(cards))]


def _split_up(parts: dict[int, list[dict]], size: Size, project: Path, style: str, tries: int = 6) -> dict[int, list[Piece]]:
    """Lay out the parts of long cards, dividing again what is still too long."""
    flat = [(i, part) for i, found in parts.items() for part in found]
    document = _layout([part for _, part in flat], project, style)
    tops = [_tops(page) for page in document.pages]
    if all(map(_fits, tops)):
        pieces = collect(document, [part for _, part in flat], _box(size), project)
        return {i: [piece for (owner, _), piece in zip(flat, pieces) if owner == i] for i in parts}
    if not tries:
        raise engine.DrawingFailed("a card could not be divided so that its parts fit")
    again: dict[int, list[dict]] = {i: [] for i in parts}
    for (i, part), top in zip(flat, tops):
        again[i] += [part] if _fits(top) else split(part, top)
    return _split_up({i: numbered(found) for i, found in again.items()}, size, project, style, tries - 1)


def _box(size: Size) -> tuple[float, float, float, float]:
    return tuple(length * MM for length in (BLEED, TALL - BLEED - size.height, size.width, size.height))


def _layout(cards: list[dict], project: Path, style: str):
    environment = render.environment(project)
    html = render.render(environment, "cards/cards.html.j2", cards=cards, icons="../icons/", title="cards")
    return engine.layout(html, style, project)


def _tops(page) -> list[float]:
    """Return where each line of a card begins, then where its text ends and where its notice begins, in mm."""
    return [target[1] * 25.4 / 96 for _, _, target, _ in page.bookmarks]


def _fits(tops: list[float]) -> bool:
    *_, end, notice = tops
    return end <= notice


def split(card: dict, tops: list[float]) -> list[dict]:
    """Return a card as several, each with what fits above the notice. Pure: the places of the lines are given.

    A section stays whole if it fits a card; a row is divided between words only if it alone is too long for one.
    """
    above = bool(card["stats"]) + bool(card["ticks"])
    room, left = tops[-1] - tops[0], tops[-1] - tops[above]
    parts: list[list[dict]] = [[]]
    heights = [below - top for top, below in zip(tops[above:-2], tops[above + 1 : -1])]
    for section in card["sections"]:
        head = heights.pop(0) if section["head"] else 0.0
        rows = [(row, heights.pop(0)) for row in section["rows"]]
        if head + sum(height for _, height in rows) > left and parts[-1]:
            parts.append([])
            left = room
        placed: list[dict] = []
        for row, height in rows:
            if (placed or parts[-1]) and height + (0 if placed else head) > left:
                parts[-1] += [section | {"rows": placed}] if placed else []
                parts.append([])
                left, placed = room, []
            left -= height + (0 if placed else head)
            halves = _halves(row) if left < 0 else [row]
            placed += halves[:1]
            for half in halves[1:]:
                parts[-1].append(section | {"rows": placed})
                parts.append([])
                left, placed = room - head - height / 2, [half]
        parts[-1].append(section | {"rows": placed})
    return numbered([card | {"sections": found} | ({} if i == 0 else {"stats": [], "ticks": []}) for i, found in enumerate(parts)])


def _halves(row: dict) -> list[dict]:
    words = row["text"].split(" ")
    if len(words) < 2:
        return [row]
    middle = len(words) // 2
    return [row | {"text": " ".join(words[:middle])}, row | {"cells": [], "name": "", "text": " ".join(words[middle:])}]


def numbered(parts: list[dict]) -> list[dict]:
    """Return the parts of a card with "1 of 2" and so on."""
    return [part | {"part": f"{i} of {len(parts)}"} for i, part in enumerate(parts, 1)]


def collect(document, cards: list[dict], box: tuple[float, float, float, float], project: Path) -> list[Piece]:
    """Return what WeasyPrint draws on each page, before it becomes a file of its own."""
    if not cards:
        return []
    found: list[Piece] = []

    def finish(document, pdf) -> None:
        names = {font.hash: font for font in document.fonts.values()}
        pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
        blocks = _blocks(pdf)
        for card, page, reference in zip(cards, pages, pdf.page_references):
            stream = pdf.objects[_number(page["Contents"])].stream
            content = b"\n".join(item if isinstance(item, bytes) else _written(item) for item in stream).decode("ascii")
            found.append(Piece(card["name"], card["part"], box, content, _glyphs(content, names, project), blocks.get(reference, [])))
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
