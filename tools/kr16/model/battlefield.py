"""Mines, buildings, insurgents and the campaign, as types."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .fields import Constants, Cost, Dice, Distance, Id, Modifier, Percent, Record, Roll, Table, Text, Word


class InfantryMines(Table):
    triggers_from: Roll
    dv: Dice
    certain_beyond_order: Id


class VehicleMines(Table):
    triggers_from: Roll
    dv: Dice
    certain_at_save: Annotated[int, Field(ge=2, le=6)]
    damage_modifier: Modifier
    damage_cap: Annotated[int, Field(ge=1, le=99)]


class Minefield(Record):
    infantry: InfantryMines | None = None
    vehicles: VehicleMines | None = None
    combines: list[Id] = []
    text: Text


class ProximityMines(Constants):
    trigger_cm: Distance
    triggers_from: Roll
    dv: Dice
    blast_radius_cm: Distance
    to_hit: Roll
    save: Roll


class Structure(Record):
    structure_points: Annotated[int, Field(ge=1, le=99)]


class Buildings(Constants):
    concealment_lost_at_percent: Percent
    points_a_hit: Annotated[int, Field(ge=1, le=9)]


class Insurgents(Constants):
    hidden_move_cm: Distance
    free_orders_a_turn: Annotated[int, Field(ge=0, le=9)]


class Fate(Table):
    from_: Annotated[int, Field(alias="from", ge=1, le=6)]
    to: Annotated[int, Field(ge=1, le=6)]
    name: Word
    effect: Text


class Campaign(Constants):
    minor_victory: Cost
    major_victory: Cost
    infantry_figure_out: Cost
    vehicle_out: Cost
    points_a_victory_point: Annotated[int, Field(ge=1, le=100)]
    repair_percent: Percent
    fates: dict[Id, Fate]
