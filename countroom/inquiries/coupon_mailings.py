"""Patron mailings: what today's lists say of a file of patrons, and the data that is sent.

Reference:
    525.21(q); V_95, V_96.
"""

from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.documents import Document
from countroom.domain.exclusion import Match, Patron, read_people, scrub
from countroom.domain.papers.coupon_mailing import (
    PAPER,
    CouponMailing,
    ListUsed,
    check_finance_has,
)
from countroom.errors import NotFoundError
from countroom.money import Money
from countroom.stores import Tx, documents, patrons
from countroom.stores.bookings import DONE
from countroom.stores.database import Database
from countroom.stores.house import house_at


def _named(tx: Tx, viewer: Viewer, now: datetime) -> None:
    access.require(viewer.duty, Permission.MARKETING_REQUESTS)
    readers = house_at(tx, now).settings.exclusion_readers
    access.exclusion_lists(viewer.person.code, readers)


def lists(database: Database, viewer: Viewer) -> tuple[ListUsed, ...]:
    """Which lists there are, of what date and how long; never who is on them.

    Raises:
        AccessError: The duty has nothing to do with coupons.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    with database.read() as tx:
        return patrons.lists(tx)


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """What the lists say of a file of patrons.

    Attributes:
        patrons: As read.
        exact: Those who bear a name on a list: refused.
        near: Those who are like one on a list, and why.
    """

    patrons: tuple[Patron, ...]
    exact: tuple[Match, ...]
    near: tuple[Match, ...]

    @property
    def refused(self) -> int:
        """How many bear a name on a list."""
        return len({match.patron for match in self.exact})


def scrubbed(database: Database, viewer: Viewer, now: datetime, people: str) -> Scrubbed:
    """Hold a file of patrons against the lists; each likeness is explained to a named person.

    Raises:
        AccessError: Not a marketing supervisor who is named to see the lists.
        EntryError: The file cannot be read.
    """
    with database.read() as tx:
        _named(tx, viewer, now)
        every = read_people(people, field="people", addressed=True)
        found = scrub(every, patrons.listed(tx))
    refused = {match.patron for match in found if match.exact}
    return Scrubbed(
        every,
        tuple(match for match in found if match.exact),
        tuple(match for match in found if match.patron not in refused),
    )


@dataclass(frozen=True, slots=True)
class MailingRow:
    """The five fields of one coupon (525.21(q)(2)).

    Attributes:
        name: Of the patron.
        address: Of the patron.
        denomination: Face value.
        expires: Last gaming date it may be played.
        serial: Of the coupon, which its code carries.
    """

    name: str
    address: str
    denomination: Money
    expires: date
    serial: str


def _mailing(tx: Tx, name: str) -> Document:
    found = documents.by_name(tx, name)
    if found.paper != PAPER.code:
        msg = f"{name} is no {PAPER.title}."
        raise NotFoundError(msg)
    return found


def quantity(database: Database, viewer: Viewer, name: str) -> int:
    """How many coupons a mailing is of.

    Raises:
        AccessError: Not a supervisor of marketing or finance.
        NotFoundError: There is no such mailing.
    """
    access.require_any(viewer.duty, Permission.MARKETING_REQUESTS, Permission.FINANCE_LEDGER)
    with database.read() as tx:
        content: CouponMailing = _mailing(tx, name).content
    return content.quantity


def kept(database: Database, viewer: Viewer, name: str) -> tuple[int, date]:
    """How many patrons of a mailing are still kept, and until when they must be.

    Raises:
        AccessError: Not a supervisor of finance.
        NotFoundError: There is no such mailing.
    """
    access.require(viewer.duty, Permission.FINANCE_LEDGER)
    with database.read() as tx:
        content: CouponMailing = _mailing(tx, name).content
        return len(patrons.of_mailing(tx, name)), content.kept_until


def rows(database: Database, viewer: Viewer, name: str) -> tuple[MailingRow, ...]:
    """The data of a mailing: the same for the provider and for finance.

    Raises:
        AccessError: Not a supervisor of marketing or finance.
        NotFoundError: There is no such mailing, or its patrons are erased.
        RuleError: The provider's file, before finance has the same data (V-95).
    """
    access.require_any(viewer.duty, Permission.MARKETING_REQUESTS, Permission.FINANCE_LEDGER)
    with database.read() as tx:
        found = _mailing(tx, name)
        addressed = patrons.of_mailing(tx, name)
    if access.may(viewer.duty, Permission.MARKETING_REQUESTS):
        check_finance_has(name, signed=found.state == DONE)
    if not addressed:
        msg = f"The patrons of {name} are erased."
        raise NotFoundError(msg)
    content: CouponMailing = found.content
    assert content.expires is not None, "a mailing expires"
    return tuple(
        MailingRow(
            one.patron.name, one.patron.address, content.denomination, content.expires, one.serial
        )
        for one in addressed
    )
