"""The site on a device: whole after one visit, updated whole or not at all, each set of rules apart."""
from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from kr16 import offline

from tests.browser.server import serving
from tests.browser.test_pages import AXE
from tests.kernel import ROOT

pytestmark = pytest.mark.browser

VARIANT = "variants/low-tech"
HOUSES = [path.stem for path in (ROOT / "data" / "variants").glob("*.yaml")]
STORED = """async () => {
  const status = () => new Promise(resolve => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = ({data}) => resolve(data);
    navigator.serviceWorker.controller.postMessage("status", [port2]);
  });
  const until = async test => {
    for (const start = Date.now(); !await test(); await new Promise(resolve => setTimeout(resolve, 50))) if (Date.now() - start > 90e3) throw new Error("not stored in time");
  };
  await until(() => navigator.serviceWorker.controller?.scriptURL === new URL("sw.js", __md_scope).href);
  await until(async () => { const {stored, papers} = await status(); return stored === papers; });
}"""
LOOK_AGAIN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  for (; registration.installing; ) await new Promise(resolve => setTimeout(resolve, 50));
}"""
HOLDING = """async ([word, addresses]) => {
  const texts = await Promise.all(addresses.map(async address => (await fetch(address)).text()));
  return addresses.filter((_, at) => texts[at].includes(word));
}"""
CACHES = "async () => (await caches.keys()).map(name => name.replace(/[^:]*$/, ''))"
LOOKUPS = """
run assault overwatch retreat lmg flamer rook grunt elite shaken
minigun apc mortar smoke cover medic drone mines blast radius
""".split()


@contextmanager
def visited(page, folder: Path, way: str = "/"):
    """The address of a folder's site, after one visit to one page of it that lasts until all is stored."""
    with serving(folder) as url:
        page.goto(url + way, wait_until="load")
        page.evaluate(STORED)
        yield url


def pages(folder: Path) -> list[str]:
    """The address of every page that Material made, those of other rules left out."""
    found = sorted(path.relative_to(folder).parent.as_posix() for path in folder.rglob("index.html"))
    return [f"{page}/" if page != "." else "" for page in found if not page.startswith(tuple(f"variants/{id}" for id in HOUSES))]


@pytest.fixture
def copy(site, tmp_path) -> Path:
    """A copy of the rulebook's part of the site, to be changed."""
    shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns(*HOUSES, "*.zip"))
    return tmp_path / "site"


def change(folder: Path, old: str = "Field Reference", new: str = "Reference renewed") -> str:
    """Write another word on every page, as a newer build would have it; return the worker that goes with it."""
    for path in folder.rglob("*.html"):
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    offline.finish(ROOT, folder, {"id": "core", "title": "KR 16", "version": "1.6", "date": "2030-01-01"})
    return new


def test_after_one_visit_everything_is_answered_without_a_server(site, page):
    with visited(page, site, "/rules/orders/") as url:
        papers = [path.relative_to(site).as_posix() for path in site.rglob("*.pdf") if "variants" not in path.parts]
    assert page.goto(f"{url}/reference/weapons/#minigun").status == 200
    assert page.locator("#minigun").is_visible()
    assert papers and [paper for paper in papers if page.evaluate("uri => fetch(uri).then(answer => answer.status)", f"/{paper}") != 200] == []
    for query in LOOKUPS:
        field = page.locator("[data-md-component=search-query]")
        field.fill("")
        field.press_sequentially(query)
        page.locator(".md-search-result__link").first.wait_for()
    dead = [address for address in pages(site) if page.goto(f"{url}/{address}", wait_until="domcontentloaded").status != 200 or not page.locator("h1").count()]
    assert dead == []
    assert page.goto(f"{url}/reference/weapons").url == f"{url}/reference/weapons/"
    assert page.goto(f"{url}/no/such/page/").status == 404


def test_an_update_is_fetched_whole_announced_and_shown_when_asked_for(copy, page):
    with visited(page, copy) as url:
        new = change(copy)
        page.evaluate(LOOK_AGAIN)
        page.locator(".kr-update").wait_for()
        assert Axe().run(page, options=AXE).response["violations"] == []
        page.goto(f"{url}/rules/")
        assert new not in page.title(), "the newer version shows before it was asked for"
        page.locator(".kr-update button").click()
        page.wait_for_function("word => document.title.includes(word)", arg=new)
    page.goto(f"{url}/reference/orders/")
    assert new in page.title()
    assert page.evaluate(CACHES) == ["kr16:/:"]


def test_a_half_delivered_update_changes_nothing_and_is_tried_again(copy, page):
    late = copy / "rules/orders/index.html"
    with visited(page, copy):
        was = late.read_text("utf-8")
        new = change(copy)
        now = late.read_text("utf-8")
        for state in (was, None):
            late.unlink(missing_ok=True)
            if state:
                late.write_text(state, "utf-8")
            page.evaluate(LOOK_AGAIN)
            assert page.evaluate(CACHES) == ["kr16:/:"]
            assert not page.locator(".kr-update").count()
            assert page.evaluate(HOLDING, [new, [f"/{address}" for address in pages(copy)]]) == []
        late.write_text(now, "utf-8")
        page.evaluate(LOOK_AGAIN)
        page.locator(".kr-update").wait_for()


def test_large_fonts_are_stored_where_a_page_has_a_letter_of_them(copy):
    """Always those of the workshop's cards, which show names in any script; those of the pages in a site that is not English."""
    cards = {"barlow-condensed-500-full", "barlow-condensed-700-full", "oxanium-600-full"}
    pages = {"barlow-semi-condensed-400-full", "barlow-semi-condensed-600-full"}
    assert large_fonts(copy) == cards
    for letter in ("Ł", "&szlig;", "Ж"):
        page = copy / "rules/orders/index.html"
        page.write_text(page.read_text("utf-8").replace("</h1>", f"{letter}</h1>"), "utf-8")
        assert large_fonts(copy) == cards | pages
        page.write_text(page.read_text("utf-8").replace(f"{letter}</h1>", "</h1>"), "utf-8")


def large_fonts(folder: Path) -> set[str]:
    rules = {"title": "KR 16", "version": "1.6", "date": "2030-01-01"}
    return {Path(name).stem for name in offline.store(folder, rules)["files"] if name.endswith("-full.woff2")}


def test_fonts_that_a_style_sheet_names_are_published_and_no_others(site):
    named = {(path.parent / name).resolve() for path in site.rglob("*.css") for name in re.findall(r'url\("?([^")]+\.woff2)', path.read_text("utf-8"))}
    assert named == {path.resolve() for path in site.rglob("*.woff2")}


def test_pages_are_fetched_before_all_else(site):
    kinds = [name.endswith("/") or not name or name.endswith(".html") for name in offline.store(site, {"title": "", "version": "", "date": ""})["files"]]
    assert any(kinds) and kinds == sorted(kinds, reverse=True)


def test_it_works_below_a_path(site, page, tmp_path):
    (tmp_path / "club").mkdir()
    (tmp_path / "club/kr16").symlink_to(site)
    with visited(page, tmp_path, "/club/kr16/") as url:
        assert page.evaluate(CACHES) == ["kr16:/club/kr16/:"]
    assert page.goto(f"{url}/club/kr16/rules/shooting/").status == 200
    assert page.evaluate("fetch('/club/').catch(() => 'unanswered')") == "unanswered"


def test_each_set_of_rules_is_stored_apart_and_can_be_removed(site, page):
    with visited(page, site, f"/{VARIANT}/") as url:
        assert page.evaluate(CACHES) == [f"kr16:/{VARIANT}/:"]
    assert page.goto(f"{url}/{VARIANT}/changes/").status == 200
    assert page.evaluate("fetch('/rules/').catch(() => 'unanswered')") == "unanswered"
    page.goto(f"{url}/{VARIANT}/play/offline/")
    page.get_by_text("On this device: Low-tech militia").wait_for()
    assert Axe().run(page, options=AXE).response["violations"] == []
    page.get_by_role("button", name="Remove everything").click()
    page.get_by_text("Nothing is stored").wait_for()
    assert page.evaluate(CACHES) == [] and page.evaluate("localStorage.length") == 0


def test_two_sets_of_rules_on_one_device_do_not_disturb_each_other(site, page):
    with visited(page, site) as url:
        page.goto(f"{url}/{VARIANT}/")
        page.evaluate(STORED)
    assert page.goto(f"{url}/rules/").status == page.goto(f"{url}/{VARIANT}/rules/").status == 200
    assert sorted(page.evaluate(CACHES)) == ["kr16:/:", f"kr16:/{VARIANT}/:"]
