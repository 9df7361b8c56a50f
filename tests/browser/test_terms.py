"""Rules terms show their rule in place: on tap, Enter, hover and focus; nested; closed by Escape and a button; and the bar of tables on a phone."""
from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from kr16 import variants

from tests.browser.server import MAPPED
from tests.browser.test_pages import AXE, DARK, DESKTOP, LIGHT, PHONE, WIDER_THAN_SCREEN
from tests.kernel import ROOT, core

pytestmark = pytest.mark.browser

TOUCH = PHONE | {"has_touch": True, "is_mobile": True}
PAGE = "/rules/turn/"
TERM = "#command-roll ~ p kr-term:has(> a[href$='shooting/#shaken'])"
PANEL = ".kr-panel"
FOCUSED = "document.activeElement.closest('.kr-panel, kr-term')?.className"
PLACE = "[scrollY, location.pathname]"


@pytest.fixture(params=[TOUCH, DESKTOP], ids=["phone", "desktop"])
def screen(request, browser, site_url):
    """A page of the rules, on a phone and on a desktop."""
    with browser.new_context(**request.param, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        yield page


def link(page, term: str = TERM):
    return page.locator(f"{term} > a").first


def opened(page, term: str = TERM) -> None:
    link(page, term).click()
    page.wait_for_selector(PANEL)


def test_a_tap_shows_the_rule_where_one_is(screen):
    link(screen).scroll_into_view_if_needed()
    before = screen.evaluate(PLACE)
    opened(screen)
    assert screen.evaluate(PLACE) == before
    panel = screen.get_by_role("dialog", name="Shaken")
    assert f"{core().rules.shooting.shaken_command_modifier}".replace("-", "−") in panel.inner_text()
    assert panel.get_by_role("link", name="Full entry").get_attribute("href").endswith("/rules/shooting/#shaken")
    screen.keyboard.press("Escape")
    opened(screen)
    assert screen.evaluate(PLACE) == before, "so it is again when the script is there"


def test_the_panel_stands_inside_the_screen(screen):
    opened(screen)
    box, size = screen.locator(PANEL).bounding_box(), screen.viewport_size
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]
    assert not screen.evaluate(WIDER_THAN_SCREEN)


@pytest.mark.parametrize("how", ["escape", "button", "outside", "link"])
def test_it_closes_and_the_focus_goes_back_to_the_term(screen, how):
    opened(screen)
    assert screen.evaluate(FOCUSED).startswith("kr-panel"), "the focus moves into the panel"
    if how == "escape":
        screen.keyboard.press("Escape")
    elif how == "button":
        screen.get_by_role("button", name="Close Shaken").click()
    elif how == "outside":
        screen.locator("h1").first.dispatch_event("pointerdown")
    else:
        screen.wait_for_timeout(600)  # sooner it would be the second tap of two
        link(screen).dispatch_event("click")
    assert screen.locator(PANEL).count() == 0
    assert screen.evaluate("document.activeElement.textContent") == link(screen).inner_text()


def test_the_second_tap_of_two_leaves_it_open(screen):
    opened(screen)
    link(screen).focus()
    link(screen).dispatch_event("click")
    assert screen.locator(PANEL).count() == 1 and screen.evaluate(FOCUSED).startswith("kr-panel")


# The phone's Back, which no test can press, asks the newest of these to close.
WATCHED = """
  window.watchers = [];
  const Plain = window.CloseWatcher;
  window.CloseWatcher = class extends Plain { constructor() { super(); watchers.push(this); } destroy() { watchers.splice(watchers.indexOf(this), 1); super.destroy(); } };
"""


def test_back_closes_one_panel_at_a_time_before_it_leaves_the_page(browser, site_url):
    with browser.new_context(**TOUCH, reduced_motion="reduce") as context:
        page = context.new_page()
        page.add_init_script(WATCHED)
        page.goto(f"{site_url}{PAGE}")
        opened(page)
        page.locator(f"{PANEL} kr-term > a").first.click()
        page.wait_for_function("() => watchers.length === 2")
        for left in (1, 0):
            page.evaluate("watchers.at(-1).requestClose()")
            assert page.locator(PANEL).count() == left and page.evaluate("watchers.length") == left
        assert page.evaluate("document.activeElement.textContent") == link(page).inner_text()
        opened(page)
        page.keyboard.press("Escape")
        assert page.evaluate("watchers.length") == 0, "what closes otherwise waits for no Back"


def test_terms_nest_and_escape_closes_one_at_a_time(screen):
    opened(screen)
    inner = screen.locator(f"{PANEL} kr-term > a").first
    inner.click()
    screen.wait_for_function("() => document.querySelectorAll('.kr-panel').length === 2")
    screen.keyboard.press("Escape")
    assert screen.locator(PANEL).count() == 1 and screen.evaluate("document.activeElement.closest('.kr-panel') !== null")
    screen.keyboard.press("Escape")
    assert screen.locator(PANEL).count() == 0


def test_the_full_entry_is_one_link_away(screen):
    opened(screen)
    screen.get_by_role("link", name="Full entry").click()
    screen.wait_for_url("**/rules/shooting/#shaken")
    assert screen.locator(PANEL).count() == 0


def test_it_can_be_switched_off_and_on_again_and_that_is_remembered(screen, site_url):
    opened(screen)
    screen.get_by_role("button", name="Don’t show rules in place").click()
    assert screen.locator(PANEL).count() == 0
    for _ in ("at once", "after coming back"):
        link(screen).click()
        screen.wait_for_url("**/rules/shooting/#shaken")
        assert screen.locator(PANEL).count() == 0
        screen.goto(f"{site_url}{PAGE}")
    screen.get_by_role("button", name="Show rules in place").click()
    screen.goto(f"{site_url}{PAGE}")
    opened(screen)


def test_the_switch_says_how_things_stand(screen):
    switch = screen.get_by_role("button", name="Show rules in place")
    assert switch.get_attribute("aria-pressed") == "true"
    tick = "button => getComputedStyle(button, '::before').content"
    assert switch.evaluate(tick) == '"✓"'
    switch.click()
    assert switch.get_attribute("aria-pressed") == "false" and switch.evaluate(tick) == '""'


def test_by_keyboard_focus_peeks_tab_goes_on_and_enter_goes_in(browser, site_url):
    with browser.new_context(**DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        link(page).focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        panel = page.locator(f"{TERM} > {PANEL}")
        panel.wait_for()
        assert page.evaluate(FOCUSED) == "" and link(page).get_attribute("aria-expanded") == "true"
        page.keyboard.press("Tab")
        panel.wait_for(state="detached")
        page.keyboard.press("Shift+Tab")
        panel.wait_for()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('.kr-panel')")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Close"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.textContent") == link(page).inner_text() and panel.count() == 0


def test_a_pointer_peeks_and_can_reach_into_the_panel(browser, site_url):
    with browser.new_context(**DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        link(page).hover()
        page.wait_for_selector(PANEL)
        page.locator(f"{PANEL} .kr-panel__title").hover()
        page.wait_for_timeout(400)
        assert page.locator(PANEL).count() == 1
        page.mouse.move(2, 2)
        page.wait_for_function("() => !document.querySelector('.kr-panel')")
        link(page).hover()
        page.wait_for_selector(PANEL)
        page.keyboard.press("Escape")
        assert page.locator(PANEL).count() == 0


def test_with_a_key_held_a_click_is_the_browsers(browser, site_url):
    with browser.new_context(**DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        with context.expect_page() as other:
            link(page).click(modifiers=["Control"])
        other.value.wait_for_url("**/rules/shooting/#shaken")
        assert page.url.endswith(PAGE) and not page.evaluate(FOCUSED)


def test_it_works_on_the_next_page_too(screen):
    """Which takes this one's place; no page is loaded for it."""
    screen.wait_for_function(MAPPED)
    screen.evaluate("window.stays = true")
    screen.evaluate("() => [...document.links].find(link => link.pathname.endsWith('/rules/orders/')).click()")
    screen.wait_for_url("**/rules/orders/")
    screen.get_by_role("heading", name="Orders", level=1).wait_for()
    screen.locator("article kr-term > a").first.click()
    screen.wait_for_selector(PANEL)
    assert screen.evaluate("window.stays")


@pytest.mark.parametrize("variant", variants.ids(ROOT))
def test_under_house_rules_terms_show_those_rules(browser, site_url, variant):
    with browser.new_context(**DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{site_url}/variants/{variant}{PAGE}")
        opened(page)
        assert f"/variants/{variant}/rules/shooting/" in page.get_by_role("link", name="Full entry").get_attribute("href")


def test_on_paper_terms_are_plain_text(page, site_url):
    page.goto(f"{site_url}{PAGE}")
    opened(page)
    page.emulate_media(media="print")
    assert not page.locator(PANEL).is_visible() and not page.locator(".kr-bar").is_visible() and not page.locator(".kr-in-place").is_visible()
    assert page.evaluate("(({textDecorationLine, color}, around) => textDecorationLine === 'none' && color === around.color)(getComputedStyle(document.querySelector('article kr-term > a')), getComputedStyle(document.querySelector('article kr-term')))")


def test_without_script_terms_are_links(browser, site_url):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        link(page).click()
        page.wait_for_url("**/rules/shooting/#shaken")


def test_when_the_rule_cannot_be_had_the_link_is_followed(browser, site_url):
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        page.evaluate("() => { window.fetch = () => Promise.reject(new Error('no network')); }")
        link(page).click()
        page.wait_for_url("**/rules/shooting/#shaken")


@pytest.mark.parametrize("fails", ["**/rules/shooting/", "**/kr-term.mjs"], ids=["rule", "script"])
@pytest.mark.parametrize("then", ["elsewhere", "another page"])
def test_a_rule_that_fails_late_takes_nobody_away(browser, site_url, fails, then):
    """Who has tapped elsewhere meanwhile, or gone on, stays there."""
    with browser.new_context(service_workers="block") as context:
        page, held, asked = context.new_page(), [], []
        page.goto(f"{site_url}{PAGE}")
        page.wait_for_function(MAPPED)
        page.route(fails, lambda route: held.append(route))
        page.on("request", lambda request: request.resource_type == "document" and asked.append(request.url))
        link(page).focus()
        link(page).dispatch_event("click")
        page.wait_for_timeout(300)
        if then == "elsewhere":
            page.locator("h1").first.click()
        else:
            page.evaluate("() => [...document.links].find(link => link.pathname.endsWith('/rules/orders/')).click()")
            page.get_by_role("heading", name="Orders", level=1).wait_for()
        for route in held:
            route.abort()
        page.wait_for_timeout(300)
        assert asked == [] and len(held) == 1


@pytest.mark.parametrize("late", ["**/rules/shooting/", "**/kr-term.mjs"], ids=["rule", "script"])
def test_a_rule_that_comes_late_disturbs_nobody(browser, site_url, late):
    """Who has opened search meanwhile can type on."""
    with browser.new_context(**TOUCH, service_workers="block") as context:
        page, held = context.new_page(), []
        page.goto(f"{site_url}{PAGE}")
        page.wait_for_function(MAPPED)
        page.route(late, lambda route: held.append(route))
        link(page).tap()
        page.wait_for_timeout(300)
        page.locator("label[for=__search]").first.tap()
        page.locator("[data-md-component=search-query]:focus").wait_for()
        for route in held:
            route.continue_()
        page.wait_for_timeout(500)
        assert held and page.locator(PANEL).count() == 0 and page.locator("[data-md-component=search-query]:focus").count()
        page.keyboard.press("Escape")
        opened(page)


def test_on_a_tablet_that_is_turned_the_panel_stays_in_sight(browser, site_url):
    with browser.new_context(viewport={"width": 800, "height": 1280}, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        opened(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_function("() => { const {top, bottom} = document.querySelector('.kr-panel').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }")


def test_a_pointer_that_only_passes_follows_no_link(browser, site_url):
    """Not even where the rule cannot be had: only a click does."""
    with browser.new_context(service_workers="block") as context:
        page, asked = context.new_page(), []
        page.goto(f"{site_url}{PAGE}")
        page.on("request", lambda request: request.resource_type == "document" and asked.append(request.url))
        page.evaluate("() => { window.fetch = () => { window.tried = true; return Promise.reject(new Error('no network')); }; }")
        link(page).hover()
        page.wait_for_function("() => window.tried")
        page.wait_for_timeout(300)
        assert asked == []
        link(page).click()
        page.wait_for_url("**/rules/shooting/#shaken")
        assert len(asked) == 1


def test_every_term_of_the_site_leads_to_a_section(site, page, site_url):
    """Terms are made at build; here each is opened as the page would open it."""
    page.goto(f"{site_url}/credits/")
    wrong = page.evaluate("""async pages => {
      const {sectionAt} = await import(new URL("../assets/js/section.mjs", location)), wrong = [], seen = new Set();
      for (const page of pages) {
        const text = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html");
        for (const link of text.querySelectorAll("kr-term > a")) {
          const {href} = new URL(link.getAttribute("href"), new URL(page, location));
          if (seen.has(href)) continue;
          seen.add(href);
          try { if (!(await sectionAt(href)).nodes.length) wrong.push(`${href}: empty`); } catch (error) { wrong.push(`${href}: ${error}`); }
        }
      }
      return seen.size > 150 ? wrong : [`only ${seen.size} terms`];
    }""", ["/" + path.relative_to(site).as_posix().removesuffix("index.html") for path in site.rglob("index.html")])
    assert wrong == []


SECTION = """async () => {
  const {sectionIn} = await import(new URL("../assets/js/section.mjs", location));
  const page = new DOMParser().parseFromString(`<article><h1 id="p">Page</h1><p>a</p><h2 id="s">One<a class="headerlink" href="#s">#</a></h2><p id="x">b <a href="../c/#d">c</a></p>
    <h3 id="t">In it</h3><p>d <a class="headerlink" href="#t">#</a></p><h2 id="u">Two</h2><p>e</p></article>`, "text/html");
  return ["s", "t", "u", ""].map(id => { const {title, nodes} = sectionIn(page, id, "http://kr/rules/a/"); return [title, nodes.map(node => node.outerHTML).join("")]; });
}"""


def test_a_section_ends_where_the_next_of_its_level_begins(page, site_url):
    """Without ids, which would stand twice on the page, and with whole links, for it comes from elsewhere."""
    page.goto(f"{site_url}/credits/")
    assert page.evaluate(SECTION) == [
        ["One", '<p>b <a href="http://kr/rules/c/#d">c</a></p><h3>In it</h3><p>d </p>'],
        ["In it", "<p>d </p>"],
        ["Two", "<p>e</p>"],
        ["Page", '<p>a</p><h2>One</h2><p>b <a href="http://kr/rules/c/#d">c</a></p><h3>In it</h3><p>d </p><h2>Two</h2><p>e</p>'],
    ]


@pytest.mark.parametrize("start", [PAGE, "/play/", "/points/", "/"])
def test_the_bar_shows_each_table_and_one_is_back_where_one_was(browser, site_url, start):
    """No page is loaded for it, and the thumb reaches it: at the foot of the screen."""
    with browser.new_context(**TOUCH, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site_url}{start}")
        page.evaluate("window.scrollTo(0, 120)")
        before = page.evaluate(PLACE)
        bar = page.get_by_role("navigation", name="At the table")
        box = bar.bounding_box()
        assert round(box["y"] + box["height"]) == 640 and all(link.bounding_box()["height"] >= 44 for link in bar.get_by_role("link").all())
        rules = core().rules
        for name, shows in [("Orders", rules.orders["run"].name), ("To hit", "Heavy cover"), ("Saves", f"{min(map(int, rules.vehicle_saves))}+"), ("Damage", "Crew shaken"), ("Weapons", rules.weapons["minigun"].name)]:
            bar.get_by_role("link", name=name, exact=True).tap()
            panel = page.get_by_role("dialog", name=name)
            panel.wait_for()
            assert shows in panel.inner_text()
        page.get_by_role("button", name="Close Weapons").tap()
        assert page.evaluate(PLACE) == before and page.locator(PANEL).count() == 0


def test_a_table_in_a_panel_has_its_filter_on_any_page(browser, site_url):
    with browser.new_context(**TOUCH, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        page.get_by_role("navigation", name="At the table").get_by_role("link", name="Weapons", exact=True).tap()
        page.locator(PANEL).get_by_label("Filter").first.fill("minigun")
        assert page.locator(f"{PANEL} kr-table").first.locator("output").inner_text().startswith("1 of")


def test_without_script_the_bar_leads_to_the_play_page(browser, site_url):
    with browser.new_context(**PHONE, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        page.get_by_role("link", name="Weapons", exact=True).last.click()
        page.wait_for_url("**/play/#weapons")


def test_a_wide_screen_has_no_bar(browser, site_url):
    with browser.new_context(**DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        assert not page.locator(".kr-bar").is_visible()


@pytest.mark.parametrize("size", [PHONE, {"viewport": {"width": 360, "height": 740}}, DESKTOP], ids=["320", "360", "desktop"])
def test_text_twice_as_large_breaks_nothing(browser, site_url, size):
    with browser.new_context(**size, reduced_motion="reduce") as context:
        page = context.new_page()
        for address in (PAGE, "/play/", "/reference/weapons/"):
            page.goto(f"{site_url}{address}")
            page.add_style_tag(content="html { font-size: 250% !important }")
            link(page, "article kr-term").click()
            page.wait_for_selector(PANEL)
            assert not page.evaluate(WIDER_THAN_SCREEN), address
            box, high = page.locator(PANEL).bounding_box(), page.viewport_size["height"]
            assert box["y"] >= 0 and box["y"] + box["height"] <= high, address


@pytest.mark.parametrize("address", ["/", "/rules/", "/print/", "/play/workshop/", "/variants/suppression/"])
def test_no_page_is_wider_than_the_screen_at_twice_the_text(browser, site_url, address):
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto(f"{site_url}{address}")
        page.add_style_tag(content="html { font-size: 250% !important }")
        assert not page.evaluate(WIDER_THAN_SCREEN)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("term", [TERM, ".kr-bar kr-term:last-child"], ids=["term", "bar"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_open_panel_is_accessible(browser, site_url, size, colours, term):
    if size is DESKTOP and "bar" in term:
        return
    with browser.new_context(**size, **colours, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site_url}{PAGE}")
        opened(page, term)
        assert [(broken["id"], broken["nodes"][0]["html"][:160]) for broken in Axe().run(page, options=AXE).response["violations"]] == []
