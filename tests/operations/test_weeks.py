"""Weeks filed, contests taxed each by itself, and what comes to light afterwards."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.adjusting import Part
from countroom.domain.audit import DayState
from countroom.domain.papers.weekly_return import WeeklyReturn
from countroom.domain.people import Role
from countroom.domain.spans import Span
from countroom.errors import AccessError, EntryError, RepeatError, RuleError
from countroom.inquiries import audit as audits
from countroom.inquiries import filed, ledger, reconcile, revenue, spans, tax
from countroom.inquiries.verification import verify
from countroom.money import ZERO, Money, total
from countroom.operations.books import contests, weeks
from countroom.operations.books.contests import Contest
from countroom.regulations import CLOSING, V_113
from countroom.stores import documents
from tests.plumbing import playing
from tests.plumbing.books import CLERK, MANAGER, Office, office
from tests.plumbing.playing import DAY, NEXT, viewer

TABLE, RAKED = "MS-101", "PK-301"


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Office]:
    """The last day of one filing week and the first of the next."""
    database = playing.two_weeks(tmp_path)
    yield office(database, tmp_path, after=NEXT)
    database.close()


def file_week(books: Office, day: Any = DAY, role: Role = MANAGER) -> str:
    return books.do(weeks.file_week, gaming_date=day, proof=books.stage.proof(role)).name


def hold(books: Office, name: str, fees: int, prizes: int, **changed: Any) -> str:
    asked: dict[str, Any] = {
        "ended": DAY,
        "contest": Contest(name, 8, Money(fees), Money(prizes)),
        "proof": books.stage.proof(CLERK),
        "checked": books.stage.proof(MANAGER),
    }
    return books.do(contests.record, **asked | changed).name


@pytest.mark.rule(CLOSING)
def test_a_week_is_filed_when_it_is_over_and_its_days_are_filed(books: Office) -> None:
    with pytest.raises(RuleError, match=f"Not filed yet: {DAY.isoformat()}"):
        file_week(books)
    assert filed.week(books.database, viewer(), DAY).left
    books.filed()
    with pytest.raises(AccessError, match="signed by"):
        file_week(books, role=CLERK)
    due = tax.week(books.database, viewer(), DAY).due
    name = file_week(books)
    with books.database.read() as tx:
        content: WeeklyReturn = documents.by_name(tx, name).content
    assert (content.gross, content.due) == (due.gross.total, due.due)
    assert [day.gaming_date for day in content.days] == [DAY]
    assert filed.week(books.database, viewer(), DAY).filed_as == name
    with pytest.raises(RepeatError, match=f"filed as {name}"):
        file_week(books)
    books.filed(NEXT)
    with pytest.raises(RuleError, match="is filed when that day is over"):
        file_week(books, NEXT)


@pytest.mark.rule(CLOSING)
def test_what_comes_to_light_later_is_posted_as_of_a_prior_period_in_the_open_week(
    books: Office,
) -> None:
    books.filed()
    name = file_week(books)
    before = revenue.day(books.database, viewer(), DAY)
    week = tax.week(books.database, viewer(), DAY)
    journal = ledger.journal(books.database, viewer(), DAY).entries
    gross = tax.week(books.database, viewer(), NEXT).due.gross
    posted = ledger.journal(books.database, viewer(), NEXT).entries
    for table, part, cents in ((TABLE, Part.CREDITS, 30_000), (RAKED, Part.RAKE_CHIPS, 800)):
        done = books.adjust(table, part, cents)
        assert f"posted on {NEXT.isoformat()}" in done.says
    assert revenue.day(books.database, viewer(), DAY) == before, "what was filed stays"
    assert tax.week(books.database, viewer(), DAY) == week
    assert ledger.journal(books.database, viewer(), DAY).entries == journal
    assert books.audit().state is DayState.FILED
    assert [one.posted for one in books.audit().later] == [NEXT, NEXT]
    after = tax.week(books.database, viewer(), NEXT).due.gross
    assert after.banking == gross.banking + Money(30_000)
    assert after.nonbanking == gross.nonbanking + Money(800)
    sheet = spans.worksheet(books.database, viewer(), NEXT)
    assert spans.gross(sheet, Span.DAY) == after.total
    assert spans.gross(sheet, Span.YEAR) == after.total + week.due.gross.total
    entries = ledger.journal(books.database, viewer(), NEXT).entries
    assert entries[: len(posted)] == posted
    lines = [line for one in entries[len(posted) :] for line in one.postings]
    assert {(line.account, line.table, line.amount.cents) for line in lines} == {
        ("1320", TABLE, 30_000),
        ("4010", TABLE, -30_000),
        ("1320", RAKED, 800),
        ("4020", RAKED, -800),
    }
    assert all(f"prior period {DAY.isoformat()}" in line.says for line in lines)
    money = reconcile.reconciled(books.database, viewer(), NEXT, books.rounds)
    assert money.variance == ZERO, "the open day still agrees with its own games"
    with books.database.read() as tx:
        content: WeeklyReturn = documents.by_name(tx, name).content
    assert content.gross == week.due.gross.total
    figure = audits.figures(books.database, viewer(), DAY, TABLE)
    assert figure.posted == NEXT
    assert figure.standing[Part.CREDITS] == figure.day.credits + Money(30_000)
    assert verify(books.database) == []


@pytest.mark.rule(CLOSING)
def test_where_no_day_is_open_it_waits_for_the_next(books: Office) -> None:
    for day in (DAY, NEXT):
        books.filed(day)
        books.stage.now += timedelta(days=8)
        file_week(books, day)
    assert audits.figures(books.database, viewer(), DAY, TABLE).posted is None
    with pytest.raises(RuleError, match="no later day is open"):
        books.adjust(TABLE, Part.FILLS, 100)
    with pytest.raises(RuleError, match="no later day is open"):
        hold(books, "Spring poker", 100, 50)


def test_a_filed_day_in_an_open_week_takes_it_and_is_filed_again(books: Office) -> None:
    for day in (DAY, NEXT):
        books.filed(day)
    file_week(books)
    books.adjust(TABLE, Part.FILLS, 100)
    assert books.audit(NEXT).state is DayState.REOPENED
    books.file(NEXT)
    assert books.audit(NEXT).filed_as == ("FA-0002", 2)


# ------------------------------------------------------------------------------------- contests


@pytest.mark.rule(V_113)
def test_the_loss_of_a_contest_is_set_off_against_no_other(books: Office) -> None:
    before = tax.week(books.database, viewer(), DAY).due.gross
    hold(books, "Spring poker", 100_000, 60_000)
    hold(books, "Craps night", 20_000, 90_000)
    gross = tax.week(books.database, viewer(), DAY).due.gross
    assert (gross.contests, gross.total) == (Money(40_000), before.total + Money(40_000))
    won, lost = filed.week(books.database, viewer(), DAY).contests
    assert (won.says, lost.net) == ("", Money(-70_000))
    assert "set off against no other" in lost.says
    entries = ledger.journal(books.database, viewer(), DAY).contests
    assert [total([line.amount for line in one.postings]) for one in entries] == [ZERO, ZERO]
    assert [one.postings[0].amount for one in entries] == [Money(40_000), Money(-70_000)]


def test_a_contest_is_entered_once_by_two_and_voided_by_two(books: Office) -> None:
    name = hold(books, "Spring poker", 100_000, 60_000)
    with pytest.raises(EntryError, match=f"stands on record as {name}"):
        hold(books, "Spring poker", 1, 0)
    manager = books.stage.proof(MANAGER)
    with pytest.raises(RuleError, match="same person may not do both"):
        hold(books, "Other", 1, 0, proof=manager)
    for wrong in (Contest("", 8, ZERO, ZERO), Contest("A", 0, Money(-1), Money(-1))):
        with pytest.raises(EntryError):
            hold(books, "", 0, 0, contest=wrong)
    second = books.stage.proof(CLERK)
    with pytest.raises(EntryError, match="another person"):
        books.do(contests.void, form=name, reason="Twice.", second=second)
    books.do(contests.void, form=name, reason="Twice.", second=manager)
    with pytest.raises(EntryError, match="no result that stands"):
        books.do(contests.void, form=name, reason="Twice.", second=manager)
    assert tax.week(books.database, viewer(), DAY).due.gross.contests == ZERO
    first, back = ledger.journal(books.database, viewer(), DAY).contests
    assert (back.reference, back.corrects) == (f"{name}-VOID", name)
    assert total([one.postings[0].amount for one in (first, back)]) == ZERO
    assert hold(books, "Spring poker", 5, 5)
    other = hold(books, "Summer poker", 5, 0)
    books.filed()
    file_week(books)
    with pytest.raises(RuleError, match="week or month that is filed"):
        books.do(contests.void, form=other, reason="Twice.", second=manager)


def test_chips_that_opened_otherwise_stand_on_a_line_of_their_own(tmp_path: Path) -> None:
    database = playing.a_mismatch(tmp_path)
    entries = [e for day in (DAY, NEXT) for e in ledger.journal(database, viewer(), day).entries]
    lines = [line for one in entries for line in one.postings]
    overnight = [line for line in lines if line.account == "4095"]
    assert [line.amount for line in overnight] == [Money(5_000)]
    for row in revenue.day(database, viewer(), NEXT).rows:
        first = next(
            one.day
            for one in revenue.day(database, viewer(), DAY).rows
            if one.day.table == row.day.table
        )
        moved = total(
            [line.amount for line in lines if (line.account, line.table) == ("1310", row.day.table)]
        )
        assert row.day.closing is not None
        assert first.opening is not None
        assert moved == row.day.closing - first.opening, "the racks as the books have them"
    database.close()


def test_the_month_stands_in_the_boards_columns(books: Office) -> None:
    found = tax.month(books.database, viewer(), NEXT)
    gross = [tax.week(books.database, viewer(), day).due.gross.total for day in (DAY, NEXT)]
    assert (found.first.isoformat(), found.days, found.tables) == ("2011-06-01", 2, 4)
    assert found.table_days == 8
    assert found.due.gross.total == total(gross)


def test_the_worksheet_is_preliminary_until_it_is_final_audited(books: Office) -> None:
    def called() -> str:
        return audits.status(books.database, viewer(), DAY)

    assert called() == "Preliminary"
    books.filed()
    assert called() == "FINAL AUDITED, FA-0001 version 1"
    books.adjust(TABLE, Part.FILLS, 100)
    assert called() == "Preliminary, adjusted since FA-0001 version 1"
