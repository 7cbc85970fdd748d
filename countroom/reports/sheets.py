"""What every print has, ready to be laid out: head, foot, marks, tables, places to sign."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain.documents import Signature
from countroom.domain.gaming_day import clock_text, long_gaming_date
from countroom.domain.journal import Head
from countroom.inquiries.report_facts import PrintKind, SignatureBlock, Stamp
from countroom.reports.drawn import drawn_fault
from countroom.reports.pages import Attached


@dataclass(frozen=True, slots=True)
class Run:
    """When a print was made, by whom, and with what.

    Attributes:
        at: Aware UTC; of a kept print the moment of the last signature.
        by: Who had it made, ``by Rosa Sample, CCR-0001``, or how it came about.
        build: Digest of the program, or empty.
    """

    at: datetime
    by: str = ""
    build: str = ""

    def text(self, zone: ZoneInfo) -> str:
        """As printed at the foot of each page."""
        parts = [f"Printed {clock_text(self.at, zone)}"]
        if self.by:
            parts.append(self.by)
        if self.build:
            parts.append(f"program {self.build[:16]}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of a listed table.

    Attributes:
        title: As printed.
        width: ``w1`` (narrow) to ``w5``, or empty for what is left.
        figure: Whether it stands to the right, as figures do.
    """

    title: str
    width: str = ""
    figure: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A table of texts.

    Attributes:
        title: Above it.
        columns: Headings; repeated on every page the table runs over.
        rows: One text a column.
        says: A sentence between title and table.
        sums: A last row, or nothing.
    """

    title: str
    columns: tuple[Heading, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    says: str = ""
    sums: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place to sign, as printed."""

    order: int
    title: str
    attests: str
    signed: bool
    name: str
    credential: str = ""
    at: str = ""
    drawn: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What the frame of a print says on every page.

    Attributes:
        at: The time the PDF tells, aware UTC.
        attached: Files inside the print.
        title: Of the form.
        number: Its number, ``BR-0001``.
        version: Which version.
        facility: Name of the casino.
        shape: ``wide`` for landscape, or ``tall``.
        dated: Gaming date and date prepared.
        identity: Number, version, count.
        remark: What else stands in the head.
        marks: DRAFT, VOID …, on every page.
        watermark: The mark behind the figures, or empty.
        run: When and by whom it was printed.
        digest: SHA-256 of the form's version.
        head: The journal's head.
        signatures: Places to sign in order.
    """

    at: datetime
    attached: tuple[Attached, ...]
    title: str
    number: str
    version: int
    facility: str
    shape: str
    dated: str
    identity: str
    remark: str
    marks: tuple[str, ...]
    watermark: str
    run: str
    digest: str
    head: Head
    signatures: tuple[Place, ...]


def marks_of(
    *, draft: bool, superseded_by: int | None, stamp: Stamp, void: str = ""
) -> tuple[tuple[str, ...], str]:
    """Say what is printed across every page.

    Args:
        draft: A signature is missing.
        superseded_by: Number of the version that stands, where it is not this one.
        stamp: Of a later print of a kept one.
        void: Why and by whom it was voided, or empty.

    Returns:
        The marks in words, and the one that also stands behind the figures.
    """
    marks: dict[str, str] = {}
    if void or stamp.kind is PrintKind.VOID:
        marks["VOID"] = f"VOID: {void}" if void else "VOID"
    if superseded_by is not None:
        marks["SUPERSEDED"] = f"SUPERSEDED by version {superseded_by}"
    if draft:
        marks["DRAFT"] = "DRAFT: signatures are missing, not to leave the count room"
    words = [*marks.values(), *([stamp.text] if stamp.text else [])]
    return tuple(words), next(iter(marks), "")


def dated(gaming_date: date) -> str:
    """Gaming date as the head of each page says it."""
    return f"Gaming date {long_gaming_date(gaming_date)}"


_PROOFS: Final = {
    "pin": "Signed at the screen",
    "wet": "Wet signature on paper, keyed in",
    "played": "Played, not signed by a person",
}


def _signed(order: int, block: SignatureBlock, signature: Signature, zone: ZoneInfo) -> Place:
    readable = signature.drawn is not None and drawn_fault(signature.drawn) is None
    drawn = base64.b64encode(signature.drawn).decode() if readable and signature.drawn else ""
    how = _PROOFS.get(signature.proof, signature.proof)
    return Place(
        order=order,
        title=block.title,
        attests=block.attests,
        signed=True,
        name=signature.name,
        credential=f"{signature.title}, credential {signature.credential}",
        at=f"{how}, {clock_text(signature.at, zone)}",
        drawn=drawn,
        note=block.note,
    )


def places(blocks: Iterable[SignatureBlock], zone: ZoneInfo) -> tuple[Place, ...]:
    """Lay out the places to sign, in order; an empty one prints NOT SIGNED."""
    laid = []
    for order, block in enumerate(blocks, 1):
        if block.signed is not None:
            laid.append(_signed(order, block, block.signed, zone))
        else:
            laid.append(
                Place(
                    order=order,
                    title=block.title,
                    attests=block.attests,
                    signed=False,
                    name=block.name,
                    note=block.note,
                )
            )
    return tuple(laid)
