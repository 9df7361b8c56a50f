"""Added records → put into their tables, each beside the one that it names."""

from __future__ import annotations

import typing

from ..build import known_keys, type_at
from ..errors import shown, suggestion
from ..model import Ruleset
from .edits import Operation
from .plain import copied
from .work import Work


def add(work: Work, holder: str, id: str, record: typing.Any) -> typing.Any:
    """Put a record at the end of its table and return it, or None where it has no place."""
    at, path, steps = ("add", holder, id), f"{holder}.{id}", tuple(holder.split("."))
    known, table = work.look(("add", holder), holder)
    if not known:
        return None
    if not isinstance(table, dict):
        work.problem(("add", holder), holder, "nothing can be added here; a table of records can take more")
    elif id in table:
        work.problem(at, path, "stands in the base already; change it under 'change', or give the new one another id")
    else:
        record = copied(record)
        if isinstance(record, dict):
            own = known_keys(type_at(Ruleset, (*steps, id)))
            record = {key: value for key, value in record.items() if key in own or key not in ("after", "before")}
        work.holder((*steps, id))[id] = record
        work.adopt((*steps, id), at)
        return record
    return None


def arrange(work: Work, added: list[tuple[Operation, typing.Any]]) -> None:
    """Put each added record where it says, those that say the same in the file's order; costs and saves go by their number."""
    for at, record in added:
        given = work.variant.add[at[1]][at[2]]
        if record is None or not isinstance(given, dict):
            continue
        sides = [key for key in ("after", "before") if key in given and key not in record]
        if len(sides) == 2:
            work.problem((*at, "before"), ".".join(at[1:]), "write one of after and before")
        for side in sides:
            table = work.holder((*at[1].split("."), at[2]))
            if not isinstance(given[side], str) or given[side] not in table or given[side] == at[2]:
                work.problem((*at, side), ".".join(at[1:]), f"nothing to stand {side} (got {shown(given[side])}){suggestion(str(given[side]), [k for k in table if k != at[2]])}")
    for holder in dict.fromkeys(at[1] for at, record in added if record is not None):
        table = work.holder((*holder.split("."), ""))
        mine = {at[2]: work.variant.add[holder][at[2]] for at, record in added if record is not None and at[1] == holder}
        order = arranged(list(table), {id: record if isinstance(record, dict) else {} for id, record in mine.items()})
        for id in order:
            table[id] = table.pop(id)
        for id, record in mine.items():
            beside = record.get("after") if isinstance(record, dict) and not id.isdigit() else None
            if isinstance(beside, str) and beside in table and order.index(beside) > order.index(id):
                work.problem(("add", holder, id, "after"), f"{holder}.{id}", f"goes round in a circle (got {shown(beside)}); let one of them stand after a record of the base")


def arranged(ids: list[str], added: dict[str, dict]) -> list[str]:
    """Return the ids of a table in order: numbers as the others go, each added record after or before the one it names."""
    base = [id for id in ids if id not in added]
    if ids and all(id.isdigit() for id in ids):
        down = len(base) > 1 and int(base[0]) > int(base[-1])
        return sorted(ids, key=int, reverse=down)
    order, waiting = list(base), [id for id in ids if id in added]
    last: dict[str, str] = {}
    while waiting:
        ready = [id for id in waiting if added[id].get("after", added[id].get("before")) in order]
        for id in ready or waiting:
            record = added[id]
            if record.get("after") in order:
                beside = record["after"]
                order.insert(order.index(last.get(beside, beside)) + 1, id)
                last[beside] = id
            elif record.get("before") in order:
                order.insert(order.index(record["before"]), id)
            else:
                order.append(id)
        waiting = [id for id in waiting if id not in (ready or waiting)]
    return order
