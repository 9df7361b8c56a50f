"""A force file, as types: the units a player fields."""

from __future__ import annotations

from typing import Annotated

from pydantic import Discriminator, Field, Tag

from .fields import Count, Distance, Id, Table, Text, Word
from .vehicles import Mount


class Carried(Table):
    weapon: Id
    count: Count = Field(default=1, description="how many figures carry it")


class OwnVehicle(Table):
    kind: Id
    chart: Id | None = Field(default=None, description="its damage chart, where not its kind's")
    full_speed_cm: Distance | None = None
    combat_speed_cm: Distance | None = Field(default=None, description="if left out, worked out from full speed")
    save: Annotated[int, Field(ge=2, le=6)]
    weapons: list[Mount] = []
    abilities: list[Id] = []


VehicleChoice = Annotated[
    Annotated[Id, Tag("(id)")] | Annotated[OwnVehicle, Tag("(own)")],
    Discriminator(lambda value: "(own)" if isinstance(value, (dict, OwnVehicle)) else "(id)"),
]


class Unit(Table):
    name: Word
    grade: Id
    commander: Id | None = Field(default=None, description="the grade of its commander, who is one of the figures; at most one grade above the unit's")
    save: Annotated[int, Field(ge=2, le=6)] | None = Field(default=None, description="infantry only")
    figures: Count | None = Field(default=None, description="infantry only")
    weapons: list[Carried] = Field(default=[], description="infantry only: what is carried, by how many")
    abilities: list[Id] = Field(default=[], description="infantry only: medic, sniper, …")
    vehicle: VehicleChoice | None = Field(default=None, description="a catalogue vehicle's id, or a vehicle of your own")
    passengers: Annotated[list[Word], Field(max_length=20)] = Field(default=[], description="vehicles only: the names of the units aboard")
    note: Text | None = None


class Force(Table):
    force: Word = Field(description="its name")
    rules: Id = Field(description="core, or a variant's id")
    points_limit: Annotated[int, Field(ge=0, le=1000000)] | None = None
    units: Annotated[list[Unit], Field(min_length=1, max_length=2000)]
