"""Issuing, changing, signing and voiding any paper: done once for all of them."""

from dataclasses import replace
from typing import Any

from countroom.domain import canonical
from countroom.domain.documents import Document, Paper, Signature, SigningPlan
from countroom.domain.drawn import drawn_fault
from countroom.domain.papers import PAPERS
from countroom.errors import AccessError, EntryError, RuleError
from countroom.operations.acts import Act, Proof
from countroom.regulations import V_62
from countroom.stores import documents
from countroom.stores.documents import About
from countroom.stores.journal import next_id
from countroom.stores.rows import VersionRow


def issue(act: Act, paper: Paper, content: Any, about: About, *, name: str = "") -> Document:
    """Issue the first version of a new document, numbered in its series."""
    number = documents.next_number(act.tx, paper.series)
    row = documents.document_row(
        act.tx, paper, name or f"{paper.series}-{number:04d}", number, about, act.seq
    )
    act.add(row)
    _add_version(act, paper, content, about, document_id=row.id, version=1)
    return documents.get(act.tx, row.id)


def change(
    act: Act, document: Document, content: Any, *, reason: str, second_person: str = ""
) -> Document:
    """Issue a new version in place of the newest; the old one stays readable.

    Earlier signatures stay on the version they were given on (V-62).
    """
    newest = documents.get(act.tx, document.id)
    about = About(
        gaming_date=newest.gaming_date,
        count=newest.count,
        table=newest.table,
        box=newest.box,
        period=newest.period,
    )
    _add_version(
        act,
        PAPERS[newest.paper],
        content,
        about,
        document_id=newest.id,
        version=newest.version + 1,
        reason=reason,
        second_person=second_person,
    )
    return documents.get(act.tx, newest.id)


def _add_version(  # noqa: PLR0913 - the columns of a version
    act: Act,
    paper: Paper,
    content: Any,
    about: About,
    *,
    document_id: int,
    version: int,
    reason: str = "",
    second_person: str = "",
) -> None:
    stored = canonical.to_bytes(content)
    row = VersionRow(
        id=next_id(act.tx, VersionRow),
        document_id=document_id,
        version=version,
        schema_number=paper.schema,
        content=stored,
        sha256=canonical.digest_bytes(stored),
        reason=reason,
        second_person=second_person,
        at=act.now,
        by=act.who.person.code,
        journal_seq=act.seq,
    )
    act.add(row)
    for place, line in enumerate(paper.lines(content), start=1):
        act.add(documents.line_row(act.tx, line, row, about, place))
    act.flush()


def sign(  # noqa: PLR0913 - what a signature is made of
    act: Act,
    document: Document,
    plan: SigningPlan,
    step: str,
    proof: Proof,
    *,
    saw: str,
    covers: tuple[str, ...] = (),
    drawn: bytes | None = None,
) -> Document:
    """Add a signature to the newest version, bound to what the signer saw.

    The caller uses the proof up (``act.use``): one authentication may sign two reports that
    are shown together.

    Args:
        act: The act.
        document: What is signed.
        plan: Who must sign.
        step: Name of the step.
        proof: Who authenticated at this moment.
        saw: Digest of the version that was on the signer's screen.
        covers: Further digests bound in.
        drawn: The drawn signature as PNG, if he drew one.

    Raises:
        RuleError: The version has changed since it was shown (V-62), or the order or the
            person is wrong.
        AccessError: The signer does not hold a duty that may sign here.
        EntryError: What was drawn cannot be printed.
    """
    newest = documents.get(act.tx, document.id)
    if newest.digest != saw:
        raise RuleError(V_62, f"{newest.name} has changed since it was shown to you.")
    _check_duty(plan.paper, step, proof)
    _check_drawing(drawn)
    plan.check(step, proof.person.code, newest.signatures)
    signature = Signature(
        step=step,
        person=proof.person.code,
        name=proof.person.name,
        title=proof.duty.printed,
        credential=proof.person.credential,
        at=act.now,
        digest=newest.digest,
        covers=(*covers, *(entry.own_digest() for entry in newest.signatures)),
        proof=proof.kind,
        drawn=drawn,
    )
    version = documents.version_row(act.tx, newest.id, newest.version)
    act.add(documents.signature_row(act.tx, version.id, signature, act.seq))
    act.flush()
    return replace(newest, signatures=(*newest.signatures, signature))


def _check_duty(paper: Paper, step_name: str, proof: Proof) -> None:
    step = paper.step(step_name)
    if proof.duty not in step.roles or proof.duty not in proof.person.roles:
        wanted = " or ".join(sorted(role.printed for role in step.roles))
        msg = f"This place is signed by: {wanted}."
        raise AccessError(msg)


def _check_drawing(drawn: bytes | None) -> None:
    fault = None if drawn is None else drawn_fault(drawn)
    if fault is not None:
        raise EntryError({"drawn": f"The drawn signature {fault}"})


def void_by_two(
    act: Act,
    document: Document,
    *,
    reason: str,
    second: Proof,
    fits: bool = True,
    of: str = "",
) -> dict[str, str]:
    """Void a document for a reason, a second person standing by.

    Args:
        act: The act.
        document: What is voided.
        reason: Why.
        second: The second person's authentication.
        fits: Whether his duty may stand by here.
        of: Where he must be from, as in `` of the cage``; empty where anybody may.

    Returns:
        What the journal says of it.

    Raises:
        EntryError: No reason, or no second person.
    """
    faults = {}
    if not reason.strip():
        faults["reason"] = "reason: say why it is voided."
    if second.person.code == act.who.person.code or not fits:
        faults["second"] = f"second: another person{of} stands by."
    if faults:
        raise EntryError(faults)
    act.use(second)
    said = {"reason": reason.strip(), "second_person": second.person.code}
    void(act, document, **said)
    return said


def void(act: Act, document: Document, *, reason: str, second_person: str) -> None:
    """Cancel a document: it keeps its number and its lines count no more."""
    act.move("document", document.name, "void", about=f"{reason} / {second_person}")
