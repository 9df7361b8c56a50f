"""A house-rule variant's file, as types (design.md, section 8)."""

from __future__ import annotations

import typing
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from .fields import Id, Line, Table, Text, Word

LongText = Annotated[str, Field(min_length=1, max_length=20000)]


class Change(Table):
    from_: Annotated[typing.Any, Field(alias="from", description="the value it has now; another one is refused")]
    to: Annotated[typing.Any, Field(description="the value it gets")]
    why: Text


class ListChange(Table):
    add: list[typing.Any] = Field(default=[], description="items as in data/core")
    remove: list[typing.Any] = Field(default=[], description="items; of a list of records, the ids they begin with")
    why: Text


class Removal(Table):
    why: Text


class Section(Table):
    replace: LongText | None = Field(default=None, description="the section's new text, in Markdown with live numbers")
    append: LongText | None = Field(default=None, description="text to put at the section's end")
    why: Text | None = None


class NewPage(Table):
    id: Id
    title: Word
    text: LongText


class Distances(Table):
    unit: Annotated[str, Field(min_length=1, max_length=12, pattern=r"^\S(.*\S)?$")]
    per_cm: Annotated[Decimal, Field(gt=0, le=1000, strict=False)]
    round: Literal["whole", "half", "quarter", "tenth", "none"] = "whole"
    why: Text | None = None


Changed = Annotated[Annotated[Change, Tag("(change)")] | Annotated[ListChange, Tag("(list)")], Discriminator(lambda value: "(list)" if isinstance(value, ListChange) or (isinstance(value, dict) and ("add" in value or "remove" in value)) else "(change)")]


class Variant(Table):
    id: Id
    title: Word
    base: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)* \S+$")] = Field(description="what it changes and of which version: core 1.6, or another variant's id and version")
    version: Word = Field(default="1", description="its own version, for variants that build on it")
    author: Word
    summary: Line | None = Field(default=None, description="one sentence on how it plays")
    accent: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = Field(default=None, description="the colour of its site, as #rrggbb")
    distances: Distances | None = None
    change: dict[str, Changed] = Field(default={}, description="path: {from, to, why}, or for a list {add, remove, why}")
    add: dict[str, dict[str, typing.Any]] = Field(default={}, description="table: {id: record as in data/core}; `after: id` in a record says where")
    remove: dict[str, Removal] = Field(default={}, description="path of a record: {why}")
    rules: dict[str, typing.Any] = Field(default={}, description="page.anchor: {replace or append, why}; pages: a list of new pages")
