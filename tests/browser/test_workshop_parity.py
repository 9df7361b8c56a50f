"""The workshop's JavaScript gives what Python gives, for thousands of units, in core and in each variant, byte for byte."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from kr16 import export, force, game, live, points, render, variants, workshop
from kr16.context import cards, handouts, paper, rows
from kr16.errors import Refused
from kr16.model.force import Force, Unit
from kr16.parse import parse
from kr16.pdf import divide

from tests.browser.server import serving
from tests.drawn import mistaken, right
from tests.kernel import ROOT
from tests.ruled import checked, project

pytestmark = pytest.mark.browser

IDS = ["core", *variants.ids(ROOT)]
MACROS = render.environment(ROOT).get_template("cards/card.html.j2").module
RIGHT, WRONG, OF_A_VARIANT, TEXTS = 2000, 200, 100, 3000
# Summaries and files are slower to work out: for one case in so many.
SEVERAL = 8
EVALUATE = """async ({ruleset, units, several}) => {
  const names = ["game", "force", "cards", "points", "card-template", "document", "handouts", "signs"];
  const [{game_of}, force, cards, points, template, {document_of, text_of}, {summary}, {signed_card, signed_summary}] = await Promise.all(names.map((name) => import(`./${name}.mjs`)));
  const game = game_of(ruleset);
  const lines = (found) => found.map((one) => [one.part, one.label, points.points_text(one.points), lines(one.lines)]);
  return units.map((plain, index) => {
    const unit = force.unit_of(plain);
    const mistakes = force.unit_mistakes(unit, game);
    if (mistakes.length) return {mistakes};
    const card = cards.card(unit, game);
    const working = force.price(unit, game);
    const head = {force: plain.name, points_limit: 100};
    const found = {mistakes, html: template.card(signed_card((rules) => cards.card(unit, rules), game), "icons/"), back: template.card(cards.back(card), "icons/"), lines: lines(working), total: points.total(working)};
    return index % several ? found : {
      ...found,
      summary: signed_summary((rules) => summary(head, [unit, unit], rules), game).sections.map((section) => template.rows(section)),
      text: text_of(document_of({...head, rules: game.id, units: [plain]})),
    };
  });
}"""
DISTANCES = """async (cases) => {
  const {distance} = await import("./live.mjs");
  return cases.map(([cm, distances]) => distance(cm, {distances}));
}"""
HOUSE_RULE = """async ({ruleset, unit}) => {
  const [{game_of}, {unit_of}, {house_rule}] = await Promise.all(["game", "force", "house"].map((name) => import(`./${name}.mjs`)));
  return house_rule(unit_of(unit), game_of({...ruleset, as_base: "core 1.6"}));
}"""
SPLIT = """async (cases) => {
  const {split} = await import("./split.mjs");
  return cases.map(([card, tops]) => split(card, tops));
}"""
READ = """async (texts) => {
  const [{parse}, {Unreadable}] = await Promise.all([import("./yaml.mjs"), import("./yaml-scan.mjs")]);
  return texts.map((text) => {
    try {
      const {values, problems, parts} = parse(text);
      return problems.length ? null : [values, parts ? parts.map((part) => part.text + (part.items ?? []).map((item) => item.text).join("")).join("") : text];
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  });
}"""


@cache
def drawn(id: str, count: int, wrong: bool) -> list[dict]:
    """So many units, the same in every run."""
    found: list[dict] = []

    @settings(max_examples=count, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given((mistaken if wrong else right)(game.load(ROOT, id)))
    def draw(unit):
        found.append(unit)

    draw()
    return found


def told(plain: dict, current: game.Game, summed: bool) -> dict:
    """What Python says of a unit: its card, front and back, its price and why, its force's summary; or what is wrong with it."""
    unit = Unit.model_validate(plain)
    mistakes = [[list(path), message] for path, message in force.unit_mistakes(unit, current)]
    if mistakes:
        return {"mistakes": mistakes}
    card, working = cards.card(unit, current), force.price(unit, current)
    found = {"mistakes": [], "html": MACROS.card(paper.card(lambda rules: cards.card(unit, rules), current), "icons/"), "back": MACROS.card(cards.back(card), "icons/"), "lines": lines(working.lines), "total": working.total}
    if not summed:
        return found
    whole = Force.model_construct(force=unit.name, rules=current.id, points_limit=100, note=None, units=[unit, unit])
    return found | {"summary": [MACROS.rows(section) for section in paper.summary(lambda rules: handouts.summary(whole, rules), current)["sections"]]}


def published(current: game.Game) -> dict:
    """The rules as the workshop puts them together from what the site publishes."""
    return json.loads(json.dumps(export.ruleset(current) | (workshop.house(current) or {})))


def lines(found) -> list:
    return [[line.part, line.label, points.shown(line.points), lines(line.lines)] for line in found]


@pytest.fixture(scope="module")
def modules(tmp_path_factory, browser):
    """A page that can load the workshop's modules, the compiled template among them."""
    folder = tmp_path_factory.mktemp("workshop")
    for name, text in workshop.modules(ROOT).items():
        (folder / name).write_text(text, "utf-8")
    (folder / "index.html").write_text("<!doctype html><title>modules</title>", "utf-8")
    with serving(folder) as url, browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        yield page


@pytest.mark.parametrize("id", IDS)
def test_cards_prices_refusals_and_files_are_the_same_as_in_python(id, modules):
    current = game.load(ROOT, id)
    cases = [*drawn("core", RIGHT, False), *drawn("core", WRONG, True)] + ([] if id == "core" else drawn(id, OF_A_VARIANT, False))
    expected = [told(unit, current, index % SEVERAL == 0) for index, unit in enumerate(cases)]
    got = modules.evaluate(EVALUATE, {"ruleset": published(current), "units": cases, "several": SEVERAL})
    texts = [one.pop("text", None) for one in got]
    assert len(expected) == len(got) >= RIGHT
    assert next(((case, a, b) for case, a, b in zip(cases, expected, got) if a != b), None) is None
    assert sum(not one["mistakes"] for one in expected) >= (RIGHT if id == "core" else RIGHT / 2)
    assert ("House rules: " in next(one["html"] for one in expected if not one["mistakes"])) == (id != "core")
    # The file that the workshop writes of a unit says the same to Python.
    assert next(((case, text) for case, text in zip(cases, texts) if text and parse(text, "force.yaml").values["units"] != [case]), None) is None


def test_abilities_with_points_of_their_own_cost_the_same_as_in_python(tmp_path, modules):
    """By their sign and where they apply, which those of our variants do not try."""
    kinds = [("weapon", sign, applies) for sign in ("positive", "negative") for applies in ("always", "carried", "mounted")] + [("figure", "negative", "always"), ("vehicle", "negative", "always")]
    add = "".join(f"    a{n}: {{name: A{n}, cite: ours, kind: {kind}, sign: {sign}, applies: {applies}, points: {n + 2}, card: A, text: A.}}\n" for n, (kind, sign, applies) in enumerate(kinds))
    current = checked(project(tmp_path, {"x": f"id: x\ntitle: X\nbase: core 1.6\nauthor: me\nadd:\n  abilities:\n{add}"}), "x")
    gun = {"name": "Gun", "range_cm": 30, "dv": 2, "category": "small-arm", "abilities": [f"a{n}" for n in range(6)]}
    units = [
        {"name": "Squad", "grade": "grunt", "save": 5, "figures": 3, "weapons": [{"weapon": gun, "count": 2}], "abilities": ["a6"]},
        {"name": "Tank", "grade": "elite", "vehicle": {"kind": "walker", "full_speed_cm": 15, "save": 4, "weapons": [{"weapon": gun}, {"weapon": "light-cannon", "abilities": ["a1", "a3"]}], "abilities": ["a7"]}},
    ]
    got = modules.evaluate(EVALUATE, {"ruleset": published(current), "units": units, "several": 1})
    assert [{key: one[key] for key in ("mistakes", "lines", "total", "html")} for one in got] == [{key: one[key] for key in ("mistakes", "lines", "total", "html")} for one in (told(unit, current, True) for unit in units)]


def test_a_house_rule_gives_no_two_things_one_id(modules):
    """A vehicle called like its own weapon, and a weapon called like a vehicle of the rulebook."""
    weapon = {"name": "Light Tank", "range_cm": 30, "dv": 2, "category": "vehicle-weapon"}
    unit = {"name": "Light tank", "grade": "grunt", "vehicle": {"kind": "walker", "full_speed_cm": 15, "save": 4, "weapons": [{"weapon": weapon}]}}
    text = modules.evaluate(HOUSE_RULE, {"ruleset": export.ruleset(game.load(ROOT)), "unit": unit})
    added = parse(text, "x.yaml").values["add"]
    assert {table: list(records) for table, records in added.items()} == {"weapons": ["light-tank-2"], "vehicles": ["light-tank-3"]}
    assert added["vehicles"]["light-tank-3"]["weapons"] == [{"weapon": "light-tank-2"}]


def test_a_distance_is_written_as_in_python(modules):
    """On every scale, those too that no variant of ours has."""
    chance, rules = random.Random(16), game.load(ROOT).rules
    scales = ["1", "0.5", "0.33333", "0.333333333", "0.000000001", "0.9996", "2.54", "999.999999999", *(f"{chance.random() * 3 + 0.001:.{places}f}" for places in range(3, 10))]
    cases = [(chance.randint(0, 500), per_cm, step) for per_cm in scales for step in ("whole", "half", "quarter", "tenth", "none") for _ in range(8)]
    expected = [live.distance(cm, {"distances": rules.distances.model_copy(update={"unit": "m", "per_cm": Decimal(per_cm), "round": step})}) for cm, per_cm, step in cases]
    got = modules.evaluate(DISTANCES, [[cm, {"unit": "m", "per_cm": float(per_cm), "round": step}] for cm, per_cm, step in cases])
    assert next(((case, a, b) for case, a, b in zip(cases, expected, got) if a != b), None) is None


def test_a_long_card_is_divided_as_in_python(modules):
    """Sections of every length, with and without heads, on cards of several heights."""
    chance, cases = random.Random(16), []
    for _ in range(400):
        sections = [
            rows.section(f"s{i}", chance.choice([[], ["Roll"]]), "x", [rows.row([], f"name {i} {j}", " ".join(["word"] * chance.choice([1, 3, 40]))) for j in range(chance.randint(1, 14))])
            for i in range(chance.randint(1, 4))
        ]
        card = {"name": "Long", "part": "", "stats": chance.choice([[], [{"value": "5+", "label": "save"}]]), "ticks": [], "sections": sections}
        tops = [10.0]
        for _ in range(len(card["stats"]) + sum(len(found["rows"]) + len(found["head"]) for found in sections)):
            tops.append(tops[-1] + chance.choice([3, 4, 5, 9, 70]))
        cases.append((card, [*tops, chance.choice([50.0, 61.5, 80.0])]))
    expected = [divide.split(card, tops) for card, tops in cases]
    got = modules.evaluate(SPLIT, cases)
    assert next(((case, a, b) for case, a, b in zip(cases, expected, got) if a != b), None) is None


def texts() -> list[str]:
    """Every YAML file we have, faulty ones too, and each of many changed at random."""
    chance, found = random.Random(16), [path.read_bytes().decode("utf-8", "replace") for folder in ("data", "tests/bad") for path in sorted((ROOT / folder).rglob("*.yaml"))]
    signs = [*" \n\t:-#'\"[]{},|>&*!?%@`~x1\r", "\n  ", "\n- ", ": ", "# ", "\n\n", "---\n", "|-\n", ">\n"]
    for _ in range(TEXTS):
        text = chance.choice(found)[:1200]
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(text))
            text = text[:at] + (chance.choice(signs) if chance.random() < 0.6 else "") + text[at + chance.randint(0, 3) :]
        found.append(text)
    return found


def read(text: str) -> dict | None:
    """A text's values as JSON can hold them, or None where Python refuses it."""
    try:
        found = parse(text, "text")
    except Refused:
        return None
    return None if found.problems else json.loads(json.dumps(found.values, default=lambda value: float(value) if isinstance(value, Decimal) else value))


def test_a_file_that_the_workshop_reads_says_the_same_to_python(modules):
    """Cut into its parts it loses nothing, too. The workshop may refuse what Python reads, but seldom."""
    found, got = texts(), modules.evaluate(READ, texts())
    expected = [read(text) for text in found]
    both = [(text, a, b) for text, a, b in zip(found, expected, got) if a is not None and b is not None]
    assert len(both) > TEXTS / 5
    assert next(((text, a, b) for text, a, b in both if a != b[0] or (b[1] != text and not any(key.isdigit() for key in a))), None) is None
    assert sum(a is not None and b is None for a, b in zip(expected, got)) < len(both) / 50
    assert sum(a is None and b is not None for a, b in zip(expected, got)) < len(both) / 50
