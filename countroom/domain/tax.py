"""The weekly tax on table games: rates by date and by the facility's opening, on whole cents.

Taxed is what was counted, day by day; nothing that was rounded is ever added up or compared.
A tax is rounded once, to the nearest cent, after a week's days of one rate are added.

A contest is taxed by itself: what it brought over its prizes, and nothing where it lost.

Reference:
    4 Pa.C.S. 13A62(a)-(b), 13A63(a); 72 P.S. 9502; 58 Pa. Code 601a.9(a)-(b), (f); V_113,
    V_114.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from countroom.domain.bookkeeping import Bookkeeping, NegativeWeek, Weekday
from countroom.domain.floor import TableKind
from countroom.domain.gaming_day import long_gaming_date
from countroom.domain.table_day import TableDay
from countroom.errors import RuleError
from countroom.money import ZERO, Money, total
from countroom.regulations import V_114

FIRST_YEARS: Final = 2
"""Years of a facility's table play that bear the first rate."""

FIRST_RATE: Final = Fraction(14, 100)
LATER_RATE: Final = Fraction(12, 100)
SUPPLEMENT: Final = Fraction(2, 100)
SUPPLEMENT_FROM: Final = date(2016, 8, 1)
AUTOMATED_RATE: Final = Fraction(34, 100)
LOCAL_RATE: Final = Fraction(2, 100)

DAYS: Final = 7


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a gaming date.

    Attributes:
        base: On all table game revenue.
        supplement: On the same, besides.
        automated: On the revenue of fully automated tables, besides both.
        local: The local share, on all.
    """

    base: Fraction
    supplement: Fraction = Fraction(0)
    automated: Fraction = AUTOMATED_RATE
    local: Fraction = LOCAL_RATE

    @property
    def state(self) -> Fraction:
        """What the state takes of all table game revenue."""
        return self.base + self.supplement


def _anniversary(opened: date) -> date:
    """The first day after the first years; of a 29 February the 1 March."""
    year = opened.year + FIRST_YEARS
    if (opened.month, opened.day) == (2, 29):
        return date(year, 3, 1)
    return opened.replace(year=year)


def rates_on(day: date, opened: date | None) -> Rates:
    """The rates of a gaming date at a facility.

    Args:
        day: The gaming date.
        opened: The facility's first gaming date of table games, if it is stated.

    Raises:
        RuleError: The rate cannot be told: the opening is not stated, or lies after the date;
            or both the first years and the supplement hold, of which the text at hand does not
            say how they go together (V_114).

    >>> opened = date(2010, 7, 8)
    >>> [str(rates_on(day, opened).state) for day in (date(2012, 7, 7), date(2012, 7, 8))]
    ['7/50', '3/25']
    """
    if opened is None:
        sentence = (
            "The rate hangs on the first day of table games here, and the house has not stated"
            " it: table_games_opened under [bookkeeping]."
        )
        raise RuleError(V_114, sentence)
    if day < opened:
        sentence = f"Table games opened on {opened.isoformat()}, after {day.isoformat()}."
        raise RuleError(V_114, sentence)
    first, supplement = day < _anniversary(opened), day >= SUPPLEMENT_FROM
    if first and supplement:
        sentence = (
            f"{day.isoformat()} lies in the facility's first {FIRST_YEARS} years and after"
            f" {SUPPLEMENT_FROM.isoformat()}: which rate holds then is not settled here."
        )
        raise RuleError(V_114, sentence)
    base = FIRST_RATE if first else LATER_RATE
    return Rates(base, SUPPLEMENT if supplement else Fraction(0))


@dataclass(frozen=True, slots=True)
class Gross:
    """Gross table game revenue (601a.9(b)), counted.

    Attributes:
        banking: Banking tables with a dealer.
        nonbanking: The rake.
        automated: Fully automated tables.
        contests: Each by itself, never below nothing.
    """

    banking: Money = ZERO
    nonbanking: Money = ZERO
    automated: Money = ZERO
    contests: Money = ZERO

    @property
    def total(self) -> Money:
        """All of it."""
        return self.banking + self.nonbanking + self.automated + self.contests


def add(days: Iterable[Gross]) -> Gross:
    """Add revenues up; a losing day offsets a winning one."""
    every = list(days)
    return Gross(
        total([day.banking for day in every]),
        total([day.nonbanking for day in every]),
        total([day.automated for day in every]),
        total([day.contests for day in every]),
    )


def contest_revenue(results: Iterable[Money]) -> Money:
    """What contests are taxed on: the loss of one is set off against no other (V-113).

    >>> contest_revenue([Money(500_00), Money(-300_00)]).text()
    '500.00'
    """
    return total([max(one, ZERO) for one in results])


def gross_of(
    entries: Iterable[TableDay], automated: Collection[str], contests: Iterable[Money] = ()
) -> Gross:
    """Add up what complete tables and contests of a gaming date brought.

    Args:
        entries: Their totals; adjustments of filed periods posted on them count as well.
        automated: Codes of the fully automated tables.
        contests: What each contest brought over its prizes.
    """
    parts: dict[str, list[Money]] = {"banking": [], "nonbanking": [], "automated": []}
    for entry in entries:
        books = entry.books
        assert books is not None, "the date is complete"
        banked = "banking" if entry.kind is TableKind.BANKING else "nonbanking"
        part = "automated" if entry.table in automated else banked
        parts[part].append(books.win + entry.prior_win)
    wins = {name: total(found) for name, found in parts.items()}
    return Gross(**wins, contests=contest_revenue(contests))


@dataclass(frozen=True, slots=True)
class TaxLine:
    """What days of one rate owe.

    Attributes:
        rates: Their rates.
        first: The first of them.
        last: The last of them.
        gross: Their revenue.
        state: Due to the state on all of it.
        automated: Due besides on the automated tables.
        local: The local share.
    """

    rates: Rates
    first: date
    last: date
    gross: Gross
    state: Money
    automated: Money
    local: Money

    @property
    def due(self) -> Money:
        """All that is held in trust and paid."""
        return self.state + self.automated + self.local


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is due on some days, or why that cannot be said.

    Attributes:
        gross: Their revenue.
        lines: One for each rate, in order; none where it is refused.
        refusal: A sentence, or empty.
    """

    gross: Gross
    lines: tuple[TaxLine, ...] = ()
    refusal: str = ""

    def _sum(self, amounts: list[Money]) -> Money | None:
        return None if self.refusal else total(amounts)

    @property
    def state(self) -> Money | None:
        """Due to the state on all revenue."""
        return self._sum([line.state for line in self.lines])

    @property
    def automated(self) -> Money | None:
        """Due besides on automated tables."""
        return self._sum([line.automated for line in self.lines])

    @property
    def local(self) -> Money | None:
        """The local share."""
        return self._sum([line.local for line in self.lines])

    @property
    def due(self) -> Money | None:
        """All of it."""
        return self._sum([line.due for line in self.lines])


def assess(days: Mapping[date, Gross], terms: Bookkeeping) -> Assessment:
    """Work out what is due on the revenue of some gaming dates.

    Args:
        days: Each date and its counted revenue.
        terms: What the house states.

    Returns:
        The amounts; or a sentence where a rate, or what is due on a loss, cannot be told.
    """
    gross = add(days.values())
    try:
        by_rate: dict[Rates, dict[date, Gross]] = {}
        for day in sorted(days):
            by_rate.setdefault(rates_on(day, terms.table_games_opened), {})[day] = days[day]
    except RuleError as refused:
        return Assessment(gross, refusal=refused.message)
    lines = [_line(rates, some) for rates, some in by_rate.items()]
    below = [line for line in lines if min(line.gross.total, line.gross.automated) < ZERO]
    if below and terms.negative_week is NegativeWeek.UNSETTLED:
        return Assessment(gross, refusal=_unsettled(below[0]))
    return Assessment(gross, tuple(lines))


def _line(rates: Rates, days: Mapping[date, Gross]) -> TaxLine:
    gross = add(days.values())
    taxed, automated = max(gross.total, ZERO), max(gross.automated, ZERO)
    return TaxLine(
        rates=rates,
        first=min(days),
        last=max(days),
        gross=gross,
        state=taxed.share_nearest(rates.state),
        automated=automated.share_nearest(rates.automated),
        local=taxed.share_nearest(rates.local),
    )


def _unsettled(line: TaxLine) -> str:
    whole = line.gross.total < ZERO
    amount = line.gross.total if whole else line.gross.automated
    what = "revenue" if whole else "revenue of automated tables"
    return (
        f"The {what} from {long_gaming_date(line.first)} to {long_gaming_date(line.last)} is"
        f" {amount.text()}, and the house has not stated what is due on a loss: negative_week"
        " under [bookkeeping]."
    )


def week_of(day: date, starts: Weekday | None) -> tuple[date, date]:
    """The first and the last gaming date of the filing week that a date lies in.

    Raises:
        RuleError: The house has not stated which weekday the filing week begins with (V_114).

    >>> [end.isoformat() for end in week_of(date(2011, 6, 14), Weekday.MONDAY)]
    ['2011-06-13', '2011-06-19']
    """
    if starts is None:
        sentence = (
            "The house has not stated which weekday its filing week begins with:"
            " tax_week_starts under [bookkeeping]."
        )
        raise RuleError(V_114, sentence)
    first = day - timedelta(days=(day.weekday() - starts.place) % DAYS)
    return first, first + timedelta(days=DAYS - 1)


def percent(share: Fraction) -> str:
    """Write a rate as people read it.

    >>> percent(Fraction(14, 100))
    '14 %'
    """
    hundredths = share * 100
    assert hundredths.denominator == 1, "the law's rates are whole percents"
    return f"{hundredths.numerator} %"
