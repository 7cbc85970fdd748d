"""What comes less often than daily in the programme of coupons: a mailing, a month, a quarter.

The people of the sample lists are as little real as those of the house, and are marked so.

Reference:
    525.21(n), (o), (q); V_95-V_98.
"""

from collections.abc import Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Final

from countroom.domain.coupon_calendar import month_of, quarter_of
from countroom.domain.coupon_lots import text
from countroom.domain.exclusion import ListKind
from countroom.domain.terms import CouponDesign
from countroom.operations.coupons import inventories, mailings, quarters
from countroom.operations.coupons.inventories import Found
from countroom.operations.coupons.mailings import Decision
from countroom.operations.play.coupons import (
    FINANCE,
    MARKETER,
    SUPERVISOR,
    Desk,
    desk_of,
    serials_of_table,
)
from countroom.stores import coupon_counts, coupons
from countroom.stores.database import Database

CAMPAIGN: Final = "Old friends by post"
"""What the sample mailing is for."""

PATRONS: Final = (
    "Ada Quill (sample)",
    "Nora Field (sample)",
    "Jon Hale (sample)",
    "Minh Brook (sample)",
    "Peter O'Moor (sample)",
    "<b>Ines</b> Lake (sample)",
    "Karl Ridge (sample)",
    "王青 (sample)",
)
"""Who is to get a coupon by post: the second is excluded, the third bears a name like another."""

_EXCLUDED: Final = {
    ListKind.SELF_EXCLUSION: ("FIELD Nora (sample)", "Otto Grove (sample)"),
    ListKind.EXCLUSION: ("John Hale (sample)",),
}
_ANOTHER: Final = "Another first name, and born in another year: asked at the players' desk."


def _file(names: Sequence[str], street: str) -> str:
    rows = [f'"{name}",{number} {street}' for number, name in enumerate(names, 1)]
    return "\n".join(["name,address", *rows])


def mail(database: Database, day: date, *, at: datetime) -> None:
    """Mail a coupon to some patrons, held against the day's lists of excluded people.

    Nothing happens where nobody is named to see the lists, or no design of the house expires.

    Args:
        database: The property's.
        day: The gaming date; marketing holds its coupons.
        at: When the first act is done.
    """
    desk = desk_of(database, day, at)
    if desk is None or not _named(desk):
        return
    design = next((one for one in desk.designs() if one.expires is not None), None)
    if design is None:
        return
    for kind, names in _EXCLUDED.items():
        listed = _file(names, "Elsewhere Rd")
        desk.do(MARKETER, mailings.import_list, kind=kind, text=listed)
    _send(desk, design)


def _named(desk: Desk) -> bool:
    person = desk.stage.person(*MARKETER).code
    return person in desk.stage.house.settings.exclusion_readers


def _send(desk: Desk, design: CouponDesign) -> None:
    first = serials_of_table(_played_at(desk, design)).start
    last = first + len(PATRONS) - 1
    mailing = desk.act(
        MARKETER,
        mailings.prepare,
        campaign=CAMPAIGN,
        provider="Sample Mailers",
        design=design.code,
        serials=f"{desk.serial(design, first)} to {desk.serial(design, last)}",
        people=_file(PATRONS, "Sample St"),
        salt=sha256(desk.day.isoformat().encode()).hexdigest(),
        decisions={"2": Decision(mailed=True, why=_ANOTHER)},
    )
    desk.sign(mailing, "finance_supervisor", SUPERVISOR)


def _played_at(desk: Desk, design: CouponDesign) -> int:
    """Place of the first table that a coupon of a design may be played at: patrons bring it."""
    tables = desk.stage.house.tables
    return next((n for n, table in enumerate(tables) if table.game in design.games), 0)


def end_of_month(database: Database, day: date, *, at: datetime) -> None:
    """Count all coupons not distributed, where a gaming date is the last of its month."""
    desk = desk_of(database, day, at)
    if desk is None or month_of(day).last != day:
        return
    with database.read() as tx:
        held = coupons.held(tx)
    kept = sorted((design, place) for design, _, place in held.held if place in inventories.PLACES)
    counted = tuple(
        Found(design, place, text(held.at(design, place)).replace(", ", "\n"))
        for design, place in dict.fromkeys(kept)
    )
    form = desk.act(FINANCE, inventories.count, counted=counted)
    desk.sign(form, "second_counter", SUPERVISOR)


def end_of_quarter(database: Database, day: date, *, at: datetime) -> None:
    """Report a quarter to the Bureau, when the count of its last gaming date is concluded."""
    desk = desk_of(database, day, at)
    span = quarter_of(day)
    if desk is None or span.last != day:
        return
    with database.read() as tx:
        _, waiting = coupon_counts.counts(tx, span.first, span.last)
    if not waiting:
        desk.act(SUPERVISOR, quarters.report, day=day)
