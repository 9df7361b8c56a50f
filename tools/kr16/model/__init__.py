"""Plain values -> the typed ruleset: what each table holds, described once.

The JSON Schemas for editors, the checks and the documentation of `data/README.md` come from these classes.
Numbers carry their unit in the name (`_cm`, `_percent`); a roll such as 4+ is the number 4.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from .battlefield import Buildings, Campaign, Insurgents, Minefield, ProximityMines, Structure
from .costs import Points
from .fields import Address, Cited, Distance, Id, Table, Text, Word
from .troops import Cover, Figure, Grade, HandToHand, Order, Save, Shooting, Turn
from .vehicles import DamageChart, Vehicle, VehicleAction, VehicleKind, VehicleRules
from .weapons import Ability, Weapon


class RulesetInfo(Cited):
    title: Word
    subtitle: Word
    version: Word
    edition: Word
    author: Word
    copyright: Word
    site: Word
    url: Annotated[str, Field(pattern=r"^https://[a-z0-9./-]+$")]
    scale_mm: Annotated[int, Field(ge=1, le=500)]


class Distances(Cited):
    unit: Annotated[str, Field(min_length=1, max_length=12, pattern=r"^\S(.*\S)?$")] = Field(description="the word or sign after the number: cm, inch, ″")
    per_cm: Annotated[Decimal, Field(gt=0, le=1000, strict=False)] = Field(description="how many of them a rulebook centimetre is")
    round: Literal["whole", "half", "quarter", "tenth", "none"] = Field(description="to which step a distance is rounded")


class Reading(Table):
    title: Word
    kind: Literal["contradiction", "gap", "name", "misprint"]
    cite: Text
    rulebook: Text = Field(description="what the rulebook prints, in our words")
    reading: Text = Field(description="the one reading applied here")
    why: Text
    see: Address | None = None


# For editors, as the check has it: a save is the roll that saves.
SAVES = Field(json_schema_extra={"propertyNames": {"pattern": "^[2-6]$"}})


class Ruleset(Table):
    """Every table of the rulebook, keyed by id, in the rulebook's order."""

    ruleset: RulesetInfo
    distances: Distances
    turn: Turn
    orders: dict[Id, Order]
    grades: dict[Id, Grade]
    shooting: Shooting
    cover: dict[Id, Cover]
    hand_to_hand: HandToHand
    infantry_saves: dict[str, Save] = SAVES
    vehicle_saves: dict[str, Save] = SAVES
    weapons: dict[Id, Weapon]
    abilities: dict[Id, Ability]
    vehicle_rules: VehicleRules
    vehicle_actions: dict[Id, VehicleAction]
    vehicle_kinds: dict[Id, VehicleKind]
    vehicles: dict[Id, Vehicle]
    damage_charts: dict[Id, DamageChart]
    minefields: dict[Id, Minefield]
    proximity_mines: ProximityMines
    structures: dict[Id, Structure]
    buildings: Buildings
    insurgents: Insurgents
    figures: dict[Id, Figure]
    campaign: Campaign
    points: Points
    readings: dict[Id, Reading]
