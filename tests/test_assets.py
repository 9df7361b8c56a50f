"""Our edits to Material's files: each is refused in words where a release no longer has what it goes by."""

from __future__ import annotations

from pathlib import Path

import material
import pytest
from kr16 import assets
from mkdocs.exceptions import PluginError

EDITS = assets.WAITS | assets.ONCE | assets.FIRST_PAGE | assets.HAS_BEEN


def stock(pattern: str) -> str:
    (file,) = (Path(material.__file__).parent / "templates").glob(pattern)
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [*EDITS, *(word for pair in assets.LIBRARIES for word in pair)])
def test_a_script_without_what_an_edit_goes_by_is_refused(words):
    script = stock(assets.MATERIAL_SCRIPT)
    assert assets.patient(script)
    with pytest.raises(PluginError, match="Material's script no longer has .*; see tools/kr16/assets.py"):
        assets.patient(script.replace(words, ""))


def test_styles_without_the_class_that_rings_go_by_are_refused():
    styles = stock(assets.MATERIAL_STYLES[0])
    assert ".focus-visible" not in assets.rings(styles)
    with pytest.raises(PluginError, match="no longer name .focus-visible"):
        assets.rings(styles.replace(".focus-visible", ".other"))
