"""A text of the sheet, and house rules about it → its lines: the rulebook's, signed where they are others, and the house's own.

The sheet and the reference cards tell the rules in short lines. Where a house rule replaces a section of the
rules, the lines that tell of it go and the house's words stand there; what the section has no say in stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import live
from ..game import Game
from . import costs, sheet

SIGN = "*"
# The sections of the rules pages that each text stands for, and which of its lines tell of them.
SECTIONS: dict[str, dict[str, tuple[int, ...]]] = {
    "turn": {"turn.initiative": (0,), "turn.activation": (1, 2), "turn.command-roll": (), "turn.failing": (1,), "turn.end-of-turn": (3,)},
    "squads": {"turn.squads": (), "turn.coherency": (0,), "turn.commanders": (1,), "troops.grades": ()},
    "shooting": {"shooting.sequence": (0, 1, 2), "shooting.to-hit": (1,), "shooting.dice": (1,), "shooting.one-target": (0,), "shooting.weapons": (0,), "shooting.casualties": (3,)},
    "shaken": {"shooting.shaken": (0, 1, 3), "shooting.shaken-ends": (1, 2)},
    "cover": {"shooting.cover": (0, 1), "shooting.cover-edge": (0,)},
    "hand_to_hand": {"hand-to-hand.fighting": (0,), "hand-to-hand.losses": (0,), "hand-to-hand.later-rounds": (1,), "hand-to-hand.leaving": (2,)},
    "vehicles": {"vehicles.activation": (0,), "vehicles.moving": (4,), "vehicles.roads": (4,), "vehicles.facing": (1,), "vehicles.damage": (1, 2, 3), "vehicles.getting-out": (5,)},
    "mines": {"mines.ap": (0,), "mines.at": (1,), "mines.mixed": (2,), "mines.proximity": (3,)},
    "buildings": {"buildings.as-cover": (0,), "buildings.concealment": (0,), "buildings.structure-points": (1,), "buildings.half-gone": (1,), "buildings.destroyed": (2,)},
    "insurgents": {"insurgents.hidden": (), "insurgents.revealing": (), "insurgents.rules-of-engagement": (0,)},
    "campaign": {"campaign.earning": (0,), "campaign.fates": (), "campaign.repairs": (1,), "campaign.spending": ()},
}
LONG = 320
Line = list[dict]


def text(name: str, game: Game, core: Game | None = None) -> list[tuple[Line, str]]:
    """Return the lines of a text of the sheet, each with what core's says there if that is something else."""
    houses = {address: _house(address, game) for address in SECTIONS[name]}
    gone = {number for address, (_, replaced) in houses.items() if replaced for number in SECTIONS[name][address]}
    found = [(number, line) for number, words in enumerate(sheet.TEXTS[name]) if number not in gone for line in _ruled(words, game, core)]
    for address, (lines, replaced) in houses.items():
        at = min(SECTIONS[name][address] if replaced else (), default=len(sheet.TEXTS[name]))
        found += [(at, ([*line, {"text": SIGN, "strong": False}], "")) for line in lines]
    return [line for _, line in sorted(found, key=lambda one: one[0])]


def _ruled(words: str, game: Game, core: Game | None) -> list[tuple[Line, str]]:
    """Return a line of the rulebook as the only item of a list, or none where a record that it tells of is gone."""
    new, old = sheet.lines([words], game), sheet.lines([words], core) if core else []
    if not new or not old or plain(new[0]) == plain(old[0]):
        return [(line, "") for line in new]
    return [([*new[0], {"text": SIGN, "strong": False}], plain(old[0]))]


def _house(address: str, game: Game) -> tuple[list[Line], bool]:
    """Return what house rules say of a section as lines, and whether they say it in the rulebook's place."""
    lines, replaced = [], False
    for section in (one.sections[address] for one in game.chain if address in one.sections):
        lines = [*([] if section.replace else lines), *short(section.replace or section.append, game)]
        replaced = replaced or bool(section.replace)
    return lines, replaced


def plain(line: Sequence[dict]) -> str:
    """Return a line's pieces as one text."""
    return "".join(piece["text"] for piece in line)


def short(text: str, game: Game) -> list[Line]:
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
