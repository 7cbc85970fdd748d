"""A played day agrees with its games to the cent; a disturbed one differs where it was."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.inquiries import reconcile, revenue, why
from countroom.inquiries.verification import verify
from countroom.operations.play import (
    Disturbance,
    count_day,
    enter_checks,
    load,
    play_day,
    save,
)
from countroom.operations.play.truth import BoxTruth, Notes, Truth, disturbed
from countroom.regulations import V_25, V_66, V_102, V_103, V_110, V_111
from countroom.stores.database import Database
from tests.plumbing import playing
from tests.plumbing.playing import (
    DAY,
    NEXT,
    a_played_day,
    concluded,
    dropped,
    played_wrong,
    viewer,
)

PARTS = ("variance_cents", "cash_cents", "check_cents", "chip_cents")


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Database, Path]]:
    where = tmp_path_factory.mktemp("played")
    database = a_played_day(where)
    yield database, where / "rounds"
    database.close()


def differences(found: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    return {
        table["table"]: tuple(table[part] for part in PARTS)
        for table in found["tables"]
        if any(table[part] for part in PARTS)
    }


def papers_off(database: Database, day: date) -> list[str]:
    """What does not fit between the papers in the boxes and those on record."""
    rows = revenue.day(database, viewer(), day).rows
    return [one.sentence for row in rows for one in row.findings if one.rule == V_25]


def coupons_off(found: dict[str, Any]) -> dict[str, int]:
    return {
        table["table"]: len(table["coupons"]["missing"]) + len(table["coupons"]["extra"])
        for table in found["tables"]
        if table["coupons"]["missing"] or table["coupons"]["extra"]
    }


# ------------------------------------------------------------------------ an undisturbed day


def test_an_undisturbed_day_agrees_in_every_part(day: tuple[Database, Path]) -> None:
    found = reconcile.day(day[0], viewer(), DAY, day[1])
    assert found["complete"]
    assert found["variance_cents"] == 0
    assert differences(found) == {}
    assert coupons_off(found) == {}
    for table in found["tables"]:
        assert table["win_cents"] == table["engine_house_net_cents"]
        assert table["coupons"]["counted"] == table["coupons"]["settled"]


def test_the_shape_of_the_reconciliation(day: tuple[Database, Path]) -> None:
    found = reconcile.day(day[0], viewer(), DAY, day[1])
    assert set(found) == {"gaming_date", "complete", "tables", "variance_cents"}
    banking, *_, nonbanking = found["tables"]
    assert set(banking) == {*reconcile.COLUMNS, "period", "coupons"}
    assert banking["kind"] == "banking"
    assert set(banking["period"]) == {"from", "to"}
    moved = banking["closing_cents"] + banking["credits_cents"] + banking["drop_cents"]
    assert banking["win_cents"] == moved - banking["opening_cents"] - banking["fills_cents"]
    assert banking["drop_cents"] == banking["currency_cents"] + banking["checks_cents"]
    assert (nonbanking["kind"], nonbanking["hold"]) == ("nonbanking", None)
    assert nonbanking["win_cents"] == nonbanking["rake_cents"] > 0
    assert sum(table["coupons"]["settled"] for table in found["tables"]) > 0
    assert any(table["checks_cents"] for table in found["tables"])
    assert any(table["fills_cents"] for table in found["tables"])


def test_the_worksheet_adds_the_tables_up(day: tuple[Database, Path]) -> None:
    found = revenue.day(day[0], viewer(), DAY)
    assert found.complete
    assert found.counts == (f"{DAY.isoformat()}/1",)
    wins = [row.win.cents for row in found.rows if row.win is not None]
    assert found.banking is not None
    assert found.rake is not None
    assert found.banking.win.cents + found.rake.cents == sum(wins)
    assert all(not row.findings for row in found.rows)
    assert all(row.from_at and row.to_at for row in found.rows)


def test_everything_played_verifies(day: tuple[Database, Path]) -> None:
    assert verify(day[0], rounds=day[1]) == []


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("role", [Role.MAIN_BANK_CASHIER, Role.DEALER, Role.COUNT_TEAM])
def test_the_win_is_not_for_everybody(day: tuple[Database, Path], role: Role) -> None:
    asker = viewer(role)
    for ask in (
        lambda: reconcile.day(day[0], asker, DAY, day[1]),
        lambda: revenue.day(day[0], asker, DAY),
        lambda: why.why(day[0], asker, DAY, "MS-101", day[1]),
    ):
        with pytest.raises(AccessError):
            ask()


def test_a_day_or_table_that_is_not_there(day: tuple[Database, Path]) -> None:
    with pytest.raises(AccessError, match="concluded"):
        reconcile.day(day[0], viewer(), NEXT, day[1])
    with pytest.raises(NotFoundError, match="no table"):
        why.why(day[0], viewer(), DAY, "XX-1", day[1])


def test_rounds_that_are_gone_or_changed_are_no_result(tmp_path: Path) -> None:
    database = a_played_day(tmp_path)
    folder = tmp_path / "rounds"
    gone = next(folder.rglob("MS-101.rounds.parquet"))
    gone.unlink()
    changed = next(folder.rglob("BA-201.buyins.parquet"))
    changed.write_bytes(changed.read_bytes() + b"x")
    found = {
        table.row.day.table: table
        for table in reconcile.reconciled(database, viewer(), DAY, folder).tables
    }
    assert "missing" in found["MS-101"].games.fault
    assert "not the file" in found["BA-201"].games.fault
    assert found["MS-101"].variance is None
    assert found["MS-102"].variance is not None
    assert why.why(database, viewer(), DAY, "MS-101", folder).causes == ()
    plain = reconcile.day(database, viewer(), DAY, folder)
    assert (plain["complete"], plain["variance_cents"]) == (False, None)
    database.close()


# ------------------------------------------------------------------------- a disturbed day


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    database, truth = dropped(tmp_path_factory.mktemp("truth"))
    database.close()
    return truth


@pytest.mark.rule(V_103, V_111)
def test_a_disturbed_day_differs_exactly_where_and_by_what_was_disturbed(tmp_path: Path) -> None:
    disturb = (
        Disturbance("MS-101", "note_gone", 2_000),
        Disturbance("MS-101", "check_gone"),
        Disturbance("MS-102", "coupon_gone"),
        Disturbance("BA-201", "chip_gone", 2_500, 2),
        Disturbance("PK-301", "note_extra", 10_000),
    )
    database, truth = played_wrong(tmp_path, *disturb)
    folder = tmp_path / "rounds"
    found = reconcile.reconciled(database, viewer(), DAY, folder)
    there = {check.serial for check in truth.of_table("MS-101").checks}
    games = found.tables[0].games.played
    assert games is not None
    (gone,) = [amount.cents for serial, amount in games.check_buyins if serial not in there]
    assert differences(reconcile.plain(found)) == {
        "MS-101": (-2_000 - gone, -2_000, -gone, 0),
        "BA-201": (-5_000, 0, 0, -5_000),
        "PK-301": (10_000, 10_000, 0, 0),
    }
    assert coupons_off(reconcile.plain(found)) == {"MS-102": 1}
    assert found.differs
    assert found.variance is not None
    assert found.variance.cents == -2_000 - gone - 5_000 + 10_000
    rules = {table.row.day.table: {each.rule for each in table.findings} for table in found.tables}
    assert V_111 in rules["MS-101"]
    assert V_103 in rules["MS-102"]
    _check_causes(database, folder)
    database.close()


def _check_causes(database: Database, folder: Path) -> None:
    def causes(table: str) -> list[str]:
        found = why.why(database, viewer(), DAY, table, folder)
        return [cause.sentence for cause in found.causes]

    assert "its copy is not in the box" in causes("MS-101")[0]
    assert "1 of $20, or" in causes("MS-101")[0]
    assert "fewer in box 11 than the games say." in causes("MS-101")[0]
    assert "was settled in round" in causes("MS-102")[0]
    assert causes("BA-201")[0].startswith("2 of $25 main, or")
    assert causes("PK-301")[0].startswith("1 of $100, or")
    said = why.why(database, viewer(), DAY, "BA-201", folder).says
    assert said == ("Chips short 50.00.",)


def test_a_slip_that_says_too_much_comes_back_the_next_day(tmp_path: Path) -> None:
    database, truth = played_wrong(tmp_path, Disturbance("MS-102", "slip_wrong", 100_000))
    folder = tmp_path / "rounds"
    found = reconcile.day(database, viewer(), DAY, folder)
    assert differences(found) == {"MS-102": (100_000, 0, 0, 100_000)}
    after = play_day(database, folder, playing.plan(NEXT), previous=truth)
    count_day(database, after)
    enter_checks(database, after)
    found = reconcile.day(database, viewer(), NEXT, folder)
    assert differences(found) == {"MS-102": (-100_000, 0, 0, -100_000)}
    database.close()


@pytest.mark.rule(V_25)
def test_a_slip_that_is_not_in_the_box_is_found_and_named(tmp_path: Path) -> None:
    database, truth = played_wrong(tmp_path, Disturbance("MS-102", "slip_gone"))
    kept = {box.table: box.documents for box in truth.dropped}
    gone = "fill slips" if kept["MS-102"].fill_requests else "drop slips"
    (found,) = papers_off(database, DAY)
    assert found.startswith("MS-102: ")
    assert f" {gone} in the boxes, " in found
    assert "not there." in found
    database.close()


NOTES = st.sampled_from([10_000, 5_000, 2_000, 1_000, 500, 100])


@settings(
    max_examples=3,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    cents=NOTES,
    kind=st.sampled_from(["note_gone", "note_extra"]),
    table=st.sampled_from(["MS-101", "MS-102", "BA-201", "PK-301"]),
)
def test_whatever_note_is_moved_is_the_whole_difference(
    tmp_path_factory: pytest.TempPathFactory,
    undisturbed: Truth,
    cents: int,
    kind: Any,
    table: str,
) -> None:
    there = {note.denomination_cents for note in undisturbed.of_table(table).notes}
    face = cents if cents in there or kind == "note_extra" else max(there)
    where = tmp_path_factory.mktemp("moved")
    database, truth = concluded(where, disturb=(Disturbance(table, kind, face),))
    enter_checks(database, truth)
    found = reconcile.day(database, viewer(), DAY, where / "rounds")
    off = face if kind == "note_extra" else -face
    assert differences(found) == {table: (off, off, 0, 0)}
    database.close()


# ------------------------------------------------------------------ days that follow each other


def test_three_days_with_closed_tables_agree(tmp_path: Path) -> None:
    database = playing.loaded(tmp_path)
    folder, previous = tmp_path / "rounds", None
    plans = (
        playing.plan(DAY, never=("MS-102",), closes=("BA-201",), rack_percent=35),
        playing.plan(NEXT, never=("PK-301",)),
        playing.plan(NEXT + timedelta(days=1), seed=9),
    )
    for plan in plans:
        truth = play_day(database, folder, plan, previous=previous)
        count_day(database, truth)
        enter_checks(database, truth)
        found = reconcile.day(database, viewer(), plan.day, folder)
        assert differences(found) == {}
        assert found["complete"]
        previous = truth if plan.day != NEXT else None
        opened = {
            row.day.table: row.day.opened for row in revenue.day(database, viewer(), plan.day).rows
        }
        assert opened["MS-102"] == (plan.day != DAY)
        for row in revenue.day(database, viewer(), plan.day).rows:
            assert not row.findings, row.findings
    assert verify(database, rounds=folder) == []
    database.close()


def test_the_same_seed_is_the_same_day(tmp_path: Path, undisturbed: Truth) -> None:
    database = playing.loaded(tmp_path)
    assert play_day(database, tmp_path / "rounds", playing.plan()) == undisturbed
    database.close()


def test_a_day_is_played_once_and_in_turn(tmp_path: Path) -> None:
    database, _ = dropped(tmp_path)
    with pytest.raises(EntryError, match="2011-06-15, not in 2011-06-14"):
        play_day(database, tmp_path / "rounds", playing.plan())
    with pytest.raises(EntryError, match="No empty box"):
        play_day(database, tmp_path / "rounds", playing.plan(NEXT))
    database.close()


@pytest.mark.rule(V_110)
def test_a_win_is_incomplete_until_the_checks_are_entered(tmp_path: Path) -> None:
    database, truth = concluded(tmp_path)
    folder = tmp_path / "rounds"
    found = reconcile.day(database, viewer(), DAY, folder)
    assert not found["complete"]
    assert found["variance_cents"] is None
    for table in found["tables"]:
        for name in ("drop_cents", "win_cents", "hold", "variance_cents"):
            assert table[name] is None
    rows = revenue.day(database, viewer(), DAY)
    assert (rows.complete, rows.banking, rows.rake) == (False, None, None)
    assert all(row.findings[0].rule == V_110 for row in rows.rows)
    enter_checks(database, truth)
    assert reconcile.day(database, viewer(), DAY, folder)["complete"]
    database.close()


def test_nobody_learns_the_win_before_the_conclusion(tmp_path: Path) -> None:
    database, truth = dropped(tmp_path)
    folder = tmp_path / "rounds"

    def still_closed(count: str) -> None:
        with pytest.raises(AccessError, match="concluded"):
            reconcile.day(database, viewer(), DAY, folder)
        assert count == f"{DAY.isoformat()}/1"

    count_day(database, truth, keep=still_closed)
    assert reconcile.day(database, viewer(), DAY, folder)["gaming_date"] == DAY.isoformat()
    database.close()


# ------------------------------------------------------------------------------- the truth


def test_the_truth_is_kept_as_a_readable_file(tmp_path: Path, undisturbed: Truth) -> None:
    path = save(tmp_path, undisturbed)
    assert path.read_text(encoding="utf-8").startswith("{")
    assert load(tmp_path, DAY) == undisturbed
    assert load(tmp_path, NEXT) is None
    assert undisturbed.rack("nowhere") == {}


@pytest.mark.parametrize("kind", ["note_gone", "coupon_gone", "check_gone", "slip_gone"])
def test_nothing_is_taken_out_that_is_not_there(kind: Any) -> None:
    bare = Truth(DAY, (BoxTruth("1", "T", (Notes(100, 1),)),), (), ())
    with pytest.raises(EntryError, match="nothing of that kind"):
        disturbed(bare, (Disturbance("T", kind, 100, 2),))
    with pytest.raises(NotFoundError):
        disturbed(bare, (Disturbance("X", kind),))


@pytest.mark.rule(V_102)
def test_a_coupon_on_a_wager_it_may_not_lie_on_is_found(tmp_path: Path) -> None:
    house = playing.a_house()
    design = replace(house.coupons[0], wagers=("nowhere",))
    database = playing.loaded(tmp_path, playing.a_house(coupons=(design,)))
    truth = play_day(database, tmp_path / "rounds", playing.plan(rounds_per_hour=4))
    count_day(database, truth)
    enter_checks(database, truth)
    found = reconcile.reconciled(database, viewer(), DAY, tmp_path / "rounds")
    rules = [each.rule for table in found.tables for each in table.findings]
    assert rules
    assert set(rules) == {V_102}
    assert not found.differs, "it is recorded, and no money is off"
    database.close()
