"""Orders, grades, shooting, cover, hand to hand and infantry, as types."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .fields import Line, Constants, Cost, Count, Dice, Distance, Id, Modifier, Record, Roll, Table, Text, Word


class Turn(Constants):
    initiative_dice: Dice
    squad_figures: Count = Field(description="figures in a usual squad")
    coherency_cm: Distance
    commander_grades_above: Annotated[int, Field(ge=0, le=3)]
    figures_per_side: Count = Field(description="the most the game is meant for")


class Reaction(Table):
    name: Word
    fires: bool
    to_hit_modifier: Modifier = 0
    to_be_hit_modifier: Modifier = 0
    card: Line


class Order(Record):
    difficulty: Roll = Field(description="the command roll that passes it")
    move_cm: Distance
    fires: Literal["never", "after moving", "before moving", "without moving", "as a reaction"]
    to_hit_modifier: Modifier = 0
    to_be_hit_modifier: Modifier = 0
    card: Line = Field(description="a few words for cards and sheets")
    reactions: dict[Id, Reaction] = {}


class Grade(Record):
    attack_bonus: Modifier
    command_bonus: Modifier
    points: Cost = Field(description="points a figure of this grade costs")
    text: Text


class Shooting(Constants):
    to_hit: Roll
    casualty_choice: Roll = Field(description="the roll on which the firer picks the casualty")
    shaken_command_modifier: Modifier
    cover_edge_cm: Distance


class Cover(Record):
    to_hit_modifier: Modifier
    examples: Text


class HandToHand(Constants):
    to_hit: Roll
    dice_per_figure: Dice
    leave_roll: Roll
    leave_move_cm: Distance


class Save(Table):
    examples: Text | None = None
    cite: Text
    aliases: list[Word] = []
    points: Cost
    abilities: list[Id] = []
    note: Text | None = None


class Figure(Record):
    grade: Id
    save: Annotated[int, Field(ge=2, le=6)]
    weapons: list[Id] = []
    abilities: list[Id] = []
