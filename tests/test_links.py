"""The built site hangs together: every link in it leads somewhere, and what was published once still does."""
from __future__ import annotations

from dataclasses import replace
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from kr16 import pages as written
from kr16 import redirects
from mkdocs.exceptions import PluginError

from tests import addresses
from tests.kernel import ROOT, core

HERE = "https://site.example/"


@pytest.fixture(scope="module")
def pages(site):
    return addresses.pages(site)


def test_every_link_leads_to_a_page_a_file_or_a_section(site, pages):
    """From the pages of every variant too, whether the link comes from Markdown, a template or typed HTML."""
    dead = []
    for address, page in pages.items():
        for link in page.links:
            target = urlsplit(urljoin(HERE + address, link))
            if not target.geturl().startswith(HERE):
                continue
            path, anchor = unquote(target.path).lstrip("/"), unquote(target.fragment)
            if path in pages:
                if anchor and anchor not in pages[path].ids and not anchor.startswith("__"):
                    dead.append(f"{address}: {link}: no such section")
            elif not (site / path).is_file():
                dead.append(f"{address}: {link}: no such file")
    assert dead == []


def test_an_address_once_published_keeps_working(pages):
    """A page that moves gets a line under `redirects:` in mkdocs.yml, a record that is renamed its old id under `was:`."""
    published = addresses.PUBLISHED.read_text("utf-8").split()
    assert published == sorted(set(published)) and published
    lost = []
    for line in published:
        path, _, anchor = line.removeprefix("./").partition("#")
        if path not in pages or anchor and anchor not in pages[path].ids:
            lost.append(line)
    assert lost == []


def test_a_renamed_record_is_still_found_by_its_former_id():
    rules = core().rules
    weapons = rules.weapons | {"minigun": rules.weapons["minigun"].model_copy(update={"was": ["rotary-gun"]})}
    made = written.pages(replace(core(), rules=rules.model_copy(update={"weapons": weapons})), ROOT)
    (page,) = [page.text for page in made if page.uri == "reference/weapons.md"]
    assert page.index('<span id="rotary-gun"></span>') + 60 > page.index("{ #minigun }")


def test_a_moved_page_leads_on_to_the_new_one(tmp_path):
    redirects.write(tmp_path, ROOT, {"rules/fighting.md": "rules/shooting.md"})
    page = addresses.Page((tmp_path / "rules/fighting/index.html").read_text("utf-8"))
    assert page.links == ["../shooting/"]


def test_a_page_that_exists_is_not_replaced_by_one_that_leads_away(tmp_path):
    (tmp_path / "index.html").write_text("here", "utf-8")
    with pytest.raises(PluginError, match="mkdocs.yml: redirects: index.md is a page of the site"):
        redirects.write(tmp_path, ROOT, {"index.md": "rules/index.md"})
    assert (tmp_path / "index.html").read_text("utf-8") == "here"
