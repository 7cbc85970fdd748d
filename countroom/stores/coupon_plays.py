"""Coupons redeemed at the tables: which one, where, in which round, until it is given back.

A coupon is a subject of its own, so that it is redeemed once; a table is another, whose newest
entry says which round is on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain import canonical
from countroom.stores import Tx, states

KIND: Final = "coupon_played"
"""Subject: the serial."""

ROUND: Final = "coupon_round"
"""Subject: the table."""

PLAYED: Final = "played"
GIVEN_BACK: Final = "given back"
ON: Final = "on"


@dataclass(frozen=True, slots=True)
class TablePlay:
    """A coupon redeemed at a table.

    Attributes:
        serial: As scanned.
        value_cents: Face value; memo only.
        table: The gaming table.
        day: Gaming date of the table's drop period.
        round: Running number of the table's rounds with a coupon.
        seat: Of the patron, from 1.
        wager: Code of the wager it lies on.
        chips_cents: Chips on the same wager.
    """

    serial: str
    value_cents: int
    table: str
    day: date
    round: int
    seat: int
    wager: str
    chips_cents: int


@dataclass(frozen=True, slots=True)
class TableRound:
    """The round that is on at a table.

    Attributes:
        number: Running.
        day: Gaming date of the table's drop period.
        places: Seats, or seats and wagers, that a coupon was played at.
    """

    number: int
    day: date
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Redeemed:
    """A redemption with who entered it, when, and how it stands.

    Attributes:
        play: The coupon and its place.
        at: When it was entered or given back, aware UTC.
        person: By whom.
        given_back: The coupon went back to its patron.
    """

    play: TablePlay
    at: datetime
    person: str
    given_back: bool


def _redeemed(moved: states.Moved) -> Redeemed:
    play = canonical.from_bytes(TablePlay, moved.about.encode())
    return Redeemed(play, moved.at, moved.person, moved.to_state == GIVEN_BACK)


def last(tx: Tx, serial: str) -> Redeemed | None:
    """What was last entered of a serial at any table."""
    moved = states.last(tx, KIND, serial)
    return None if moved is None else _redeemed(moved)


def standing(tx: Tx, serial: str) -> TablePlay | None:
    """Where a serial stands as redeemed at a table, or nothing."""
    found = last(tx, serial)
    return None if found is None or found.given_back else found.play


def round_at(tx: Tx, table: str) -> TableRound | None:
    """The round that is on at a table, as far as coupons were played."""
    moved = states.last(tx, ROUND, table)
    return None if moved is None else canonical.from_bytes(TableRound, moved.about.encode())


def of_day(tx: Tx, day: date, table: str = "") -> Sequence[Redeemed]:
    """What was redeemed in the drop periods of a gaming date, as it stands, in order."""
    found: dict[str, Redeemed] = {}
    for moved in states.into_about(tx, KIND, PLAYED, f'"day":"{day.isoformat()}"'):
        play = canonical.from_bytes(TablePlay, moved.about.encode())
        newest = last(tx, play.serial)
        assert newest is not None, "it was played"
        if newest.play.day == day and table in {"", newest.play.table}:
            found[play.serial] = newest
    return tuple(found.values())
