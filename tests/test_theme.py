"""The theme is the same, and found sooner."""

from __future__ import annotations

from fnmatch import fnmatch

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


def test_a_line_with_nothing_but_a_tag_leaves_no_line(tmp_path):
    quick = theme.quick(load_config(str(ROOT / "mkdocs.yml")).theme, tmp_path / "cache").get_env()
    assert quick.from_string("<p>\n  {% if true %}\n  a\n  {% endif %}\n</p>").render() == "<p>\n  a\n</p>"
