"""The kinds of value a field may hold: one name for each unit and form."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Word = Annotated[str, Field(min_length=1, max_length=120)]
Line = Annotated[str, Field(min_length=1, max_length=240)]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Address = Annotated[str, Field(pattern=r"^[a-z0-9/-]+\.md(#[a-z0-9-]+)?$")]
OneWord = Annotated[str, Field(pattern=r"^\S+$", max_length=60)]
Terms = dict[Word, Address]
Synonyms = dict[OneWord, Annotated[list[OneWord], Field(min_length=1)]]
Distance = Annotated[int, Field(ge=0, le=500)]
Roll = Annotated[int, Field(ge=2, le=6)]
Modifier = Annotated[int, Field(ge=-6, le=6)]
Dice = Annotated[int, Field(ge=1, le=20)]
Cost = Annotated[int, Field(ge=0, le=100000)]
Count = Annotated[int, Field(ge=1, le=99)]
Percent = Annotated[int, Field(ge=0, le=100)]
Rounding = Literal["up", "down", "nearest", "none"]
Number = Annotated[int, Field(ge=0, le=1000)]


class Table(BaseModel):
    """A mapping of named fields; nothing else may stand in it."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)


class Cited(Table):
    cite: Text = Field(description="the rulebook's section, by its heading, or 'house rules'")


class Record(Table):
    name: Word = Field(description="the printed name")
    cite: Text = Field(description="the rulebook's section, by its heading, or 'house rules'")
    aliases: list[Word] = Field(default=[], description="what players call it; search finds it by these")
    was: list[Id] = Field(default=[], description="ids it had before; links and house rules still find it")
    note: Text | None = Field(default=None, description="for readers of the site")


class Constants(Cited):
    aliases: list[Word] = Field(default=[], description="what players call this; search finds it by these")
