"""What every signed paper has: a number, versions, signature steps, copies, lines.

A paper module of ``papers`` fills in one ``Paper``; everything else that a signed paper does
(numbering, versions, signing in order, voiding, keeping its prints) is done once for all.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from countroom.domain import canonical
from countroom.domain.denominations import Line
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.regulations import Rule


@dataclass(frozen=True, slots=True)
class SignatureStep:
    """One place to sign, in the order it stands in ``Paper.signatures``.

    Attributes:
        name: Word for the step, ``cashier``.
        roles: Duties that may sign it.
        attests: Ends the sentence "You sign as ... : that ...".
        how_many: How many people must sign; 0 means all whom the operation names.
        not_also: Steps whose signers may not sign here (by person).
        rule: The rule that is broken when the order or the person is wrong.
    """

    name: str
    roles: frozenset[Role]
    attests: str
    rule: Rule
    how_many: int = 1
    not_also: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a paper: its name, where it goes, and who may open it.

    Attributes:
        name: ``ORIGINAL``, ``SECOND COPY`` as printed.
        destination: The receiving department, printed at the foot of each page.
        roles: Duties that may open this copy once it is kept.
    """

    name: str
    destination: str
    roles: frozenset[Role]


def _no_lines(content: Any) -> tuple[Line, ...]:  # noqa: ARG001 - same shape as the others
    return ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of document, called a form on screens and prints.

    Attributes:
        code: Name in the record and on the command line, ``fill_slip``.
        title: As printed on every page.
        series: Prefix of its number; each series counts by itself.
        content: Frozen dataclass that checks itself.
        signatures: Steps in the order they must be signed.
        copies: Copies that are kept at the last signature.
        lines: The figures of a content.
        schema: Version of ``content``; older ones are read by ``upcast``.
        upcast: From an older schema's plain form to the current one.
    """

    code: str
    title: str
    series: str
    content: type[Any]
    signatures: tuple[SignatureStep, ...] = ()
    copies: tuple[Copy, ...] = ()
    lines: Callable[[Any], tuple[Line, ...]] = _no_lines
    schema: int = 1
    upcast: Callable[[int, dict[str, canonical.Plain]], dict[str, canonical.Plain]] | None = None

    def step(self, name: str) -> SignatureStep:
        """Find a signature step by its name."""
        return next(step for step in self.signatures if step.name == name)

    def read(self, stored: bytes, schema: int) -> Any:
        """Read a stored content, whatever schema it was written in."""
        if schema == self.schema:
            return canonical.from_bytes(self.content, stored)
        assert self.upcast is not None, f"{self.code} has no upcast from schema {schema}"
        return canonical.from_plain(self.content, self.upcast(schema, json.loads(stored)))


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature as it stands on record, bound to what its signer saw.

    Attributes:
        step: Name of the signature step.
        person: Code of the signer.
        name: Full name as printed; initials alone are no signature.
        title: Role as printed.
        credential: Board-issued credential number.
        at: Aware UTC.
        digest: Of the version signed.
        covers: Further digests bound in: the recount where the step follows it, and the
            earlier signatures.
        proof: How the signer was known: ``pin``, ``wet`` or ``played``.
        drawn: The drawn signature (PNG bytes), or nothing.
    """

    step: str
    person: str
    name: str
    title: str
    credential: str
    at: datetime
    digest: str
    covers: tuple[str, ...] = ()
    proof: str = "pin"
    drawn: bytes | None = None

    def own_digest(self) -> str:
        """Digest of the signature itself, covered by the ones after it."""
        return canonical.digest(self)


@dataclass(frozen=True, slots=True)
class Document:
    """A document in one of its versions, as read from record.

    Attributes:
        id: Row number.
        paper: Code of its paper.
        name: Number in its series, ``F-0005``.
        gaming_date: Gaming date it belongs to.
        version: 1 and up.
        newest: Number of the newest version.
        content: The paper's content.
        digest: SHA-256 of the stored content.
        at: When this version was issued, aware UTC.
        by: Code of the person who issued it.
        state: Last state of the document, ``issued`` when nothing moved it.
        count: The count it belongs to, or empty.
        table: The gaming table it belongs to, or empty.
        period: Row number of the drop period, or nothing.
        reason: Why this version replaced the one before.
        second_person: Who stood by when a figure was changed.
        signatures: Of this version, in order of signing.
    """

    id: int
    paper: str
    name: str
    gaming_date: date
    version: int
    newest: int
    content: Any
    digest: str
    at: datetime
    by: str
    state: str
    count: str = ""
    table: str = ""
    period: int | None = None
    reason: str = ""
    second_person: str = ""
    signatures: tuple[Signature, ...] = ()
    box: str = ""

    @property
    def superseded(self) -> bool:
        """Whether a newer version stands."""
        return self.version != self.newest


@dataclass(frozen=True, slots=True)
class SigningPlan:
    """Who has to sign a document, given who takes part.

    Attributes:
        paper: The paper signed.
        required: For a step that all must sign, the codes of the people who must.
    """

    paper: Paper
    required: dict[str, frozenset[str]] = field(default_factory=dict)

    def missing(self, step: SignatureStep, signed: tuple[Signature, ...]) -> int:
        """How many signatures the step still needs."""
        there = {signature.person for signature in signed if signature.step == step.name}
        if step.how_many == 0:
            return len(self.required.get(step.name, frozenset()) - there)
        return max(0, step.how_many - len(there))

    def next_step(self, signed: tuple[Signature, ...]) -> SignatureStep | None:
        """The step that is due, or nothing when all have signed."""
        for step in self.paper.signatures:
            if self.missing(step, signed):
                return step
        return None

    def check(self, step_name: str, person: str, signed: tuple[Signature, ...]) -> None:
        """Refuse a signature out of order or by a person who may not give it.

        Raises:
            RuleError: An earlier step lacks signatures; the step is complete; the person has
                signed it, was not named for it, or signed a step he may not combine.
        """
        step = self.paper.step(step_name)
        due = self.next_step(signed)
        if due is None or self.paper.signatures.index(due) > self.paper.signatures.index(step):
            raise RuleError(step.rule, f"The {step.name.replace('_', ' ')} has already signed.")
        if due.name != step.name:
            waiting = due.name.replace("_", " ")
            raise RuleError(step.rule, f"The signature of the {waiting} is missing first.")
        self._check_person(step, person, signed)

    def _check_person(
        self, step: SignatureStep, person: str, signed: tuple[Signature, ...]
    ) -> None:
        if any(entry.person == person and entry.step == step.name for entry in signed):
            raise RuleError(step.rule, "You have already signed this.")
        named = self.required.get(step.name)
        if named is not None and person not in named:
            raise RuleError(step.rule, "You are not one of the people who must sign here.")
        clash = next(
            (entry for entry in signed if entry.person == person and entry.step in step.not_also),
            None,
        )
        if clash is not None:
            other = clash.step.replace("_", " ")
            raise RuleError(step.rule, f"You signed as {other}; the same person may not do both.")
