"""The search box: what players type finds the section that answers, first, and the hit shows the answer."""
from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from kr16 import game, index, search, variants

from tests.browser.test_early import held_back
from tests.browser.test_pages import AXE, DARK, DESKTOP, LIGHT, PHONE, WIDER_THAN_SCREEN
from tests.kernel import ROOT, core
from tools.bench import lookups

pytestmark = pytest.mark.browser

FIELD, RESULT = "[data-md-component=search-query]", "[data-md-component=search-result]"
ASK = """async queries => {
  const config = JSON.parse(document.querySelector("#__config").textContent), from = name => new URL(name, new URL(config.base, location));
  const worker = new Worker(new URL(config.search, location)), index = await (await fetch(from("search/search_index.json"))).json();
  const ask = message => new Promise((answer, fail) => {
    worker.onmessage = ({data}) => data.type === message.type + 1 && answer(data);
    worker.onerror = fail;
    worker.postMessage(message);
  });
  await ask({type: 0, data: index});
  const answers = [];
  const shown = ({location, title}) => [location, new DOMParser().parseFromString(title, "text/html").body.textContent];
  for (const query of queries) answers.push((await ask({type: 2, data: query})).data.items.map(([item]) => shown(item)));
  return answers;
}"""


@pytest.fixture(scope="module")
def ask(browser, site_url):
    """From queries to the addresses that the page's own worker answers, best first; `root` names the set of rules.

    `asked.shown` tells the same with what each hit shows.
    """
    page = browser.new_page()

    def shown(queries, root: str = "") -> dict[str, dict[str, str]]:
        page.goto(f"{site_url}/{root}credits/")
        queries = list(queries)
        return {query: dict(hits) for query, hits in zip(queries, page.evaluate(ASK, queries))}

    def asked(queries, root: str = "") -> dict[str, list[str]]:
        return {query: list(hits) for query, hits in shown(queries, root).items()}

    asked.shown = shown
    yield asked
    page.close()


PAGES = {
    "orders": ["reference/orders/#{id}", "rules/orders/#{id}"], "grades": ["reference/grades/#{id}", "rules/troops/#grades"],
    "weapons": ["reference/weapons/#{id}"], "vehicles": ["reference/vehicles/#{id}"], "abilities": ["reference/abilities/#{id}"],
    "damage_charts": ["reference/damage-charts/#{id}"], "minefields": ["reference/mines/#{id}", "rules/mines/#{id}"],
    "structures": ["reference/structures/#{id}"], "cover": ["rules/shooting/#cover"], "vehicle_actions": ["rules/vehicles/#actions"],
    "infantry_saves": ["reference/saves/#infantry-{id}"], "vehicle_saves": ["reference/saves/#vehicle-{id}"],
}


def plain(name: str) -> str:
    return name.lower().replace("-", " ")


def records() -> dict[str, list[set[str]]]:
    """What every record is called (id, name, aliases), and for each record of that name where it may be found."""
    found: dict[str, list[set[str]]] = {}
    for table, places in PAGES.items():
        for id, record in getattr(core().rules, table).items():
            for word in {plain(name) for name in (id, getattr(record, "name", id), *record.aliases) if not name.isdigit()}:
                found.setdefault(word, []).append({place.format(id=id) for place in places})
    return found


def sections(site: Path) -> dict[str, set[str]]:
    """What every section of the rules is called (title, aliases), and where it is."""
    found: dict[str, set[str]] = {}
    for record in index.whole(site)[0]["docs"]:
        if record["location"].startswith("rules/") and "gaps" not in record["location"]:
            for word in [record["title"], record["location"].partition("#")[2], *record.get("tags", [])]:
                found.setdefault(plain(word.partition(search.ROW)[0]), set()).add(record["location"])
    return found


def test_every_name_id_and_alias_finds_its_record_first(site, ask):
    """Where two records or sections share a name, one is first and each is among the first three."""
    known, titled, wrong = records(), sections(site), []
    for word, found in ask(known).items():
        right = set().union(*known[word], *(places for name, places in titled.items() if search.plain(name) == search.plain(word)))
        if not found or found[0] not in right or len(known[word]) < 3 and not all(places & set(found[:3]) for places in known[word]):
            wrong.append((word, found[:3]))
    assert wrong == []


def test_every_title_and_alias_of_the_rules_finds_its_section(site, ask):
    titled = sections(site)
    assert [(word, found[:3]) for word, found in ask(filter(None, titled)).items() if not titled[word] & set(found[:3])] == []


@pytest.mark.parametrize("variant", variants.ids(ROOT))
def test_under_house_rules_search_knows_their_own_records(variant, ask):
    """And those of core that are still there."""
    rules, found = game.load(ROOT, variant).rules, {}
    for id, weapon in rules.weapons.items():
        found[weapon.name] = f"reference/weapons/#{id}"
    assert {name: hits[0] for name, hits in ask(found, f"variants/{variant}/").items()} == found


@pytest.mark.parametrize("name", ["lookups", "lookups-held-out"])
def test_questions_find_the_section_that_answers(name, site, ask):
    """At least 90 in 100 first, all of them in the first three."""
    cases = lookups.cases(ROOT / f"tests/{name}.yaml")
    answers = ask([case.query for case in cases])
    ranks = {case.query: lookups.rank(case, answers[case.query], site) for case in cases}
    assert {query: rank for query, rank in ranks.items() if rank is None or rank > 3} == {}
    assert sum(rank == 1 for rank in ranks.values()) >= 0.9 * len(ranks)


def test_a_hit_that_answers_shows_the_answer(site, ask):
    """The row or the number itself: nobody has to open it."""
    cases = [case for case in lookups.cases(ROOT / "tests/lookups.yaml") if case.shows]
    answers, missing = ask.shown([case.query for case in cases]), {}
    for case in cases:
        hits = answers[case.query]
        text = lookups.plain(list(hits.values())[lookups.rank(case, list(hits), site) - 1])
        if not all(re.search(pattern, text, re.IGNORECASE) for pattern in case.shows):
            missing[case.query] = text
    assert cases and missing == {}


@pytest.mark.parametrize("typed", ["orbital strike", "rail gun", "railgun", "teleport", "magic", "space wizard", "dragon", "swimming", "psychic power", "zzz qqq", "warp drive", "plasma rifle", "gauss cannon"])
def test_what_the_game_has_not_finds_nothing(typed, ask):
    """Rather than sections that share a word with it."""
    assert ask([typed])[typed] == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [("marine sav", "saves"), ("zzz mortar", "#mortar"), ("asualt", "#assault"), ("wepuns", "weapons"), ("how far can my dude run", "#run"), ("orbital mor", "#mortar"), ("hsotgun", "#shotgun"), ("dhaken", "#shaken"), ("renade", "grenade"), ("sh", "sh")],
)
def test_a_word_that_the_game_has_not_hides_no_answer(typed, first, ask):
    """Nor does a slip, or a word that is not typed to its end."""
    assert any(first in place for place in ask([typed])[typed])


MANY = """async () => {
  const worker = new Worker(new URL(JSON.parse(document.querySelector("#__config").textContent).search, location)), found = [];
  const told = type => new Promise(resolve => worker.addEventListener("message", ({data}) => { if (data.type === type) resolve(data); }));
  const ready = told(1);
  worker.postMessage({type: 0, data: {}});
  await ready;
  const last = new Promise(resolve => worker.addEventListener("message", ({data: {type, data}}) => {
    if (type === 3 && found.push(data.items[0]?.[0].location) && found.at(-1)?.endsWith("#minigun")) resolve();
  }));
  for (let i = 0; i < 10000; i++) worker.postMessage({type: 2, data: `grenade ${i}`});
  worker.postMessage({type: 2, data: "minigun"});
  await last;
  return found.length;
}"""


def test_of_many_questions_only_the_newest_is_worked_on(page, site_url):
    """Ten thousand that come at once, from a key that is stuck, would keep search silent for half a minute."""
    page.goto(f"{site_url}/credits/")
    assert page.evaluate(MANY) < 100


@pytest.mark.parametrize(
    ("typed", "first"),
    [("flamethorwer", "reference/weapons/#flame-thrower"), ("minugun", "reference/weapons/#minigun"), ("pathfinder palladin", "reference/vehicles/#pathfinder-paladin-warrior"),
     ("powr armuor", "rules/troops/#power-armour"), ("at", "rules/mines/#at"), ("pathf", "reference/vehicles/#pathfinder-ranger"),
     ("pinnd", "rules/shooting/#shaken"), ("supressed", "rules/shooting/#shaken"), ("movng", "rules/vehicles/#moving"), ("shootng", "rules/shooting/"),
     ("vehicels", "rules/vehicles/"), ("grenaeds", "reference/weapons/#frag-grenades"), ("armuor", "rules/troops/#saves"), ("mine fields", "rules/mines/"), ("aimedfire", "rules/orders/#aimed-fire")],
)
def test_slips_and_beginnings_find_what_was_meant(typed, first, ask):
    assert first in ask([typed])[typed][:3]


@pytest.mark.parametrize(
    ("typed", "first"),
    [("snpr rifle", "reference/weapons/#sniper-rifle"), ("dmg chart", "rules/vehicles/#damage-charts"), ("rckt lnchr", "reference/weapons/#rocket-launcher"),
     ("lgt cvr", "rules/shooting/#cover"), ("sqd size", "rules/turn/#squads"), ("atk chopper spd", "reference/vehicles/#attack-chopper"),
     ("hand too hand bonus", "rules/hand-to-hand/#bonuses"), ("shoot into close combat", "rules/hand-to-hand/#later-rounds"), ("DV 8", "reference/weapons/#heavy-cannon"),
     ("8 dv", "reference/weapons/#heavy-cannon"), ("points 9", "reference/weapons/#rocket-launcher"), ("difference between light and heavy cover", "rules/shooting/#cover")],
)
def test_short_forms_and_words_side_by_side_find_first_what_they_mean(typed, first, ask):
    """A word may lack its vowels; hand to hand is neither done by hand nor close to something, and DV 8 is no DV 3 for 8 points."""
    assert ask([typed])[typed][0] == first


def test_a_word_is_not_another_for_want_of_its_ending(ask):
    """What somebody loses is not LOS, and to get rid is not to ride."""
    found = ask(["who loses figures", "get rid of shaken"])
    assert "rules/shooting/#line-of-sight" not in found["who loses figures"] and "reference/vehicles/#juraped" not in found["get rid of shaken"]
    assert found["who loses figures"][0] == "rules/shooting/#casualties" and found["get rid of shaken"][0] == "rules/shooting/#shaken-ends"


@pytest.mark.parametrize("typed", ["how many per squad", "sprint", "replace figures", "change order"])
def test_how_files_are_written_never_comes_before_a_rule_that_says_as_much(typed, ask):
    found = ask([typed])[typed]
    about = [place.startswith(("variants/", "contributing/")) for place in found]
    assert not any(about[:2])


def open_search(page, url: str, typed: str) -> None:
    page.goto(url)
    page.keyboard.press("/")
    page.locator(FIELD).fill(typed)  # all at once: no answer to half a word can stand there
    page.keyboard.press("End")
    page.wait_for_selector(f"{RESULT} a")


def test_the_field_opens_with_a_slash_and_the_hit_shows_the_numbers(page, site_url):
    open_search(page, f"{site_url}/rules/orders/", "lmg")
    hit = page.locator(f"{RESULT} a").first
    assert hit.get_attribute("href") == f"{site_url}/reference/weapons/#light-machine-gun"
    weapon = core().rules.weapons["light-machine-gun"]
    assert f"Range {weapon.range_cm}" in hit.inner_text() and f"DV {weapon.dv}" in hit.inner_text()


def test_enter_goes_to_the_best_hit(page, site_url):
    open_search(page, f"{site_url}/rules/orders/", "overwatch")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site_url}/rules/orders/#react")


def test_what_is_pasted_or_spoken_is_answered_without_a_key(page, site_url):
    """Material listens to keys alone; a phone's dictation and suggestions press none."""
    page.goto(f"{site_url}/rules/turn/")
    page.keyboard.press("/")
    page.keyboard.type("lmg")
    page.locator(f"{RESULT} a[href$='#light-machine-gun']").first.wait_for()
    page.locator(FIELD).select_text()
    page.keyboard.insert_text("minigun")
    page.locator(f"{RESULT} a[href$='#minigun']").first.wait_for()


def test_a_row_that_answers_is_shown_by_the_hit(page, site_url):
    open_search(page, f"{site_url}/", "grunt points")
    assert f"Points {core().rules.grades['grunt'].points}" in page.locator(f"{RESULT} a").first.inner_text()


def test_a_hit_shows_the_sections_numbers_and_the_row_that_answers(page, site_url):
    open_search(page, f"{site_url}/", "minigun to hit grunt")
    lines = page.locator(f"{RESULT} a").first.locator(".kr-hit__answer").all_inner_texts()
    assert lines[0].startswith("Range ") and lines[1].startswith("Grunt · ")


def test_a_hit_in_a_table_shows_the_row_that_answers_alone(page, site_url):
    open_search(page, f"{site_url}/", "target took cover as a reaction")
    [line] = page.locator(f"{RESULT} a[href$='#modifiers']").first.locator(".kr-hit__answer").all_inner_texts()
    assert line.startswith("Target took cover")


def test_what_a_row_is_called_shows_that_row(page, site_url):
    open_search(page, f"{site_url}/", "immobilised")
    rows = core().rules.damage_charts["military"].rows
    [row] = [row for row in rows.values() if "immobilised" in row.aliases]
    assert row.name in page.locator(f"{RESULT} a").first.inner_text()


def test_search_fetches_what_it_needs_at_the_first_touch_even_before_the_pages_script(page, site_url):
    page.route("**/assets/js/site.js", lambda route: route.abort())
    page.goto(f"{site_url}/credits/")
    with page.expect_request("**/search/search_index.json"), page.expect_request("**/assets/js/search-worker.js"):
        page.evaluate("document.querySelector('#__search').click()")


def test_text_in_the_index_stays_text(page, site_url):
    """The worker writes HTML for Material's box: what comes from data or from the reader must not become a tag."""
    record = {"location": "a/#b", "title": "<img src=x onerror=alert(1)>", "page": "<b>", "text": "<script>1</script> quux", "tags": []}
    page.route("**/search/search_index.json", lambda route: route.fulfill(json={"config": {}, "docs": [record]}))
    open_search(page, f"{site_url}/credits/", "quux")
    assert page.locator(f"{RESULT} :is(img, script, b)").count() == 0 and "<script>" in page.locator(f"{RESULT} a").inner_text()


SCRIPT_RUNS = "() => Boolean(window.document$)"
COUNTED = "() => document.querySelector('.md-search-result__meta').textContent.includes('matching')"
FIRST_HIT = "() => document.querySelector('.md-search-result a')?.href.endsWith('/reference/weapons/#minigun')"


def search_early(page, address: str) -> list:
    """Open a page, and its search before its script is there; type, and return the script's request, which waits."""
    held = held_back(page, "**/assets/js/site.js")
    page.goto(address, wait_until="commit")
    page.locator("#__search").evaluate("box => box.click()")
    page.keyboard.type("minigun")
    return held


def test_search_answers_before_the_pages_script_is_there(page, site_url):
    """And with the rules alone, before all else that is searched has come."""
    held_back(page, "**/search/search_index.json")
    search_early(page, f"{site_url}/credits/")
    page.wait_for_function(FIRST_HIT)
    assert not page.locator(".md-search-result__meta").is_visible(), "nothing tells of waiting above a hit"
    assert f"Range {core().rules.weapons['minigun'].range_cm}" in page.locator(f"{RESULT} a").first.inner_text()


def test_who_searches_early_is_answered_before_the_pages_script_runs(browser, site_url):
    """And that then takes over: it counts the hits, and the page under the search is laid out."""
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        worker = held_back(page, "**/assets/js/search-worker.js")
        search_early(page, f"{site_url}/rules/shooting/")[0].continue_()
        page.wait_for_load_state("load")
        under = page.locator(".md-content h1")
        assert not page.evaluate(SCRIPT_RUNS) and not under.evaluate("it => it.checkVisibility({contentVisibilityAuto: true})")
        worker[0].continue_()
        page.wait_for_function(FIRST_HIT)
        assert not page.evaluate(SCRIPT_RUNS)
        page.wait_for_function(COUNTED)
        assert page.evaluate(FIRST_HIT) and under.evaluate("it => it.checkVisibility({contentVisibilityAuto: true})")
        page.locator(FIELD).fill("overwatch")
        page.keyboard.press("End")
        page.wait_for_selector(f"{RESULT} a[href$='#react']")


@pytest.mark.parametrize("worker", ["fails", "never comes"])
def test_without_its_search_a_page_works(page, site_url, worker):
    page.route("**/assets/js/search-worker.js", lambda route: route.abort() if worker == "fails" else None)
    search_early(page, f"{site_url}/credits/")[0].continue_()
    page.wait_for_function(SCRIPT_RUNS, timeout=1500 if worker == "fails" else 5000)


def test_a_search_that_could_not_be_had_is_there_when_it_is_opened_again(page, site_url):
    page.route("**/assets/js/search-worker.js", lambda route: route.abort())
    page.goto(f"{site_url}/credits/")
    with page.expect_event("requestfailed"):
        page.keyboard.press("/")
    page.wait_for_function("() => krSearch.worker === null")
    page.unroute("**/assets/js/search-worker.js")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("minigun")
    page.wait_for_function(COUNTED)
    assert page.evaluate(FIRST_HIT)


def test_a_page_whose_script_waited_for_a_search_has_its_tools(page, site_url):
    """By then the document has long been read, which is what the script awaits."""
    held = search_early(page, f"{site_url}/reference/weapons/")
    page.wait_for_function(FIRST_HIT)
    held[0].continue_()
    page.wait_for_selector("kr-table button", state="attached")


# The first frame and the time that is waited for it never come, until they are let go.
NOT_DRAWN = """
  const {requestAnimationFrame: frame, setTimeout: later} = window;
  window.held = [];
  window.requestAnimationFrame = one => held.length ? frame(one) : held.push(one);
  window.setTimeout = (one, ms, ...rest) => held.length === 1 && ms === 200 ? held.push(one) : later(one, ms, ...rest);
"""


def test_the_key_opens_search_as_soon_as_a_page_is_loaded(browser, site_url):
    """Though on a phone its script waits for the page to be drawn."""
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.add_init_script(NOT_DRAWN)
        page.goto(f"{site_url}/rules/shooting/", wait_until="domcontentloaded")
        assert not page.evaluate(SCRIPT_RUNS)
        page.keyboard.press("/")
        page.keyboard.type("minigun")
        page.wait_for_function(FIRST_HIT)
        page.evaluate("held[1]()")
        page.wait_for_function(COUNTED)
        assert page.locator(FIELD).input_value() == "minigun"


HELD_STILL = "() => document.body.hasAttribute('data-md-scrolllock')"
AT_MINIGUN = "() => !document.querySelector('#__search').checked && Math.abs(document.querySelector('#minigun').getBoundingClientRect().top - 60) < 60"


@pytest.mark.parametrize("when", ["early", "late", "again"])
def test_on_a_phone_a_hit_on_the_page_that_is_shown_leads_there(browser, site_url, when):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        address = f"{site_url}/reference/weapons/"
        if when == "early":
            search_early(page, address)[0].continue_()
        else:
            page.goto(f"{address}#minigun" if when == "again" else address)
            page.evaluate("scrollTo(0, 3000)")
            page.locator("label.md-header__button[for=__search]").click()
            page.wait_for_function(HELD_STILL)
            page.keyboard.type("minigun")
        page.wait_for_function(FIRST_HIT)
        page.keyboard.press("Enter")
        page.wait_for_function(AT_MINIGUN)
        page.wait_for_timeout(600)
        assert page.evaluate(AT_MINIGUN)


@pytest.mark.parametrize("place", ["#actions", "scrolled"])
def test_a_search_that_is_closed_early_leaves_its_reader_where_he_was(browser, site_url, place):
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        script, worker = held_back(page, "**/assets/js/site.js"), held_back(page, "**/assets/js/search-worker.js")
        page.goto(f"{site_url}/rules/vehicles/{place if place[0] == '#' else ''}", wait_until="commit")
        page.wait_for_function("() => document.querySelector('.md-footer')?.checkVisibility()")
        if place == "scrolled":
            page.evaluate("document.querySelector('#actions').scrollIntoView()")
        page.locator("#__search").evaluate("box => box.click()")
        script[0].continue_()
        page.wait_for_load_state("load")
        page.locator("label.md-search__icon[for=__search]").click()
        worker[0].continue_()
        page.wait_for_function(SCRIPT_RUNS)
        page.wait_for_timeout(600)
        assert not page.locator("#__search").is_checked()
        # Fonts that come meanwhile may move it a little.
        assert abs(page.locator("#actions").evaluate("it => it.getBoundingClientRect().top")) < 120


def test_escape_closes_a_search_that_waits_for_its_first_hits(page, site_url):
    held_back(page, "**/assets/js/search-worker.js")
    search_early(page, f"{site_url}/credits/")[0].continue_()
    page.wait_for_load_state("load")
    page.keyboard.press("Escape")
    assert not page.locator("#__search").is_checked() and not page.evaluate(SCRIPT_RUNS)
    page.wait_for_function(SCRIPT_RUNS)
    page.wait_for_timeout(300)
    assert not page.locator("#__search").is_checked()


def test_enter_goes_to_the_best_hit_before_the_pages_script_is_there(page, site_url):
    search_early(page, f"{site_url}/credits/")
    page.wait_for_function(FIRST_HIT)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site_url}/reference/weapons/#minigun", wait_until="commit")


def test_enter_without_a_hit_leaves_the_page_as_it_is(page, site_url):
    """It stays laid out as far as it is seen."""
    held_back(page, "**/assets/js/search-worker.js")
    search_early(page, f"{site_url}/credits/")
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.classList.contains('early')")


def test_what_is_typed_is_answered_again_when_the_rest_of_the_site_is_searched(page, site_url):
    held = held_back(page, "**/search/search_index.json")
    open_search(page, f"{site_url}/credits/", "worker of our own")
    before = page.locator(f"{RESULT} a").evaluate_all("links => links.map(link => link.href)")
    assert not any("/contributing/" in address for address in before)
    page.wait_for_timeout(200)
    held[0].continue_()
    page.wait_for_selector(f"{RESULT} a[href*='/contributing/']")


def test_a_list_that_somebody_has_gone_into_is_left_as_it_is(page, site_url):
    held = held_back(page, "**/search/search_index.json")
    open_search(page, f"{site_url}/credits/", "minigun")
    page.keyboard.press("ArrowDown")
    with page.expect_response("**/search/search_index.json"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.matches('.md-search-result__link')")


@pytest.mark.parametrize("screen", [PHONE | LIGHT, PHONE | DARK, DESKTOP | LIGHT, DESKTOP | DARK], ids=["phone-light", "phone-dark", "desktop-light", "desktop-dark"])
def test_an_open_search_is_accessible_and_fits(browser, site_url, screen):
    with browser.new_context(**screen, reduced_motion="reduce") as context:
        page = context.new_page()
        open_search(page, f"{site_url}/rules/shooting/", "cover")
        assert not page.evaluate(WIDER_THAN_SCREEN)
        assert [(broken["id"], broken["nodes"][0]["html"][:160]) for broken in Axe().run(page, options=AXE).response["violations"]] == []
