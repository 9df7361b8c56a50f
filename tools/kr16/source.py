"""Data files -> their values as one source, each with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from .errors import Place, Problem, Refused
from .parse import Source, parse

MAX_BYTES = 4_000_000


def read_text(path: Path, name: str) -> str:
    """Return a file's text; refuse what is missing, too large or not UTF-8."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused([Problem(Place(name), "", f"cannot be read ({error.strerror.lower() if error.strerror else error})")]) from None
    if len(data) > MAX_BYTES:
        raise Refused([Problem(Place(name), "", f"too large (got {len(data)} bytes); at most {MAX_BYTES}")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Refused([Problem(Place(name, line), "", f"not UTF-8 text (got byte 0x{data[error.start]:02x}); save the file as UTF-8")]) from None


def read(path: Path, name: str | None = None) -> Source:
    """Read one YAML file; raise Refused if it cannot be read as keys and values."""
    name = name or str(path)
    return parse(read_text(path, name), name)


def read_folder(folder: Path, name: str) -> Source:
    """Read every data file of a folder into one source: the file `orders.yaml` becomes the key `orders`."""
    values, places, keys, problems, unread = {}, {(): Place(name)}, {}, [], set()
    problems += misnamed(folder, name)
    for path in sorted(folder.glob("*.yaml")):
        try:
            one = read(path, f"{name}/{path.name}")
        except Refused as refused:
            problems += _within(path.stem, refused.problems)
            unread.add(path.stem)
            continue
        problems += _within(path.stem, one.problems)
        values[path.stem] = one.values
        places |= {(path.stem, *p): place for p, place in one.places.items()}
        keys |= {(path.stem, *p): place for p, place in one.keys.items()}
    return Source(values, places, keys, tuple(problems), frozenset(unread))


def misnamed(folder: Path, name: str) -> list[Problem]:
    """Return a problem for each file that a person meant as data but nothing would read."""
    return [Problem(Place(f"{name}/{path.name}"), "", f"not read; the names of data files end in .yaml, so call it '{path.stem}.yaml'") for path in sorted(folder.glob("*")) if path.suffix.lower() in (".yml", ".yaml") and path.suffix != ".yaml"]


def _within(table: str, problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of one file with the file's own key at the head of their paths."""
    return [replace(problem, path=f"{table}.{problem.path}") if problem.path else problem for problem in problems]
