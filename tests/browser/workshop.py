"""The workshop of the built site, opened and used as a person would: what its tests share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
SCREENS = {"phone": PHONE, "desktop": DESKTOP}
KEY = "Object.keys(localStorage).find((key) => /^kr16 workshop .*\\/$/.test(key))"
KEPT = f"() => JSON.parse(localStorage.getItem({KEY}))"
# Storage that has no room, and has room again.
FULL = "() => { window.kept = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
ROOM = "() => { Storage.prototype.setItem = window.kept; }"
# Fails after ten seconds, where a page's own wait would go on for ever.
RESTED = """async () => {
  const end = performance.now() + 10_000;
  while (document.querySelector('kr-workshop')?.due) {
    if (performance.now() > end) throw new Error('the fields never show the last change');
    await new Promise((done) => setTimeout(done));
  }
}"""


class Shop:
    """A page with the workshop, by what stands on it."""

    def __init__(self, page, url: str, path: str = "/"):
        self.page, self.url, self.troubles, self.hurries = page, f"{url}{path}play/workshop/", [], False
        page.on("console", lambda message: self.troubles.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        page.on("request", lambda request: request.url.startswith((url, "data:", "blob:")) or self.troubles.append(f"request: {request.url}"))

    def open(self, fragment: str = "") -> Shop:
        self.page.goto(self.url + fragment)
        self.page.wait_for_selector("kr-force-bar")
        return self

    def rest(self) -> Shop:
        """Wait until the fields, too, show the last change: they do a frame after the points and the card."""
        if not self.hurries:
            self.page.evaluate(RESTED)
        return self

    def press(self, name: str, nth: int = 0) -> Shop:
        self.page.get_by_role("button", name=name, exact=True).nth(nth).click()
        return self.rest()

    def fill(self, label: str, value: object, nth: int = 0) -> Shop:
        self.page.get_by_label(label, exact=True).nth(nth).fill(str(value))
        return self.rest()

    def choose(self, label: str, value: object, nth: int = 0) -> Shop:
        self.page.get_by_label(label, exact=True).nth(nth).select_option(str(value))
        return self.rest()

    def begin(self, which: str = "") -> Shop:
        """Begin another force: an example, or a new one."""
        return self.choose("Begin another", which).press("Begin")

    def tick(self, name: str) -> Shop:
        self.page.locator(".kr-tick", has_text=name).first.click()
        return self.rest()

    def squad(self, name: str, *, figures: int, grade: str, save: int, weapons: list[tuple[str, int]], specials: list[str] = ()) -> Shop:
        self.press("Add infantry").fill("Name", name).fill("Figures", figures).choose("Grade", grade).choose("Save", save)
        for number, (weapon, count) in enumerate(weapons, 1):
            self.press("Add a weapon").choose(f"Weapon {number}", weapon).fill("Carried by", count, number - 1)
        for special in specials:
            self.tick(special)
        return self

    def working(self) -> list[tuple[str, str]]:
        """The lines of the points, each with what it is and how many."""
        return [tuple(row.split("\t")) for row in self.page.locator("kr-unit-points tr:not(.kr-cost__within)").all_inner_texts()]

    def total(self) -> str:
        return self.page.locator(".kr-ws__total").inner_text()

    def card(self) -> str:
        return self.page.locator("kr-unit-card .kr-card").inner_text()

    def warning(self) -> str:
        return self.page.locator(".kr-ws__warning").inner_text()

    def has_units(self, count: int) -> Shop:
        """Wait until the force holds this many units: a file or a link of many takes a while to open."""
        expect(self.page.locator(".kr-units__one")).to_have_count(count, timeout=30_000)
        return self

    def names(self) -> list[str]:
        return self.page.locator(".kr-units__name").all_inner_texts()

    def link(self) -> str:
        self.press("Share a link")
        self.page.wait_for_selector(".kr-ws__link")
        return self.page.locator(".kr-ws__link").input_value()

    def export(self) -> str:
        with self.page.expect_download() as download:
            self.press("Save as a file")
        return download.value.path().read_text("utf-8")

    def take(self, text: str | bytes, name: str = "force.yaml") -> Shop:
        content = text.encode() if isinstance(text, str) else text
        self.page.get_by_label("Open a file").set_input_files({"name": name, "mimeType": "text/yaml", "buffer": content})
        return self

    def forces(self) -> list[str]:
        """The names of the forces that can be opened."""
        return self.page.get_by_label("Force", exact=True).locator("option").all_inner_texts()

    def another(self) -> Shop:
        """The same in another window of the same browser."""
        return Shop(self.page.context.new_page(), self.url.removesuffix("/play/workshop/")).open()

    def kept(self) -> dict:
        """What the browser keeps, once the page has rested."""
        self.page.wait_for_timeout(800)
        return self.page.evaluate(KEPT)


@contextmanager
def shop(browser, url: str, screen: dict = DESKTOP, path: str = "/") -> Iterator[Shop]:
    """A workshop in a browser of its own; at the end nothing may have gone wrong unseen."""
    with browser.new_context(**screen, accept_downloads=True) as context:
        opened = Shop(context.new_page(), url, path).open()
        yield opened
        assert opened.troubles == []
