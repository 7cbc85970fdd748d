"""What the bank said: deposits and claims; a strap's label leads to who counted its notes."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.papers import bank_claim, bank_deposit
from countroom.domain.papers.bank_claim import BankClaim
from countroom.domain.strap_labels import read_label
from countroom.inquiries import standing
from countroom.money import Money
from countroom.stores import Tx, documents, states
from countroom.stores.adjusting import concluded_dates
from countroom.stores.bookings import VOID
from countroom.stores.custody import about
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class Lead:
    """A box that stood open at a label's station at its minute.

    Attributes:
        box: Its number.
        table: Its table.
        opened_at: When it was opened there.
        recorded_at: When it was recorded.
        by: Names of those who counted it.
    """

    box: str
    table: str
    opened_at: datetime
    recorded_at: datetime
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim, and where its label leads."""

    name: str
    day: date
    content: BankClaim
    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class Deposit:
    """A deposit as a list shows it."""

    name: str
    deposited: date
    amount: Money
    counts: tuple[str, ...]
    receipt: str


@dataclass(frozen=True, slots=True)
class Bank:
    """Everything that the bank said, newest first.

    Attributes:
        deposits: Receipts entered.
        claims: What it claims.
        waiting: Concluded counts on no deposit yet.
        newest: Newest concluded gaming date, or nothing.
    """

    deposits: tuple[Deposit, ...]
    claims: tuple[Claim, ...]
    waiting: tuple[str, ...]
    newest: date | None


_SHOWN: Final = 60
_OPENED: Final = frozenset({BoxState.OPENED, BoxState.FORCED})


def bank(database: Database, viewer: Viewer) -> Bank:
    """What the bank said.

    Raises:
        AccessError: The duty does not open the day's books.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        deposits = _standing(tx, bank_deposit.PAPER.code)
        claims = _standing(tx, bank_claim.PAPER.code)
        there = {count for one in deposits for count in one.content.counts}
        done = concluded_dates(tx)
        waiting = [
            name
            for name, moved in states.current(tx, "count").items()
            if moved.to_state == CountState.CONCLUDED and name not in there
        ]
        return Bank(
            tuple(map(_deposit, reversed(deposits[-_SHOWN:]))),
            tuple(_claim(tx, one) for one in reversed(claims[-_SHOWN:])),
            tuple(sorted(waiting)[-_SHOWN:]),
            max(done, default=None),
        )


def _standing(tx: Tx, paper: str) -> list[Document]:
    return [one for one in documents.find(tx, paper=paper) if one.state != VOID]


def _deposit(one: Document) -> Deposit:
    content = one.content
    return Deposit(one.name, content.deposited, content.amount, content.counts, content.receipt)


def _claim(tx: Tx, one: Document) -> Claim:
    leads = _leads(tx, one) if one.content.label else ()
    return Claim(one.name, one.gaming_date, one.content, leads)


def _leads(tx: Tx, claim: Document) -> tuple[Lead, ...]:
    """The boxes that stood open at the label's station at its minute."""
    label = read_label(claim.content.label)
    house = house_on(tx, claim.gaming_date)
    zone = house.property.zone_info
    found = []
    for box in documents.find(tx, paper="box_count", count=label.count):
        if box.content.station != label.station:
            continue
        opened = [
            moved.at
            for moved in states.history(tx, "box", box.box)
            if moved.to_state in _OPENED and about(moved).get("count") == label.count
        ]
        recorded = documents.get(tx, box.id, version=1).at
        if opened and _minute(opened[0], zone) <= label.at <= _minute(recorded, zone):
            by = tuple(standing.name_of(house, code) for code in box.content.counters)
            found.append(Lead(box.box, box.table, opened[0], recorded, by))
    return tuple(found)


def _minute(at: datetime, zone: ZoneInfo) -> time:
    return at.astimezone(zone).time().replace(second=0, microsecond=0)
