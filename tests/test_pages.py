"""Pages from docs/ and data: links, live numbers, and text that stays text."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from kr16 import pages, render
from kr16.errors import Refused
from kr16.links import address, linker
from markupsafe import Markup

from tests.kernel import ROOT, core

GAME = core()
HOSTILE = "<b>*x*</b> {{ y }} [z](javascript:0) &amp; `q`"


@pytest.fixture
def write(tmp_path):
    """A function from texts of docs/ by name, and a game, to the pages made of them."""
    (tmp_path / "templates").symlink_to(ROOT / "templates")
    (tmp_path / "docs").mkdir()

    def written(texts: dict[str, str], game=GAME) -> dict[str, str]:
        for name, text in texts.items():
            (tmp_path / "docs" / name).write_text(text, "utf-8")
        return {page.uri: page.text for page in pages.pages(game, tmp_path)}

    return written


@pytest.mark.parametrize(
    ("page", "target", "link"),
    [
        ("rules/orders.md", "reference/weapons.md#minigun", "../../reference/weapons/#minigun"),
        ("rules/orders.md", "rules/shooting.md", "../shooting/"),
        ("rules/orders.md", "rules/orders.md#run", "#run"),
        ("rules/orders.md", "rules/index.md", "../"),
        ("rules/index.md", "rules/orders.md", "orders/"),
        ("index.md", "rules/orders.md", "rules/orders/"),
        ("index.md", "index.md", "./"),
        ("rules/orders.md", "index.md", "../../"),
        ("print/index.md", "print/sheet-a4.pdf", "sheet-a4.pdf"),
    ],
)
def test_a_link_leads_from_one_published_page_to_another(page, target, link):
    """Relative, so that the site works under any address and from a folder."""
    assert linker(page)(target) == link


@pytest.mark.parametrize(("uri", "published"), [("index.md", ""), ("rules/index.md", "rules"), ("rules/orders.md", "rules/orders"), ("data/ruleset.json", "data/ruleset.json")])
def test_where_a_file_is_published(uri, published):
    assert address(uri) == published


def test_live_numbers_are_filled_in(write):
    text = "Move {{ orders.run.move_cm }} on {{ orders.run.difficulty }}+; {{ price.light-cannon }} points."
    assert html.unescape(write({"run.md": text})["run.md"]).strip() == "Move 12\u00a0cm on 4+; 55 points."


def test_every_mistake_on_every_page_is_reported_with_its_place(write):
    texts = {
        "a.md": "# Run\n\nMove {{ orders.rum.move_cm }}, é {{ orders.run.move }}.\n{{ price.light-canon }}\n",
        "b.md": "\n{{ tabel('orders') }}",
        "c.md": "\n\n{{ table('order') }}",
        "d.md": "{{ chart('naval') }}",
        "e.md": "{{ reading('nothing-such') }}",
        "f.md": "{{ working('juraped') }}",
        "g.md": "\n{{ table('orders' }}",
        "h.md": "x {{ table('orders')\n\n{% if x %}",
        "i.md": "{{ 7 * 7 }} {{ table(orders) }} {{ table('orders').pop() }} {{ table() }}",
    }
    with pytest.raises(Refused) as caught:
        write(texts)
    assert str(caught.value) == "\n".join([
        "docs/a.md:3:6: orders.rum.move_cm: nothing at 'orders.rum'; did you mean 'run'?",
        "docs/a.md:3:34: orders.run.move: nothing at 'orders.run.move'; did you mean 'move_cm'?",
        "docs/a.md:4:1: price.light-canon: nothing at 'price.light-canon'; did you mean 'light-cannon'?",
        "docs/b.md:2:1: cannot be filled in ('tabel' is undefined)",
        "docs/c.md:3:1: cannot be filled in (unknown table 'order'; did you mean 'orders'?)",
        "docs/d.md:1:1: cannot be filled in (unknown damage chart 'naval'; known: military, civilian, aircraft)",
        "docs/e.md:1:1: cannot be filled in (unknown reading 'nothing-such')",
        "docs/f.md:1:1: cannot be filled in (no working for 'juraped': its statistics are not printed)",
        "docs/g.md:2:1: cannot be filled in ('(' was never closed)",
        "docs/h.md:1:3: cannot be filled in (template code, or half of it; only live numbers and calls can stand between double braces)",
        "docs/h.md:3:1: cannot be filled in (template code, or half of it; only live numbers and calls can stand between double braces)",
        "docs/i.md:1:1: cannot be filled in ('7 * 7' is neither a live number nor a call such as table(\"orders\"))",
        "docs/i.md:1:13: cannot be filled in ('table(orders)' has an argument that is not a plain value)",
        "docs/i.md:1:33: cannot be filled in ('table('orders').pop()' is neither a live number nor a call such as table(\"orders\"))",
        "docs/i.md:1:61: cannot be filled in (Blocks.table() missing 1 required positional argument: 'name')",
        "15 problems",
    ])  # fmt: skip


def test_a_page_can_say_the_roll_that_is_needed(write):
    calls = {
        "needed('grunt')": "5+",
        "needed('rook', cover='heavy')": "no roll can do it",
        "needed('elite', order='aimed-fire', weapon='light-cannon', cover='light')": "3+",
        "command_needed('rook', 'assault', shaken=True)": "no roll can do it",
        "vehicle_command_needed('elite')": "3+",
    }
    page = write({"x.md": "\n".join(f"{{{{ {call} }}}}" for call in calls)})["x.md"]
    assert html.unescape(page).split("\n") == list(calls.values())


def test_plain_text_stays_as_it_is_in_markdown():
    shown = render.markdown(HOSTILE)
    assert isinstance(shown, Markup) and html.unescape(shown) == HOSTILE
    assert not set("<>*`{}[]()_|!\\\"'") & set(shown)


def renamed(name: str):
    """Our game with one weapon, order and reading given another name."""
    rules = GAME.rules
    tables = {table: getattr(rules, table) for table in ("weapons", "orders", "vehicles", "readings")}
    weapons = tables["weapons"] | {"minigun": tables["weapons"]["minigun"].model_copy(update={"name": name, "note": name, "aliases": [name]})}
    orders = tables["orders"] | {"run": tables["orders"]["run"].model_copy(update={"name": name})}
    vehicles = tables["vehicles"] | {"apc": tables["vehicles"]["apc"].model_copy(update={"name": name, "derived": name})}
    readings = tables["readings"] | {"commander": tables["readings"]["commander"].model_copy(update={"title": name, "why": name.replace("{{", "(").replace("}}", ")")})}
    return replace(GAME, rules=rules.model_copy(update={"weapons": weapons, "orders": orders, "vehicles": vehicles, "readings": readings}))


def test_a_hostile_name_stays_text_on_every_page(write):
    """In tables, headings, notes and live numbers, on the pages of docs/ and on those made from data."""
    docs = "{{ table('small_arms') }}\n{{ table('command') }}\n{{ table('vehicles') }}\n{{ table('prices') }}\n{{ weapons.minigun.name }}\n"
    made = write({"index.md": docs}, renamed(HOSTILE))
    assert [uri for uri, text in made.items() if "<b>" in text] == []
    for uri in ("index.md", "reference/weapons.md", "reference/orders.md", "reference/vehicles.md", "points/prices.md"):
        assert HOSTILE in html.unescape(made[uri]), uri
    in_markdown = [line for text in made.values() for line in text.split("\n") if line.startswith("#")]
    assert [line for line in in_markdown if "*x*" in line or "](" in line or "`q`" in line] == []


def test_every_page_has_an_address_and_a_file_to_edit():
    found = pages.pages(GAME, ROOT)
    assert {page.uri for page in found} >= {"index.md", "rules/orders.md", "reference/weapons.md", "points/prices.md"}
    assert len({page.uri for page in found}) == len(found)
    assert [page.uri for page in found if not (ROOT / page.source).is_file()] == []
    prose = {page.uri: re.sub(r"^```.*?^```|`[^`\n]*`", "", page.text, flags=re.M | re.S) for page in found}
    assert [uri for uri, text in prose.items() if "{{" in text or "{%" in text] == []
