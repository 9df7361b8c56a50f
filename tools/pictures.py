"""The built site and an example force -> the pictures in the README: python -m tools.pictures."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from tests.browser import chromium
from tests.browser.server import serving

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/assets"
PHONE = {"viewport": {"width": 390, "height": 700}, "device_scale_factor": 2, "color_scheme": "light"}
PAGE = "/reference/orders/"
FORCE = "data/forces/third-platoon.yaml"
DPI = 220


def main() -> None:
    """Build the site and the cards afresh, and draw both pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        kr16("build", "--variant", "core", "--no-pdf", "-d", folder / "site")
        kr16("cards", FORCE, "--paper", "card", "-o", folder / "cards.pdf")
        save(page_picture(folder), "readme-page.png")
        save(card_picture(folder), "readme-card.png")


def kr16(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "kr16", *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def page_picture(folder: Path) -> Image.Image:
    """A page as a phone shows it."""
    with serving(folder / "site") as url, chromium.opened() as browser, browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(url + PAGE)
        page.screenshot(path=folder / "page.png")
    return Image.open(folder / "page.png").convert("RGB")


def card_picture(folder: Path) -> Image.Image:
    """The force's first card."""
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", "-singlefile", folder / "cards.pdf", folder / "card"], check=True)
    return Image.open(folder / "card.png").convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    """Write a picture, framed and small enough for a README."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    ImageOps.expand(picture, 2, "#888").quantize(64).save(PICTURES / name, optimize=True)
    print(f"pictures: docs/assets/{name}")


if __name__ == "__main__":
    main()
