"""Which papers of the pit belong to which drop period.

A fill or credit belongs to the period whose box took its paper: that is a transition of kind
``booking`` with the subject ``<period>|<slip>``, since it is known only when the paper is
dropped. Inventory slips, box counts and Counter Checks name their period themselves.
"""

from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Final

from sqlmodel import select

from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.inventory import SlipKind
from countroom.domain.papers import PAPERS
from countroom.domain.papers.box_count import BoxCount, CouponFound, DocumentsTally
from countroom.money import Money
from countroom.stores import Tx, documents, states
from countroom.stores.rows import DocumentRow, VersionRow

BOOKING: Final = "booking"
DONE: Final = "done"
VOID: Final = "void"
DIFFERS: Final = "differs"
"""An opening count that both signed, and that is not what the last slip says."""


def booking(period: int, slip: str) -> str:
    """Subject of the transition that books a slip to a period."""
    return f"{period}|{slip}"


def booked_slips(tx: Tx, period: int) -> tuple[Document, ...]:
    """Fill and credit slips of a period, in the order they were dropped."""
    moved = states.current(tx, BOOKING, prefix=booking(period, ""))
    in_order = sorted(moved.values(), key=lambda move: move.seq)
    return tuple(documents.by_name(tx, move.subject.partition("|")[2]) for move in in_order)


@dataclass(frozen=True, slots=True)
class Booked:
    """A fill or credit slip as far as a total needs it."""

    name: str
    paper: str
    total: Money
    at: datetime


def booked(tx: Tx, period: int) -> tuple[Booked, ...]:
    """Fill and credit slips of a period, read at one go, in the order they were dropped."""
    moved = states.current(tx, BOOKING, prefix=booking(period, ""))
    place = {move.subject.partition("|")[2]: move.seq for move in moved.values()}
    query = (
        select(DocumentRow, VersionRow)
        .join(VersionRow, VersionRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
        .where(DocumentRow.name.in_(place))  # type: ignore[attr-defined]
    )
    found = [
        Booked(
            row.name,
            row.paper,
            PAPERS[row.paper].read(version.content, version.schema_number).total,
            version.at,
        )
        for row, version in tx.exec(query)
    ]
    return tuple(sorted(found, key=lambda slip: place[slip.name]))


def inventory_slips(tx: Tx, period: int) -> tuple[Document, ...]:
    """Signed inventory slips of a period, in order."""
    found = documents.find(tx, paper="inventory_slip", period=period)
    return tuple(slip for slip in found if slip.state == DONE)


_CARRIES: Final = frozenset({SlipKind.DROP, SlipKind.CLOSE, SlipKind.CLOSED_DAILY})


def slip_before(tx: Tx, table: str, period: int | None) -> Document | None:
    """The last signed slip of a table before a period, or of all where none is given."""
    query = (
        select(DocumentRow.id)
        .where(DocumentRow.paper == "inventory_slip", DocumentRow.table_code == table)
        .order_by(DocumentRow.id.desc())  # type: ignore[attr-defined]
    )
    if period is not None:
        query = query.where(DocumentRow.period_id < period)  # type: ignore[operator]
    for document_id in tx.exec(query):
        slip = documents.get(tx, document_id)
        if slip.state == DONE and slip.content.kind in _CARRIES:
            return slip
    return None


def newest_slip(tx: Tx, table: str) -> Document | None:
    """The inventory slip of a table that was counted last; void ones do not count."""
    query = (
        select(DocumentRow.id)
        .where(DocumentRow.paper == "inventory_slip", DocumentRow.table_code == table)
        .order_by(DocumentRow.id.desc())  # type: ignore[attr-defined]
    )
    for document_id in tx.exec(query):
        slip = documents.get(tx, document_id)
        if slip.state != VOID:
            return slip
    return None


def open_slip(tx: Tx, table: str) -> Document | None:
    """An inventory slip of a table that is counted and not yet signed by both."""
    slip = newest_slip(tx, table)
    return None if slip is None or slip.state in {DONE, DIFFERS} else slip


def differing_slip(tx: Tx, table: str) -> Document | None:
    """The opening count of a table that was signed last and differs, if it is its last count."""
    slip = newest_slip(tx, table)
    return slip if slip is not None and slip.state == DIFFERS else None


def open_error_slip(tx: Tx, slip: str, day: date) -> Document | None:
    """The Error Notification Slip of an opening count that waits for signatures."""
    found = documents.find(tx, paper="error_notification", gaming_date=day)
    waiting = [d for d in found if d.content.new_slip == slip and d.state not in {DONE, VOID}]
    return waiting[-1] if waiting else None


@dataclass(frozen=True, slots=True)
class Boxes:
    """What the box counts of a period say besides their figures.

    Attributes:
        tally: Papers found.
        coupons: Coupons found.
        counts: The box counts, of concluded counts.
        going_on: Names of counts that hold a box of the period and are not concluded: nothing
            of it counts or is told yet (V-66).
    """

    tally: DocumentsTally
    coupons: tuple[CouponFound, ...]
    counts: tuple[Document, ...]
    going_on: tuple[str, ...] = ()


def _is_concluded(tx: Tx, count: str) -> bool:
    moved = states.last(tx, "count", count)
    return moved is not None and moved.to_state == CountState.CONCLUDED


def boxes(tx: Tx, period: int) -> Boxes:
    """Papers and coupons found in all boxes of a period whose count is concluded."""
    found = documents.find(tx, paper="box_count", period=period)
    of = dict.fromkeys(count.count for count in found)
    going_on = tuple(name for name in of if not _is_concluded(tx, name))
    counts = tuple(count for count in found if count.state != VOID and count.count not in going_on)
    contents: list[BoxCount] = [count.content for count in counts]
    names = [each.name for each in fields(DocumentsTally)]
    summed = {name: sum(getattr(content.documents, name) for content in contents) for name in names}
    coupons = tuple(coupon for content in contents for coupon in content.coupons)
    return Boxes(DocumentsTally(**summed), coupons, counts, going_on)


def checks(tx: Tx, period: int) -> tuple[Document, ...]:
    """Counter Checks entered for a period, void ones left out."""
    found = documents.find(tx, paper="counter_check", period=period)
    return tuple(check for check in found if check.state != VOID)


CHECKS: Final = "checks"
COMPLETE: Final = "complete"


def checks_subject(period: int) -> str:
    """Subject of the transition that says all checks of a period are entered."""
    return str(period)


def checks_complete(tx: Tx, period: int) -> bool:
    """Whether accounting has said that all checks of a period are entered."""
    moved = states.last(tx, CHECKS, checks_subject(period))
    return moved is not None and moved.to_state == COMPLETE
