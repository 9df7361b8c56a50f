"""A game → JSON that others read: the resolved rules, and schemas for data, variant and force files."""

from __future__ import annotations

import functools
import json
import re
import typing
from decimal import Decimal

from pydantic import BaseModel

from . import live, points
from .build import adapter
from .context import tables
from .context.weapons import ability_card, ability_text, harms
from .game import Game
from .model import Ruleset
from .model.fields import Synonyms, Terms
from .model.force import Force
from .model.printed import Printed
from .model.variant import Variant

FORMAT = 1
REFERENCE = re.compile(r'"#/\$defs/(\w+)"')


def ruleset(game: Game) -> dict:
    """Return the resolved rules as published in `data/ruleset.json` (design.md, section 6): records as lists, in order."""
    info = game.rules.ruleset
    found = {"format": FORMAT, "id": game.id, "title": game.title, "version": info.version, "variant_of": game.base.id if game.base else None}
    for name in Ruleset.model_fields:
        if name not in ("ruleset", "readings"):
            found[name] = _plain(getattr(game.rules, name))
    found["credit"] = _plain(info)
    found["rules_title"] = game.title
    found["as_base"] = f"{game.id} {game.chain[-1].variant.version if game.chain else info.version}"
    for key in ("infantry_saves", "vehicle_saves"):
        found[key] = [{"save": int(row.pop("id")), **row} for row in found[key]]
    for weapon in found["weapons"]:
        weapon["price"] = game.price_of(weapon["id"], mounted=weapon["category"] == "vehicle-weapon")
        weapon["printed_price"] = game.printed_price(weapon["id"])
        weapon["harms_vehicles"] = harms(game.rules.weapons[weapon["id"]], game)
    for vehicle in found["vehicles"]:
        vehicle["abilities"] = points.abilities_of(game.rules.vehicles[vehicle["id"]], game.rules)
        vehicle["chart"] = vehicle["chart"] or game.rules.vehicle_kinds[vehicle["kind"]].chart
        vehicle["printed_price"] = game.printed_price(vehicle["id"])
        vehicle["price"] = tables.vehicle_price(vehicle["id"], game)
    for ability in found["abilities"]:
        ability |= {"card": ability_card(ability["id"], game), "text": ability_text(ability["id"], game)}
    for chart in found["damage_charts"]:
        for row in chart["rows"]:
            row["effect"] = live.fill(row["effect"], game.rules, ("damage_charts", chart["id"], "rows", row["id"]))
    return found


def _plain(value: typing.Any) -> typing.Any:
    """Return JSON values: a table keyed by id becomes a list of records that carry their id."""
    if isinstance(value, BaseModel):
        return {key: _plain(item) for key, item in live.children(value).items()}
    if isinstance(value, dict):
        if value and all(isinstance(item, BaseModel) for item in value.values()):
            return [{"id": id, **_plain(item)} for id, item in value.items()]
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return float(value) if isinstance(value, Decimal) else value


@functools.cache
def schemas() -> dict[str, dict]:
    """Return a JSON Schema for each data file, for printed prices, for force files, for variants and for the lists of words, by name."""
    whole = adapter(Ruleset).json_schema()
    found = {name: _alone(schema, whole["$defs"]) for name, schema in whole["properties"].items()}
    found |= {name: adapter(kind).json_schema() for name, kind in (("printed", Printed), ("force", Force), ("variant", Variant), ("terms", Terms), ("synonyms", Synonyms))}
    return {name: _closed(schema) | {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name} for name, schema in found.items()}


def _alone(schema: dict, every: dict[str, dict]) -> dict:
    """Return a part of a schema as one of its own, with the definitions it needs."""
    if "$ref" in schema:
        schema = every[schema["$ref"].rpartition("/")[2]]
    else:
        schema = {key: value for key, value in schema.items() if key != "title"}
    needed: set[str] = set()
    while more := set(REFERENCE.findall(json.dumps([schema, *map(every.get, needed)]))) - needed:
        needed |= more
    return ({"$defs": {name: every[name] for name in sorted(needed)}} if needed else {}) | schema


def _closed(schema: typing.Any) -> typing.Any:
    """Return a schema in which a table has no other keys than those its pattern allows, as the check has it."""
    if isinstance(schema, dict):
        closed = {"additionalProperties": False} if "patternProperties" in schema else {}
        return closed | {key: _closed(value) for key, value in schema.items()}
    return [_closed(value) for value in schema] if isinstance(schema, list) else schema


def published(game: Game) -> dict[str, str]:
    """Return every JSON file of a site, by its address."""
    files = {"data/ruleset.json": ruleset(game)} | {f"data/schema/{name}.json": schema for name, schema in schemas().items()}
    return {uri: json.dumps(content, ensure_ascii=False, indent=1) + "\n" for uri, content in files.items()}
