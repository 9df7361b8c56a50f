"""What a page shows under house rules and under core → the page with each difference marked, the old value at hand."""

from __future__ import annotations


def table(new: dict, old: dict) -> dict:
    """Return a table with `was` in each cell that differs from core's, `new` in rows core lacks, and core's rows it lacks."""
    before = {row["id"]: row for row in old["rows"]}
    same_columns = [c["label"] for c in new["columns"]] == [c["label"] for c in old["columns"]]
    labels = [c["label"] for c in old["columns"]]
    rows = []
    for row in new["rows"]:
        core = before.get(row["id"])
        if core is None:
            rows.append(row | {"new": True})
            continue
        old_cells = core["cells"] if same_columns else [core["cells"][labels.index(c["label"])] if c["label"] in labels else None for c in new["columns"]]
        rows.append(row | {"cells": [cell if was is None else _cell(cell, was) for cell, was in zip(row["cells"], old_cells)]})
    kept = {row["id"] for row in new["rows"]}
    columns = [column if column["label"] in labels else column | {"new": True} for column in new["columns"]]
    return new | {"columns": columns, "rows": rows, "removed": [name(row) for row in old["rows"] if row["id"] not in kept]}


def _cell(new: dict, old: dict) -> dict:
    """Return a cell with `was` if it differs from core's; of several small links only those that do are told."""
    if shown(new) == shown(old):
        return new
    if not new["chips"] or not old["chips"]:
        return new | {"was": shown(old)}
    before, after = ([chip["text"] for chip in cell["chips"]] for cell in (old, new))
    return new | {"chips": [chip if chip["text"] in before else chip | {"new": True} for chip in new["chips"]], "was": ", ".join(text for text in before if text not in after)}


def shown(cell: dict) -> str:
    """Return what a cell shows, as text."""
    return ", ".join(chip["text"] for chip in cell["chips"]) or cell["text"]


def name(row: dict) -> str:
    """Return what a row is called: its first cell that is not a roll."""
    return next((shown(cell) for cell in row["cells"] if shown(cell)), row["id"])


def record(new: dict, old: dict | None) -> dict:
    """Return a record's section with `was` at each statistic and text that differs from core's."""
    if old is None:
        return new | {"new": True}
    before = {stat["label"]: stat["value"] for stat in old["stats"]}
    tables = {t["name"]: t for t in old["tables"]}
    return new | {
        "stats": [s if before.get(s["label"], s["value"]) == s["value"] else s | {"was": before[s["label"]]} for s in new["stats"]],
        "was_texts": [text for text in old["texts"] if text not in new["texts"]],
        "was_abilities": [f"{a['name']}: {a['text']}" for a in old["abilities"] if a not in new["abilities"]],
        "tables": [table(t, tables[t["name"]]) if t["name"] in tables else t for t in new["tables"]],
        "working": working(new["working"], old["working"]) if new["working"] else None,
        "was_note": old["note"] if old["note"] != new["note"] and old["note"] else None,
    }


def working(new: dict, old: dict | None) -> dict:
    """Return a working with `was` at each line and at the total that differ from core's, and `new` at lines core lacks."""
    if old is None:
        return new
    rows = {row["part"]: row for row in old["rows"]}
    kept = {row["part"] for row in new["rows"]}
    return new | {
        "rows": [_line(row, rows.get(row["part"])) for row in new["rows"]],
        "gone": [row for row in old["rows"] if row["part"] not in kept],
    } | ({"was": old["total"]} if old["total"] != new["total"] else {})


def _line(new: dict, old: dict | None) -> dict:
    if old is None:
        return new | {"new": True}
    within = {row["part"]: row for row in old["rows"]}
    found = new | {"rows": [_line(row, within.get(row["part"])) for row in new["rows"]]}
    return found | {key: old[value] for key, value in (("was", "points"), ("was_label", "label")) if old[value] != new[value]}


def page(new: dict, old: dict) -> dict:
    """Return a reference page with each difference from core marked."""
    tables, records = {t["name"]: t for t in old["tables"]}, {r["id"]: r for r in old["records"]}
    kept = {r["id"] for r in new["records"]}
    return new | {
        "tables": [table(t, tables[t["name"]]) if t["name"] in tables else t for t in new["tables"]],
        "records": [record(r, records.get(r["id"])) for r in new["records"]],
        "removed": [r for r in old["records"] if r["id"] not in kept],
    }
