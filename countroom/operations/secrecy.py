"""PINs and one-time codes: what is a weak one, and how they are hashed.

Hashing takes a fifth of a second at the usual cost, so it is done outside the write lock.
"""

import hashlib
import itertools
import secrets
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from countroom.errors import EntryError

_ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that cannot be taken for one another."""

_CODE_LENGTH: Final = 12
PIN_SHORTEST: Final = 4
PIN_LONGEST: Final = 8


@dataclass(frozen=True, slots=True)
class Cost:
    """What one hashing costs (Argon2id).

    Attributes:
        passes: Times the memory is walked.
        memory_kib: Memory it takes.
        lanes: Threads it may use.
    """

    passes: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


USUAL: Final = Cost()
CHEAP: Final = Cost(passes=1, memory_kib=8, lanes=1)
"""For tests only: a PIN hashed at this cost is no secret."""


def new_code() -> str:
    """Make a one-time enrolment code: sixty bits, in three groups to read out."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, _CODE_LENGTH, 4))


def plain_code(typed: str) -> str:
    """Read a code as typed: small letters, spaces and hyphens make no difference."""
    return "".join(typed.upper().split()).replace("-", "")


def new_token() -> str:
    """Make an opaque token of 256 bits."""
    return secrets.token_urlsafe(32)


def token_digest(token: str) -> str:
    """What is kept of a token: it cannot be guessed, so a plain digest finds it again."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_secret(secret: str, cost: Cost = USUAL) -> str:
    """Hash a PIN, or a code as ``plain_code`` reads it."""
    hasher = PasswordHasher(
        time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes
    )
    return hasher.hash(plain_code(secret))


def matches(hashed: str, secret: str) -> bool:
    """Whether a secret is the one that was hashed; the cost is read from the hash."""
    try:
        return PasswordHasher().verify(hashed, plain_code(secret))
    except (VerificationError, InvalidHashError):
        return False


def _runs(pin: str) -> bool:
    steps = {(int(after) - int(before)) % 10 for before, after in itertools.pairwise(pin)}
    return len(steps) == 1 and steps <= {0, 1, 9}


def check_pin(pin: str, badge: str) -> None:
    """Refuse a PIN that is no PIN or too easy.

    Raises:
        EntryError: It is not 4 to 8 of the digits 0-9, is the badge number or part of it, is one
            digit repeated or a run such as 1234, or repeats two digits throughout.
    """
    if not (pin.isascii() and pin.isdigit() and PIN_SHORTEST <= len(pin) <= PIN_LONGEST):
        raise EntryError({"pin": "A PIN has 4 to 8 digits."})
    pairs = len(pin) % 2 == 0 and pin == pin[:2] * (len(pin) // 2)
    if _runs(pin) or pairs:
        raise EntryError({"pin": "Choose a PIN that is harder to guess: no runs, no repeats."})
    if pin in badge or badge in pin:
        raise EntryError({"pin": "Choose a PIN that is not your badge number."})
