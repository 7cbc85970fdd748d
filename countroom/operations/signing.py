"""Signing the two count reports, in order, each signer bound to what he saw.

Team first, then its supervisor, the cashier who recounted, the representative who observed the
agreement. One authentication signs both reports where they are shown together.

Reference:
    525.19(y)(1), (y)(5); V_58-V_62, SIGN_ORDER; signature order 3.5; cases H1, H3, H4.
"""

import json

from countroom.domain.count import CountState, may_reopen
from countroom.domain.documents import Document, SignatureStep, SigningPlan
from countroom.domain.papers.count_report import SIGNATURES
from countroom.domain.papers.leaving import PAPER as LEAVING
from countroom.domain.papers.leaving import Leaving
from countroom.domain.people import Role
from countroom.domain.procedure import Settings, TeamSigns
from countroom.errors import EntryError, NotFoundError, RuleError
from countroom.operations import agreeing, attendance, count_reports, course, papers, room
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.closing_room.copies import KIND as COPY
from countroom.regulations import SIGN_ORDER, V_58, V_60, V_61
from countroom.stores import Tx, proceeds, signers, states
from countroom.stores import room as rooms

_AGREED = frozenset({CountState.AGREED, CountState.CASHIER_SIGNED, CountState.CCR_SIGNED})
_EARLY = frozenset({CountState.ALL_RECORDED, CountState.PROVED})


def _step(name: str) -> SignatureStep:
    found = next((step for step in SIGNATURES if step.name == name), None)
    if found is None:
        raise EntryError({"step": "There is no such place to sign."})
    return found


def require_early(settings: Settings) -> None:
    """Refuse what only a house does whose team signs before the presentation.

    Raises:
        RuleError: The team signs after agreement here.
    """
    if settings.team_signs is not TeamSigns.BEFORE_PRESENTATION:
        raise RuleError(SIGN_ORDER, "In this house the team signs after the recount agrees.")


def require_team_signed(tx: Tx, count: str) -> None:
    """Refuse to present reports that team and supervisor have to sign first.

    Raises:
        RuleError: A signature of the team or of the supervisor is missing.
    """
    for document in proceeds.reports(tx, count).values():
        due = signers.plan(tx, count, document).next_step(document.signatures)
        if due is not None and due.name in {"count_team", "supervisor"}:
            who = due.name.replace("_", " ")
            raise RuleError(V_61, f"{document.name}: the signature of the {who} is missing.")


def check_moment(act: Act, count: str, name: str) -> SignatureStep:
    """Find a signature step, and refuse it before its moment.

    Raises:
        EntryError: There is no such step.
        RuleError: It is too early for it (SIGN_ORDER, V-58, V-60).
    """
    step = _step(name)
    _check_moment(act, count, step)
    return step


def _check_moment(act: Act, count: str, step: SignatureStep) -> None:
    state = room.state(act, count)
    agreed = state in _AGREED
    if step.name == "ccr":
        _check_agreement(act, count, agreed=agreed)
    elif step.name == "cashier":
        if not agreed:
            raise RuleError(V_58, "The cashier signs when his recount is complete and agrees.")
    elif not agreed and not (state in _EARLY and _signs_early(act, count)):
        msg = "The reports are signed when the recount has agreed."
        raise RuleError(SIGN_ORDER, msg)


def _signs_early(act: Act, count: str) -> bool:
    settings = course.house(act.tx, count).settings
    return settings.team_signs is TeamSigns.BEFORE_PRESENTATION


def _check_agreement(act: Act, count: str, *, agreed: bool) -> None:
    recount = proceeds.last(act.tx, count, "recount")
    if not agreed or recount is None or not agreeing.compare(act.tx, count, recount).agrees:
        msg = "The count and the recount do not agree: the representative does not sign."
        raise RuleError(V_60, msg)


def shown(act: Act, count: str, saw: dict[str, str]) -> list[Document]:
    """The reports that were shown to a signer.

    Raises:
        NotFoundError: One of them is not of this count, or none was shown.
    """
    reports = {document.name: document for document in proceeds.reports(act.tx, count).values()}
    if not saw or not saw.keys() <= reports.keys():
        msg = "These are not the count reports of this count."
        raise NotFoundError(msg)
    return [reports[name] for name in reports if name in saw]


def sign_reports(
    act: Act,
    *,
    count: str,
    step: str,
    proof: Proof,
    saw: dict[str, str],
    drawn: bytes | None = None,
) -> Done:
    """Sign one report, or both that were shown together, with one authentication.

    Args:
        act: The act.
        count: Name of the count.
        step: ``count_team``, ``supervisor``, ``cashier`` or ``ccr``.
        proof: The signer, authenticated at this moment; the open session does not matter.
        saw: Number of each report to the digest that was on the signer's screen.
        drawn: The drawn signature as PNG, or nothing.

    Raises:
        EntryError: There is no such step.
        RuleError: It is too early (SIGN_ORDER, V-58, V-60); he is not signed on; a signature
            is missing before his, he signed already or is not the one who must sign (V-58,
            V-59, V-61); a report changed since it was shown (V-62).
        NotFoundError: A report shown is not of this count.
        AccessError: His duty does not sign here, or his authentication is spent.
    """
    wanted = check_moment(act, count, step)
    seen = shown(act, count, saw)
    room.use_as(act, count, proof, *sorted(wanted.roles))
    both = [(document, saw[document.name]) for document in seen]
    state = sign_with(act, count, wanted, proof, both, drawn)
    names = " and ".join(document.name for document in seen)
    done = Done(f"{proof.person.name} signed {names}.", names, extra={"state": state.value})
    body = {"step": step, "signer": proof.person.code, "saw": saw}
    return act.seal("count reports signed", count, body, done=done)


def sign_with(
    act: Act,
    count: str,
    step: SignatureStep,
    proof: Proof,
    saw: list[tuple[Document, str]],
    drawn: bytes | None = None,
) -> CountState:
    """Add the signatures and move the count on; part of another act.

    Args:
        act: The act.
        count: Name of the count.
        step: The place to sign.
        proof: The signer.
        saw: Each report and the digest that was on the signer's screen.
        drawn: The drawn signature as PNG, or nothing.
    """
    recount = proceeds.last(act.tx, count, "recount")
    follows = step.name in {"cashier", "ccr"} and recount is not None
    for document, digest in saw:
        papers.sign(
            act,
            document,
            signers.plan(act.tx, count, document),
            step.name,
            proof,
            saw=digest,
            covers=(recount.digest,) if follows and recount is not None else (),
            drawn=drawn,
        )
    if room.state(act, count) in _AGREED:
        return agreeing.advance(act, count)
    return room.state(act, count)


# --------------------------------------------------------------------------- who leaves early


def sign_leaving(act: Act, *, count: str, proof: Proof) -> Done:
    """Let a member who leaves sign for the boxes he counted.

    A box changed later takes his signature's worth away: then he is recorded as left unsigned.

    Raises:
        RuleError: He is not signed on to the count.
        AccessError: He is no count team member, or his authentication is spent.
    """
    document, boxes = _sign_leaving(act, count, proof)
    says = f"{proof.person.name} signed for {boxes} boxes."
    body = {"form": document.name, "digest": document.digest}
    return act.seal("leaver signed", count, body, done=Done(says, document.name, document.id))


def sign_and_leave(act: Act, *, count: str, proof: Proof, why: str = "") -> Done:
    """Let a member sign for the boxes he counted and leave, with one authentication.

    Raises:
        RuleError: He is not signed on to the count.
        AccessError: He is no count team member, or his authentication is spent.
        EntryError: He holds a content key.
    """
    document, boxes = _sign_leaving(act, count, proof)
    attendance.go(act, count, proof.person.code, why=why)
    says = f"{proof.person.name} signed for {boxes} boxes and has left the room."
    body = {"form": document.name, "digest": document.digest, "why": why.strip()}
    done = Done(says, document.name, document.id)
    return act.seal("leaver signed and left", count, body, done=done)


def _sign_leaving(act: Act, count: str, proof: Proof) -> tuple[Document, int]:
    room.use_as(act, count, proof, Role.COUNT_TEAM)
    code = proof.person.code
    mine = tuple(
        count_reports.named(document)
        for document in proceeds.in_table_order(act.tx, count)
        if code in document.content.counters
    )
    document = papers.issue(act, LEAVING, Leaving(count, code, mine), course.about(act, count))
    plan = SigningPlan(LEAVING)
    papers.sign(act, document, plan, "count_team", proof, saw=document.digest)
    return document, len(mine)


def left_unsigned(
    act: Act, *, count: str, person: str, reason: str, supervisor: Proof, representative: Proof
) -> Done:
    """Record that a member left and could not sign; it prints.

    Raises:
        EntryError: No reason is given.
        RuleError: He was not on the team, or is still there (V-61); the two are not signed on.
        AccessError: They are not the supervisor and a representative.
    """
    if not reason.strip():
        raise EntryError({"reason": "Say why he could not sign."})
    mine = [
        stay
        for stay in rooms.stays(act.tx, count)
        if stay.person == person and stay.duty is Role.COUNT_TEAM
    ]
    if not mine or any(stay.left is None for stay in mine):
        raise RuleError(V_61, "Only a member of the team who has left is recorded so.")
    room.use_as(act, count, supervisor, Role.COUNT_ROOM_SUPERVISOR)
    room.use_as(act, count, representative, Role.CCR)
    particulars = {
        "reason": reason.strip(),
        "supervisor": supervisor.person.code,
        "representative": representative.person.code,
    }
    text = json.dumps(particulars, sort_keys=True)
    act.move("unsigned", f"{count}|{person}", "recorded", about=text)
    body = {"person": person, **particulars}
    done = Done("It is recorded that he could not sign.")
    return act.seal("left unsigned", count, body, done=done)


# ------------------------------------------------------------------------------------ reopening


def reopen(act: Act, *, count: str, reason: str, representative: Proof) -> Done:
    """Reopen a count that agreed, to correct a figure; every signature stays on its version.

    Raises:
        EntryError: No reason is given.
        RuleError: Not the supervisor, signed on; the count did not agree yet, or a copy
            is out.
        AccessError: The second person is no representative.
    """
    if not reason.strip():
        raise EntryError({"reason": "Say why the count is reopened."})
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    copies_out = bool(states.current(act.tx, COPY, prefix=f"{count}|"))
    may_reopen(room.state(act, count), copies_out=copies_out)
    room.use_as(act, count, representative, Role.CCR)
    second = representative.person.code
    course.step(act, count, CountState.TEAM_RECHECK, reason=reason.strip(), second=second)
    body = {"reason": reason.strip(), "second_person": second}
    done = Done("The count is reopened. A changed figure asks for every signature again.")
    return act.seal("count reopened", count, body, done=done)


def stand_in(act: Act, *, count: str, reason: str, representative: Proof) -> Done:
    """Let another representative sign and inspect where the one on duty at agreement cannot.

    Raises:
        EntryError: No reason is given.
        RuleError: Not the supervisor, signed on; the count did not agree yet.
        AccessError: He is no representative.
    """
    if not reason.strip():
        raise EntryError({"reason": "Say why the representative on duty at agreement cannot."})
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    if not signers.observer(act.tx, count):
        raise RuleError(SIGN_ORDER, "The count has not agreed yet.")
    room.use_as(act, count, representative, Role.CCR)
    act.move("observer", count, representative.person.code, about=f"stands in: {reason.strip()}")
    body = {"representative": representative.person.code, "reason": reason.strip()}
    done = Done(f"{representative.person.name} signs and inspects.")
    return act.seal("representative stands in", count, body, done=done)
