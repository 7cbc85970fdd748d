"""What a count report says, as frozen facts: everything its print needs and nothing to work out.

``count_report.report`` answers with ``ReportFacts``; ``reports`` lays them out (4.25). Times are
aware UTC and printed in ``zone``; amounts are ``Money``; a figure that was never entered is
nothing and is not zero.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from countroom.domain.denominations import Instrument, Pool, denomination_label
from countroom.domain.documents import Copy, Signature
from countroom.domain.floor import TableKind
from countroom.domain.journal import Head
from countroom.money import Money


@dataclass(frozen=True, slots=True)
class Column:
    """One denomination of the report, with what stands under its column.

    Attributes:
        pool: Which pool it belongs to; columns of one pool stand together, high to low.
        instrument: What is counted.
        chip_set: Of chips, which set.
        denomination_cents: Face of one piece.
        pieces: Column total: boxes and unallocated lines.
        amount: Its value.
        recount_pieces: Of the last recount, or nothing where none is shown.
        recount_amount: Its value.
        method: How it was recounted, ``bulk and hand`` or ``device M-1``; empty without recount.
        agrees: Whether count and recount are equal, or nothing without recount.
    """

    pool: Pool
    instrument: Instrument
    chip_set: str
    denomination_cents: int
    pieces: int
    amount: Money
    recount_pieces: int | None = None
    recount_amount: Money | None = None
    method: str = ""
    agrees: bool | None = None

    @property
    def label(self) -> str:
        """The denomination as people say it, ``$2.50``."""
        return denomination_label(self.denomination_cents)


@dataclass(frozen=True, slots=True)
class Cell:
    """Pieces and value of one column in one row."""

    pieces: int
    amount: Money


@dataclass(frozen=True, slots=True)
class BoxRow:
    """One box of the report.

    Attributes:
        box: Box number.
        table: Table it was dropped from.
        game: Game of the table.
        shift: Where boxes are dropped per shift.
        emergency: Whether it is an emergency box.
        cells: One a column of ``ReportFacts.columns``; nothing where it was not entered.
        pool_totals: One a pool of ``ReportFacts.pools``.
        total: Of the row.
        empty: Why it holds nothing, as printed, or empty.
        box_count: Number of its box count.
        version: Version of its box count.
    """

    box: str
    table: str
    game: str
    shift: str
    emergency: bool
    cells: tuple[Cell | None, ...]
    pool_totals: tuple[Money, ...]
    total: Money
    empty: str
    box_count: str
    version: int


@dataclass(frozen=True, slots=True)
class UnallocatedRow:
    """A line that stands for no box (C7b); it enters the column totals, never a table's.

    Attributes:
        name: Number of the form.
        reason: As given.
        cells: One a column; pieces may be negative.
        pool_totals: One a pool.
        total: Of the row.
        supervisor: Name of the supervisor who signed.
        representative: Name of the representative who signed.
        at: When.
    """

    name: str
    reason: str
    cells: tuple[Cell | None, ...]
    pool_totals: tuple[Money, ...]
    total: Money
    supervisor: str
    representative: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PoolTotal:
    """A pool's total in count and recount; the found chips are a pool outside the grand total.

    Attributes:
        pool: Which pool.
        amount: As counted, unallocated lines included.
        recount_amount: Of the last recount, or nothing where none is shown.
        agrees: Every denomination and the total equal, or nothing without recount.
    """

    pool: Pool
    amount: Money
    recount_amount: Money | None = None
    agrees: bool | None = None


@dataclass(frozen=True, slots=True)
class MemoRow:
    """Something that prints and never enters a total.

    Attributes:
        box: Box it was in.
        table: Table of the box.
        kind: As printed, ``Suspect note``.
        description: In the finder's words.
        pieces: How many.
        denomination: As printed with its currency, ``$100`` or ``EUR 50.00``; empty if none.
        serial: Of a suspect note.
    """

    box: str
    table: str
    kind: str
    description: str
    pieces: int
    denomination: str
    serial: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A figure changed after its box was recorded, as strike-through and initials are on paper.

    Attributes:
        box: Box number.
        table: Table of the box.
        what: What changed: a denomination, ``documents``, ``memo`` …
        before: As it stood.
        after: As it stands since.
        reason: Why.
        by: Name of who changed it.
        second_person: Name of who stood by.
        at: When.
    """

    box: str
    table: str
    what: str
    before: str
    after: str
    reason: str
    by: str
    second_person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One attempt of recount.

    Attributes:
        number: 1 and up.
        name: Number of the form.
        by: Name of who recounted.
        at: When it was submitted.
        agreed: Whether it agreed with the count as it then stood, in every pool of both reports.
        pieces: One a column of ``ReportFacts.columns``.
        total: Of the report's pools, found chips left out.
    """

    number: int
    name: str
    by: str
    at: datetime
    agreed: bool
    pieces: tuple[int | None, ...]
    total: Money


@dataclass(frozen=True, slots=True)
class DirectionRow:
    """A strap recount that the representative directed.

    Attributes:
        name: Number of the form.
        by: Name of the representative.
        at: When.
        denominations: As printed, ``$100, $20``.
        reason: As given.
        warned: Whether it came without a discrepancy (V-55).
    """

    name: str
    by: str
    at: datetime
    denominations: str
    reason: str
    warned: bool


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """How long somebody was signed on to the count; ``until`` is nothing while he still is."""

    person: str
    name: str
    credential: str
    duty: str
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class ServedRow:
    """The first moment at which a figure was served to the recounter, or to his device.

    Attributes:
        name: Name of whom it was served to.
        device: The device it was served to.
        at: When.
        recounted_at: When the recount before it was handed in, or nothing.
    """

    name: str
    device: str
    at: datetime
    recounted_at: datetime | None


@dataclass(frozen=True, slots=True)
class MachineTestRow:
    """A counting machine's test with known notes."""

    machine: str
    when: str
    at: datetime
    by: str
    passed: bool
    details: str


@dataclass(frozen=True, slots=True)
class MissingRow:
    """A box named missing."""

    box: str
    table: str
    reason: str
    variance_report: str


@dataclass(frozen=True, slots=True)
class SignatureBlock:
    """One place to sign, in order; without a signature it prints NOT SIGNED.

    Attributes:
        step: Name of the signature step.
        title: Whose place it is, as printed.
        attests: What the signature says.
        name: Who must sign here where that is known, or empty.
        signed: The signature, or nothing.
        note: Instead of a signature: why a leaver could not sign, or what he signed at leaving.
    """

    step: str
    title: str
    attests: str
    name: str = ""
    signed: Signature | None = None
    note: str = ""


class PrintKind(StrEnum):
    """What a kept print is."""

    FIRST = "first"
    REPRINT = "reprint"
    SUPERSEDED = "superseded"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a later print of a kept copy says on every page.

    Attributes:
        kind: First prints carry no stamp.
        ordinal: Of a reprint, its number from 1.
        of_sha256: Digest of the first print of the copy.
    """

    kind: PrintKind = PrintKind.FIRST
    ordinal: int = 0
    of_sha256: str = ""

    @property
    def text(self) -> str:
        """As printed: empty, ``REPRINT 2 of …``, ``SUPERSEDED …``, ``VOID …``."""
        if self.kind is PrintKind.FIRST:
            return ""
        word = f"REPRINT {self.ordinal}" if self.kind is PrintKind.REPRINT else self.kind.upper()
        return f"{word} of print {self.of_sha256[:16]}"


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """A count report in one of its versions, with the recount and signatures composed in.

    Attributes:
        paper: ``banking_count`` or ``nonbanking_count``.
        title: As printed.
        facility: Name of the casino.
        zone: Its time zone, ``America/New_York``.
        kind: Banking or nonbanking.
        gaming_date: Of the items counted.
        prepared: Date prepared.
        count: Name of the count.
        count_state: Where the count stands, in words.
        document: Row number of the document.
        name: Its number, ``BR-0001``.
        version: Which version this is.
        newest: The newest version there is.
        digest: SHA-256 of this version.
        opened: Boxes opened and counted.
        pools: Totals by pool in print order, found chips last.
        columns: Every denomination, pool by pool.
        rows: Boxes in table order.
        unallocated: Lines that stand for no box.
        grand_total: Of the report; found chips left out.
        recount_total: The same of the last recount, or nothing where none is shown.
        recount: Number of the last recount's form, or empty.
        agrees: Every denomination and total of this report, or nothing without recount.
        memos: Exceptions.
        changes: Figures changed after a box was recorded.
        attempts: Attempts of recount in order.
        directions: Strap recounts directed.
        intervals: Who was signed on to the count and how long, representatives first.
        machine_tests: Tests of the counting machines.
        missing: Boxes named missing.
        signatures: Places to sign in order.
        copies: Copies and where each goes.
        head: The journal's head: at the last signature, or now for a draft.
        draft: Whether a signature is missing: prints DRAFT and never leaves the room.
        superseded: Whether a newer version stands.
        nil: Whether there was nothing to count: a report that says "no activity".
        last_signed_at: When the last signature of this version was given, or nothing.
        served: The first figure served to the recounter or his device before that.
    """

    paper: str
    title: str
    facility: str
    zone: str
    kind: TableKind
    gaming_date: date
    prepared: date
    count: str
    count_state: str
    document: int
    name: str
    version: int
    newest: int
    digest: str
    opened: int
    pools: tuple[PoolTotal, ...]
    columns: tuple[Column, ...]
    rows: tuple[BoxRow, ...]
    unallocated: tuple[UnallocatedRow, ...]
    grand_total: Money
    recount_total: Money | None
    recount: str
    agrees: bool | None
    memos: tuple[MemoRow, ...]
    changes: tuple[ChangeRow, ...]
    attempts: tuple[AttemptRow, ...]
    directions: tuple[DirectionRow, ...]
    intervals: tuple[IntervalRow, ...]
    machine_tests: tuple[MachineTestRow, ...]
    missing: tuple[MissingRow, ...]
    signatures: tuple[SignatureBlock, ...]
    copies: tuple[Copy, ...]
    head: Head
    draft: bool
    superseded: bool
    nil: bool
    last_signed_at: datetime | None
    served: tuple[ServedRow, ...] = ()
