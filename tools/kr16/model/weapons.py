"""Weapons and abilities, as types."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .fields import Line, Cost, Dice, Distance, Id, Modifier, Number, Record, Roll, Table, Text, Word


class Effect(Table):
    """How an ability changes a roll. Without `option` it always applies; with it, when that is so."""

    roll: Literal["to-hit", "to-be-hit", "hand-to-hand", "command", "target-save", "initiative", "casualty-choice", "treat"]
    modifier: Modifier = 0
    ignores_cover: list[Id] = Field(default=[], description="cover ids, or [all]")
    reroll: Literal["ones", "one"] | None = None
    from_roll: Roll | None = Field(default=None, description="it works on this roll or more")
    adds: Literal["nothing", "command bonus"] = "nothing"
    within_cm: Distance | None = None
    orders: list[Id] = Field(default=[], description="only with these orders; empty: with any")
    option: Word | None = Field(default=None, description="the circumstance or choice it needs")


class Ability(Record):
    kind: Literal["weapon", "figure", "armour", "vehicle"] = Field(description="what can have it")
    sign: Literal["positive", "negative", "none"] = Field(description="how the points system counts it")
    applies: Literal["always", "carried", "mounted"] = "always"
    held_by: Literal["one figure", "every figure"] = Field(default="one figure", description="whom a unit pays for it")
    points: Cost | None = Field(default=None, description="its own price, in place of the usual one; its sign says whether that is added or taken off")
    card: Line
    text: Text
    numbers: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], Number] = {}
    effects: dict[Id, Effect] = {}
    harms_saves_from: Annotated[int, Field(ge=1, le=7)] | None = Field(default=None, description="it can harm vehicles whose save is this or worse")
    forbids_orders: list[Id] = []


class Weapon(Record):
    category: Literal["small-arm", "vehicle-weapon"]
    range_cm: Distance | None
    dv: Dice | None = Field(description="Damage Value: the dice it rolls; null where the rulebook has none")
    loads: list[Id] = Field(default=[], description="weapons whose dice and abilities it fires")
    abilities: list[Id] = []
    statistics: Literal["printed", "not printed"] = "printed"
