"""Parts of cards → fragments: each different heading and section drawn once, as PDF content that can be placed anywhere.

Cards share most of their sections, so a run draws few. What was drawn is kept in .cache/cards by its content, which may
be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from . import drawing, engine, fonts
from .drawing import Fragment
from .drawn import Drawn
from .sizes import Size
from .styles import styles

# So many fragments are laid out together: few enough for little memory, or enough to be worth a second process.
CHUNK, SHARED = 120, 40
FORM = 7
# A part that shows nothing, such as the symbol of a card without one, is not drawn: WeasyPrint writes nothing for it.
NOTHING = Fragment(Drawn("", {}, []), (), 0.0)


def draw(parts: list[dict], size: Size, project: Path, ink_saver: bool, share: Callable = map, echo: Callable[[int, int], None] | None = None) -> list[Fragment]:
    """Return the fragments of these parts, in order; those drawn before come from the cache, the others are drawn through `share`."""
    style = styles(size, project, ink_saver)
    stamp = json.dumps([FORM, style, engine.version(), *(hashlib.sha256(path.read_bytes()).hexdigest() for path in _sources(project))])
    keys = [hashlib.sha256((stamp + json.dumps(part, sort_keys=True)).encode()).hexdigest() for part in parts]
    folder = project / ".cache" / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    found = {key: kept for key in dict.fromkeys(keys) if (kept := _kept(folder / key)) is not None}
    found |= {key: NOTHING for key, part in zip(keys, parts) if part.get("icon") == ""}
    fresh = {key: part for key, part in zip(keys, parts) if key not in found}
    chunks, done, total = _chunks(fresh), len(found), len(found) + len(fresh)
    for chunk, made in zip(chunks, share(drawing.draw, [[fresh[key] for key in chunk] for chunk in chunks], [project] * len(chunks), [style] * len(chunks))):
        for key, fragment in zip(chunk, made):
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


def _chunks(fresh: dict[str, dict]) -> list[list[str]]:
    """Share the work into even chunks, as many for one process as for the other: the longest parts are dealt out first."""
    keys = sorted(fresh, key=lambda key: (-len(str(fresh[key])), key))
    count = 1 if len(keys) <= SHARED else 2 * -(-len(keys) // (2 * CHUNK))
    return [keys[i::count] for i in range(count)] if keys else []


def _kept(path: Path) -> Fragment | None:
    """Return what the cache holds; a file that is missing or damaged counts as nothing."""
    try:
        content, named, blocks, lines, height = json.loads(zlib.decompress(path.read_bytes()))
        named = {name: {"family": font["family"], "glyphs": {int(glyph): value for glyph, value in font["glyphs"].items()}} for name, font in named.items()}
        return Fragment(Drawn(content, named, blocks), tuple(lines), height)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, zlib.error):
        return None


def _keep(path: Path, fragment: Fragment) -> None:
    drawn, partial = fragment.drawn, path.with_suffix(f".{os.getpid()}")
    partial.write_bytes(zlib.compress(json.dumps([drawn.content, drawn.fonts, drawn.blocks, fragment.lines, fragment.height]).encode(), 1))
    partial.replace(path)
