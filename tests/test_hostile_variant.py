"""A variant's file with markup in every text that a person may write there → a site in which all of it is text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
import yaml
from kr16 import pages, site

from tests.ruled import core, project

# Closes an attribute, an element or a script, wherever it lands; `evil` marks what must not become a tag or an attribute.
HOSTILE = "\"'></title></script><evil-tag evil-attribute=1> &amp; `q` [z](javascript:evil) ![z](//evil/x.png) ${evil}"
VARIANT = {
    "id": "x",
    "title": HOSTILE,
    "base": "core 1.6",
    "author": HOSTILE,
    "version": HOSTILE,
    "summary": HOSTILE,
    "distances": {"unit": "\"'><evil a>", "per_cm": 0.5, "round": "half", "why": HOSTILE},
    "change": {
        "orders.run.name": {"from": "Run", "to": HOSTILE, "why": HOSTILE},
        "weapons.minigun.name": {"from": "Minigun", "to": HOSTILE, "why": HOSTILE},
        "vehicles.apc.name": {"from": "APC", "to": HOSTILE, "why": HOSTILE},
        "weapons.shotgun.aliases": {"add": [HOSTILE], "why": HOSTILE},
        "abilities.medic.card": {"from": core()[0].rules.abilities["medic"].card, "to": HOSTILE, "why": HOSTILE},
    },
    "remove": {"weapons.mortar": {"why": HOSTILE}},
    "rules": {
        "shooting.shaken": {"append": "A word.\n", "why": HOSTILE},
        "pages": [{"id": "house", "title": HOSTILE, "text": "Words.\n"}],
    },
}


class Tags(HTMLParser):
    """Collects what a page has of hostile tags, attributes and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attributes) -> None:
        self.found += [self.get_starttag_text()] * (tag.startswith("evil") or any(name.startswith("evil") or (name in ("href", "src") and re.match("javascript:|//", value or "")) for name, value in attributes))


def evil(page: str) -> list[str]:
    parser = Tags()
    parser.feed(page)
    return parser.found


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    here, folder = project(tmp_path_factory.mktemp("hostile"), {"x": yaml.safe_dump(VARIANT, sort_keys=False)}), tmp_path_factory.mktemp("hostile-site") / "site"
    games = [core()[0], pages.checked(here, "x", core())]
    site.build(here, folder, [site.Part(one, {}, root=one is games[0]) for one in games])
    return folder


def test_on_every_page_it_is_text(built):
    """In heads, navigation, tables, marks, the footer and the switch, of its own site and of core's."""
    found = {path.relative_to(built).as_posix(): evil(path.read_text("utf-8")) for path in built.rglob("*.html")}
    assert len(found) > 50 and {name: tags for name, tags in found.items() if tags} == {}


def test_it_is_shown_as_it_was_written(built):
    """Escaped once, not twice: a reader sees the very characters."""
    front, rules = ((built / "variants/x" / page).read_text("utf-8") for page in ("index.html", "rules/house/index.html"))
    for page in (front, rules):
        assert "&amp;lt;evil-tag" not in page and "&amp;amp;amp;" not in page
        parser = Words()
        parser.feed(page)
        assert " ".join("".join(parser.found["title"]).split()).count(HOSTILE) == 1 + (page is rules)
        assert HOSTILE in "".join(parser.found["footer"])


def test_what_scripts_and_search_read_is_data(built):
    house = built / "variants/x"
    assert json.loads((house / "data/ruleset.json").read_text("utf-8"))["title"] == HOSTILE
    assert json.loads((house / "site.webmanifest").read_text("utf-8"))["name"].startswith(HOSTILE)
    assert "</script" not in "".join(re.findall(r"<script[^>]*>(.*?)</script>", (house / "index.html").read_text("utf-8"), re.S))


class Words(HTMLParser):
    """Collects the text within each kind of element."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: dict[str, list[str]] = {}

    def handle_starttag(self, tag, attributes) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data) -> None:
        for tag in set(self.open):
            self.found.setdefault(tag, []).append(data)
