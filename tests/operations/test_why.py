"""Where the evidence for a difference comes from, and what each piece of it would do."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from countroom.domain.people import Role
from countroom.domain.reconciliation import Part
from countroom.engine.records import Disagreement
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import played, reconcile, revenue, why
from countroom.inquiries.settling import open_file
from countroom.money import ZERO, Money
from countroom.operations import checks, rounds
from countroom.operations.acts import perform
from countroom.operations.play import Disturbance, count_day, enter_checks, play_day
from countroom.operations.play.stage import Stage
from countroom.operations.play.truth import Truth
from countroom.stores import bookings, registry, totals
from countroom.stores import rounds as files
from countroom.stores.database import Database
from tests.plumbing import playing
from tests.plumbing.playing import DAY, NEXT, a_played_day, dropped, played_wrong, viewer

AT = datetime(2011, 6, 15, 18, tzinfo=UTC)


@pytest.fixture
def day(tmp_path: Path) -> Iterator[tuple[Database, Path]]:
    database = a_played_day(tmp_path)
    yield database, tmp_path / "rounds"
    database.close()


def causes(database: Database, folder: Path, table: str) -> list[str]:
    return [each.sentence for each in why.why(database, viewer(), DAY, table, folder).causes]


def swapped_coupon(truth: Truth) -> tuple[Truth, str]:
    """A coupon of one table that lies in the box of another."""
    one, other = truth.of_table("MS-101"), truth.of_table("MS-102")
    coupon = one.coupons[0]
    poorer = replace(one, coupons=one.coupons[1:])
    richer = replace(other, coupons=(*other.coupons, coupon))
    exchanged = {one: poorer, other: richer}
    boxes = tuple(exchanged.get(box, box) for box in truth.dropped)
    return replace(truth, dropped=boxes), coupon.serial


def test_a_coupon_in_the_wrong_box_is_found_there(tmp_path: Path) -> None:
    database, truth = dropped(tmp_path)
    truth, serial = swapped_coupon(truth)
    count_day(database, truth)
    enter_checks(database, truth)
    folder = tmp_path / "rounds"
    gone = causes(database, folder, "MS-101")
    assert gone[0] == f"Coupon {serial} lies in the box of MS-102."
    assert f"Coupon {serial} was settled in round" in gone[1]
    assert causes(database, folder, "MS-102") == [f"Coupon {serial} was played at MS-101."]
    assert why.why(database, viewer(), DAY, "BA-201", folder).says == ()
    database.close()


def test_a_check_entered_wrongly_is_named(tmp_path: Path) -> None:
    database = playing.counted(tmp_path)
    stage = Stage(database, playing.a_house(), AT)
    who = stage.who(Role.ACCOUNTING)
    found = reconcile.reconciled(database, viewer(), DAY, tmp_path / "rounds").tables[0]
    assert found.games.played is not None
    for number, (serial, amount) in enumerate(found.games.played.check_buyins):
        typed = amount + Money(9_000) if number == 0 else amount
        copy = checks.Copy(serial, typed)
        stage.do(AT, who, checks.enter, gaming_date=DAY, table="MS-101", copy=copy)
    proof = stage.proof(Role.ACCOUNTING)
    stage.do(AT, who, checks.complete, gaming_date=DAY, explanations={}, proof=proof)
    said = causes(database, tmp_path / "rounds", "MS-101")
    assert "is entered over 90.00 against the rounds" in said[0]
    database.close()


def test_chips_at_the_wrong_table_show_at_both(tmp_path: Path) -> None:
    wrong = (
        Disturbance("MS-101", "chip_gone", 10_000, 7),
        Disturbance("BA-201", "slip_wrong", 10_000, 7),
    )
    database, _ = played_wrong(tmp_path, *wrong)
    folder = tmp_path / "rounds"
    assert causes(database, folder, "MS-101")[0].startswith("BA-201 differs the other way: 700.00")
    assert causes(database, folder, "BA-201")[0].startswith("MS-101 differs the other way")
    database.close()


def test_a_slip_whose_chips_did_not_move_and_chips_without_a_slip(
    day: tuple[Database, Path],
) -> None:
    with day[0].read() as tx:
        periods = [registry.period_on(tx, table, DAY) for table in ("MS-101", "MS-102", "BA-201")]
        slips = [
            slip
            for period in periods
            if period is not None
            for slip in bookings.booked_slips(tx, period.id)
        ]
    fill = next(slip for slip in slips if slip.paper == "fill_slip")
    total = fill.content.total.cents
    assert why._slip(fill, booked=True).cents == -total
    unbooked = why._slip(replace(fill, state="void"), booked=False)
    assert (unbooked.cents, unbooked.part) == (total, Part.CHIPS)
    assert "is void and its chips moved all the same" in unbooked.sentence
    credit = replace(fill, paper="credit_slip")
    assert why._slip(credit, booked=True).cents == total
    assert why._slip(credit, booked=False).cents == -total


def test_a_round_recorded_otherwise_says_what_it_did_to_the_rack() -> None:
    paid = Disagreement(881, 3, "player", "paid_tray_cents", 10_000, 7_500, "633a.7", "")
    found = why._recorded(paid)
    assert found.cents == -2_500
    assert (
        "Round 881, seat 3: player paid tray 100.00, by the book 75.00 (633a.7)" in found.sentence
    )
    breach = replace(paid, what="breach")
    assert why._recorded(breach).cents == 0


def test_marked_vigorish_that_was_not_collected_is_a_cause(tmp_path: Path) -> None:
    filed = tuple(
        replace(each, terms={**each.terms, "vig_collection": "marked"})
        if each.game == "baccarat"
        else each
        for each in playing.a_house().rules
    )
    database = playing.loaded(tmp_path, playing.a_house(rules=filed))
    folder = tmp_path / "rounds"
    play_day(database, folder, playing.plan())
    with database.read() as tx:
        period = registry.period_on(tx, "BA-201", DAY)
        assert period is not None
        by_book = played.by_book(tx, folder, period.id)
        assert by_book is not None
        cleared = by_book[1]["vig_cleared_cents"]
        cents = int(cleared[cleared > 0][0])
        said = [each.sentence for each in why._rounds(tx, folder, period.id, -cents)]
    assert any("the marked vigorish of" in each for each in said)
    database.close()


def test_a_period_without_rounds_or_slip_has_no_evidence(day: tuple[Database, Path]) -> None:
    with day[0].read() as tx:
        assert why._rounds_of_coupons(tx, None, day[1]) == {}
        assert list(why._rounds(tx, day[1] / "elsewhere", 1, 100)) == []
        assert list(why._rounds(tx, day[1], 999, 100)) == []
        assert list(why._closing(tx, "")) == []


def test_an_unfinished_slip_of_the_day_is_evidence(day: tuple[Database, Path]) -> None:
    with day[0].read() as tx:
        period = registry.period_on(tx, "MS-101", DAY)
        assert period is not None
        booked = [each.where for each in why._slips(tx, period.id, "MS-101", DAY)]
        names = [slip.name for slip in bookings.booked_slips(tx, period.id)]
        assert booked == names
        other = {each.where for each in why._slips(tx, 999, "MS-101", DAY)}
        assert other == set(), "a slip that is done belongs to its own period"


def test_a_table_without_a_box_is_listed_with_nothing(tmp_path: Path) -> None:
    database = playing.loaded(tmp_path)
    with database.read() as tx:
        days = totals.compute_day(tx, DAY)
        with pytest.raises(NotFoundError, match="no totals"):
            revenue.rows_of(tx, DAY)
    assert [entry.table for entry in days] == [t.code for t in playing.a_house().tables]
    assert all(entry.period is None and entry.complete for entry in days)
    assert all(entry.books is not None and entry.books.win == ZERO for entry in days)
    database.close()


def test_rounds_of_a_period_that_is_not_there_are_not_recorded(
    day: tuple[Database, Path],
) -> None:
    path = next(day[1].rglob("MS-101.rounds.parquet"))
    period, columns = files.read_rounds(path)
    _, buyins = files.read_buyins(path.with_name("MS-101.buyins.parquet"))
    later = replace(period, gaming_date=NEXT.replace(year=2012))
    stored = files.write_period(day[1], later, columns, buyins)
    stage = Stage(day[0], playing.a_house(), AT)
    with pytest.raises(NotFoundError, match="no drop period"):
        perform(
            day[0],
            rounds.record_file,
            who=stage.who(Role.DROP_TEAM),
            now=AT,
            period=later,
            stored=stored,
        )
    none = {name: values[:0] for name, values in columns.items()}
    empty = files.write_period(day[1], later, none, buyins)
    assert open_file(day[1] / empty.rounds.path).agrees()


def test_a_house_without_the_people_cannot_be_played(tmp_path: Path) -> None:
    bare = tuple(p for p in playing.a_house().people if not p.holds(Role.SURVEILLANCE))
    database = playing.loaded(tmp_path, playing.a_house(people=bare))
    stage = Stage(database, playing.a_house(people=bare), AT)
    with pytest.raises(EntryError, match="Nobody of this house is a Surveillance"):
        stage.person(Role.SURVEILLANCE)
    database.close()
