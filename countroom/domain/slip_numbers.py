"""Every number of every slip series accounted for: issued, void, unused, missing, reused.

Numbers are given out by the system one after another and never twice. What the record cannot
know somebody says: that a paper is not where it should be, that one lies there that nobody
issued, or that a number was used twice.

Reference:
    465a.3(c); V_20.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from countroom.domain.findings import Finding
from countroom.errors import EntryError
from countroom.regulations import V_20

SERIES: Final = {
    "FR": "fill_request",
    "F": "fill_slip",
    "CR": "credit_request",
    "C": "credit_slip",
    "IS": "inventory_slip",
    "EN": "error_notification",
    "CC": "counter_check",
    "NB": "blank_form",
}
"""Series whose numbers are accounted for: prefix to the paper that uses it."""

_NAME: Final = re.compile(r"([A-Z]{1,3})-(\d{1,9})", re.ASCII)


class Status(StrEnum):
    """What became of a number."""

    ISSUED = "issued"
    UNSIGNED = "not signed"
    VOID = "void"
    UNUSED = "unused"
    MISSING = "missing"
    REUSED = "reused"
    UNKNOWN = "not on record"


EXCEPTIONS: Final = frozenset({Status.MISSING, Status.REUSED, Status.UNKNOWN})
"""What goes to internal audit, beside the void ones."""


@dataclass(frozen=True, slots=True)
class SlipNumber:
    """One number of a series.

    Attributes:
        series: Its prefix, ``F``.
        number: In its series.
        status: What became of it.
        table: Table of the slip, or empty.
        gaming_date: Of the slip, or of what was said of it; nothing for a gap.
        last: Who had it last: of a gap, whoever used the number before it.
        at: Since when it stands so, or nothing for a gap.
        says: Why, or where it was looked for.
    """

    series: str
    number: int
    status: Status
    table: str = ""
    gaming_date: date | None = None
    last: str = ""
    at: datetime | None = None
    says: str = ""

    @property
    def name(self) -> str:
        """As printed, ``F-0005``."""
        return f"{self.series}-{self.number:04d}"


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said of a number."""

    name: str
    status: Status
    table: str
    gaming_date: date
    why: str
    by: str
    at: datetime


def read(name: str) -> tuple[str, int]:
    """Read the number of a slip as typed: its series and its number.

    Raises:
        EntryError: It is no number of a series of slips.
    """
    found = _NAME.fullmatch(name.strip().upper())
    if found is None or found[1] not in SERIES or int(found[2]) == 0:
        series = ", ".join(SERIES)
        raise EntryError({"number": f"Write a number such as F-0005; the series are {series}."})
    return found[1], int(found[2])


def account(
    known: Iterable[SlipNumber], said: Mapping[str, Said], *, after: int = 0
) -> tuple[SlipNumber, ...]:
    """Account for every number of one series, in order.

    Args:
        known: Numbers on record, in order.
        said: What was said, by the number's name: it stands over the record.
        after: The number before the first one that is asked about.
    """
    found: list[SlipNumber] = []
    last = after
    before = ""
    for one in known:
        found += _gap(one.series, last, one.number, before)
        found.append(_with(one, said.get(one.name)))
        last, before = one.number, one.last
    return tuple(_with(one, said.get(one.name)) for one in found)


def _gap(series: str, last: int, following: int, before: str) -> Iterator[SlipNumber]:
    """Numbers that were never used though a later one was."""
    for number in range(last + 1, following):
        says = "never issued, though a later number was"
        yield SlipNumber(series, number, Status.MISSING, last=before, says=says)


def _with(one: SlipNumber, said: Said | None) -> SlipNumber:
    if said is None:
        return one
    table, says = said.table or one.table, said.why
    return replace(one, status=said.status, table=table, says=says, at=said.at)


def stray(said: Said) -> SlipNumber:
    """A number that lies in a box and that nobody issued."""
    series, number = read(said.name)
    return SlipNumber(
        series, number, said.status, said.table, said.gaming_date, said.by, said.at, said.why
    )


def finding(said: Said) -> Finding:
    """What was said of a number, as a finding of its table's day (V-20)."""
    where = {
        Status.MISSING: "is on record and not in the box",
        Status.UNKNOWN: "lies in the box and is not on record",
        Status.REUSED: "was used twice",
    }[said.status]
    return Finding(V_20, f"{said.table}: {said.name} {where}. {said.why}", said.name)
