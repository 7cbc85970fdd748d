"""Where the evidence for a difference comes from, and what each piece of it would do."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from countroom.domain.explaining import signs
from countroom.domain.people import Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import day_facts, played, reconcile, revenue, why
from countroom.inquiries.settling import open_file
from countroom.money import ZERO, Money
from countroom.operations import checks, rounds
from countroom.operations.acts import perform
from countroom.operations.play import Disturbance, count_day, enter_checks, play_day
from countroom.operations.play.stage import Stage
from countroom.operations.play.truth import Truth
from countroom.stores import registry, totals
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
    says = f"Coupon {serial} lies in the box of MS-102; it was played at MS-101."
    assert causes(database, folder, "MS-101")[0] == says
    assert causes(database, folder, "MS-102")[0] == says
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
    for table in ("MS-101", "BA-201"):
        assert (
            "MS-101 and BA-201 lie in the rack of the other" in causes(database, folder, table)[0]
        )
    database.close()


def test_the_facts_of_a_day_say_what_its_reconciliation_says(day: tuple[Database, Path]) -> None:
    with day[0].read() as tx:
        found = reconcile.reconciled_in(tx, DAY, day[1])
        facts = day_facts.day_of(tx, found, day[1])
    assert [table.code for table in facts.tables] == [one.row.day.table for one in found.tables]
    assert signs.of_day(facts) == {}
    for one, table in zip(found.tables, facts.tables, strict=True):
        assert one.games.played is not None
        assert table.play == one.games.played.house_net_chips.cents
        assert table.currency == one.row.day.currency.cents
        assert sum(slip.into for slip in table.slips) == (
            one.row.day.fills.cents - one.row.day.credits.cents
        )


def test_a_day_that_agrees_has_no_cause_and_none_is_tried(day: tuple[Database, Path]) -> None:
    for found in why.day(day[0], viewer(), DAY, day[1]):
        assert (found.causes, found.says, found.singles, found.unexplained) == ((), (), 0, ())


def test_chips_gone_are_told_to_the_slip_and_beside_what_else_would_do(tmp_path: Path) -> None:
    database, _ = played_wrong(tmp_path, Disturbance("MS-101", "chip_gone", 2_500, 1))
    found = why.why(database, viewer(), DAY, "MS-101", tmp_path / "rounds")
    slip = found.result.row.day.closing_slip
    first = found.causes[0]
    assert (first.causes[0].code, first.where) == ("pieces_short", slip)
    assert first.sentence.startswith("1 of $25 main")
    assert found.says == ("Chips short 25.00.",)
    assert found.unexplained == ()
    assert found.tried.startswith(f"{found.singles:,} causes and ")
    plain = why.plain(found)
    assert plain["reasons"][0]["causes"][0]["look_at"] == [slip]
    with pytest.raises(NotFoundError, match="no table XX"):
        why.why(database, viewer(), DAY, "XX", tmp_path / "rounds")
    database.close()


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
        whole = played.whole(tx, folder, period.id)
        assert whole is not None
    marks = [each for each in day_facts.of_rounds(whole)["mistakes"] if each.kind == "marks"]
    assert marks
    assert all("the marked vigorish of" in each.says and each.cents < 0 for each in marks)
    database.close()


def test_a_period_without_rounds_has_none(day: tuple[Database, Path]) -> None:
    with day[0].read() as tx:
        assert played.whole(tx, day[1], 999) is None
        assert played.whole(tx, day[1] / "elsewhere", 1) is None


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
