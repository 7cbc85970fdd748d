"""What happens at a table while it is played: the acts that dealing yields."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.house import HouseResult

ChipKey = tuple[str, int]
"""A chip set's code, and a denomination in cents."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def to_microseconds(at: datetime) -> int:
    """Count microseconds since 1970 UTC."""
    return (at - _EPOCH) // _MICROSECOND


def from_microseconds(count: int) -> datetime:
    """Give the time that lies so many microseconds after 1970 UTC."""
    return _EPOCH + count * _MICROSECOND


@dataclass(frozen=True, slots=True)
class BuyIn:
    """A patron buys chips; currency or the Counter Check goes into the box.

    Attributes:
        at: When.
        seat: From 1.
        cents: Chips sold.
        kind: ``cash`` or ``check``.
        notes: Note denomination in cents to pieces; empty for a check.
        check_serial: Empty for cash.
    """

    at: datetime
    seat: int
    cents: int
    kind: str
    notes: Mapping[int, int]
    check_serial: str = ""


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds were played: their record, see ``engine.records``.

    Attributes:
        at: Time of the last of them.
        columns: A row a round, seat and wager.
    """

    at: datetime
    columns: Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class CouponPlayed:
    """A Match Play Coupon was settled and went into the box."""

    at: datetime
    serial: str
    value_cents: int


@dataclass(frozen=True, slots=True)
class FillCalled:
    """The tray runs low: chips are called for, and play goes on with them in the tray."""

    at: datetime
    chips: Mapping[ChipKey, int]


@dataclass(frozen=True, slots=True)
class CreditCalled:
    """The tray runs over: chips go back to the cage."""

    at: datetime
    chips: Mapping[ChipKey, int]


@dataclass(frozen=True, slots=True)
class RakeDropped:
    """Raked value chips, and rake chips swapped for such, went into the box."""

    at: datetime
    chips: Mapping[ChipKey, int]


@dataclass(frozen=True, slots=True)
class EndOfDayDrop:
    """The period ends: the tray is counted and the box is taken.

    Attributes:
        at: When.
        closing_rack: Pieces in the tray.
        result: What play should have left.
    """

    at: datetime
    closing_rack: Mapping[ChipKey, int]
    result: HouseResult


Act = BuyIn | Rounds | CouponPlayed | FillCalled | CreditCalled | RakeDropped | EndOfDayDrop


def buy_in_columns(buyins: list[BuyIn]) -> dict[str, NDArray[Any]]:
    """Write buy-ins as columns, see ``house.BUY_IN_COLUMNS``."""
    return {
        "at": np.array([to_microseconds(each.at) for each in buyins], np.int64),
        "seat": np.array([each.seat for each in buyins], np.int64),
        "cents": np.array([each.cents for each in buyins], np.int64),
        "kind": np.array([each.kind for each in buyins], np.object_),
        "check_serial": np.array([each.check_serial for each in buyins], np.object_),
    }
