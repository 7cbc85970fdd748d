"""Where the copies of the reports and the documents of the boxes go (C11).

Reference:
    525.19(y)(6)-(7); V_63-V_65, COPIES; count state C11.
"""

import json
from collections import Counter
from typing import Final

from countroom.domain.count import CountState
from countroom.domain.documents import Copy, Document, SigningPlan
from countroom.domain.papers import count_report
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.papers.transmittal import PAPER, BoxDocuments, Transmittal
from countroom.domain.people import CAGE_ROLES
from countroom.errors import EntryError, RuleError
from countroom.operations import course, kept, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import COPIES, V_64, V_65
from countroom.stores import documents, proceeds, states

KIND: Final = "copy"
"""Kind of the transitions of a copy, whose subject is ``<count>|<copy>``."""

HANDED, SENT, RECEIVED = "handed", "sent", "received"

_COPIES: Final = {copy.name: copy for copy in count_report.BANKING.copies}
_ORIGINAL: Final = "ORIGINAL"
_SECOND: Final = "SECOND COPY"
_THIRD: Final = "THIRD COPY"


def _check_signed(act: Act, count: str) -> dict[str, Document]:
    reports = {one.name: one for one in proceeds.reports(act.tx, count).values()}
    kept.require_signed(*reports.values())
    course.may_step(act, count, CountState.COPIES_DISTRIBUTED)
    return reports


def _check_free(act: Act, count: str, copy: Copy) -> None:
    if act.state(KIND, f"{count}|{copy.name}"):
        raise RuleError(COPIES, f"The {copy.name.lower()} has gone out already.")


def _hand(act: Act, count: str, copy: Copy, recipient: Proof) -> None:
    _check_free(act, count, copy)
    if recipient.duty not in copy.roles or not recipient.person.holds(recipient.duty):
        msg = f"The {copy.name.lower()} goes to: {copy.destination}."
        raise RuleError(V_64, msg)
    act.use(recipient)
    about = json.dumps({"to": recipient.person.code, "duty": recipient.duty.value})
    act.move(KIND, f"{count}|{copy.name}", HANDED, about=about)


def hand_copy(act: Act, *, count: str, copy: str, recipient: Proof) -> Done:
    """Hand the second copy to the representative, or the third to the cage.

    Raises:
        EntryError: There is no such copy to hand over.
        RuleError: A signature is missing (V-63); the copy has gone out; it goes to somebody
            else (V-64).
        AccessError: The recipient's authentication is spent.
    """
    which = _COPIES.get(copy)
    if which is None or copy == _ORIGINAL:
        raise EntryError({"copy": "Name the second or the third copy."})
    _check_signed(act, count)
    _hand(act, count, which, recipient)
    _finish(act, count)
    body = {"copy": copy, "to": recipient.person.code}
    done = Done(f"The {copy.lower()} is with {recipient.person.name}.")
    return act.seal("copy handed over", count, body, done=done)


def _documents(document: Document) -> BoxDocuments:
    content: BoxCount = document.content
    coupons = Counter((coupon.value_cents, coupon.remark) for coupon in content.coupons)
    return BoxDocuments(
        box=content.box,
        table=content.table,
        documents=content.documents,
        coupons=tuple((*what, how_many) for what, how_many in sorted(coupons.items())),
        version=document.version,
    )


def _refuse_cage(proof: Proof) -> None:
    if proof.person.holds(*CAGE_ROLES):
        msg = "The documents go straight to accounting, never through anybody of the cage."
        raise RuleError(V_65, msg)


def _send(
    act: Act, count: str, originals: tuple[str, ...], carrier: Proof, where: tuple[str, str]
) -> Document:
    _check_free(act, count, _COPIES[_ORIGINAL])
    _refuse_cage(carrier)
    pouch, locked_box = where
    boxes = tuple(_documents(one) for one in proceeds.in_table_order(act.tx, count))
    content = Transmittal(count, pouch.strip(), originals, boxes, locked_box.strip())
    document = papers.issue(act, PAPER, content, course.about(act, count))
    act.use(carrier)
    papers.sign(act, document, SigningPlan(PAPER), "carrier", carrier, saw=document.digest)
    about = json.dumps({"carrier": carrier.person.code, "transmittal": document.name})
    act.move(KIND, f"{count}|{_ORIGINAL}", SENT, about=about)
    return document


def send_original(
    act: Act, *, count: str, pouch: str, carrier: Proof, locked_box: str = ""
) -> Done:
    """Send the originals and all documents to accounting, in a sealed pouch.

    Args:
        act: The act.
        count: Name of the count.
        pouch: Number of the sealed pouch.
        carrier: Who signs it out.
        locked_box: Number of the locked accounting box that takes it, or empty.

    Raises:
        RuleError: A signature is missing (V-63); it has gone out; the carrier is of the cage
            (V-65).
        EntryError: The pouch has no number.
        AccessError: The carrier's duty does not carry it, or his authentication is spent.
    """
    reports = _check_signed(act, count)
    document = _send(act, count, tuple(reports), carrier, (pouch, locked_box))
    _finish(act, count)
    body = {"transmittal": document.name, "carrier": carrier.person.code, "pouch": pouch}
    done = Done(f"{document.name}: the pouch is on its way.", document.name, document.id)
    return act.seal("original sent", count, body, done=done)


def distribute_copies(
    act: Act,
    *,
    count: str,
    second: Proof,
    third: Proof,
    carrier: Proof,
    pouch: str,
    locked_box: str = "",
) -> Done:
    """Hand out all three copies at once: ``hand_copy`` twice and ``send_original``.

    Raises:
        RuleError: As these do.
        EntryError: The pouch has no number.
        AccessError: Somebody's duty or authentication is wrong.
    """
    reports = _check_signed(act, count)
    _hand(act, count, _COPIES[_SECOND], second)
    _hand(act, count, _COPIES[_THIRD], third)
    document = _send(act, count, tuple(reports), carrier, (pouch, locked_box))
    _finish(act, count)
    body = {
        "second": second.person.code,
        "third": third.person.code,
        "carrier": carrier.person.code,
        "transmittal": document.name,
    }
    done = Done("The copies are distributed.", document.name, document.id)
    return act.seal("copies distributed", count, body, done=done)


def _finish(act: Act, count: str) -> None:
    act.flush()
    out = states.current(act.tx, KIND, prefix=f"{count}|")
    if len(out) == len(_COPIES):
        course.step(act, count, CountState.COPIES_DISTRIBUTED)


def receive_original(act: Act, *, transmittal: str, receiver: Proof) -> Done:
    """Sign the pouch in at accounting, from the carrier or out of the locked box.

    It does not hold up the conclusion.

    Raises:
        NotFoundError: There is no such transmittal.
        RuleError: The receiver is of the cage (V-65), or somebody signed it in before (V-64).
        AccessError: He is not of accounting, or his authentication is spent.
    """
    document = documents.by_name(act.tx, transmittal)
    _refuse_cage(receiver)
    plan = SigningPlan(PAPER)
    papers.sign(act, document, plan, "receiver", receiver, saw=document.digest)
    act.use(receiver)
    act.move(KIND, f"{document.count}|{_ORIGINAL}", RECEIVED, about=receiver.person.code)
    body = {"receiver": receiver.person.code}
    done = Done(f"{transmittal} is received.", transmittal, document.id)
    return act.seal("original received", transmittal, body, done=done)
