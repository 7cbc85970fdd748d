"""A rack that did not hold what its last slip says: noted when it is signed, later resolved.

It shows on the gaming dates of both slips until accounting says what was found. Neither slip
changes: what a table opened with stays, whatever is found out about what it closed with.

Reference:
    465a.37(f); V_10, V_13.
"""

from datetime import date

from countroom.domain import access, canonical
from countroom.domain.access import CountView, Permission, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.opening import Mismatch, difference_of, differing
from countroom.errors import EntryError, NotFoundError, RepeatError
from countroom.operations.acts import Act, Done
from countroom.stores import Tx, documents, mismatches, registry
from countroom.stores.mismatches import KIND, OPEN, RESOLVED, subject


def _day_of(tx: Tx, slip: Document) -> date:
    """The gaming date of the drop period that a slip belongs to."""
    assert slip.period is not None, "a slip belongs to a drop period"
    return registry.period(tx, slip.period).gaming_date


def note(act: Act, slip: Document, *, error_slip: str = "") -> None:
    """Note, on the days of both slips, that a rack differs; part of the act that signs it."""
    closer = documents.by_name(act.tx, slip.content.against)
    found = Mismatch(
        table=slip.table,
        closer=closer.name,
        slip=slip.name,
        difference=difference_of(differing(closer.content.pieces, slip.content.pieces)),
        across=closer.period != slip.period,
        error_slip=error_slip,
    )
    about = canonical.to_bytes(found).decode()
    for day in sorted({_day_of(act.tx, closer), _day_of(act.tx, slip)}):
        act.move(KIND, subject(day, slip.table, slip.name), OPEN, about=about)


def resolve(act: Act, *, gaming_date: date, slip: str, reason: str) -> Done:
    """Resolve a mismatch on both of its days, with what was found.

    Args:
        act: The act, of accounting.
        gaming_date: One of its days.
        slip: The slip that was counted.
        reason: What was found, in words.

    Raises:
        AccessError: By another than accounting; no count of that date is concluded.
        NotFoundError: No such mismatch shows on that date.
        RepeatError: It is resolved already.
        EntryError: Nothing is said.
    """
    access.require(act.who.duty, Permission.ACCOUNTING_CHECKS)
    counts = registry.counts_of(act.tx, gaming_date)
    done = any(act.state("count", name) == CountState.CONCLUDED for name in counts)
    state = CountState.CONCLUDED if done else CountState.COUNTING
    access.reconciliation(Viewer(act.who.person, act.who.duty), CountView(state)).require()
    found = _found(act, gaming_date, slip)
    if not reason.strip():
        raise EntryError({"reason": "Say what was found."})
    days = {_day_of(act.tx, documents.by_name(act.tx, name)) for name in (found.closer, found.slip)}
    for day in sorted(days):
        act.move(KIND, subject(day, found.table, slip), RESOLVED, about=reason.strip())
    body = {"reason": reason.strip(), "days": sorted(day.isoformat() for day in days)}
    says = f"The mismatch of {slip} against {found.closer} is resolved."
    return act.seal("mismatch resolved", slip, body, done=Done(says, name=slip))


def _found(act: Act, day: date, slip: str) -> Mismatch:
    there = [one for one in mismatches.of_day(act.tx, day) if one.mismatch.slip == slip]
    if not there:
        msg = f"No mismatch of {slip} shows on {day.isoformat()}."
        raise NotFoundError(msg)
    if there[0].resolved:
        msg = f"The mismatch of {slip} is resolved: {there[0].reason}"
        raise RepeatError(msg, recorded=slip)
    return there[0].mismatch
