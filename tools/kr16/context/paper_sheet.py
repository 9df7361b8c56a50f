"""The sheet under house rules, and what core's says there → the same with a sign at each difference, the old values at its foot."""

from __future__ import annotations

from collections.abc import Callable

from .. import worth
from ..game import Game
from . import changes, words
from .paper import measured, told
from .words import SIGN


def sheet(make: Callable[[Game], dict], game: Game) -> dict:
    """Return the sheet, which `make` makes for a game; under house rules with its signs, their words and their foot."""
    new = make(game)
    if game.base is None:
        return new | {"house": ""}
    old = make(measured(game))
    elsewhere = _elsewhere(game)
    charts = {chart["caption"]: chart for chart in old["charts"]}
    return new | {
        "title": f"{new['title']}: {game.title}",
        "texts": {name: [line for line, _ in words.text(name, game, measured(game))] for name in new["texts"]},
        "orders": _table(new["orders"], old["orders"]),
        "tables": {name: _table(table, old["tables"][name]) for name, table in new["tables"].items()},
        "charts": [_table(chart, charts[chart["caption"]]) if chart["caption"] in charts else chart for chart in new["charts"]],
        "house": told(game, _edits(game)) + _listed(game) + (f" More in the rules: {', '.join(elsewhere)}." if elsewhere else ""),
    }


def _edits(game: Game) -> list[str]:
    """Return what the sheet's signs come from: each change with its old value."""
    found = [change for change in changes.changes(game) if not change["path"].startswith(("distances.", "ruleset.")) and change["path"].rsplit(".", 1)[-1] not in worth.WORDS]
    return [f"{change['name']} {change['old']}" for change in found if change["kind"] == "change"]


def _listed(game: Game) -> str:
    """Return what is new and what is gone, by name."""
    said = ""
    for kind, word in (("add", "New"), ("remove", "Gone")):
        found = [change["name"] for change in changes.changes(game) if change["kind"] == kind and not change["path"].startswith("readings.")]
        names = [name if name.endswith("+") else name.rsplit(", ", 1)[-1] for name in found]
        said += f" {word}: {', '.join(names)}." if names else ""
    return said


def _table(new: dict, old: dict) -> dict:
    before, rows = {row[0]: dict(zip(old["heads"], row)) for row in old["rows"]}, []
    for row in new["rows"]:
        was = before.get(row[0])
        rows.append([row[0] + SIGN, *row[1:]] if was is None else [cell + SIGN if was.get(head, cell) != cell else cell for head, cell in zip(new["heads"], row)])
    return new | {"heads": [head if head in old["heads"] else head + SIGN for head in new["heads"]], "rows": rows}


def _elsewhere(game: Game) -> list[str]:
    """Return the titles of new pages and the names of sections with house rules that no text of the sheet stands for."""
    known = {address for addresses in words.SECTIONS.values() for address in addresses}
    found = []
    for one in game.chain:
        found += [page.title for page in one.pages.values()]
        found += [address.replace(".", ": ").replace("-", " ").capitalize() for address in one.sections if address not in known and address.split(".")[0] not in ("play", "index")]
    return found
