"""A template and what it needs → text. HTML templates escape everything that is not markup of ours."""

from __future__ import annotations

from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

MARKDOWN = str.maketrans({char: f"&#{ord(char)};" for char in "\\`*_{}[]()#+!|<>~=:^\"'"} | {"&": "&amp;", "\n": " "})


class Compiled(BytecodeCache):
    """What Jinja made of templates, kept for every environment of this process: the sites of a build share it."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a bucket what is kept for the same template with the same text."""
        if kept := self.kept.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a bucket holds."""
        self.kept[(bucket.key, bucket.checksum)] = bucket.bytecode_to_string()


COMPILED = Compiled()


class _Environment(Environment):
    """Jinja, but for one thing: `records[id]` is never a method of `records`, such as `items`, for want of that id."""

    def getitem(self, obj: object, argument: object) -> object:
        try:
            return obj[argument]
        except (LookupError, TypeError, AttributeError):
            return self.undefined(obj=obj, name=argument)


def environment(project: Path) -> Environment:
    """Return the Jinja environment of a project's `templates` folder; an unknown name is an error."""
    loader = FileSystemLoader(project / "templates")
    return _Environment(loader=loader, bytecode_cache=COMPILED, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)


def render(environment: Environment, template: str, **context: object) -> str:
    """Return a template of the project filled with a context."""
    return environment.get_template(template).render(context)


def markdown(text: str) -> Markup:
    """Return plain text so that Markdown and HTML show it as it is."""
    return Markup(text.translate(MARKDOWN))


def html(text: str) -> Markup:
    """Return plain text so that HTML shows it as it is."""
    return escape(text)
