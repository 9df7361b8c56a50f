"""The zip of the site, unpacked and opened from a folder: no server, no network."""
from __future__ import annotations

import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from kr16 import redirects, zipped
from kr16.zipped import ZIP

from tests.kernel import ROOT

pytestmark = pytest.mark.browser


class Links(HTMLParser):
    """The local links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attributes):
        href = dict(attributes).get("href" if tag == "a" else "src") or ""
        if href and not href.startswith(("#", "data:")) and ":" not in href:
            self.found.append(unquote(href.partition("#")[0]))


@pytest.fixture(scope="module", params=["", "variants/low-tech/"])
def unpacked(site, tmp_path_factory, request) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(site / request.param / ZIP).extractall(folder)
    return folder


def test_every_link_leads_to_a_file(unpacked):
    """But those to the site's other sets of rules, and to the zip itself, which stay on the site."""
    dead = []
    for path in unpacked.rglob("*.html"):
        links = Links()
        links.feed(path.read_text("utf-8"))
        targets = {(path.parent / link).resolve() for link in links.found}
        dead += [f"{path.relative_to(unpacked)}: {target}" for target in targets
                 if unpacked in target.parents and not target.is_file() and target.name != ZIP and "variants" not in target.parts]
    assert dead == []


def test_search_works_without_a_server(unpacked, page):
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((unpacked / "rules/orders/index.html").as_uri())
    page.keyboard.press("/")
    page.locator("[data-md-component=search-query]").fill("minigun")
    page.keyboard.press("End")
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url("**/reference/weapons/index.html#minigun")
    page.locator("#minigun").wait_for()
    assert said == []


MOVED = "rules/fighting/index.html"


@pytest.fixture
def moved(tmp_path) -> Path:
    """A folder with a page and, where it was before, one that leads to it, as in the zip."""
    redirects.write(tmp_path, ROOT, {"rules/fighting.md": "rules/shooting.md"})
    there = tmp_path / "rules/shooting/index.html"
    there.parent.mkdir()
    there.write_text("<!doctype html><title>Shooting</title><h1 id=shaken>Shaken</h1>", "utf-8")
    (tmp_path / MOVED).write_text(zipped.page((tmp_path / MOVED).read_text("utf-8"), MOVED, lambda uri: (tmp_path / uri).is_file()), "utf-8")
    return tmp_path


def test_a_moved_page_leads_to_the_file_and_the_section(moved, page):
    page.goto(f"{(moved / MOVED).as_uri()}#shaken")
    page.wait_for_url("**/rules/shooting/index.html#shaken")


def test_with_script_nothing_else_leads_on(moved, page):
    """A refresh knows of no section, and in some browsers comes first."""
    page.add_init_script("Object.defineProperty(URL.prototype, 'hash', {get() { throw new Error('stay'); }})")
    page.goto(f"{(moved / MOVED).as_uri()}#shaken")
    page.wait_for_timeout(300)
    assert page.title() == "This page has moved"


def test_without_script_a_moved_page_leads_on_too(moved, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((moved / MOVED).as_uri())
        page.wait_for_url("**/rules/shooting/index.html")
