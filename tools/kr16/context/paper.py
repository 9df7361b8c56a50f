"""A card or summary under house rules, and what core's says there → the same with a sign at each difference, the old value at its foot.

On paper nothing can be struck out: a * stands behind what is another, and one line tells what it was.
Distances are told in the house rules' own measure, so that another scale is told once and not at every number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .. import live
from ..game import Game
from . import words
from .words import SIGN


def measured(game: Game) -> Game:
    """Return core, its distances told as these house rules measure."""
    return replace(game.base, rules=game.base.rules.model_copy(update={"distances": game.rules.distances}))


def without_changes(game: Game) -> Game:
    """Return core with what house rules add, so that what only they have is told as it would be without their changes."""
    core, tables = measured(game), {}
    for name, table in core.rules:
        if isinstance(table, dict):
            tables[name] = {**table, **{id: record for id, record in getattr(game.rules, name).items() if id not in table}}
    return replace(core, rules=core.rules.model_copy(update=tables))


def told(game: Game, notes: Iterable[str]) -> str:
    """Return the line at the foot: which house rules, how they measure if not as core, and what each * was."""
    scale, was = game.rules.distances, "; ".join(notes)
    measure = f" 1 cm is {live.distance(1, game.rules)}." if scale != game.base.rules.distances else ""
    return f"House rules: {game.title}.{measure}" + (f" {SIGN} was: {was}." if was else "")


def card(make: Callable[[Game], dict], game: Game) -> dict:
    """Return a unit's card, which `make` makes for a game; under house rules with its signs and their foot."""
    new = make(game)
    if game.base is None:
        return new
    old, notes = _before(make, game, new), []
    marked = new | {"stats": _stats(new["stats"], old["stats"], notes), "sections": [_section(s, old["sections"], notes) for s in new["sections"]]}
    if new["points"] != old["points"]:
        marked |= {"type": new["type"] + SIGN}
        notes.append(f"{old['points']} points")
    return marked | {"sections": [*marked["sections"], _foot(game, notes)]}


def summary(make: Callable[[Game], dict], game: Game) -> dict:
    """Return a force's summary, which `make` makes for a game; under house rules with its signs and their foot."""
    new = make(game)
    if game.base is None:
        return new
    old, notes = _before(make, game, new), []
    units, special = new["sections"]
    # Two units may have one name, so each is held against what stands in its own place.
    units = units | {"rows": [_priced(row, was, notes) for row, was in zip(units["rows"], old["sections"][0]["rows"], strict=True)]}
    return new | {"sections": [units, _section(special, old["sections"], notes), _foot(game, notes)]}


def _before(make: Callable[[Game], dict], game: Game, new: dict) -> dict:
    """Return what `make` makes without the house rules' changes, or `new` where core cannot make it at all."""
    try:
        return make(without_changes(game))
    except (LookupError, AttributeError, TypeError):
        return new


def _priced(new: dict, old: dict, notes: list[str]) -> dict:
    """Return a row of the summary with a sign at the price, and at each part of its reasons, that is another."""
    [price], [before] = new["cells"], old["cells"]
    parts, were = new["text"].split(", "), old["text"].split(", ")
    told = [was for was in ([before] if before != price else []) + [part for part in were if part not in parts] if was]
    if told:
        notes.append(f"{new['name']} {', '.join(told)}")
    return new | {"cells": [price if price == before else price + SIGN], "text": ", ".join(part if part in were else part + SIGN for part in parts)}


def reference(make: Callable[[Game], list[dict]], game: Game) -> list[dict]:
    """Return the reference cards, which `make` makes for a game; under house rules with their signs and their foot."""
    new = make(game)
    if game.base is None:
        return new
    old = {card["name"]: card["sections"] for card in make(measured(game))}
    return [_reference(card, old.get(card["name"], []), game) for card in new]


def _reference(new: dict, old: list[dict], game: Game) -> dict:
    notes: list[str] = []
    sections = []
    for section in new["sections"]:
        name = section["id"].replace("-", "_")
        if name in words.SECTIONS:
            notes += [was for _, was in words.text(name, game, measured(game)) if was]
        sections.append(section if name in words.SECTIONS else _section(section, old, notes))
    return new | {"sections": [*sections, _foot(game, notes)]}


def _foot(game: Game, notes: list[str]) -> dict:
    return {"id": "house", "head": [], "label": "", "columns": "0", "rows": [{"cells": [], "name": "", "text": told(game, notes)}]}


def _stats(new: list[dict], old: list[dict], notes: list[str]) -> list[dict]:
    before = {stat["label"]: stat["value"] for stat in old}
    notes += [f"{stat['label']} {before[stat['label']]}" for stat in new if before.get(stat["label"], stat["value"]) != stat["value"]]
    return [stat | {"value": stat["value"] + SIGN} if before.get(stat["label"], stat["value"]) != stat["value"] else stat for stat in new]


def _section(new: dict, old: list[dict], notes: list[str]) -> dict:
    before = {row["name"]: _in_columns(new["head"], section["head"], row) for section in old if section["id"] == new["id"] for row in section["rows"] if row["name"]}
    return new | {"rows": [_row(row, before.get(row["name"]), notes) for row in new["rows"]]}


def _in_columns(new: list[str], old: list[str], row: dict) -> dict:
    """Return a row with its cells in the columns of a table that has more of them, or fewer."""
    if new == old or len(old) != len(row["cells"]):
        return row
    return row | {"cells": [dict(zip(old, row["cells"])).get(head) for head in new]}


def _row(new: dict, old: dict | None, notes: list[str]) -> dict:
    if old is None or len(old["cells"]) != len(new["cells"]) or (new["cells"], new["text"]) == (old["cells"], old["text"]):
        return new
    told = [was for cell, was in zip(new["cells"], old["cells"]) if was not in (cell, None)]
    cells = [cell if was in (cell, None) else cell + SIGN for cell, was in zip(new["cells"], old["cells"])]
    if not told and new["text"] == old["text"]:
        return new
    if new["text"] == old["text"]:
        notes.append(f"{new['name']} {', '.join(told)}")
        return new | {"cells": cells}
    notes.append(f"{new['name']} {', '.join([*told, old['text'] or 'nothing more'])}")
    return new | {"cells": cells, "text": (new["text"] or "nothing more") + SIGN}
