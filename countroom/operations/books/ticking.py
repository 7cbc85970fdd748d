"""Ticking the work list: a person of accounting has held a form against the system.

Reference:
    AUDIT_APART.
"""

from collections.abc import Mapping
from datetime import date

from countroom.domain.audit import check_apart
from countroom.errors import EntryError, NotFoundError, StaleError
from countroom.operations import checks
from countroom.operations.acts import Act, Done
from countroom.stores import adjusting, audit_list

OPEN = "open"


def tick(act: Act, *, gaming_date: date, items: Mapping[str, str], note: str = "") -> Done:
    """Say of entries of the work list that they were looked at and are as the system says.

    Args:
        act: The act, of accounting.
        gaming_date: Whose list it is.
        items: Entry to the digest of what was shown.
        note: What there is to say about them, or empty.

    Raises:
        AccessError: By another than accounting; the count is not concluded.
        EntryError: Nothing is chosen.
        NotFoundError: An entry is not on the list.
        StaleError: An entry has changed since it was shown.
        RuleError: He issued or signed one himself (AUDIT_APART).
    """
    checks.concluded(act, gaming_date)
    there = {item.key: item for item in audit_list.items(act.tx, gaming_date)}
    chosen = {key: digest for key, digest in items.items() if not _ticked(there, key)}
    if not items:
        raise EntryError({"items": "Choose what you looked at."})
    for key, digest in chosen.items():
        if there[key].digest != digest:
            msg = f"{key} has changed since it was shown: look again."
            raise StaleError(msg)
        check_apart(there[key], act.who.person.code)
    for key, digest in chosen.items():
        subject = f"{gaming_date.isoformat()}|{key}"
        act.move(adjusting.AUDIT, subject, adjusting.TICKED, about=f"{digest}|{note.strip()}")
    says = f"{len(chosen)} of {len(there)} are ticked."
    body = {"items": sorted(chosen), "note": note.strip()}
    return act.seal("audit ticked", gaming_date.isoformat(), body, done=Done(says))


def _ticked(there: Mapping[str, object], key: str) -> bool:
    if key not in there:
        msg = f"{key} is not on the work list."
        raise NotFoundError(msg)
    return bool(getattr(there[key], "ticked", False))


def untick(act: Act, *, gaming_date: date, item: str, reason: str) -> Done:
    """Take a tick back, with the reason.

    Raises:
        AccessError: By another than accounting; the count is not concluded.
        NotFoundError: No such entry is ticked.
        EntryError: No reason.
    """
    checks.concluded(act, gaming_date)
    there = {one.key: one for one in audit_list.items(act.tx, gaming_date)}
    if item not in there or not there[item].ticked:
        msg = f"{item} is not ticked."
        raise NotFoundError(msg)
    if not reason.strip():
        raise EntryError({"reason": "Say why the tick is taken back."})
    subject = f"{gaming_date.isoformat()}|{item}"
    act.move(adjusting.AUDIT, subject, OPEN, about=reason.strip())
    body = {"item": item, "reason": reason.strip()}
    done = Done(f"{item} is to be looked at again.")
    return act.seal("audit tick taken back", gaming_date.isoformat(), body, done=done)
