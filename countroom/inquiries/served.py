"""When a figure of a count was first served to whoever recounts it, or to his device.

The first such moment is on record and printed on the count reports: it lies after his recount.

Reference:
    465a.25(a)(2)(ii); 525.19(y).
"""

from typing import Final

from countroom.domain.journal import FIRST_SERVED
from countroom.inquiries.report_facts import ServedRow
from countroom.inquiries.report_trail import Names
from countroom.stores import Tx, journal, states
from countroom.stores.database import Database

_HANDED_IN: Final = "recount submitted"


def whose(database: Database, person: str, device: str, count: str) -> str:
    """Whether figures shown now are the first served to the recounter or to his device.

    Returns:
        ``recounter`` or ``his device``; empty where it is neither, or not the first.
    """
    with database.read() as tx:
        begun = states.current(tx, "recount", prefix=f"{count}|")
        recounters = {move.person for move in begun.values()}
        if not recounters or journal.entries(tx, subject=count, act=FIRST_SERVED):
            return ""
        if person in recounters:
            return "recounter"
        used = {one.device for one in journal.entries(tx, subject=count, act=_HANDED_IN)}
        return "his device" if device and device in used else ""


def rows(tx: Tx, count: str, names: Names) -> tuple[ServedRow, ...]:
    """The first moment, as printed; nothing where no figure was served to him or there."""
    handed_in = journal.entries(tx, subject=count, act=_HANDED_IN)
    first = journal.entries(tx, subject=count, act=FIRST_SERVED)[:1]
    return tuple(
        ServedRow(
            name=names.of(one.person),
            device=one.device,
            at=one.at,
            recounted_at=max((each.at for each in handed_in if each.at <= one.at), default=None),
        )
        for one in first
    )
