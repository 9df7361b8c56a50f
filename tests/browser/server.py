"""A folder -> its files served to this computer only, as a static host would serve them."""
from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Iterator


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".woff2": "font/woff2"}

    def log_message(self, *args) -> None:
        pass


class Server(ThreadingHTTPServer):
    """A browser that hangs up in the middle of an answer is no fault of the server."""

    def handle_error(self, request, client_address) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of the folder while the block runs, without a slash at its end."""
    server = Server(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
