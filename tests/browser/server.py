"""A folder -> its files served to this computer only, as a static host would serve them."""
from __future__ import annotations

import io
import posixpath
import re
import sys
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Iterator

from kr16.offline import WORKER, hashed

SITEMAP = "sitemap.xml"
# Material has the map of the site, and from now on shows the next page in place of this one.
MAPPED = "() => performance.getEntriesByName(new URL('sitemap.xml', __md_scope).href).length"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".woff2": "font/woff2"}

    def __init__(self, *args, hold: Callable[[str], None], **options) -> None:
        self.hold = hold
        super().__init__(*args, **options)

    def log_message(self, *args) -> None:
        pass

    def send_head(self):
        """A site's map names the address that it is asked at, as if it were built for it: Material follows links without loading
        a page only where the map has them. The site's worker knows the map by its hash."""
        self.hold(self.path)
        path = Path(self.translate_path(self.path))
        if path.name not in (SITEMAP, WORKER) or not (path.parent / SITEMAP).is_file():
            return super().send_head()
        printed = (path.parent / SITEMAP).read_bytes()
        map_here = self.with_own_address(printed)
        body = map_here if path.name == SITEMAP else path.read_bytes().replace(hashed(printed).encode(), hashed(map_here).encode())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path.name))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def with_own_address(self, map_: bytes) -> bytes:
        home = min(re.findall(rb"<loc>[^<]*", map_), key=len)
        return map_.replace(home, f"<loc>http://{self.headers['Host']}{posixpath.dirname(self.path)}".rstrip("/").encode() + b"/")


class Server(ThreadingHTTPServer):
    """A browser that hangs up in the middle of an answer is no fault of the server."""

    def handle_error(self, request, client_address) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(folder: Path, hold: Callable[[str], None] = lambda path: None) -> Iterator[str]:
    """The address of the folder while the block runs, without a slash at its end; `hold` may keep what is asked for waiting."""
    server = Server(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder), hold=hold))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
