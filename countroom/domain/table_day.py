"""One table's drop period as it came to: what the books say, before the games are asked.

The fact is stored as the period's total when its count is concluded, and stored again when
accounting has entered the Counter Checks; longer spans add these.

Reference:
    601a.9(c)-(d); V_23, V_25, V_110.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from countroom.domain.adjusting import Correction, Part, added
from countroom.domain.findings import Finding
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import DocumentsTally
from countroom.domain.revenue import Banking, Nonbanking, checks_missing
from countroom.money import ZERO, Money, total
from countroom.regulations import RULES, V_23, V_25


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding as it is stored: the rule by its number."""

    rule: str
    sentence: str
    where: str = ""

    @property
    def finding(self) -> Finding:
        """The finding again."""
        return Finding(RULES[self.rule], self.sentence, self.where)


def noted(findings: Iterable[Finding]) -> tuple[Noted, ...]:
    """Findings as they are stored."""
    return tuple(Noted(found.rule.number, found.sentence, found.where) for found in findings)


@dataclass(frozen=True, slots=True)
class TableDay:
    """What a drop period came to.

    Attributes:
        table: Code of the table.
        game: Code of its game.
        kind: Who banks it.
        gaming_date: Of the drop that ended the period.
        period: Row number of the drop period, or nothing where no box was ever placed.
        opened: It was open at any time.
        opening: What it began with, or nothing on record.
        closing: What it ended with, or nothing on record.
        fills: Of slips whose paper went into this period's box.
        credits: The same.
        currency: Counted, supplements included.
        value_chips: Counted at a nonbanking table.
        rake_chips: The same.
        coupons: Serials found; their value is memo only.
        coupon_value: Face value of these, a memo.
        checks: Counter Checks that accounting has entered.
        checks_tallied: Issuance copies found by the count.
        checks_entered: How many accounting has entered.
        checks_complete: Accounting has said that all are entered.
        rake_in_cash: The filed rake is taken in currency (setting of the day).
        opening_slip: The slip that ``opening`` is taken from.
        closing_slip: The slip that ``closing`` is taken from.
        fill_slips: Names of the slips.
        credit_slips: The same.
        notes: What does not fit.
        corrections: Adjustments of accounting: of this date they are in the amounts above, of
            an earlier period they are posted here and stand beside them.
    """

    table: str
    game: str
    kind: TableKind
    gaming_date: date
    period: int | None
    opened: bool
    opening: Money | None
    closing: Money | None
    fills: Money = ZERO
    credits: Money = ZERO
    currency: Money = ZERO
    value_chips: Money = ZERO
    rake_chips: Money = ZERO
    coupons: tuple[str, ...] = ()
    coupon_value: Money = ZERO
    checks: Money = ZERO
    checks_tallied: int = 0
    checks_entered: int = 0
    checks_complete: bool = False
    rake_in_cash: bool = False
    opening_slip: str = ""
    closing_slip: str = ""
    fill_slips: tuple[str, ...] = ()
    credit_slips: tuple[str, ...] = ()
    notes: tuple[Noted, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def own(self) -> tuple[Correction, ...]:
        """Adjustments of this date, which its amounts hold."""
        return tuple(one for one in self.corrections if one.of == self.gaming_date)

    @property
    def prior(self) -> tuple[Correction, ...]:
        """Adjustments of periods that were filed, posted on this date."""
        return tuple(one for one in self.corrections if one.of != self.gaming_date)

    @property
    def prior_win(self) -> Money:
        """What the adjustments of filed periods do to revenue."""
        return total(
            [
                one.amount * one.part.effect(self.kind, rake_in_cash=self.rake_in_cash)
                for one in self.prior
            ]
        )

    @property
    def books(self) -> Banking | Nonbanking | None:
        """The money day, or nothing while a slip or a Counter Check is outstanding (V-110)."""
        if self.opening is None or self.closing is None or not self.checks_complete:
            return None
        if self.kind is TableKind.BANKING:
            return Banking(
                opening=self.opening,
                fills=self.fills,
                credits=self.credits,
                currency=self.currency,
                checks=self.checks,
                closing=self.closing,
            )
        return Nonbanking(
            opening=self.opening,
            fills=self.fills,
            credits=self.credits,
            currency=self.currency,
            checks=self.checks,
            closing=self.closing,
            value_chips=self.value_chips,
            rake_chips=self.rake_chips,
            rake_in_cash=self.rake_in_cash,
        )

    @property
    def rake(self) -> Money:
        """Taken from pots and counted; nothing at a banking table."""
        if self.kind is TableKind.BANKING:
            return ZERO
        chips = self.value_chips + self.rake_chips
        return chips + self.currency if self.rake_in_cash else chips

    @property
    def noticed(self) -> tuple[Noted, ...]:
        """What does not fit: as it was noted, and a rake below nothing (V-44)."""
        books = self.books
        below = books.findings() if isinstance(books, Nonbanking) else ()
        return (*self.notes, *noted(below))

    @property
    def complete(self) -> bool:
        """Whether its win can be said."""
        return self.books is not None

    def findings(self) -> tuple[Finding, ...]:
        """What does not fit, what stands between the table and its win first."""
        missing = checks_missing(
            self.table,
            tallied=self.checks_tallied,
            entered=self.checks_entered,
            complete=self.checks_complete,
        )
        found = [entry.finding for entry in self.noticed]
        return (*((missing,) if missing else ()), *found)


def figure(day: TableDay, part: Part) -> Money:
    """A figure of a table's day; one that no slip says is nothing."""
    there: Money | None = getattr(day, part.value)
    return ZERO if there is None else there


def corrected(day: TableDay, corrections: Iterable[Correction]) -> TableDay:
    """A table's day with what accounting adjusted; what is of a filed period stands apart."""
    whole = replace(day, corrections=tuple(corrections))
    amounts: dict[str, Any] = {
        part.value: figure(day, part) + amount for part, amount in added(whole.own).items()
    }
    return replace(whole, **amounts)


Expected = Mapping[str, tuple[str, ...]]
"""Names of the slips that should lie in a table's boxes, by their place in the tally."""

PAPERS_COMPARED: Final = {
    "fill_requests": "requests for fill",
    "fill_slips": "fill slips",
    "credit_requests": "requests for credit",
    "credit_slips": "credit slips",
    "openers": "openers",
    "closers": "closers",
    "drop_slips": "drop slips",
    "shift_slips": "shift slips",
    "error_slips": "error notification slips",
}
"""Place in the tally to what the papers are called; checks and vouchers have no slip on record."""


def papers_found(tally: DocumentsTally, *, expected: Expected, table: str) -> tuple[Finding, ...]:
    """Compare the papers in the boxes with the slips on record, both ways (V-25).

    The count counts papers by kind and asks for no number: where some are missing, those they
    could be are named.

    Args:
        tally: Summed over the period's boxes.
        expected: What should lie in them.
        table: Code of the table.
    """
    return tuple(
        Finding(V_25, f"{table}: {_compared(found, word, names)}", table)
        for kind, word in PAPERS_COMPARED.items()
        if (found := getattr(tally, kind)) != len(names := expected.get(kind, ()))
    )


def _compared(found: int, word: str, names: tuple[str, ...]) -> str:
    known = f"{len(names)} on record{f' ({_named(names)})' if names else ''}"
    says = f"{found} {word} in the boxes, {known}"
    short = len(names) - found
    if short < 0:
        return f"{says}: {-short} more than on record."
    if not found:
        return f"{says}: {_named(names)} not there."
    return f"{says}: {short} of them not there."


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def crossed(slip: str) -> Finding:
    """A slip prepared in one drop period whose paper went into the box of the next (V-23)."""
    return Finding(V_23, f"{slip} was prepared before the drop and deposited after it.", slip)
