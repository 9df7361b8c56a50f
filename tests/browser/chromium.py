"""Nothing -> the path of a Chromium on this computer; run as a program it prints it, or exits 1."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"]
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
    print(path or "no Chromium found")
    sys.exit(not path)
