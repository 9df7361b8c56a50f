"""A name → a new variant's file: commented, and working as it stands."""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import Markup

from . import live, render
from .errors import Place, Problem, Refused, shown
from .game import Game
from .parse import parse
from .variants import FOLDER, taken

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def start(project: Path, id: str, core: Game) -> Path:
    """Write a new variant's file and return its path; raise Refused for a name that will not do. A file that stands stays."""
    path = project / FOLDER / f"{id}.yaml"
    if not ID.fullmatch(id) or id == "core" or len(id) > 60:
        raise Refused([Problem(Place(FOLDER), "", f"not an id (got {shown(id)}); write small letters, digits and single hyphens, such as 'low-tech', and not 'core'")])
    if taken(project, id):
        raise Refused([Problem(Place(f"{FOLDER}/{id}.yaml"), "", "the guide has a page at that address; choose another id")])
    if path.exists():
        raise Refused([Problem(Place(f"{FOLDER}/{id}.yaml"), "", "stands already; edit it, or choose another id")])
    text = render.render(render.environment(project), "variants/new.yaml.j2", id=quoted(id), title=quoted(id.replace("-", " ").capitalize()), rules=core.rules, live=lambda path: live.look(core.rules, path))
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def quoted(text: str) -> Markup:
    """Return a text as YAML takes it for a text: in quotes where it would read something else, such as `no` or `010`."""
    found = parse(f"text: {text}\n", "")
    return Markup(text if found.values["text"] == text and not found.problems else f'"{text}"')
