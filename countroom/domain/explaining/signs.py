"""What differs on a gaming date: one sign for every figure that two records should agree on.

A sign is where and what, its value how much: above nothing is over or too many. A day whose
records agree has none.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from countroom.domain.explaining.facts import Box, Day, Table
from countroom.domain.floor import TableKind
from countroom.domain.reconciliation import Part


class Sign(NamedTuple):
    """Where two records differ.

    Attributes:
        table: Code of the table.
        what: ``cash``, ``check``, ``chips``, ``rake``, ``coupon``, ``paper`` or ``opener``.
        which: Serial of a check or coupon, kind of a paper, slip of an opener; or empty.
    """

    table: str
    what: str
    which: str = ""

    @property
    def part(self) -> Part:
        """The part of the day it belongs to."""
        return _PARTS[self.what]


_PARTS: Final = {
    "cash": Part.CASH,
    "check": Part.CHECKS,
    "chips": Part.CHIPS,
    "rake": Part.CHIPS,
    "coupon": Part.COUPONS,
    "paper": Part.PAPERS,
    "opener": Part.CHIPS,
}

Signs = Mapping[Sign, int]
"""Every sign to how much."""

COPIES: Final = "counter_checks"
"""In the tally: issuance copies, which have no slip on record."""


def of_day(day: Day) -> dict[str, dict[Sign, int]]:
    """Everything that differs, by table; a table that agrees is left out."""
    found = {table.code: of_table(table) for table in day.tables}
    return {code: signs for code, signs in found.items() if signs}


def of_table(table: Table) -> dict[Sign, int]:
    """Everything that differs at a table."""
    code = table.code
    every: dict[Sign, int] = {
        Sign(code, "cash"): _cash(table),
        Sign(code, "chips"): _chips(table),
        Sign(code, "rake"): _rake(table),
    }
    every |= {Sign(code, "check", serial): cents for serial, cents in _checks(table).items()}
    every |= {Sign(code, "coupon", serial): many for serial, many in _coupons(table).items()}
    every |= {Sign(code, "paper", kind): many for kind, many in _papers(table).items()}
    every |= {Sign(code, "opener", each.slip): each.cents for each in table.opened if each.cents}
    return {sign: value for sign, value in every.items() if value}


def _cash(table: Table) -> int:
    bought = sum(each.cents for each in table.buyins if not each.serial)
    return (0 if table.rake_in_cash else table.currency) - bought


def _chips(table: Table) -> int:
    """The rack as counted, less what it should hold (5.8)."""
    moved = sum(slip.into for slip in table.slips)
    sold = sum(each.cents for each in table.buyins)
    return table.closing.total - (table.opening.total + moved - sold + table.play)


def _rake(table: Table) -> int:
    if table.kind is TableKind.BANKING:
        return 0
    cash = table.currency if table.rake_in_cash else 0
    return table.counted_chips + cash - table.rake


def _checks(table: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    for check in table.checks:
        found[check.serial] += check.cents
    for each in table.buyins:
        if each.serial:
            found[each.serial] -= each.cents
    return found


def _coupons(table: Table) -> Counter[str]:
    found = Counter(serial for box in table.boxes for serial, _ in box.coupons)
    found.subtract(each.serial for each in table.coupons)
    return found


def _papers(table: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    for box in table.boxes:
        found.update(box.papers)
    found.subtract({kind: len(names) for kind, names in table.expected.items()})
    found[COPIES] -= sum(bool(each.serial) for each in table.buyins)
    return found


def contents(table: str, box: Box, *, banking: bool) -> dict[Sign, int]:
    """What a box brings its table, sign by sign: what goes with it when it is exchanged."""
    found: Counter[Sign] = Counter()
    found[Sign(table, "cash")] = sum(line.amount for line in box.money)
    if not banking:
        found[Sign(table, "rake")] = sum(line.amount for line in box.chips)
    for serial, _ in box.coupons:
        found[Sign(table, "coupon", serial)] += 1
    for kind, many in box.papers.items():
        found[Sign(table, "paper", kind)] += many
    return {sign: value for sign, value in found.items() if value}


def plus(*every: Signs) -> dict[Sign, int]:
    """Add signs up, leaving out what comes to nothing."""
    found: dict[Sign, int] = {}
    for signs in every:
        for sign, value in signs.items():
            found[sign] = found.get(sign, 0) + value
    return {sign: value for sign, value in found.items() if value}


def minus(one: Signs, other: Signs) -> dict[Sign, int]:
    """Take signs away from others."""
    found = dict(one)
    for sign, value in other.items():
        left = found.get(sign, 0) - value
        if left:
            found[sign] = left
        else:
            found.pop(sign, None)
    return found


def tables_of(signs: Iterable[Sign]) -> frozenset[str]:
    """Tables that some signs belong to."""
    return frozenset(sign.table for sign in signs)
