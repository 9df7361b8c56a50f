"""Every page of the built site, on a small phone and on a desktop, in the light and in the dark."""
from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import chromium

pytestmark = pytest.mark.browser

LONG = os.environ.get("KR16_LONG") == "1"
PHONE = {"viewport": {"width": 320, "height": 640}}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
LIGHT, DARK = {"color_scheme": "light"}, {"color_scheme": "dark"}
WIDER_THAN_SCREEN = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
LAID_OUT = "() => [...document.querySelectorAll('.early .md-content__inner > *')].every(one => one.style.contentVisibility === 'visible')"
SHOWS = "(id) => document.querySelector(':target')?.id === id && Math.abs(document.querySelector(':target').getBoundingClientRect().top) < innerHeight / 2"
AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


def addresses(site: Path) -> list[str]:
    """The address of every page below the site's own; of a variant, only its start page and what core does not have."""
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert pages, f"no page in {site}"
    return ["/" + page.removesuffix("index.html") for page in pages if not repeats_core(page, pages)]


def repeats_core(page: str, pages: list[str]) -> bool:
    """Whether a variant's page is a page of core under other rules; the long form opens these too."""
    variant = re.fullmatch(r"variants/[^/]+/(.+/.+)", page)
    return not LONG and variant is not None and variant[1] in pages


def problems(site: Path, url: str, screen: dict) -> list[str]:
    """Open every page on that screen, in a browser of its own; a line for each thing that is wrong."""
    found = []
    with chromium.opened() as browser, browser.new_context(**screen) as context:
        page = context.new_page()
        page.on("console", lambda message: found.append(f"{page.url}: console: {message.text}"))
        page.on("pageerror", lambda error: found.append(f"{page.url}: script: {error}"))
        page.on("request", lambda request: request.url.startswith((url, "data:", "blob:"))
                or found.append(f"{page.url}: request: {request.url}"))
        for address in addresses(site):
            page.goto(url + address, wait_until="load")
            page.wait_for_function(LAID_OUT)
            if page.evaluate(WIDER_THAN_SCREEN):
                found.append(f"{page.url}: scrolls sideways")
            for broken in Axe().run(page, options=AXE).response["violations"]:
                found.append(f"{page.url}: {broken['id']}: {broken['nodes'][0]['html'][:160]}")
    return found


def problems_on(site: Path, url: str, *screens: dict) -> list[str]:
    """The problems on several screens, looked at side by side."""
    with ThreadPoolExecutor(len(screens)) as pool:
        return [line for lines in pool.map(lambda screen: problems(site, url, screen), screens) for line in lines]


def test_every_page_is_quiet_fits_and_is_accessible(site, site_url):
    """No console message, no request off the site, no sideways scroll, no violation that axe can find."""
    assert problems_on(site, site_url, PHONE | LIGHT, DESKTOP | DARK) == []


@pytest.mark.long
def test_so_it_is_on_the_other_screens(site, site_url):
    assert problems_on(site, site_url, PHONE | DARK, DESKTOP | LIGHT) == []


def test_before_its_script_a_page_has_its_colours_and_after_it_the_style_sheet_it_had(browser, site_url):
    """A style sheet whose address is written anew is loaded and laid out anew."""
    with browser.new_context(**PHONE | DARK) as context:
        page = context.new_page()
        page.goto(f"{site_url}/rules/orders/")
        assert page.locator("link[rel=stylesheet]").evaluate_all("links => links.map(link => link.getAttribute('href'))") == ["../../assets/css/site.css"] * 2
        page.route("**/assets/js/site.js", lambda route: route.abort())
        page.reload()
        assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"


def test_a_page_asks_for_fonts_after_its_style_sheet_and_its_text(site_url, page):
    """Asked for beside the style sheet they share a slow line with it, and the page is drawn later."""
    page.goto(f"{site_url}/rules/orders/")
    first_fonts = page.locator("link[as=font]")
    assert first_fonts.count() == 3  # not that of bold words
    assert first_fonts.evaluate_all("links => links.every(link => link.matches('.md-container ~ link'))")


def test_a_step_within_a_page_keeps_the_page(page, site_url):
    """Material counted only pages it had fetched itself, so the first step within a page fetched and replaced that page."""
    page.set_viewport_size(PHONE["viewport"])
    page.goto(f"{site_url}/rules/orders/", wait_until="networkidle")
    page.evaluate("document.querySelector('article').opened = true")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    link = page.locator(".md-content a[href='#react']:visible").first
    link.scroll_into_view_if_needed()
    left = page.evaluate("scrollY")
    link.click()
    page.wait_for_function(SHOWS, arg="react")
    page.evaluate("location.hash = 'assault'")
    page.wait_for_function(SHOWS, arg="assault")
    page.go_back()
    page.go_back()
    page.wait_for_function("(left) => location.hash === '' && scrollY === left", arg=left)
    assert page.evaluate("document.querySelector('article').opened")
    assert [url for url in asked if url.endswith("/rules/orders/")] == []
