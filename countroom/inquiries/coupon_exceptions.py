"""What of the programme of coupons is out of the ordinary on a gaming date, each once.

What lay in a box stands with its box; here is what the forms of finance and marketing say.

Reference:
    525.21(e)-(o); V_83, V_87, V_88, V_97, V_98, V_104.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain.coupon_calendar import month_of, quarter_of
from countroom.domain.documents import Document
from countroom.domain.papers import (
    coupon_day,
    coupon_inventory,
    coupon_issue,
    coupon_receipt,
)
from countroom.inquiries.coupons_due import uncounted, unreported
from countroom.regulations import V_83, V_87, V_88, V_97, V_98, V_104, Rule
from countroom.stores import Tx, coupon_counts, coupon_plays, coupons, documents, states
from countroom.stores.bookings import VOID

_ONE_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Odd:
    """One exception of the programme.

    Attributes:
        kind: In a few words.
        rule: What it is measured by.
        form: The form that shows it, or empty where one is lacking.
        says: What was found.
        at: When the form was made, or nothing.
    """

    kind: str
    rule: Rule
    form: str
    says: str
    at: datetime | None = None

    @property
    def row(self) -> tuple[str, str, str, str, str, datetime | None]:
        """As the register of exceptions lists it: of no table and no box."""
        return (self.kind, "", "", self.form, f"{self.says} ({self.rule.number})", self.at)


def of_day(tx: Tx, day: date) -> Iterator[Odd]:
    """What the forms of a gaming date say, and what lacks at the end of its month or quarter."""
    for form in _forms(tx, coupon_receipt.PAPER.code, day):
        yield from _of_receipt(tx, form)
    for form in _forms(tx, coupon_issue.PAPER.code, day):
        for finding in form.content.findings():
            yield Odd("coupons issued", V_87, form.name, finding.sentence, form.at)
    for form in _forms(tx, coupon_day.PAPER.code, day):
        yield from _of_marketing(form)
    for form in _forms(tx, coupon_inventory.PAPER.code, day):
        yield from _of_inventory(form)
    yield from _not_in_a_box(tx, day)
    yield from _lacking(tx, day)


def _forms(tx: Tx, paper: str, day: date) -> Iterator[Document]:
    for form in documents.find(tx, paper=paper, gaming_date=day):
        if form.state != VOID:
            yield form


def _of_marketing(form: Document) -> Iterator[Odd]:
    """A day of marketing that did not add up (V-88)."""
    for entry in form.content.entries:
        if entry.variation:
            says = f"{entry.design}: a variation of {entry.variation:+,}: {entry.explanation}"
            yield Odd("coupon variation", V_88, form.name, says, form.at)


def _of_inventory(form: Document) -> Iterator[Odd]:
    """Coupons that were not where the ledger has them (V-97)."""
    for one in form.content.differences:
        what = "found" if one.found else "missing"
        says = f"{one.serials} ({one.design}) {what}: {form.content.explanation}"
        yield Odd("coupon inventory", V_97, form.name, says, form.at)


def _of_receipt(tx: Tx, form: Document) -> Iterator[Odd]:
    """A delivery that differs from its invoice, and whether the Bureau knows (V-83)."""
    content = form.content
    if content.differs:
        told = states.last(tx, "coupon_deviation", form.name)
        to = "not reported to the Bureau" if told is None else f"reported: {told.about}"
        says = f"{content.differs:+,} against invoice {content.invoice}: {content.deviation} ({to})"
        yield Odd("coupon delivery", V_83, form.name, says, form.at)


def _not_in_a_box(tx: Tx, day: date) -> Iterator[Odd]:
    """Coupons redeemed at the tables that lay in no box of the gaming date (V-104)."""
    found = {one.serial for one in coupon_counts.found(tx, day, day)}
    for one in coupon_plays.of_day(tx, day):
        play = one.play
        if not one.given_back and play.serial not in found:
            says = f"{play.serial}: redeemed at {play.table} and found in no box"
            yield Odd("coupon not dropped", V_104, "", says, one.at)


def _lacking(tx: Tx, day: date) -> Iterator[Odd]:
    """On the last day of a month or a quarter: its inventory or report is not on record."""
    first = coupons.first_day(tx)
    if first is None or first > day:
        return
    month, quarter = month_of(day), quarter_of(day)
    if month.last == day:
        for finding in uncounted(tx, first, day):
            if finding.where == month.name:
                yield Odd("no coupon inventory", V_97, "", finding.sentence)
    if quarter.last == day:
        for finding in unreported(tx, first, quarter.last + _ONE_DAY):
            if finding.where == quarter.name:
                yield Odd("no quarterly report", V_98, "", finding.sentence)
