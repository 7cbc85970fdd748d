"""Chips between chip bank and table: request, slip, signatures, box; or a void.

``fills`` and ``credits`` are the two directions of the same procedure. In a fill the slip travels
with the chips; in a credit the request does, and the slip comes back.

Reference:
    465a.38, 465a.39, 465a.3(c); V_16-V_24, SOD_4, SOD_5.
"""

from dataclasses import dataclass
from datetime import timedelta

from countroom.domain import access, canonical
from countroom.domain.access import Permission
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.inventory import (
    Pieces,
    TableState,
    by_key,
    check_arrived,
    check_counterpart,
    check_pieces,
    check_state,
    in_order,
    value_of,
)
from countroom.domain.papers import PAPERS
from countroom.domain.papers.credit_request import CARRIED, COUNTED_OUT
from countroom.domain.papers.fill_request import Request
from countroom.domain.papers.fill_slip import Slip
from countroom.domain.people import TABLE_ROLES, Role
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError, RuleError
from countroom.operations import chip_bank, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.tables import at_table, pending_drop
from countroom.regulations import SOD_4, SOD_5, V_17, V_18, V_21, V_23
from countroom.stores import documents, states
from countroom.stores.bookings import BOOKING, DONE, VOID, booking, open_slip
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at

SLIPPED = "slipped"
"""State of a request that a slip answers."""

SENT_BACK = "sent back"
"""State of a credit's request whose chips the chip bank did not take."""

_ISSUED = "issued"
_BANK_DOES = {"fill": "it gives no chips", "credit": "it takes no chips"}
_WITNESSES = frozenset({Role.SECURITY, Role.FLOORPERSON, Role.CAGE_SUPERVISOR})
"""Who stands by when a slip is voided."""
_AT_TABLE = TABLE_ROLES | {Role.SECURITY, Role.FLOORPERSON}
"""Who stands by when a credit is voided while its chips are at the table."""


@dataclass(frozen=True, slots=True)
class Direction:
    """A fill or a credit.

    Attributes:
        word: ``fill`` or ``credit``.
        request: Its request's paper.
        slip: Its slip's paper.
    """

    word: str
    request: Paper
    slip: Paper


def request(
    act: Act,
    way: Direction,
    *,
    table: str,
    pieces: tuple[Pieces, ...],
    proof: Proof | None,
    counterpart: str,
) -> Done:
    """Ask for chips, or to send chips back; see ``fills.request``."""
    if not access.may(act.who.duty, Permission.PIT_SLIPS):
        raise RuleError(V_17, f"A {way.word} is asked for by a pit clerk or floorperson.")
    at = at_table(act, table)
    check_counterpart(at.table, counterpart, [other.code for other in at.house.tables])
    check_state(table, at.state, TableState.OPEN, f"it takes no {way.word}")
    chip_bank.check_open(act, f"{_BANK_DOES[way.word]} now")
    wanted = in_order(entry for entry in pieces if entry.pieces)
    check_pieces(wanted, at.keys)
    content = Request(table, at.table.game, wanted, value_of(wanted))
    document = papers.issue(act, way.request, content, _about(act, table))
    if proof is not None:
        document = _sign_request(act, way, document, proof, document.digest)
    says = f"{document.name}: {way.word} of {content.total.text()} asked for {table}."
    return act.seal(
        f"{way.word} requested",
        document.name,
        {"table": table, "total": content.total, "digest": document.digest},
        done=Done(says, name=document.name, document=document.id),
    )


def _about(act: Act, table: str) -> About:
    """By the clock: the drop period is known when the paper is in a box."""
    return About(gaming_date=gaming_date_at(act.tx, act.now), table=table)


def _sign_request(
    act: Act, way: Direction, document: Document, proof: Proof, saw: str, step: str = "floorperson"
) -> Document:
    act.use(proof)
    return papers.sign(act, document, SigningPlan(way.request), step, proof, saw=saw)


def sign_request(
    act: Act, way: Direction, *, request: str, proof: Proof, saw: str, step: str = "floorperson"
) -> Done:
    """Sign a request: the floorperson any, dealer and security a credit's."""
    document = _found(act, request, way.request)
    _check_alive(document)
    if step == CARRIED:
        _check_carrier(document, proof)
    if step == COUNTED_OUT:
        _check_rack_free(act, document)
    signed = _sign_request(act, way, document, proof, saw, step)
    due = SigningPlan(way.request).next_step(signed.signatures)
    says = "goes to the chip bank." if due is None else f"next: {due.name}."
    return act.seal(
        f"{way.word} request signed",
        document.name,
        {"step": step, "person": proof.person.code, "digest": document.digest},
        done=Done(f"{document.name} is signed; {says}", name=document.name, document=document.id),
    )


def withdraw(act: Act, way: Direction, *, request: str, reason: str) -> Done:
    """Take back a request that no slip answers; see ``fills.withdraw``."""
    if not access.may(act.who.duty, Permission.PIT_SLIPS):
        raise RuleError(V_17, f"A {way.word} is taken back by a pit clerk or floorperson.")
    document = _found(act, request, way.request)
    if document.state != _ISSUED:
        msg = f"{request} is {document.state}: it can no longer be taken back."
        raise AccessError(msg)
    if COUNTED_OUT in _steps(document):
        raise RuleError(V_21, f"The chips of {request} are counted out: two people void it now.")
    if not reason.strip():
        raise EntryError({"reason": "reason: say why it is taken back."})
    papers.void(act, document, reason=reason.strip(), second_person="")
    return act.seal(
        f"{way.word} request taken back",
        document.name,
        {"reason": reason},
        done=Done(f"{document.name} is taken back.", name=document.name, document=document.id),
    )


def _found(act: Act, name: str, paper: Paper) -> Document:
    document = documents.by_name(act.tx, name)
    if document.paper != paper.code:
        msg = f"{name} is no {paper.title}."
        raise NotFoundError(msg)
    return document


def prepare(
    act: Act, way: Direction, *, request: str, pieces: tuple[Pieces, ...], proof: Proof
) -> Done:
    """Make the numbered slip that answers a request; see ``fills.prepare``."""
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    asked = _found(act, request, way.request)
    _check_waiting(act, asked)
    chip_bank.check_open(act, "open it before you make a slip")
    if proof.person.code in _requesters(asked):
        raise RuleError(SOD_4, f"You asked for {asked.name}: another cashier prepares its slip.")
    moved = in_order(entry for entry in pieces if entry.pieces)
    content = Slip(
        table=asked.table,
        game=asked.content.game,
        request=asked.name,
        request_digest=asked.digest,
        requested=asked.content.pieces,
        pieces=moved,
        total=value_of(moved),
        shift=asked.content.shift,
    )
    slip = papers.issue(act, way.slip, content, _about(act, asked.table))
    act.move("document", asked.name, SLIPPED, about=slip.name)
    act.use(proof)
    plan = SigningPlan(way.slip)
    papers.sign(act, slip, plan, "chip_bank", proof, saw=slip.digest, covers=(asked.digest,))
    says = f"{slip.name}: {content.total.text()} for {asked.table}. Next: security."
    return act.seal(
        f"{way.word} slip prepared",
        slip.name,
        {"request": asked.name, "total": content.total, "digest": slip.digest},
        done=Done(says, name=slip.name, document=slip.id),
    )


def _check_waiting(act: Act, asked: Document) -> None:
    if asked.state == SLIPPED:
        moved = states.last(act.tx, "document", asked.name)
        assert moved is not None
        msg = f"{asked.name} is already answered by {moved.about}."
        raise RepeatError(msg, recorded=moved.about)
    if asked.state in {VOID, SENT_BACK}:
        word = "taken back" if asked.state == VOID else "sent back to its table"
        msg = f"{asked.name} was {word}."
        raise AccessError(msg)
    if not asked.signatures:
        raise RuleError(V_18, f"{asked.name} waits for the floorperson's signature.")
    due = SigningPlan(PAPERS[asked.paper]).next_step(asked.signatures)
    check_arrived(asked.name, "" if due is None else due.name)


def _requesters(asked: Document) -> frozenset[str]:
    return frozenset({asked.by, *(signature.person for signature in asked.signatures)})


def _check_carrier(asked: Document, proof: Proof) -> None:
    """Who asked for chips does not carry them; who carried them brings the slip back."""
    floor = {entry.person for entry in asked.signatures if entry.step == "floorperson"}
    if proof.person.code in floor | {asked.by}:
        raise RuleError(SOD_5, f"You asked for {asked.name}: another officer carries its chips.")


def _steps(document: Document) -> frozenset[str]:
    return frozenset(signature.step for signature in document.signatures)


def sign(act: Act, way: Direction, *, slip: str, step: str, proof: Proof, saw: str) -> Done:
    """Sign a slip as security, dealer or floorperson; see ``fills.sign``."""
    document = _found(act, slip, way.slip)
    _check_alive(document)
    asked = documents.by_name(act.tx, document.content.request)
    if step == CARRIED:
        _check_carrier(asked, proof)
    if step == "dealer":
        _check_rack_free(act, document)
    act.use(proof)
    signed = papers.sign(act, document, SigningPlan(way.slip), step, proof, saw=saw)
    due = SigningPlan(way.slip).next_step(signed.signatures)
    if due is None:
        _deposit(act, signed)
    says = f"{slip} is done." if due is None else f"{slip} is signed. Next: {due.name}."
    return act.seal(
        f"{way.word} slip signed",
        document.name,
        {"step": step, "person": proof.person.code, "digest": document.digest},
        done=Done(says, name=document.name, document=document.id),
    )


def _check_alive(document: Document) -> None:
    if document.state == SENT_BACK:
        raise RuleError(V_21, f"The chips of {document.name} are sent back: the table takes them.")
    if document.state == VOID:
        raise RuleError(V_21, f"{document.name} is void: nobody signs it any more.")


def _check_rack_free(act: Act, document: Document) -> None:
    at = at_table(act, document.table)
    check_state(at.table.code, at.state, TableState.OPEN, "no chips are proved at it")
    counted = open_slip(act.tx, document.table)
    if counted is not None:
        msg = f"{counted.name} is counted and not signed: finish it before chips move."
        raise RuleError(V_23, msg)
    drop = pending_drop(act.tx, at)
    if drop is not None:
        msg = f"{drop.name} is counted for box {at.box}: sign when the new box is on."
        raise RuleError(V_23, msg)


def _deposit(act: Act, document: Document) -> None:
    """The paper goes into the box on the table, and its figures to that box's period."""
    at = at_table(act, document.table)
    act.move("document", document.name, DONE)
    about = canonical.to_bytes({"box": at.box, "period": at.period.id}).decode()
    act.move(BOOKING, booking(at.period.id, document.name), "booked", about=about)


def void_fill(
    act: Act, way: Direction, *, slip: str, reason: str, proof: Proof, second: Proof
) -> Done:
    """Void a fill slip before the dealer has signed it; see ``fills.void``."""
    document = _found(act, slip, way.slip)
    _check_alive(document)
    if "dealer" in _steps(document):
        msg = f"The dealer has signed {slip}: it stands. Send the chips the other way by a slip."
        raise RuleError(V_21, msg)
    _check_voiders(slip, reason, proof, second)
    _void(act, document, reason, proof, second)
    act.move("document", document.content.request, _ISSUED, about=f"{slip} void")
    return _sealed_void(act, f"{way.word} slip voided", document, reason, (proof, second))


def send_back(
    act: Act,
    way: Direction,
    *,
    request: str,
    pieces: tuple[Pieces, ...],
    cashier: Proof,
    security: Proof,
) -> Done:
    """Send a credit's chips back to the table; see ``credits.send_back``."""
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    asked = _found(act, request, way.request)
    _check_waiting(act, asked)
    counted = in_order(entry for entry in pieces if entry.pieces)
    if by_key(counted) == by_key(asked.content.pieces):
        raise EntryError({"pieces": f"These are the chips of {request}: make its slip."})
    duties = (cashier.duty, security.duty)
    if duties != (Role.CHIP_BANK_CASHIER, Role.SECURITY) or cashier.person == security.person:
        msg = "A chip bank cashier sends chips back, and security carries them."
        raise AccessError(msg)
    act.use(cashier)
    act.use(security)
    total = value_of(counted)
    about = f"the chip bank counted {total.text()} / {security.person.code}"
    act.move("document", request, SENT_BACK, about=about)
    body = {"counted": total, "cashier": cashier.person.code, "security": security.person.code}
    says = f"{request}: {total.text()} counted, {asked.content.total.text()} asked. "
    says += f"The chips go back to {asked.table}."
    return act.seal(
        "credit sent back", request, body, done=Done(says, name=request, document=asked.id)
    )


def take_back(act: Act, way: Direction, *, request: str, dealer: Proof, floorperson: Proof) -> Done:
    """Take chips that were sent back into the rack; see ``credits.take_back``."""
    access.require(act.who.duty, Permission.PIT_TABLES)
    asked = _found(act, request, way.request)
    moved = states.last(act.tx, "document", request)
    if asked.state != SENT_BACK or moved is None:
        msg = f"No chips of {request} are on their way back."
        raise AccessError(msg)
    apart = dealer.person.code != floorperson.person.code
    if dealer.duty not in TABLE_ROLES or floorperson.duty is not Role.FLOORPERSON or not apart:
        msg = "A dealer or boxperson proves the chips, and a floorperson sees it."
        raise AccessError(msg)
    act.use(dealer)
    act.use(floorperson)
    reason = moved.about.rpartition(" / ")[0]
    papers.void(act, asked, reason=reason, second_person=dealer.person.code)
    body = {"reason": reason, "dealer": dealer.person.code, "floorperson": floorperson.person.code}
    says = f"The chips of {request} are in the rack of {asked.table} again; {request} is void."
    return act.seal(
        "credit taken back", request, body, done=Done(says, name=request, document=asked.id)
    )


def void_credit(
    act: Act, way: Direction, *, paper: str, reason: str, proof: Proof, second: Proof
) -> Done:
    """Void a credit while its chips are at the table; see ``credits.void``."""
    document = documents.by_name(act.tx, paper)
    if document.paper not in {way.request.code, way.slip.code}:
        msg = f"{paper} is no credit."
        raise NotFoundError(msg)
    _check_alive(document)
    if document.paper == way.slip.code or CARRIED in _steps(document):
        msg = f"The chips of {paper} have left the table: it stands. Bring them back by a fill."
        raise RuleError(V_21, msg)
    if not reason.strip():
        raise RuleError(V_21, f"Say why {paper} is voided.")
    _check_at_table(proof, second)
    _void(act, document, reason, proof, second)
    return _sealed_void(act, f"{way.word} request voided", document, reason, (proof, second))


def _check_at_table(proof: Proof, second: Proof) -> None:
    if proof.duty is not Role.FLOORPERSON:
        raise RuleError(V_21, "A credit is voided by a floorperson and a second person.")
    if second.person.code == proof.person.code or second.duty not in _AT_TABLE:
        msg = "The second person is a dealer, boxperson, security officer or floorperson."
        raise RuleError(V_21, msg)


def _void(act: Act, document: Document, reason: str, proof: Proof, second: Proof) -> None:
    act.use(proof)
    act.use(second)
    papers.void(act, document, reason=reason.strip(), second_person=second.person.code)


def _sealed_void(
    act: Act, what: str, document: Document, reason: str, by: tuple[Proof, Proof]
) -> Done:
    proof, second = by
    return act.seal(
        what,
        document.name,
        {
            "reason": reason.strip(),
            "voided_by": proof.person.code,
            "second_person": second.person.code,
        },
        done=Done(f"{document.name} is void.", name=document.name, document=document.id),
    )


def _check_voiders(slip: str, reason: str, proof: Proof, second: Proof) -> None:
    if not reason.strip():
        raise RuleError(V_21, f"Say why {slip} is voided.")
    if proof.duty is not Role.CHIP_BANK_CASHIER:
        raise RuleError(V_21, "A slip is voided by a chip bank cashier and a second person.")
    if second.person.code == proof.person.code or second.duty not in _WITNESSES:
        msg = "The second person is a floorperson, security officer or cage supervisor."
        raise RuleError(V_21, msg)


def check_none_in_hand(act: Act, table: str) -> None:
    """Refuse to count a rack while chips of a fill or credit are moved and its slip in no box.

    A fill is in hand from its dealer's signature, a credit from the moment its chips are
    counted out.

    Raises:
        RuleError: There is one (V-23).
    """
    today = gaming_date_at(act.tx, act.now)
    for day in (today, today - timedelta(days=1)):
        for paper in ("fill_slip", "credit_request", "credit_slip"):
            for document in documents.find(act.tx, paper=paper, gaming_date=day, table=table):
                if document.state == SENT_BACK or (
                    document.state == _ISSUED and _in_hand(document)
                ):
                    msg = f"{document.name} is not done: drop its slip before you count."
                    raise RuleError(V_23, msg)


def _in_hand(document: Document) -> bool:
    return document.paper == "credit_slip" or "dealer" in _steps(document)
