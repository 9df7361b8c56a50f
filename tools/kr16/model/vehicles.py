"""Vehicles and their damage, as types."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .fields import Line, Constants, Count, Distance, Id, Modifier, Percent, Record, Roll, Table, Text, Word


class VehicleRules(Constants):
    command_target: Roll
    catalogue_grade: Id = Field(description="the crew a listed price includes")
    side_or_rear_save_modifier: Modifier
    damage_a_further_failed_save: Annotated[int, Field(ge=0, le=6)]
    combat_speed_percent: Percent = Field(description="of full speed, where only one of the two is known")
    road_to_hit_modifier: Modifier


class VehicleAction(Record):
    speed: Literal["full", "combat", "none"]
    fires: Literal["nothing", "one weapon", "all weapons"]
    aimed_weapons: Annotated[int, Field(ge=0, le=9)] = 0
    aimed_to_hit_modifier: Modifier = 0
    card: Line


class VehicleKind(Record):
    chart: Id
    flies: bool = False
    abilities: list[Id] = []
    text: Text


class Mount(Table):
    weapon: Id
    count: Count = 1
    name: Word | None = Field(default=None, description="another name for it on this vehicle")
    abilities: list[Id] = Field(default=[], description="besides the weapon's own")


class Vehicle(Record):
    kind: Id
    chart: Id | None = Field(default=None, description="its damage chart, where not its kind's")
    full_speed_cm: Distance | None
    combat_speed_cm: Distance | None
    save: Annotated[int, Field(ge=2, le=6)] | None
    weapons: list[Mount] = []
    abilities: list[Id] = Field(default=[], description="besides its kind's")
    statistics: Literal["printed", "not printed"] = "printed"
    derived: Text | None = Field(default=None, description="which values the rulebook does not print, and where they come from")


class Row(Table):
    from_: Annotated[int, Field(alias="from", ge=1, le=99)]
    to: Annotated[int, Field(ge=1, le=99)] | None
    name: Word
    aliases: list[Word] = []
    effect: Text
    command_modifier: Modifier = 0
    to_hit_modifier: Modifier = 0
    choice_roll: Roll | None = None


class DamageChart(Record):
    rows: dict[Id, Row]
