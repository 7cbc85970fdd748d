"""Table inventory slips: opener, drop slip, closer, shift slip, daily slip of a closed table.

The dealer counts what lies in the rack and the floorperson observes, both blind to what should
lie there. A signed slip is never changed. Opener and closer open and close the table; an opener
that is not what the table was left with opens nothing: the rack is counted a second time, and
what differs then goes by an Error Notification Slip (``error_slips``).

Reference:
    465a.36, 465a.37, 465a.41; V_01, V_08-V_13, V_23, SOD_6.
"""

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.inventory import (
    Pieces,
    SlipKind,
    TableState,
    check_copies,
    check_pieces,
    check_state,
    in_order,
    value_of,
)
from countroom.domain.keys import container_key
from countroom.domain.opening import differing
from countroom.domain.papers.inventory_slip import PAPER, Inventory
from countroom.errors import EntryError, NotFoundError, RepeatError, RuleError
from countroom.operations import chip_moves, keys, mismatches, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.drop import check_box_on
from countroom.operations.tables import KIND, AtTable, at_table
from countroom.regulations import V_11
from countroom.stores import Tx, bookings, documents
from countroom.stores.bookings import DIFFERS, DONE, VOID
from countroom.stores.documents import About

PLAN = SigningPlan(PAPER)

_NOT_NOW = {
    TableState.OPEN: "it is counted so when it is open",
    TableState.CLOSED: "it is counted so when it is closed",
}
_BECOMES = {SlipKind.OPENING: TableState.OPEN, SlipKind.CLOSE: TableState.CLOSED}


def count(
    act: Act,
    *,
    table: str,
    kind: SlipKind,
    pieces: tuple[Pieces, ...],
    incoming: str = "",
    duplicate: tuple[Pieces, ...] | None = None,
    shift: str = "",
) -> Done:
    """Enter what was counted in the rack; two signatures make it a slip.

    Args:
        act: The act.
        table: Code of the table.
        kind: On which occasion.
        pieces: Every denomination of the table's sets, 0 included.
        incoming: At a drop or shift, the box that comes to the table.
        duplicate: Of a slip written by hand, what its second part says.
        shift: Where the house has shifts.

    Raises:
        AccessError: By another than dealer, boxperson, floorperson or pit clerk.
        NotFoundError: No such table or box, or no box on the table.
        RuleError: A table that opens carries no box (V-01), or the key to its container is lost,
            broken or not signed out (KEY-CUSTODY); the table's state does not allow
            it (V-22); a fill or credit is between its dealer and
            its box (V-23); the two parts differ (V-12).
        RepeatError: A slip of this table is counted and not signed, or its error slip is not.
        EntryError: A denomination is unknown or not entered, or the incoming box is missing.
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    if kind is SlipKind.OPENING:
        check_box_on(act, table)
    at = at_table(act, table)
    if kind is SlipKind.OPENING:
        keys.check_out(act, at.house, container_key(at.house, table), to=f"to open {table}")
    check_state(table, at.state, kind.at, _NOT_NOW[kind.at])
    _check_free(act, at)
    original, second = _boxes(at, kind, incoming)
    counted = in_order(pieces)
    check_pieces(counted, at.keys, every=True)
    if duplicate is not None:
        check_copies(counted, duplicate)
    day = at.house.property.gaming_date(act.now)
    content = Inventory(
        table=table,
        game=at.table.game,
        kind=kind,
        pieces=counted,
        total=value_of(counted),
        sequence=len(documents.find(act.tx, paper=PAPER.code, gaming_date=day, table=table)) + 1,
        original=original,
        duplicate=second,
        against=_against(act.tx, at, kind),
        shift=shift.strip(),
        recounts=_recounts(act.tx, at, kind),
    )
    slip = papers.issue(act, PAPER, content, About(day, table=table, period=at.period.id))
    says = f"{slip.name}: {kind.word} of {table} counted. Next: the dealer signs."
    return act.seal(
        "inventory counted",
        slip.name,
        {"table": table, "kind": kind, "digest": slip.digest},
        done=Done(says, name=slip.name, document=slip.id, extra={"digest": slip.digest}),
    )


def _check_free(act: Act, at: AtTable) -> None:
    waiting = bookings.open_slip(act.tx, at.table.code)
    if waiting is not None:
        msg = f"{waiting.name} of {at.table.code} is counted and not signed: finish it first."
        raise RepeatError(msg, recorded=waiting.name)
    differs = bookings.differing_slip(act.tx, at.table.code)
    if differs is not None:
        error = bookings.open_error_slip(act.tx, differs.name, differs.gaming_date)
        if error is not None:
            msg = f"{error.name} of {at.table.code} is not signed by all: finish it first."
            raise RepeatError(msg, recorded=error.name)
    chip_moves.check_none_in_hand(act, at.table.code)


def _boxes(at: AtTable, kind: SlipKind, incoming: str) -> tuple[str, str]:
    """The boxes that original and duplicate are assigned to; the container has no number."""
    if kind is SlipKind.OPENING:
        return "", at.box
    if kind not in {SlipKind.DROP, SlipKind.SHIFT}:
        return at.box, ""
    if incoming in {"", at.box}:
        sentence = "incoming: name the box that comes to the table."
        raise EntryError({"incoming": sentence})
    return at.box, at.house.box(incoming).code


def _against(tx: Tx, at: AtTable, kind: SlipKind) -> str:
    if kind not in {SlipKind.OPENING, SlipKind.CLOSED_DAILY}:
        return ""
    closer = bookings.slip_before(tx, at.table.code, None)
    return "" if closer is None else closer.name


def _recounts(tx: Tx, at: AtTable, kind: SlipKind) -> str:
    """The opening count that differed, and that this one repeats before the floorperson."""
    differs = bookings.differing_slip(tx, at.table.code)
    return "" if differs is None or kind is not SlipKind.OPENING else differs.name


def _found(act: Act, name: str) -> Document:
    slip = documents.by_name(act.tx, name)
    if slip.paper != PAPER.code:
        msg = f"{name} is no {PAPER.title}."
        raise NotFoundError(msg)
    return slip


def check_unsigned(slip: Document) -> None:
    """Refuse to change what somebody has signed.

    Raises:
        RuleError: It is signed or void (V-11).
    """
    if slip.state == VOID:
        raise RuleError(V_11, f"{slip.name} is void.")
    if slip.signatures:
        msg = f"{slip.name} is signed: it stays as it is. Count again on a new slip."
        raise RuleError(V_11, msg)


def recount(act: Act, *, slip: str, pieces: tuple[Pieces, ...], reason: str) -> Done:
    """Enter again what was counted, before anybody has signed.

    Raises:
        AccessError: By another than dealer, boxperson, floorperson or pit clerk.
        RuleError: It is signed or void (V-11).
        EntryError: A denomination is unknown or not entered.
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    found = _found(act, slip)
    check_unsigned(found)
    counted = in_order(pieces)
    check_pieces(counted, at_table(act, found.table).keys, every=True)
    content = found.content
    again = Inventory(
        table=content.table,
        game=content.game,
        kind=content.kind,
        pieces=counted,
        total=value_of(counted),
        sequence=content.sequence,
        original=content.original,
        duplicate=content.duplicate,
        against=content.against,
        shift=content.shift,
        recounts=content.recounts,
    )
    changed = papers.change(act, found, again, reason=reason)
    return act.seal(
        "inventory counted again",
        slip,
        {"reason": reason, "digest": changed.digest},
        done=Done(
            f"{slip} is counted again. Next: the dealer signs.",
            name=slip,
            document=changed.id,
            version=changed.version,
            extra={"digest": changed.digest},
        ),
    )


def sign(act: Act, *, slip: str, step: str, proof: Proof, saw: str) -> Done:
    """Sign a slip as ``dealer``, then as ``floorperson``: with that it stands for ever.

    Args:
        act: The act.
        slip: Name of the slip.
        step: Which place.
        proof: Of the signer.
        saw: Digest of the version shown.

    Raises:
        RuleError: It is void (V-11); out of order, or one person twice (V-08, SOD-6).
        AccessError: The signer holds no duty that signs here.
    """
    found = _found(act, slip)
    if found.state == VOID:
        raise RuleError(V_11, f"{slip} is void.")
    act.use(proof)
    signed = papers.sign(act, found, PLAN, step, proof, saw=saw)
    due = PLAN.next_step(signed.signatures)
    says = _finish(act, signed) if due is None else f"{slip}: next, the {due.name} signs."
    return act.seal(
        "inventory slip signed",
        slip,
        {"step": step, "person": proof.person.code, "digest": found.digest},
        done=Done(says, name=slip, document=found.id),
    )


def _finish(act: Act, slip: Document) -> str:
    """Let a slip that both signed stand; only now is it compared with the one before."""
    content = slip.content
    if not content.against or not _differs(act.tx, slip):
        stand(act, slip)
        return f"{slip.name} is signed by both."
    if content.kind is SlipKind.CLOSED_DAILY:
        stand(act, slip)
        mismatches.note(act, slip)
        return f"{slip.name} is signed by both. It differs from {content.against}."
    act.move("document", slip.name, DIFFERS, about=content.against)
    after = (
        "make the Error Notification Slip" if content.recounts else "count again, both of you there"
    )
    return f"{slip.name} differs from {content.against}: {slip.table} does not open. Next: {after}."


def _differs(tx: Tx, slip: Document) -> bool:
    closer = documents.by_name(tx, slip.content.against)
    return bool(differing(closer.content.pieces, slip.content.pieces))


def stand(act: Act, slip: Document, *, about: str = "") -> None:
    """Let a signed slip stand, and open or close its table with it; part of another act."""
    act.move("document", slip.name, DONE, about=about)
    becomes = _BECOMES.get(slip.content.kind)
    if becomes is not None:
        act.move(KIND, slip.table, becomes.value, about=slip.name)


def void(act: Act, *, slip: str, reason: str, second: Proof) -> Done:
    """Void a slip that nobody has signed.

    Raises:
        AccessError: By another than dealer, boxperson, floorperson or pit clerk.
        RuleError: It is signed or void (V-11).
        EntryError: No reason, or no second person.
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    found = _found(act, slip)
    check_unsigned(found)
    said = papers.void_by_two(act, found, reason=reason, second=second)
    return act.seal(
        "inventory slip voided",
        slip,
        said,
        done=Done(f"{slip} is void.", name=slip, document=found.id),
    )
