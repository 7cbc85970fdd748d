"""The demo, made as a person makes it: every game played, two days concluded, one waiting."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from countroom.cli import main
from countroom.domain.access import Viewer
from countroom.domain.chip_books import Move
from countroom.domain.coupon_calendar import quarter_of
from countroom.domain.documents import Document
from countroom.domain.inventory import SlipKind
from countroom.domain.papers import PAPERS
from countroom.domain.people import Role
from countroom.domain.receiving import VarianceKind
from countroom.engine.games import GAMES
from countroom.inquiries import (
    chip_books,
    coupon_books,
    coupon_programme,
    custody,
    felt,
    reconcile,
    revenue,
)
from countroom.inquiries.settling import open_file
from countroom.operations import opening
from countroom.regulations import V_25
from countroom.settings import AppSettings
from countroom.stores import documents
from countroom.stores.database import Database
from countroom.stores.house import house_on

CLOSED = "PK-301"
"""A table that does not open on the first two days."""

PACE = ("--days", "3", "--rounds-per-hour", "4")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    data = tmp_path_factory.mktemp("demo") / "data"
    with pytest.MonkeyPatch.context() as patched:
        for name, value in {"TIME": "1", "MEMORY_KIB": "8", "LANES": "1"}.items():
            patched.setenv(f"COUNTROOM_ARGON2_{name}", value)
        found = run("demo", "--no-serve", "--data", str(data), *PACE)
    assert found.exit_code == 0
    return data, found.output


@pytest.fixture
def told(made: tuple[Path, str]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((made[0] / "play" / "people.json").read_text("utf-8"))
    return read


@pytest.fixture
def database(made: tuple[Path, str]) -> Iterator[Database]:
    opened = opening.open_ready(AppSettings.for_data(made[0]))
    yield opened
    opened.close()


@pytest.fixture
def viewer(told: dict[str, Any], database: Database) -> Viewer:
    with database.read() as tx:
        house = house_on(tx, date.fromisoformat(told["waiting"]))
    return Viewer(house.people_with(Role.ACCOUNTING)[0], Role.ACCOUNTING)


def test_it_says_who_can_sign_in_and_says_it_again(
    made: tuple[Path, str], told: dict[str, Any]
) -> None:
    data, said = made
    assert f"Dropped, to be counted: {told['waiting']}." in said
    for person in told["people"]:
        assert f"{person['badge']:<6} {person['pin']:<7}" in said
        assert person["name"].endswith("(sample)")
    again = run("demo", "--no-serve", "--data", str(data))
    assert again.exit_code == 0
    assert again.output.splitlines()[-3:] == said.splitlines()[-3:]


def test_another_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    refused = run("demo", "--no-serve", "--data", str(tmp_path))
    assert refused.exit_code == 2
    assert "is not empty and holds no demo" in refused.output


def test_what_was_disturbed_differs_and_nothing_else(
    made: tuple[Path, str], told: dict[str, Any], database: Database, viewer: Viewer
) -> None:
    """Box, rack and engine agree table by table (5.2, 5.8-5.10), for every game there is."""
    rounds = made[0] / "rounds"
    days = [date.fromisoformat(day) for day in told["concluded"]]
    found = [reconcile.reconciled(database, viewer, day, rounds) for day in days]
    assert {each.row.day.game for each in found[0].tables} == set(GAMES)
    assert all(day.complete for day in found)
    variances = {
        (n, each.row.day.table): each.variance.chips.cents
        for n, day in enumerate(found)
        for each in day.tables
        if each.variance is not None and not each.variance.is_even
    }
    assert variances == {(1, found[1].tables[0].row.day.table): -2500}
    opened = [each for each in found[1].tables if each.row.day.table != CLOSED]
    assert len(opened) == len(found[1].tables) - 1
    for each in opened:
        seen = felt.on_felt(database, viewer, days[1], each.row.day.table, rounds)
        assert seen.wagers
        assert seen.differs == ()


def test_its_rounds_settle_and_its_records_verify(made: tuple[Path, str]) -> None:
    files = sorted((made[0] / "rounds").rglob("*.rounds.parquet"))
    assert all(open_file(path).agrees() for path in files)
    assert {path.name.partition(".")[0] for path in files if open_file(path).rows}
    found = run("verify", "--data", str(made[0]))
    assert found.exit_code == 0, found.output


ON_THE_FLOOR = {
    "blank_form": False,  # its slips are printed before the system fails
    "chip_bank_count": True,
    "chip_stock": True,
    "counter_check": True,
    "credit_request": True,
    "credit_slip": True,
    "drop_manifest": True,
    "drop_variance": True,
    "error_notification": True,
    "fill_request": True,
    "fill_slip": True,
    "first_checks": True,
    "impressment": True,
    "inventory_slip": True,
}
"""Forms of pit, cage and drop, and whether an ordinary day has them."""

OF_THE_COUNT = {
    *("banking_count", "nonbanking_count", "box_count", "machine_test", "pool_proof"),
    *("presentation", "recount", "strap_direction", "unallocated", "transmittal"),
    *("room_inspection", "supplementary_count", "leaving"),
}


OF_THE_BOOKS = {
    *("adjustment", "audited_day", "variance_explanation"),
    *("contest_result", "weekly_return", "bank_deposit", "bank_claim", "month_close"),
}
"""Forms of accounting after the count."""


def _on(database: Database, day: date, code: str) -> list[Document]:
    with database.read() as tx:
        return list(documents.find(tx, paper=code, gaming_date=day))


def test_the_older_day_is_audited_and_filed_and_the_newest_is_left(
    told: dict[str, Any], database: Database
) -> None:
    filed = [
        bool(_on(database, date.fromisoformat(day), "audited_day")) for day in told["concluded"]
    ]
    assert filed == [*([True] * (len(filed) - 1)), False]


def test_one_day_has_every_form_of_the_floor(told: dict[str, Any], database: Database) -> None:
    unplaced = {
        code
        for code in PAPERS
        if code not in ON_THE_FLOOR.keys() | OF_THE_COUNT | OF_THE_BOOKS
        and not code.startswith("coupon_")
    }
    assert unplaced == set(), "say whether the floor has these"
    day = date.fromisoformat(told["concluded"][1])
    wanted = [code for code, ordinary in ON_THE_FLOOR.items() if ordinary]
    absent = [code for code in wanted if not _on(database, day, code)]
    assert absent == []
    kinds = {slip.content.kind for slip in _on(database, day, "inventory_slip")}
    assert kinds == set(SlipKind)
    for code in ("fill_slip", "credit_request"):
        states = {slip.state for slip in _on(database, day, code)}
        assert {"void"} < states
    days = map(date.fromisoformat, told["concluded"])
    moves = {moved.content.kind for one in days for moved in _on(database, one, "chip_stock")}
    assert {Move.RECEIVED, Move.STOCKED, Move.SOLD, Move.COUNTED} <= moves


def test_its_day_shows_what_went_wrong(
    told: dict[str, Any], database: Database, viewer: Viewer
) -> None:
    day = date.fromisoformat(told["concluded"][1])
    assert custody.emergency_log(database, viewer, day)
    rows = revenue.day(database, viewer, day).rows
    assert [one for row in rows for one in row.findings if one.rule == V_25]
    (report,) = _on(database, day, "drop_variance")
    assert [item.kind for item in report.content.items] == [VarianceKind.EXTRA]


def test_every_chip_of_the_house_is_somewhere(
    told: dict[str, Any], database: Database, viewer: Viewer
) -> None:
    for name in told["concluded"]:
        books = chip_books.books(database, viewer, date.fromisoformat(name))
        assert books.findings == ()
        assert books.bank_count
        assert all(holding.issued for holding in books.holdings)
        assert all(holding.outstanding >= 0 for holding in books.holdings)


def test_its_programme_has_two_campaigns_a_mailing_and_figures_that_tie(
    made: tuple[Path, str], told: dict[str, Any], database: Database
) -> None:
    """What the quarter's report says is what the concluded days redeemed (4.18, 5.9)."""
    days = [date.fromisoformat(day) for day in told["concluded"]]
    with database.read() as tx:
        house = house_on(tx, days[0])
    finance = Viewer(house.people_with(Role.FINANCE_SUPERVISOR)[0], Role.FINANCE_SUPERVISOR)
    (mailing,) = _on(database, days[0], "coupon_mailing")
    assert mailing.state == "done"
    assert (mailing.content.quantity, mailing.content.refused) == (7, 1)
    assert [one.mailed for one in mailing.content.looked] == [True]
    costs = [
        one
        for day in days
        for one in coupon_programme.cost(database, finance, day, made[0] / "rounds")
    ]
    campaigns = {one.campaign for one in costs}
    assert {"Match Play 20 at the tables", "Match Play 25 at the tables"} < campaigns
    assert mailing.content.campaign in campaigns
    quarters = {quarter_of(day).name: quarter_of(day).first for day in days}
    told_by_report = [coupon_books.quarter(database, finance, day) for day in quarters.values()]
    assert sum(one.total.cents for one in told_by_report) == sum(one.value.cents for one in costs)
    assert sum(one.days for one in told_by_report) == len(days)
