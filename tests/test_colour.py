"""Any accent colour becomes one that can be read on both papers."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from kr16 import colour

from tests.kernel import ROOT


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_text_in_the_accent_is_legible_on_paper_on_grey_and_on_its_tint(channels):
    """WCAG 2.2, 1.4.3: 4.5 to 1."""
    shades = colour.shades("#" + "".join(f"{channel:02x}" for channel in channels))
    for scheme, paper in colour.PAPER.items():
        assert colour.contrast(shades[scheme]["accent"], paper) >= 4.5
        assert colour.contrast(shades[scheme]["accent"], colour.GREY[scheme]) >= 4.5
        assert colour.contrast(shades[scheme]["accent"], shades[scheme]["tint"]) >= 4.5


def test_a_legible_accent_stays_as_it_is():
    assert colour.shades("#5b3fb0")["light"]["accent"] == "#5b3fb0"


def test_the_papers_are_those_of_the_style_sheet():
    css = (ROOT / "templates/theme/partials/early.css").read_text("utf-8")
    assert re.findall(r"--kr-paper:(#\w+);", css)[:2] == [colour.PAPER["light"], colour.PAPER["dark"]]
    assert re.findall(r"--kr-tint:(#\w+);", css)[:2] == [colour.GREY["light"], colour.GREY["dark"]]
