"""Sections of a page: found by their anchors, replaced and added to as whole lines."""

from __future__ import annotations

import pytest
from kr16 import sections

PAGE = """\
# Page

Before.

## One { #one }

First.

### Deep {#deep}

Deeper.

```
## Not a heading { #fenced }
```

## Two { #two }

Second.
"""


def test_spans():
    assert [(s.anchor, s.level, s.start, s.end) for s in sections.spans(PAGE)] == [("one", 2, 4, 16), ("deep", 3, 8, 16), ("two", 2, 16, 19)]


def test_titles():
    assert [sections.title(PAGE), sections.title(PAGE, "deep")] == ["Page", "Deep"]


def test_replacing_keeps_the_heading_and_what_is_around():
    assert sections.replaced(PAGE, "one", "New.") == "# Page\n\nBefore.\n\n## One { #one }\n\nNew.\n\n## Two { #two }\n\nSecond.\n"


@pytest.mark.parametrize(("anchor", "before"), [("one", "### Deep {#deep}"), ("deep", "## Two { #two }"), ("two", None)])
def test_appending_stands_before_what_follows(anchor, before):
    lines = [line for line in sections.appended(PAGE, anchor, "New.").splitlines() if line]
    after = lines[lines.index("New.") + 1 :]
    assert (after[0] if after else None) == before
    assert [line for line in lines if line != "New."] == [line for line in PAGE.splitlines() if line]
