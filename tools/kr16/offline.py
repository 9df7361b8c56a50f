"""A built site → what lets a device keep it: its service worker with the hash of every file, and its web app manifest."""

from __future__ import annotations

import hashlib
import json
from fnmatch import fnmatch
from pathlib import Path

WORKER, MANIFEST = "sw.js", "site.webmanifest"
PAPERS = "*.pdf"
# What no page of the site asks for.
LEFT_OUT = (WORKER, "data/schema/*", "assets/readme-*.png", "*.gz", "*.zip", ".*")
HASH_BYTES = 12


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
    files, papers = {}, {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        uri = path.relative_to(folder).as_posix()
        if not any(fnmatch(uri, pattern) for pattern in LEFT_OUT):
            (papers if fnmatch(uri, PAPERS) else files)[address(uri)] = hashed(path.read_bytes())
    build = hashed(json.dumps([files, papers]).encode())
    return {"build": build, "rules": {key: rules[key] for key in ("title", "version", "date")}, "files": files, "papers": papers}


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
