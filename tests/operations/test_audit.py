"""A day after its count: audited, explained, adjusted, filed."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.adjusting import LISTED_ABOVE, Correction, Part, listed
from countroom.domain.audit import DayState, ItemKind, Proposed
from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces
from countroom.domain.papers.adjustment import Adjustment, adjustment_lines
from countroom.domain.papers.audited_day import AuditedDay
from countroom.domain.people import Role
from countroom.domain.spans import Span
from countroom.domain.table_day import corrected
from countroom.errors import (
    AccessError,
    EntryError,
    NotFoundError,
    RepeatError,
    RuleError,
    StaleError,
)
from countroom.inquiries import audit as audits
from countroom.inquiries import ledger, reconcile, revenue, spans, tax
from countroom.inquiries.verification import verify
from countroom.money import ZERO, Money, total
from countroom.operations.books import explaining, ticking
from countroom.operations.books.explaining import Seen
from countroom.operations.play import file_all_but_newest, file_day
from countroom.regulations import AUDIT_APART, EXPLAINED, FILING, V_44, V_115
from countroom.stores import documents, proceeds, registry
from tests.plumbing import playing
from tests.plumbing.books import CLERK, MANAGER, Office, office
from tests.plumbing.playing import DAY, NEXT, viewer

TABLE = "MS-101"
RAKED = "PK-301"


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Office]:
    """An undisturbed day, concluded and complete."""
    database = playing.a_played_day(tmp_path)
    yield office(database, tmp_path)
    database.close()


@pytest.fixture
def short(tmp_path: Path) -> Iterator[Office]:
    """A day on which a chip of $25 went from a rack."""
    database = playing.a_short_day(tmp_path)
    yield office(database, tmp_path)
    database.close()


def win(books: Office, table: str = TABLE, day: Any = DAY) -> Money:
    rows = revenue.day(books.database, viewer(), day).rows
    found = next(row.win for row in rows if row.day.table == table)
    assert found is not None
    return found


# ------------------------------------------------------------------------------- the work list


def test_the_list_holds_every_form_of_the_day_and_what_does_not_fit(books: Office) -> None:
    items = books.audit().items
    kinds = {item.kind for item in items}
    assert kinds >= {ItemKind.REPORT, ItemKind.SLIP, ItemKind.CHECK, ItemKind.FORM}
    assert len({item.key for item in items}) == len(items)
    with books.database.read() as tx:
        (count,) = [name for name, of in registry.counts(tx) if of == DAY]
        reports = {one.name for one in proceeds.reports(tx, count).values()}
    assert reports <= {item.key for item in items}
    assert {item.table for item in items} == {"", *(t.code for t in playing.a_house().tables)}


@pytest.mark.rule(AUDIT_APART)
def test_nobody_ticks_a_form_of_his_own(books: Office) -> None:
    items = books.audit().items
    check = next(item for item in items if item.kind is ItemKind.CHECK)
    assert check.people == {books.stage.person(CLERK).code}
    asked: dict[str, Any] = {"gaming_date": DAY, "items": {check.key: check.digest}}
    with pytest.raises(RuleError, match="form of your own"):
        books.do(ticking.tick, **asked)
    books.do(ticking.tick, MANAGER, **asked)
    assert books.audit().ticked == 1


def test_a_tick_holds_for_what_was_seen_and_can_be_taken_back(books: Office) -> None:
    slip = next(item for item in books.audit().items if item.kind is ItemKind.SLIP)
    asked: dict[str, Any] = {"gaming_date": DAY}
    with pytest.raises(StaleError, match="has changed"):
        books.do(ticking.tick, items={slip.key: "other"}, **asked)
    with pytest.raises(NotFoundError, match="not on the work list"):
        books.do(ticking.tick, items={"F-9999": ""}, **asked)
    with pytest.raises(EntryError, match="Choose"):
        books.do(ticking.tick, items={}, **asked)
    with pytest.raises(AccessError):
        books.do(ticking.tick, Role.CCR, items={slip.key: slip.digest}, **asked)
    books.do(ticking.tick, items={slip.key: slip.digest}, **asked)
    books.do(ticking.tick, items={slip.key: slip.digest}, **asked)
    assert books.audit().ticked == 1, "twice is once"
    with pytest.raises(EntryError, match="Say why"):
        books.do(ticking.untick, item=slip.key, reason=" ", **asked)
    books.do(ticking.untick, item=slip.key, reason="The wrong slip.", **asked)
    with pytest.raises(NotFoundError, match="not ticked"):
        books.do(ticking.untick, item=slip.key, reason="Again.", **asked)
    assert books.audit().ticked == 0


# ------------------------------------------------------------------------------- explanations


@pytest.mark.rule(EXPLAINED)
def test_a_cause_that_is_not_found_is_signed_by_the_audit_manager(short: Office) -> None:
    now = short.audit()
    (variance,) = now.open_variances
    assert (variance.differing.table, variance.differing.total) == (TABLE, Money(-2_500))
    asked: dict[str, Any] = {
        "gaming_date": DAY,
        "seen": Seen(variance.differing, now.mark, 3),
        "found": "recording of the table, every slip",
        "cause_found": False,
    }
    with pytest.raises(RuleError, match="supervisor signs"):
        short.do(explaining.explain, proof=short.stage.proof(CLERK), **asked)
    silent = {**asked, "found": " "}
    with pytest.raises(EntryError, match="Say what was tried"):
        short.do(explaining.explain, proof=short.stage.proof(MANAGER), **silent)
    done = short.do(explaining.explain, proof=short.stage.proof(MANAGER), **asked)
    assert done.name == "VX-0001"
    (after,) = short.audit().variances
    assert not after.open
    assert after.explained[0].says.startswith("Cause not found, tried: recording")
    assert verify(short.database) == []


def test_what_agrees_is_not_explained_and_what_changed_is_looked_at_again(short: Office) -> None:
    now = short.audit()
    even = next(one for one in now.differing if one.even)
    asked: dict[str, Any] = {"gaming_date": DAY, "proof": short.stage.proof(CLERK)}
    with pytest.raises(EntryError, match="nothing to explain"):
        short.do(explaining.explain, seen=Seen(even, now.mark), found="?", **asked)
    with pytest.raises(StaleError, match="have changed"):
        short.do(explaining.explain, seen=Seen(even, "before"), found="?", **asked)
    one = now.open_variances[0].differing
    with pytest.raises(EntryError, match="at most 1,000"):
        short.do(explaining.explain, seen=Seen(one, now.mark), found="x" * 1001, **asked)
    short.explain()
    short.adjust(TABLE, Part.CURRENCY, 1_000)
    (again,) = short.audit().open_variances
    assert again.differing.total == Money(-1_500)
    assert not again.explained[0].holds


# --------------------------------------------------------------------------------- adjustments


@pytest.mark.rule(V_115)
def test_an_adjustment_needs_a_reason_and_a_second_person(books: Office) -> None:
    with pytest.raises(EntryError, match="Say why"):
        books.adjust(TABLE, Part.FILLS, 5_000, typed={"reason": " "})
    with pytest.raises(EntryError, match="at most"):
        books.adjust(TABLE, Part.FILLS, 5_000, typed={"reason": "x" * 1_001})
    manager = books.stage.proof(MANAGER)
    with pytest.raises(RuleError, match="same person may not do both"):
        books.adjust(TABLE, Part.FILLS, 5_000, proof=manager)
    with pytest.raises(AccessError, match="signed by"):
        books.adjust(TABLE, Part.FILLS, 5_000, approver=books.stage.proof(CLERK))
    with pytest.raises(EntryError, match="nothing is adjusted"):
        books.adjust(TABLE, Part.FILLS, 0)
    with pytest.raises(EntryError, match="larger than"):
        books.adjust(TABLE, Part.FILLS, 10**14)
    whole: dict[str, Any] = {"part": Part.RAKE_CHIPS, "before": ZERO, "after": Money(1)}
    with pytest.raises(EntryError, match="banking table"):
        books.adjust(TABLE, Part.FILLS, 1, typed=whole)
    with pytest.raises(EntryError, match="no form F-9999"):
        books.adjust(TABLE, Part.FILLS, 1, typed={"source": "F-9999"})
    with pytest.raises(StaleError, match="look again"):
        books.adjust(TABLE, Part.FILLS, 1, typed={"before": Money(1)})
    with pytest.raises(NotFoundError):
        audits.figures(books.database, viewer(), DAY, "XX")
    with pytest.raises(NotFoundError, match="no table XX"):
        books.adjust(TABLE, Part.FILLS, 1, typed={"table": "XX"})
    assert [listed(LISTED_ABOVE), listed(LISTED_ABOVE + Money(1))] == [False, True]


def test_case_E2_a_void_fill_found_after_the_signatures_is_adjusted_in_the_final_version(
    books: Office,
) -> None:
    filed = books.filed()
    before = win(books)
    with books.database.read() as tx:
        (count,) = [name for name, of in registry.counts(tx) if of == DAY]
        signed = {one.name: one.digest for one in proceeds.reports(tx, count).values()}
        first: AuditedDay = documents.by_name(tx, filed.name).content
    (entry,) = ledger.journal(books.database, viewer(), DAY).entries
    done = books.adjust(TABLE, Part.FILLS, -500_000)
    assert "on the month-end list" in done.says
    assert win(books) == before + Money(500_000)
    assert books.audit().state is DayState.REOPENED
    books.explain(found="Void F-0003 was booked.")
    again = books.file()
    assert (again.name, again.version) == (filed.name, 2)
    with books.database.read() as tx:
        assert {one.name: one.digest for one in proceeds.reports(tx, count).values()} == signed
        old = documents.get(tx, documents.by_name(tx, filed.name).id, version=1)
        new = documents.by_name(tx, filed.name)
    assert (old.content, old.superseded, len(old.signatures)) == (first, True, 1)
    (change,) = new.content.changes
    assert change.after - change.before == Money(-500_000)
    assert new.content.banking == first.banking + Money(500_000)
    assert {one.name: one.sha256 for one in new.content.follows} == signed
    kept, difference, audited = ledger.journal(books.database, viewer(), DAY).entries
    assert kept == entry, "what was posted stays"
    assert difference.corrects == kept.reference
    assert [(line.account, line.amount.cents) for line in audited.postings] == [
        ("4010", 500_000),
        ("4090", -500_000),
    ], "what the win is over its games stands on a line of its own"
    assert verify(books.database) == []


@pytest.mark.parametrize(("table", "part"), [*((TABLE, one) for one in list(Part)[:6])])
def test_an_adjusted_figure_is_one_truth_everywhere(books: Office, table: str, part: Part) -> None:
    entry = next(
        r.day for r in revenue.day(books.database, viewer(), DAY).rows if r.day.table == table
    )
    before = win(books, table)
    books.adjust(table, part, 12_300)
    effect = part.effect(entry.kind, rake_in_cash=False)
    assert win(books, table) == before + Money(12_300 * effect)
    found = revenue.day(books.database, viewer(), DAY)
    assert found.banking is not None
    assert found.rake is not None
    gross = found.banking.win + found.rake
    sheet = spans.worksheet(books.database, viewer(), DAY)
    assert {spans.gross(sheet, span) for span in Span} == {gross}
    assert tax.week(books.database, viewer(), DAY).due.gross.total == gross
    entries = ledger.journal(books.database, viewer(), DAY).entries
    lines = [line for one in entries for line in one.postings]
    win_lines = [line.amount for line in lines if line.account in {"4010", "4020"}]
    assert -total(win_lines) == gross
    money = reconcile.day(books.database, viewer(), DAY, books.rounds)
    (table_,) = [one for one in money["tables"] if one["table"] == table]
    assert table_["win_cents"] == win(books, table).cents
    assert table_["variance_cents"] == 12_300 * effect
    assert verify(books.database) == []


def test_a_nonbanking_table_is_adjusted_in_its_rake_and_its_chips(books: Office) -> None:
    before = win(books, RAKED)
    books.adjust(RAKED, Part.RAKE_CHIPS, 400)
    assert win(books, RAKED) == before + Money(400)
    books.adjust(RAKED, Part.CURRENCY, 2_000)
    assert win(books, RAKED) == before + Money(400), "currency there is chip sales"


@pytest.mark.rule(V_44)
def test_a_rake_below_nothing_is_looked_at_and_set_to_nothing(books: Office) -> None:
    rake = win(books, RAKED)
    books.adjust(RAKED, Part.RAKE_CHIPS, -rake.cents - 500)
    assert win(books, RAKED) == Money(-500)
    (item,) = [one for one in books.audit().items if one.key.startswith("V-44")]
    assert (item.table, item.says) == (RAKED, "The rake is -5.00.")
    books.adjust(RAKED, Part.RAKE_CHIPS, 500)
    assert win(books, RAKED) == ZERO
    assert not [one for one in books.audit().items if one.key.startswith("V-44")]


# -------------------------------------------------------------------------------------- filing


@pytest.mark.rule(FILING)
def test_a_day_with_an_open_variance_is_not_filed(short: Office) -> None:
    with pytest.raises(RuleError) as refused:
        short.file()
    assert f"{TABLE} chips short 25.00" in refused.value.message
    assert "not audited: " in refused.value.message
    assert "more" in refused.value.message
    short.tick_all()
    assert short.audit().left == ("1 variance to explain",)
    with pytest.raises(RuleError, match="nobody has said what was found"):
        short.file()
    short.explain()
    with pytest.raises(AccessError, match="signed by"):
        short.file(proof=short.stage.proof(CLERK))
    with pytest.raises(StaleError):
        short.file(mark="before")
    done = short.file()
    assert (done.name, short.audit().says) == ("FA-0001", "filed")
    with pytest.raises(RepeatError, match="filed as FA-0001"):
        short.file()
    with short.database.read() as tx:
        content: AuditedDay = documents.by_name(tx, done.name).content
    (table,) = [one for one in content.tables if one.variance != ZERO]
    assert (table.table, table.explained, table.chips) == (TABLE, "VX-0001", Money(-2_500))
    assert content.gross == content.banking + content.rake


@pytest.mark.rule(FILING)
def test_a_rack_that_differed_and_an_incomplete_win_keep_a_day_open(tmp_path: Path) -> None:
    database = playing.a_mismatch(tmp_path)
    books = office(database, tmp_path, after=NEXT)
    books.tick_all()
    books.explain()
    with pytest.raises(RuleError, match="a rack that differed is not resolved"):
        books.file()
    database.close()


def test_a_table_without_its_closing_slip_is_completed_by_an_adjustment(books: Office) -> None:
    shown = audits.figures(books.database, viewer(), DAY, TABLE).day
    missing = replace(shown, closing=None)
    assert not missing.complete
    found = corrected(missing, (Correction("AJ-1", DAY, Part.CLOSING, Money(100)),))
    assert found.closing == Money(100)
    assert found.complete


# --------------------------------------------------------------------------- a played house


def test_played_people_audit_and_file_every_day_but_the_newest(tmp_path: Path) -> None:
    database = playing.a_mismatch(tmp_path)

    def ask(day: date) -> tuple[Proposed, ...]:
        return audits.proposed(database, viewer(), day, tmp_path / "rounds")

    assert file_all_but_newest(database, (DAY, NEXT), ask) == (DAY,)
    books = office(database, tmp_path, after=NEXT)
    assert books.audit().state is DayState.FILED
    assert books.audit(NEXT).state is DayState.PRELIMINARY
    assert verify(database) == []
    database.close()


def test_played_people_say_what_was_proposed(short: Office) -> None:
    found = audits.proposed(short.database, viewer(), DAY, short.rounds)
    (differs,) = [one for one in found if not one.differing.even]
    file_day(short.database, DAY, found)
    (variance,) = short.audit().variances
    assert variance.explained[0].says == differs.cause
    assert differs.candidates


def test_played_people_say_where_nothing_was_proposed_and_nothing_twice(short: Office) -> None:
    short.explain(found="Seen before.")
    found = audits.proposed(short.database, viewer(), DAY, short.rounds)
    file_day(short.database, DAY, tuple(replace(one, cause="") for one in found))
    (variance,) = short.audit().variances
    assert [one.says for one in variance.explained] == ["Seen before."]


def test_an_adjustment_by_denomination_adds_up_and_lists_its_pieces() -> None:
    chip = Pieces(Instrument.VALUE_CHIP, 2_500, 3, "main")
    asked: dict[str, Any] = {"table": TABLE, "of": DAY, "posted": DAY, "part": Part.CLOSING}
    asked |= {"before": Money(10_000), "after": Money(2_500), "reason": "Miscounted."}
    content = Adjustment(**asked, pieces=(chip,))
    (line,) = adjustment_lines(content)
    assert (line.pieces, line.sign, line.amount) == (3, -1, content.difference)
    with pytest.raises(EntryError, match="do not add up"):
        Adjustment(**asked, pieces=(replace(chip, pieces=2),))
