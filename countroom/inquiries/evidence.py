"""What the record knows of a print that somebody holds: which form it is, and how it stands now.

Nothing here is a figure: a number in its series, a version, a digest that is printed anyway.
Whoever holds the paper may ask.

Reference:
    465a.3(a); 525.19(y)(6); V_71.
"""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain.documents import Document
from countroom.domain.journal import Head
from countroom.domain.papers import PAPERS
from countroom.errors import EntryError, NotFoundError
from countroom.stores import Tx, digests, documents, journal
from countroom.stores.database import Database

SHORTEST: Final = 16
"""Digits of a digest that must be known to ask for it: what a person compares by eye."""


@dataclass(frozen=True, slots=True)
class KeptAs:
    """A print that was kept, as the record names it.

    Attributes:
        copy: Which copy.
        kind: ``first``, ``reprint``, ``superseded`` or ``void``.
        ordinal: Of a reprint, its number.
        sha256: Of its bytes.
        at: When it was kept.
    """

    copy: str
    kind: str
    ordinal: int
    sha256: str
    at: datetime

    @property
    def text(self) -> str:
        """In words: ``ORIGINAL, first print``."""
        kinds = {"first": "first print", "reprint": f"reprint {self.ordinal}"}
        return f"{self.copy}, {kinds.get(self.kind, f'print marked {self.kind.upper()}')}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How one version of a form stands on record today.

    Attributes:
        name: Its number.
        title: Of the form.
        gaming_date: Of the form.
        version: Which version.
        newest: The newest version there is.
        digest: SHA-256 of this version.
        void: Whether the form was voided.
        signed: How many signatures stand on this version.
        at: When this version was made.
        prints: Its kept prints.
    """

    name: str
    title: str
    gaming_date: date
    version: int
    newest: int
    digest: str
    void: bool
    signed: int
    at: datetime
    prints: tuple[KeptAs, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it is what holds today."""
        return not self.void and self.version == self.newest

    @property
    def text(self) -> str:
        """One sentence."""
        named = f"{self.name}, version {self.version}"
        if self.void:
            return f"{named}: the form was voided."
        if self.version != self.newest:
            return f"{named}: version {self.newest} stands in its place."
        return f"{named}: this is the version that stands."


def _standing(tx: Tx, document: Document) -> Standing:
    row = documents.version_row(tx, document.id, document.version)
    kept = [one for one in documents.prints(tx, document.id) if one.version_id == row.id]
    return Standing(
        name=document.name,
        title=PAPERS[document.paper].title,
        gaming_date=document.gaming_date,
        version=document.version,
        newest=document.newest,
        digest=document.digest,
        void=document.state == "void",
        signed=len(document.signatures),
        at=document.at,
        prints=tuple(KeptAs(one.copy, one.kind, one.ordinal, one.sha256, one.at) for one in kept),
    )


def kept_as(database: Database, content: bytes) -> tuple[Standing, KeptAs] | None:
    """Which form these very bytes are a kept print of, or nothing."""
    sha256 = hashlib.sha256(content).hexdigest()
    with database.read() as tx:
        found = digests.kept_version(tx, sha256)
        if found is None:
            return None
        standing = _standing(tx, documents.get(tx, found[0], version=found[1]))
    return standing, next(one for one in standing.prints if one.sha256 == sha256)


def form(database: Database, name: str, version: int) -> Standing | None:
    """How one version of a form stands, or nothing where the record has none."""
    with database.read() as tx:
        try:
            found = documents.by_name(tx, name)
            return _standing(tx, documents.get(tx, found.id, version=version))
        except NotFoundError:
            return None


def head_stands(database: Database, seq: int, digest: str) -> bool:
    """Whether the journal's entry of that number is the very one that a print names."""
    with database.read() as tx:
        return seq == 0 or journal.digest_of(tx, seq) == digest


def by_digest(database: Database, digits: str) -> tuple[Standing, ...]:
    """The forms that a printed digest, or its beginning, belongs to.

    Args:
        database: The property's.
        digits: As printed or as a code bears it; spaces and case do not matter.

    Raises:
        EntryError: It is not the beginning of a digest, or too short to name one.
    """
    wanted = "".join(digits.split()).lower().removeprefix("verify/")
    if not set(wanted) <= set("0123456789abcdef") or not SHORTEST <= len(wanted) <= 64:
        msg = f"A digest is {SHORTEST} to 64 of the digits 0-9 and a-f, as printed at the foot."
        raise EntryError({"digest": msg})
    with database.read() as tx:
        found = digests.versions_with(tx, wanted)
        return tuple(_standing(tx, documents.get(tx, one, version=n)) for one, n in found)


def state_of_record(database: Database) -> tuple[Head, datetime]:
    """The journal's newest entry and when it was made: what a pack is of.

    Raises:
        NotFoundError: Nothing is on record.
    """
    with database.read() as tx:
        found = journal.newest(tx, limit=1)
    if not found:
        msg = "Nothing is on record yet."
        raise NotFoundError(msg)
    entry, digest = found[0]
    return Head(entry.seq, digest), entry.at
