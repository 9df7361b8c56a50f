"""The prices the rulebook prints, as types. Only `game` reads them, for the price in play."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .fields import Cited, Cost, Id, Table, Text

Part = Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)?$")]


class Misprint(Table):
    why: Text
    parts: list[Part] = Field(default=[], description="the lines of its working that differ")


class Printed(Cited):
    weapons: dict[Id, Cost]
    vehicles: dict[Id, Cost]
    specials: dict[Id, Cost]
    figures: dict[Id, Cost]
    workings: dict[Id, dict[Part, Cost]] = Field(description="the worked examples, a part a line; `weapon.part` is a line within a weapon's")
    misprints: dict[Id, Misprint]

    def price(self, id: str) -> int | None:
        """Return the price printed for an item, in points, or None."""
        return next((table[id] for table in (self.weapons, self.vehicles, self.specials, self.figures) if id in table), None)
