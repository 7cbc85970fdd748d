"""The seal on a kept print: whoever changes a byte of the file breaks it.

The certificate is the house's own. It vouches by being among the house's keys, not by a chain
of others or by its dates: it is valid for as long as gaming dates are. The seal tells the time
it is given, so that a kept print and its seal say the same.

Reference:
    465a.3(a).
"""

import asyncio
import hashlib
import io
import logging
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from asn1crypto import keys as asn1_keys
from asn1crypto import pem as asn1_pem
from asn1crypto import x509 as asn1_x509
from asn1crypto.cms import ContentInfo
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigObjSetup
from pyhanko.sign.signers.pdf_byterange import SignatureObject
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes, SimpleSigner
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

from countroom.errors import SettingsError

logging.getLogger("pyhanko").addHandler(logging.NullHandler())  # a broken seal is an answer

FILE: Final = "seal.pem"
"""Private key and certificate in one file, so that there is never one without the other."""

_BROKEN: Final = "Its seal is broken: the file was changed afterwards."

_FIELD: Final = "Seal"
_ALGORITHM: Final = "sha256"
_RESERVED: Final = 8192
_VALID_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_VALID_UNTIL: Final = datetime(2199, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Seal:
    """The house's key and certificate, as DER.

    Attributes:
        key: Private key; never leaves the keys folder and this process.
        certificate: What ``examine`` trusts.
    """

    key: bytes
    certificate: bytes

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, in hex."""
        return hashlib.sha256(self.certificate).hexdigest()


def _make(owner: str) -> bytes:
    """Make a key and its certificate, as the text of the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, "Count room: kept prints"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, owner[:64]),
        ]
    )
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_VALID_FROM)
        .not_valid_after(_VALID_UNTIL)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _keep(path: Path, text: bytes) -> None:
    """Put the file there whole and private, unless somebody else was first."""
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=".seal-")  # 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(fresh, path)
    finally:
        Path(fresh).unlink()


def open_seal(keys: Path, owner: str) -> Seal:
    """Read the house's seal, or make it where there is none.

    Args:
        keys: Folder of the house's keys.
        owner: Name of the property, which a new certificate names.

    Raises:
        SettingsError: The file is there and is not a seal.
    """
    path = keys / FILE
    if not path.exists():
        keys.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep(path, _make(owner))
    return read_seal(keys)


def read_seal(keys: Path) -> Seal:
    """Read the house's seal.

    Raises:
        SettingsError: It is not there, or is not a seal.
    """
    path = keys / FILE
    try:
        parts = asn1_pem.unarmor(path.read_bytes(), multiple=True)
        blocks = {kind: der for kind, _, der in parts}
        return Seal(key=blocks["PRIVATE KEY"], certificate=blocks["CERTIFICATE"])
    except FileNotFoundError:
        msg = f"There is no seal in {keys}: nothing was sealed here yet."
        raise SettingsError(msg) from None
    except (ValueError, KeyError, OSError):
        msg = f"{path} is not a seal: bring it back from a backup."
        raise SettingsError(msg) from None


def _signer(seal: Seal) -> SimpleSigner:
    return SimpleSigner(
        signing_cert=asn1_x509.Certificate.load(seal.certificate),
        signing_key=asn1_keys.PrivateKeyInfo.load(seal.key),
        cert_registry=SimpleCertificateStore(),  # type: ignore[no-untyped-call]
    )


def apply(written: bytes, seal: Seal, *, at: datetime, reason: str) -> bytes:
    """Seal a PDF.

    Args:
        written: The PDF as it came from the press.
        seal: The house's.
        at: Time the seal tells, aware UTC.
        reason: What was sealed, ``BR-0001 version 1, ORIGINAL``.
    """
    writer = IncrementalPdfFileWriter(io.BytesIO(written))
    steps: Any = PdfCMSEmbedder().write_cms(field_name=_FIELD, writer=writer)
    next(steps)
    placeholder = SignatureObject(timestamp=at, reason=reason, bytes_reserved=_RESERVED)
    steps.send(SigObjSetup(sig_placeholder=placeholder))
    prepared, sealed = steps.send(SigIOSetup(md_algorithm=_ALGORITHM))
    attributes = PdfCMSSignedAttributes(signing_time=at)
    with ThreadPoolExecutor(max_workers=1) as alone:  # the caller may have a loop of its own
        message = alone.submit(_sign, seal, prepared.document_digest, attributes).result()
    steps.send(message)
    whole: bytes = sealed.getvalue()
    return whole


def _sign(seal: Seal, digest: bytes, attributes: PdfCMSSignedAttributes) -> Any:
    signed = _signer(seal).async_sign(digest, _ALGORITHM, signed_attr_settings=attributes)
    return asyncio.run(signed)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a seal says about a file.

    Attributes:
        holds: Sealed by this house, and not a byte changed or added since.
        says: One sentence.
        at: When it was sealed, or nothing.
    """

    holds: bool
    says: str
    at: datetime | None = None


def examine(content: bytes, certificate: bytes) -> Verdict:
    """Look whether a PDF carries this house's unbroken seal over the whole file.

    Args:
        content: The file.
        certificate: ``Seal.certificate``.
    """
    if not content.startswith(b"%PDF-"):
        return Verdict(holds=False, says="This is not a PDF.")
    try:
        with ThreadPoolExecutor(max_workers=1) as alone:  # the caller may have a loop of its own
            return alone.submit(_read_and_judge, content, certificate).result()
    except Exception:  # noqa: BLE001 - a damaged file may trip its reader in any way
        return Verdict(holds=False, says=_BROKEN)


def _read_and_judge(content: bytes, certificate: bytes) -> Verdict:
    return _judge(PdfFileReader(io.BytesIO(content)).embedded_signatures, certificate)


def _judge(seals: list[Any], certificate: bytes) -> Verdict:
    if len(seals) != 1:
        says = "It carries more than one seal." if seals else "It carries no seal."
        return Verdict(holds=False, says=says)
    (found,) = seals
    ours = asn1_x509.Certificate.load(certificate)
    if found.signer_cert.dump() != ours.dump():
        return Verdict(holds=False, says="It is sealed, but not by this house.")
    context = ValidationContext(
        trust_roots=[ours], moment=_VALID_FROM + timedelta(days=1), allow_fetching=False
    )
    status = validate_pdf_signature(found, signer_validation_context=context)
    whole = status.coverage is SignatureCoverageLevel.ENTIRE_FILE
    if not (status.intact and status.valid and status.trusted and whole and _filled(found)):
        return Verdict(holds=False, says=_BROKEN)
    says = "Sealed by this house and unchanged since."
    return Verdict(holds=True, says=says, at=status.signer_reported_dt)


def _filled(found: Any) -> bool:
    """Whether what is left of the place kept for the seal, which no seal covers, is empty."""
    place: bytes = found.pkcs7_content
    return not place[len(ContentInfo.load(place, strict=False).dump()) :].strip(b"\0")
