"""The typed ruleset → every id and every path in it that names nothing, or names one thing twice."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from .errors import suggestion
from .live import LIVE, UnknownPath, children, fill
from .model import Ruleset
from .source import Source

Found = Iterator[tuple[tuple[str, ...], str]]
# Every text of the rules, each with its path.
Texts = list[tuple[tuple[str, ...], str]]

# Where an id stands → the table it must come from. `*` is any one step.
REFERENCES = {
    "infantry_saves.*.abilities.*": "abilities",
    "vehicle_saves.*.abilities.*": "abilities",
    "weapons.*.abilities.*": "abilities",
    "weapons.*.loads.*": "weapons",
    "abilities.*.forbids_orders.*": "orders",
    "abilities.*.effects.*.orders.*": "orders",
    "abilities.*.effects.*.ignores_cover.*": "cover",
    "vehicle_rules.catalogue_grade": "grades",
    "vehicle_kinds.*.chart": "damage_charts",
    "vehicle_kinds.*.abilities.*": "abilities",
    "vehicles.*.kind": "vehicle_kinds",
    "vehicles.*.chart": "damage_charts",
    "vehicles.*.weapons.*.weapon": "weapons",
    "vehicles.*.weapons.*.abilities.*": "abilities",
    "vehicles.*.abilities.*": "abilities",
    "minefields.*.combines.*": "minefields",
    "minefields.*.infantry.certain_beyond_order": "orders",
    "figures.*.grade": "grades",
    "figures.*.weapons.*": "weapons",
    "figures.*.abilities.*": "abilities",
}
ONE_OF = {"abilities": "ability", "weapons": "weapon", "orders": "order", "cover": "class of cover", "grades": "grade", "damage_charts": "damage chart", "vehicle_kinds": "kind of vehicle", "minefields": "minefield"}
ABILITY_KINDS = {"weapons": "weapon", "vehicle_kinds": "vehicle", "figures": "figure", "infantry_saves": "armour", "vehicle_saves": "vehicle"}


@functools.cache
def patterns() -> dict[tuple[str, int], list[tuple[list[str], str]]]:
    """Return the paths of REFERENCES, their steps apart, by the first step and how many there are."""
    found: dict[tuple[str, int], list[tuple[list[str], str]]] = {}
    for pattern, table in REFERENCES.items():
        steps = pattern.split(".")
        found.setdefault((steps[0], len(steps)), []).append((steps, table))
    return found


def references(rules: Ruleset, texts: Texts) -> Found:
    """Each id names a record of its table, once in a list; an ability is of a kind that its holder can have."""
    listed = set()
    for path, value in texts:
        for pattern, table in patterns().get((path[0], len(path)), ()) if path else ():
            if not all(step in ("*", got) for step, got in zip(pattern, path)) or (table == "cover" and value == "all"):
                continue
            known = getattr(rules, table)
            if value not in known:
                yield path, f"unknown {ONE_OF[table]} '{value}'{suggestion(value, known)}"
            elif table == "abilities" and known[value].kind != (kind := "weapon" if "weapons" in path[1:] else ABILITY_KINDS.get(path[0], "vehicle")):
                yield path, f"'{value}' is an ability of {_one(known[value].kind)} and cannot stand here; expected one of {_one(kind)}"
            elif (place := (*path[:-1], value)) in listed:
                yield path, f"'{value}' stands twice; keep one"
            else:
                listed.add(place)


def twice(rules: Ruleset, source: Source) -> Found:
    """What has a price has an id of its own, for prices are kept by id alone; of two records that share one, a house rule's is named, or the later."""
    held: dict[str, tuple[str, str]] = {}
    for table in ("weapons", "vehicles", "figures", "abilities"):
        for path in ((table, id) for id in getattr(rules, table)):
            other = held.setdefault(path[1], path)
            if other is not path:
                first, second = sorted((other, path), key=lambda at: (not (place := source.place(at)).file.startswith("data/core/"), place))
                yield second, f"'{path[1]}' is the id of {'.'.join(first)} too ({source.keys.get(first, source.place(first))}); give one of them another"


def _one(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def live_numbers(rules: Ruleset, texts: Texts) -> Found:
    """Each `{{ path }}` in a text names a value; a reading may also name an item's price."""
    items = [*rules.weapons, *rules.vehicles, *rules.figures, *rules.abilities]
    priced = children(rules) | {name: dict.fromkeys(items, 0) for name in ("price", "computed", "printed")}
    for path, value in texts:
        if "{{" in value or "{%" in value or "{#" in value:
            try:
                fill(value, priced if path[0] == "readings" else rules, path[:-1])
            except UnknownPath as error:
                yield path, str(error)
            if LIVE.sub("", value).count("{{") or "{%" in value or "{#" in value:
                yield path, "text holds a bracket of template code; only {{ a.path }} is allowed"
