"""A built site → what lets a device keep it: its service worker with the hash of every file, and its web app manifest."""

from __future__ import annotations

import hashlib
import json
import re
from fnmatch import fnmatch
from html import unescape
from pathlib import Path

WORKER, MANIFEST = "sw.js", "site.webmanifest"
PAPERS = "*.pdf"
# What no page of the site asks for.
LEFT_OUT = (WORKER, "data/schema/*", "assets/readme-*.png", "*.gz", "*.zip", ".*")
HASH_BYTES = 12
FACE = re.compile(r"@font-face\s*\{(.*?)\}", re.DOTALL)
FONT = re.compile(r"[\w-]+\.woff2")
LARGE = "-full.woff2"
CHARACTERS = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


def finish(project: Path, folder: Path, rules: dict) -> None:
    """Write the manifest, then the service worker, which lists every file that the folder now holds."""
    (folder / MANIFEST).write_text(json.dumps(manifest(rules), ensure_ascii=False, indent=1), encoding="utf-8")
    script = (project / "templates" / "js" / "service-worker.js").read_text(encoding="utf-8")
    held = json.dumps(store(folder, rules), ensure_ascii=False, separators=(",", ":"))
    (folder / WORKER).write_text(f"const STORE = {held};\n{script}", encoding="utf-8")


def undo(project: Path, folder: Path) -> None:
    """Write a service worker that takes itself away, for a site that is being worked on."""
    script = (project / "templates" / "js" / "no-service-worker.js").read_text(encoding="utf-8")
    (folder / WORKER).write_text(script, encoding="utf-8")


def store(folder: Path, rules: dict) -> dict:
    """Return what the worker keeps: pages and their files all or none, sheets and cards (`papers`) each by itself."""
    files, papers, needless = {}, {}, needless_fonts(folder)
    for path in sorted((path for path in folder.rglob("*") if path.is_file()), key=pages_first):
        uri = path.relative_to(folder).as_posix()
        if not any(fnmatch(uri, pattern) for pattern in LEFT_OUT) and path.name not in needless:
            (papers if fnmatch(uri, PAPERS) else files)[address(uri)] = hashed(path.read_bytes())
    build = hashed(json.dumps([files, papers]).encode())
    return {"build": build, "rules": {key: rules[key] for key in ("title", "version", "date")}, "files": files, "papers": papers}


def pages_first(path: Path) -> tuple[bool, Path]:
    """Sort pages before other files: the worker fetches in this order, and a page that is fetched is shown at once when it is asked for."""
    return path.suffix != ".html", path


def needless_fonts(folder: Path) -> set[str]:
    """Return the large fonts of which no page has a letter: they only answer for what small ones do not have (templates/css/site.css).

    A font that a style sheet asks for without naming characters is needed: the workshop's cards, with names in any script.
    """
    faces = [(font[0], characters(face)) for path in folder.rglob("*.css") for face in FACE.findall(path.read_text(encoding="utf-8")) if (font := FONT.search(face))]
    small = {sign for font, signs in faces if not font.endswith(LARGE) for sign in signs}
    written = {sign for path in folder.rglob("*.html") for sign in set(unescape(path.read_text(encoding="utf-8")))} - small
    needed = {font for font, signs in faces if not signs or signs & written}
    return {font for font, _ in faces if font.endswith(LARGE)} - needed


def characters(face: str) -> set[str]:
    """Return the characters that a font face names."""
    return {chr(code) for first, last in CHARACTERS.findall(face) for code in range(int(first, 16), int(last or first, 16) + 1)}


def address(uri: str) -> str:
    """Return the address under which a file is asked for: a folder's, where it is the folder's page."""
    return uri.removesuffix("index.html") if uri == "index.html" or uri.endswith("/index.html") else uri


def hashed(content: bytes) -> str:
    """Return the hash as the worker computes it."""
    return hashlib.sha256(content).digest()[:HASH_BYTES].hex()


def manifest(rules: dict) -> dict:
    """Return the web app manifest, with which the site can be put on a home screen."""
    icons = [{"src": f"assets/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose} for size in (192, 512) for purpose in ("any", "maskable")]
    return {
        "name": f"{rules['title']} Field Reference" if rules["id"] == "core" else f"{rules['title']}: KR 16 house rules",
        "short_name": rules["title"],
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": "#f8f9f6",
        "theme_color": "#f8f9f6",
        "icons": [*icons, {"src": "assets/favicon.svg", "sizes": "any", "type": "image/svg+xml"}],
        "shortcuts": [{"name": "Play", "url": "play/"}],
    }
