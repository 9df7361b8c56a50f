"""The lists beside the rules, data/terms.yaml and data/synonyms.yaml → their values, checked; where data leads to pages → what leads nowhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from . import source
from .build import build
from .errors import Problem, Refused, suggestion
from .model import Ruleset
from .model.fields import Synonyms, Terms


def terms(project: Path) -> dict[str, str]:
    """Return the rules terms that are no record's name, each with the section that explains it; raise Refused with every mistake of form."""
    return build(Terms, _read(project, "terms"))


def synonyms(project: Path) -> dict[str, list[str]]:
    """Return the words that search takes other words for; raise Refused with every mistake of form."""
    return build(Synonyms, _read(project, "synonyms"))


def wrong(project: Path, rules: Ruleset, found: source.Source, pages: Mapping[str, Collection[str]]) -> list[Problem]:
    """Return every mistake in the lists (a project need not have them), and each place where they or the readings lead to what is not there. `pages` holds each page's anchors."""
    problems: list[Problem] = []
    try:
        listed = _read(project, "terms")
        problems += [Problem(listed.place((term,)), term, message) for term, address in build(Terms, listed).items() if (message := _nowhere(address, pages))]
    except Refused as refused:
        problems += refused.problems
    try:
        synonyms(project)
    except Refused as refused:
        problems += refused.problems
    return problems + [Problem(found.place(("readings", id, "see")), f"readings.{id}.see", message) for id, message in lost(rules, pages)]


def lost(rules: Ruleset, pages: Mapping[str, Collection[str]]) -> list[tuple[str, str]]:
    """Return the id of each reading that leads to what is not there, and what is wrong with its address."""
    return [(id, message) for id, reading in rules.readings.items() if reading.see and (message := _nowhere(reading.see, pages))]


def _read(project: Path, name: str) -> source.Source:
    path = project / "data" / f"{name}.yaml"
    return source.read(path, f"data/{name}.yaml") if path.exists() else source.Source({})


def _nowhere(address: str, pages: Mapping[str, Collection[str]]) -> str:
    """Return what is wrong with an address in docs/, or nothing."""
    page, _, anchor = address.partition("#")
    if page not in pages:
        return f"no such page (got '{page}'){suggestion(page, pages)}"
    if anchor and anchor not in pages[page]:
        return f"no such section (got '{address}'){suggestion(anchor, pages[page])}"
    return ""
