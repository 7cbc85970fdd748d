"""Fills: chips travel from the chip bank to a table, with their papers.

The steps: request, signature of the floorperson, slip, security, dealer, floorperson; with the
last one the paper is in the box of the table and its figures count. Or void, before the dealer
has signed.

Reference:
    465a.38, 465a.3(c); V_16-V_24, SOD_4, SOD_5.
"""

from countroom.domain.inventory import CHIP_BANK, Pieces
from countroom.domain.papers import fill_request, fill_slip
from countroom.operations import chip_moves
from countroom.operations.acts import Act, Done, Proof

WAY = chip_moves.Direction("fill", fill_request.PAPER, fill_slip.PAPER)


def request(
    act: Act,
    *,
    table: str,
    pieces: tuple[Pieces, ...],
    proof: Proof | None = None,
    counterpart: str = CHIP_BANK,
) -> Done:
    """Ask the chip bank for chips.

    Args:
        act: The act.
        table: Code of the table.
        pieces: By set and denomination.
        proof: Of the floorperson, who signs at once; a pit clerk's request is signed later.
        counterpart: Where the chips come from; nothing but the chip bank may be named.

    Raises:
        RuleError: By another than pit clerk or floorperson (V-17); an automated table (V-16);
            another table (V-24) or another cause (V-15); the table is closed (V-22).
        NotFoundError: No such table, or no box on it.
        EntryError: A denomination that the table does not hold, or no chips at all.
    """
    return chip_moves.request(
        act, WAY, table=table, pieces=pieces, proof=proof, counterpart=counterpart
    )


def sign_request(act: Act, *, request: str, proof: Proof, saw: str) -> Done:
    """Sign a pit clerk's request as floorperson.

    Args:
        act: The act.
        request: Name of the request.
        proof: Of the floorperson.
        saw: Digest of the version shown.

    Raises:
        RuleError: It is signed already, void, or has changed since it was shown.
        AccessError: By another than a floorperson.
    """
    return chip_moves.sign_request(act, WAY, request=request, proof=proof, saw=saw)


def withdraw(act: Act, *, request: str, reason: str) -> Done:
    """Take back a request that no slip answers.

    Raises:
        RuleError: By another than pit clerk or floorperson (V-17).
        AccessError: A slip answers it, or it is taken back already.
        EntryError: No reason.
    """
    return chip_moves.withdraw(act, WAY, request=request, reason=reason)


def prepare(act: Act, *, request: str, pieces: tuple[Pieces, ...], proof: Proof) -> Done:
    """Make the numbered slip that answers a request, and sign it as chip bank cashier.

    Args:
        act: The act.
        request: Name of the request.
        pieces: What the slip moves, as the cashier counted it.
        proof: Of the cashier.

    Raises:
        AccessError: By another than a chip bank cashier, or the request was taken back.
        RepeatError: A slip answers this request already.
        RuleError: No floorperson signed the request (V-18); its requester prepares it (SOD-4);
            the slip moves anything else than was asked for (V-19).
    """
    return chip_moves.prepare(act, WAY, request=request, pieces=pieces, proof=proof)


def sign(act: Act, *, slip: str, step: str, proof: Proof, saw: str) -> Done:
    """Sign a slip as ``security``, ``dealer`` or ``floorperson``, in this order.

    Args:
        act: The act.
        slip: Name of the slip.
        step: Which place.
        proof: Of the signer.
        saw: Digest of the version shown.

    Raises:
        RuleError: It is void (V-21); the officer asked for the chips (SOD-5); the table is
            closed (V-22), or its rack is counted and not signed or not dropped (V-23); out of
            order or a second hat (V-22, SOD-5).
        AccessError: The signer holds no duty that signs here.
    """
    return chip_moves.sign(act, WAY, slip=slip, step=step, proof=proof, saw=saw)


def void(act: Act, *, slip: str, reason: str, proof: Proof, second: Proof) -> Done:
    """Void a slip before the dealer has signed it; its number stays.

    Args:
        act: The act.
        slip: Name of the slip.
        reason: Why, in words.
        proof: Of a chip bank cashier.
        second: Of a floorperson, security officer or cage supervisor.

    Raises:
        RuleError: The dealer has signed it; no reason; not two people of these duties (V-21).
    """
    return chip_moves.void_fill(act, WAY, slip=slip, reason=reason, proof=proof, second=second)
