"""data/README.md says what the models say: each kind of record stands there once, whole, and would be accepted."""

from __future__ import annotations

import re
import typing

import pytest
from kr16 import force, game, source
from kr16.build import _bare, _fields, build, out_of_order
from kr16.errors import Refused
from kr16.model import Ruleset
from kr16.model.force import Force
from kr16.model.printed import Printed
from kr16.parse import Source, parse
from kr16.validate import validate
from pydantic import BaseModel

from tests.kernel import ROOT, core, project

README = (ROOT / "data/README.md").read_text("utf-8")
KINDS = {name: field.annotation for name, field in Ruleset.model_fields.items()} | {"printed": Printed, "force": Force}


def section(name: str) -> str:
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", README, re.M | re.S)[1]


def example(name: str) -> str:
    """The one YAML block of a section."""
    (block,) = re.findall(r"^```yaml\n(.*?)^```", section(name), re.M | re.S)
    return block


def models(kind: typing.Any) -> set[type[BaseModel]]:
    """A type's models, and those within them."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {kind} | {model for field in kind.model_fields.values() for model in models(field.annotation)}
    return {model for part in typing.get_args(kind) for model in models(part)}


def keys_by_model(kind: typing.Any, value: object, found: dict) -> dict[type, set[str]]:
    """Which keys of each model a value shows, anywhere in it."""
    kind = _bare(kind)
    if isinstance(value, dict):
        fields = _fields(kind) if isinstance(kind, type) and issubclass(kind, BaseModel) else None
        if fields is not None:
            found.setdefault(kind, set()).update(value)
        for key, item in value.items():
            keys_by_model(fields[key].annotation if fields else typing.get_args(kind)[-1], item, found)
    elif isinstance(value, list):
        for item in value:
            keys_by_model(typing.get_args(kind)[-1], item, found)
    return found


def test_each_kind_of_file_has_a_section_and_no_other_has_an_example():
    headings = re.findall(r"^## (\w+)$", README, re.M)
    assert [name for name in KINDS if headings.count(name) != 1] == []
    assert {name for name in headings if re.search(r"^```yaml", section(name), re.M)} == set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_the_example_shows_every_field_of_its_models_and_no_other(name):
    shown = keys_by_model(KINDS[name], parse(example(name), name).values, {})
    assert {model.__name__: set(_fields(model)) for model in models(KINDS[name])} == {model.__name__: keys for model, keys in shown.items()}


@pytest.mark.parametrize("name", KINDS)
def test_the_example_would_be_accepted(name):
    """It is put into our own data, in place of what has its id."""
    found = parse(example(name), name)
    assert found.problems == () and out_of_order(KINDS[name], found) == []
    if name == "force":
        assert force.check(found, core())
        return
    if name == "printed":
        assert build(Printed, found)
        return
    core_source = source.read_folder(ROOT / "data/core", "data/core")
    table = core_source.values[name] | found.values if isinstance(getattr(core().rules, name), dict) else found.values
    if name.endswith("_saves"):
        table = dict(sorted(table.items(), reverse=True))
    merged = Source(core_source.values | {name: table}, core_source.places, core_source.keys)
    validate(build(Ruleset, merged), merged)


@pytest.mark.parametrize("name", KINDS)
def test_each_key_of_the_example_is_explained(name):
    lines = [line for line in example(name).split("\n") if re.match(r" *(- )?[\w.-]+: *\S", line)]
    cites = {"  cite: Rough Points Values for Infantry", "  cite: Rough Points Value for Vehicles"}
    assert [line for line in lines if not re.search(r" # \S", line) and line not in cites] == []


@pytest.mark.parametrize("name", KINDS)
def test_a_key_that_may_be_left_out_is_said_to_be_so(name):
    """By "optional", "infantry only", "vehicles only" or "left out"; a key that one model needs and another does not may be either."""
    fields = [(key, field.is_required()) for model in models(KINDS[name]) for key, field in _fields(model).items()]
    needed, free = ({key for key, required in fields if required is want} for want in (True, False))
    said = {key: bool(re.search("optional|(infantry|vehicles) only|left out", comment)) for key, comment in re.findall(r"^ *(?:- )?([\w.-]+):.*? # (.*)$", example(name), re.M)}
    assert {key for key, optional in said.items() if optional and key in needed - free} == set()
    assert {key for key, optional in said.items() if not optional and key in free - needed} == set()


def test_the_messages_shown_are_messages_that_are_given(tmp_path):
    """The lines under "What the check says", made on purpose."""
    shown = re.search(r"^```text\n(.*?)^```", README, re.M | re.S)[1].strip().split("\n")
    weapons, vehicles = ((ROOT / f"data/core/{name}.yaml").read_text("utf-8") for name in ("weapons", "vehicles"))
    reports = []
    for number, changed in enumerate(({"data/core/weapons.yaml": weapons.replace("range_cm: 32\n  dv: 3", "range_cm: 32cm\n  dv: 3")}, {"data/core/vehicles.yaml": vehicles.replace("[{weapon: light-cannon}, ", "[{weapon: lihgt-cannon}, ")})):
        with pytest.raises(Refused) as caught:
            game.load(project(tmp_path / str(number), {name: text.encode() for name, text in changed.items()}))
        reports += str(caught.value).split("\n")[:-1]
    without_place = [re.sub(r":\d+:\d+:", ":", line) for line in reports]
    assert sorted(without_place) == sorted(re.sub(r":\d+:\d+:", ":", line) for line in shown[:-1])
    assert shown[-1] == f"{len(reports)} problems"
