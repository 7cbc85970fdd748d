"""Looking at a file's seal: is it this house's, and does it hold over the whole file?

A file is what was sealed only when there is one seal, it is by one of the house's certificates,
covers every byte but its own place, and nothing was added behind it. Everything else is told
apart by what is left: whether the house's certificate or its prints' own words are in there.

Reference:
    465a.3(a).
"""

import io
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from asn1crypto import x509 as asn1_x509
from asn1crypto.cms import ContentInfo
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

logging.getLogger("pyhanko").addHandler(logging.NullHandler())  # a broken seal is an answer


_USAGE: Final = KeyUsageConstraints(
    key_usage={"digital_signature", "non_repudiation"}, match_all_key_usages=False
)
"""A house that brings its own certificate may have it for either."""


class SealState(StrEnum):
    """What is to be said of a file's seal."""

    HOLDS = "Sealed by this house and unchanged since."
    BROKEN = "Its seal is broken: the file was changed afterwards."
    FOREIGN = "It is sealed, but not by this house."
    SEVERAL = "It carries more than one seal."
    NONE = "It carries no seal."
    NO_PDF = "This is not a PDF."


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a seal says about a file.

    Attributes:
        state: What was found.
        at: When it was sealed, where the seal holds.
    """

    state: SealState
    at: datetime | None = None

    @property
    def holds(self) -> bool:
        """Sealed by this house, and not a byte changed or added since."""
        return self.state is SealState.HOLDS

    @property
    def says(self) -> str:
        """One sentence."""
        return self.state.value


def examine(content: bytes, certificates: Sequence[bytes]) -> Verdict:
    """Look whether a PDF carries this house's unbroken seal over the whole file.

    Args:
        content: The file.
        certificates: Of the house, as DER.
    """
    if not content.startswith(b"%PDF-"):
        return Verdict(SealState.NO_PDF)
    try:
        with ThreadPoolExecutor(max_workers=1) as alone:  # the caller may have a loop of its own
            return alone.submit(_read_and_judge, content, certificates).result()
    except Exception:  # noqa: BLE001 - a damaged file may trip its reader in any way
        return Verdict(SealState.BROKEN)


def _read_and_judge(content: bytes, certificates: Sequence[bytes]) -> Verdict:
    return _judge(PdfFileReader(io.BytesIO(content)).embedded_signatures, certificates)


def _judge(seals: list[Any], certificates: Sequence[bytes]) -> Verdict:
    if len(seals) != 1:
        return Verdict(SealState.SEVERAL if seals else SealState.NONE)
    (found,) = seals
    signer = found.signer_cert.dump()
    ours = next((one for one in certificates if one == signer), None)
    if ours is None:
        return Verdict(SealState.FOREIGN)
    trusted = asn1_x509.Certificate.load(ours)
    since = trusted.not_valid_before.astimezone(UTC)
    context = ValidationContext(
        trust_roots=[trusted], moment=since + timedelta(seconds=1), allow_fetching=False
    )
    status = validate_pdf_signature(
        found, signer_validation_context=context, key_usage_settings=_USAGE
    )
    whole = status.coverage is SignatureCoverageLevel.ENTIRE_FILE
    if not (status.intact and status.valid and status.trusted and whole and _filled(found)):
        return Verdict(SealState.BROKEN)
    return Verdict(SealState.HOLDS, status.signer_reported_dt)


def _filled(found: Any) -> bool:
    """Whether what is left of the place kept for the seal, which no seal covers, is empty."""
    place: bytes = found.pkcs7_content
    return not place[len(ContentInfo.load(place, strict=False).dump()) :].strip(b"\0")


def bears(content: bytes, certificates: Sequence[bytes]) -> bool:
    """Whether one of the house's certificates is written in the file, whole or broken."""
    written = content.lower()
    return any(one.hex().encode() in written for one in certificates)
