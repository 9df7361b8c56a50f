"""A force file, as types: the units a player fields."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from .fields import Count, Dice, Distance, Id, Table, Text, Word
from .vehicles import Mount


# More than anybody fields, and few enough for a page to show.
MOST = Field(max_length=50)


class OwnWeapon(Table):
    name: Word
    range_cm: Distance
    dv: Dice | None = Field(default=None, description="Damage Value: the dice it rolls; none if left out")
    category: Literal["small-arm", "vehicle-weapon"]
    abilities: Annotated[list[Id], MOST] = []


def _form(value: object) -> str:
    return "(own)" if isinstance(value, (dict, BaseModel)) else "(id)"


WeaponChoice = Annotated[Annotated[Id, Tag("(id)")] | Annotated[OwnWeapon, Tag("(own)")], Discriminator(_form)]


class Carried(Table):
    weapon: WeaponChoice = Field(description="a weapon's id, or a weapon of your own")
    count: Count = Field(default=1, description="how many figures carry it")


class OwnMount(Mount):
    weapon: WeaponChoice = Field(description="a weapon's id, or a weapon of your own")


class OwnVehicle(Table):
    kind: Id
    chart: Id | None = Field(default=None, description="its damage chart, where not its kind's")
    full_speed_cm: Distance | None = None
    combat_speed_cm: Distance | None = Field(default=None, description="if left out, worked out from full speed")
    save: Annotated[int, Field(ge=2, le=6)]
    weapons: Annotated[list[OwnMount], MOST] = []
    abilities: Annotated[list[Id], MOST] = []


VehicleChoice = Annotated[Annotated[Id, Tag("(id)")] | Annotated[OwnVehicle, Tag("(own)")], Discriminator(_form)]


# For editors, what the check of a force says in its own words: a squad has a save and figures, a vehicle nothing of a squad.
_NOTHING = {"enum": [None, []]}
_SOMETHING = {"not": {"type": "null"}}
_SQUAD_OR_VEHICLE = {
    "if": {"properties": {"vehicle": _SOMETHING}, "required": ["vehicle"]},
    "then": {"properties": dict.fromkeys(("commander", "save", "figures", "weapons", "abilities"), _NOTHING)},
    "else": {"properties": {"save": _SOMETHING, "figures": _SOMETHING, "passengers": _NOTHING}, "required": ["save", "figures"]},
}


class Unit(Table):
    model_config = ConfigDict(json_schema_extra=_SQUAD_OR_VEHICLE)

    name: Word
    grade: Id
    commander: Id | None = Field(default=None, description="the grade of its commander, who is one of the figures; at most one grade above the unit's")
    save: Annotated[int, Field(ge=2, le=6)] | None = Field(default=None, description="infantry only")
    figures: Count | None = Field(default=None, description="infantry only")
    weapons: Annotated[list[Carried], MOST] = Field(default=[], description="infantry only: what is carried, by how many")
    abilities: Annotated[list[Id], MOST] = Field(default=[], description="infantry only: medic, sniper, …")
    vehicle: VehicleChoice | None = Field(default=None, description="a catalogue vehicle's id, or a vehicle of your own")
    passengers: Annotated[list[Word], Field(max_length=20)] = Field(default=[], description="vehicles only: the names of the units aboard")
    note: Text | None = None


class Force(Table):
    force: Word = Field(description="its name")
    rules: Id = Field(description="core, or a variant's id")
    points_limit: Annotated[int, Field(ge=0, le=1000000)] | None = None
    note: Text | None = Field(default=None, description="for those who play it")
    units: Annotated[list[Unit], Field(min_length=1, max_length=2000)]
