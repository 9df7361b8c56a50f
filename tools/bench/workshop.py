"""A force of a hundred in the workshop, on a phone slowed 4× -> how soon a change shows in points and card; what the workshop weighs."""
from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from tests.browser import chromium
from tests.browser.server import serving

from .card_print import force_of
from .measure import PYTHON, Result, run

UNITS, CHANGES, SLOWED = 100, 60, 4
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
# From the change to the end of the frame that shows it.
TIMED = """async ({kind, times}) => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => { const {port1, port2} = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); }));
  const named = (name) => [...document.querySelectorAll("kr-workshop button")].find((one) => one.textContent === name);
  const rows = () => document.querySelectorAll(".kr-units__one");
  const found = [];
  for (let i = 0; i < times; i++) {
    if (kind === "change") rows()[(i * 7) % rows().length].click();
    await new Promise((done) => setTimeout(done, 40));
    const button = named("Add infantry");
    const field = document.getElementById("kr-ws-figures") ?? document.getElementById("kr-ws-name");
    (kind === "add" ? button : field).focus();
    await painted();
    const start = performance.now();
    if (kind === "add") {
      button.click();
    } else {
      field.value = field.inputMode === "numeric" ? String(1 + (i % 9)) : `Renamed ${i}`;
      field.dispatchEvent(new Event("input", {bubbles: true}));
    }
    await painted();
    found.push(performance.now() - start);
    if (kind === "add") named("Undo").click();
  }
  return found;
}"""


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name, chromium.opened() as browser:
        site, force = Path(name) / "site", force_of(UNITS, Path(name))
        run([PYTHON, "-m", "kr16", "build", "--variant", "core", "--no-pdf", "-d", site])
        with serving(site) as url, browser.new_context(**PHONE) as context:
            page = context.new_page()
            page.goto(f"{url}/play/workshop/")
            page.get_by_label("Open a file").set_input_files(force)
            page.wait_for_function("(count) => document.querySelectorAll('.kr-units__one').length === count", arg=len(yaml.safe_load(force.read_text("utf-8"))["units"]))
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            for kind, words in {"change": "a unit changed", "add": "a unit added"}.items():
                page.evaluate(TIMED, {"kind": kind, "times": 5})
                yield Result(f"workshop, {words} in a force of {UNITS}, CPU slowed {SLOWED}×, p95", percentile(page.evaluate(TIMED, {"kind": kind, "times": CHANGES}), 95), "ms", at_most=50)
        ours = [site / "assets/js/workshop.mjs", *(site / "assets/css").glob("workshop*.css")]
        yield Result("workshop, code, templates and styles, gzipped", sum(len(gzip.compress(path.read_bytes())) for path in ours) / 1024, "KiB", at_most=40)


def percentile(found: list[float], share: int) -> float:
    return sorted(found)[min(len(found) - 1, len(found) * share // 100)]
