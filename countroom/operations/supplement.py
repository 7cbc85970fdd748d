"""Money found after the reports were signed: a report of its own, with every signature again.

The signed reports stand. A find at the inspection holds up the conclusion until its report is
signed; one found later adds to the totals of its day.

Reference:
    525.19(z); V_69; special cases of the count (3.7).
"""

from countroom.domain.count import CountState
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import Figure, Memo
from countroom.domain.papers.supplementary_count import PAPER, SupplementaryCount
from countroom.domain.people import ROOM_ROLES, Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.operations import course, papers, room, totals
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import documents


def _check_moment(act: Act, count: str) -> CountState:
    state = room.state(act, count)
    if state is CountState.SUSPENDED or state.rank < CountState.CCR_SIGNED.rank:
        msg = "Money found before the reports are signed belongs to the box it fell from."
        raise AccessError(msg)
    return state


def _check_reporter(act: Act, count: str, state: CountState) -> None:
    if state is not CountState.CONCLUDED:
        room.check_in(act, count, act.who.person.code, *sorted(ROOM_ROLES))
    elif act.who.duty not in ROOM_ROLES:
        msg = f"This is not open to the duty {act.who.duty.printed}."
        raise AccessError(msg)


def _check_team(act: Act, count: str, team: tuple[str, ...]) -> None:
    house = course.house(act.tx, count)
    for code in team:
        if not house.person(code).holds(Role.COUNT_TEAM):
            raise EntryError({"team": f"{code} is no count team member."})


def report(  # noqa: PLR0913 - the fields of the form
    act: Act,
    *,
    count: str,
    where: str,
    explanation: str,
    figures: tuple[Figure, ...] = (),
    memos: tuple[Memo, ...] = (),
    team: tuple[str, ...],
    table: str = "",
    inspection: str = "",
) -> Done:
    """Report money, chips or papers found after the reports were signed.

    Args:
        act: The act.
        count: Name of the count in whose room it was found.
        where: Where; of an inspection's find, its area or machine.
        explanation: How it came to be there, as far as is known.
        figures: Pieces by denomination.
        memos: Coupons, Counter Checks, whatever has no value here.
        team: Codes of the members who counted it and sign.
        table: Gaming table it belongs to, or empty: then it is unallocated.
        inspection: Number of the inspection that found it, or empty.

    Raises:
        AccessError: The reports are not signed yet; not open to his duty.
        RuleError: He is not signed on to the count.
        EntryError: Something is missing, or a name on the team is none.
        NotFoundError: There is no such table or person.
    """
    state = _check_moment(act, count)
    _check_reporter(act, count, state)
    _check_team(act, count, team)
    kind = course.house(act.tx, count).table(table).kind if table else TableKind.BANKING
    content = SupplementaryCount(
        count=count,
        where=where.strip(),
        inspection=inspection,
        table=table,
        nonbanking=kind is TableKind.NONBANKING,
        figures=figures,
        memos=memos,
        team=team,
        explanation=explanation.strip(),
    )
    document = papers.issue(act, PAPER, content, course.about(act, count))
    body = {"report": document.name, "digest": document.digest, "where": content.where}
    done = Done(f"{document.name} is recorded and waits for its signatures.", document.name)
    return act.seal("supplementary report made", count, body, done=done)


def plan(document: Document) -> SigningPlan:
    """Who must sign a supplementary report: those who counted it, and one of each other step."""
    return SigningPlan(PAPER, {"count_team": frozenset(document.content.team)})


def sign(
    act: Act, *, report: str, step: str, proof: Proof, saw: str, drawn: bytes | None = None
) -> Done:
    """Sign a supplementary report; its last signature stores the day's totals anew.

    Args:
        act: The act.
        report: Its number, ``SC-0001``.
        step: ``count_team``, ``supervisor``, ``cashier`` or ``ccr``.
        proof: The signer, authenticated at this moment.
        saw: Digest of the version that was on his screen.
        drawn: The drawn signature as PNG, or nothing.

    Raises:
        NotFoundError: There is no such report.
        RuleError: The order or the person is wrong; he is not signed on while the room is open.
        AccessError: His duty does not sign here, or his authentication is spent.
    """
    document = documents.by_name(act.tx, report)
    if document.paper != PAPER.code:
        msg = f"{report} is no supplementary report."
        raise NotFoundError(msg)
    papers.sign(act, document, plan(document), step, proof, saw=saw, drawn=drawn)
    concluded = room.state(act, document.count) is CountState.CONCLUDED
    if concluded:
        act.use(proof)
    else:
        room.use_as(act, document.count, proof, proof.duty)
    signed = documents.get(act.tx, document.id).signatures
    if concluded and plan(document).next_step(signed) is None:
        totals.store_totals(act, document.count)
    body = {"step": step, "signer": proof.person.code, "saw": saw}
    done = Done(f"{proof.person.name} signed {report}.", report, document.id)
    return act.seal("supplementary report signed", report, body, done=done)
