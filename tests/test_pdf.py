"""Cards and sheets as PDF files, read back: sizes, pages, fonts, text, tags, and the numbers on every card."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest
import yaml
from kr16 import force, game, variants
from kr16.context import cards, handouts
from kr16.errors import Refused
from kr16.parse import parse
from kr16.pdf import drawing, engine, files, fonts, impose, pieces, sizes, styles, truetype, workers

from tests.kernel import ROOT, core
from tests.ruled import core as ruled_core

GAME = core()
FORCES = ["third-platoon", "motor-pool"]
NOTICE = "© 2013 Angel Barracks"
MM = 72 / 25.4


@pytest.fixture(scope="session")
def project(tmp_path_factory) -> Path:
    """Our templates with a cache of their own, so that what the tests draw is drawn by them."""
    folder = tmp_path_factory.mktemp("print")
    (folder / "templates").symlink_to(ROOT / "templates")
    return folder


@pytest.fixture(scope="session")
def printed(project):
    """Print a force, given by name or as text, and return the read PDF; each only once."""
    made: dict[str, tuple] = {}

    def make(of: str = "third-platoon", paper: str = "a4", size: str = "poker", layout: dict | None = None, **options):
        key = json.dumps([of, paper, size, layout, options])
        if key not in made:
            found = parse((ROOT / f"data/forces/{of}.yaml").read_text("utf-8") if of in FORCES else of, "force.yaml")
            out = project / f"{len(made)}.pdf"
            report = files.write_cards(force.check(found, GAME), GAME, project, out, paper, size, options=files.Layout(**(layout or {})), found=found, **options)
            made[key] = (pypdf.PdfReader(io.BytesIO(out.read_bytes())), report, out)
        return made[key]

    return make


@pytest.fixture(scope="session")
def sheets(project) -> dict[str, pypdf.PdfReader]:
    read = {}
    for paper in sizes.PAPERS:
        files.write_sheet(GAME, project, project / f"sheet-{paper}.pdf", paper)
        read[paper] = pypdf.PdfReader(io.BytesIO((project / f"sheet-{paper}.pdf").read_bytes()))
    return read


def squads(count: int, name: str = "Squad") -> str:
    """A force of so many squads, as text."""
    units = [f"  - {{name: {name} {i}, grade: grunt, save: 5, figures: 5, weapons: [{{weapon: assault-rifle, count: 5}}]}}" for i in range(1, count + 1)]
    return "\n".join(["force: Many", "rules: core", "units:", *units, ""])


def lines_of(reader: pypdf.PdfReader) -> list[str]:
    return [re.sub(r"\s+", " ", line).strip() for page in reader.pages for line in page.extract_text().splitlines()]


def card_lines(reader: pypdf.PdfReader) -> dict[str, list[str]]:
    """The lines of each card, by the name of its unit, from its heading to its notice."""
    cards, names = {}, {mark.title for mark in reader.outline}
    current: list[str] = []
    for line in lines_of(reader):
        if line in names:
            current = cards.setdefault(line, [])
        current.append(line)
    return cards


def faces(reader: pypdf.PdfReader) -> set[str]:
    found = set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            found.add(font.get_object()["/BaseFont"].split("+")[1])
    return found


def golden() -> Iterator[tuple[str, str, dict]]:
    for name in FORCES:
        for unit, expected in yaml.safe_load((ROOT / f"tests/golden/cards-{name}.yaml").read_text("utf-8")).items():
            yield pytest.param(name, unit, expected, id=unit)


ORDERS = ["Advance", "Aimed Fire", "Take Cover", "Fall Back", "Run", "Weave", "Assault", "React"]


@pytest.mark.parametrize(("of", "unit", "expected"), list(golden()))
def test_a_card_says_what_was_worked_out_by_hand(printed, of, unit, expected):
    lines = card_lines(printed(of)[0])[unit]
    assert lines[1].endswith(f"· {expected['points']} points")
    if "save" in expected:
        assert f"{expected['save']} save □ Shaken" in lines
        wanted = [f"{rolls.strip()} {order}" for rolls, order in zip(expected["orders"].split(","), ORDERS, strict=True)]
        assert [line for line in wanted if not any(got.startswith(line) for got in lines)] == []
    else:
        assert expected["stats"] in lines
    assert [line for line in expected["weapons"] if not any(got.startswith(line) for got in lines)] == []


@pytest.mark.parametrize("of", FORCES)
def test_the_hand_worked_table_has_every_unit(printed, of):
    worked = yaml.safe_load((ROOT / f"tests/golden/cards-{of}.yaml").read_text("utf-8"))
    assert list(worked) == [mark.title for mark in printed(of)[0].outline]


# Paper, size, how many on a sheet: the findings' counts.
PLACES = [("a4", "poker", 9), ("letter", "poker", 9), ("a4", "tarot", 4), ("letter", "tarot", 4), ("a4", "a6", 2), ("letter", "a6", 2), ("a4", "mini", 21), ("letter", "mini", 20)]


@pytest.mark.parametrize(("paper", "size", "places"), PLACES)
def test_cards_stand_within_the_margin_and_not_on_each_other(paper, size, places):
    card = sizes.SIZES[size]
    grid = sizes.grid(paper, card.width, card.height)
    assert grid.places == places
    corners = [grid.corner(place) for place in range(places)]
    for x, y in corners:
        assert x >= 5 - 1e-6 and y >= 5 - 1e-6
        assert x + card.width <= grid.paper[0] - 5 + 1e-6 and y + card.height <= grid.paper[1] - 5 + 1e-6
    apart = [abs(a[0] - b[0]) >= card.width - 1e-6 or abs(a[1] - b[1]) >= card.height - 1e-6 for i, a in enumerate(corners) for b in corners[:i]]
    assert all(apart)


@pytest.mark.parametrize(("paper", "size", "places"), PLACES)
def test_pages_have_the_paper_s_size_and_are_as_many_as_computed(printed, paper, size, places):
    reader, report, _ = printed("motor-pool", paper, size)
    assert len(reader.pages) == report.pages == -(-report.cards // places)
    for page in reader.pages:
        assert sorted(round(float(length) / MM, 1) for length in page.mediabox[2:]) == sorted(sizes.PAPERS[paper])
        assert page.trimbox == page.mediabox
        assert NOTICE in page.extract_text()


@pytest.mark.parametrize("size", sizes.SIZES)
@pytest.mark.parametrize("backs", impose.BACKS)
@pytest.mark.parametrize("paper", sizes.PAPERS)
def test_no_page_is_blank_and_every_card_is_there_in_every_size_and_back_mode(printed, size, backs, paper):
    reader, report, _ = printed("third-platoon", paper, size, {"backs": backs})
    assert len(reader.pages) == report.pages
    assert [number for number, page in enumerate(reader.pages) if not page.extract_text().strip()] == []
    assert len(card_lines(reader)) == 9


def test_a_page_for_each_card_has_the_card_s_size_and_its_bleed(printed):
    reader, report, _ = printed("third-platoon", "card", "tarot", {"bleed": 2.0})
    assert len(reader.pages) == report.cards == 9
    for page in reader.pages:
        assert [round(float(length) / MM, 2) for length in page.mediabox] == [0, 0, 74, 124]
        assert [round(float(length) / MM, 2) for length in page.trimbox] == [2, 2, 72, 122]


@pytest.mark.parametrize("of", FORCES)
def test_only_our_fonts_are_used(printed, of):
    assert faces(printed(of, summary=True)[0]) <= {family.replace(" ", "-") for family in fonts.FACES}


@pytest.mark.parametrize("paper", sizes.PAPERS)
def test_the_sheet_is_two_pages_in_our_fonts_with_the_notice_on_each(sheets, paper):
    reader = sheets[paper]
    assert [tuple(round(float(length) / MM, 1) for length in page.mediabox[2:]) for page in reader.pages] == [sizes.PAPERS[paper]] * 2
    assert faces(reader) <= {re.sub(r"\W", "-", family) + end for family in fonts.FACES for end in ("", "-Semi-Bold", "-Normal", "-Semi-Condensed", "-Semi-Bold-Semi-Condensed")}
    for page in reader.pages:
        assert NOTICE in page.extract_text() and "www.angelbarracks.co.uk" in page.extract_text()


@pytest.mark.parametrize("paper", sizes.PAPERS)
@pytest.mark.parametrize("id", variants.ids(ROOT))
def test_each_variant_s_sheet_is_two_pages_in_type_that_can_be_read(project, id, paper):
    made = game.sure(game.tried(ROOT, id, ruled_core()))
    files.write_sheet(made, project, project / f"sheet-{id}-{paper}.pdf", paper)
    reader = pypdf.PdfReader(project / f"sheet-{id}-{paper}.pdf")
    assert len(reader.pages) == 2 and "House rules: " in reader.pages[0].extract_text()
    assert smallest(reader) >= 6.5 - 0.01


@pytest.mark.parametrize("heading", ["Sequence of play", "Orders: roll needed", "Shooting", "Failed saves", "Cover", "Hand to Hand", "Infantry saves", "Specialists", "Small arms", "Vehicle weapons", "Vehicles", "Military vehicle damage", "Civilian vehicle damage", "Aircraft damage", "Mines", "Buildings", "Vehicle abilities", "Between games"])
def test_the_sheet_has_all_that_is_needed_during_play(sheets, heading):
    assert any(line.startswith(heading) for line in lines_of(sheets["a4"]))


def test_no_line_of_the_sheet_is_left_out_under_the_core_rules():
    """A line whose record is gone is left out; a slip of the pen in a path must not be."""
    from kr16.context import sheet

    told = [sheet.TURN, sheet.SQUADS, sheet.SHOOTING, sheet.SHAKEN, sheet.COVER, sheet.HAND_TO_HAND, sheet.VEHICLES, sheet.MINES, sheet.BUILDINGS, sheet.INSURGENTS, sheet.CAMPAIGN]
    assert [len(sheet.lines(texts, GAME)) for texts in told] == [len(texts) for texts in told]
    assert [text for texts in told for text in texts if re.search(r"\d", re.sub(r"\{\{.*?\}\}", "", text))] == []


@pytest.mark.parametrize("of", FORCES)
def test_a_pdf_says_its_title_and_language_and_is_tagged(printed, of):
    root = printed(of)[0].trailer["/Root"]
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"] and root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert "pdfuaid:part>1<" in root["/Metadata"].get_object().get_data().decode()
    assert printed(of)[0].metadata.title.endswith("cards for KR 16 1.6")


def test_every_marked_content_belongs_to_one_tag(printed):
    """What a screen reader is given: each card a section, each line a paragraph, each symbol a figure with a text."""
    reader = printed("motor-pool", layout={"backs": "long-edge"})[0]
    tree = reader.trailer["/Root"]["/StructTreeRoot"]
    sections = tree["/K"][0]["/K"]
    tagged: dict[int, list[int]] = {}
    for section in sections:
        for block in section["/K"]:
            assert block["/S"] in ("/P", "/H2", "/Figure") and (block["/S"] != "/Figure" or block["/Alt"])
            tagged.setdefault(block["/Pg"]["/StructParents"], []).extend(block["/K"])
    for number, page in enumerate(reader.pages):
        marked = [int(n) for n in re.findall(rb"/MCID (\d+)", page.get_contents().get_data())]
        assert len(marked) == len(set(marked)) and sorted(tagged[number]) == sorted(marked)
        assert len(tree["/ParentTree"]["/Nums"][2 * number + 1]) == len(marked)


def test_bookmarks_name_the_units_in_order(printed):
    reader = printed(squads(20))[0]
    assert [mark.title for mark in reader.outline] == [f"Squad {i}" for i in range(1, 21)]
    assert [reader.get_destination_page_number(mark) for mark in reader.outline] == [i // 9 for i in range(20)]


@pytest.mark.parametrize("of", FORCES)
def test_the_same_input_gives_the_same_bytes(printed, project, tmp_path, of):
    """Also when nothing is in the cache, and when cards are drawn in other company."""
    fielded, first = force.load(ROOT / f"data/forces/{of}.yaml", GAME), printed(of)[2].read_bytes()
    (tmp_path / "templates").symlink_to(ROOT / "templates")
    files.write_cards(fielded, GAME, tmp_path, tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == first
    files.write_cards(fielded, GAME, project, project / "again.pdf")
    assert (project / "again.pdf").read_bytes() == first


def test_what_cards_share_is_drawn_once(project, monkeypatch):
    drawn = []
    monkeypatch.setattr(drawing, "draw", lambda parts, *rest, real=drawing.draw: drawn.extend(parts) or real(parts, *rest))
    files.write_cards(force.check(parse(squads(9, "Twin").replace("rifle, count: 5", "rifle, count: 4"), "force.yaml"), GAME), GAME, project, project / "nine.pdf", size="tarot", ink_saver=True)
    kinds = [part["fragment"] for part in drawn]
    assert {kind: kinds.count(kind) for kind in kinds} == {"head": 9, "stats": 1, "ticks": 1, "section": 2, "icon": 1, "notice": 1}


def test_one_changed_unit_is_one_card_drawn(project, monkeypatch):
    text = squads(12)
    make = lambda text: force.check(parse(text, "force.yaml"), GAME)
    files.write_cards(make(text), GAME, project, project / "twelve.pdf")
    drawn = []
    monkeypatch.setattr(drawing, "draw", lambda parts, *rest, real=drawing.draw: drawn.extend(parts) or real(parts, *rest))
    files.write_cards(make(text.replace("Squad 7,", "Squad Seven,")), GAME, project, project / "twelve.pdf")
    assert [part["name"] for part in drawn] == ["Squad Seven"]


def test_a_damaged_cache_is_drawn_anew(project):
    make = force.check(parse(squads(2, "Spoilt"), "force.yaml"), GAME)
    files.write_cards(make, GAME, project, project / "two.pdf")
    first = (project / "two.pdf").read_bytes()
    for kept in (project / ".cache/cards").iterdir():
        kept.write_bytes(b"spoilt")
    files.write_cards(make, GAME, project, project / "two.pdf")
    assert (project / "two.pdf").read_bytes() == first


HOSTILE = ["<img src=file:///etc/passwd>", "{{ 7 * 7 }} {% raw %}", "../../../etc/passwd", "}</style><style>*{color:red}", "url(http://example.org/x)", "a) /Action (b \\) <</S>>", "&lt;b&gt; &amp;", "'; drop --"]


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_person_writes_stays_text(printed, words):
    quoted = json.dumps(words)
    text = f"force: {quoted}\nrules: core\nunits:\n  - {{name: {quoted}, grade: grunt, save: 5, figures: 5, note: {quoted}}}\n  - {{name: Bus, grade: grunt, vehicle: apc, passengers: [{quoted}]}}\n"
    reader = printed(text, summary=True)[0]
    joined = re.sub(r"\s", "", " ".join(lines_of(reader)))
    assert joined.count(re.sub(r"\s", "", words)) >= 4
    assert reader.outline[0].title == words
    assert [page for page in reader.pages if "/Annots" in page] == []


def test_only_templates_are_read(project, tmp_path):
    (tmp_path / "secret.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")
    for url in ((tmp_path / "secret.svg").as_uri(), "http://example.org/x.svg", "../../secret.svg", "data:image/svg+xml,<svg/>"):
        with pytest.raises(engine.DrawingFailed):
            engine.layout(f'<html lang="en"><img src="{url}" alt="x">', "", project)


def test_a_warning_of_the_engine_is_a_failure(project):
    with pytest.raises(engine.DrawingFailed, match="weasyprint"):
        engine.layout("<html lang=en><p>x", "p { no-such-property: 1 }", project)
    with pytest.raises(engine.DrawingFailed, match="fontTools: odd"), engine.quiet():
        logging.getLogger("fontTools").warning("odd")


def test_the_last_good_file_stays_when_printing_fails(project, monkeypatch):
    out = project / "kept.pdf"
    out.write_bytes(b"good")
    bad = parse('force: F\nrules: core\nunits:\n  - {name: "Rockets 🚀", grade: grunt, save: 5, figures: 5}\n', "force.yaml")
    with pytest.raises(Refused):
        files.write_cards(force.check(bad, GAME), GAME, project, out, found=bad)
    assert out.read_bytes() == b"good"
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError):
        files.save(out, b"new")
    assert out.read_bytes() == b"good" and list(project.glob(".kept*")) == []


NAMES = ["Łódź Żółw ÅÄÖ ñ ç ß", "Ψυχή Ελλάδα Ωμέγα", "Дружина Іван Ђорђе", "“Quotes” ‘so’ «so» – and —", "≥ 5 → ★ ≤ × −", "Ĉu ĝi ŝajnas ŭ ħ ŋ ŧ", "Cafe\u0301"]


@pytest.mark.parametrize("name", NAMES)
def test_names_in_our_scripts_are_printed_in_our_fonts(printed, name):
    reader = printed(f"force: F\nrules: core\nunits:\n  - {{name: {json.dumps(name, ensure_ascii=False)}, grade: grunt, save: 5, figures: 5, note: {json.dumps(name, ensure_ascii=False)}}}\n", summary=True)[0]
    import unicodedata

    joined = unicodedata.normalize("NFC", re.sub(r"\s", "", " ".join(lines_of(reader))))
    assert joined.count(unicodedata.normalize("NFC", re.sub(r"\s", "", name))) >= 3
    assert faces(reader) <= {family.replace(" ", "-") for family in fonts.FACES}


def problems(text: str, size: str = "poker") -> list[str]:
    from kr16.pdf import proof

    found = parse(text, "force.yaml")
    with pytest.raises(Refused) as refused:
        proof.prove(force.check(found, GAME), found, sizes.SIZES[size], ROOT)
    return list(map(str, refused.value.problems))


def test_a_character_no_font_has_is_reported_with_its_place():
    text = 'force: F\nrules: core\nunits:\n  - name: "Rockets 🚀"\n    grade: grunt\n    save: 5\n    figures: 5\n    note: "漢 and 漢"\n'
    assert problems(text) == [
        "force.yaml:4:11: units.0.name: 'Rockets 🚀': no font of the cards has '🚀' (U+1F680, rocket); write it otherwise",
        "force.yaml:8:11: units.0.note: 'Rockets 🚀': no font of the cards has '漢' (U+6F22, cjk unified ideograph-6f22); write it otherwise",
    ]


def test_a_word_too_wide_for_a_card_is_refused_and_fits_a_larger_one(printed):
    word = "Donaudampfschifffahrtselektri"
    text = f"force: F\nrules: core\nunits:\n  - {{name: {word}, grade: grunt, save: 5, figures: 5}}\n"
    assert [re.sub(r" is \d\d mm.* has \d\d mm ", " is too wide ", line) for line in problems(text)] == [f"force.yaml:4:12: units.0.name: '{word}': the word '{word}' is too wide for it; write a shorter one, or print a larger size"]
    assert printed(text, size="a6")[1].cards == 1


def test_a_name_that_fits_a_card_fits_every_larger_one():
    """Whoever is told to print a larger size is not refused there."""
    from kr16.pdf import proof

    by_width = sorted(sizes.SIZES.values(), key=lambda size: size.width)
    icons = [proof.ICON_EM * size.type_pt * 25.4 / 72 if size.icon else 0 for size in by_width]
    room = [(size.width - 2 * size.padding - icon) / size.heading_pt for size, icon in zip(by_width, icons)]
    assert room == sorted(room)


def texts_of(box) -> Iterator:
    """The texts in a laid-out box of WeasyPrint's, in those with a place of their own too."""
    box = getattr(box, "_box", box)
    if hasattr(box, "text"):
        yield box
    for child in getattr(box, "children", ()):
        yield from texts_of(child)


def laid_out(made: list[dict], size: sizes.Size, project: Path) -> list:
    """The texts of these cards as WeasyPrint sets them."""
    parts = [part for card in made for part in pieces.requests(card, size)]
    document = engine.page("cards/fragments.html.j2", {"fragments": parts, "icons": "../icons/"}, styles.styles(size, project, False), project)
    return [text for page in document.pages for text in texts_of(page._page_box)]


def beyond(texts: list, size: sizes.Size) -> list[str]:
    """The texts that end to the right of what a card keeps clear, on a page of its fragments."""
    clear = (sizes.BLEED + size.width - size.padding) * 96 / 25.4
    return [box.text for box in texts if box.text.strip() and box.position_x + box.width > clear + 0.5]


@pytest.mark.parametrize("size", sizes.SIZES)
def test_no_text_stands_beyond_the_edge_that_is_kept_clear(project, size):
    """Nor on other text: what stands in a column ends before the next one begins."""
    fielded = [card for of in FORCES for card in cards.cards(force.load(ROOT / f"data/forces/{of}.yaml", GAME), GAME)]
    made = [*fielded, *map(cards.back, fielded), *handouts.reference_cards(GAME)]
    found = laid_out(made, sizes.SIZES[size], project)
    assert len(found) > 1000 and beyond(found, sizes.SIZES[size]) == []
    columns = [(box.style["font_family"][0], box.style["font_size"] * 0.75, box.style["tab_size"].value, box.text.split("\t")[:-1]) for box in found if "\t" in box.text]
    assert columns
    assert {cell for family, pt, tab, cells in columns for cell in cells if fonts.width_mm(cell, family, pt, ROOT) * 96 / 25.4 > tab} == set()


WORDS = ["A\u00a0" * 40, "-" * 120, "–" * 120, "/" * 120, "12-" * 40, "ab-1" * 30, "(a)-(b)" * 17, "a/" * 60, "a—" * 60, "…" * 60, "a.b," * 30, "a–(" * 40, "«a»-" * 30, "a…b" * 40, "5/" * 60, "a!b?" * 30, "→★" * 30, "а-б" * 40, "e\u0301-" * 40]


@pytest.mark.parametrize("words", WORDS, ids=lambda words: ascii(words[:8]))
def test_what_is_let_through_as_words_does_not_reach_over_the_edge(project, words):
    """Where a line may break, and where not, is decided by Pango: these are the texts that lead one to think otherwise."""
    from kr16.pdf import proof

    found = parse(f"force: F\nrules: core\nunits:\n  - {{name: {json.dumps(words[:115].strip())}, grade: grunt, save: 5, figures: 5, note: {json.dumps(words)}}}\n", "force.yaml")
    fielded = force.check(found, GAME)
    for size in (sizes.SIZES["mini"], sizes.SIZES["a6"]):
        try:
            proof.prove(fielded, found, size, ROOT)
        except Refused:
            continue
        assert beyond(laid_out(cards.cards(fielded, GAME), size, project), size) == []


@pytest.mark.parametrize("size", sizes.SIZES)
def test_tab_stops_are_whole_pixels(project, size):
    """WeasyPrint would cut off the rest, and the lines below the first would hang beside it."""
    css = styles.styles(sizes.SIZES[size], project, False)
    tabs = dict(re.findall(r"^\.kr-rows([-\w]*) \{ --tab: (\d+px) \}$", css, re.M))
    assert set(tabs) == set(re.findall(r"^\.kr-rows([-\w]*) \{ --tab:", (ROOT / "templates/css/card.css").read_text("utf-8"), re.M))


@pytest.mark.parametrize("size", sizes.SIZES)
def test_the_longest_names_continue_and_nothing_is_cut(printed, size):
    """Text never becomes smaller than 6.5 pt: it goes on on another card."""
    name = ("Third of the Valleys beyond the Eastern Ridge and Guard of the Long Bridge at the Mill " * 2)[:120]
    note = ("It holds the mill until the bell is rung and then counts as two when the sixth turn is over. " * 22)[:2000]
    text = f"force: {name}\nrules: core\nunits:\n  - {{name: {name}, grade: guard, save: 3, figures: 99, abilities: [medic, sniper, insurgent-ambush], note: {note}, weapons: [{{weapon: minigun, count: 99}}, {{weapon: mortar}}, {{weapon: grenade-launcher}}]}}\n"
    reader, report, _ = printed(text, "a4", size)
    parts = dict(report.continued)[name]
    joined = re.sub(r"\s", "", " ".join(lines_of(reader)))
    assert [f"{i}of{parts}" for i in range(1, parts + 1) if f"{i}of{parts}" not in joined] == []
    words = [re.sub(r"\s", "", word) for word in note.split()]
    assert [word for word in set(words) if joined.count(word) < words.count(word)] == []
    assert smallest(reader) >= 6.5 - 0.01


def smallest(reader: pypdf.PdfReader) -> float:
    """The smallest type on any page, in pt."""
    found = [float(size) * 0.75 for page in reader.pages for size in re.findall(rb"/[A-Z]{6} ([\d.]+) Tf", page.get_contents().get_data())]
    return min(found)


@pytest.mark.parametrize("size", sizes.SIZES)
def test_no_type_is_smaller_than_six_and_a_half_points(printed, size):
    assert smallest(printed("motor-pool", "a4", size)[0]) >= 6.5 - 0.01


@pytest.mark.parametrize(("backs", "upright", "place", "turned"), [("long-edge", True, 0, 2), ("long-edge", True, 4, 4), ("short-edge", True, 0, 6), ("long-edge", False, 0, 6), ("short-edge", False, 0, 2)])
def test_a_back_is_printed_where_its_front_will_be(backs, upright, place, turned):
    paper = (210.0, 297.0) if upright else (297.0, 210.0)
    assert impose.turned_over(place, sizes.Grid(paper, 3, 3, (63, 63), 0), backs) == turned


def corners(reader: pypdf.PdfReader, page: int) -> list[tuple[float, float]]:
    """Where the pieces of a page stand: how far the drawing of each is moved, in mm."""
    found = re.findall(rb"^q 1 0 0 1 ([-\d.]+) ([-\d.]+) cm .* re W n", reader.pages[page].get_contents().get_data(), re.M)
    return [(float(x) / MM, float(y) / MM) for x, y in found]


@pytest.mark.parametrize("paper", sizes.PAPERS)
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
@pytest.mark.parametrize("size", sizes.SIZES)
def test_a_sheet_turned_over_has_each_back_behind_its_front(printed, size, backs, paper):
    """Turned along its left or right edge, left and right of the back change places; along its top or foot, top and foot do."""
    reader, card = printed(squads(12), paper, size, {"backs": backs})[0], sizes.SIZES[size]
    for front in range(0, len(reader.pages), 2):
        width, height = (float(length) / MM for length in reader.pages[front].mediabox[2:])
        sideways = (backs == "long-edge") == (width < height)
        behind = [(width - x - card.width, y) if sideways else (x, height - y - card.height) for x, y in cards_on(reader, front + 1)]
        assert [length for place in behind for length in place] == pytest.approx([length for place in cards_on(reader, front) for length in place], abs=0.01)
        told = [re.findall(r"Squad \d+", reader.pages[page].extract_text()) for page in (front, front + 1)]
        assert told[0] and told[0] == told[1]


def cards_on(reader: pypdf.PdfReader, page: int) -> list[tuple[float, float]]:
    """Where the lower left corners of a page's cards are: each is drawn with room for bleed to its left and below."""
    return [(x + sizes.BLEED, y + sizes.BLEED) for x, y in corners(reader, page)]


def test_an_offset_moves_the_backs_only(printed):
    plain = printed("third-platoon", layout={"backs": "long-edge"})[0]
    moved = printed("third-platoon", layout={"backs": "long-edge", "offset": [1.5, -0.5]})[0]
    assert corners(moved, 0) == corners(plain, 0)
    assert [(round(a[0] - b[0], 2), round(a[1] - b[1], 2)) for a, b in zip(corners(moved, 1), corners(plain, 1))] == [(1.5, -0.5)] * 9


def test_backs_follow_their_fronts_or_all_fronts(printed):
    ordered = {order: [("points" in page.extract_text() and "Grunt crew" not in page.extract_text(), "Dice Open" in page.extract_text()) for page in printed(squads(12), layout={"backs": "long-edge", "order": order})[0].pages] for order in impose.ORDERS}
    assert [front for _, front in ordered["sheets"]] == [True, False, True, False]
    assert [front for _, front in ordered["fronts-then-backs"]] == [True, True, False, False]


def test_the_second_part_of_a_long_card_is_its_back(printed):
    reader, report, _ = printed(squads(1).replace("figures: 5,", f"figures: 5, note: {'many words ' * 60},"), layout={"backs": "long-edge"})
    assert [re.findall(r"\d of \d", page.extract_text()) for page in reader.pages] == [["1 of 2"], ["2 of 2"]]


@pytest.mark.parametrize("marks", impose.MARKS)
def test_lines_to_cut_along_are_artifacts_and_stay_on_the_paper(printed, marks):
    for page in printed("third-platoon", layout={"crop_marks": marks})[0].pages:
        content = page.get_contents().get_data().decode()
        drawn = content.rsplit("/Artifact BMC q", 1)[1]
        ends = [float(n) / MM for n in re.findall(r"([-\d.]+) (?:[-\d.]+) [ml]", drawn)]
        assert ends and min(ends) >= 0 and max(ends) <= 210


def test_ink_saver_draws_no_tint(printed):
    tinted, plain = (printed("third-platoon", ink_saver=saver)[0].pages[0].get_contents().get_data() for saver in (False, True))
    grey = rb"0\.92549 0\.92549 0\.92549 rg"
    assert re.search(grey, tinted) and not re.search(grey, plain)


def test_only_changed_units_are_found():
    old, new = (force.check(parse(text, "force.yaml"), GAME) for text in (squads(4), squads(5).replace("Squad 2, grade: grunt", "Squad 2, grade: elite")))
    assert [unit.name for unit in files.changed(new, GAME, old, GAME)] == ["Squad 2", "Squad 5"]


def test_reference_cards_and_the_summary_come_in_the_same_file(printed):
    reader = printed("motor-pool", summary=True, reference=True)[0]
    titles = [mark.title for mark in reader.outline]
    assert titles[0] == "Motor Pool"
    assert {"Orders", "Shooting", "Saves", "Military vehicle damage", "Civilian vehicle damage", "Aircraft damage", "Mines", "Campaign"} <= set(titles)
    assert "Crosses any cover" in reader.pages[0].extract_text()
    assert "KR 16 1.6 (2nd edition, © 2013)" in reader.pages[0].extract_text()


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_the_calibration_is_a_front_and_a_back_with_the_cross_in_the_middle(project, backs):
    files.write_calibration(GAME, project, project / "calibration.pdf", "a4", backs)
    front, back = pypdf.PdfReader(project / "calibration.pdf").pages
    assert backs.replace("-", " ") in front.extract_text()
    for page in (front, back):
        drawn = page.get_contents().get_data().decode().rsplit("/Artifact BMC q", 1)[1]
        x1, y1, x2, y2 = map(float, re.search(r"w ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", drawn).groups())
        assert round((x1 + x2) / 2 / MM, 2) == 105 and round(y1 / MM, 2) == round(y2 / MM, 2) == 148.5
        assert NOTICE in page.extract_text()


def test_a_font_cut_down_keeps_each_glyph_and_what_it_is_made_of():
    """Composite glyphs refer to others; these must stay too (й is и and a breve)."""
    from fontTools.ttLib import TTFont

    whole = fonts.face("KR Card", ROOT)
    full = TTFont(io.BytesIO(whole))
    wanted = [full.getGlyphID(full.getBestCmap()[ord(c)]) for c in "Aйр★é"]
    cut = TTFont(io.BytesIO(truetype.subset(whole, wanted)))
    order, names = full.getGlyphOrder(), cut.getGlyphOrder()
    for glyph in wanted:
        kept, original = cut["glyf"][names[glyph]], full["glyf"][order[glyph]]
        assert kept.getCoordinates(cut["glyf"])[0] == original.getCoordinates(full["glyf"])[0]
    assert len(truetype.subset(whole, wanted)) < len(whole) / 5


def test_pdfs_without_weasyprint_say_what_to_install(monkeypatch, project):
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    with pytest.raises(engine.NoWeasyPrint) as told:
        engine.layout("<p>", "", project)
    assert [name for name in ("Debian", "Fedora", "macOS", "Windows") if name not in str(told.value)] == []


@pytest.mark.parametrize("family", fonts.FACES)
def test_characters_and_widths_are_what_fonttools_reads(family):
    from fontTools.ttLib import TTFont

    whole = fonts.face(family, ROOT)
    font, widths = TTFont(io.BytesIO(whole)), truetype.widths(whole)
    assert truetype.characters(whole) == {code: font.getGlyphID(name) for code, name in font.getBestCmap().items()}
    assert widths == [font["hmtx"].metrics[name][0] for name in font.getGlyphOrder()][: len(widths)]


def test_two_processes_answer_in_order_and_raise_what_was_raised():
    with workers.workers(ahead=True) as drawing:
        assert list(drawing.map(pow, [1, 2, 3, 4, 5], [2] * 5)) == [1, 4, 9, 16, 25]
        assert list(drawing.map(pow, [], [])) == []
        with pytest.raises(ZeroDivisionError):
            list(drawing.map(divmod, [1, 1, 1], [1, 0, 1]))


def test_a_drawing_process_that_ends_is_told_and_not_waited_for():
    with pytest.raises(engine.DrawingFailed, match="has ended"), workers.workers(ahead=False) as drawing:
        list(drawing.map(os._exit, [1]))


def test_cards_drawn_by_two_processes_are_the_same_bytes(printed, tmp_path):
    (tmp_path / "templates").symlink_to(ROOT / "templates")
    with workers.workers(ahead=True) as drawing:
        files.write_cards(force.load(ROOT / "data/forces/motor-pool.yaml", GAME), GAME, tmp_path, tmp_path / "two.pdf", share=drawing.map)
    assert (tmp_path / "two.pdf").read_bytes() == printed("motor-pool")[2].read_bytes()


def test_cards_that_are_all_kept_need_no_weasyprint(printed, project):
    """Whoever prints the same force again waits for no drawing, not even for what draws to be loaded."""
    printed("third-platoon")
    code = f"import sys; from kr16 import force, game; from kr16.pdf import files; from pathlib import Path; g = game.load(Path({str(ROOT)!r})); files.write_cards(force.load(Path({str(ROOT / 'data/forces/third-platoon.yaml')!r}), g), g, Path({str(project)!r}), Path({str(project / 'kept.pdf')!r})); assert not {{'weasyprint', 'fontTools', 'jinja2'}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


SHEET = "import sys; from kr16.__main__ import main; sys.argv = ['kr16', 'sheet', '-o', 'sheet.pdf']; main()"
POOLED = """
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from kr16 import game
from kr16.pdf import files, publish

publish._jobs = lambda game, project: [("sheet", None, partial(files.write_sheet, game, project))]
with ProcessPoolExecutor(1) as pool:
    pool.submit(publish.publish, game.load(Path.cwd()), Path.cwd()).result()
"""


@pytest.mark.parametrize("code", [SHEET, POOLED], ids=["a sheet", "the PDFs of a site"])
def test_drawing_leaves_no_temporary_files(tmp_path, code):
    """WeasyPrint keeps fonts in a folder of its own, and the processes that draw end without clearing away."""
    project, temporary = tmp_path / "project", tmp_path / "temporary"
    for folder in (project, temporary):
        folder.mkdir()
    for name in ("data", "templates", "docs"):
        (project / name).symlink_to(ROOT / name)
    subprocess.run([sys.executable, "-c", code], cwd=project, env=os.environ | {"TMPDIR": str(temporary)}, check=True)
    assert list(project.rglob("*sheet.pdf"))
    assert list(temporary.iterdir()) == []


LONGEST = ("Third of the Valleys beyond the Eastern Ridge and Guard of the Long Bridge at the Mill " * 2)[:115]


@pytest.mark.long
@pytest.mark.parametrize("size", sizes.SIZES)
def test_five_hundred_units_with_the_longest_names(printed, size):
    reader, report, _ = printed(squads(500, LONGEST), "a4", size, {"backs": "long-edge"})
    assert len(reader.pages) == report.pages and len(reader.outline) == 500
    assert [number for number, page in enumerate(reader.pages) if not page.extract_text().strip()] == []


@pytest.mark.long
@pytest.mark.parametrize("size", sizes.SIZES)
@pytest.mark.parametrize("backs", impose.BACKS)
@pytest.mark.parametrize("paper", sizes.PAPERS)
def test_five_hundred_units_stand_on_every_paper_with_every_back(printed, size, backs, paper):
    """What is drawn does not depend on the paper, so here only the places are read: all cards, on the paper, on as few sheets as hold them."""
    reader, report, _ = printed(squads(500, LONGEST), paper, size, {"backs": backs})
    card = sizes.SIZES[size]
    grid = sizes.grid(paper, card.width * (1 + (backs == "fold")), card.height)
    sheets, sided = -(-report.cards // grid.places), backs in ("long-edge", "short-edge")
    assert len(reader.pages) == report.pages == sheets * (1 + sided) and report.cards >= 500
    placed = [cards_on(reader, page) for page in range(len(reader.pages))]
    fronts = placed[::2] if sided else placed
    assert sum(map(len, fronts)) == report.cards * (1 + (backs == "fold"))
    assert all(5 - 1e-2 <= x <= grid.paper[0] - 5 - card.width + 1e-2 and 5 - 1e-2 <= y <= grid.paper[1] - 5 - card.height + 1e-2 for page in placed for x, y in page)
    assert all(placed)
