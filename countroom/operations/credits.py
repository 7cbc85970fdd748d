"""Credits: chips travel from a table to the chip bank, with their papers.

The steps: request, signed by the floorperson, the dealer who counts the chips out and the officer
who carries them with it; the slip, made when they have reached the chip bank; security who brings
it back, dealer, floorperson. With the last one the paper is in the box of the table and its
figures count. Or void, before the chips leave the table. Chips that are not what the request says
when the chip bank counts them go back to the table, which takes them into its rack again.

Reference:
    465a.39, 465a.3(c); V_16-V_24, SOD_4, SOD_5.
"""

from countroom.domain.inventory import CHIP_BANK, Pieces
from countroom.domain.papers import credit_request, credit_slip
from countroom.operations import chip_moves
from countroom.operations.acts import Act, Done, Proof

WAY = chip_moves.Direction("credit", credit_request.PAPER, credit_slip.PAPER)


def request(
    act: Act,
    *,
    table: str,
    pieces: tuple[Pieces, ...],
    proof: Proof | None = None,
    counterpart: str = CHIP_BANK,
) -> Done:
    """Ask to send chips back to the chip bank.

    Args:
        act: The act.
        table: Code of the table.
        pieces: By set and denomination.
        proof: Of the floorperson, who signs at once; a pit clerk's request is signed later.
        counterpart: Where the chips go to; nothing but the chip bank may be named.

    Raises:
        RuleError: By another than pit clerk or floorperson (V-17); an automated table (V-16);
            another table (V-24) or another cause (V-15); the table is closed (V-22).
        NotFoundError: No such table, or no box on it.
        EntryError: A denomination that the table does not hold, or no chips at all.
    """
    return chip_moves.request(
        act, WAY, table=table, pieces=pieces, proof=proof, counterpart=counterpart
    )


def sign_request(
    act: Act, *, request: str, proof: Proof, saw: str, step: str = "floorperson"
) -> Done:
    """Sign a request as ``floorperson``, ``dealer`` or ``security``, in this order.

    Args:
        act: The act.
        request: Name of the request.
        proof: Of the signer.
        saw: Digest of the version shown.
        step: Which place.

    Raises:
        RuleError: It is void (V-21); the officer asked for the credit (SOD-5); the table is
            closed (V-22), or its rack is counted and not signed or not dropped (V-23); out of
            order or a second hat (V-22, SOD-5); it has changed since it was shown.
        AccessError: The signer holds no duty that signs here.
    """
    return chip_moves.sign_request(act, WAY, request=request, step=step, proof=proof, saw=saw)


def withdraw(act: Act, *, request: str, reason: str) -> Done:
    """Take back a request that no slip answers.

    Raises:
        RuleError: By another than pit clerk or floorperson (V-17); its chips are counted out
            (V-21).
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
        RuleError: No floorperson signed the request (V-18), or its chips have not left the table
            (V-22); who signed it prepares the slip (SOD-4); the slip
            moves anything else than was asked for (V-19).
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


def void(act: Act, *, paper: str, reason: str, proof: Proof, second: Proof) -> Done:
    """Void a credit before its chips leave the table; its number stays.

    Args:
        act: The act.
        paper: Name of the request; a slip has none of its chips at the table.
        reason: Why, in words.
        proof: Of a floorperson.
        second: Of a dealer, boxperson, security officer or another floorperson.

    Raises:
        RuleError: It is void, or its chips have left the table; no reason; not two people of
            these duties (V-21).
        NotFoundError: There is no such credit.
    """
    return chip_moves.void_credit(act, WAY, paper=paper, reason=reason, proof=proof, second=second)


def send_back(
    act: Act, *, request: str, pieces: tuple[Pieces, ...], cashier: Proof, security: Proof
) -> Done:
    """Send chips back to the table: the chip bank counted other ones than the request says.

    Args:
        act: The act, of a chip bank cashier.
        request: Name of the request whose chips are at the chip bank.
        pieces: What the cashier counted.
        cashier: Of the cashier.
        security: Of the officer who carries them back.

    Raises:
        AccessError: By another than a chip bank cashier; the request was taken or sent back;
            not a cashier and a security officer.
        RepeatError: A slip answers this request already.
        RuleError: Its chips have not left the table (V-22).
        EntryError: The chips are those of the request.
    """
    return chip_moves.send_back(
        act, WAY, request=request, pieces=pieces, cashier=cashier, security=security
    )


def take_back(act: Act, *, request: str, dealer: Proof, floorperson: Proof) -> Done:
    """Take chips that the chip bank sent back into the rack: the request is void.

    Args:
        act: The act, of somebody of the pit.
        request: Name of the request.
        dealer: Of the dealer or boxperson who proves them.
        floorperson: Of the floorperson who sees it.

    Raises:
        AccessError: By another than the pit; no chips of it are on their way back; not a dealer
            and a floorperson.
        NotFoundError: There is no such request.
    """
    return chip_moves.take_back(act, WAY, request=request, dealer=dealer, floorperson=floorperson)
