"""What search finds → two files of a built site: the rules themselves in the worker's script, all else in search_index.json.

So the rules are searched as soon as the worker is there; the rest, which few look for, follows. No section stands in both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from .search import weight_of

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
        (first if weight_of(url, section=True) >= RULES else rest).append(record)
    worker = (folder / WORKER).read_text(encoding="utf-8")
    (folder / WORKER).write_text(f"{FIRST}{compact({'config': {'synonyms': synonyms}, 'docs': first})};\n{worker}", encoding="utf-8")
    (folder / REST).write_text(compact({"config": CONFIG, "docs": rest}), encoding="utf-8")


def whole(folder: Path) -> tuple[dict, str]:
    """Return all that search finds in a built site, and its worker without what of it the worker holds."""
    line, _, worker = (folder / WORKER).read_text(encoding="utf-8").partition("\n")
    first, rest = json.loads(line.removeprefix(FIRST).removesuffix(";")), json.loads((folder / REST).read_text(encoding="utf-8"))
    return {"config": rest["config"] | first["config"], "docs": first["docs"] + rest["docs"]}, worker


def compact(value: dict) -> str:
    """Return JSON without spaces, and letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
