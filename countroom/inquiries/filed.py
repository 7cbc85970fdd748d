"""What of a week is filed, and the contests posted in it.

After the conclusion only, and to whoever may see the day.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from countroom.domain import tax
from countroom.domain.access import Viewer
from countroom.domain.audit import DayState, not_filed
from countroom.domain.gaming_day import days_between
from countroom.inquiries import revenue
from countroom.money import Money
from countroom.stores import Tx, adjusting, documents, registry
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest as a list shows it; ``says`` names a loss that is set off against no other."""

    name: str
    contest: str
    ended: date
    posted: date
    fees: Money
    prizes: Money
    net: Money
    says: str


@dataclass(frozen=True, slots=True)
class Filing:
    """A filing week.

    Attributes:
        filed_as: Number of its return, or empty.
        left: What is left before it can be filed, in words, or empty.
        contests: Posted in it.
    """

    filed_as: str
    left: str
    contests: tuple[Contest, ...]


def week(database: Database, viewer: Viewer, gaming_date: date) -> Filing:
    """What of a gaming date's week is filed.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
        RuleError: The house has not stated its filing week.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        starts = house_on(tx, gaming_date).bookkeeping.tax_week_starts
        first, last = tax.week_of(gaming_date, starts)
        counted = {of for _, of in registry.counts(tx)}
        days = [day for day in days_between(first, last) if day in counted]
        open_ones = [day for day in days if adjusting.state(tx, day) is not DayState.FILED]
        returns = documents.find(tx, paper="weekly_return")
        filed = next((one.name for one in returns if one.content.first == first), "")
        return Filing(filed, not_filed(open_ones), contests(tx, first, last))


def contests(tx: Tx, first: date, last: date) -> tuple[Contest, ...]:
    """The contests posted in a span."""
    return tuple(
        Contest(
            name=one.name,
            contest=one.content.contest,
            ended=one.content.ended,
            posted=one.gaming_date,
            fees=one.content.fees,
            prizes=one.content.prizes,
            net=one.content.net,
            says=" ".join(found.sentence for found in one.content.findings()),
        )
        for day in (first + timedelta(days=n) for n in range((last - first).days + 1))
        for one in adjusting.contests(tx, day)
    )
