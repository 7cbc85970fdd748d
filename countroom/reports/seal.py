"""The seal on a print: whoever changes a byte of the file breaks it.

The certificate is the house's own. It vouches by being among the house's keys, not by a chain
of others or by its dates: it is valid for as long as gaming dates are. The seal tells the time
it is given, so that a kept print and its seal say the same; and the same file sealed twice with
a key of an elliptic curve is the same, for its signature hangs on no chance.

The seal is a PAdES signature (ETSI EN 319 142, baseline B) over the whole file, added behind it,
so that what was PDF/A stays it. ``seal_check`` looks at a file; ``keys`` may hold certificates
of former seals, so that what they sealed is still known.

Reference:
    465a.3(a).
"""

import asyncio
import hashlib
import io
import logging
import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from asn1crypto import keys as asn1_keys
from asn1crypto import pem as asn1_pem
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import SigSeedSubFilter
from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigObjSetup
from pyhanko.sign.signers.pdf_byterange import SignatureObject
from pyhanko.sign.signers.pdf_cms import SimpleSigner
from pyhanko_certvalidator.registry import SimpleCertificateStore

from countroom.errors import SettingsError

logging.getLogger("pyhanko").addHandler(logging.NullHandler())  # a broken seal is an answer

FILE: Final = "seal.pem"
"""Private key and certificate in one file, so that there is never one without the other."""

FORMER: Final = "seals-before.pem"
"""Certificates of the seals before this one, without their keys."""

_FIELD: Final = "Seal"
_ALGORITHM: Final = "sha256"
_RESERVED: Final = 16384
_VALID_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_VALID_UNTIL: Final = datetime(2199, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Seal:
    """The house's key and certificate, as DER.

    Attributes:
        key: Private key; never leaves the keys folder and this process.
        certificate: What ``seal_check`` trusts.
    """

    key: bytes
    certificate: bytes

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, in hex."""
        return fingerprint(self.certificate)


def fingerprint(certificate: bytes) -> str:
    """SHA-256 of a certificate, in hex."""
    return hashlib.sha256(certificate).hexdigest()


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


def is_there(keys: Path) -> bool:
    """Whether the house has a seal yet."""
    return (keys / FILE).exists()


def read_seal(keys: Path) -> Seal:
    """Read the house's seal.

    Raises:
        SettingsError: It is not there, or is not a seal.
    """
    path = keys / FILE
    try:
        return _read(path.read_bytes())
    except FileNotFoundError:
        msg = f"There is no seal in {keys}: nothing was sealed here yet."
        raise SettingsError(msg) from None
    except (ValueError, KeyError, OSError):
        msg = f"{path} is not a seal: bring it back from a backup."
        raise SettingsError(msg) from None


def _blocks(text: bytes) -> list[tuple[str, bytes]]:
    return [(kind, der) for kind, _, der in asn1_pem.unarmor(text, multiple=True)]


def _read(text: bytes) -> Seal:
    blocks = dict(reversed(_blocks(text)))  # of a chain of certificates the first is its own
    return Seal(key=blocks["PRIVATE KEY"], certificate=blocks["CERTIFICATE"])


def certificates_in(file: Path) -> tuple[bytes, ...]:
    """Read the certificates of a PEM file, as DER.

    Raises:
        SettingsError: There is none in it.
    """
    try:
        found = tuple(der for kind, der in _blocks(file.read_bytes()) if kind == "CERTIFICATE")
    except (ValueError, OSError):
        found = ()
    if not found:
        msg = f"There is no certificate in {file.name}."
        raise SettingsError(msg)
    return found


def as_text(certificates: Sequence[bytes]) -> bytes:
    """Certificates as one hands them out, in PEM: no secret."""
    return b"".join(asn1_pem.armor("CERTIFICATE", one) for one in certificates)


def certificates(keys: Path) -> tuple[bytes, ...]:
    """Certificates of this house: of its seal and of those before it.

    Raises:
        SettingsError: There is no seal.
    """
    former = keys / FORMER
    before = certificates_in(former) if former.exists() else ()
    return tuple(dict.fromkeys((read_seal(keys).certificate, *before)))


def take(keys: Path, text: bytes) -> Seal:
    """Seal with this key and certificate from now on; what was sealed before stays known.

    Args:
        keys: Folder of the house's keys.
        text: An unencrypted PKCS #8 key and its certificate, as PEM.

    Raises:
        SettingsError: There is no such key and certificate, or they do not belong together.
    """
    try:
        taken = _read(text)
        _require_pair(taken)
    except (ValueError, KeyError, TypeError, UnsupportedAlgorithm):
        msg = "This is not a private key (PKCS #8, without a password) with its certificate."
        raise SettingsError(msg) from None
    keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (keys / FILE).exists():
        _remember(keys, read_seal(keys))
    private = asn1_pem.armor("PRIVATE KEY", taken.key)
    _replace(keys / FILE, private + as_text((taken.certificate,)))
    return taken


def _require_pair(seal: Seal) -> None:
    key = serialization.load_der_private_key(seal.key, password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey):
        msg = "a key of another kind"
        raise TypeError(msg)
    named = x509.load_der_x509_certificate(seal.certificate).public_key()
    if named != key.public_key():
        msg = "the certificate is of another key"
        raise ValueError(msg)


def _remember(keys: Path, seal: Seal) -> None:
    former = keys / FORMER
    known = certificates_in(former) if former.exists() else ()
    every = dict.fromkeys((seal.certificate, *known))
    _replace(former, as_text(tuple(every)))


def _replace(path: Path, text: bytes) -> None:
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=".seal-")  # 0600
    with os.fdopen(handle, "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(fresh).replace(path)


class _Signer(SimpleSigner):
    """Signs without chance (RFC 6979), so that a print can be made again to the byte."""

    def sign_raw(self, data: bytes, digest_algorithm: str) -> bytes:
        key = serialization.load_der_private_key(self.signing_key.dump(), password=None)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            return key.sign(data, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
        signed: bytes = super().sign_raw(data, digest_algorithm)
        return signed


def _signer(seal: Seal) -> SimpleSigner:
    return _Signer(
        signing_cert=asn1_x509.Certificate.load(seal.certificate),
        signing_key=asn1_keys.PrivateKeyInfo.load(seal.key),
        cert_registry=SimpleCertificateStore(),  # type: ignore[no-untyped-call]
    )


class _Behind(IncrementalPdfFileWriter):
    """Adds the seal behind the print and leaves what the print says of itself alone.

    The library would name itself as producer and tell its own clock's time in one of two places
    that PDF/A wants equal, and draw half of the file's name by chance.
    """

    def _update_meta(self) -> None:
        return

    @classmethod
    def _handle_id(cls, prev: Any) -> generic.ArrayObject:
        first = prev.trailer["/ID"][0]
        known: bytes = first.original_bytes
        again = hashlib.sha256(b"sealed " + known).digest()[:16]
        return generic.ArrayObject(
            [generic.ByteStringObject(known), generic.ByteStringObject(again)]
        )


def apply(written: bytes, seal: Seal, *, at: datetime, reason: str) -> bytes:
    """Seal a PDF.

    Args:
        written: The PDF as it came from the press.
        seal: The house's.
        at: Time the seal tells, aware UTC.
        reason: What was sealed, ``BR-0001 version 1, ORIGINAL``.
    """
    writer = _Behind(io.BytesIO(written))
    steps: Any = PdfCMSEmbedder().write_cms(field_name=_FIELD, writer=writer)
    next(steps)
    placeholder = SignatureObject(
        timestamp=at,
        reason=reason,
        bytes_reserved=_RESERVED,
        subfilter=SigSeedSubFilter.PADES,
    )
    steps.send(SigObjSetup(sig_placeholder=placeholder))
    prepared, sealed = steps.send(SigIOSetup(md_algorithm=_ALGORITHM))
    with ThreadPoolExecutor(max_workers=1) as alone:  # the caller may have a loop of its own
        message = alone.submit(_sign, seal, prepared.document_digest).result()
    steps.send(message)
    whole: bytes = sealed.getvalue()
    return whole


def _sign(seal: Seal, digest: bytes) -> Any:
    return asyncio.run(_signer(seal).async_sign(digest, _ALGORITHM, use_pades=True))
