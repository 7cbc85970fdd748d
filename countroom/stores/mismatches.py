"""Racks that did not hold what their last slip says: open on the days of both slips, or resolved.

A mismatch is a transition of kind ``mismatch`` for each gaming date it belongs to, with the
subject ``<date>|<table>|<slip>``: opened with the fact, later resolved with the reason.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain import canonical
from countroom.domain.opening import Mismatch
from countroom.stores import Tx, states

KIND: Final = "mismatch"
OPEN: Final = "open"
RESOLVED: Final = "resolved"


@dataclass(frozen=True, slots=True)
class Standing:
    """A mismatch as it stands.

    Attributes:
        mismatch: What was found.
        resolved: Whether accounting has resolved it.
        reason: What accounting said, or empty.
        by: Badge of who resolved it, or empty.
        at: When it was found, or resolved.
    """

    mismatch: Mismatch
    resolved: bool
    reason: str
    by: str
    at: datetime


def subject(day: date, table: str, slip: str) -> str:
    """What a mismatch is called on one of its days."""
    return f"{day.isoformat()}|{table}|{slip}"


def of_day(tx: Tx, day: date) -> tuple[Standing, ...]:
    """Every mismatch that shows on a gaming date, in the order they were found."""
    found: dict[str, Standing] = {}
    for moved in states.histories(tx, KIND, prefix=f"{day.isoformat()}|"):
        if moved.to_state == OPEN:
            mismatch = canonical.from_bytes(Mismatch, moved.about.encode())
            found[moved.subject] = Standing(mismatch, resolved=False, reason="", by="", at=moved.at)
        else:
            opened = found[moved.subject].mismatch
            found[moved.subject] = Standing(
                opened, resolved=True, reason=moved.about, by=moved.person, at=moved.at
            )
    return tuple(found.values())
