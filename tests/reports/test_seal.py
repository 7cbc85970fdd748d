"""The seal on kept prints: made once, whole or broken, and by whom."""

import asyncio
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from countroom.errors import SettingsError
from countroom.reports import count_print, pdf, seal
from countroom.reports.printing import Printer
from countroom.reports.seal_check import examine
from countroom.reports.sheets import Run
from tests.plumbing import prints
from tests.plumbing import sample_report as sample

AT = datetime(2011, 6, 15, 15, 4, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def written() -> bytes:
    facts = sample.nil()
    return pdf.press(count_print.page(facts, facts.copies[0], run=Run(AT)))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> seal.Seal:
    return seal.open_seal(tmp_path_factory.mktemp("data") / "keys", "Sample Casino")


@pytest.fixture(scope="module")
def sealed(written: bytes, ours: seal.Seal) -> bytes:
    return seal.apply(written, ours, at=AT, reason="BR-0001 version 1, ORIGINAL")


def test_the_seal_is_made_once_and_is_private(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    first = seal.open_seal(keys, "Sample Casino")
    assert seal.open_seal(keys, "Another") == first == seal.read_seal(keys)
    assert stat.S_IMODE((keys / seal.FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    assert [path.name for path in keys.iterdir()] == [seal.FILE]
    assert len(first.fingerprint) == 64


def test_a_seal_made_by_another_process_meanwhile_stands(tmp_path: Path) -> None:
    first = seal.open_seal(tmp_path, "Sample Casino")
    seal._keep(tmp_path / seal.FILE, seal._make("Somebody else"))
    assert seal.read_seal(tmp_path) == first


def test_no_seal_or_a_cut_one_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no seal"):
        seal.read_seal(tmp_path)
    (tmp_path / seal.FILE).write_bytes(b"cut")
    with pytest.raises(SettingsError, match="is not a seal"):
        seal.read_seal(tmp_path)


def test_a_sealed_print_holds_and_says_when(sealed: bytes, ours: seal.Seal) -> None:
    verdict = examine(sealed, (ours.certificate,))
    assert verdict.holds
    assert verdict.at == AT
    assert "Page 1 of 1" in prints.text(sealed)
    assert list(prints.attached(sealed)) == ["BR-0001-v1.json"]


def test_the_same_print_sealed_twice_is_the_same(written: bytes, ours: seal.Seal) -> None:
    made = [seal.apply(written, ours, at=AT, reason="BR-0001") for _ in range(2)]
    assert made[0] == made[1]


def test_a_byte_changed_anywhere_breaks_the_seal(sealed: bytes, ours: seal.Seal) -> None:
    for place in range(0, len(sealed), max(1, len(sealed) // 97)):
        changed = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
        assert not examine(changed, (ours.certificate,)).holds, place


def test_something_added_breaks_the_seal(sealed: bytes, ours: seal.Seal) -> None:
    assert not examine(sealed + b"\n", (ours.certificate,)).holds


def test_a_file_without_this_house_s_seal_is_told_apart(
    written: bytes, sealed: bytes, ours: seal.Seal, tmp_path: Path
) -> None:
    other = seal.open_seal(tmp_path, "Another Casino")
    says = {
        examine(content, (ours.certificate,)).says
        for content in (b"hello", written, seal.apply(written, other, at=AT, reason="x"))
    }
    assert says == {
        "This is not a PDF.",
        "It carries no seal.",
        "It is sealed, but not by this house.",
    }
    assert examine(sealed, (other.certificate,)).says == "It is sealed, but not by this house."


def test_the_printer_seals_what_is_signed_and_never_a_draft(ours: seal.Seal) -> None:
    printer = Printer(ours, "build", pdf.press)
    facts = sample.nil()
    kept = printer.count_report(facts, facts.copies[1], at=AT)
    draft = printer.count_report(sample.unsigned(facts), facts.copies[1], at=AT)
    assert examine(kept, (ours.certificate,)).holds
    assert examine(draft, (ours.certificate,)).says == "It carries no seal."
    unsealed = Printer(press=pdf.press).count_report(facts, facts.copies[1], at=AT)
    assert examine(unsealed, (ours.certificate,)).says == "It carries no seal."


def test_sealing_and_examining_work_beside_a_running_loop(written: bytes, ours: seal.Seal) -> None:
    async def both() -> bool:
        made = seal.apply(written, ours, at=AT, reason="beside a loop")
        return examine(made, (ours.certificate,)).holds

    # In a thread of its own: a browser's test may have left a loop running in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(lambda: asyncio.run(both())).result()
