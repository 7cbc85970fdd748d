"""Counter Checks: accounting enters the issuance copies found in the boxes, after the count.

The count room tallied how many there are and no more; a win is incomplete until accounting has
said that all are entered.

Reference:
    601a.9(c)(3), 41 Pa.B. 2952; V_45, V_110.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import CountView, Permission, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers.counter_check import PAPER, CounterCheck
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.money import Money
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.totals import store_total, store_totals
from countroom.stores import bookings, documents, registry, states
from countroom.stores.bookings import CHECKS, COMPLETE, VOID
from countroom.stores.documents import About
from countroom.stores.house import house_on
from countroom.stores.registry import Period

ENTERING = "entering"
"""State of a period's checks after accounting has opened them again."""

_PLAN = SigningPlan(PAPER)


def concluded(act: Act, day: date) -> str:
    """The newest concluded count of a gaming date.

    Raises:
        NotFoundError: There is no count of that date.
        AccessError: None is concluded, or the duty is another than accounting.
    """
    access.require(act.who.duty, Permission.ACCOUNTING_CHECKS)
    named = registry.counts_of(act.tx, day)
    if not named:
        msg = f"There is no count of {day.isoformat()}."
        raise NotFoundError(msg)
    done = [name for name in named if act.state("count", name) == CountState.CONCLUDED]
    viewer = Viewer(act.who.person, act.who.duty)
    state = CountState.CONCLUDED if done else CountState.COUNTING
    access.reconciliation(viewer, CountView(state)).require()
    return done[-1]


def _period(act: Act, day: date, table: str) -> Period:
    house_on(act.tx, day).table(table)
    period = registry.period_on(act.tx, table, day)
    if period is None:
        msg = f"{table} has no drop period for {day.isoformat()}."
        raise NotFoundError(msg)
    return period


def _check_open(act: Act, period: Period) -> None:
    if bookings.checks_complete(act.tx, period.id):
        msg = f"The Counter Checks of {period.table} are closed: open them again first."
        raise AccessError(msg)


@dataclass(frozen=True, slots=True)
class Copy:
    """An issuance copy as accounting reads it; only number and amount must be there."""

    serial: str
    amount: Money
    box: str = ""
    issued_at: datetime | None = None
    patron: str = ""
    issuer: str = ""


def enter(act: Act, *, gaming_date: date, table: str, copy: Copy) -> Done:
    """Enter one issuance copy.

    Args:
        act: The act.
        gaming_date: Of the count whose box held it.
        table: Table of that box.
        copy: What it says.

    Raises:
        AccessError: By another than accounting; the count is not concluded; all checks of the
            table are already closed.
        NotFoundError: No count, table or drop period of that date.
        EntryError: A check with that serial is entered already, or a field is wrong.
    """
    count = concluded(act, gaming_date)
    period = _period(act, gaming_date, table)
    _check_open(act, period)
    same = [check.name for check in _with_serial(act, gaming_date, copy.serial)]
    if same:
        sentence = f"serial: {copy.serial} is already entered as {same[0]}."
        raise EntryError({"serial": sentence})
    content = CounterCheck(
        table=table,
        serial=copy.serial,
        amount=copy.amount,
        box=copy.box,
        issued_at=copy.issued_at,
        patron=copy.patron,
        issuer=copy.issuer,
    )
    about = About(gaming_date, table=table, box=copy.box, period=period.id)
    check = papers.issue(act, PAPER, content, about)
    store_total(act, count, table)
    says = f"{check.name}: check {copy.serial} of {copy.amount.text()} at {table}."
    return act.seal(
        "Counter Check entered",
        check.name,
        {"table": table, "serial": copy.serial, "amount": copy.amount},
        done=Done(says, name=check.name, document=check.id),
    )


def _with_serial(act: Act, day: date, serial: str) -> list[Document]:
    found = documents.find(act.tx, paper=PAPER.code, gaming_date=day)
    return [check for check in found if check.state != VOID and check.content.serial == serial]


def void(act: Act, *, check: str, reason: str, second: Proof) -> Done:
    """Void a check that was entered wrongly, before its table's checks are closed.

    Raises:
        AccessError: By another than accounting, or the checks of the table are closed.
        NotFoundError: There is no such check.
        EntryError: No reason, or no second person of accounting.
    """
    access.require(act.who.duty, Permission.ACCOUNTING_CHECKS)
    found = documents.by_name(act.tx, check)
    if found.paper != PAPER.code or found.state == VOID or found.period is None:
        msg = f"There is no Counter Check {check} to void."
        raise NotFoundError(msg)
    _check_open(act, registry.period(act.tx, found.period))
    _check_second(act, reason, second)
    act.use(second)
    papers.void(act, found, reason=reason.strip(), second_person=second.person.code)
    store_total(act, concluded(act, found.gaming_date), found.table)
    return act.seal(
        "Counter Check voided",
        check,
        {"reason": reason.strip(), "second_person": second.person.code},
        done=Done(f"{check} is void.", name=check, document=found.id),
    )


def _check_second(act: Act, reason: str, second: Proof) -> None:
    faults = {}
    if not reason.strip():
        faults["reason"] = "reason: say why."
    same = second.person.code == act.who.person.code
    if same or not access.may(second.duty, Permission.ACCOUNTING_CHECKS):
        faults["second"] = "second: another person of accounting stands by."
    if faults:
        raise EntryError(faults)


def complete(act: Act, *, gaming_date: date, explanations: Mapping[str, str], proof: Proof) -> Done:
    """Say that every Counter Check of a gaming date is entered, where there are none too.

    Args:
        act: The act.
        gaming_date: Of the count.
        explanations: Table to why its number of checks differs from the count's tally.
        proof: Of the person of accounting who signs the checks entered.

    Raises:
        AccessError: By another than accounting; the count is not concluded.
        NotFoundError: There is no count of that date.
        EntryError: At a table more or fewer are entered than were tallied, and nobody says why.
    """
    count = concluded(act, gaming_date)
    waiting = _waiting(act, gaming_date)
    _check_explained(act, waiting, explanations)
    act.use(proof)
    for period in waiting:
        for check in bookings.checks(act.tx, period.id):
            if not check.signatures:
                papers.sign(act, check, _PLAN, "accounting", proof, saw=check.digest)
        reason = explanations.get(period.table, "").strip()
        act.move(CHECKS, bookings.checks_subject(period.id), COMPLETE, about=reason)
    store_totals(act, count)
    closed = [period.table for period in waiting]
    says = f"Counter Checks of {gaming_date.isoformat()} are complete at {len(closed)} tables."
    return act.seal(
        "Counter Checks complete",
        gaming_date.isoformat(),
        {"tables": closed, "explanations": dict(explanations)},
        done=Done(says, name=gaming_date.isoformat()),
    )


def _waiting(act: Act, day: date) -> list[Period]:
    periods = [
        registry.period_on(act.tx, table.code, day) for table in house_on(act.tx, day).tables
    ]
    return [
        period
        for period in periods
        if period is not None and not bookings.checks_complete(act.tx, period.id)
    ]


def _check_explained(act: Act, waiting: list[Period], explanations: Mapping[str, str]) -> None:
    faults = {}
    for period in waiting:
        tallied = bookings.boxes(act.tx, period.id).tally.counter_checks
        entered = len(bookings.checks(act.tx, period.id))
        if tallied != entered and not explanations.get(period.table, "").strip():
            sentence = f"{period.table}: {tallied} tallied, {entered} entered: say why."
            faults[period.table] = sentence
    if faults:
        raise EntryError(faults)


def reopen(act: Act, *, gaming_date: date, table: str, reason: str, second: Proof) -> Done:
    """Open a table's Counter Checks again: its win is incomplete until they are closed.

    Raises:
        AccessError: By another than an accounting supervisor; the count is not concluded.
        NotFoundError: No count, table or drop period of that date, or its checks are open.
        EntryError: No reason, or no second person of accounting.
    """
    count = concluded(act, gaming_date)
    if act.who.duty is not Role.ACCOUNTING_SUPERVISOR:
        msg = "Closed Counter Checks are opened again by an accounting supervisor."
        raise AccessError(msg)
    period = _period(act, gaming_date, table)
    subject = bookings.checks_subject(period.id)
    moved = states.last(act.tx, CHECKS, subject)
    if moved is None or moved.to_state != COMPLETE:
        msg = f"The Counter Checks of {table} are open."
        raise NotFoundError(msg)
    _check_second(act, reason, second)
    act.use(second)
    act.move(CHECKS, subject, ENTERING, about=reason.strip())
    store_total(act, count, table)
    return act.seal(
        "Counter Checks opened again",
        f"{gaming_date.isoformat()} {table}",
        {"reason": reason.strip(), "second_person": second.person.code},
        done=Done(f"The Counter Checks of {table} are open again.", name=table),
    )


def open_for_late_boxes(act: Act, count: str) -> None:
    """Open the checks of drop periods that were closed before a box of theirs was counted.

    Part of the act that concludes the count: a box that had been named missing may hold issuance
    copies that nobody has entered, so the win of its table is not complete.
    """
    for box in documents.find(act.tx, paper="box_count", count=count):
        if box.period is None or not box.content.documents.counter_checks:
            continue
        if bookings.checks_complete(act.tx, box.period):
            about = f"counted late in {count}"
            act.move(CHECKS, bookings.checks_subject(box.period), ENTERING, about=about)
