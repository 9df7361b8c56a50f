"""Questions typed into the built site -> at which rank the answer stands, and how soon; stock Material beside it."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser import chromium
from tests.browser.server import serving

from . import lookups
from .measure import PYTHON, ROOT, Result, run

FIELD, LINKS = "[data-md-component=search-query]", "[data-md-component=search-result] a"
SETS = {"own": ROOT / "tests/lookups.yaml", "held-out": ROOT / "tests/lookups-held-out.yaml", "shared": ROOT.parent / "shared/lookups.yaml"}
TYPED = 40
# Counts queries and answers between Material and its worker (stock answers each, ours only the newest, and says which it was); `typed` is how many came before the last change of the field, `shown` when the last answer was drawn, `key` when the last key came up.
WATCH = """
const Plain = Worker;
window.search = {asked: [], answered: 0, typed: 0, ready: false};
window.Worker = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => {
      search.ready = true;
      if (data.type === 3) requestAnimationFrame(() => { search.answered = "query" in data ? search.asked.lastIndexOf(data.query) + 1 : search.answered + 1; search.shown = performance.now(); });
    });
  }
  postMessage(message, ...rest) {
    if (message.type === 2) search.asked.push(message.data);
    super.postMessage(message, ...rest);
  }
};
document.addEventListener("input", () => { search.typed = search.asked.length; }, true);
document.addEventListener("keyup", () => { search.key = performance.now(); }, true);
"""
SETTLED = "() => search.ready && search.asked.length > search.typed && search.asked.length === search.answered"


def measure() -> Iterator[Result]:
    with TemporaryDirectory() as name, chromium.opened() as browser:
        ours, stock = build(Path(name))
        questions = {kind: lookups.cases(path) for kind, path in SETS.items() if path.exists()}
        for kind, cases in questions.items():
            ranks = [lookups.rank(case, found, ours) for found, case in zip(answers(browser, ours, cases), cases)]
            yield Result(f"search, {kind} questions ({len(cases)}): the answer comes first", 100 * sum(rank == 1 for rank in ranks) / len(ranks), "%", at_least=90)
            yield Result(f"search, {kind} questions ({len(cases)}): in the first three", 100 * sum(rank in (1, 2, 3) for rank in ranks) / len(ranks), "%", at_least=100)
        typed = [case.query for cases in questions.values() for case in cases][:TYPED]
        times = {"ours": waits(browser, ours, typed), "stock": waits(browser, stock, typed)}
    for kind, found in times.items():
        yield Result(f"search, last key to results, p95, CPU slowed 4×: {kind}", percentile(found, 95), "ms")
    yield Result("search, last key to results against stock", percentile(times["ours"], 95) / percentile(times["stock"], 95), "×", at_most=1)


def build(folder: Path) -> tuple[Path, Path]:
    """Build our site, and a stock Material site of the same pages."""
    run([PYTHON, "-m", "kr16", "build", "--variant", "core", "--no-pdf", "-d", folder / "ours"])
    run([PYTHON, "-m", "tools.bench.bare_site", folder / "bare"])
    run([PYTHON, "-m", "mkdocs", "build", "-q", "-f", folder / "bare/mkdocs.yml", "-d", folder / "stock"])
    return folder / "ours", folder / "stock"


def opened(browser, url: str):
    """A page of a site with its search open and ready."""
    page = browser.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{url}/rules/orders/")
    page.keyboard.press("/")
    page.wait_for_function("() => search.ready")
    return page


def answers(browser, site: Path, cases: list[lookups.Case]) -> Iterator[list[str]]:
    """Yield for each question where the results lead, best first."""
    with serving(site) as url:
        page = opened(browser, url)
        for case in cases:
            page.locator(FIELD).fill(case.query)
            page.keyboard.press("End")
            page.wait_for_function(SETTLED)
            yield [href.removeprefix(f"{url}/") for href in page.locator(LINKS).evaluate_all("links => links.map(link => link.href)")]
        page.close()


def waits(browser, site: Path, queries: list[str]) -> list[float]:
    """Return how long after the last key of each query its results were drawn, in milliseconds."""
    found = []
    with serving(site) as url:
        page = opened(browser, url)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        for query in queries:
            page.locator(FIELD).fill("")
            page.keyboard.press("End")
            page.locator(FIELD).press_sequentially(query, delay=60)
            page.wait_for_function(SETTLED)
            found.append(page.evaluate("Math.max(0, search.shown - search.key)"))
        page.close()
    return found


def percentile(values: list[float], percent: int) -> float:
    """Return the value that so many in a hundred do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]
