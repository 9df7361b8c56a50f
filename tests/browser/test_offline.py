"""The site on a device: whole after one visit, updated whole or not at all, each set of rules apart."""
from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from kr16 import offline

from tests.browser.server import MAPPED, serving
from tests.browser.test_pages import AXE, DARK, LIGHT
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
# What is behind the line as it has the focus.
HIDDEN_BY_LINE = """() => {
  const line = document.querySelector(".kr-update"), hidden = [];
  for (const one of document.querySelectorAll(".md-content a, .md-footer a, .kr-in-place")) {
    if (!one.checkVisibility()) continue;
    window.scrollTo(0, 0);
    one.focus();
    if (one.getBoundingClientRect().bottom > line.getBoundingClientRect().top) hidden.push(one.textContent);
  }
  return hidden;
}"""
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
        page.get_by_role("button", name="Show it").click()
        page.wait_for_function("word => document.title.includes(word)", arg=new)
    page.goto(f"{url}/reference/orders/")
    assert new in page.title()
    assert page.evaluate(CACHES) == ["kr16:/:"]


def test_a_window_that_is_still_being_loaded_goes_on_to_the_version_that_another_asked_for(copy, page):
    with visited(page, copy) as url:
        new = change(copy)
        page.evaluate(LOOK_AGAIN)
        other = page.context.new_page()
        other.add_init_script("window.requestIdleCallback = () => {}")
        other.goto(f"{url}/rules/", wait_until="load")
        page.get_by_role("button", name="Show it").click()
        other.wait_for_function("word => document.title.includes(word)", arg=new)


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
            assert not page.locator(".kr-update").count()
            assert page.evaluate(HOLDING, [new, [f"/{address}" for address in pages(copy)]]) == []
        late.write_text(now, "utf-8")
        asked = []
        page.context.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.evaluate(LOOK_AGAIN)
        page.locator(".kr-update").wait_for()
        assert "/rules/orders/" in asked and "/rules/turn/" not in asked, "what was fetched is not fetched again"


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


SETTING, FORCES, ASIDE = "/.__palette", "kr16 workshop /", "kr16 workshop / put aside"
OTHERS = ["/elsewhere/.__palette", "kr16 workshop /elsewhere/", "elsewhere"]


@pytest.mark.parametrize("too", [True, False], ids=["and-the-forces", "but-the-forces"])
def test_settings_are_removed_and_forces_if_that_is_wanted_and_nothing_of_other_sites(site, page, too):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept() if too else dialog.dismiss()))
    with visited(page, site, "/play/offline/"):
        page.evaluate("caches.open('kr16:/elsewhere/:1')")
        page.evaluate("names => names.forEach(name => localStorage.setItem(name, '{}'))", [SETTING, "kr16.terms", FORCES, ASIDE, f"kr16 workshop /{VARIANT}/", *OTHERS])
        page.get_by_role("button", name="Remove everything").click()
        page.get_by_text("The next visit stores the pages again").wait_for()
        kept = [] if too else [FORCES, ASIDE, f"kr16 workshop /{VARIANT}/"]
        assert sorted(page.evaluate("Object.keys(localStorage)")) == sorted([*OTHERS, *kept])
        assert page.locator("kr-offline p").inner_text().startswith("Nothing is stored" if too else "Of this site, only the forces")
        assert page.evaluate(CACHES) == ["kr16:/elsewhere/:"] and len(asked) == 1 and "forces of the workshop" in asked[0]


def test_another_sites_worker_on_the_same_host_is_left_alone(site, page, tmp_path):
    for name in site.iterdir():
        (tmp_path / name.name).symlink_to(name)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/worker.js").write_text("", "utf-8")
    with visited(page, tmp_path, "/play/offline/"):
        page.evaluate("navigator.serviceWorker.register('/elsewhere/worker.js')")
        page.get_by_role("button", name="Remove everything").click()
        page.get_by_text("Nothing is stored").wait_for()
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.map(({scope}) => new URL(scope).pathname))") == ["/elsewhere/"]


def test_after_removal_no_window_says_that_anything_is_stored(site, page):
    with visited(page, site, "/play/offline/"):
        other = page.context.new_page()
        other.goto(page.url)
        other.get_by_text("On this device: KR 16").wait_for()
        page.wait_for_function(MAPPED)
        page.get_by_role("button", name="Remove everything").click()
        other.get_by_text("Nothing is stored on this device any more").wait_for()
        assert not other.get_by_role("button", name="Remove everything").is_visible()
        page.evaluate("window.stays = true")
        page.get_by_role("link", name="Play", exact=True).first.evaluate("link => link.click()")
        page.get_by_role("heading", name="Play", level=1).wait_for()
        page.go_back()
        page.get_by_text("Nothing is stored on this device any more").wait_for()
        assert page.evaluate("window.stays") and page.evaluate(CACHES) == []


def test_the_next_visit_stores_what_was_removed_though_another_window_stayed_open(site, page):
    with visited(page, site, "/play/offline/") as url:
        other = page.context.new_page()
        other.goto(f"{url}/rules/", wait_until="load")
        page.get_by_role("button", name="Remove everything").click()
        page.get_by_text("Nothing is stored on this device any more").wait_for()
        page.reload()
        page.get_by_text("and so are all sheets and cards").wait_for()
    assert page.goto(f"{url}/rules/orders/").status == 200


@pytest.mark.parametrize("lost", ["caches.keys().then(names => caches.delete(names[0]))", "caches.open(name).then(cache => cache.delete('/rules/orders/'))"], ids=["all", "a page"])
def test_where_the_browser_dropped_what_was_stored_the_next_visit_stores_it_again(site, page, lost):
    with visited(page, site, "/play/offline/") as url:
        page.evaluate(f"async () => {{ const [name] = await caches.keys(); await {lost}; }}")
        page.get_by_text("The pages are being stored").wait_for()
        assert page.goto(f"{url}/rules/orders/").status == 200
        page.goto(f"{url}/play/offline/")
        page.get_by_text("and so are all sheets and cards").wait_for()
    assert page.goto(f"{url}/rules/orders/").status == 200


def test_a_first_visit_on_which_the_worker_fails_is_tried_again(site, page):
    page.clock.install()
    page.context.route("**/sw.js", lambda route: route.fulfill(status=500), times=1)
    with serving(site) as url:
        page.goto(f"{url}/play/offline/", wait_until="load")
        page.clock.run_for(1000)
        page.wait_for_function("() => document.documentElement.dataset.krUnstored")
        page.clock.run_for(60_000)
        page.evaluate(STORED)


def test_a_first_visit_on_which_a_file_fails_is_tried_again_with_what_it_has(copy, page):
    page.clock.install()
    late = copy / "rules/orders/index.html"
    late.rename(copy / "late")
    with serving(copy) as url:
        page.goto(f"{url}/play/offline/", wait_until="load")
        page.clock.run_for(1000)
        page.get_by_text("some pages could not be fetched").wait_for()
        (copy / "late").rename(late)
        asked = []
        page.context.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.clock.run_for(60_000)
        page.evaluate(STORED)
    assert page.goto(f"{url}/rules/orders/").status == 200
    assert "/rules/orders/" in asked and "/rules/turn/" not in asked


WHY = {
    "no-https": ("Object.defineProperty(window, 'isSecureContext', {get: () => false})", "begins with https"),
    "no-worker": ("delete Navigator.prototype.serviceWorker", "This browser stores no pages"),
    "refused": ("ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('', 'SecurityError'))", "this browser does not let the site store anything"),
    "no-network": ("ServiceWorkerContainer.prototype.register = () => Promise.reject(new TypeError('Failed to fetch'))", "some pages could not be fetched"),
}


@pytest.mark.parametrize("why", WHY)
def test_the_page_says_why_nothing_is_stored(page, site_url, why):
    broken, words = WHY[why]
    page.add_init_script(broken)
    page.goto(f"{site_url}/play/offline/")
    page.get_by_text(words).wait_for()
    assert not page.get_by_role("button", name="Remove everything").is_visible()


def test_a_full_device_is_said_to_be_full(copy, page):
    worker = copy / "sw.js"
    worker.write_text("Cache.prototype.put = async () => { throw new DOMException('', 'QuotaExceededError'); };\n" + worker.read_text("utf-8"), "utf-8")
    with serving(copy) as url:
        page.goto(f"{url}/play/offline/")
        page.get_by_text("no room for the pages").wait_for()
        assert page.evaluate(CACHES) == []


def test_after_a_reload_past_the_store_the_page_says_what_is_stored(site, page):
    with visited(page, site, "/play/offline/"):
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
        page.wait_for_load_state("load")
        page.wait_for_function("() => !navigator.serviceWorker.controller")
        page.get_by_text("and so are all sheets and cards").wait_for()
        assert page.get_by_role("button", name="Remove everything").is_visible()


def with_papers(folder: Path, *names: str) -> list[Path]:
    """More sheets in a folder's site."""
    papers = [folder / "print" / name for name in names]
    for paper in papers:
        paper.write_bytes(b"%PDF-1")
    change(folder)
    return papers


def test_what_is_said_of_missing_sheets_is_said_once_and_the_others_are_fetched(copy, page):
    """The worker fetches four at a time: as many that fail end none of the others."""
    for paper in with_papers(copy, "a1.pdf", "a2.pdf", "a3.pdf", "a4.pdf"):
        paper.write_bytes(b"%PDF-2")
    papers = len(list(copy.rglob("*.pdf")))
    with serving(copy) as url:
        page.goto(f"{url}/play/offline/")
        page.get_by_text(f"of {papers} sheets and cards, {papers - 4}").wait_for()
        page.evaluate("() => { window.written = 0; new MutationObserver(() => written++).observe(document.querySelector('kr-offline'), {childList: true, characterData: true, subtree: true}); }")
        page.wait_for_timeout(3500)
        assert page.evaluate("written") == 0


def test_a_sheet_that_is_not_stored_is_never_one_of_another_version(copy, page):
    (paper,) = with_papers(copy, "late.pdf")
    right = paper.read_bytes()
    paper.write_bytes(b"%PDF-2")
    read = "async () => { const answer = await fetch('/print/late.pdf'); return [answer.ok, await answer.text()]; }"
    with serving(copy) as url:
        page.goto(f"{url}/play/offline/")
        page.get_by_text("sheets and cards, ").wait_for()
        well, words = page.evaluate(read)
        assert not well and "This sheet has changed" in words
        paper.write_bytes(right)
        assert page.evaluate(read) == [True, "%PDF-1"]


def test_an_update_is_shown_at_once_though_sheets_are_being_fetched(copy, page):
    with_papers(copy, "late.pdf")
    held, let_go = Event(), Event()

    def hold(path: str) -> None:
        if path.endswith("late.pdf"):
            held.set()
            let_go.wait(60)

    with serving(copy, hold) as url:
        page.goto(f"{url}/play/", wait_until="load")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        assert held.wait(60)
        new = change(copy, "Reference renewed", "Reference once more")
        page.evaluate(LOOK_AGAIN)
        assert page.get_by_role("button", name="Show it").evaluate("button => { button.click(); return button.textContent; }") == "One moment…"
        page.wait_for_function("word => document.title.includes(word)", arg=new, timeout=10_000)
        let_go.set()


def test_for_several_windows_each_sheet_is_fetched_once(copy, page):
    with_papers(copy, "late.pdf")
    asked, let_go = [], Event()

    def hold(path: str) -> None:
        if path.endswith("late.pdf"):
            asked.append(path)
            let_go.wait(60)

    with serving(copy, hold) as url:
        other = page.context.new_page()
        for window in (page, other):
            window.goto(f"{url}/play/offline/", wait_until="load")
            window.get_by_text("sheets and cards, ").wait_for()
            window.evaluate("navigator.serviceWorker.controller.postMessage('papers')")
        page.wait_for_timeout(500)
        let_go.set()
        page.evaluate(STORED)
        assert asked == ["/print/late.pdf"]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_line_of_an_update_covers_nothing_and_can_be_put_away(copy, browser, colours):
    with browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True, **colours) as context:
        page = context.new_page()
        with visited(page, copy, "/rules/turn/"):
            change(copy)
            page.evaluate(LOOK_AGAIN)
            page.locator(".kr-update").wait_for()
            line, bar = (page.locator(name).bounding_box() for name in (".kr-update", ".kr-bar"))
            assert line["y"] + line["height"] <= bar["y"] and line["height"] < 140
            assert Axe().run(page, options=AXE).response["violations"] == []
            assert page.evaluate(HIDDEN_BY_LINE) == []
            page.get_by_role("button", name="Later").tap()
            assert page.locator(".kr-update").count() == 0
            page.reload()
            page.get_by_role("button", name="Show it").wait_for()


def test_two_sets_of_rules_on_one_device_do_not_disturb_each_other(site, page):
    with visited(page, site) as url:
        page.goto(f"{url}/{VARIANT}/")
        page.evaluate(STORED)
    assert page.goto(f"{url}/rules/").status == page.goto(f"{url}/{VARIANT}/rules/").status == 200
    assert sorted(page.evaluate(CACHES)) == ["kr16:/:", f"kr16:/{VARIANT}/:"]
