"""Personal data that can be erased: patrons of mailings, and lists of excluded people.

Documents hold tokens; what a token stands for is here, and only as long as finance keeps it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import delete, func
from sqlmodel import col, select

from countroom.domain.exclusion import Listed, ListKind, Patron
from countroom.domain.papers.coupon_mailing import ListUsed
from countroom.stores import Tx
from countroom.stores.rows import ExcludedRow, PatronRow


@dataclass(frozen=True, slots=True)
class Addressed:
    """A mailed coupon with the patron it goes to.

    Attributes:
        token: As on the mailing.
        serial: Of the coupon.
        patron: Name and address.
        salt: What the token was made with.
    """

    token: str
    serial: str
    patron: Patron
    salt: str


def replace_list(tx: Tx, kind: ListKind, dated: date, people: Iterable[Patron]) -> None:
    """Put a list in place of the one before of its kind."""
    tx.exec(delete(ExcludedRow).where(col(ExcludedRow.kind) == kind.value))
    for place, who in enumerate(people, start=1):
        tx.add(
            ExcludedRow(
                kind=kind.value, place=place, dated=dated, name=who.name, address=who.address
            )
        )
    tx.flush()


def lists(tx: Tx) -> tuple[ListUsed, ...]:
    """Which lists there are, of what date and how long; never who is on them."""
    kind_, dated_ = col(ExcludedRow.kind), col(ExcludedRow.dated)
    query = select(kind_, dated_, func.count(kind_)).group_by(kind_, dated_)
    found = {ListKind(kind): ListUsed(ListKind(kind), on, n) for kind, on, n in tx.exec(query)}
    return tuple(found[kind] for kind in ListKind if kind in found)


def listed(tx: Tx) -> Sequence[Listed]:
    """Everybody on the lists."""
    query = select(ExcludedRow).order_by(col(ExcludedRow.kind), col(ExcludedRow.place))
    return [Listed(ListKind(row.kind), Patron(row.name, row.address)) for row in tx.exec(query)]


def keep(tx: Tx, mailing: str, addressed: Iterable[Addressed]) -> None:
    """Keep who the coupons of a mailing go to."""
    for one in addressed:
        tx.add(
            PatronRow(
                token=one.token,
                mailing=mailing,
                serial=one.serial,
                name=one.patron.name,
                address=one.patron.address,
                salt=one.salt,
            )
        )
    tx.flush()


def of_mailing(tx: Tx, mailing: str) -> Sequence[Addressed]:
    """Who the coupons of a mailing go to, by serial; nobody once they are erased."""
    query = select(PatronRow).where(PatronRow.mailing == mailing).order_by(col(PatronRow.serial))
    return [
        Addressed(row.token, row.serial, Patron(row.name, row.address), row.salt)
        for row in tx.exec(query)
    ]


def mailings(tx: Tx) -> Sequence[str]:
    """Mailings of which it is still kept who the coupons went to."""
    name = col(PatronRow.mailing)
    return list(tx.exec(select(name).distinct().order_by(name)))


def erase(tx: Tx, mailing: str) -> int:
    """Erase who the coupons of a mailing went to; how many there were."""
    there = len(of_mailing(tx, mailing))
    tx.exec(delete(PatronRow).where(col(PatronRow.mailing) == mailing))
    return there
