"""What a phone draws before its style sheet is there is what it draws afterwards, and gives way if that never comes."""
from __future__ import annotations

import pytest

from tests.browser.server import MAPPED

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
SHEET, FONTS = "**/assets/css/site.css", "**/*.woff2"
PAGES = ["", "rules/", "rules/shooting/", "rules/orders/", "rules/campaign/", "reference/weapons/", "points/", "play/", "variants/suppression/rules/shooting/"]
# Each text that is seen in the window: where it stands and what it looks like.
SEEN = """() => [...document.querySelectorAll(".md-header__topic:first-child > *, .md-header svg, .md-content__inner > *, .md-content__inner :is(li, a, strong)")].map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !one.closest("kr-table, .kr-scroll, .kr-switch") && box.height && box.top < innerHeight)
  .map(([one, {left, top, width, height}]) => {
    const {color, fontSize, fontWeight, fontFamily, lineHeight, textDecoration} = getComputedStyle(one);
    return [one.tagName.toLowerCase(), one.textContent.trim().slice(0, 40), [left, top, one.matches(".md-ellipsis") ? "as wide as there is room" : width, height].map(one => Math.round(one) || one), [color, fontSize, fontWeight, fontFamily, lineHeight, textDecoration]];
  })"""
ALL_DRAWN = "() => [...document.querySelectorAll('.md-content__inner > *, .headerlink, .md-footer *')].every(one => getComputedStyle(one).visibility === 'visible') && document.querySelector('.md-footer').checkVisibility()"


def held_back(page, files: str) -> list:
    """The requests for some files, as they come; each waits until it is let go."""
    held = []
    page.route(files, lambda route: held.append(route))
    return held


def open_to_its_end(page, address: str) -> None:
    """Open a page whose style sheet is held back, and wait until all of its text is there."""
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => document.querySelector('link[href*=\"site.css\"][onerror]')")


def early(page, address: str, then):
    """Open a page whose style sheet is held back and whose fonts never come; return what is seen, then let go of the sheet."""
    page.route(FONTS, lambda route: route.abort())
    held = held_back(page, SHEET)
    open_to_its_end(page, address)
    seen = page.evaluate(SEEN)
    for route in held:
        then(route)
    page.wait_for_load_state("load")
    return seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", PAGES)
def test_what_is_drawn_early_stays_where_it_is(browser, site_url, address, scheme):
    with browser.new_context(**PHONE, color_scheme=scheme) as context:
        page = context.new_page()
        before = early(page, f"{site_url}/{address}", lambda route: route.continue_())
        after = page.evaluate(SEEN)
        assert len(before) >= 3, before
        assert [one for one in before if one not in after] == []
        assert page.evaluate(ALL_DRAWN)


def test_without_its_style_sheet_a_page_is_shown_plain_but_whole(browser, site_url):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        early(page, f"{site_url}/reference/weapons/", lambda route: route.abort())
        assert page.evaluate(ALL_DRAWN)


def test_all_of_a_page_is_laid_out_in_the_end(browser, site_url):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(f"{site_url}/rules/vehicles/")
        assert page.evaluate("document.querySelectorAll('.md-content__inner > :nth-child(n+8)').length") > 20
        page.wait_for_function("() => [...document.querySelectorAll('.md-content__inner > *')].every(one => getComputedStyle(one).contentVisibility === 'visible')")


def test_a_page_opened_at_its_top_is_not_laid_out_at_once_by_its_script(browser, site_url):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(f"{site_url}/rules/vehicles/")
        page.wait_for_function("() => window.document$ && window.location$")
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.classList.contains('early')")


def test_a_deep_link_is_laid_out_at_once(browser, site_url):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(f"{site_url}/rules/vehicles/#flyers", wait_until="commit")
        page.wait_for_function("() => document.querySelector('.md-content')")
        assert not page.evaluate("document.documentElement.classList.contains('early')")


def test_a_link_to_a_place_on_another_page_leads_there(browser, site_url):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(f"{site_url}/rules/turn/")
        page.wait_for_function(MAPPED)
        page.evaluate("() => { window.stays = true; document.documentElement.dataset.krTerms = 'off'; [...document.links].find(link => link.href.endsWith('/rules/shooting/#shaken')).click(); }")
        page.get_by_role("heading", name="Shooting", level=1).wait_for()
        page.wait_for_timeout(500)
        assert page.evaluate("window.stays") and 0 <= page.locator("#shaken").bounding_box()["y"] < 120


REFUSED = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {get() { throw new DOMException("The operation is insecure.", "SecurityError"); }});
}"""


@pytest.mark.parametrize("screen", [PHONE, {"viewport": {"width": 1280, "height": 800}}], ids=["phone", "desktop"])
def test_where_nothing_may_be_stored_a_page_has_its_colours_and_its_search(browser, site_url, screen):
    """A browser that blocks cookies refuses the very names of its storage."""
    with browser.new_context(**screen, color_scheme="dark") as context:
        page, said = context.new_page(), []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.add_init_script(REFUSED)
        page.goto(f"{site_url}/rules/turn/")
        page.wait_for_function(MAPPED)
        assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
        page.keyboard.press("/")
        page.locator("[data-md-component=search-query]").fill("minigun")
        page.locator(".md-search-result__link[href$='#minigun']").click()
        page.wait_for_url("**/reference/weapons/**")
        page.locator(".kr-tools").first.wait_for()
        assert said == []


SHIFTS = """window.shifts = []; new PerformanceObserver(list => shifts.push(...list.getEntries().map(one => one.value))).observe({type: "layout-shift", buffered: true})"""


@pytest.mark.parametrize("address", [*PAGES, "rules/specialists/", "play/workshop/"])
def test_hardly_anything_moves_when_style_sheet_and_fonts_come(browser, site_url, address):
    """Each comes after the page was drawn without it, as on a slow line; the text that stood in the device's font gets ours."""
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.add_init_script(SHIFTS)
        sheets, fonts = held_back(page, SHEET), held_back(page, FONTS)
        open_to_its_end(page, f"{site_url}/{address}")
        for held in (sheets, fonts):
            page.wait_for_timeout(300)
            for route in held:
                route.continue_()
            page.wait_for_function(ALL_DRAWN)
        page.wait_for_load_state("load")
        page.wait_for_function("() => document.fonts.status === 'loaded' && document.fonts.check('16px Oxanium')")
        page.wait_for_timeout(300)
        assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.03


FRAMES = """
  let frames = 0;
  const next = () => { frames++; requestAnimationFrame(next); };
  requestAnimationFrame(next);
  const {addEventListener} = document;
  document.addEventListener = function (...given) { if (document.currentScript?.src.endsWith("site.js")) window.scriptCame ??= frames; return addEventListener.apply(this, given); };
  Object.defineProperty(window, "document$", {set: () => { window.pageScriptRan = frames; }});
"""


def test_a_page_is_drawn_before_its_script_asks_where_things_stand(browser, site_url):
    """Else all of it is laid out within the script, and neither is done for a long while."""
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.add_init_script(FRAMES)
        page.goto(f"{site_url}/rules/shooting/")
        page.wait_for_function("() => window.pageScriptRan !== undefined")
        assert page.evaluate("pageScriptRan > scriptCame")
