"""Reports of a gaming day that was really counted, asked from outside the room."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from countroom import reports
from countroom.cli import main
from countroom.cli.operator import operator
from countroom.domain import access
from countroom.domain.access import CountView, Viewer
from countroom.domain.count import CountState
from countroom.domain.floor import TableKind
from countroom.domain.papers import PAPERS
from countroom.domain.papers.box_count import CouponFound
from countroom.domain.people import Role
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, count_report, frames, papers, registers
from countroom.regulations import V_64, V_66
from countroom.reports import catalogue, pdf
from countroom.reports.catalogue import REPORTS, Asked, Format
from countroom.reports.printing import Printer
from countroom.stores import documents
from countroom.stores.database import Database
from tests.operations.fixture_day import COUNT
from tests.plumbing import prints, sample_papers
from tests.plumbing.golden import Golden
from tests.plumbing.reported import Folders

DAY = date(2011, 6, 14)
AT = datetime(2011, 6, 15, 15, 0, tzinfo=UTC)
FIGURES = ("77,900", "77900", "12,340", "12340", "1,482", "148200", "41,200")
"""Figures of the day: the pool, boxes, the rake."""


@pytest.fixture
def database(folders: Folders) -> Iterator[Database]:
    opened = Database(f"sqlite:///{folders.concluded / 'countroom.db'}")
    yield opened
    opened.close()


def asked(database: Database, duty: Role = Role.ACCOUNTING) -> Asked:
    printer = Printer(press=pdf.press)
    return Asked(database, operator(duty), DAY, AT, Path("nowhere"), printer)


# ----------------------------------------------------------------------------- what they hold


@pytest.mark.parametrize(
    "name",
    [
        "access_rights",
        "box_lines",
        "slip_register",
        "series_register",
        "audit_exceptions",
        "coupon_register",
        "exceptions",
        "reconciliation",
        *("weekly_tax", "gl_journal", "gl_journal_all", "revenue_worksheet", "board_monthly"),
        *("coupons_redeemed", "coupon_liability", "coupon_cost", "watching"),
    ],
)
def test_a_report_holds_what_the_day_left_on_record(
    name: str, database: Database, goldens: Golden
) -> None:
    written = catalogue.make(REPORTS[name], asked(database), Format.CSV).decode()
    goldens.check(f"reports/{name}.csv", written.replace("\r\n", "\n"))


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_written_in_every_format(name: str, database: Database) -> None:
    who = asked(database)
    assert catalogue.make(REPORTS[name], who, Format.XLSX).startswith(b"PK")
    assert (
        json.loads(catalogue.make(REPORTS[name], who, Format.JSON))["gaming_date"] == "2011-06-14"
    )
    assert catalogue.make(REPORTS[name], who, Format.CSV, bom=True).startswith(b"\xef\xbb\xbf")


def test_a_register_on_paper_says_who_asked_and_from_what_record(database: Database) -> None:
    text = prints.text(catalogue.make(REPORTS["box_lines"], asked(database), Format.PDF))
    assert "1101 BJ-101 baccarat banking currency" in " ".join(text.split())
    assert re.search(r"8,800\.00 .*BC-0001", text)
    assert "REPORT · Accounting" in text
    assert "by Operator" in text


def test_the_reconciliation_on_paper_keeps_what_is_not_known_yet_in_sight(
    database: Database,
) -> None:
    text = prints.text(catalogue.make(REPORTS["reconciliation"], asked(database), Format.PDF))
    assert "Table Game Opening Fills Credits Currency Checks Drop Closing Rake Win Hold" in text
    assert "Total 165,000.00 48,000.00 15,000.00 77,900.00 6,000.00 83,900.00" in text
    assert "CR-301 ez baccarat 40,000.00 15,000.00" in text
    assert "-10,095.00 -43.70 %" in text
    assert "BJ-101 3,460.00 not yet not yet" in text


def test_what_was_counted_is_the_same_on_paper_and_in_every_export(database: Database) -> None:
    facts = count_report.report(database, operator(Role.ACCOUNTING), COUNT, TableKind.BANKING)
    lines = json.loads(catalogue.make(REPORTS["banking_count"], asked(database), Format.JSON))[
        "banking_count"
    ]
    assert sum(row["amount_cents"] for row in lines if not row["memo"]) == facts.grand_total.cents
    written = Printer(press=pdf.press).count_report(facts, facts.copies[0], at=AT)
    assert f"${facts.grand_total.text()}" in prints.text(written)


# ------------------------------------------------------------------------- forms by their code


@pytest.mark.parametrize(
    "code", ["drop_manifest", "machine_test", "transmittal", "room_inspection"]
)
def test_any_form_is_a_report_by_its_code(code: str, database: Database) -> None:
    text = prints.text(catalogue.make(catalogue.find(code), asked(database), Format.PDF))
    assert PAPERS[code].title in text
    rows = json.loads(catalogue.make(catalogue.find(code), asked(database), Format.JSON))[code]
    assert rows[0]["number"] == f"{PAPERS[code].series}-0001"


def test_several_forms_of_a_day_are_one_file(database: Database) -> None:
    written = catalogue.make(catalogue.find("box_count"), asked(database), Format.PDF)
    reader = pypdf.PdfReader(io.BytesIO(written))
    text = "".join(page.extract_text() for page in reader.pages)
    assert "BC-0001, version 1" in text
    assert "BC-0006, version 1" in text
    csv = catalogue.make(catalogue.find("box_count"), asked(database), Format.CSV).decode()
    assert '"BC-0001",1,"issued","BJ-101","1101","count","currency","","USD",100.00,88' in csv


def test_a_form_that_nobody_made_and_a_report_that_nobody_knows(database: Database) -> None:
    with pytest.raises(NotFoundError, match="no Supplementary Count Report of 2011-06-14"):
        catalogue.make(catalogue.find("supplementary_count"), asked(database), Format.PDF)
    empty = catalogue.make(
        catalogue.find("supplementary_count"), asked(database), Format.CSV
    ).decode()
    assert empty.startswith('"number","version","state"')
    with pytest.raises(NotFoundError, match="There are: banking_count"):
        catalogue.find("win")
    with pytest.raises(NotFoundError):
        papers.papers_of_day(database, operator(Role.ACCOUNTING), DAY, "win")
    with pytest.raises(NotFoundError):
        papers.paper(database, operator(Role.ACCOUNTING), "F-9999")


def test_one_form_is_read_with_its_places_to_sign(database: Database) -> None:
    viewer = operator(Role.INTERNAL_AUDIT)
    box = papers.paper(database, viewer, "BC-0001", version=1)
    assert box.document.box == "1101"
    assert box.names
    manifest = papers.paper(database, viewer, "DM-0001")
    assert [block.signed is not None for block in manifest.signatures] == [True, True, True]
    assert not manifest.draft
    transmittal = papers.paper(database, viewer, "TR-0001")
    assert transmittal.draft
    assert transmittal.signatures[-1].title == "Accounting or Accounting Supervisor"
    report = papers.paper(database, viewer, "BR-0001")
    assert [block.step for block in report.signatures].count("count_team") == 3


def test_a_void_slip_is_listed_and_prints_void_with_who_and_why(database: Database) -> None:
    found = registers.slip_register(database, operator(Role.ACCOUNTING), DAY)
    (void,) = [entry for entry in found if entry.state == "void"]
    assert void.void_reason == "never left the bank"
    assert len(void.voided_by.split(", ")) == 2
    facts = papers.paper(database, operator(Role.ACCOUNTING), void.number)
    text = prints.text(Printer(press=pdf.press).form(facts, at=AT))
    assert "VOID: never left the bank, by " in text
    listed = registers.exceptions(database, operator(Role.ACCOUNTING), DAY)
    assert ("void slip", void.number) in {(entry.kind, entry.form) for entry in listed}


# ---------------------------------------------------------------------------- who may have them


@pytest.mark.rule(V_64)
def test_each_department_is_handed_the_very_bytes_of_its_own_copy(database: Database) -> None:
    kept = {
        duty: copies.of_day(database, operator(duty), DAY, "banking_count")[0]
        for duty in (Role.ACCOUNTING, Role.CCR, Role.CAGE_SUPERVISOR)
    }
    assert kept[Role.ACCOUNTING].copy == "ORIGINAL"
    assert kept[Role.CAGE_SUPERVISOR].copy == "THIRD COPY"
    assert kept[Role.CCR].copy in {"ORIGINAL", "SECOND COPY"}
    for duty, copy in kept.items():
        written = catalogue.make(REPORTS["banking_count"], asked(database, duty), Format.PDF)
        assert written == copy.content
    with pytest.raises(AccessError, match="neither originals nor"):
        catalogue.make(REPORTS["banking_count"], asked(database, Role.CAGE_SUPERVISOR), Format.CSV)
    with pytest.raises(AccessError):
        catalogue.make(
            REPORTS["banking_count"], asked(database, Role.CHIP_BANK_CASHIER), Format.PDF
        )


def test_a_day_without_a_count_hands_out_nothing(database: Database) -> None:
    with pytest.raises(AccessError):
        copies.of_day(database, operator(Role.ACCOUNTING), date(2011, 6, 13), "banking_count")


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("duty", [Role.ACCOUNTING, Role.CCR, Role.CAGE_SUPERVISOR])
@pytest.mark.parametrize("name", [*REPORTS, "box_count", "recount"])
def test_before_the_conclusion_nothing_comes_out(
    name: str, duty: Role, folders: Folders, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    for form in Format if name == "banking_count" else (Format.PDF, Format.CSV):
        answer = CliRunner().invoke(
            main,
            [
                *("report", name, "--day", "2011-06-14", "--data", str(folders.counting)),
                *("-o", str(output), "--format", form.value, "--duty", duty.value),
            ],
        )
        assert answer.exit_code == 2, answer.output
        assert len(answer.output.strip().split("\n")) == 1
        assert not any(figure in answer.output for figure in FIGURES)
        assert not output.exists()


def test_a_form_of_no_count_is_open_to_its_departments_alone() -> None:
    def may(duty: Role) -> bool:
        return access.form(operator(duty), PAPERS["fill_slip"], None).allowed

    assert may(Role.ACCOUNTING)
    assert may(Role.CHIP_BANK_CASHIER)
    assert not may(Role.MARKETING)
    before = CountView(CountState.COUNTING)
    assert not access.form(operator(Role.ACCOUNTING), PAPERS["box_count"], before).allowed


def test_what_is_special_about_a_box_is_an_exception() -> None:
    content = replace(
        sample_papers.CONTENTS["box_count"](),
        emergency=True,
        coupons=(CouponFound("000123", 25_00, "voided"), CouponFound("000124", 25_00)),
    )
    facts = sample_papers.a_paper("box_count", content)
    document = replace(facts.document, version=2, newest=2, reason="A note stuck to another.")
    said = [(entry.kind, entry.says) for entry in registers._of_box(document)]
    assert said == [
        ("emergency box", "counted with its own line"),
        ("changed after recording", "version 2: A note stuck to another."),
        ("suspect note", "1 of USD 100.00, AB 123, no watermark"),
        ("coupon voided", "000123: voided"),
    ]


def test_a_day_without_totals_says_nothing_about_tables(database: Database) -> None:
    with database.read() as tx:
        assert list(registers._of_tables(tx, date(2011, 6, 13))) == []


def test_a_copy_that_is_not_kept_yet_is_not_made_up(database: Database) -> None:
    with database.read() as tx:
        document = documents.by_name(tx, "DM-0001")
        with pytest.raises(NotFoundError, match="DM-0001: the original is not kept yet"):
            copies._first_print(tx, document, PAPERS["banking_count"].copies[0])


def test_the_package_gives_its_registry_and_nothing_else() -> None:
    assert reports.REPORTS is REPORTS
    with pytest.raises(AttributeError):
        reports.GAMES  # noqa: B018 - asking is the point


def test_an_account_without_a_name_is_the_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", _no_name)
    assert operator(Role.ACCOUNTING).person.name == "Operator operator"


def _no_name() -> str:
    raise OSError


def test_an_operator_is_never_in_the_room() -> None:
    for duty in Role:
        viewer: Viewer = operator(duty)
        assert not viewer.in_room
        assert viewer.person.name.startswith("Operator ")


# ------------------------------------------------------------------------------ at the command


def test_the_command_writes_a_report_by_the_ending_of_its_file(
    folders: Folders, tmp_path: Path
) -> None:
    for ending, begins in (("csv", b'"count"'), ("xlsx", b"PK"), ("json", b"{"), ("pdf", b"%PDF")):
        output = tmp_path / f"lines.{ending}"
        answer = CliRunner().invoke(
            main,
            [
                *("report", "box_lines", "--day", "2011-06-14", "-o", str(output)),
                *("--data", str(folders.concluded)),
            ],
        )
        assert answer.exit_code == 0, answer.output
        assert output.read_bytes().startswith(begins)


def test_the_command_writes_to_the_terminal_and_refuses_what_is_wrong(folders: Folders) -> None:
    def run(*more: str) -> tuple[int, str]:
        answer = CliRunner().invoke(main, ["report", *more, "--data", str(folders.concluded)])
        return answer.exit_code, answer.output

    code, output = run("box_lines", "--day", "2011-06-14", "--format", "csv")
    assert code == 0
    assert output.startswith('"count","box"')
    assert run("win", "--day", "2011-06-14")[0] == 2
    assert run("box_lines", "--day", "June 14")[0] == 2
    code, output = run("box_lines", "--day", "2011-06-14", "-o", "/nowhere/at/all.csv")
    assert code == 2
    assert "cannot be written" in output


def test_the_frame_of_a_list_holds_no_figure(database: Database) -> None:
    frame = frames.frame(database, DAY)
    assert frame.zone == "America/New_York"
    assert registers.concluded(database, operator(Role.ACCOUNTING), DAY) == (COUNT,)
