"""The journal: who did what to what, when, from where, each entry chained to the last."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from countroom.domain import canonical

GENESIS: Final = "0" * 64
"""What the first entry names as the one before."""


FIRST_SERVED: Final = "figures first served"
"""The act that a figure of a count was first served to its recounter or his device."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One act, sealed.

    Attributes:
        seq: 1 and up, without a gap.
        at: Aware UTC, the server's.
        person: Code of who did it; ``system`` for the program itself.
        duty: The duty signed into.
        via: ``web``, ``cli`` or ``played``.
        device: Which tablet or terminal.
        act: What was done, in the floor's words.
        subject: What it was done to.
        body: The particulars, as canonical text.
        key: The key of the form, so that a repeat is the same act; may be empty.
        request: Digest of what was asked with that key.
        result: What it made, as canonical text: a repeat is answered with it.
        rows: Place and digest of every row the act added, as canonical text.
        previous: Digest of the entry before.
    """

    seq: int
    at: datetime
    person: str
    duty: str
    via: str
    device: str
    act: str
    subject: str
    body: str
    key: str
    request: str
    result: str
    rows: str
    previous: str

    def digest(self) -> str:
        """SHA-256 of the canonical entry: the next entry names it."""
        return canonical.digest(self)


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry at some moment: printed on kept reports, anchored beside the database."""

    seq: int
    digest: str

    def text(self) -> str:
        """As printed: the number and the first 16 digits of the digest."""
        return f"{self.seq}:{self.digest[:16]}"
