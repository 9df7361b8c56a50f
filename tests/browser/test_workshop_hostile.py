"""Names, files and links that mean harm: they stay text, and what cannot be read is refused whole."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
import yaml

from tests.browser.workshop import shop
from tests.hostile import STRINGS
from tests.kernel import ROOT

pytestmark = pytest.mark.browser
MARKED = "() => { window.hits = []; window.kr16_hit = (what) => window.hits.push(what); }"
# What stands on the page as an element or an attribute that our own code never makes.
STRANGE = """() => [document, document.querySelector('kr-unit-card')?.shadowRoot].filter(Boolean).flatMap((root) =>
  [...root.querySelectorAll('kr-workshop *, .kr-preview *, .kr-sheets *')].filter((one) =>
    ['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'META', 'FORM', 'STYLE', 'MATH', 'VIDEO', 'AUDIO', 'MARQUEE', 'TEMPLATE', 'A'].includes(one.tagName)
    || [...one.attributes].some((attribute) => attribute.name.startsWith('on') || /javascript:|evil/.test(attribute.value) && attribute.name !== 'value')
    || (one.tagName === 'IMG' && !/assets\\/icons\\/[a-z-]+\\.svg$/.test(one.src))).map((one) => one.outerHTML.slice(0, 120)))"""
WORD = [text for text in STRINGS if len(text) <= 120]


def force(texts: list[str]) -> dict:
    """A force with these texts in every place where a text may stand."""
    units = []
    for text in texts:
        weapon = {"weapon": {"name": text, "range_cm": 20, "dv": 2, "category": "small-arm"}}
        units.append({"name": text, "grade": "grunt", "save": 5, "figures": 2, "weapons": [weapon], "note": text})
        units.append({"name": text, "grade": "grunt", "vehicle": {"kind": "walker", "full_speed_cm": 15, "save": 4, "weapons": [{"weapon": "light-cannon", "name": text}, weapon]}, "passengers": [text], "note": text})
    return {"force": texts[0], "rules": "core", "note": texts[-1], "units": units}


def packed(force: object) -> str:
    """A link's word as anybody could make it."""
    squeeze = zlib.compressobj(wbits=-15)
    text = force if isinstance(force, bytes) else json.dumps(force).encode()
    return base64.urlsafe_b64encode(b"\x01" + squeeze.compress(text) + squeeze.flush()).decode().rstrip("=")


def unharmed(at) -> list[str]:
    """Click through every unit; what ran, and what strange things stand on the page."""
    found = []
    for row in at.page.locator(".kr-units__one").all():
        row.click()
        found += at.page.evaluate(STRANGE)
    return found + at.page.evaluate("window.hits")


def test_there_are_enough_texts():
    assert len(set(STRINGS)) >= 60 and len(WORD) >= 60


def test_every_text_field_takes_every_text_as_text(browser, site_url):
    with shop(browser, site_url) as at:
        at.page.evaluate(MARKED)
        at.press("Add infantry").press("Add a weapon of your own").press("Add a vehicle").choose("Vehicle", "(own)").press("Add a weapon")
        at.press("Add a weapon of your own")
        # Typing, as one script does it: each field of both units, each text, and what stands there afterwards.
        for row in (0, 1):
            at.page.locator(".kr-units__one").nth(row).click()
            lost = at.page.evaluate(
                """(texts) => [...document.querySelectorAll('kr-workshop input[type=text]:not([readonly]), kr-workshop textarea')].map((one) => one.id).flatMap((id) => texts.flatMap((text) => {
                  const one = document.getElementById(id);
                  one.value = text;
                  one.dispatchEvent(new Event('input', {bubbles: true}));
                  return document.getElementById(id) === one ? [] : [id];
                }))""",
                WORD,
            )
            assert lost == []
            assert at.page.evaluate(STRANGE) == []
        for text in WORD[:8]:
            at.fill("Name", text)
            assert at.names()[1] == " ".join(text.split())
        assert unharmed(at) == []


def test_files_with_every_text_stay_text_and_come_out_as_they_went_in(browser, site_url):
    with shop(browser, site_url) as at:
        at.page.evaluate(MARKED)
        sent = force(WORD)
        at.take(yaml.safe_dump(json.loads(json.dumps(sent)), allow_unicode=True, sort_keys=False))
        at.has_units(2 * len(WORD))
        assert yaml.safe_load(at.export()) == sent
        assert unharmed(at) == []


def test_links_with_every_text_stay_text_on_screen_and_on_paper(browser, site_url):
    with shop(browser, site_url) as at:
        at.page.add_init_script(f"({MARKED})()")
        sent = force(WORD)
        at.page.goto("about:blank")
        at.open(f"#f={packed(sent)}")
        at.has_units(2 * len(WORD))
        assert unharmed(at) == []
        at.page.goto(f"{site_url}/print/workshop.html#f={packed(sent)}")
        at.page.wait_for_selector(".kr-sheet")
        for what in ("cards", "summary"):
            at.page.get_by_label("Print", exact=True).select_option(what)
            assert at.page.evaluate(STRANGE) + at.page.evaluate("window.hits") == []


REFUSED_FILES = {
    "tag": ("force: !!python/object/apply:os.system [x]\nrules: core\nunits: []", "a YAML tag"),
    "anchor": ("force: &a x\nrules: core\nunits: [*a]", "a YAML anchor"),
    "merge": ("force: x\nrules: core\n<<: {a: b}\nunits: []", "a YAML merge"),
    "deep": ("force: " + "[" * 5000 + "]" * 5000, "nested more than 20 deep"),
    "huge": ("force: x\n" + "# " + "x" * 2_100_000, "the file is too large"),
    "binary": ("force: x\n\x00", "a character that YAML does not allow"),
    "no-keys": ("just words", "no keys and values here"),
    "empty": ("", "no keys and values here"),
    "json-of-something-else": ('{"version": 3, "roster": []}', "unknown key"),
    "no-units": ("force: x\nrules: core\nunits: []", "empty; write at least 1"),
    "list-for-a-number": ("force: x\nrules: core\nunits: [{name: a, grade: grunt, figures: [5]}]", "not a whole number (got a list)"),
    "list-for-a-text": ("force: [x]\nrules: core\nunits: [{name: a, grade: grunt}]", "not text (got a list)"),
    "number-for-a-mapping": ("force: x\nrules: core\nunits: [5]", "not keys and values (got 5)"),
    "too-many-units": ("force: x\nrules: core\nunits:\n" + "- {name: a, grade: grunt}\n" * 2001, "too many (got 2001); at most 2000"),
    "prototype": ("force: x\nrules: core\n__proto__: {a: b}\nunits: [{name: a, grade: grunt}]", "unknown key"),
    "two-documents": ("force: x\n---\nforce: y", "a second document begins here"),
}


def test_a_file_that_is_none_is_refused_and_nothing_changes(browser, site_url):
    with shop(browser, site_url) as at:
        at.press("Add infantry")
        for name, (text, words) in REFUSED_FILES.items():
            at.take(text)
            at.page.wait_for_function("(words) => document.querySelector('.kr-ws__warning:not([hidden])')?.innerText.includes(words)", arg=words, timeout=10_000)
            assert at.names() == ["Squad"], name
            at.press("Close")


GOOD = packed({"force": "x", "rules": "core", "units": [{"name": "a", "grade": "grunt", "save": 5, "figures": 1}]})
REFUSED_LINKS = {
    "": "damaged",
    "A": "damaged",
    "%00": "damaged",
    "<script>": "damaged",
    GOOD[: len(GOOD) // 2]: "damaged",
    GOOD[:-3] + "AAA": "damaged",
    "_" + GOOD[1:]: "newer kind",
    "AQ": "damaged",
    packed(b"not json"): "damaged",
    packed(b"\xff\xfe"): "damaged",
    packed(b"null"): "not keys and values",
    packed(b"[" * 200_000): "damaged",
    packed(b'"' + b"x" * 3_000_000 + b'"'): "damaged",
    packed({"force": "x", "rules": "core", "units": [{"name": 5, "grade": "grunt"}]}): "not text (got 5)",
}


def test_a_link_that_is_none_is_refused_in_words(browser, site_url):
    with shop(browser, site_url) as at:
        for word, words in REFUSED_LINKS.items():
            at.page.evaluate("(word) => { const warning = document.querySelector('.kr-ws__warning'); warning.hidden = true; warning.lastChild.textContent = ''; location.hash = `f=${word}`; }", word)
            at.page.wait_for_function("(words) => document.querySelector('.kr-ws__warning:not([hidden])')?.innerText.includes(words)", arg=words, timeout=10_000)
            assert at.names() == []


def test_a_link_of_other_rules_opens_and_says_what_no_longer_exists(browser, site_url):
    gone = {"force": "Old", "rules": "last-year", "units": [
        {"name": "A", "grade": "grunt", "save": 5, "figures": 2, "weapons": [{"weapon": "lihgt-machine-gun"}, {"weapon": "handgun"}]},
        {"name": "B", "grade": "grunt", "vehicle": "hover-tank"},
    ]}
    with shop(browser, site_url) as at:
        at.open(f"#f={packed(gone)}").has_units(2)
        assert at.names() == ["A", "B"]
        words = at.warning()
        assert "made for the rules 'last-year'" in words
        assert "A: weapons.0.weapon: unknown weapon 'lihgt-machine-gun'; did you mean 'light-machine-gun'?" in words
        assert "B: vehicle: unknown vehicle 'hover-tank'" in words
        assert at.page.get_by_label("Weapon 1", exact=True).locator("option:checked").inner_text() == "lihgt-machine-gun (not in these rules)"
        at.choose("Weapon 1", "light-machine-gun")
        assert at.page.locator(".kr-units__remark").all_inner_texts() == ["", "not right yet"]


def test_what_the_schema_says_is_what_python_says():
    """The files that are refused here are refused by Python too."""
    from kr16 import force
    from kr16.errors import Refused
    from kr16.parse import parse

    from tests.kernel import core

    for name, (text, _) in REFUSED_FILES.items():
        if name != "huge":
            with pytest.raises(Refused):
                force.check(parse(text, "force.yaml"), core())
    assert (ROOT / "tests/hostile.py").is_file()
