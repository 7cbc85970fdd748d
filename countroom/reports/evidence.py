"""Is this print still what was printed, and does it still hold? Four answers, and why.

* **valid**: sealed by this house, not a byte changed, and what it says is what stands today;
* **superseded**: sealed and unchanged, but the record has moved on since, or the form is void;
* **altered**: it was this house's, and is not as it was sealed;
* **unknown**: nothing in it is vouched for by this house, or this record does not know it.

With the certificate alone, on another machine, it is valid as sealed, altered or unknown.

Reference:
    465a.3(a); V_71.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.domain.people import Employer, Person, Role
from countroom.errors import AccessError, CountroomError
from countroom.inquiries import evidence
from countroom.inquiries.evidence import KeptAs, Standing
from countroom.inquiries.registers import Database
from countroom.reports import claims, seal_check
from countroom.reports.catalogue import Asked, data_of, find
from countroom.reports.claims import Claims
from countroom.reports.printing import Printer
from countroom.reports.seal import fingerprint
from countroom.reports.seal_check import SealState, Verdict


class Answer(StrEnum):
    """What is to be said of a file."""

    VALID = "valid"
    ALTERED = "altered"
    SUPERSEDED = "superseded"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Told:
    """The answer on a file.

    Attributes:
        answer: One of the four.
        what: What the file is, where that is vouched for; otherwise empty.
        why: One sentence.
        sealed_at: When it was sealed, where the seal holds.
    """

    answer: Answer
    what: str
    why: str
    sealed_at: datetime | None = None

    def text(self) -> str:
        """As printed, one line."""
        return " ".join(part for part in (f"{self.answer}.", self.what, self.why) if part)


@dataclass(frozen=True, slots=True)
class Records:
    """Where a print's data are made again.

    Attributes:
        database: The property's.
        rounds: The folder of rounds.
        at: The server's time.
    """

    database: Database
    rounds: Path
    at: datetime


def by_certificate(content: bytes, certificates: Sequence[bytes]) -> Told:
    """Examine a file with nothing but the house's certificates.

    Args:
        content: The file.
        certificates: Of the house, as DER.
    """
    return _by_seal(content, certificates, seal_check.examine(content, certificates))


def _by_seal(content: bytes, certificates: Sequence[bytes], seen: Verdict) -> Told:
    if seen.holds:
        said = claims.read(content)
        return Told(Answer.VALID, "" if said is None else _what(said), seen.says, seen.at)
    houses = tuple(fingerprint(one) for one in certificates)
    if seal_check.bears(content, certificates) or claims.mentions(content, houses):
        return Told(Answer.ALTERED, "", _altered(seen))
    return Told(Answer.UNKNOWN, "", seen.says)


def _altered(seen: Verdict) -> str:
    if seen.state is SealState.BROKEN:
        return seen.says
    return f"It says it is a print of this house. {seen.says}"


def _what(said: Claims) -> str:
    return f"{said.named}."


def by_record(content: bytes, certificates: Sequence[bytes], records: Records) -> Told:
    """Examine a file beside the record it came from.

    Args:
        content: The file.
        certificates: Of the house, as DER; none where nothing was sealed here yet.
        records: The property's.
    """
    kept = evidence.kept_as(records.database, content)
    seen = seal_check.examine(content, certificates)
    if kept is not None:
        return _of_kept(*kept, seen)
    if not seen.holds:
        return _by_seal(content, certificates, seen)
    said = claims.read(content)
    if said is None:
        return Told(Answer.UNKNOWN, "", f"{seen.says} It does not say what it is.", seen.at)
    answer, why = _of_claims(said, records)
    return Told(answer, _what(said), why, seen.at)


def _of_kept(standing: Standing, kept: KeptAs, seen: Verdict) -> Told:
    what = f"{standing.title} {standing.name}, version {standing.version}, {kept.text}."
    if not standing.stands:
        return Told(Answer.SUPERSEDED, what, standing.text, seen.at)
    return Told(Answer.VALID, what, "These are the very bytes that were kept.", seen.at)


def _of_claims(said: Claims, records: Records) -> tuple[Answer, str]:
    if not evidence.head_stands(records.database, said.head_seq, said.head_digest):
        return Answer.UNKNOWN, "It was made from another record than this one."
    return _of_report(said, records) if said.report else _of_forms(said, records)


def _of_forms(said: Claims, records: Records) -> tuple[Answer, str]:
    for claimed in said.forms:
        found = evidence.form(records.database, claimed.name, claimed.version)
        if found is None or found.digest != claimed.digest:
            return Answer.UNKNOWN, f"This record has no {claimed.name} of that digest."
        if not found.stands:
            return Answer.SUPERSEDED, found.text
        if found.signed != claimed.signed:
            return Answer.SUPERSEDED, f"{claimed.name} was signed further since."
    if not said.forms:
        return Answer.VALID, "It was sealed from this record."
    return Answer.VALID, "It says what stands on record today."


def _of_report(said: Claims, records: Records) -> tuple[Answer, str]:
    """A report's data are made again, as of the moment it was made: equal, or the record moved.

    Whoever asks is told no figure, so nobody's duty is asked; the day must be open to the duty
    that the report was made for.
    """
    try:
        asked = Asked(
            database=records.database,
            viewer=_viewer(Role(said.duty)),
            day=date.fromisoformat(said.gaming_date),
            at=datetime.fromisoformat(said.at),
            rounds=records.rounds,
            printer=Printer(),
        )
        again = data_of(find(said.report), asked)
    except AccessError as refused:
        return Answer.SUPERSEDED, f"The day is open again. {refused.message}"
    except (CountroomError, ValueError) as refused:
        return Answer.UNKNOWN, f"It cannot be made again from this record. {refused}"
    if hashlib.sha256(again).hexdigest() != said.data:
        return Answer.SUPERSEDED, "The record has moved on: made today, it says something else."
    return Answer.VALID, "It says what stands on record today."


def _viewer(duty: Role) -> Viewer:
    """Nobody: what is made again is compared and never shown."""
    employer = Employer.BOARD if duty is Role.CCR else Employer.CASINO
    person = Person("verify", "Verification", "Verification", (duty,), "none", employer)
    return Viewer(person, duty)
