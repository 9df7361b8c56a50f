"""The built site beside stock mkdocs-material's of the same pages -> what a phone on slow 4G waits for and pays."""
from __future__ import annotations

import gzip
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.browser import chromium
from tests.browser.test_offline import STORED

from .measure import PYTHON, ROOT, Result, copy_project, kr16, run
from .phone import free_port, loaded, served, slow_page

PAGE, NEXT, QUERY = "rules/shooting/", "rules/orders/", "minigun"
PAINTED = """async () => {
  while (!performance.getEntriesByName("first-contentful-paint").length || !document.querySelector("#__search")) await new Promise(requestAnimationFrame);
}"""
# Asked of the page at each of its frames: Playwright would look for it twice a second.
HIT = """async () => {
  while (!document.querySelector(".md-search-result__link")?.checkVisibility({visibilityProperty: true})) await new Promise(requestAnimationFrame);
}"""
# Google's fonts are out of reach here: files of the size that Google sends for them stand in.
FONTS = {"300": "barlow-semi-condensed-400", "400": "barlow-semi-condensed-400-full", "700": "barlow-semi-condensed-600-full"}
TURNS = 3
# How long somebody reads a page before going on to the next, in ms.
READING = 8000
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name, chromium.opened() as browser:
        folder = Path(name)
        port = free_port()
        ours, stock = our_site(folder / "project", port), stock_site(folder / "bare")
        mine, other = in_turn(lambda site: first_load(browser, site, port), ours, stock)
        yield Result("first load of a rules page", mine["kB"], "kB")
        yield Result("first load, bytes beside stock", mine["kB"] / other["kB"], "×", at_most=0.45)
        yield Result("first load, bytes beside stock without its web fonts", mine["kB"] / (other["kB"] - other["fonts"]), "×")
        yield Result("first load, requests", mine["requests"], "", at_most=8)
        yield Result("first load, largest paint", mine["lcp"] / 1000, "s")
        yield Result("first load, largest paint beside stock", mine["lcp"] / other["lcp"], "×", at_most=0.75)
        yield Result("first load, ready for use beside stock", mine["tti"] / other["tti"], "×", at_most=0.75)
        first, stock_first = in_turn(lambda site: {"s": first_result(browser, site, port)}, ours, stock)
        yield Result("search opened at first paint: first result", first["s"], "s")
        yield Result("search opened at first paint, beside stock", first["s"] / stock_first["s"], "×", at_most=0.6)
        after, stock_after = in_turn(lambda site: {"s": next_page(browser, site, port)}, ours, stock)
        yield Result("next page", after["s"], "s")
        yield Result("next page beside stock", after["s"] / stock_after["s"], "×", at_most=0.5)
        yield Result("from the device beside stock's first load", from_device(browser, ours, port) / other["lcp"], "×", at_most=0.25)
        yield Result("what a device stores, without PDFs", stored(ours) / 1000, "kB", at_most=700)


def our_site(folder: Path, port: int) -> Path:
    """Build the site for the address at which it is served, as it is on the web: only there Material shows the next page in place."""
    folder.mkdir()
    settings = copy_project(folder) / "mkdocs.yml"
    settings.write_text(re.sub("^site_url: .*", f"site_url: http://127.0.0.1:{port}/", settings.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    kr16(folder, "build", "--variant", "core", "--no-pdf")
    return folder / "site"


def stock_site(folder: Path) -> Path:
    """Build the same pages as stock mkdocs-material does, with fonts that stand in for Google's."""
    run([PYTHON, "-m", "tools.bench.bare_site", folder])
    run([PYTHON, "-m", "mkdocs", "build", "-q"], folder)
    faces = []
    for weight, name in FONTS.items():
        shutil.copy(ROOT / f"templates/fonts/{name}.woff2", folder / "site")
        faces.append(f"@font-face{{font-family:Roboto;font-weight:{weight};font-display:fallback;src:url({name}.woff2)}}")
    (folder / "site/fonts.css").write_text("".join(faces), "utf-8")
    for path in (folder / "site").rglob("*.html"):
        page = re.sub(r'<link rel="preconnect"[^>]*>', "", path.read_text("utf-8"))
        path.write_text(re.sub(r'"https://fonts\.googleapis[^"]*"', '"/fonts.css"', page), "utf-8")
    return folder / "site"


def in_turn(look: Callable[[Path], dict], *sites: Path) -> list[dict[str, float]]:
    """The median of each figure for each site; the sites take turns, so that a busy moment meets them all."""
    rounds = [[look(site) for site in sites] for _ in range(TURNS)]
    return [{key: median(one[key] for one in looks) for key in looks[0]} for looks in zip(*rounds)]


def first_load(browser, site: Path, port: int) -> dict[str, float]:
    with served(site, port) as (url, sent), slow_page(browser) as page:
        times = loaded(page, f"{url}/{PAGE}")
        fonts = sum(size for path, size in sent if "woff2" in path or path == "/fonts.css")
        return times | {"kB": sum(size for _, size in sent) / 1000, "fonts": fonts / 1000, "requests": len(sent)}


def first_result(browser, site: Path, port: int) -> float:
    """How long after asking for the page a result stands there, for someone who turns to the search field at first paint."""
    with served(site, port) as (url, _), slow_page(browser) as page:
        started = time.perf_counter()
        page.goto(f"{url}/{PAGE}", wait_until="commit")
        page.evaluate(PAINTED)
        page.evaluate("document.querySelector('#__search').click()")
        page.locator("[data-md-component=search-query]").press_sequentially(QUERY)
        page.evaluate(HIT)
        return time.perf_counter() - started


def next_page(browser, site: Path, port: int) -> float:
    """How long after a tap on a link the page it leads to is painted, for someone who has read the first page for READING.

    By then a site that keeps itself on the device has begun to; what its service worker fetches is slowed as well.
    """
    with served(site, port) as (url, _), slow_page(browser, stores=True) as page:
        page.goto(f"{url}/{PAGE}", wait_until="load")
        page.wait_for_timeout(READING)
        started = time.perf_counter()
        page.evaluate("way => [...document.links].find(link => link.pathname.endsWith(way)).click()", NEXT)
        page.wait_for_url(f"**/{NEXT}", wait_until="commit")
        page.locator("h1", has_text="Orders").wait_for()
        page.evaluate(DRAWN)
        return time.perf_counter() - started


def from_device(browser, site: Path, port: int) -> float:
    """When the largest part of a page is painted that the device has stored, in ms."""
    with served(site, port) as (url, _), slow_page(browser, stores=True) as page:
        page.goto(f"{url}/{NEXT}", wait_until="load")
        page.evaluate(STORED)
        return median(loaded(page, f"{url}/{PAGE}")["lcp"] for _ in range(TURNS))


def stored(site: Path) -> int:
    """How many bytes the device fetches to have it all, text packed as a host sends it."""
    worker = (site / "sw.js").read_text("utf-8")
    files = json.loads(worker.partition("\n")[0].removeprefix("const STORE = ").removesuffix(";"))["files"]
    paths = [site / address / "index.html" if address.endswith("/") or not address else site / address for address in files]
    return sum(min(len(content), len(gzip.compress(content, 9))) for content in (path.read_bytes() for path in paths))
