"""A variant's edits → the what-changed list: what, old, new, why, and what follows from it."""

from __future__ import annotations

import typing

from pydantic import BaseModel

from .. import live
from ..errors import Problem, Refused
from ..game import Game
from ..overlay import Edit
from . import costs

# Values that are rolls, written with a plus; and where the records of a table stand on the site.
ROLLS = ("difficulty", "to_hit", "casualty_choice", "leave_roll", "command_target", "triggers_from", "from_roll", "choice_roll", "save", "certain_at_save", "harms_saves_from")
PAGES = {"infantry_saves": "reference/saves.md#infantry-", "vehicle_saves": "reference/saves.md#vehicle-", "damage_charts": "reference/damage-charts.md#", "minefields": "reference/mines.md#"}
PAGES |= {table: f"reference/{table}.md#" for table in ("orders", "grades", "weapons", "vehicles", "abilities", "structures")}
TITLES = {"dv": "DV", "infantry_saves": "Infantry saves", "ap": "AP", "at": "AT"}


def changes(game: Game) -> list[dict]:
    """Return each edit as text: its path, a readable name, the old and the new value, the reason."""
    return [_change(edit, game) for edit in game.edits]


def _change(edit: Edit, game: Game) -> dict:
    old, new = (_value(edit.path, value, words) for value, words in ((edit.old, game.base.rules), (edit.new, game.rules)))
    old, new = (told or label(edit.path, game).rsplit(", ", 1)[-1] for told in (old, new))
    title = next((one.variant.title for one in game.chain if one.variant.id == edit.variant), "")
    return {"kind": edit.kind, "id": edit.path.replace(".", "-").replace("_", "-"), "path": edit.path, "name": label(edit.path, game), "old": old, "new": new, "why": edit.why, "variant": title, "href": href(edit.path, game)}


def href(path: str, game: Game) -> str:
    """Return where the site tells of the record that a path leads to or into; nothing where it has no section."""
    table, _, rest = path.partition(".")
    id = rest.partition(".")[0]
    return f"{PAGES[table]}{id}" if table in PAGES and id in getattr(game.rules, table) else ""


def label(path: str, game: Game) -> str:
    """Return a path as a reader knows it: Orders, Assault, difficulty."""
    words, steps = [], path.split(".")
    value: typing.Any = game.rules
    base: typing.Any = game.base.rules if game.base else game.rules
    for step in steps:
        value, base = (live.children(v).get(step) if v is not None else None for v in (value, base))
        record = value if isinstance(value, BaseModel) else base
        named = next((text for key in ("name", "title") if isinstance(text := getattr(record, key, None), str)), None) or (f"{step}+" if words and steps[0].endswith("_saves") and len(words) == 1 else None)
        words.append(named or TITLES.get(step) or step.removesuffix("_cm").removesuffix("_percent").replace("_", " ").replace("-", " "))
    text = ", ".join(words)
    return text[0].upper() + text[1:]


def _value(path: str, value: typing.Any, rules: BaseModel) -> str:
    if value is None:
        return "—"
    if isinstance(value, (BaseModel, dict)):
        return _name(value if isinstance(value, dict) else dict(value), rules)
    key = path.rsplit(".", 1)[-1]
    if key in ROLLS and isinstance(value, int):
        return f"{value}+"
    if isinstance(value, list):
        known = getattr(rules, key, {})  # A list of ids is named as its table is.
        return ", ".join(known[item].name if isinstance(item, str) and item in known else _value(path, item, rules) for item in value) or "none"
    return _text(path, value, rules) if isinstance(value, str) else live.written(key, value, rules)


def _text(path: str, text: str, rules: typing.Any) -> str:
    """Return a text with its numbers written out, or as it stands where it names what these rules do not have."""
    try:
        return live.fill(text, rules, tuple(path.split(".")[:-1]))
    except live.UnknownPath:
        return text


def _name(record: dict, rules: typing.Any) -> str:
    """Return what a record is called: its name, or that of the weapon it mounts, with how many."""
    weapon = rules.weapons.get(record.get("weapon"))
    name = record.get("name") or record.get("title") or (weapon.name if weapon else "")
    return f"{record['count']} × {name}" if record.get("count", 1) != 1 else name


def moved_prices(game: Game) -> list[dict]:
    """Return each item whose price in play is not core's, with both prices."""
    return _moved(game, game.base)


def _moved(game: Game, older: Game) -> list[dict]:
    before = {item["id"]: item for item in costs.priced(older)}
    found = []
    for item in costs.priced(game):
        old = before.get(item["id"])
        if old is None or old["price"] != item["price"]:
            found.append({"id": item["id"], "name": item["name"], "old": "" if old is None else str(old["price"]), "new": str(item["price"])})
    return found


def sections(game: Game) -> list[dict]:
    """Return the sections of pages that were replaced or added to, and the new pages, by their address in the variant's file."""
    found = []
    for one in game.chain:
        found += [{"address": address, "how": "replaced" if section.replace else "added to", "why": section.why or ""} for address, section in one.sections.items()]
        found += [{"address": page.id, "how": f"new page: {page.title}", "why": ""} for page in one.pages.values()]
    return found


def as_text(game: Game) -> str:
    """Return the what-changed list as lines of text, as `kr16 variant diff` prints it."""
    lines = [f"{game.title} ({game.id}), of {game.chain[-1].variant.base}"]
    for change in changes(game):
        what = {"change": f"{change['old']} → {change['new']}", "add": f"new: {change['new']}", "remove": "removed"}[change["kind"]]
        lines.append(f"{change['path']}: {what}" + (f" ({change['why']})" if change["why"] else ""))
    lines += [f"rules {s['address']}: {s['how']}" + (f" ({s['why']})" if s["why"] else "") for s in sections(game)]
    return "\n".join([*lines, *_prices(moved_prices(game))])


def _prices(moved: list[dict]) -> list[str]:
    return ["points that follow:", *(f"  {m['id']}: {m['old'] or 'new'} → {m['new']}" for m in moved)] if moved else []


def since(game: Game, older: Game) -> str:
    """Return what differs between two versions of a variant, a line a record that came or went and a line a value, and the prices that follow; refuse another variant's file."""
    if older.id != game.id:
        raise Refused([Problem(older.chain[-1].source.place(("id",)), "id", f"another variant (got '{older.id}'); name an older file of '{game.id}'")])
    now, then = records(game), records(older)
    come, gone = [path for path in now if path not in then], [path for path in then if path not in now]
    new, old = ({path: text for path, text in leaves(one).items() if ".".join(path.split(".")[:2]) not in (*come, *gone)} for one in (game, older))
    lines = [f"{game.title} ({game.id}), since the older file"]
    for path in dict.fromkeys([*old, *new]):
        before, after = old.get(path), new.get(path)
        if before != after:
            lines.append(f"{path}: {'new: ' + after if before is None else 'gone' if after is None else f'{before} → {after}'}")
    lines += [*(f"{path}: new: {label(path, game).rsplit(', ', 1)[-1]}" for path in come), *(f"{path}: gone" for path in gone), *_prices(_moved(game, older))]
    return "\n".join(lines if len(lines) > 1 else [*lines, "nothing differs"])


def records(game: Game) -> list[str]:
    """Return the path of each record of each table."""
    return [f"{name}.{id}" for name, table in live.children(game.rules).items() if isinstance(table, dict) for id in table]


def leaves(game: Game) -> dict[str, str]:
    """Return every value of the rules by its path, and every house rule's text by its address, as text."""
    found = {".".join(path): live.written(path[-1], value, game.rules) or "none" for path, value in _values(game.rules)}
    for one in game.chain:
        found |= {f"rules.{address}": (section.replace or section.append).strip() for address, section in one.sections.items()}
        found |= {f"rules.pages.{page.id}": f"{page.title}: {page.text.strip()}" for page in one.pages.values()}
    return found


def _values(value: typing.Any, path: tuple[str, ...] = ()) -> typing.Iterator[tuple[tuple[str, ...], typing.Any]]:
    """Yield (path, value) for all that stands below a value; a list of words is one."""
    for key, item in live.children(value).items():
        if isinstance(item, (BaseModel, dict)) or isinstance(item, list) and any(isinstance(one, BaseModel) for one in item):
            yield from _values(item, (*path, key))
        else:
            yield (*path, key), item
