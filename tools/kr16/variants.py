"""A project's variant files → the chain of overlays that leads from core to one of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import source
from .build import build
from .errors import Place, Problem, Refused, suggestion
from .model.variant import NewPage, Section, Variant
from .source import Source

FOLDER = "data/variants"


@dataclass(frozen=True)
class Found:
    """A variant's file, read: what it says, and where each thing stands in it."""

    variant: Variant
    source: Source
    sections: dict[str, Section]
    pages: list[NewPage]


def ids(project: Path) -> list[str]:
    """Return the ids of a project's variants, in order."""
    return sorted(path.stem for path in (project / FOLDER).glob("*.yaml"))


def read(path: Path, name: str) -> Found:
    """Return the variant in a file; raise Refused with every mistake of form."""
    found = source.read(path, name)
    problems, sections, pages, variant = [], {}, [], None
    try:
        variant = build(Variant, found)
    except Refused as refused:
        problems += refused.problems
    rules = found.values.get("rules")
    for key, value in (rules.items() if isinstance(rules, dict) else ()):
        try:
            if key == "pages":
                pages = build(list[NewPage], below(found, ("rules", key)))
            else:
                sections[key] = build(Section, below(found, ("rules", key)))
                problems += _section(key, sections[key], found)
        except Refused as refused:
            problems += [Problem(p.place, f"rules.{key}.{p.path}".rstrip("."), p.message) for p in refused.problems if p not in found.problems]
    if variant is not None and not problems:
        problems += _itself(path, variant, found)
    if problems:
        raise Refused(problems)
    return Found(variant, found, sections, pages)


def below(found: Source, path: tuple[str, ...]) -> Source:
    """Return the part of a source that stands at a path, its places kept."""
    values = found.values
    for step in path:
        values = values[step]
    cut = len(path)
    return Source(values, {p[cut:]: place for p, place in found.places.items() if p[:cut] == path}, {p[cut:]: place for p, place in found.keys.items() if p[:cut] == path})


def _section(key: str, section: Section, found: Source) -> list[Problem]:
    if (section.replace is None) == (section.append is None):
        return [Problem(found.keys[("rules", key)], f"rules.{key}", "write one of replace and append")]
    return []


def _itself(path: Path, variant: Variant, found: Source) -> list[Problem]:
    problems = []
    if path.stem != variant.id and path.parent.name == "variants":
        problems.append(Problem(found.place(("id",)), "id", f"not the file's name (got '{variant.id}'); write {path.stem} or rename the file"))
    if variant.id == "core":
        problems.append(Problem(found.place(("id",)), "id", "'core' is the rulebook itself; choose another id"))
    does = variant.change or variant.add or variant.remove or variant.rules or variant.distances
    if not does:
        problems.append(Problem(found.place(()), "", "changes nothing; write change, add, remove, rules or distances"))
    return problems


def chain(project: Path, id: str, version: str) -> list[Found]:
    """Return a variant's bases, the one that builds on core first, and itself last.

    `version` is core's. A missing base, another version of one, or a circle is a mistake.
    """
    return _chain(project, read(_file(project, id, None), f"{FOLDER}/{id}.yaml"), version, ())


def chain_of(project: Path, path: Path, version: str) -> list[Found]:
    """Return the same for a variant's file that may stand anywhere."""
    return _chain(project, read(path, str(path)), version, ())


def _file(project: Path, id: str, asked: Problem | None) -> Path:
    path = project / FOLDER / f"{id}.yaml"
    if not path.is_file():
        known = ids(project)
        raise Refused([asked or Problem(Place(f"{FOLDER}/{id}.yaml"), "", f"no such variant{suggestion(id, known)}")])
    return path


def _chain(project: Path, found: Found, version: str, above: tuple[str, ...]) -> list[Found]:
    variant, place = found.variant, found.source.place(("base",))
    base, wanted = variant.base.split(" ", 1)
    if base in (variant.id, *above):
        raise Refused([Problem(place, "base", f"goes round in a circle ({' → '.join([*above, variant.id, base])}); one of them must build on core")])
    if base == "core":
        if wanted != version:
            raise Refused([Problem(place, "base", f"written for another version (got 'core {wanted}'); this is core {version}: check each change, then write 'core {version}'")])
        return [found]
    unknown = Problem(place, "base", f"no such variant (got '{base}'){suggestion(base, ['core', *ids(project)])}")
    under = read(_file(project, base, unknown), f"{FOLDER}/{base}.yaml")
    if under.variant.version != wanted:
        raise Refused([Problem(place, "base", f"written for another version (got '{base} {wanted}'); this is {base} {under.variant.version}")])
    return [*_chain(project, under, version, (*above, variant.id)), found]
