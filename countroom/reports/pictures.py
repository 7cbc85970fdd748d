"""Pictures of figures: what is to be drawn, before it is drawn.

A picture is a value made from the same facts as the table beneath it, never read from a picture.
``drawn`` makes it an SVG for paper, ``shown`` one that follows the screen's light or dark. The
library that draws is loaded with the first picture and not before.
"""

import base64
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SVG: Final = "image/svg+xml"
"""What a drawn picture is, as told to a browser or a page."""


class Unit(StrEnum):
    """What the figures of a picture are."""

    DOLLARS = "dollars"
    PERCENT = "percent"
    PIECES = "pieces"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What every picture has.

    Attributes:
        name: In addresses and files, ``hold``.
        title: Above it.
        alt: What it shows, in a sentence for who does not see it.
        unit: What its figures are.
    """

    name: str
    title: str
    alt: str
    unit: Unit = Unit.DOLLARS


@dataclass(frozen=True, slots=True)
class Reading:
    """One place on a line.

    Attributes:
        label: Beneath it, a gaming date.
        value: What was found; nothing leaves a gap.
        expected: What was to be expected.
        low: Lower limit.
        high: Upper limit.
        outside: It lies beyond a limit: marked by shape and colour.
    """

    label: str
    value: float | None
    expected: float | None = None
    low: float | None = None
    high: float | None = None
    outside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitLine(Picture):
    """A line within its limits.

    Attributes:
        readings: From left to right.
        said: What the line is, what is expected, and what the limits are, for the legend.
    """

    readings: tuple[Reading, ...]
    said: tuple[str, str, str] = ("found", "expected", "limits")


@dataclass(frozen=True, slots=True)
class Series:
    """One kind of bar.

    Attributes:
        name: In the legend.
        values: One a label; nothing is no bar.
    """

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars(Picture):
    """Bars beside each other, told apart by shade and hatching.

    Attributes:
        labels: Beneath the groups.
        series: At most four.
    """

    labels: tuple[str, ...]
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap(Picture):
    """Cells that are the darker the more is in them.

    Attributes:
        rows: Names from top to bottom.
        columns: Names from left to right.
        values: A row of figures a row; nothing is an empty cell.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]


class Look(StrEnum):
    """How a table on the floor stands out; each has a border of its own, not only a colour."""

    CALM = "calm"
    LOOK = "look"
    STOP = "stop"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the floor.

    Attributes:
        code: Of the table.
        says: Its figure, as printed.
        share: How dark it is, 0 to 1.
        look: How it stands out.
        note: What else is said of it, beneath its figure.
    """

    code: str
    says: str
    share: float = 0
    look: Look = Look.CALM
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorMap(Picture):
    """The floor, pit by pit.

    Attributes:
        pits: Name of each pit and its tables in their order.
        says: What a tile's figure and its borders mean.
    """

    pits: tuple[tuple[str, tuple[Tile, ...]], ...]
    says: str = ""


def drawn(picture: Picture) -> bytes:
    """Draw a picture for paper: SVG, the same picture gives the same bytes on one machine."""
    from countroom.reports import plots  # noqa: PLC0415 - a second's loading, at the first picture

    return plots.draw(picture)


def shown(picture: Picture) -> bytes:
    """Draw a picture for a screen: SVG whose colours follow the reader's light or dark."""
    from countroom.reports import plots  # noqa: PLC0415 - a second's loading, at the first picture

    return plots.follow(plots.draw(picture))


def inline(picture: Picture) -> str:
    """Write a picture as an address that holds all of it, for a print."""
    return f"data:{SVG};base64,{base64.b64encode(drawn(picture)).decode()}"
