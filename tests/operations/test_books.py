"""The week's tax, the journal and the sums to date, of days that were really played."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from countroom.domain.bookkeeping import Bookkeeping
from countroom.domain.floor import Table, TableKind
from countroom.domain.ledger import Entry
from countroom.domain.people import Role
from countroom.domain.spans import Level, Span, by_table
from countroom.domain.tax import gross_of
from countroom.errors import AccessError, RuleError
from countroom.inquiries import compared, ledger, reconcile, revenue, spans, tax
from countroom.inquiries.verification import verify
from countroom.money import ZERO, Money, total
from countroom.operations import checks
from countroom.operations.checks import Copy
from countroom.operations.play.stage import Stage
from countroom.regulations import V_110, V_114
from countroom.stores import totals
from countroom.stores.database import Database
from tests.operations.test_checks import TABLE, complete, do, enter, stage
from tests.plumbing import playing
from tests.plumbing.playing import DAY, NEXT, viewer

__all__ = ["stage"]

THIRD = DAY + timedelta(days=2)


@pytest.fixture
def two_days(tmp_path: Path) -> Iterator[Database]:
    database = playing.a_mismatch(tmp_path)
    yield database
    database.close()


def win_of(database: Database, day: date) -> tuple[Money, Money]:
    """Banking win and rake, as the day's page has them."""
    found = revenue.day(database, viewer(), day)
    assert found.banking is not None
    assert found.rake is not None
    return found.banking.win, found.rake


# ---------------------------------------------------------------------------------- the journal


def entries(stage: Stage) -> tuple[Entry, ...]:
    return ledger.journal(stage.database, viewer(), DAY).entries


@pytest.mark.rule(V_110)
def test_a_correction_leaves_the_entry_and_adds_the_difference(stage: Stage) -> None:
    waiting = ledger.journal(stage.database, viewer(), DAY)
    assert waiting.entries == ()
    assert {entry.table for entry in waiting.waiting} >= {TABLE}
    enter(stage, "K-1")
    enter(stage, "K-2", 100_000)
    complete(stage)
    (first,) = entries(stage)
    assert entries(stage) == (first,), "the same whenever it is asked for"
    second = stage.proof(Role.ACCOUNTING)
    ask = {"table": TABLE, "reason": "A third copy turned up.", "second": second}
    do(stage, checks.reopen, Role.ACCOUNTING_SUPERVISOR, **ask)
    assert entries(stage) == (first,), "nothing is taken back while it is open"
    do(stage, checks.enter, table=TABLE, copy=Copy("K-3", Money(70_000)))
    complete(stage, MS_101="Three copies, one was tallied with another box.")
    kept, correction = entries(stage)
    assert kept == first
    assert (correction.reference, correction.corrects) == ("TG-2011-06-14-2", first.reference)
    assert [(line.table, line.says, line.amount.cents) for line in correction.postings] == [
        (TABLE, "Counter Checks", 70_000),
        (TABLE, "Win", -70_000),
    ]
    assert verify(stage.database) == []


def test_the_journal_books_the_win_that_is_shown_and_taxed(two_days: Database) -> None:
    for day in (DAY, NEXT):
        (entry,) = ledger.journal(two_days, viewer(), day).entries
        booked = {
            account: total([-line.amount for line in entry.postings if line.account == account])
            for account in (Bookkeeping().account_banking_win, Bookkeeping().account_rake)
        }
        assert tuple(booked.values()) == win_of(two_days, day)
        debits = [line.debit for line in entry.postings if line.debit is not None]
        credited = [line.credit for line in entry.postings if line.credit is not None]
        assert total(debits) == total(credited) > ZERO
        assert all((line.debit is None) != (line.credit is None) for line in entry.postings)


# ------------------------------------------------------------------------------------- the week


def test_a_week_adds_its_complete_days_and_names_the_others(two_days: Database) -> None:
    week = tax.week(two_days, viewer(), NEXT)
    assert (week.first, week.last, week.newest) == (DAY, DAY + timedelta(days=6), NEXT)
    wins = [win_of(two_days, day) for day in (DAY, NEXT)]
    assert week.due.gross.banking == total([win for win, _ in wins])
    assert week.due.gross.nonbanking == total([rake for _, rake in wins])
    assert next(day.gaming_date for day in week.incomplete) == THIRD
    assert {day.waits for day in week.incomplete} == {"no count of it is on record"}
    assert tax.weeks(two_days, viewer()) == (week,)


def test_weeks_come_newest_first_and_no_more_than_asked(two_days: Database) -> None:
    assert len(tax.weeks(two_days, viewer(), newest=1)) == 1
    assert tax.weeks(two_days, viewer(), newest=1)[0].first == DAY


@pytest.mark.rule(V_110)
def test_an_incomplete_day_is_no_part_of_the_tax(stage: Stage) -> None:
    week = tax.week(stage.database, viewer(), DAY)
    day = week.days[0]
    assert day.gross is None
    assert day.concluded
    assert TABLE in day.waits
    assert week.due.gross.total == ZERO
    assert tax.day(stage.database, viewer(), DAY) is None
    enter(stage, "K-1")
    enter(stage, "K-2", 100_000)
    complete(stage)
    alone = tax.day(stage.database, viewer(), DAY)
    assert alone == tax.week(stage.database, viewer(), DAY).due
    assert spans.worksheet(stage.database, viewer(), DAY).lines


def test_a_day_whose_count_goes_on_waits_for_it(two_days: Database) -> None:
    with two_days.read() as tx:
        found = tax._day(tx, DAY, frozenset(), ())
    assert (found.waits, found.concluded) == ("its count is not concluded", False)


def test_automated_tables_stand_by_themselves(two_days: Database) -> None:
    house = playing.a_house()
    tables = tuple(
        Table(one.code, one.pit, one.game, one.kind, one.chip_sets, one.order, automated=n)
        for one, n in ((one, one.code == "BA-201") for one in house.tables)
    )
    rows = [row.day for row in revenue.day(two_days, viewer(), DAY).rows]
    found = gross_of(rows, {one.code for one in tables if one.automated})
    wins = {day.table: day.books.win for day in rows if day.books is not None}
    assert found.automated == wins["BA-201"]
    assert found.banking == wins["MS-101"] + wins["MS-102"]


@pytest.mark.rule(V_114)
def test_a_house_that_states_no_week_files_none(tmp_path: Path) -> None:
    database = playing.loaded(tmp_path, playing.a_house(bookkeeping=Bookkeeping()))
    assert tax.weeks(database, viewer()) == ()
    with database.read() as tx, pytest.raises(RuleError, match="tax_week_starts"):
        tax._ends(tx, DAY)
    database.close()


def test_the_tax_the_journal_and_the_sums_are_open_as_the_win_is(stage: Stage) -> None:
    for ask in (tax.week, tax.day, ledger.journal, spans.worksheet):
        with pytest.raises(AccessError):
            ask(stage.database, viewer(Role.DEALER), DAY)
        with pytest.raises(AccessError, match="concluded"):
            ask(stage.database, viewer(), NEXT)
    with pytest.raises(AccessError):
        tax.weeks(stage.database, viewer(Role.DEALER))


# ---------------------------------------------------------------------------------- the sums


def test_the_month_is_its_days_and_the_house_is_its_tables(two_days: Database) -> None:
    found = spans.worksheet(two_days, viewer(), NEXT)
    wins = [win_of(two_days, day) for day in (DAY, NEXT)]
    banking, rake = found.house(TableKind.BANKING), found.house(TableKind.NONBANKING)
    assert banking[Span.DAY].win == wins[1][0]
    assert banking[Span.MONTH].win == banking[Span.YEAR].win == wins[0][0] + wins[1][0]
    assert rake[Span.MONTH].win == wins[0][1] + wins[1][1]
    assert spans.gross(found, Span.MONTH) == total([one for day in wins for one in day])
    for span in Span:
        for level in (Level.TABLE, Level.GAME, Level.PIT):
            parts = [
                line.sums.win
                for line in found.lines
                if line.span is span and line.level is level and line.kind is TableKind.BANKING
            ]
            assert total([win for win in parts if win is not None]) == banking[span].win


def test_a_span_opens_to_its_days(two_days: Database) -> None:
    found = spans.days(two_days, viewer(), NEXT, Span.YEAR)
    assert [day.gaming_date for day in found] == [DAY, NEXT]
    assert [(day.banking.win, day.nonbanking.win) for day in found] == [
        win_of(two_days, day) for day in (DAY, NEXT)
    ]
    assert found[0].gross == sum(win_of(two_days, DAY)[1:], win_of(two_days, DAY)[0])


def test_a_table_that_is_gone_stands_behind_the_others(two_days: Database) -> None:
    entries = [row.day for row in revenue.day(two_days, viewer(), DAY).rows]
    house = playing.a_house()
    fewer = playing.a_house(
        tables=house.tables[1:],
        boxes=tuple(box for box in house.boxes if box.table != house.tables[0].code),
    )
    lines = list(spans._of_span(fewer, Span.DAY, DAY, by_table(entries, Span.DAY)))
    tables = [line for line in lines if line.level is Level.TABLE]
    assert [line.code for line in tables][-1] == house.tables[0].code
    assert tables[-1].pit == ""


def test_a_total_read_quickly_says_the_same_but_its_notes(two_days: Database) -> None:
    with two_days.read() as tx:
        quick = totals.between(tx, DAY, NEXT)
        whole = [entry for day in (DAY, NEXT) for entry in totals.stored(tx, day)]
    place = {(entry.gaming_date, entry.table): entry for entry in quick}
    assert len(place) == len(whole) == len(quick)
    for entry in whole:
        assert place[entry.gaming_date, entry.table] == replace(entry, notes=())


def test_a_month_is_added_again_only_when_a_total_was_stored(stage: Stage) -> None:
    def sums() -> object:
        with stage.database.read() as tx:
            return totals.month_sums(tx, DAY.replace(day=1), DAY, frozenset({DAY}))

    before = sums()
    assert sums() is before
    enter(stage, "K-1")
    complete(stage, MS_101="One copy was torn and is with the Bureau.")
    assert sums() != before


def test_the_days_lines_say_what_the_games_say(two_days: Database, tmp_path: Path) -> None:
    found = compared.compared(two_days, viewer(), NEXT, tmp_path / "rounds")
    day = reconcile.reconciled(two_days, viewer(), NEXT, tmp_path / "rounds")
    lines = spans.worksheet(two_days, viewer(), NEXT).lines
    assert set(found) == {
        (line.level, line.code, line.kind) for line in lines if line.span is Span.DAY
    }
    house = [found[Level.HOUSE, kind.value, kind] for kind in TableKind]
    variances = [one.variance for one in house if one.variance is not None]
    assert total(variances) == day.variance
    for one in found.values():
        parts = [part for part in (one.cash, one.checks, one.chips) if part is not None]
        assert total(parts) == one.variance
    alone = compared.compared(two_days, viewer(), NEXT, tmp_path / "nowhere")
    unknown = alone[Level.HOUSE, "banking", TableKind.BANKING]
    assert (unknown.variance, unknown.coupons) == (None, None)
    assert {one.coupons for one in found.values()} == {0}
