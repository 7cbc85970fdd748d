"""Does the money agree with the games: the variance of a table's period in independent parts.

``variance = cash + checks + chips``, exactly. Coupons are compared by serial beside it, since a
coupon is no money. Above nothing is over, below is short.

Reference:
    5.8 and 5.10 of the count's procedure, 601a.9(c); V_103, V_111.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from countroom.domain.coupons import CouponDifference
from countroom.domain.findings import Finding
from countroom.domain.inventory import expected_closing
from countroom.domain.revenue import Banking, Nonbanking
from countroom.money import ZERO, Money, total
from countroom.regulations import V_111


@dataclass(frozen=True, slots=True)
class Played:
    """What the rounds of a table's period should have left, settled by the book.

    Attributes:
        house_net: What the win must be: of a nonbanking table, the rake.
        house_net_chips: What play did to the rack; nothing at a nonbanking table.
        cash_buyins: Chips sold for currency.
        check_buyins: Counter Checks exchanged: serial and amount.
        coupons: Serials of the coupons that went into the box.
        rake: Taken from pots.
    """

    house_net: Money = ZERO
    house_net_chips: Money = ZERO
    cash_buyins: Money = ZERO
    check_buyins: tuple[tuple[str, Money], ...] = ()
    coupons: tuple[str, ...] = ()
    rake: Money = ZERO

    @property
    def checks(self) -> Money:
        """Chips sold for Counter Checks."""
        return total([amount for _, amount in self.check_buyins])

    @property
    def chips_sold(self) -> Money:
        """Chips sold in all."""
        return self.cash_buyins + self.checks


@dataclass(frozen=True, slots=True)
class Variance:
    """The difference between the books and the games.

    Attributes:
        cash: Currency counted less bought in.
        checks: Issuance copies less exchanged.
        chips: Closing counted less expected; at a nonbanking table the rake's part as well.
        coupons: Counted against settled.
    """

    cash: Money
    checks: Money
    chips: Money
    coupons: CouponDifference

    @property
    def total(self) -> Money:
        """The variance: the sum of its parts."""
        return self.cash + self.checks + self.chips

    @property
    def is_even(self) -> bool:
        """Whether nothing differs in any part."""
        parts = (self.cash, self.checks, self.chips)
        return all(part == ZERO for part in parts) and not self.coupons.findings()


def of_banking(day: Banking, played: Played, coupons: CouponDifference) -> Variance:
    """Compare a banking table; the total is its win less the games' result."""
    expected = expected_closing(
        day.opening,
        fills=day.fills,
        credits_=day.credits,
        chips_sold=played.chips_sold,
        house_net=played.house_net_chips,
    )
    return Variance(
        cash=day.currency - played.cash_buyins,
        checks=day.checks - played.checks,
        chips=day.closing - expected,
        coupons=coupons,
    )


def of_nonbanking(day: Nonbanking, played: Played, coupons: CouponDifference) -> Variance:
    """Compare a nonbanking table: chips sold against the box, and the rake against the pots."""
    expected = expected_closing(
        day.opening,
        fills=day.fills,
        credits_=day.credits,
        chips_sold=played.chips_sold,
        house_net=played.house_net_chips,
    )
    currency = ZERO if day.rake_in_cash else day.currency
    return Variance(
        cash=currency - played.cash_buyins,
        checks=day.checks - played.checks,
        chips=(day.closing - expected) + (day.rake - played.rake),
        coupons=coupons,
    )


class Band(StrEnum):
    """How much a variance asks for."""

    EVEN = "even"
    LOOK = "look"
    EXPLAIN = "explain"


def band(variance: Money, *, warn: Money) -> Band:
    """Say whether a variance is nothing, to be looked at, or to be explained (V-111).

    Args:
        variance: Over or short.
        warn: Up to this amount a look is enough (setting).
    """
    if variance == ZERO:
        return Band.EVEN
    return Band.LOOK if abs(variance) <= warn else Band.EXPLAIN


def findings(table: str, variance: Variance, *, warn: Money) -> tuple[Finding, ...]:
    """What of a variance needs an explanation and a signature."""
    found = list(variance.coupons.findings())
    if band(variance.total, warn=warn) is Band.EXPLAIN:
        sentence = f"{table} is {variance.total.in_words()}: beyond {warn.text()}."
        found.insert(0, Finding(V_111, sentence, table))
    return tuple(found)


def repeats(variances: Sequence[Money], *, days: int) -> bool:
    """Whether the last ``days`` variances all lie on one side, which is investigated."""
    last = variances[-days:]
    if len(last) < days:
        return False
    return all(amount > ZERO for amount in last) or all(amount < ZERO for amount in last)


# ------------------------------------------------------------------------------- the causes


class Part(StrEnum):
    """Where a difference lies."""

    CASH = "cash"
    CHECKS = "checks"
    CHIPS = "chips"
    COUPONS = "coupons"


@dataclass(frozen=True, slots=True)
class Entered:
    """Pieces of one denomination as a form has them: a cause may lie in how they were entered.

    Attributes:
        where: The form or box.
        denomination_cents: Face of one piece.
        pieces: As entered.
        label: As a person names it, ``$20``.
    """

    where: str
    denomination_cents: int
    pieces: int
    label: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Something that moved, or should have, and what its absence would do to a part.

    Attributes:
        part: Which part it would explain.
        cents: What the part would be if this were the cause.
        sentence: The cause, in a person's words.
        where: The form, round or table that shows it.
        rank: Lower is likelier, see ``RANKS``.
    """

    part: Part
    cents: int
    sentence: str
    where: str
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause that would produce the difference to the cent.

    Attributes:
        part: Which part it explains.
        sentence: What may have happened.
        where: The form, round or table to look at.
        rank: Lower is likelier.
        alike: How many other places would explain it just as well.
    """

    part: Part
    sentence: str
    where: str
    rank: int
    alike: int = 0


RANKS: Final = ("named", "slip", "entry", "round", "note")
"""From a named piece of paper, over a slip, an entry and a round, to a note that is gone."""

_FEW_ROUNDS: Final = 3
"""When more rounds than this would do, none of them is a likely cause by itself."""

_MOST_PIECES: Final = 3
"""More lost pieces of one denomination than this are no likely cause."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may have caused a difference.

    Attributes:
        boxes: Currency as the boxes were counted.
        closing: Chips as the closing slip has them.
        moved: Slips, checks, coupons and rounds, each with what it would do.
    """

    boxes: tuple[Entered, ...] = ()
    closing: tuple[Entered, ...] = ()
    moved: tuple[Moved, ...] = ()


def explain(variance: Variance, evidence: Evidence) -> tuple[Cause, ...]:
    """Find the causes that would produce each part to the cent, likeliest first.

    Nothing is forced to agree: a part without a cause stays unexplained.
    """
    found: list[Cause] = []
    for part, cents, entered in (
        (Part.CASH, variance.cash.cents, evidence.boxes),
        (Part.CHECKS, variance.checks.cents, ()),
        (Part.CHIPS, variance.chips.cents, evidence.closing),
    ):
        if cents:
            found += _of_part(part, cents, entered, evidence.moved)
    found += _opposite(variance)
    return tuple(sorted(_gathered(found), key=lambda cause: (cause.rank, cause.alike)))


def _of_part(
    part: Part, cents: int, entered: Sequence[Entered], moved: Iterable[Moved]
) -> list[Cause]:
    causes = [
        Cause(part, each.sentence, each.where, each.rank)
        for each in moved
        if each.part is part and each.cents == cents
    ]
    for each in entered:
        causes += _slips_of_the_hand(part, cents, each)
    causes += _neighbours(part, cents, entered)
    return causes + _lost_pieces(part, cents, entered)


def _digits_swapped(pieces: int) -> Iterable[int]:
    digits = str(pieces)
    for at in range(len(digits) - 1):
        swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if swapped != digits:
            yield int(swapped)


def _slips_of_the_hand(part: Part, cents: int, entry: Entered) -> list[Cause]:
    """Digits swapped, a digit dropped, a digit doubled: the true number is another."""
    rank = RANKS.index("entry")
    digits = str(entry.pieces)
    others = dict.fromkeys(_digits_swapped(entry.pieces), "two digits were swapped")
    if len(digits) > 1:
        for at in range(len(digits)):
            others.setdefault(int(digits[:at] + digits[at + 1 :]), "a digit was struck twice")
    return [
        Cause(
            part,
            f"{entry.label} in {entry.where} was entered as {entry.pieces}, not {true}: {why}.",
            entry.where,
            rank,
        )
        for true, why in others.items()
        if (entry.pieces - true) * entry.denomination_cents == cents
    ]


def _neighbours(part: Part, cents: int, entered: Sequence[Entered]) -> list[Cause]:
    """Pieces counted one denomination apart."""
    causes = []
    for one, other in _adjacent(entered):
        apart = one.denomination_cents - other.denomination_cents
        pieces = abs(cents) // apart
        wrong, right = (one, other) if cents > 0 else (other, one)
        if pieces * apart != abs(cents) or not 0 < pieces <= wrong.pieces:
            continue
        if pieces > _MOST_PIECES and pieces != wrong.pieces:
            continue
        sentence = f"{pieces} of {right.label} in {wrong.where} counted as {wrong.label}."
        rank = RANKS.index("entry" if pieces in {1, wrong.pieces} else "note") + (pieces > 1)
        causes.append(Cause(part, sentence, wrong.where, rank))
    return causes


def _adjacent(entered: Sequence[Entered]) -> Iterable[tuple[Entered, Entered]]:
    """Neighbouring denominations of one place, the higher first."""
    by_place: dict[str, list[Entered]] = {}
    for entry in entered:
        by_place.setdefault(entry.where, []).append(entry)
    for entries in by_place.values():
        high_first = sorted(entries, key=lambda entry: -entry.denomination_cents)
        for one, other in pairwise(high_first):
            if one.denomination_cents > other.denomination_cents:
                yield one, other


def _lost_pieces(part: Part, cents: int, entered: Sequence[Entered]) -> list[Cause]:
    """A few pieces of one denomination more or fewer than the games say."""
    causes = []
    for entry in entered:
        pieces, rest = divmod(abs(cents), entry.denomination_cents)
        if rest or not 0 < pieces <= _MOST_PIECES:
            continue
        more = "more" if cents > 0 else "fewer"
        sentence = f"{pieces} of {entry.label} {more} in {entry.where} than the games say."
        causes.append(Cause(part, sentence, entry.where, RANKS.index("note") + pieces - 1))
    return causes


def _opposite(variance: Variance) -> list[Cause]:
    """Two parts that make up for each other point at one slip."""
    cash, checks, chips = variance.cash, variance.checks, variance.chips
    rank = RANKS.index("slip")
    causes = []
    if cash != ZERO and cash == -checks:
        sentence = "A Counter Check and currency of one amount were taken for each other."
        causes.append(Cause(Part.CHECKS, sentence, "", rank))
    if cash != ZERO and cash == -chips:
        amount = abs(cash).text()
        sentence = f"A buy-in of {amount} was recorded wrongly: cash and chips make up for it."
        causes.append(Cause(Part.CHIPS, sentence, "", rank))
    return causes


def _gathered(causes: Iterable[Cause]) -> Iterable[Cause]:
    """Name each cause once; more than a few rounds that would do are one weak cause."""
    seen: dict[tuple[Part, str, str], Cause] = {}
    rounds: dict[Part, list[Cause]] = {}
    for cause in causes:
        if cause.rank == RANKS.index("round"):
            rounds.setdefault(cause.part, []).append(cause)
        else:
            seen.setdefault((cause.part, cause.sentence, cause.where), cause)
    yield from seen.values()
    for found in rounds.values():
        if len(found) <= _FEW_ROUNDS:
            yield from (replace(cause, alike=len(found) - 1) for cause in found)
        else:
            says = f"{found[0].sentence} So would {len(found) - 1} other rounds."
            weak = len(RANKS) + _MOST_PIECES
            yield replace(found[0], sentence=says, rank=weak, alike=len(found) - 1)
