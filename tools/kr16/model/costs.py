"""The points system, as types."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .fields import Cited, Constants, Cost, Percent, Rounding, Table

Costs = dict[Annotated[str, Field(pattern=r"^[1-9][0-9]?$")], Cost]


class Steps(Table):
    step_cm: Annotated[int, Field(ge=1, le=100)]
    points: Cost
    rounding: Rounding


class InfantryPoints(Cited):
    range: Steps
    dv: Costs
    dv_beyond_factor: Annotated[int, Field(ge=1, le=10)] = Field(description="each further DV costs this many times the last")
    ability_points: Annotated[int, Field(ge=0, le=100)]


class VehiclePoints(Cited):
    command_roll: Costs
    speed: Steps
    range: Steps
    dv: Costs
    dv_beyond_factor: Annotated[int, Field(ge=1, le=10)]
    ability_percent: Percent
    rounding: Rounding


class Points(Constants):
    infantry: InfantryPoints
    vehicle: VehiclePoints
