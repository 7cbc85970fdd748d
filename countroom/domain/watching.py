"""Watching: does a table win what its wagers should bring it, and do small shortages repeat?

Nothing here is a rule of thumb. What the wagers actually made should have brought, and how far
that may be off, comes from the engine; whether something is out of the ordinary is said with the
probability that it is not. Where many tables or people are looked at, the limits are wider, so
that the whole look, and not each of them, is wrong by chance once in ``FALSE_ALARM_ONE_IN``.

Reference:
    5.2-5.3, 5.10 of the count's procedure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import comb, isqrt
from typing import Final

from countroom.domain.reconciliation import Played
from countroom.money import ZERO, Money, total

FALSE_ALARM_ONE_IN: Final = 100
"""A look over all tables, or all people, raises a false alarm once in so many looks."""

HISTORY_DAYS: Final = 20
"""Fewer days than this are no history."""

_THOUSANDTHS: Final = (
    *(0, 675, 1151, 1535, 1863, 2154, 2418, 2661, 2886, 3098),
    *(3298, 3488, 3669, 3842, 4009, 4170, 4325, 4476, 4622, 4764),
    *(4901, 5036, 5167, 5295, 5420, 5543, 5663, 5781, 5896, 6010),
)
"""Deviations, in thousandths and rounded up, that a normal sum passes upward once in 2, 4, 8 …"""


def deviations(tests: int, one_in: int = FALSE_ALARM_ONE_IN) -> Fraction:
    """How many deviations off a result may be before it is out of the ordinary.

    Either side, shared over so many tests, rounded to the next rarer power of two.

    >>> deviations(1), deviations(14)
    (Fraction(2661, 1000), Fraction(436, 125))

    Args:
        tests: How many results are looked at together.
        one_in: Once in so many looks one of them is outside by chance.
    """
    rare = 2 * one_in * max(tests, 1)
    place = min((rare - 1).bit_length(), len(_THOUSANDTHS))
    return Fraction(_THOUSANDTHS[place - 1], 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoned:
    """What a drop period's rounds came to, reckoned once: all of it can be made again.

    Attributes:
        played: What they should have left.
        rounds: How many, without those declared void.
        stake: All that was wagered.
        mean: What the house should have won of it.
        deviation: The standard deviation of that; nothing where the house does not bank.
        method: How both were reckoned; empty where the house does not bank.
        hours: Buy-ins by hour of the gaming day, 06 first.
    """

    played: Played
    rounds: int = 0
    stake: Money = ZERO
    mean: Money = ZERO
    deviation: Money = ZERO
    method: str = ""
    hours: tuple[Money, ...] = ()

    @property
    def banks(self) -> bool:
        """Whether the house wins or loses by play."""
        return bool(self.method)


# ----------------------------------------------------------------------- hold and its limits


@dataclass(frozen=True, slots=True)
class DayHold:
    """A banking table's day, or a day of several tables together.

    Attributes:
        gaming_date: Which.
        drop: Of the books.
        win: Of the books.
        mean: What its wagers should have brought, or nothing while that is not reckoned.
        variance: Square of the deviation of that, in square cents.
    """

    gaming_date: date
    drop: Money
    win: Money
    mean: Money | None
    variance: int = 0


def added(days: Iterable[DayHold], gaming_date: date) -> DayHold | None:
    """Add days up, of several tables or dates; what is not reckoned makes the sum so.

    Args:
        days: Of which each is another table or date.
        gaming_date: What the sum is called by.
    """
    every = list(days)
    if not every:
        return None
    means = [day.mean for day in every if day.mean is not None]
    return DayHold(
        gaming_date,
        total([day.drop for day in every]),
        total([day.win for day in every]),
        total(means) if len(means) == len(every) else None,
        sum(day.variance for day in every),
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """A win against its limits.

    Attributes:
        day: What is judged.
        low: Less than this is out of the ordinary.
        high: More than this is.
    """

    day: DayHold
    low: Money
    high: Money

    @property
    def outside(self) -> bool:
        """Whether it lies beyond a limit."""
        return not self.low <= self.day.win <= self.high

    @property
    def says(self) -> str:
        """In a word."""
        if not self.outside:
            return "within"
        return "wins too little" if self.day.win < self.low else "wins too much"


def judged(day: DayHold, tests: int) -> Judged | None:
    """Set a win against its limits, or nothing while it is not known what to expect.

    Args:
        day: A day, or a sum of days.
        tests: How many are looked at together.
    """
    if day.mean is None:
        return None
    wide = Money(_root(deviations(tests) ** 2 * day.variance))
    return Judged(day, day.mean - wide, day.mean + wide)


def _root(square: Fraction) -> int:
    return isqrt(square.numerator // square.denominator)


def off_by(day: DayHold) -> Fraction | None:
    """How many deviations a win is off what was to be expected, to a hundredth.

    >>> off_by(DayHold(date(2011, 6, 14), ZERO, Money(150), Money(100), 400))
    Fraction(5, 2)
    """
    if day.mean is None or day.variance == 0:
        return None
    away = (day.win - day.mean).cents
    hundredths = isqrt(away * away * 10_000 // day.variance)
    return Fraction(hundredths if away >= 0 else -hundredths, 100)


def of_history(before: Sequence[DayHold], day: DayHold, tests: int) -> Judged | None:
    """Set a win against the table's own days before, or nothing while they are too few.

    What is to be expected is the drop times the hold of those days; how far it may be off, what
    their wins were off that. This asks nothing of the games: it sees what changed at a table.

    Args:
        before: Its days before this one.
        day: The day.
        tests: How many tables are looked at together.
    """
    drop = sum(one.drop.cents for one in before)
    if len(before) < HISTORY_DAYS or drop <= 0:
        return None
    hold = Fraction(sum(one.win.cents for one in before), drop)
    off = [one.win.cents - hold * one.drop.cents for one in before]
    spread = sum((each * each for each in off), Fraction(0)) / Fraction(len(before) - 1)
    wide = Money(_root(deviations(tests) ** 2 * spread))
    middle = day.drop.share_nearest(hold)
    return Judged(day, middle - wide, middle + wide)


# ------------------------------------------------------------------- shortages that repeat


@dataclass(frozen=True, slots=True)
class Signs:
    """How often somebody's or some table's days differed, and which way.

    Attributes:
        of: Table, shift, dealer or count team member.
        who: Code of the table, name of the person.
        short: Days that were short.
        over: Days that were over.
        amount: All differences added up.
    """

    of: str
    who: str
    short: int
    over: int
    amount: Money

    @property
    def chance(self) -> Fraction:
        """How likely so lopsided a count is, or a worse one, when each way is as likely.

        The sign test, both sides: exact, whatever the amounts are.
        """
        many, fewer = self.short + self.over, min(self.short, self.over)
        ways = sum(comb(many, each) for each in range(fewer + 1))
        return min(Fraction(2 * ways, 2**many), Fraction(1))

    def repeats(self, tests: int) -> bool:
        """Whether that is out of the ordinary among so many that are looked at."""
        return self.chance * tests * FALSE_ALARM_ONE_IN <= 1


@dataclass(frozen=True, slots=True)
class Differed:
    """A table's day that differed from its games.

    Attributes:
        gaming_date: Which.
        table: Which.
        amount: Over or short.
        among: Kind of group to who belongs to it: the dealers of the table, the count team.
    """

    gaming_date: date
    table: str
    amount: Money
    among: Mapping[str, frozenset[str]]


def signs(days: Iterable[Differed]) -> tuple[Signs, ...]:
    """Count which way days differed: by table, and by everyone who had a part in them."""
    found: dict[tuple[str, str], list[Money]] = {}
    for day in days:
        if day.amount == ZERO:
            continue
        found.setdefault(("table", day.table), []).append(day.amount)
        for of, people in day.among.items():
            for who in people:
                found.setdefault((of, who), []).append(day.amount)
    return tuple(
        Signs(
            of,
            who,
            sum(each < ZERO for each in amounts),
            sum(each > ZERO for each in amounts),
            total(amounts),
        )
        for (of, who), amounts in sorted(found.items())
    )


RUNNING: Final = 3
"""A table that differs the same way so many days running is looked into (5.10)."""


def running(amounts: Sequence[Money]) -> int:
    """How many days running a table differed the same way, up to the last of them.

    >>> running([Money(5), Money(-5), Money(-20), Money(-5)])
    3
    """
    many = 0
    for amount in reversed(amounts):
        if amount == ZERO or (amount < ZERO) != (amounts[-1] < ZERO):
            break
        many += 1
    return many
