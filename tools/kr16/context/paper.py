"""A card or sheet under house rules, and what core's says there → the same with a sign at each difference, the old value at its foot.

On paper nothing can be struck out: a * stands behind what is another, and one line tells what it was.
Distances are told in the house rules' own measure, so that another scale is told once and not at every number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from .. import live, worth
from ..game import Game
from ..variants import Found
from . import changes, costs

SIGN = "*"
# The texts of the sheet and the sections of the rules pages that they stand for.
SECTIONS = {
    "turn": ("turn.initiative", "turn.activation", "turn.command-roll", "turn.failing", "turn.end-of-turn"),
    "squads": ("turn.squads", "turn.coherency", "turn.commanders", "troops.grades"),
    "shooting": ("shooting.sequence", "shooting.to-hit", "shooting.dice", "shooting.one-target", "shooting.weapons", "shooting.casualties"),
    "shaken": ("shooting.shaken", "shooting.shaken-ends"),
    "cover": ("shooting.cover", "shooting.cover-edge"),
    "hand_to_hand": ("hand-to-hand.fighting", "hand-to-hand.losses", "hand-to-hand.later-rounds", "hand-to-hand.leaving"),
    "vehicles": ("vehicles.activation", "vehicles.moving", "vehicles.roads", "vehicles.facing", "vehicles.damage", "vehicles.getting-out"),
    "mines": ("mines.ap", "mines.at", "mines.mixed", "mines.proximity"),
    "buildings": ("buildings.as-cover", "buildings.concealment", "buildings.structure-points", "buildings.half-gone", "buildings.destroyed"),
    "insurgents": ("insurgents.hidden", "insurgents.revealing", "insurgents.rules-of-engagement"),
    "campaign": ("campaign.earning", "campaign.fates", "campaign.repairs", "campaign.spending"),
}
LONG = 320


def measured(game: Game) -> Game:
    """Return core, its distances told as these house rules measure."""
    return replace(game.base, rules=game.base.rules.model_copy(update={"distances": game.rules.distances}))


def told(game: Game, notes: Iterable[str]) -> str:
    """Return the line at the foot: which house rules, how they measure if not as core, and what each * was."""
    scale, was = game.rules.distances, "; ".join(notes)
    measure = f" 1 cm is {live.distance(1, game.rules)}." if scale != game.base.rules.distances else ""
    return f"House rules: {game.title}.{measure}" + (f" {SIGN} was: {was}." if was else "")


# --- cards ----------------------------------------------------------------------------------------


def card(make: Callable[[Game], dict], game: Game) -> dict:
    """Return a unit's card, which `make` makes for a game; under house rules with its signs and their foot."""
    new = make(game)
    if game.base is None:
        return new
    try:
        old = make(measured(game))
    except (LookupError, AttributeError, TypeError):
        old = new
    notes: list[str] = []
    marked = new | {"stats": _stats(new["stats"], old["stats"], notes), "sections": [_section(s, old["sections"], notes) for s in new["sections"]]}
    if new["points"] != old["points"]:
        marked |= {"type": new["type"] + SIGN}
        notes.append(f"{old['points']} points")
    foot = {"id": "house", "head": [], "label": "", "columns": "0", "rows": [{"cells": [], "name": "", "text": told(game, notes)}]}
    return marked | {"sections": [*marked["sections"], foot]}


def _stats(new: list[dict], old: list[dict], notes: list[str]) -> list[dict]:
    before = {stat["label"]: stat["value"] for stat in old}
    notes += [f"{stat['label']} {before[stat['label']]}" for stat in new if before.get(stat["label"], stat["value"]) != stat["value"]]
    return [stat | {"value": stat["value"] + SIGN} if before.get(stat["label"], stat["value"]) != stat["value"] else stat for stat in new]


def _section(new: dict, old: list[dict], notes: list[str]) -> dict:
    before = {row["name"]: row for section in old if section["id"] == new["id"] for row in section["rows"] if row["name"]}
    return new | {"rows": [_row(row, before.get(row["name"]), notes) for row in new["rows"]]}


def _row(new: dict, old: dict | None, notes: list[str]) -> dict:
    if old is None or len(old["cells"]) != len(new["cells"]) or (new["cells"], new["text"]) == (old["cells"], old["text"]):
        return new
    cells = [cell + SIGN if cell != was else cell for cell, was in zip(new["cells"], old["cells"])]
    told = [was for cell, was in zip(new["cells"], old["cells"]) if cell != was]
    if new["text"] == old["text"]:
        notes.append(f"{new['name']} {', '.join(told)}")
        return new | {"cells": cells}
    notes.append(f"{new['name']} {', '.join([*told, old['text'] or 'nothing more'])}")
    return new | {"cells": cells, "text": (new["text"] or "nothing more") + SIGN}


# --- the sheet ------------------------------------------------------------------------------------


def sheet(make: Callable[[Game], dict], game: Game) -> dict:
    """Return the sheet, which `make` makes for a game; under house rules with its signs, their words and their foot."""
    new = make(game)
    if game.base is None:
        return new | {"house": ""}
    old = make(measured(game))
    texts, elsewhere = _words(game, {name: _lines(lines, old["texts"][name]) for name, lines in new["texts"].items()})
    charts = {chart["caption"]: chart for chart in old["charts"]}
    return new | {
        "title": f"{new['title']}: {game.title}",
        "texts": texts,
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


def _lines(new: list[list[dict]], old: list[list[dict]]) -> list[list[dict]]:
    before = [plain(line) for line in old]
    return [line if plain(line) in before else [*line, {"text": SIGN, "strong": False}] for line in new]


def plain(line: Sequence[dict]) -> str:
    """Return a line's pieces as one text."""
    return "".join(piece["text"] for piece in line)


def _words(game: Game, texts: dict[str, list]) -> tuple[dict[str, list], list[str]]:
    """Return the sheet's texts with house rules in place of what they replace, and the addresses of those that have no place there."""
    elsewhere, texts = [], dict(texts)
    for one in game.chain:
        elsewhere += [page.title for page in one.pages.values()]
        for name, replaced, lines in _blocks(one, game):
            texts[name] = [*([] if replaced else texts[name]), *lines]
        known = {address for addresses in SECTIONS.values() for address in addresses}
        elsewhere += [address.replace(".", ": ").replace("-", " ").capitalize() for address in one.sections if address not in known and address.split(".")[0] not in ("play", "index")]
    return texts, elsewhere


def _blocks(one: Found, game: Game):
    for name, addresses in SECTIONS.items():
        mine = [one.sections[address] for address in addresses if address in one.sections]
        if mine:
            yield name, any(section.replace for section in mine), [line for section in mine for line in short(section.replace or section.append, game)]


def short(text: str, game: Game) -> list[list[dict]]:
    """Return the beginning of a house rule's text as lines of the sheet: links as words, tables and the rest left out."""
    text = live.fill(text, costs.vocabulary(game))
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    found, length = [], 0
    for part in re.split(r"\n\s*\n|\n(?=[-*] )", text.strip()):
        if part.lstrip().startswith(("|", "#", "```")) or length > LONG:
            continue
        part = re.sub(r"(?<!\*)\*(?!\*)|[`_]", "", re.sub(r"^\s*[-*] ", "– ", part)).replace("\n", " ")
        length += len(part)
        found.append([{"text": piece, "strong": i % 2 == 1} for i, piece in enumerate(part.split("**")) if piece])
    return found

