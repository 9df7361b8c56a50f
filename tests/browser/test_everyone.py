"""Without a mouse, on paper, and without telling anyone: what holds for every page is tried on a few."""
from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.test_pages import DESKTOP, PHONE

pytestmark = pytest.mark.browser

PAGES = ["", "play/", "rules/shooting/", "reference/weapons/", "points/prices/", "print/"]
FOCUSED = "(() => { const at = document.activeElement, box = at.getBoundingClientRect(); return [at.tagName, at.textContent.trim(), box.width > 0 && box.height > 0]; })()"
STOP = """() => {
  const at = document.activeElement, shown = at.matches(".md-option") ? at.nextElementSibling : at, box = shown.getBoundingClientRect();
  return {name: at.outerHTML.slice(0, 90), end: at === document.body, seen: box.width > 0 && box.height > 0, ring: getComputedStyle(shown).outlineStyle !== "none"};
}"""
UNNAMED = """() => [...document.querySelectorAll("svg, img")].filter(image =>
  !(image.getAttribute("alt") ?? image.getAttribute("aria-label") ?? image.querySelector("title")?.textContent)
  && image.getAttribute("alt") !== "" && !image.closest("[aria-hidden=true], [aria-label], [title], label, a, button, .md-search")
).map(image => image.outerHTML.slice(0, 120))"""
ON_PAPER = "() => [...document.querySelectorAll('.md-header, .md-tabs, .md-sidebar, .md-search, .md-top, .headerlink, .kr-update')].filter(one => one.checkVisibility()).map(one => one.className)"


def test_search_and_its_first_answer_are_reached_by_keys_alone(site_url, page):
    field = page.locator("[data-md-component=search-query]")
    page.goto(f"{site_url}/rules/orders/")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[2], "the first stop is not to be seen"
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#__search")).not_to_be_checked()
    expect(field).not_to_be_focused()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("flame thrower", delay=20)
    page.wait_for_function("() => document.querySelector('.md-search-result__link')?.hash === '#flame-thrower'")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#flame-thrower")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_each_stop_of_the_keyboard_is_seen(browser, site_url, screen):
    with browser.new_context(**screen) as context:
        page = context.new_page()
        page.goto(f"{site_url}/variants/suppression/rules/orders/")
        stops = []
        for _ in range(40):
            page.keyboard.press("Tab")
            stop = page.evaluate(STOP)
            if stop["end"]:
                break
            stops.append(stop)
        assert len(stops) > 10 and [stop["name"] for stop in stops if not (stop["seen"] and stop["ring"])] == []


@pytest.mark.parametrize("address", PAGES)
def test_pictures_say_what_they_show(site_url, page, address):
    page.goto(f"{site_url}/{address}")
    assert page.evaluate(UNNAMED) == []


@pytest.mark.parametrize("address", PAGES)
def test_paper_carries_the_page_and_nothing_of_the_screen(site_url, page, address):
    page.goto(f"{site_url}/{address}")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(ON_PAPER) == []
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--kr-ink').trim()") == "#000"
    heads = ["".join(words.split()) for words in page.locator(".md-content thead").all_inner_texts()]
    for paper in ("A4", "Letter"):
        sheets = ["".join(sheet.extract_text(extraction_mode="layout").split()) for sheet in PdfReader(io.BytesIO(page.pdf(format=paper))).pages]
        assert [sheet[-60:] for sheet in sheets if any(sheet.endswith(head) for head in heads)] == [], "a table's head stands alone at the foot of a sheet"


def test_no_cookie_is_set_and_nothing_may_be_loaded_from_elsewhere(site_url, page):
    page.goto(f"{site_url}/")
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy.startswith("default-src 'self';") and not re.search(r"https?:|\*|unsafe-eval", policy)
    assert page.context.cookies() == [] and page.evaluate("document.cookie") == ""
