"""A project's variant files → the chain of overlays that leads from core to one of them.

A mistake in one part of a file hides none in another: what is of the right form goes on to be checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from . import form, markup, source
from .build import build
from .errors import Place, Problem, Refused, suggestion
from .model.variant import NewPage, Section, Variant
from .source import Source

FOLDER = "data/variants"
OPERATIONS = ("change", "add", "remove")
LEAST = {"id": "x", "title": "x", "base": "x 0", "author": "x"}


@dataclass(frozen=True)
class Found:
    """A variant's file, read: what of it is of the right form, where each thing stands, and what is wrong.

    `founded` says that its base was found, so that its operations can be checked against it.
    """

    variant: Variant
    source: Source
    sections: dict[str, Section]
    pages: dict[int, NewPage]
    problems: tuple[Problem, ...] = ()
    founded: bool = True


def ids(project: Path) -> list[str]:
    """Return the ids of a project's variants, in order; raise Refused if a file was meant as one but has the wrong name."""
    if wrong := source.misnamed(project / FOLDER, FOLDER):
        raise Refused(wrong)
    return sorted(path.stem for path in (project / FOLDER).glob("*.yaml"))


def read(path: Path, name: str) -> Found:
    """Return the variant in a file, mistakes of form and all; raise Refused if it cannot be read at all."""
    found = source.read(path, name)
    slips = form.slips(found)
    misread, plain = {problem.path for problem in found.problems}, form.without(found, slips)
    problems = [slip for slip in slips.values() if slip.path not in misread]
    places = {problem.place for problem in problems}
    try:
        variant = build(Variant, plain)
    except Refused as refused:
        variant, problems = sound(plain.values), problems + [form.comma(problem, found) for problem in refused.problems if problem.place not in places]
    sections, pages, wrong = words(plain)
    wrong += [problem for problem in form.hollow(found) if problem.place not in {told.place for told in problems}]
    if isinstance(found.values.get("id"), str):
        wrong += itself(path, found)
    return Found(variant, found, sections, pages, tuple([*problems, *wrong] or idle(found)))


def sound(values: dict) -> Variant:
    """Return what of a variant's file is of the right form, operation by operation; the rest is left out."""
    kept: dict = dict(LEAST)
    for key, value in values.items():
        parts = [{name: one} for name, one in value.items()] if key in OPERATIONS and isinstance(value, dict) else [value]
        for part in filter(lambda part: fits(key, part), parts):
            kept[key] = kept.get(key, {}) | part if key in OPERATIONS else part
    return Variant.model_validate(kept)


def fits(key: str, value: object) -> bool:
    """Say whether a value is of the right form for one key of a variant's file."""
    try:
        Variant.model_validate(LEAST | {key: value})
    except ValidationError:
        return False
    return True


def words(found: Source) -> tuple[dict[str, Section], dict[int, NewPage], list[Problem]]:
    """Return the sections and new pages of right form under `rules`, and every mistake in their form and their text."""
    sections, pages, problems = {}, {}, []
    rules = found.values.get("rules")
    for key, value in rules.items() if isinstance(rules, dict) else ():
        if key != "pages":
            sections[key] = _built(Section, found, ("rules", key), problems)
        elif isinstance(value, list):
            pages |= {index: _built(NewPage, found, ("rules", key, str(index)), problems) for index in range(len(value))}
        else:
            _built(list[NewPage], found, ("rules", key), problems)
    sections = {key: section for key, section in sections.items() if section is not None}
    pages = {index: page for index, page in pages.items() if page is not None}
    for key, section in list(sections.items()):
        path = ("rules", key)
        if (section.replace is None) == (section.append is None):
            problems.append(Problem(found.keys[path], ".".join(path), "write one of replace and append"))
            del sections[key]
        else:
            problems += _text(section.replace or section.append, found, (*path, "replace" if section.replace else "append"))
    for index, page in pages.items():
        problems += _text(page.text, found, ("rules", "pages", str(index), "text"), "page")
    return sections, pages, problems


def _text(text: str, found: Source, path: tuple[str, ...], where: str = "section") -> list[Problem]:
    return markup.check(text, found.place(path), ".".join(path), where)


def _built(kind: type, found: Source, path: tuple[str, ...], problems: list[Problem]) -> object:
    try:
        return build(kind, below(found, path))
    except Refused as refused:
        problems += [form.comma(replace(p, path=f"{'.'.join(path)}.{p.path}".rstrip(".")), found) for p in refused.problems]
        return None


def below(found: Source, path: tuple[str, ...]) -> Source:
    """Return the part of a source that stands at a path, its places kept."""
    cut = len(path)
    return Source(form.at(found.values, path), {p[cut:]: place for p, place in found.places.items() if p[:cut] == path}, {p[cut:]: place for p, place in found.keys.items() if p[:cut] == path})


def itself(path: Path, found: Source) -> list[Problem]:
    """Return what is wrong with the id."""
    problems, id = [], found.values["id"]
    if path.stem != id and path.parent.name == "variants":
        problems.append(Problem(found.place(("id",)), "id", f"not the file's name (got '{id}'); write {path.stem} or rename the file"))
    if id == "core":
        problems.append(Problem(found.place(("id",)), "id", "'core' is the rulebook itself; choose another id"))
    if taken(path.parents[2] if len(path.parents) > 2 else path.parent, id):
        problems.append(Problem(found.place(("id",)), "id", f"the guide has a page at that address (got '{id}'); choose another id"))
    return problems


def taken(project: Path, id: str) -> bool:
    """Say whether the site already has a page where a variant of this id would stand."""
    return id in {path.stem for path in (project / "docs" / "variants").glob("*.md")}


def idle(found: Source) -> list[Problem]:
    """Return the problem of a variant that does nothing."""
    if any(_full(found.values.get(key)) for key in (*OPERATIONS, "rules", "distances")):
        return []
    return [Problem(found.place(()), "", "changes nothing; write change, add, remove, rules or distances")]


def _full(value: object) -> bool:
    """Say whether something stands in a value; a table or list of empty ones holds nothing."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_full, parts)) if isinstance(value, (dict, list)) else value is not None


def chain(project: Path, id: str, version: str) -> list[Found]:
    """Return a variant's bases, the one that builds on core first, and itself last, each with its mistakes.

    `version` is core's. A missing base, another version of one, or a circle is a mistake.
    """
    return _chain(project, _read(project, id), version, (id,))


def chain_of(project: Path, path: Path, version: str) -> list[Found]:
    """Return the same for a variant's file that may stand anywhere."""
    return _chain(project, read(path, str(path)), version, (path.stem,))


def _read(project: Path, id: str) -> Found:
    if id not in (known := ids(project)):
        raise Refused([Problem(Place(f"{FOLDER}/{id}.yaml"), "", f"no such variant{suggestion(id, known)}")])
    return read(project / FOLDER / f"{id}.yaml", f"{FOLDER}/{id}.yaml")


def _chain(project: Path, found: Found, version: str, way: tuple[str, ...]) -> list[Found]:
    if not fits("base", found.source.values.get("base")):
        return [replace(found, founded=False)]
    base, wanted = found.variant.base.split(" ", 1)
    if base == "core":
        return [_of_version(found, base, wanted, version)]
    if base in way:
        return [_unfounded(found, f"goes round in a circle ({' → '.join([*way[way.index(base) :], base])}); one of them must build on core")]
    if base not in ids(project):
        return [_unfounded(found, f"no such variant (got '{base}'){suggestion(base, ['core', *(id for id in ids(project) if id not in way)])}")]
    under = _read(project, base)
    return [*_chain(project, under, version, (*way, base)), _of_version(found, base, wanted, under.variant.version)]


def _unfounded(found: Found, message: str) -> Found:
    return replace(found, problems=(*found.problems, Problem(found.source.place(("base",)), "base", message)), founded=False)


def _of_version(found: Found, base: str, wanted: str, version: str) -> Found:
    if wanted == version:
        return found
    message = f"written for another version (got '{base} {wanted}'); this is {base} {version}: check each change, then write '{base} {version}'"
    return replace(found, problems=(*found.problems, Problem(found.source.place(("base",)), "base", message)))
