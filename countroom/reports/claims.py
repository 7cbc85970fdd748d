"""What a sealed print says of itself to a machine: a small file inside it.

It names the house's certificate, what was printed, from which state of the record. The seal
vouches for it; without an unbroken seal it is a claim, and tells no more than whose print the
file once was.
"""

import io
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from pypdf import PdfReader

from countroom.domain import canonical
from countroom.domain.journal import Head
from countroom.inquiries.report_facts import Stamp
from countroom.reports.pages import Attached

FILE: Final = "print.json"
_STREAM: Final = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_WORDS_LIMIT: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class FormClaim:
    """A form that stands in a print.

    Attributes:
        name: Its number, ``BR-0001``.
        version: Which version.
        digest: SHA-256 of that version.
        signed: How many signatures stood on it.
    """

    name: str
    version: int
    digest: str
    signed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a print is.

    Attributes:
        house: Fingerprint of the certificate it was sealed with.
        report: Name of a report, ``weekly_tax``; empty where only forms are printed.
        title: As printed.
        gaming_date: As ISO text.
        duty: The duty that a report was asked in.
        at: When it was made, as canonical text.
        digest: The digest that each page's code leads to.
        data: SHA-256 of the report's attached data; empty where only forms are printed.
        head_seq: Number of the journal's newest entry then.
        head_digest: Digest of that entry.
        copy: Name of the copy, ``ORIGINAL``; empty where no copy was printed.
        stamp: ``REPRINT 2 of ...`` or empty.
        forms: The forms in it.
    """

    house: str
    title: str
    gaming_date: str
    at: str
    digest: str
    head_seq: int
    head_digest: str
    report: str = ""
    duty: str = ""
    data: str = ""
    copy: str = ""
    stamp: str = ""
    forms: tuple[FormClaim, ...] = ()

    def attached(self) -> Attached:
        """As the file inside the print."""
        return Attached(FILE, canonical.to_bytes(self), "What this print is, for a machine")

    @property
    def named(self) -> str:
        """What it is, in words."""
        if self.report:
            return f"{self.title}, gaming date {self.gaming_date}"
        copy = [part for part in (self.copy, self.stamp) if part]
        forms = ", ".join(f"{form.name} version {form.version}" for form in self.forms)
        return ", ".join([f"{self.title} {forms}", *copy])


def of_form(  # noqa: PLR0913 - each is a fact of its own
    *,
    title: str,
    gaming_date: str,
    at: datetime,
    head: Head,
    forms: tuple[FormClaim, ...],
    copy: str = "",
    stamp: Stamp | None = None,
    digest: str = "",
) -> Claims:
    """Claim that some forms are printed; the house is put in when it is sealed."""
    return Claims(
        house="",
        title=title,
        gaming_date=gaming_date,
        at=str(canonical.to_plain(at)),
        digest=digest or (forms[0].digest if forms else ""),
        head_seq=head.seq,
        head_digest=head.digest,
        copy=copy,
        stamp="" if stamp is None else stamp.text,
        forms=forms,
    )


def read(content: bytes) -> Claims | None:
    """Read what a print says of itself, or nothing; it is believed only under a whole seal."""
    try:
        found = PdfReader(io.BytesIO(content)).attachments.get(FILE, [])
    except Exception:  # noqa: BLE001 - a damaged file may trip its reader in any way
        return None
    return _parsed(found[0]) if found else None


def _parsed(text: bytes) -> Claims | None:
    try:
        plain: dict[str, Any] = json.loads(text)
        forms = tuple(FormClaim(**form) for form in plain.pop("forms"))
        known = {field.name for field in fields(Claims)}
        return Claims(forms=forms, **{key: plain[key] for key in plain if key in known})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def mentions(content: bytes, fingerprints: tuple[str, ...]) -> bool:
    """Whether a file, however damaged, still holds the claim to be a print of this house."""
    wanted = [f'"house":"{one}"'.encode() for one in fingerprints]
    return any(any(one in words for one in wanted) for words in _words(content))


def _words(content: bytes) -> Iterator[bytes]:
    for found in _STREAM.finditer(content):
        try:
            yield zlib.decompressobj().decompress(found.group(1), _WORDS_LIMIT)
        except zlib.error:
            continue
