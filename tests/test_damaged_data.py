"""Whatever is done to a data file, it is read or refused: never a traceback, and every place named exists.

A few examples in `make test`; thousands in `make test-long`.
"""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kr16.errors import Refused
from kr16.parse import LINE_BREAK

from tests.kernel import ROOT, load_with

TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted((ROOT / "data").rglob("*.yaml")) if path.parent.name in ("core", "printed")}
ODD = ["", " ", "\t", "-", ":", "&a", "*a", "<<", "!!x", "{", "]", "'", '"', "#", "|", ">", "%", "@", "0", "-1", "010", "1:30", "No", "null", "1e9", "9" * 30, "24cm", "{{ x }}", "{{ .y.z }}", "[]", "{}", "? a", "\x00", "\ufeff", "é", "…", "a" * 3000]


@st.composite
def damaged(draw):
    """The name of a data file, and its text with a few lines or values deleted, doubled or replaced."""
    name = draw(st.sampled_from(list(TEXTS)))
    lines = TEXTS[name].split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        head, colon, _ = lines[at].partition(":")
        lines[at : at + 1] = draw(
            st.sampled_from([[], [lines[at]] * 2, [lines[at], draw(st.sampled_from(lines))], ["  " + lines[at]], [lines[at].strip()]])
            | st.sampled_from(ODD).map(lambda odd: [f"{head}{colon} {odd}"])
            | st.sampled_from(ODD).map(lambda odd: [odd + lines[at]])
            | st.text(max_size=8).map(lambda text: [f"{head}{colon} {text}"])
        )
    return name, "\n".join(lines)


@settings(suppress_health_check=list(HealthCheck))
@given(damaged())
def test_damaged_data_is_read_or_refused_with_places_that_exist(case):
    name, text = case
    content = text.encode("utf-8", "surrogatepass")
    try:
        loaded = load_with(name, content)
    except Refused as refused:
        assert refused.problems
        for problem in refused.problems:
            place_exists(problem.place, content if problem.place.file == name else None)
    else:
        assert loaded.rules


def place_exists(place, content: bytes | None) -> None:
    if not (ROOT / place.file).is_file():
        assert (ROOT / place.file).is_dir() and (place.line, place.column) == (1, 1)
        return
    text = (content if content is not None else (ROOT / place.file).read_bytes()).decode("utf-8-sig", "replace")
    lines = LINE_BREAK.split(text)
    assert 1 <= place.line <= len(lines) + 1
    assert 1 <= place.column <= len(lines[place.line - 1] if place.line <= len(lines) else "") + 1
