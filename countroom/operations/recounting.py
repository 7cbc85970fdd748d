"""The cashier's recount (C6): blind, whole, and answered with AGREED or "does not agree" alone.

Reference:
    525.19(y), (y)(2)-(5); V_51, V_53, V_54, V_57, V_69A, SOD_1, SOD_2; count states C5-C8;
    case B1.
"""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain import pools
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.papers.presentation import RECOUNT, Laid, PoolEntry, PoolKey
from countroom.domain.people import RECOUNT_ROLES, Role
from countroom.errors import RuleError
from countroom.operations import agreeing, course, drafts, papers, room
from countroom.operations.acts import Act, Done
from countroom.regulations import SOD_1, SOD_2, V_51, V_57, V_69A
from countroom.stores import Tx, desk, documents, proceeds, states
from countroom.stores import room as rooms

KIND = "recount"
"""Kind of the transitions of one attempt, whose subject is ``<count>|<attempt>``."""

BEGUN, SUBMITTED = "begun", "submitted"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt of recount: its number, who began it, and whether it was submitted."""

    number: int
    person: str
    submitted: bool


def attempts(tx: Tx, count: str) -> list[Attempt]:
    """Every attempt of a count, in order."""
    found = states.current(tx, KIND, prefix=f"{count}|")
    made = [
        Attempt(int(subject.rpartition("|")[2]), moved.person, moved.to_state == SUBMITTED)
        for subject, moved in found.items()
    ]
    return sorted(made, key=lambda one: one.number)


def subject(count: str, attempt: int) -> str:
    """Subject of an attempt's draft."""
    return f"recount|{count}|{attempt}"


def directed(tx: Tx, count: str) -> frozenset[PoolKey]:
    """Denominations whose straps the representative directed to be counted note by note."""
    orders = documents.find(tx, count=count, paper="strap_direction")
    return frozenset(one.key for order in orders for one in order.content.denominations)


def _check_independent(act: Act, count: str, person: str) -> None:
    duties = {stay.duty for stay in rooms.stays(act.tx, count) if stay.person == person}
    boxes = proceeds.box_counts(act.tx, count)
    counted = any(person in document.content.counters for document in boxes)
    if Role.COUNT_TEAM in duties or counted:
        raise RuleError(SOD_1, "You were on the count team: somebody else recounts.")
    if duties - RECOUNT_ROLES:
        raise RuleError(SOD_2, "You were in this room in another duty: somebody else recounts.")


def _check_presence(act: Act, count: str) -> None:
    settings = course.house(act.tx, count).settings
    wanted = settings.team_minimum if settings.team_stays else 1
    team = {stay.person for stay in rooms.present(act.tx, count) if stay.duty is Role.COUNT_TEAM}
    if len(team) < wanted or not agreeing.representative(act.tx, count):
        msg = f"A recount needs {wanted} of the count team and a representative in the room."
        raise RuleError(V_69A, msg)


def _open_spans(tx: Tx, count: str) -> list[tuple[datetime, datetime | None]]:
    """When figures showed to whoever recounts: in recheck, and from the agreement on."""
    spans: list[tuple[datetime, datetime | None]] = []
    for moved in states.history(tx, "count", count):
        state = CountState(moved.to_state)
        if state is CountState.SUSPENDED or moved.from_state == CountState.SUSPENDED:
            continue
        shows = state is CountState.TEAM_RECHECK or state.rank >= CountState.AGREED.rank
        if shows and (not spans or spans[-1][1] is not None):
            spans.append((moved.at, None))
        elif not shows and spans and spans[-1][1] is None:
            spans[-1] = (spans[-1][0], moved.at)
    return spans


def _check_blind(act: Act, count: str, person: str) -> None:
    mine = [stay for stay in rooms.stays(act.tx, count) if stay.person == person]
    for opened, closed in _open_spans(act.tx, count):
        if any(
            (closed is None or stay.came < closed) and (stay.left is None or stay.left > opened)
            for stay in mine
        ):
            msg = "The figures were open while you were here: somebody else recounts."
            raise RuleError(V_51, msg)


def _check_state(act: Act, count: str) -> None:
    state = course.may_step(act, count, CountState.RECOUNTED)
    if proceeds.last(act.tx, count, "presentation") is None:
        raise RuleError(V_51, "The money is not presented.")
    if state is CountState.TEAM_RECHECK:
        raise RuleError(V_51, "The figures are open: the supervisor draws the curtain first.")


def _check(act: Act, count: str) -> str:
    person = act.who.person.code
    room.check_in(act, count, person, *sorted(RECOUNT_ROLES))
    _check_independent(act, count, person)
    _check_state(act, count)
    _check_blind(act, count, person)
    _check_presence(act, count)
    return person


def begin(act: Act, *, count: str) -> Done:
    """Begin an attempt of recount; one that somebody began and did not submit is given up.

    Raises:
        RuleError: He is not signed on as cashier or cage supervisor; he was on the team
            (SOD-1) or in the room in another duty (SOD-2); nothing is presented, or figures
            were open while he was here (V-51); team or representative are missing (V-69A).
    """
    person = _check(act, count)
    made = attempts(act.tx, count)
    open_one = next((one for one in made if not one.submitted), None)
    if open_one is not None and open_one.person != person:
        desk.drop_draft(act.tx, subject(count, open_one.number))
    number = open_one.number if open_one is not None else len(made) + 1
    act.move(KIND, f"{count}|{number}", BEGUN)
    done = Done(f"Recount, attempt {number}.", extra={"attempt": number})
    return act.seal("recount begun", count, {"attempt": number}, done=done)


def _my_attempt(act: Act, count: str, person: str) -> int:
    open_one = next((one for one in attempts(act.tx, count) if not one.submitted), None)
    if open_one is None or open_one.person != person:
        raise RuleError(V_51, "Begin the recount first.")
    return open_one.number


def save(act: Act, *, count: str, typed: dict[str, str], revision: int) -> Done:
    """Save an attempt as typed so far.

    Args:
        act: The act.
        count: Name of the count.
        typed: Field name to text, blank where nothing was entered.
        revision: Of the draft that was on the screen; 0 for none.

    Raises:
        RuleError: He has begun no attempt (V-51).
        StaleError: Somebody saved in between.
    """
    number = _my_attempt(act, count, act.who.person.code)
    return drafts.save(act, subject(count, number), typed, revision)


def submit(act: Act, *, count: str, entries: tuple[PoolEntry, ...]) -> Done:
    """Hand a recount in: it agrees, or it does not, and no more is said.

    Args:
        act: The act.
        count: Name of the count.
        entries: Every denomination of every pool, 0 included, with its methods.

    Raises:
        RuleError: As for ``begin``; he began no attempt; something other than full straps was
            counted in bulk (V-53); a device is not approved (V-54).
        EntryError: A denomination is not entered.
    """
    person = _check(act, count)
    number = _my_attempt(act, count, person)
    document, done = hand_in(act, count, number, entries)
    body = {"recount": document.name, "digest": document.digest, "agreed": done.extra["agreed"]}
    return act.seal("recount submitted", count, body, done=done)


def from_paper(
    act: Act, count: str, recounter: str, entries: tuple[PoolEntry, ...]
) -> tuple[Document, Done]:
    """Hand in a recount that was made on a paper sheet; part of another act.

    Raises:
        RuleError: Who recounted was on the team or in the room in another duty, or figures
            were open while he was there; the money is not presented.
        EntryError: A denomination is missing on the sheet.
    """
    _check_independent(act, count, recounter)
    _check_state(act, count)
    _check_blind(act, count, recounter)
    made = attempts(act.tx, count)
    open_one = next((one for one in made if not one.submitted), None)
    number = open_one.number if open_one is not None else len(made) + 1
    document, done = hand_in(act, count, number, entries)
    act.move("recounter", document.name, recounter)
    return document, done


def hand_in(
    act: Act, count: str, number: int, entries: tuple[PoolEntry, ...]
) -> tuple[Document, Done]:
    """Record an attempt and decide it; who recounted has been checked. Part of another act."""
    house = course.house(act.tx, count)
    typed = pools.check_entries(house, proceeds.keys_to_enter(act.tx, count), entries)
    pools.check_methods(
        typed, directed=directed(act.tx, count), devices=house.settings.recount_devices
    )
    laid = Laid(count, house.settings.strap_notes, typed, attempt=number)
    document = papers.issue(act, RECOUNT, laid, course.about(act, count))
    act.move(KIND, f"{count}|{number}", SUBMITTED, about=document.name)
    desk.drop_draft(act.tx, subject(count, number))
    course.step(act, count, CountState.RECOUNTED, recount=document.name)
    agreed = _decide(act, count, document)
    says = "AGREED."
    if not agreed:
        says = f"DOES NOT AGREE ({V_57.citation}). That was attempt {number}."
    return document, Done(
        says, document.name, document.id, extra={"agreed": agreed, "attempt": number}
    )


def _decide(act: Act, count: str, document: Document) -> bool:
    agreed = agreeing.compare(act.tx, count, document).agrees
    if agreed:
        agreeing.agree(act, count, document)
    else:
        course.step(act, count, CountState.DISCREPANT, recount=document.name)
    return agreed
