"""Error Notification Slips: a rack that differs opens only with one of these and a new slip.

The floorperson makes it when the second count, too, is not what the table was left with: he says
who was told and when. Dealer, floorperson and security sign; where the amount asks for a report,
so does the surveillance officer who was told. With the last signature the table is open.

Reference:
    465a.37(f), the Board's release of 2013; V_01, V_10, V_11, V_13.
"""

from datetime import datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.opening import (
    Action,
    Told,
    action_of,
    check_counted_twice,
    check_differs,
    check_same_period,
    difference_of,
    differing,
)
from countroom.domain.papers.error_notification import PAPER, ErrorNotification, plan_of
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError
from countroom.operations import mismatches, papers, slips
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.drop import check_box_on
from countroom.operations.tables import at_table
from countroom.stores import bookings, documents
from countroom.stores.bookings import DIFFERS, DONE, VOID
from countroom.stores.documents import About

__all__ = ["make", "sign", "void"]

_NO_FLOORPERSON: Final = "An Error Notification Slip is made by a floorperson."


def make(act: Act, *, slip: str, told: tuple[Told, ...], remark: str = "") -> Done:
    """Make the error slip of an opening count that was counted twice and differs.

    Args:
        act: The act, of a floorperson.
        slip: Name of the second count: the new slip.
        told: Who was told and when; whom the amount asks for must be among them.
        remark: In his own words.

    Raises:
        AccessError: By another than a floorperson.
        NotFoundError: There is no such slip.
        RuleError: It does not differ, was followed by another count or a drop, or was counted once
            (V-10).
        RepeatError: Its error slip waits for signatures.
        EntryError: Somebody was not told, does not hold the duty, or the time cannot be.
    """
    _check_floorperson(act)
    found = documents.by_name(act.tx, slip)
    newest = bookings.newest_slip(act.tx, found.table) if found.table else None
    newest_is_it = newest is not None and newest.name == slip
    check_differs(slip, differs=found.state == DIFFERS, newest=newest_is_it)
    check_counted_twice(slip, found.content.recounts)
    waiting = bookings.open_error_slip(act.tx, slip, found.gaming_date)
    if waiting is not None:
        msg = f"{waiting.name} is made for {slip}: it waits for signatures."
        raise RepeatError(msg, recorded=waiting.name)
    at = at_table(act, found.table)
    check_same_period(slip, running=found.period == at.period.id)
    content = _content(act, at.house, found, told, remark)
    about = About(found.gaming_date, table=found.table, period=at.period.id)
    made = papers.issue(act, PAPER, content, about)
    says = f"{made.name}: {slip} {content.difference.in_words()} against {content.old_slip}."
    return act.seal(
        "error slip made",
        made.name,
        {"slip": slip, "action": content.action, "digest": made.digest},
        done=Done(
            f"{says} Next: the dealer signs.",
            name=made.name,
            document=made.id,
            extra={"digest": made.digest},
        ),
    )


def _check_floorperson(act: Act) -> None:
    access.require(act.who.duty, Permission.PIT_TABLES)
    if act.who.duty is not Role.FLOORPERSON:
        raise AccessError(_NO_FLOORPERSON)


def _content(
    act: Act, house: House, slip: Document, told: tuple[Told, ...], remark: str
) -> ErrorNotification:
    old = documents.by_name(act.tx, slip.content.against)
    first = documents.by_name(act.tx, slip.content.recounts)
    found = differing(old.content.pieces, slip.content.pieces)
    difference = difference_of(found)
    action = action_of(difference, house.settings)
    _check_told(act, house, action, told, since=first.at)
    return ErrorNotification(
        table=slip.table,
        game=slip.content.game,
        old_slip=old.name,
        old_digest=old.digest,
        first_count=first.name,
        new_slip=slip.name,
        new_digest=slip.digest,
        slip_total=old.content.total,
        counted_total=slip.content.total,
        difference=difference,
        differing=found,
        action=action,
        told=told,
        remark=remark.strip(),
    )


def _check_told(
    act: Act, house: House, action: Action, told: tuple[Told, ...], *, since: datetime
) -> None:
    """Refuse where somebody whom the amount asks for was not told; each is named."""
    people = {person.code: person for person in house.people}
    begin = since.replace(second=0, microsecond=0)  # a time is told to the minute
    faults = {}
    for role in action.told:
        entry = next((one for one in told if one.role is role), None)
        person = None if entry is None else people.get(entry.person)
        if entry is None or person is None or not person.holds(role):
            faults[role.value] = f"{role.printed}: tell one at once, and enter the badge."
        elif not begin <= entry.at <= act.now:
            faults[f"{role.value}_at"] = f"{role.printed}: told after the first count, not later."
    if faults:
        raise EntryError(faults)


def _found(act: Act, name: str) -> Document:
    found = documents.by_name(act.tx, name)
    if found.paper != PAPER.code:
        msg = f"{name} is no {PAPER.title}."
        raise NotFoundError(msg)
    return found


def sign(act: Act, *, slip: str, step: str, proof: Proof, saw: str) -> Done:
    """Sign as ``dealer``, ``floorperson``, ``security``, and ``surveillance`` where it is asked.

    Args:
        act: The act.
        slip: Name of the error slip.
        step: Which place.
        proof: Of the signer.
        saw: Digest of the version shown.

    Raises:
        NotFoundError: There is none of that name.
        RepeatError: It is void.
        RuleError: Out of order, one person twice, or the table was dropped since the count
            (V-10); it carries no box (V-01).
        AccessError: The signer holds no duty that signs here.
    """
    found = _found(act, slip)
    if found.state == VOID:
        msg = f"{slip} is void."
        raise RepeatError(msg, recorded=slip)
    act.use(proof)
    plan = plan_of(found.content)
    signed = papers.sign(act, found, plan, step, proof, saw=saw)
    due = plan.next_step(signed.signatures)
    if due is None:
        _finish(act, signed)
    opens = f"{slip} is signed by all: {found.table} is open."
    return act.seal(
        "error slip signed",
        slip,
        {"step": step, "person": proof.person.code, "digest": found.digest},
        done=Done(
            opens if due is None else f"{slip}: next, {due.name} signs.",
            name=slip,
            document=found.id,
        ),
    )


def _finish(act: Act, error: Document) -> None:
    """The new slip stands beside the old one, the table opens, both days show the mismatch."""
    check_box_on(act, error.table)
    opener = documents.by_name(act.tx, error.content.new_slip)
    running = at_table(act, error.table).period.id
    check_same_period(opener.name, running=opener.period == running)
    act.move("document", error.name, DONE)
    slips.stand(act, opener, about=error.name)
    mismatches.note(act, opener, error_slip=error.name)


def void(act: Act, *, slip: str, reason: str, second: Proof) -> Done:
    """Void an error slip that is not signed by all; the table stays closed.

    Raises:
        AccessError: By another than a floorperson.
        NotFoundError: There is none of that name.
        RepeatError: It is signed by all, or void.
        EntryError: No reason, or no second person.
    """
    _check_floorperson(act)
    found = _found(act, slip)
    if found.state in {DONE, VOID}:
        msg = f"{slip} is {'void' if found.state == VOID else 'signed by all: it stands'}."
        raise RepeatError(msg, recorded=slip)
    said = papers.void_by_two(act, found, reason=reason, second=second)
    return act.seal(
        "error slip voided",
        slip,
        said,
        done=Done(f"{slip} is void.", name=slip, document=found.id),
    )
