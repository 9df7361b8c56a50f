"""On paper: a sign at each value that house rules change, the old one at the foot, and their name."""

from __future__ import annotations

import pytest
from kr16 import force, game, houses, pages, sections, variants
from kr16.context import cards, handouts, paper, paper_sheet, sheet, words
from kr16.model.force import Unit
from kr16.source import Source

from tests.kernel import ROOT
from tests.ruled import checked, core, project

CORE = core()[0]
# A club's copy may have deleted some of them.
GAMES = {id: game.sure(game.tried(ROOT, id, core())) for id in variants.ids(ROOT)}
SQUAD = Unit(name="Bravo", grade="grunt", save=5, figures=5, weapons=[{"weapon": "assault-rifle", "count": 5}])
TRUCK = Unit(name="Bess", grade="rook", vehicle="apc")


def needs(*ids: str):
    """Only where these variants are."""
    return pytest.mark.parametrize("variant", [" ".join(ids)] if set(ids) <= GAMES.keys() else [])


def card(unit: Unit, id: str) -> dict:
    return paper.card(lambda rules: cards.card(unit, rules), GAMES[id])


def rows(card: dict, section: str) -> dict:
    return {row["name"]: row for one in card["sections"] if one["id"] == section for row in one["rows"]}


def foot(card: dict) -> str:
    [section] = [one for one in card["sections"] if one["id"] == "house"]
    return section["rows"][0]["text"]


def test_core_s_card_and_sheet_have_no_mark():
    assert paper.card(lambda rules: cards.card(SQUAD, rules), CORE) == cards.card(SQUAD, CORE)
    assert paper_sheet.sheet(sheet.sheet, CORE) == sheet.sheet(CORE) | {"house": ""}


@needs("low-tech")
def test_a_roll_that_is_another_has_its_sign_and_its_old_value(variant):
    made = card(SQUAD, "low-tech")
    assert rows(made, "orders")["Assault"]["cells"] == ["4+*", "5+*"]
    assert rows(made, "orders")["Advance"]["cells"] == ["4+", "5+"]
    assert foot(made) == "House rules: Low-tech militia. * was: Assault 5+, 6+."


@needs("low-tech")
def test_points_that_are_others_are_told(variant):
    made = card(TRUCK, "low-tech")
    assert made["type"].endswith(" 54 points*") and foot(made) == "House rules: Low-tech militia. * was: 57 points."


@needs("inches")
def test_another_scale_is_told_once(variant):
    made = card(SQUAD, "inches")
    assert "3 inch, then fire" in rows(made, "orders")["Advance"]["text"].replace("\u00a0", " ")
    assert foot(made).replace("\u00a0", " ") == "House rules: 15 mm in inches. 1 cm is ½ inch."
    assert "*" not in "".join(map(str, made["sections"]))


@needs("low-tech")
def test_what_core_cannot_field_has_its_signs_too(variant):
    """A Levy under core's orders could not assault at all."""
    levy = SQUAD.model_copy(update={"grade": "levy"})
    assert foot(card(levy, "low-tech")) == "House rules: Low-tech militia. * was: Assault —."


@needs("suppression")
def test_the_sheet_signs_what_changed_and_tells_what_it_was(variant):
    made = paper_sheet.sheet(sheet.sheet, GAMES["suppression"])
    assert made["title"].endswith(": Suppression")
    assert made["house"] == "House rules: Suppression. * was: Shooting, shaken command modifier −1; Orders, Fall Back, difficulty 3+; Abilities, Medic, effects, treat, from roll 5+. More in the rules: Pinned down."
    fall_back = next(row for row in made["orders"]["rows"] if row[0] == "Fall Back")
    assert all(cell.endswith("*") for cell in fall_back[1:5])


@needs("suppression")
def test_the_sheet_tells_the_house_s_words_in_place_of_the_rulebook_s(variant):
    made = paper_sheet.sheet(sheet.sheet, GAMES["suppression"])
    told = [words.plain(line) for line in made["texts"]["shaken"]]
    assert told[0] == "First failed save: the squad gets a Shaken marker. Each failed save after that: it loses a figure, and the marker stays.*"
    assert told[1].startswith("A Shaken squad takes −2 on its command rolls.")
    assert "The marker also goes with a passed command roll." not in told
    assert words.plain(made["texts"]["mines"][-1]).startswith("A squad that is Shaken already")


HEAD = "id: x\ntitle: House\nbase: core 1.6\nauthor: me\n"


def ours(folder, text: str):
    return checked(project(folder, {"x": HEAD + text}), "x")


def test_a_section_in_other_words_leaves_the_lines_about_others(tmp_path):
    """House rules on the edge of cover say nothing of what cover does to a squad's move."""
    made = paper_sheet.sheet(sheet.sheet, ours(tmp_path, "rules:\n  shooting.cover-edge: {replace: Whoever is in cover sees out., why: simpler}\n"))
    assert [words.plain(line) for line in made["texts"]["cover"]] == ["Whoever is in cover sees out.*", *map(words.plain, sheet.sheet(CORE)["texts"]["cover"][1:])]
    assert made["house"] == "House rules: House."


def test_every_line_of_the_sheet_stands_for_a_section():
    """Else no house rule could take its place."""
    assert {name: {number for lines in sections.values() for number in lines} for name, sections in words.SECTIONS.items()} == {name: set(range(len(lines))) for name, lines in sheet.TEXTS.items()}


def test_a_squad_with_a_new_weapon_has_its_signs_too(tmp_path):
    gun = "add:\n  weapons:\n    zap: {name: Zap, cite: ours, category: small-arm, range_cm: 10, dv: 1}\n"
    made = ours(tmp_path, f"{gun}change:\n  orders.run.move_cm: {{from: 12, to: 14, why: long legs}}\n")
    squad = SQUAD.model_copy(update={"weapons": [SQUAD.weapons[0].model_copy(update={"weapon": "zap"})]})
    drawn = paper.card(lambda rules: cards.card(squad, rules), made)
    assert rows(drawn, "orders")["Run"]["text"] == "14\u00a0cm*" and foot(drawn) == "House rules: House. * was: Run 12\u00a0cm."


# --- the summary ---------------------------------------------------------------------------------


def summary(units: list[dict], id: str) -> dict:
    fielded = force.check(Source({"force": "Muster", "rules": id, "points_limit": 60, "units": units}), GAMES[id])
    return paper.summary(lambda rules: handouts.summary(fielded, rules), GAMES[id])


@needs("low-tech")
def test_a_price_that_is_another_has_its_sign_on_the_summary(variant):
    """Two units of one name, of which one costs what it did: each is held against itself."""
    squad = {"name": "Bess", "grade": "rook", "save": 5, "figures": 1}
    made = summary([squad, {"name": "Bess", "grade": "rook", "vehicle": "apc"}], "low-tech")
    plain, signed, total = made["sections"][0]["rows"]
    assert not any("*" in text for text in (*plain["cells"], plain["text"]))
    assert signed["cells"] == ["54*"] and "*" in signed["text"]
    assert total["cells"][0].endswith("*") and total["text"].endswith("*")
    assert foot(made).startswith("House rules: Low-tech militia. * was: Bess 57, ") and "; Total " in foot(made)


@needs("low-tech", "inches")
def test_the_summary_names_the_rules_their_version_and_their_date(variant):
    rules = "KR 16 1.6 (2nd edition, © 2013)"
    fielded = force.check(Source({"force": "Muster", "rules": "core", "units": [{"name": "Bess", "grade": "rook", "vehicle": "apc"}]}), CORE)
    told = paper.summary(lambda rules: handouts.summary(fielded, rules), CORE)
    assert told == handouts.summary(fielded, CORE) and told["type"] == rules
    for id, title in (("low-tech", "Low-tech militia"), ("inches", "15 mm in inches")):
        assert summary([{"name": "Bess", "grade": "rook", "vehicle": "apc"}], id)["type"] == f"{title}, on the rules of {rules}"


@needs("inches")
def test_another_scale_signs_no_price(variant):
    made = summary([{"name": "Bess", "grade": "rook", "vehicle": "apc"}], "inches")
    assert foot(made).replace("\u00a0", " ") == "House rules: 15 mm in inches. 1 cm is ½ inch." and "*" not in str(made)


# --- reference cards ------------------------------------------------------------------------------


def reference(made: game.Game) -> dict[str, dict]:
    return {card["name"]: card for card in handouts.reference_cards(made)}


def test_core_s_reference_cards_have_no_mark():
    assert not any("*" in str(card) or "House rules" in str(card) for card in reference(CORE).values())


@needs("suppression")
def test_reference_cards_tell_the_house_s_words_and_what_numbers_were(variant):
    made = reference(GAMES["suppression"])["Shaken, hand to hand"]
    told = [row["name"] + row["text"] for section in made["sections"] if section["id"] == "shaken" for row in section["rows"]]
    assert told[0].startswith("First failed save: the squad gets a Shaken marker.") and told[0].endswith("*")
    assert "Then it starts again" not in str(made)
    assert rows(reference(GAMES["suppression"])["Orders"], "grades")["Fall Back"]["cells"][0] == "5+*"
    assert foot(reference(GAMES["suppression"])["Orders"]).startswith("House rules: Suppression. * was: Fall Back 4+, ")


@needs("low-tech")
def test_a_column_more_on_a_reference_card_hides_no_sign(variant):
    made = reference(GAMES["low-tech"])["Orders"]
    assert rows(made, "grades")["Assault"]["cells"][1:] == ["5+*", "4+*", "3+*", "2+*"]


def test_a_number_in_a_line_of_a_reference_card_has_its_old_line_at_the_foot(tmp_path):
    made = reference(ours(tmp_path, "change:\n  shooting.to_hit: {from: 5, to: 4, why: quicker}\n"))["Shooting"]
    assert "A hit needs 4+ after grade, order, cover and abilities.*" in str(made["sections"])
    assert "A hit needs 5+ after grade" in foot(made)


@needs("low-tech")
def test_the_sheet_lists_what_is_new_and_what_is_gone(variant):
    made = paper_sheet.sheet(sheet.sheet, GAMES["low-tech"])
    assert " New: Levy, Bolt-action Rifle, Dynamite, Slow to reload. Gone: " in made["house"]
    assert "Levy*" in made["orders"]["heads"]
    assert [row[0] for row in made["tables"]["grades"]["rows"]] == ["Levy*", "Rook", "Grunt", "Elite", "Guard"]
    assert "Power Armour" not in [special["name"] for special in made["specials"]]


@pytest.mark.parametrize("address", [address for addresses in words.SECTIONS.values() for address in addresses])
def test_a_section_that_the_sheet_tells_of_is_there(address):
    page, _, anchor = address.rpartition(".")
    texts = pages.docs(ROOT)
    assert any(anchor in sections.anchors(texts[uri]) for uri in houses.candidates(page) if uri in texts)


@needs("low-tech")
def test_a_force_of_house_rules(variant):
    """`rules: ID` in a force file: its grades and weapons are those of the variant."""
    values = {"force": "Muster", "rules": "low-tech", "units": [{"name": "Levy", "grade": "levy", "save": 6, "figures": 8, "weapons": [{"weapon": "bolt-action-rifle", "count": 8}]}]}
    fielded = force.check(Source(values), GAMES["low-tech"])
    assert force.price(fielded.units[0], GAMES["low-tech"]).total == 8 * (2 + 2 + 3)
