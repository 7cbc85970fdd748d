"""The daily pack: what is in it, for whom, and that the same record gives the same bytes."""

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from countroom.cli import main
from countroom.cli.operator import operator
from countroom.domain.people import Role
from countroom.errors import AccessError
from countroom.inquiries import copies, frames
from countroom.regulations import V_64, V_66
from countroom.reports import pack, pdf, seal
from countroom.reports.catalogue import Asked
from countroom.reports.evidence import Answer, Records, by_certificate, by_record
from countroom.reports.printing import Printer
from countroom.stores.database import Database
from tests.operations.fixture_day import DAY
from tests.plumbing import reported
from tests.plumbing.reported import Folders

PARTS = ("box_lines", "reconciliation")


@pytest.fixture
def database(folders: Folders) -> Iterator[Database]:
    found = reported.opened(folders.concluded)
    yield found
    found.close()


def packed(database: Database, folders: Folders, duty: Role = Role.ACCOUNTING) -> bytes:
    ours = seal.read_seal(folders.concluded / "keys")
    _, at = reported.state(database)
    printer = Printer(ours, press=pdf.press)
    asked = Asked(database, operator(duty), DAY, at, Path("nowhere"), printer)
    house = frames.house_of(database, DAY)
    parts = [one for one in pack.daily(house) if one.report.name in {*PARTS, "drop_manifest"}]
    return pack.write(pack.as_recorded(asked), parts, title=pack.DAILY)


def test_a_pack_says_what_is_in_it_and_every_digest_is_right(
    database: Database, folders: Folders
) -> None:
    content = packed(database, folders)
    assert packed(database, folders) == content
    known = (seal.read_seal(folders.concluded / "keys").certificate,)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    listed = list(csv.DictReader(io.StringIO(inside["index.csv"].decode())))
    assert json.loads(inside["index.json"])["index"][0]["file"] == listed[0]["file"]
    digests = {row["file"]: row["sha256"] for row in listed if row["file"]}
    assert set(inside) - set(digests) == {"index.csv", "index.json", "index.xlsx", "index.pdf"}
    for file, digest in digests.items():
        assert hashlib.sha256(inside[file]).hexdigest() == digest
    assert {
        f"reports/{name}.{form}" for name in PARTS for form in ("pdf", "csv", "xlsx", "json")
    } | {
        "forms/drop_manifest.pdf",
        "kept/BR-0001-v1-original-first.pdf",
    } <= set(inside)
    records = Records(database, Path("nowhere"), reported.state(database)[1])
    for file, written in inside.items():
        if file.endswith(".pdf"):
            assert by_certificate(written, known).answer is Answer.VALID, file
            assert by_record(written, known, records).answer is Answer.VALID, file


@pytest.mark.rule(V_64)
def test_each_department_has_its_own_prints_in_it(database: Database) -> None:
    def of(duty: Role) -> set[str]:
        return {one.copy for one in copies.every_of_day(database, operator(duty), DAY)}

    assert of(Role.ACCOUNTING) == {"ORIGINAL"}
    assert of(Role.CAGE_SUPERVISOR) == {"THIRD COPY"}
    assert of(Role.MARKETING) == set()


@pytest.mark.rule(V_66)
def test_before_the_conclusion_there_is_no_pack(folders: Folders, tmp_path: Path) -> None:
    database = reported.opened(folders.counting)
    assert copies.every_of_day(database, operator(Role.ACCOUNTING), DAY) == ()
    with pytest.raises(AccessError):
        packed(database, folders)
    database.close()
    output = tmp_path / "pack.zip"
    refused = CliRunner().invoke(
        main,
        ["pack", "--day", "2011-06-14", "-o", str(output), "--data", str(folders.counting)],
    )
    assert (refused.exit_code, output.exists()) == (2, False)


def test_what_is_not_open_to_a_duty_is_named_and_not_in_it(
    database: Database, folders: Folders
) -> None:
    content = packed(database, folders, Role.COUNT_ROOM_SUPERVISOR)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        rows = json.loads(archive.read("index.json"))["index"]
        assert "reports/box_lines.csv" in archive.namelist()
    refused = [row for row in rows if not row["file"]]
    assert {row["what"] for row in refused} == {"Win and Reconciliation"}
    assert all(row["says"].startswith("Not in the pack: The day's win is not") for row in refused)
