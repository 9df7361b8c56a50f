"""A card and where its lines stand → as many cards as it needs, "1 of 2" and so on. Pure arithmetic, in mm.

`tops` is where each line of a card begins, then where its text ends and where its notice begins, from the top.
The workshop does the same in templates/js/workshop/split.mjs.
"""

from __future__ import annotations


def fits(tops: list[float]) -> bool:
    *_, end, notice = tops
    return end <= notice


def split(card: dict, tops: list[float]) -> list[dict]:
    """Return a card as several, each with what fits above the notice. Pure: the places of the lines are given.

    A section stays whole if it fits a card; one that fits none is divided evenly, so that no card holds its last row alone.
    A row is divided between words only if it alone is too long for a card.
    """
    above = bool(card["stats"]) + bool(card["ticks"])
    room, left = tops[-1] - tops[0], tops[-1] - tops[above]
    parts: list[list[dict]] = [[]]
    heights = [below - top for top, below in zip(tops[above:-2], tops[above + 1 : -1])]
    for section in card["sections"]:
        head = heights.pop(0) if section["head"] else 0.0
        rows = [(row, heights.pop(0)) for row in section["rows"]]
        most = room
        if head + sum(height for _, height in rows) > room:
            most = even([height for _, height in rows], head, left, room)
        elif head + sum(height for _, height in rows) > left and parts[-1]:
            parts.append([])
            left = room
        placed: list[dict] = []
        used = head
        for row, height in rows:
            if (placed or parts[-1]) and used + height > min(left, most):
                parts[-1] += [section | {"rows": placed}] if placed else []
                parts.append([])
                left, used, placed = room, head, []
            used += height
            halves = _halves(row) if used > left else [row]
            placed += halves[:1]
            for half in halves[1:]:
                parts[-1].append(section | {"rows": placed})
                parts.append([])
                left, used, placed = room, head + height / 2, [half]
        parts[-1].append(section | {"rows": placed})
        left -= used
    return numbered([card | {"sections": found} | ({} if i == 0 else {"stats": [], "ticks": []}) for i, found in enumerate(parts)])


def even(heights: list[float], head: float, left: float, room: float) -> float:
    """Return how little of a card a section may fill so that it still stands on as few cards as if it filled each: all mm."""
    fewest, most = _count(heights, head, left, room, room), room
    while most > 1 and _count(heights, head, left, room, most - 1) == fewest:
        most -= 1
    return most


def _count(heights: list[float], head: float, left: float, room: float, most: float) -> int:
    count, used, free = 1, head, min(left, most)
    for height in heights:
        if used + height > free:
            count, used, free = count + 1, head, min(room, most)
        used += height
    return count


def _halves(row: dict) -> list[dict]:
    words = row["text"].split(" ")
    if len(words) < 2:
        return [row]
    middle = len(words) // 2
    return [row | {"text": " ".join(words[:middle])}, row | {"cells": [], "name": "", "text": " ".join(words[middle:])}]


def numbered(parts: list[dict]) -> list[dict]:
    """Return the parts of a card with "1 of 2" and so on."""
    return [part | {"part": f"{i} of {len(parts)}"} for i, part in enumerate(parts, 1)]
