"""What a person writes on the command line → lengths and files; what is none is told in a line."""

from __future__ import annotations

import math
from pathlib import Path

import click


class Millimetres(click.ParamType):
    """A length in mm between two others, both allowed; infinity and other words that Python reads as numbers are none."""

    name = "length"

    def __init__(self, least: float, most: float):
        self.least, self.most = least, most

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """Return the length; raise BadParameter where there is none."""
        try:
            length = float(value)
        except ValueError:
            length = math.nan
        if not self.least <= length <= self.most:
            self.fail(f"a length from {self.least} to {self.most} mm (got {str(value)!r})", parameter, context)
        return length


class Offset(click.ParamType):
    """Two lengths in mm, right and up, each at most so long either way."""

    name = "offset"

    def __init__(self, most: float):
        self.length = Millimetres(-most, most)

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> tuple[float, float]:
        """Return both lengths; raise BadParameter where there are not two."""
        parts = value if isinstance(value, tuple) else str(value).split(",")
        if len(parts) != 2:
            self.fail(f"two lengths in mm such as 1.5,-0.5 (got {value!r})", parameter, context)
        x, y = (self.length.convert(part, parameter, context) for part in parts)
        return x, y


class Out(click.Path):
    """A file to write; an empty name is none."""

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> Path:
        """Return the path; raise BadParameter where it cannot be a file's."""
        if not str(value):
            self.fail("no name of a file (got '')", parameter, context)
        return super().convert(value, parameter, context)
