"""Coupons at one table: the wagers one may lie on, and those redeemed there last.

Reference:
    525.22; V_102.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.floor import Table
from countroom.engine.games import GAMES
from countroom.money import Money
from countroom.stores import coupon_plays, registry
from countroom.stores.database import Database
from countroom.stores.house import house_at

_NEWEST: Final = 10


@dataclass(frozen=True, slots=True)
class AtTable:
    """One coupon redeemed at the table.

    Attributes:
        serial: As scanned.
        value: Face value; memo only.
        round: Running number of the rounds with a coupon.
        seat: Of the patron.
        wager: In words.
        chips: On the same wager.
        at: When it was entered or given back.
        by: Badge of who entered it.
        given_back: It went back to its patron.
    """

    serial: str
    value: Money
    round: int
    seat: int
    wager: str
    chips: Money
    at: datetime
    by: str
    given_back: bool


@dataclass(frozen=True, slots=True)
class TableCoupons:
    """What a dealer sees of the coupons at his table.

    Attributes:
        table: The gaming table.
        wagers: Code and title of each wager a coupon may lie on.
        newest: Coupons redeemed in this drop period, the newest first.
    """

    table: Table
    wagers: tuple[tuple[str, str], ...]
    newest: tuple[AtTable, ...]


def at_table(database: Database, viewer: Viewer, now: datetime, table: str) -> TableCoupons:
    """Coupons at a table, in the drop period that is on.

    Raises:
        AccessError: By somebody who is not at the tables.
        NotFoundError: There is no such table.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        at = house_at(tx, now).table(table)
        every = GAMES[at.game].WAGERS
        words = {one.code: one.title for one in every}
        period = registry.current_period(tx, table)
        found = () if period is None else coupon_plays.of_day(tx, period.gaming_date, table)
    newest = sorted(found, key=lambda one: one.at, reverse=True)[:_NEWEST]
    return TableCoupons(
        at,
        tuple((one.code, one.title) for one in every if one.takes_coupon),
        tuple(
            AtTable(
                one.play.serial,
                Money(one.play.value_cents),
                one.play.round,
                one.play.seat,
                words[one.play.wager],
                Money(one.play.chips_cents),
                one.at,
                one.person,
                one.given_back,
            )
            for one in newest
        ),
    )
