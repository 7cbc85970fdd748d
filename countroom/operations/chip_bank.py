"""The chip bank: opened and closed, counted by shift, blind to the books; its stock moved by two.

Reference:
    CHIP_BANK, CHIP_BOOKS, BANK_HOURS.
"""

from countroom.domain import access, chip_books
from countroom.domain.access import Permission
from countroom.domain.chip_books import BankState, Move, Stock
from countroom.domain.count import CountState
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.inventory import Pieces, check_pieces, in_order, keys_of, value_of
from countroom.domain.papers import PAPERS, chip_bank_count, chip_stock
from countroom.domain.papers.chip_bank_count import BankCount
from countroom.domain.papers.chip_stock import StockMovement
from countroom.domain.people import CAGE_ROLES
from countroom.errors import EntryError, NotFoundError, RepeatError, RuleError
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import BANK_HOURS, CHIP_BANK
from countroom.stores import bank, documents, waiting
from countroom.stores.bookings import DONE, VOID
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at, house_at

_BOTH = frozenset({chip_bank_count.PAPER.code, chip_stock.PAPER.code})
_ISSUED = "issued"


def turn(act: Act, *, to: BankState, second: Proof) -> Done:
    """Open or close the chip bank: a cashier does it, another person of the cage stands by.

    Args:
        act: The act.
        to: What it becomes.
        second: Of the other person.

    Raises:
        AccessError: By another than a chip bank cashier.
        RuleError: It is so already (BANK-HOURS).
        EntryError: No second person of the cage.
    """
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    standing = bank.standing(act.tx)
    if standing.state is to:
        raise RuleError(BANK_HOURS, f"The chip bank is {to.value} already.")
    if second.person.code == act.who.person.code or second.duty not in CAGE_ROLES:
        raise EntryError({"second": "second: another person of the cage stands by."})
    act.use(second)
    act.move(bank.KIND, bank.SUBJECT, to.value, about=second.person.code)
    says = f"The chip bank is {to.value}."
    body = {"second": second.person.code}
    return act.seal(f"chip bank {to.value}", bank.SUBJECT, body, done=Done(says))


def check_open(act: Act, what: str) -> None:
    """Refuse what a closed chip bank does not do.

    Raises:
        RuleError: It is closed (BANK-HOURS).
    """
    standing = bank.standing(act.tx)
    if standing.state is BankState.CLOSED:
        assert standing.since is not None
        zone = house_at(act.tx, act.now).property.zone_info
        since = f"{standing.since.astimezone(zone):%H:%M}"
        raise RuleError(BANK_HOURS, f"The chip bank is closed since {since}: {what}.")


def count(act: Act, *, pieces: tuple[Pieces, ...], shift: str = "") -> Done:
    """Enter what was counted in the chip bank; two signatures make it stand.

    Args:
        act: The act.
        pieces: Every denomination of every set, 0 included.
        shift: Where the house has shifts.

    Raises:
        AccessError: By another than a chip bank cashier.
        RepeatError: A count of the chip bank waits for a signature.
        EntryError: A denomination is unknown or not entered.
    """
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    for unsigned in waiting.going_on(act.tx, chip_bank_count.PAPER.code, _is_over):
        msg = f"{unsigned.name} is counted and not signed: finish it first."
        raise RepeatError(msg, recorded=unsigned.name)
    counted = in_order(pieces)
    check_pieces(counted, keys_of(house_at(act.tx, act.now).chip_sets), every=True)
    content = BankCount(counted, value_of(counted), shift.strip())
    made = papers.issue(act, chip_bank_count.PAPER, content, _today(act))
    return _sealed(act, "chip bank counted", made, f"{made.name}: next, the cashier signs.")


def _is_over(form: Document) -> bool:
    return form.state != _ISSUED


def move(act: Act, *, kind: Move, pieces: tuple[Pieces, ...], remark: str, count: str = "") -> Done:
    """Write down that chips come to or leave the stock; two signatures make it stand.

    Args:
        act: The act.
        kind: What happens.
        pieces: Which chips.
        remark: From whom, or why.
        count: Of chips counted out of the boxes, the count.

    Raises:
        AccessError: By another than a chip bank cashier.
        EntryError: A denomination is unknown, none is entered, the reserve has not so many, the
            count is not concluded, or nobody says why.
    """
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    which = in_order(entry for entry in pieces if entry.pieces)
    check_pieces(which, keys_of(house_at(act.tx, act.now).chip_sets))
    if kind.effect.reserve < 0:
        _check_reserve(act, which)
    if count and act.state("count", count) != CountState.CONCLUDED:
        sentence = f"count: no count {count} is concluded."
        raise EntryError({"count": sentence})
    content = StockMovement(kind, which, value_of(which), remark.strip(), count)
    made = papers.issue(act, chip_stock.PAPER, content, _today(act))
    return _sealed(act, "chip stock moved", made, f"{made.name}: next, the cashier signs.")


def _check_reserve(act: Act, pieces: tuple[Pieces, ...]) -> None:
    reserve: Stock = chip_books.moved(
        (
            (found.content.kind, found.content.pieces)
            for found in documents.find(act.tx, paper=chip_stock.PAPER.code)
            if found.state != VOID
        ),
        "reserve",
    )
    faults = chip_books.lacking(pieces, reserve)
    if faults:
        raise EntryError(faults)


def _today(act: Act) -> About:
    return About(gaming_date_at(act.tx, act.now))


def _sealed(act: Act, what: str, made: Document, says: str) -> Done:
    body = {"total": made.content.total, "digest": made.digest}
    return act.seal(what, made.name, body, done=Done(says, name=made.name, document=made.id))


def _found(act: Act, name: str) -> tuple[Document, Paper]:
    found = documents.by_name(act.tx, name)
    if found.paper not in _BOTH:
        msg = f"{name} is no paper of the chip bank."
        raise NotFoundError(msg)
    if found.state == VOID:
        raise RuleError(CHIP_BANK, f"{name} is void.")
    return found, PAPERS[found.paper]


def sign(act: Act, *, paper: str, step: str, proof: Proof, saw: str) -> Done:
    """Sign a count or movement as ``cashier``, then as ``second``: with that it stands for ever.

    Args:
        act: The act.
        paper: Its name.
        step: Which place.
        proof: Of the signer.
        saw: Digest of the version shown.

    Raises:
        NotFoundError: It is no paper of the chip bank.
        RuleError: It is void; out of order, or one person twice (CHIP-BANK).
        AccessError: The signer holds no duty that signs here.
    """
    found, kind = _found(act, paper)
    act.use(proof)
    signed = papers.sign(act, found, SigningPlan(kind), step, proof, saw=saw)
    due = SigningPlan(kind).next_step(signed.signatures)
    if due is None:
        act.move("document", paper, DONE)
    says = f"{paper} is signed by both." if due is None else f"{paper}: next, another signs."
    body = {"step": step, "person": proof.person.code, "digest": found.digest}
    return act.seal(
        "chip bank paper signed", paper, body, done=Done(says, name=paper, document=found.id)
    )


def void(act: Act, *, paper: str, reason: str, second: Proof) -> Done:
    """Void a count or movement that nobody has signed.

    Raises:
        AccessError: By another than a chip bank cashier.
        NotFoundError: It is no paper of the chip bank.
        RuleError: It is signed or void (CHIP-BANK).
        EntryError: No reason, or no second person of the cage.
    """
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    found, _ = _found(act, paper)
    if found.signatures:
        raise RuleError(CHIP_BANK, f"{paper} is signed: it stays as it is.")
    cage = second.duty in CAGE_ROLES
    body = papers.void_by_two(
        act, found, reason=reason, second=second, fits=cage, of=" of the cage"
    )
    return act.seal(
        "chip bank paper voided",
        paper,
        body,
        done=Done(f"{paper} is void.", name=paper, document=found.id),
    )
