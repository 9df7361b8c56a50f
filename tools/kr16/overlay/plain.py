"""Plain values → copied, compared and written as in a file."""

from __future__ import annotations

import typing
from decimal import Decimal

from pydantic import BaseModel

from ..errors import shown


def copied(value: typing.Any) -> typing.Any:
    """Return plain values that can be changed without changing these."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


def records(value: typing.Any) -> bool:
    """Say whether a value is a list of records, not of plain values."""
    return isinstance(value, list) and any(isinstance(item, BaseModel) for item in value)


def same(old: typing.Any, new: typing.Any) -> bool:
    """Say whether two values are the same; true is not 1."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(same, old, new))
    numbers = (int, Decimal)
    alike = type(old) is type(new) or (isinstance(old, numbers) and isinstance(new, numbers) and bool not in (type(old), type(new)))
    return alike and old == new


def shown_value(value: typing.Any) -> str:
    """Return a value as one would write it in the file."""
    if isinstance(value, list):
        return f"[{', '.join(map(shown_value, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return shown(value)
