"""What search finds → two files of a built site: the rules in brief in the worker's script, all else in search_index.json.

So the rules are searched as soon as the worker is there; the rest follows: what few look for, and the rules' other lines.
No line stands in both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from .search import CELLS, ROW, weight_of

WORKER, REST = "assets/js/search-worker.js", "search/search_index.json"
FIRST = "self.FIRST = "
# How much at least the sections of a page count that is one of the rules themselves.
RULES = 0.9
CONFIG = {"lang": ["en"], "separator": r"[\s\-]+", "pipeline": []}


def write(folder: Path, found: Sequence[dict], synonyms: Mapping[str, Sequence[str]]) -> None:
    """Write both files, with the words that stand for others (data/synonyms.yaml)."""
    first, rest = [], []
    for record in found:
        url = record["location"].partition("#")[0]
        if weight_of(url, section=True) < RULES:
            rest.append(record)
            continue
        short, more = brief(record["text"], [row for name in record.get("tags", ()) if (row := name.partition(ROW)[2])])
        first.append(record | {"text": short})
        if more:
            rest.append({"location": record["location"], "text": more})
    worker = (folder / WORKER).read_text(encoding="utf-8")
    (folder / WORKER).write_text(f"{FIRST}{compact({'config': {'synonyms': synonyms}, 'docs': first})};\n{worker}", encoding="utf-8")
    (folder / REST).write_text(compact({"config": CONFIG, "docs": rest}), encoding="utf-8")


def brief(text: str, named: Sequence[str] = ()) -> tuple[str, str]:
    """Return the lines of a section that answer most questions, its first, the rows of its tables and what an alias leads to, and the others."""
    short, more = [], []
    for number, line in enumerate(text.split("\n")):
        (short if number == 0 or CELLS in line or any(words in line for words in named) else more).append(line)
    return "\n".join(short), "\n".join(more)


def whole(folder: Path) -> tuple[dict, str]:
    """Return all that search finds in a built site, and its worker without what of it the worker holds."""
    line, _, worker = (folder / WORKER).read_text(encoding="utf-8").partition("\n")
    first, rest = json.loads(line.removeprefix(FIRST).removesuffix(";")), json.loads((folder / REST).read_text(encoding="utf-8"))
    found: dict[str, dict] = {}
    for record in (*first["docs"], *rest["docs"]):
        known = found.get(record["location"])
        found[record["location"]] = known | {"text": f"{known['text']}\n{record['text']}"} if known else record
    return {"config": rest["config"] | first["config"], "docs": list(found.values())}, worker


def compact(value: dict) -> str:
    """Return JSON without spaces, and letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
