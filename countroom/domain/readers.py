"""Readers of the house's figures that are programs: who answers for each, and until when.

A reader asks as one person in one duty and sees what he would see outside the count room, no
figure before the conclusion. Of its token the record holds a digest.

Reference:
    525.17(k); V_66; section 4.3 of the conventions (exports).
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from countroom.domain.people import Role

LONGEST: Final = timedelta(days=366)
"""A token ends at the latest this long after it was made."""

_TOKEN: Final = re.compile(r"(R-[1-9][0-9]{0,8})\.([A-Za-z0-9_-]{43})", re.ASCII)


class ReaderState(StrEnum):
    """How a reader stands."""

    OPEN = "open"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Reader:
    """A program that reads.

    Attributes:
        number: ``R-3``.
        name: What it is, in the administrator's words.
        person: Badge of who answers for it.
        duty: The duty it reads in.
        token_sha256: Digest of the secret half of its token.
        made_at: When it was let in.
        until: When its token ends.
        ended_at: When it was shut out, or nothing.
    """

    number: str
    name: str
    person: str
    duty: Role
    token_sha256: str
    made_at: datetime
    until: datetime
    ended_at: datetime | None = None

    def reads(self, now: datetime) -> bool:
        """Whether its token is good."""
        return self.ended_at is None and now < self.until


def token_parts(token: str) -> tuple[str, str] | None:
    """The number and the secret of a token, or nothing for what is none."""
    found = _TOKEN.fullmatch(token)
    return None if found is None else (found[1], found[2])
