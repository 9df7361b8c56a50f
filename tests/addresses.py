"""A built site -> every address in it: pages, and the sections and records of each. As a program: adds new ones to the published list.

    python -m tests.addresses site
"""
from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path

PUBLISHED = Path(__file__).parent / "published-addresses.txt"


class Page(HTMLParser):
    """A page's anchors, those that stand as headings, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.sections: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if given.get("id"):
            self.ids.add(given["id"])
            self.sections += [given["id"]] * (tag in ("h2", "h3"))
        if tag == "a" and given.get("name"):
            self.ids.add(given["name"])
        for name in ("href", "src"):
            if given.get(name) is not None and given.get("rel") != "canonical":
                self.links.append(given[name])


def pages(site: Path) -> dict[str, Page]:
    """Every page of a site, by its address below the site's own; those of variants too."""
    found = {path.relative_to(site).as_posix().removesuffix("index.html"): path for path in sorted(site.rglob("*.html"))}
    assert found, f"no page in {site}"
    return {address: Page(path.read_text("utf-8")) for address, path in found.items()}


def of_core(site: Path) -> list[str]:
    """The addresses of the rulebook's pages and of their sections; of the contributor's pages only the pages'."""
    found = []
    for address, page in pages(site).items():
        if not address.startswith("variants/") and not address.endswith(".html"):
            found += [address or "./", *(f"{address}#{id}" for id in page.sections if not address.startswith("contributing/"))]
    return found


if __name__ == "__main__":
    known = PUBLISHED.read_text("utf-8").split()
    PUBLISHED.write_text("\n".join(sorted({*known, *of_core(Path(sys.argv[1]))})) + "\n", "utf-8")
