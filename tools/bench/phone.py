"""A built site -> how a phone on slow 4G loads it: served with gzip, the processor slowed, every byte counted."""
from __future__ import annotations

import gzip
import mimetypes
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Lock, Thread

from tests.browser.server import Server

PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
# Lighthouse's slow 4G, as its devtools throttling sets it, and its slower processor.
SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 1474560 / 8, "uploadThroughput": 691200 / 8}
SLOWER = 4
WATCH = """
  window.seen = {lcp: 0, busy: 0};
  new PerformanceObserver(list => list.getEntries().forEach(one => { seen.lcp = one.startTime; })).observe({type: "largest-contentful-paint", buffered: true});
  new PerformanceObserver(list => list.getEntries().forEach(one => { seen.busy = one.startTime + one.duration; })).observe({type: "longtask", buffered: true});
"""
SEEN = "({lcp: seen.lcp, tti: Math.max(seen.busy, seen.lcp, performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)})"
QUIET = 3000


class Handler(BaseHTTPRequestHandler):
    """Answers as a static host does: gzip for text, ten minutes in the browser's cache; notes each answer's size."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.server.folder / self.path.split("?")[0].lstrip("/")
        path = path / "index.html" if path.is_dir() else path
        kind, body, squeezed = packed(path) if path.is_file() else ("text/plain", b"", False)
        self.send_response(200 if path.is_file() else 404)
        for name, value in {"content-type": kind, "content-length": len(body), "cache-control": "max-age=600"}.items():
            self.send_header(name, str(value))
        if squeezed:
            self.send_header("content-encoding", "gzip")
        if self.headers.get("referer", "").endswith("/sw.js"):
            self._wait(len(body))
        self.server.sent.append((self.path, len(body) + sum(map(len, self._headers_buffer)) + 2))
        self.end_headers()
        self.wfile.write(body)

    def _wait(self, size: int) -> None:
        """Be slow 4G to a service worker, to which the browser's is not; its answers share one line."""
        time.sleep(SLOW_4G["latency"] / 1000)
        with self.server.line:
            time.sleep(size / SLOW_4G["downloadThroughput"])

    def log_message(self, *args) -> None:
        pass


@cache
def packed(path: Path) -> tuple[str, bytes, bool]:
    """Return a file's kind and its content, packed if it is text."""
    kind = {".mjs": "text/javascript", ".woff2": "font/woff2"}.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    text = kind.startswith("text/") or path.suffix in (".json", ".js", ".svg", ".xml", ".webmanifest")
    content = path.read_bytes()
    return kind, gzip.compress(content, 9) if text else content, text


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """The address of a folder, and the list to which each answer is added, while the block runs."""
    server = Server(("127.0.0.1", port), Handler)
    server.folder, server.sent, server.line, server.daemon_threads = folder, [], Lock(), True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.sent
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def slow_page(browser, stores: bool = False) -> Iterator:
    """A page on the slow phone, with nothing kept from before; `stores` allows the site to keep itself."""
    with browser.new_context(**PHONE, service_workers="allow" if stores else "block") as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page


def loaded(page, address: str) -> dict[str, float]:
    """Open an address, wait until it is quiet; return when its largest part was painted and when it could be used, in ms."""
    page.goto(address, wait_until="load")
    page.wait_for_timeout(QUIET)
    return page.evaluate(SEEN)
