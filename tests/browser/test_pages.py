"""Every page of the built site, on a small phone in the light and on a desktop in the dark."""
from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

PHONE_LIGHT = {"viewport": {"width": 320, "height": 640}, "color_scheme": "light"}
DESKTOP_DARK = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}
WIDER_THAN_SCREEN = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def addresses(site: Path) -> list[str]:
    """The address of every page, below the site's own."""
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert pages, f"no page in {site}"
    return ["/" + page.removesuffix("index.html") for page in pages]


def axe_problems(page) -> list[str]:
    """What axe finds, a line for each rule that is broken."""
    found = Axe().run(page, options={"runOnly": RULES["runOnly"], "resultTypes": ["violations"]})
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found.response["violations"]]


@pytest.mark.parametrize("screen", [PHONE_LIGHT, DESKTOP_DARK], ids=["phone-light", "desktop-dark"])
def test_every_page_is_quiet_fits_and_is_accessible(site, site_url, browser, screen):
    """No console message, no request off the site, no sideways scroll, no violation that axe can find."""
    problems = []
    with browser.new_context(**screen) as context:
        page = context.new_page()
        page.on("console", lambda message: problems.append(f"{page.url}: console: {message.text}"))
        page.on("pageerror", lambda error: problems.append(f"{page.url}: script: {error}"))
        page.on("request", lambda request: request.url.startswith((site_url, "data:", "blob:"))
                or problems.append(f"{page.url}: request: {request.url}"))
        for address in addresses(site):
            page.goto(site_url + address, wait_until="load")
            if page.evaluate(WIDER_THAN_SCREEN):
                problems.append(f"{page.url}: scrolls sideways")
            problems += [f"{page.url}: {problem}" for problem in axe_problems(page)]
    assert problems == []
