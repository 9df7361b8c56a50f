"""A template and what it needs → text. HTML templates escape everything that is not markup of ours."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

MARKDOWN = str.maketrans({char: f"&#{ord(char)};" for char in "\\`*_{}[]()#+!|<>~=:^\"'"} | {"&": "&amp;", "\n": " "})


def environment(project: Path) -> Environment:
    """Return the Jinja environment of a project's `templates` folder; an unknown name is an error."""
    loader = FileSystemLoader(project / "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)


def render(environment: Environment, template: str, **context: object) -> str:
    """Return a template of the project filled with a context."""
    return environment.get_template(template).render(context)


def markdown(text: str) -> Markup:
    """Return plain text so that Markdown and HTML show it as it is."""
    return Markup(text.translate(MARKDOWN))


def html(text: str) -> Markup:
    """Return plain text so that HTML shows it as it is."""
    return escape(text)
