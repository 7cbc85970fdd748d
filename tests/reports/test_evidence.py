"""What a print is worth, asked of the file alone and beside the record: four answers."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pypdf
import pytest
from asn1crypto import pem
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import given
from hypothesis import strategies as st
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from countroom.cli import main
from countroom.cli.operator import operator
from countroom.domain.journal import Head
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import copies, evidence, frames, papers, reprints
from countroom.operations import kept, signing
from countroom.operations.house import the_program
from countroom.operations.kept import keep_all
from countroom.reports import catalogue, claims, pdf, seal
from countroom.reports.catalogue import Asked, Format, find
from countroom.reports.due import rendered, reprinted
from countroom.reports.evidence import Answer, Records, by_certificate, by_record
from countroom.reports.kept_together import together
from countroom.reports.pages import Page
from countroom.reports.printing import Printer
from countroom.stores.database import Database
from tests.operations.fixture_day import COUNT, DAY
from tests.plumbing import pdfa, prints, reported
from tests.plumbing import sample_report as sample
from tests.plumbing.reported import Folders

AT = datetime(2011, 6, 15, 15, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def ours(folders: Folders) -> seal.Seal:
    return seal.read_seal(folders.concluded / "keys")


@pytest.fixture
def database(folders: Folders) -> Iterator[Database]:
    found = reported.opened(folders.concluded)
    yield found
    found.close()


def asked(database: Database, ours: seal.Seal, duty: Role = Role.ACCOUNTING) -> Asked:
    printer = Printer(ours, press=pdf.press)
    return Asked(database, operator(duty), DAY, AT, Path("nowhere"), printer)


def answer(database: Database, ours: seal.Seal, content: bytes) -> tuple[Answer, str]:
    told = by_record(content, (ours.certificate,), Records(database, Path("nowhere"), AT))
    return told.answer, told.text()


def original(database: Database) -> bytes:
    (kept,) = copies.of_day(database, operator(Role.ACCOUNTING), DAY, "banking_count")
    return kept.content


# --------------------------------------------------------------------------------- the four


def test_a_kept_print_is_valid_while_its_version_stands(
    database: Database, ours: seal.Seal
) -> None:
    said, text = answer(database, ours, original(database))
    assert said is Answer.VALID
    assert "BR-0001, version 1, ORIGINAL, first print." in text
    assert "the very bytes that were kept" in text


def test_a_reprint_is_valid_before_and_after_it_is_kept(
    folders: Folders, ours: seal.Seal, tmp_path: Path
) -> None:
    day = reported.going_on(folders.concluded, AT, tmp_path)
    viewer = operator(Role.ACCOUNTING)
    due = reprints.due(day.database, viewer, "BR-0001", "ORIGINAL")
    printer = Printer(ours, press=pdf.press)
    again = reprinted(day.database, printer, due, at=AT, by="by Operator")
    assert answer(day.database, ours, again)[0] is Answer.VALID
    day.do(
        kept.keep_reprint,
        "A1",
        document=due.document,
        version=1,
        copy="ORIGINAL",
        ordinal=1,
        pdf=again,
    )
    said, text = answer(day.database, ours, again)
    assert (said, "ORIGINAL, reprint 1." in text) == (Answer.VALID, True)
    day.database.close()


def test_case_H3_a_print_of_a_version_that_no_longer_stands_is_superseded(
    folders: Folders, ours: seal.Seal, tmp_path: Path
) -> None:
    day = reported.going_on(folders.signed, folders.signed_at, tmp_path)
    with day.database.read() as tx:
        first = reported.kept_bytes(tx, "BR-0001", "ORIGINAL")
    assert answer(day.database, ours, first)[0] is Answer.VALID
    day.do(signing.reopen, "S1", count=COUNT, reason="a strap", representative=day.proof("B1"))
    reported.change_a_box(day)
    said, text = answer(day.database, ours, first)
    assert said is Answer.SUPERSEDED
    assert "BR-0001, version 1: version 2 stands in its place." in text
    printer = Printer(ours, press=pdf.press)
    keep_all(day.database, rendered(day.database, printer), who=the_program(), now=day.now)
    with day.database.read() as tx:
        marked = reported.kept_bytes(tx, "BR-0001", "ORIGINAL", "superseded")
    said, text = answer(day.database, ours, marked)
    assert (said, "print marked SUPERSEDED" in text) == (Answer.SUPERSEDED, True)
    day.database.close()


@pytest.mark.parametrize("name", ["box_lines", "slip_register", "drop_manifest", "box_count"])
def test_a_report_that_nobody_kept_is_valid_as_long_as_the_record_says_the_same(
    name: str, database: Database, ours: seal.Seal
) -> None:
    written = catalogue.make(find(name), asked(database, ours), Format.PDF)
    said, text = answer(database, ours, written)
    assert (said, text) == (Answer.VALID, text)
    assert "stands on record today" in text
    alone = by_certificate(written, (ours.certificate,))
    assert (alone.answer, alone.sealed_at) == (Answer.VALID, AT)


def test_a_report_is_superseded_when_the_record_moves_on(
    folders: Folders, ours: seal.Seal, tmp_path: Path
) -> None:
    day = reported.going_on(folders.counting, folders.counting_at, tmp_path)
    day.conclude()
    written = catalogue.make(find("reconciliation"), asked(day.database, ours), Format.PDF)
    assert answer(day.database, ours, written)[0] is Answer.VALID
    day.enter_checks()
    said, text = answer(day.database, ours, written)
    assert (said, "moved on" in text) == (Answer.SUPERSEDED, True)
    day.database.close()


def test_a_report_of_a_day_that_is_closed_again_is_superseded(
    folders: Folders, ours: seal.Seal, database: Database
) -> None:
    written = catalogue.make(find("box_lines"), asked(database, ours), Format.PDF)
    earlier = reported.opened(folders.counting)
    said, text = answer(earlier, ours, written)
    assert (said, "another record" in text) == (Answer.UNKNOWN, True)
    told = claims.read(written)
    assert told is not None
    with earlier.read() as tx:
        head = reported.head(tx)
    older = replace(told, head_seq=head.seq, head_digest=head.digest)
    made = Printer(ours, press=pdf.press).report(sample_page(), older)
    assert answer(earlier, ours, made)[0] is Answer.SUPERSEDED
    earlier.close()


def sample_page() -> Page:
    return Page("<!doctype html><html lang=en><title>t</title><p>words", AT)


def test_a_void_form_is_superseded_and_so_is_one_signed_further(
    database: Database, ours: seal.Seal
) -> None:
    viewer = operator(Role.ACCOUNTING)
    printer = Printer(ours, press=pdf.press)
    found = papers.papers_of_day(database, viewer, DAY, "fill_slip")
    void = next(one for one in found if one.void)
    said, text = answer(database, ours, printer.form(void, at=AT))
    assert (said, "was voided" in text) == (Answer.SUPERSEDED, True)
    signed = next(one for one in found if not one.void)
    before = replace(
        signed, document=replace(signed.document, signatures=signed.document.signatures[:1])
    )
    said, text = answer(database, ours, printer.form(before, at=AT))
    assert (said, "signed further since" in text) == (Answer.SUPERSEDED, True)


def test_what_the_record_does_not_know_is_unknown(
    database: Database, ours: seal.Seal, tmp_path: Path
) -> None:
    printer = Printer(ours, press=pdf.press)
    facts = papers.paper(database, operator(Role.ACCOUNTING), "DM-0001")
    strange = replace(facts, document=replace(facts.document, digest="ab" * 32))
    told = {answer(database, ours, printer.form(strange, at=AT))}
    said = claims.read(
        printer.report(
            sample_page(),
            claims.of_form(title="t", gaming_date="2011-06-14", at=AT, head=facts.head, forms=()),
        )
    )
    assert said is not None
    for report, duty in (("win", "accounting"), ("box_lines", "nobody")):
        wrong = replace(said, report=report, duty=duty)
        told.add(answer(database, ours, printer.report(sample_page(), wrong)))
    bare = seal.apply(pdf.press(sample_page()), ours, at=AT, reason="no words")
    told.add(answer(database, ours, bare))
    assert {answer_ for answer_, _ in told} == {Answer.UNKNOWN}
    other = seal.open_seal(tmp_path, "Another Casino")
    theirs = Printer(other, press=pdf.press).form(facts, at=AT)
    draft = pdf.press(sample_page())
    for content in (theirs, draft, b"hello", b""):
        assert answer(database, ours, content)[0] is Answer.UNKNOWN
        assert by_certificate(content, (ours.certificate,)).answer is Answer.UNKNOWN


# ------------------------------------------------------------------------------- altered


@pytest.fixture(scope="module")
def sealed(ours: seal.Seal) -> bytes:
    facts = sample.nil()
    return Printer(ours, press=pdf.press).count_report(facts, facts.copies[0], at=AT)


@given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_whatever_bit_is_turned_the_file_is_altered(
    place: int, bit: int, sealed: bytes, ours: seal.Seal
) -> None:
    at = place % len(sealed)
    changed = sealed[:at] + bytes([sealed[at] ^ (1 << bit)]) + sealed[at + 1 :]
    assert by_certificate(changed, (ours.certificate,)).answer is Answer.ALTERED


def _cleaned(content: bytes) -> bytes:
    """The print as it was before it was sealed."""
    return content[: content.index(b"%%EOF") + 6]


def _with_other_data(content: bytes) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(content))
    writer.add_attachment("BR-0001-v1.json", b"{}")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _updated(content: bytes) -> bytes:
    """A further update behind the seal, as an editor writes it."""
    writer = pypdf.PdfWriter(io.BytesIO(content), incremental=True)
    writer.add_metadata({"/Title": "another"})
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_added_cut_swapped_and_sealed_by_another_it_is_altered(
    sealed: bytes, ours: seal.Seal, tmp_path: Path
) -> None:
    other = seal.open_seal(tmp_path, "Another Casino")
    changed = {
        "a byte behind": sealed + b"\n",
        "an update behind": _updated(sealed),
        "the seal taken off": _cleaned(sealed),
        "other data": _with_other_data(sealed),
        "another's seal for ours": seal.apply(_cleaned(sealed), other, at=AT, reason="x"),
        "cut": sealed[: len(sealed) // 2],
        "no head": sealed[9:],
    }
    for what, content in changed.items():
        assert by_certificate(content, (ours.certificate,)).answer is Answer.ALTERED, what


def test_a_former_seal_still_vouches(sealed: bytes, ours: seal.Seal, tmp_path: Path) -> None:
    seal._replace(tmp_path / seal.FILE, _pem(ours))
    other = seal.open_seal(tmp_path / "other", "Sample Casino")
    assert seal.take(tmp_path, _pem(other)) == other
    known = seal.certificates(tmp_path)
    assert known == (other.certificate, ours.certificate)
    assert by_certificate(sealed, known).answer is Answer.VALID
    assert by_certificate(sealed, known[:1]).answer is Answer.UNKNOWN
    seal.take(tmp_path, _pem(ours))
    assert seal.certificates(tmp_path) == (ours.certificate, other.certificate)


def _pem(one: seal.Seal) -> bytes:
    key: bytes = pem.armor("PRIVATE KEY", one.key)
    return key + seal.as_text((one.certificate,))


# ------------------------------------------------------------- the file itself, and the code


def _attached(content: bytes) -> dict[str, bytes]:
    return prints.attached(content)


@pytest.mark.parametrize("name", ["banking_count", "box_lines", "box_count", "revenue_worksheet"])
def test_every_print_is_pdf_a_3_with_its_data_inside(
    name: str, database: Database, ours: seal.Seal
) -> None:
    written = catalogue.make(find(name), asked(database, ours), Format.PDF)
    assert pdfa.faults(written) == []
    inside = _attached(written)
    assert claims.FILE in inside
    if name == "box_lines":
        exported = catalogue.make(find(name), asked(database, ours), Format.JSON)
        assert inside["box_lines.json"] == exported
        assert hashlib.sha256(exported).hexdigest()[:8] in prints.text(written)


def test_what_pdf_a_forbids_is_found(sealed: bytes) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(sealed))
    script = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("1")}
    writer.root_object[NameObject("/OpenAction")] = writer._add_object(DictionaryObject(script))
    del writer.root_object["/OutputIntents"]
    written = io.BytesIO()
    writer.write(written)
    found = pdfa.faults(written.getvalue())
    assert "no output intent" in found
    assert any("script" in one for one in found)


def test_the_code_on_each_page_leads_to_the_digest(database: Database) -> None:
    facts = papers.paper(database, operator(Role.ACCOUNTING), "DM-0001")
    digest = facts.document.digest
    (found,) = evidence.by_digest(database, f"VERIFY/{digest[:32].upper()}")
    assert (found.name, found.version, found.stands) == ("DM-0001", 1, True)
    grouped = " ".join(digest[n : n + 8] for n in range(0, 64, 8))
    assert evidence.by_digest(database, grouped) == (found,)
    assert evidence.by_digest(database, "ab" * 32) == ()
    for wrong in ("", "abc", "g" * 32, "a" * 65, "%" * 20):
        with pytest.raises(EntryError):
            evidence.by_digest(database, wrong)


def test_several_kept_prints_go_whole_into_one_file(database: Database, ours: seal.Seal) -> None:
    (kept_,) = copies.of_day(database, operator(Role.ACCOUNTING), DAY, "banking_count")
    who = asked(database, ours)
    whole = together(
        [kept_, replace(kept_, form="BR-0002", version=1)],
        who.printer,
        frames.frame(database, DAY),
        title="Count Reports",
        day=DAY,
        at=AT,
        by=who.by,
    )
    assert _attached(whole)["BR-0001-v1.pdf"] == kept_.content
    assert pdfa.faults(whole) == []
    assert by_certificate(whole, (ours.certificate,)).answer is Answer.VALID


# ------------------------------------------------------------------------------ at the command


def test_the_command_says_each_of_the_four(folders: Folders, tmp_path: Path) -> None:
    first = tmp_path / "kept.pdf"
    data = str(folders.concluded)
    made = CliRunner().invoke(
        main,
        ["report", "banking_count", "--day", "2011-06-14", "-o", str(first), "--data", data],
    )
    assert made.exit_code == 0, made.output
    said = CliRunner().invoke(main, ["verify", str(first), "--data", data])
    assert (said.exit_code, said.output.startswith("kept.pdf: valid. ")) == (0, True), said.output
    changed = tmp_path / "changed.pdf"
    changed.write_bytes(first.read_bytes() + b" ")
    both = CliRunner().invoke(main, ["verify", str(first), str(changed), "--data", data])
    assert both.exit_code == 1
    assert "changed.pdf: altered. Its seal is broken" in both.output
    certificate = tmp_path / "house.pem"
    written = CliRunner().invoke(
        main, ["property", "certificate", "-o", str(certificate), "--data", data]
    )
    assert written.exit_code == 0, written.output
    assert b"PRIVATE" not in certificate.read_bytes()
    alone = ["verify", "--certificate", str(certificate)]
    elsewhere = CliRunner().invoke(main, [*alone, str(first), "--data", str(tmp_path / "none")])
    assert (elsewhere.exit_code, "kept.pdf: valid." in elsewhere.output) == (0, True)
    stranger = CliRunner().invoke(main, [*alone, str(certificate)])
    assert (stranger.exit_code, stranger.output) == (1, "house.pem: unknown. This is not a PDF.\n")
    assert CliRunner().invoke(main, alone).exit_code == 2
    empty = tmp_path / "empty.pem"
    empty.write_bytes(b"nothing")
    refused = CliRunner().invoke(main, ["verify", "--certificate", str(empty), str(first)])
    assert (refused.exit_code, "no certificate" in refused.output) == (2, True)


def test_the_house_brings_a_key_of_its_own(ours: seal.Seal, tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "keys").mkdir(parents=True)
    brought = tmp_path / "brought.pem"
    brought.write_bytes(_rsa())

    def run(*more: str) -> tuple[int, str]:
        said = CliRunner().invoke(main, ["property", "certificate", *more, "--data", str(data)])
        return said.exit_code, said.output

    code, output = run("--take", str(brought))
    assert (code, output.count("BEGIN CERTIFICATE")) == (0, 1)
    taken = seal.read_seal(data / "keys")
    written = Printer(taken, press=pdf.press).report(sample_page(), _claim())
    assert by_certificate(written, (taken.certificate,)).answer is Answer.VALID
    brought.write_bytes(seal.as_text((ours.certificate,)))
    assert run("--take", str(brought))[0] == 2
    brought.write_bytes(pem.armor("PRIVATE KEY", ours.key) + seal.as_text((taken.certificate,)))
    code, output = run("--take", str(brought))
    assert (code, "not a private key" in output) == (2, True)
    empty = CliRunner().invoke(main, ["property", "certificate", "--data", str(tmp_path / "none")])
    assert empty.exit_code == 2


def _claim() -> claims.Claims:
    return claims.of_form(
        title="t", gaming_date="2011-06-14", at=AT, head=Head(0, "0" * 64), forms=()
    )


def _rsa() -> bytes:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Sample Casino")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(AT)
        .not_valid_after(AT.replace(year=2031))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + made.public_bytes(serialization.Encoding.PEM)
