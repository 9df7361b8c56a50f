"""This computer -> its Chromium, found and opened; run as a program it prints where, or exits 1."""
from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = "no Chromium found (Debian: apt install chromium; or name one in KR16_BROWSER)"
# The first has no window to draw, and takes a third of the others' time for a page.
NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"]
PLACES = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
]


def find() -> str | None:
    """The browser that KR16_BROWSER names, else the first that is installed, else playwright's own."""
    named = os.environ.get("KR16_BROWSER")
    if named:
        return shutil.which(named)
    return _installed() or _from_playwright()


@contextmanager
def opened() -> Iterator:
    """A running Chromium, closed at the end of the block; each thread needs one of its own."""
    path = find()
    assert path, MISSING
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"])
        yield browser
        browser.close()


def _installed() -> str | None:
    found = [shutil.which(name) for name in NAMES] + [place for place in PLACES if Path(place).exists()]
    return next((path for path in found if path), None)


def _from_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    path = find()
    print(path or MISSING)
    sys.exit(not path)
