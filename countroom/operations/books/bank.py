"""What the bank says: deposits received, and what it later claims of them."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from countroom.domain.count import CountState
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.papers import bank_claim, bank_deposit
from countroom.domain.papers.bank_claim import BankClaim, ClaimKind
from countroom.domain.papers.bank_deposit import BankDeposit
from countroom.domain.strap_labels import read_label
from countroom.errors import EntryError
from countroom.money import Money
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import documents, registry, states
from countroom.stores.bookings import VOID
from countroom.stores.documents import About


def _made(act: Act, paper: Paper, content: Any, day: date, proof: Proof) -> Document:
    made = papers.issue(act, paper, content, About(day))
    act.use(proof)
    return papers.sign(act, made, SigningPlan(paper), "accounting", proof, saw=made.digest)


def _days(act: Act, counts: tuple[str, ...]) -> dict[str, date]:
    """The gaming date of each count.

    Raises:
        EntryError: One is not on record or not concluded.
    """
    known = dict(registry.counts(act.tx))
    faults = []
    for name in counts:
        moved = states.last(act.tx, "count", name)
        if name not in known or moved is None or moved.to_state != CountState.CONCLUDED:
            faults.append(f"{name} is no concluded count.")
    if faults:
        raise EntryError({"counts": f"counts: {' '.join(faults)}"})
    return {name: known[name] for name in counts}


def deposit(act: Act, *, content: BankDeposit, proof: Proof) -> Done:
    """Enter the bank's receipt for the proceeds of some counts.

    Raises:
        EntryError: A count is not concluded, or its proceeds stand on another deposit.
        AccessError: By another than accounting.
    """
    days = _days(act, content.counts)
    checks.concluded(act, max(days.values()))
    there = [
        (one.name, count)
        for one in documents.find(act.tx, paper=bank_deposit.PAPER.code)
        if one.state != VOID
        for count in one.content.counts
        if count in days
    ]
    if there:
        name, count = there[0]
        raise EntryError({"counts": f"counts: {count} stands on deposit {name}."})
    made = _made(act, bank_deposit.PAPER, content, max(days.values()), proof)
    says = f"{made.name}: {content.amount.text()} of {', '.join(content.counts)}."
    body = {"counts": list(content.counts), "digest": made.digest}
    return act.seal("bank deposit entered", made.name, body, done=Done(says, made.name, made.id))


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim as it is typed; ``label`` as on the strap, or empty."""

    kind: ClaimKind
    claimed: date
    denomination: Money
    amount: Money
    reference: str
    label: str = ""
    remark: str = ""


_NO_LABEL: Final = ""


def claim(act: Act, *, gaming_date: date, typed: Claimed, proof: Proof) -> Done:
    """Enter what the bank claims of a strap or a note.

    Args:
        act: The act, of accounting.
        gaming_date: A concluded date: of the label's count where there is one.
        typed: What the bank says.
        proof: Of the person of accounting.

    Raises:
        EntryError: The label is none of ours, or a field is wrong.
        AccessError: By another than accounting; the count is not concluded.
        NotFoundError: There is no count of that date.
    """
    count, day = _NO_LABEL, gaming_date
    if typed.label.strip():
        count = read_label(typed.label).count
        day = _days(act, (count,))[count]
    checks.concluded(act, day)
    content = BankClaim(
        kind=typed.kind,
        claimed=typed.claimed,
        denomination=typed.denomination,
        amount=typed.amount,
        label=typed.label.strip(),
        count=count,
        reference=typed.reference,
        remark=typed.remark.strip(),
    )
    made = _made(act, bank_claim.PAPER, content, day, proof)
    says = f"{made.name}: {content.kind.printed.lower()} {content.amount.text()}."
    body = {"digest": made.digest}
    return act.seal("bank claim entered", made.name, body, done=Done(says, made.name, made.id))
