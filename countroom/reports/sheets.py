"""What every print has, ready to be laid out: head, foot, marks, tables, places to sign."""

import base64
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

import segno

from countroom.domain.documents import Copy, Signature
from countroom.domain.drawn import drawn_fault
from countroom.domain.gaming_day import clock_text, long_gaming_date
from countroom.domain.journal import Head
from countroom.errors import RuleError
from countroom.inquiries.report_facts import PrintKind, SignatureBlock, Stamp
from countroom.regulations import V_70
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

    def folded(self) -> Iterator[tuple[bool, tuple[str, ...]]]:
        """Yield the rows as they are printed, each with whether it is shaded.

        A long text runs on in rows of its own, blank but for it: a row is never cut by the end
        of a page, and one taller than a page would have to be.
        """
        for number, row in enumerate(self.rows):
            parts = [wrap(cell) for cell in row]
            for place in range(max(map(len, parts))):
                yield number % 2 == 1, tuple(p[place] if place < len(p) else "" for p in parts)


FOLD: Final = 300
"""Longest text in one row, in characters."""


def wrap(text: str) -> list[str]:
    """Cut a long text into pieces, between words where there are any.

    >>> [len(piece) for piece in wrap("x" * 700)], wrap("short")
    ([300, 300, 100], ['short'])
    """
    pieces = []
    while len(text) > FOLD:
        space = text.rfind(" ", FOLD // 2, FOLD)
        cut = FOLD if space < 0 else space + 1
        pieces.append(text[:cut])
        text = text[cut:]
    return [*pieces, text]


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
        digest_of: What the digest is of, as printed.
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
    digest_of: str = "Form"

    @property
    def code(self) -> str:
        """The code on each page: a picture of where the digest leads."""
        return code_of(self.digest)


CODE_DIGITS: Final = 32
"""How much of a digest a code bears: 128 bits name one content and no other."""

_DOTS_A_MODULE: Final = 4


def code_of(digest: str) -> str:
    """Draw the code that leads to a digest: the path of its page, and no secret."""
    path = f"VERIFY/{digest[:CODE_DIGITS]}".upper()  # capitals and digits make a smaller code
    code = segno.make_qr(path, error="m")
    return code.png_data_uri(scale=_DOTS_A_MODULE, border=0)


def require_head(sheet: Sheet, copy: Copy) -> None:
    """Refuse a print that does not say what every form has to.

    Raises:
        RuleError: Facility, title, date or receiving department is missing (V_70).
    """
    said = {
        "facility": sheet.facility,
        "title": sheet.title,
        "date": sheet.dated,
        "receiving department": copy.destination,
    }
    missing = [name for name, text in said.items() if not text.strip()]
    if missing:
        raise RuleError(V_70, f"{sheet.number}: the print lacks its {', '.join(missing)}.")


_BEHIND: Final = frozenset({"VOID", "SUPERSEDED", "DRAFT"})
"""Marks that also stand behind the figures."""


def marks_of(
    *, draft: str, superseded_by: int | None, stamp: Stamp, void: str = ""
) -> tuple[tuple[str, ...], str]:
    """Say what is printed across every page.

    Args:
        draft: What is said where a signature is missing, ``DRAFT: ...``; otherwise empty.
        superseded_by: Number of the version that stands, where it is not this one.
        stamp: Of a later print of a kept one.
        void: Why and by whom it was voided, or empty.

    Returns:
        The marks in words, and the one that also stands behind the figures, if any.
    """
    marks: dict[str, str] = {}
    if void or stamp.kind is PrintKind.VOID:
        marks["VOID"] = f"VOID: {void}" if void else "VOID"
    if superseded_by is not None:
        marks["SUPERSEDED"] = f"SUPERSEDED by version {superseded_by}"
    if draft:
        marks[draft.partition(":")[0]] = draft
    words = [*marks.values(), *([stamp.text] if stamp.text else [])]
    return tuple(words), next((mark for mark in marks if mark in _BEHIND), "")


def dated(gaming_date: date) -> str:
    """Gaming date as the head of each page says it."""
    return f"Gaming date {long_gaming_date(gaming_date)}"


def words(code: str) -> str:
    """Write a code made of words as people read it; anything else stays as it is.

    >>> words("mississippi_stud"), words("M_1"), words("Blackjack")
    ('mississippi stud', 'M_1', 'Blackjack')
    """
    return code.replace("_", " ") if _WORDS.fullmatch(code) else code


_WORDS: Final = re.compile(r"[a-z]+(_[a-z]+)+", re.ASCII)

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
