"""The theme is the same, and found sooner."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from kr16 import theme
from mkdocs.config import load_config

from tests.kernel import ROOT


def test_every_file_that_mkdocs_wants_is_listed(tmp_path):
    """MkDocs leaves out what is hidden; so do we, before it is listed."""
    ordinary = load_config(str(ROOT / "mkdocs.yml")).theme
    everything = ordinary.get_env().list_templates()
    quick = theme.quick(load_config(str(ROOT / "mkdocs.yml")).theme, tmp_path / "cache").get_env()
    assert quick.list_templates() == [name for name in everything if not any(fnmatch(name, pattern) for pattern in (".*/*", "*/.*/*"))]
    assert len(everything) > 10 * len(quick.list_templates())


def test_a_hidden_template_can_still_be_asked_for(tmp_path):
    quick = theme.quick(load_config(str(ROOT / "mkdocs.yml")).theme, tmp_path / "cache").get_env()
    assert "<svg" in quick.get_template(".icons/material/magnify.svg").render()
    assert any((tmp_path / "cache").iterdir())


def test_no_line_of_a_template_begins_with_a_space_and_a_tag_alone_leaves_no_line(tmp_path):
    quick = theme.quick(load_config(str(ROOT / "mkdocs.yml")).theme, tmp_path / "cache").get_env()
    text, file, same = quick.loader.get_source(quick, "partials/nav-item.html")
    assert "\n  " in Path(file).read_text("utf-8") and "\n " not in text and same()
    assert quick.from_string("<p>\n{% if true %}\na\n{% endif %}\n</p>").render() == "<p>\na\n</p>"


def test_the_sentences_of_the_footer_stand_apart(tmp_path):
    """A tag at the end of a line takes the line's end with it."""
    quick = theme.quick(load_config(str(ROOT / "mkdocs.yml")).theme, tmp_path / "cache").get_env()
    quick.filters["url"] = str
    rules = {"author": "A. Barracks", "copyright": "© A. Barracks"}
    words = quick.get_template("partials/copyright.html").render(config={"extra": {"kr16": rules}}).split("</p>")[0].split()
    assert " ".join(words).endswith("Unofficial. The game is © A. Barracks. Get the rulebook from its author: A. Barracks.")
