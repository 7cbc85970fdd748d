"""The worked gaming day 2011-06-14 from the first box to the last Counter Check, on both
databases: every figure of its books and reports, the recount cases, and the acceptance list.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import make_url

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Pool, Side
from countroom.domain.floor import TableKind
from countroom.domain.papers import count_report as papers
from countroom.domain.papers.box_count import Memo, MemoKind
from countroom.domain.papers.presentation import Method
from countroom.domain.pools import open_strap
from countroom.domain.procedure import TeamSigns
from countroom.domain.revenue import hold_shown
from countroom.engine.dealing import BuyIn, buy_in_columns
from countroom.engine.games import GAMES
from countroom.engine.records import resettle
from countroom.errors import AccessError, RuleError
from countroom.inquiries import copies, count_report, reconcile, revenue
from countroom.inquiries.verification import verify
from countroom.money import Money
from countroom.operations import (
    attendance,
    closing_room,
    counting,
    kept,
    presenting,
    proving,
    recheck,
    recounting,
    signing,
    slips,
)
from countroom.operations import rounds as round_files
from countroom.regulations import (
    COUNT_ORDER,
    V_11,
    V_35,
    V_45,
    V_46,
    V_50,
    V_51,
    V_52,
    V_53,
    V_55,
    V_57,
    V_60,
    V_61,
    V_62,
    V_63,
    V_64,
    V_66,
    V_68,
    V_110,
)
from countroom.stores import documents, migrating, proceeds, registry, rounds
from countroom.stores.database import Database
from tests.operations import fixture_day as fixture
from tests.operations.fixture_day import (
    COUNT,
    DAY,
    FIGURES,
    PROVED,
    TABLES,
    TEAM,
    UNPROVED,
    FixtureDay,
    box_of,
    laid,
    sheet_of,
)
from tests.plumbing import felts, postgres

BANKING, NONBANKING = TableKind.BANKING, TableKind.NONBANKING
EARLY: Final = replace(UNPROVED, team_signs=TeamSigns.BEFORE_PRESENTATION)
FOUND: Final = Memo(MemoKind.FOUND_CHIP, "house chip", 25_00, 1, chip_set="main")

HOUSES: Final = {
    "proved": (PROVED, {}),
    "unproved": (UNPROVED, {}),
    "early": (EARLY, {}),
    "chip": (PROVED, {"BJ-101": (FOUND,)}),
    "concluded": (PROVED, {}),
}
"""The day in several houses: settings, and what memo entries its boxes have."""

Fresh = Callable[[str], FixtureDay]

# ------------------------------------------------------------------------------ the databases


class Shapes:
    """Days counted up to their last box, made once each and copied for every test."""

    def __init__(self, kind: str, folder: Path, stack: ExitStack) -> None:
        self._kind = kind
        self._folder = folder
        self._stack = stack
        self._made: dict[str, tuple[str, datetime]] = {}

    def _empty(self, name: str) -> str:
        if self._kind == "sqlite":
            return f"sqlite:///{self._folder / name}.db"
        return self._stack.enter_context(postgres.database())

    def _shape(self, name: str) -> tuple[str, datetime]:
        if name not in self._made:
            database = Database(self._empty(name))
            migrating.migrate(database)
            settings, memos = HOUSES[name]
            day = fixture.counted(database, settings, memos)
            if name == "concluded":
                day.agree()
                day.to_the_end()
            database.close()
            self._made[name] = (database.url.render_as_string(hide_password=False), day.now)
        return self._made[name]

    def fresh(self, name: str, folder: Path, stack: ExitStack) -> FixtureDay:
        """A copy of a day, to go on with."""
        url, now = self._shape(name)
        if self._kind == "sqlite":
            made = shutil.copy(url.removeprefix("sqlite:///"), folder / "countroom.db")
            url = f"sqlite:///{made}"
        else:
            url = stack.enter_context(postgres.database(make_url(url).database))
        database = Database(url, anchor=folder / "journal.head")
        stack.callback(database.close)
        return FixtureDay(database, fixture.the_house(HOUSES[name][0]), now)


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def shapes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shapes]:
    with ExitStack() as stack:
        yield Shapes(str(request.param), tmp_path_factory.mktemp("shapes"), stack)


@pytest.fixture
def fresh(shapes: Shapes, tmp_path: Path) -> Iterator[Fresh]:
    with ExitStack() as stack:
        yield lambda name: shapes.fresh(name, tmp_path, stack)


@pytest.fixture
def day(fresh: Fresh) -> FixtureDay:
    """A house that proves its pools."""
    return fresh("proved")


@pytest.fixture
def concluded(fresh: Fresh) -> FixtureDay:
    """The same, its count concluded."""
    return fresh("concluded")


@pytest.fixture
def unproved(fresh: Fresh) -> FixtureDay:
    """A house without the proof, as cases R4 and R5 are."""
    return fresh("unproved")


def viewer(day: FixtureDay, badge: str) -> Viewer:
    person = day.house.person(badge)
    return Viewer(person, person.roles[0])


def dollars(*amounts: int) -> tuple[Money, ...]:
    return tuple(Money(amount * 100) for amount in amounts)


def refusal(rule: Any, attempt: Callable[..., Any], *given: Any, **asked: Any) -> RuleError:
    """Let somebody try what a rule forbids; nothing of it stays."""
    with pytest.raises(RuleError) as refused:
        attempt(*given, **asked)
    assert refused.value.rule is rule, refused.value
    return refused.value


# --------------------------------------------------------------------------- the golden day


def test_acceptance_1_every_figure_of_the_day(concluded: FixtureDay) -> None:
    day = concluded
    day.enter_checks()
    found = revenue.day(day.database, viewer(day, "A1"), DAY)
    assert found.complete
    for row in found.rows[:4]:
        entry = row.day
        assert entry.books is not None
        assert row.drop is not None
        assert row.win is not None
        figures = (
            entry.books.opening,
            entry.fills,
            entry.credits,
            entry.books.closing,
            entry.currency,
            entry.checks,
            row.drop,
            row.win,
        )
        assert figures == dollars(*FIGURES[entry.table]), entry.table
        assert hold_shown(row.hold) == f"{fixture.HOLDS[entry.table]}%"
    total = found.banking
    assert total is not None
    assert (
        total.opening,
        total.fills,
        total.credits,
        total.closing,
        total.currency,
        total.checks,
        total.drop,
        total.win,
    ) == dollars(*fixture.TOTALS)
    assert hold_shown(total.hold) == "-1.50%"
    poker = {row.day.table: row for row in found.rows[4:]}
    assert [poker[table].win for table in ("PK-501", "PK-502")] == [*dollars(1_482), Money(0)]
    assert poker["PK-501"].day.value_chips == Money(762_00)
    assert poker["PK-501"].day.rake_chips == Money(720_00)
    assert found.rake == Money(1_482_00)
    assert found.rake + total.win == Money(222_00)
    assert [row.findings for row in found.rows] == [()] * 6
    assert {row.day.table: len(row.day.coupons) for row in found.rows[:4]} == {
        "BJ-101": 12,
        "RO-201": 0,
        "CR-301": 4,
        "MB-401": 0,
    }
    assert verify(day.database) == []


def test_acceptance_1_both_reports_and_both_box_counts(concluded: FixtureDay) -> None:
    day = concluded
    for kind, name, boxes in ((BANKING, "BR-0001", 4), (NONBANKING, "NR-0001", 2)):
        report = day.report(kind)
        assert (report.name, report.version) == (name, 1)
        assert report.content.opened == len(report.content.boxes) == boxes
        assert report.content.gaming_date == DAY
        assert report.content.prepared == DAY + timedelta(days=1)
        steps = [signature.step for signature in report.signatures]
        assert steps == ["count_team"] * 3 + ["supervisor", "cashier", "ccr"]
    with day.database.read() as tx:
        counts = {one.table: one for one in proceeds.box_counts(tx, COUNT)}
        sums = documents.sums(tx, count=COUNT, side=Side.COUNT)
    currency = {
        table: counts[table].content.total_of(Instrument.CURRENCY).cents // 100 for table in FIGURES
    }
    assert currency == {table: figures[4] for table, figures in FIGURES.items()}
    notes = dict.fromkeys(fixture.NOTES, 0)
    for line in sums:
        if line.instrument is Instrument.CURRENCY and line.table in FIGURES:
            notes[line.denomination_cents] += line.pieces
    assert notes == {100_00: 649, 50_00: 56, 20_00: 450, 10_00: 88, 5_00: 50, 1_00: 70}
    assert sum(face * pieces for face, pieces in notes.items()) == 77_900_00


def test_the_pools_are_laid_out_in_straps_and_loose(day: FixtureDay) -> None:
    day.agree()
    with day.database.read() as tx:
        sheet = proceeds.last(tx, COUNT, "presentation")
    assert sheet is not None
    bulk = sum(one.straps * 100 * one.denomination_cents for one in sheet.content.entries)
    banking = [one for one in sheet.content.entries if one.pool is Pool.BANKING_CURRENCY]
    by_hand = sum(one.loose * one.denomination_cents for one in banking)
    assert (bulk, by_hand) == (68_000_00, 9_900_00)
    pools = {pool: sheet.content.total([pool]).cents for pool in Pool}
    assert pools == {
        Pool.BANKING_CURRENCY: 77_900_00,
        Pool.FOUND_CHIPS: 0,
        Pool.NONBANKING_CURRENCY: 0,
        Pool.NONBANKING_VALUE_CHIPS: 762_00,
        Pool.RAKE_CHIPS: 720_00,
    }


# -------------------------------------------------------------------------- recount R1 to R6


@pytest.mark.rule(V_55, V_57)
def test_acceptance_2_R1_agrees_and_a_direction_is_a_warning(day: FixtureDay) -> None:
    day.agree()
    assert day.state() is CountState.AGREED
    assert day.direct(100_00).extra == {"warned": True}
    assert day.state() is CountState.AGREED
    day.to_the_end()
    assert day.state() is CountState.CONCLUDED


@pytest.mark.rule(V_57, V_60)
def test_acceptance_2_R2_equal_grand_totals_do_not_agree(day: FixtureDay) -> None:
    day.prove()
    day.present()
    day.enter_cashier()
    recount = laid(n10000=-1, n2000=5)
    with day.database.read() as tx:
        proof = proceeds.last(tx, COUNT, "pool_proof")
    assert proof is not None
    banking = [Pool.BANKING_CURRENCY]
    given = {one.denomination_cents: one.pieces(100) for one in recount if one.pool in banking}
    assert sum(face * pieces for face, pieces in given.items()) == 77_900_00
    done = day.recount(recount)
    assert done.extra["agreed"] is False
    assert day.state() is CountState.DISCREPANT
    refusal(V_60, day.sign, "ccr", "B1")
    assert day.direct(100_00, 20_00).extra == {"warned": False}
    assert day.state() is CountState.STRAPS_DIRECTED
    assert day.recount(by_hand(laid())).extra == {"agreed": True, "attempt": 2}


def by_hand(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same, the straps counted note by note."""
    return tuple(replace(one, strap_method=Method.HAND) for one in entries)


@pytest.mark.rule(V_52, V_60)
def test_acceptance_2_R3_a_note_short_blocks_wrapping_and_the_representative(
    day: FixtureDay,
) -> None:
    day.prove()
    day.present()
    day.enter_cashier()
    assert day.recount(laid(n2000=-1)).extra["agreed"] is False
    assert day.state() is CountState.DISCREPANT
    refusal(V_52, day.seal)
    refusal(V_60, day.sign, "ccr", "B1")
    for step, badge in (("count_team", "T1"), ("supervisor", "S1"), ("cashier", "M1")):
        with pytest.raises(RuleError):
            day.sign(step, badge)
    with pytest.raises(RuleError):
        day.distribute()


@pytest.mark.rule(V_57, V_61, V_62)
def test_acceptance_2_R4_a_proved_slip_is_version_two_signed_again(fresh: Fresh) -> None:
    day = fresh("early")
    day.do(presenting.prepare, "T1", count=COUNT)
    for member in TEAM:
        day.sign("count_team", member)
    day.sign("supervisor", "S1")
    day.present(laid())
    day.enter_cashier()
    for attempt in (1, 2):
        assert day.recount(laid(n2000=-1)).extra == {"agreed": False, "attempt": attempt}
    day.do(recheck.escalate, "S1", count=COUNT)
    day.do(
        counting.change_box,
        "T1",
        count=COUNT,
        box=box_of("BJ-101"),
        version=1,
        sheet=sheet_of("BJ-101", n2000=109),
        reason="110 typed for 109",
        second=day.proof("S1"),
    )
    assert day.state() is CountState.AGREED
    report = day.report(BANKING)
    assert report.version == 2
    assert report.signatures == ()
    assert (report.reason, report.second_person) == ("110 typed for 109", "S1")
    with day.database.read() as tx:
        first = documents.get(tx, report.id, version=1)
        total = documents.sums(tx, count=COUNT, side=Side.COUNT)
    assert [one.person for one in first.signatures] == [*TEAM, "S1"]
    banking = sum(
        line.amount.cents
        for line in total
        if line.table in FIGURES and line.instrument is Instrument.CURRENCY
    )
    assert banking == 77_880_00
    refusal(V_61, day.sign, "supervisor", "S1", saw={report.name: report.digest})
    with pytest.raises(RuleError):
        day.sign("cashier", "M1")
    again = {report.name: report.digest}
    for member in TEAM:
        day.sign("count_team", member, again)
    day.sign("supervisor", "S1", again)
    day.sign("cashier", "M1")
    day.sign("ccr", "B1")
    assert day.state() is CountState.CCR_SIGNED
    assert verify(day.database) == []


@pytest.mark.rule(V_53)
def test_acceptance_2_R5_a_strap_of_101_is_found_when_straps_are_directed(
    unproved: FixtureDay,
) -> None:
    day, short = unproved, laid(n10000=-1)
    day.present(short)
    day.enter_cashier()
    assert day.recount(short).extra["agreed"] is False
    day.direct(100_00)
    opened = tuple(
        open_strap(one, held=101) if one.straps and one.denomination_cents == 100_00 else one
        for one in short
    )
    day.do(recounting.begin, "M1", count=COUNT)
    refusal(V_53, day.do, recounting.submit, "M1", count=COUNT, entries=opened)
    done = day.do(recounting.submit, "M1", count=COUNT, entries=by_hand(opened))
    assert done.extra == {"agreed": True, "attempt": 2}
    assert day.report(BANKING).version == 1
    with day.database.read() as tx:
        attempts = documents.find(tx, count=COUNT, paper="recount")
    totals = [one.content.total([Pool.BANKING_CURRENCY]).cents for one in attempts]
    assert totals == [77_800_00, 77_900_00]


def test_acceptance_2_R6_a_found_chip_is_a_pool_and_a_memo_of_its_own(fresh: Fresh) -> None:
    day = fresh("chip")
    day.do(proving.prove, "T1", count=COUNT, entries=laid({25_00: 1}))
    day.present()
    day.enter_cashier()
    assert day.recount(laid({25_00: 1})).extra["agreed"] is True
    with day.database.read() as tx:
        recount = proceeds.last(tx, COUNT, "recount")
        found = proceeds.figures(tx, COUNT)
        (box,) = documents.find(tx, count=COUNT, paper="box_count", box=box_of("BJ-101"))
    assert recount is not None
    assert recount.content.total([Pool.BANKING_CURRENCY]) == Money(77_900_00)
    assert recount.content.total([Pool.FOUND_CHIPS]) == Money(25_00)
    assert found[Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, "main", 25_00] == 1
    assert box.content.total == Money(12_340_00)
    assert [memo.kind for memo in box.content.memos] == [MemoKind.FOUND_CHIP]
    day.to_the_end()
    day.enter_checks()
    rows = revenue.day(day.database, viewer(day, "A1"), DAY).rows
    assert rows[0].win == Money(3_460_00)


def test_R6_a_found_chip_that_is_not_recounted_does_not_agree(fresh: Fresh) -> None:
    day = fresh("chip")
    done = day.do(proving.prove, "T1", count=COUNT, entries=laid({}))
    assert done.extra == {"proved": False}


# ------------------------------------------------------------------- the acceptance list (9)


@pytest.mark.rule(V_66)
def test_acceptance_3_nobody_outside_sees_the_day_before_the_conclusion(
    day: FixtureDay, tmp_path: Path
) -> None:
    def refused_to_all() -> None:
        for person in day.house.people:
            seen_by = Viewer(person, person.roles[0])
            for asked in (
                lambda seen=seen_by: revenue.day(day.database, seen, DAY),
                lambda seen=seen_by: reconcile.day(day.database, seen, DAY, tmp_path),
            ):
                with pytest.raises(AccessError) as refused:
                    asked()
                assert not any(figure in str(refused.value) for figure in ("77,900", "3,460"))

    refused_to_all()
    day.agree()
    refused_to_all()
    day.sign_all()
    day.distribute()
    day.seal()
    day.inspect()
    refused_to_all()
    day.conclude()
    assert revenue.day(day.database, viewer(day, "A1"), DAY).rows


@pytest.mark.rule(V_51)
def test_acceptance_4_a_recounter_who_saw_figures_does_not_recount(day: FixtureDay) -> None:
    day.prove()
    day.present()
    day.enter_cashier()
    for _ in range(2):
        day.recount(laid(n2000=-1))
    day.do(recheck.escalate, "S1", count=COUNT)
    day.do(recheck.give_back, "S1", count=COUNT)
    refusal(V_51, day.do, recounting.begin, "M1", count=COUNT)


@pytest.mark.rule(V_64)
def test_acceptance_4_the_cashier_has_no_figure_before_and_no_original_after(
    day: FixtureDay,
) -> None:
    def refused(*, kinds: Iterable[TableKind] = TableKind) -> None:
        for kind in kinds:
            with pytest.raises(AccessError) as error:
                count_report.report(day.database, viewer(day, "M1"), COUNT, kind)
            assert "77,900" not in str(error.value)

    day.prove()
    day.enter_cashier()
    refused()
    day.present()
    refused()
    assert day.recount(laid(n2000=-1)).extra["agreed"] is False
    refused()
    assert day.recount(laid()).extra["agreed"] is True
    assert count_report.report(day.database, viewer(day, "M1"), COUNT, BANKING).agrees
    day.sign_all()
    names = [copy.name for copy in papers.BANKING.copies]
    for kind in TableKind:
        kept_bytes = tuple((name, f"{kind} {name}".encode()) for name in names)
        report = day.report(kind)
        day.do(kept.keep_prints, "S1", document=report.id, rendered=kept_bytes)
    day.distribute()
    day.seal()
    day.inspect()
    day.conclude()
    refused()
    (third,) = copies.of_day(day.database, viewer(day, "M1"), DAY, papers.BANKING.code)
    assert third.content == b"banking THIRD COPY"
    (original,) = copies.of_day(day.database, viewer(day, "A1"), DAY, papers.BANKING.code)
    assert original.content == b"banking ORIGINAL"


@pytest.mark.rule(V_52, V_63)
def test_acceptance_5_nothing_is_wrapped_before_both_reports_are_signed(day: FixtureDay) -> None:
    day.agree()
    refusal(V_52, day.seal)
    reports = [day.report(kind) for kind in (BANKING, NONBANKING)]
    steps = [*(("count_team", member) for member in TEAM), ("supervisor", "S1"), ("cashier", "M1")]
    for step, badge in steps:
        day.sign(step, badge)
        refusal(V_52, day.seal)
        refusal(V_63, day.distribute)
    day.sign("ccr", "B1", {reports[0].name: reports[0].digest})
    assert day.state() is CountState.CASHIER_SIGNED
    refusal(V_52, day.seal)
    day.sign("ccr", "B1", {reports[1].name: reports[1].digest})
    day.seal()


@pytest.mark.rule(V_62)
def test_acceptance_6_one_cent_changed_after_signing_voids_every_signature(
    day: FixtureDay,
) -> None:
    day.agree()
    day.sign_all()
    signed = day.report(BANKING)
    changed: dict[str, Any] = {
        "count": COUNT,
        "box": box_of("BJ-101"),
        "version": 1,
        "sheet": sheet_of("BJ-101", n100=21),
        "reason": "a one-dollar note clung to the box",
        "second": day.proof("B1"),
    }
    with pytest.raises(RuleError) as refused:
        day.do(counting.change_box, "T1", **changed)
    assert refused.value.rule is COUNT_ORDER
    day.do(signing.reopen, "S1", count=COUNT, reason="a note more", representative=day.proof("B1"))
    day.do(counting.change_box, "T1", **changed)
    report = day.report(BANKING)
    assert (report.version, report.signatures) == (2, ())
    assert day.state() is CountState.TEAM_RECHECK
    with day.database.read() as tx:
        before = documents.get(tx, report.id, version=1)
    assert before.digest == signed.digest
    assert [one.step for one in before.signatures] == [one.step for one in signed.signatures]
    assert before.superseded
    refusal(V_60, day.sign, "ccr", "B1")


def test_case_H3_a_signature_is_bound_to_what_its_signer_saw(day: FixtureDay) -> None:
    day.agree()
    saw = dict.fromkeys(day.saw(), "0" * 64)
    assert "changed" in refusal(V_62, day.sign, "count_team", "T1", saw=saw).message


@pytest.mark.rule(V_35, V_50)
def test_acceptance_7_a_box_is_shown_empty_and_counted_or_nothing_is_concluded(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        day = in_the_room(stack, tmp_path)
        box, sheet = box_of("PK-502"), sheet_of("PK-502")
        for table in list(TABLES)[:5]:
            day.count_box(COUNT, box_of(table), sheet_of(table), station="S1", by="T1", second="T2")
        day.do(counting.open_box, "T2", count=COUNT, box=box, station="S2")
        day.do(counting.empty_box, "T2", count=COUNT, box=box)
        asked: dict[str, Any] = {"count": COUNT, "box": box, "revision": 0, "sheet": sheet}
        refusal(V_35, day.do, counting.record_box, "T2", **asked)
        assert box in refusal(COUNT_ORDER, day.do, counting.all_recorded, "T1", count=COUNT).message
        refusal(V_50, day.present, laid())
        with pytest.raises(RuleError):
            day.conclude()
        day.do(counting.show_empty, "T2", count=COUNT, box=box, second="T3")
        day.do(counting.record_box, "T2", **asked)
        day.do(counting.all_recorded, "T1", count=COUNT)
        day.agree()
        assert day.report(NONBANKING).content.opened == 2


def in_the_room(stack: ExitStack, folder: Path) -> FixtureDay:
    """The day up to the first box."""
    database = Database(f"sqlite:///{folder / 'room.db'}")
    stack.callback(database.close)
    migrating.migrate(database)
    return fixture.in_the_room(database, PROVED)


@pytest.mark.rule(V_68)
def test_acceptance_8_the_representative_on_duty_at_the_agreement_inspects(
    day: FixtureDay,
) -> None:
    day.agree()
    day.do(attendance.sign_on, "B2", count=COUNT, proof=day.proof("B2"))
    day.sign_all()
    day.distribute()
    day.seal()
    refusal(V_68, day.inspect, "B2")
    day.inspect("B1")


def test_acceptance_8_a_representative_relieved_before_the_agreement_neither_signs_nor_inspects(
    day: FixtureDay,
) -> None:
    day.prove()
    day.present()
    day.enter_cashier()
    leaving, coming = day.proof("B1"), day.proof("B2")
    day.do(attendance.relieve, "B1", count=COUNT, leaving=leaving, coming=coming)
    day.recount(laid())
    for member in TEAM:
        day.sign("count_team", member)
    day.sign("supervisor", "S1")
    day.sign("cashier", "M1")
    with pytest.raises(RuleError):
        day.sign("ccr", "B1")
    day.sign("ccr", "B2")
    day.do(
        closing_room.distribute_copies,
        "S1",
        count=COUNT,
        second=day.proof("B2"),
        third=day.proof("M1"),
        carrier=day.proof("E1"),
        pouch="P-1",
    )
    day.seal()
    day.inspect("B2")


@pytest.mark.rule(V_45, V_110)
def test_acceptance_9_the_win_is_incomplete_until_accounting_enters_the_checks(
    concluded: FixtureDay,
) -> None:
    day = concluded
    found = revenue.day(day.database, viewer(day, "A1"), DAY)
    assert not found.complete
    assert found.banking is None
    row = found.rows[0]
    assert (row.win, row.drop, row.hold) == (None, None, None)
    assert [one.rule for one in row.findings] == [V_110]
    assert row.day.checks_tallied == 2
    with day.database.read() as tx:
        (box,) = documents.find(tx, count=COUNT, paper="box_count", box=box_of("BJ-101"))
    asked = {name for name in dir(box.content.documents) if "check" in name}
    assert asked == {"counter_checks"}
    day.enter_checks()
    found = revenue.day(day.database, viewer(day, "A1"), DAY)
    assert found.rows[0].win == Money(3_460_00)


@pytest.mark.rule(V_46)
def test_acceptance_10_coupons_change_no_drop(concluded: FixtureDay) -> None:
    """The table with 12 coupons of $25 has the drop of its notes and checks alone."""
    day = concluded
    day.enter_checks()
    row = revenue.day(day.database, viewer(day, "A1"), DAY).rows[0]
    assert row.day.coupon_value == Money(300_00)
    assert row.drop == Money(14_340_00)


@pytest.mark.rule(V_11)
def test_acceptance_12_a_signed_inventory_slip_is_not_edited(day: FixtureDay) -> None:
    with day.database.read() as tx:
        slip = documents.find(tx, paper="inventory_slip", table="BJ-101")[-1]
    pieces = day.pieces("BJ-101", TABLES["BJ-101"].opening)
    asked: dict[str, Any] = {
        "slip": slip.name,
        "pieces": pieces,
        "reason": "a stack was overlooked",
    }
    refusal(V_11, day.do, slips.recount, "D1", **asked)
    second = day.proof("F1")
    refusal(V_11, day.do, slips.void, "D1", slip=slip.name, reason="wrong", second=second)
    with day.database.read() as tx:
        assert documents.by_name(tx, slip.name) == slip


@pytest.mark.parametrize(
    ("wall", "expected"),
    [
        ((2011, 6, 15, 9, 59, 59), date(2011, 6, 14)),
        ((2011, 6, 15, 10, 0, 0), date(2011, 6, 15)),
        ((2026, 3, 8, 9, 59, 59), date(2026, 3, 7)),
        ((2026, 3, 8, 10, 0, 0), date(2026, 3, 8)),
        ((2026, 11, 1, 10, 59, 59), date(2026, 10, 31)),
        ((2026, 11, 1, 11, 0, 0), date(2026, 11, 1)),
    ],
)
def test_acceptance_13_six_in_the_morning_and_both_clock_changes(
    wall: tuple[int, int, int, int, int, int], expected: date
) -> None:
    house = fixture.the_house(PROVED)
    at = datetime(*wall, tzinfo=UTC)
    assert house.property.gaming_date(at) == expected
    begins, ends = house.property.bounds(expected)
    assert begins <= at < ends


def test_acceptance_13_a_drop_at_six_belongs_to_the_period_it_ends(day: FixtureDay) -> None:
    with day.database.read() as tx:
        periods = [registry.period_on(tx, table, DAY) for table in TABLES]
    ends = [period.to_at for period in periods if period and period.to_at]
    six = datetime(2011, 6, 15, 10, tzinfo=UTC)
    assert len(ends) == 6
    assert [day.house.property.gaming_date(at) for at in ends if at >= six] == [
        DAY + timedelta(days=1)
    ] * sum(at >= six for at in ends)
    assert min(ends) < six


def test_acceptance_14_chips_of_two_fifty_survive_exactly(day: FixtureDay) -> None:
    with day.database.read() as tx:
        opener = documents.find(tx, paper="inventory_slip", table="BJ-101")[0]
        sums = documents.sums(tx, period=opener.period, side=Side.OPENING)
    halves = [line for line in sums if line.denomination_cents == 250]
    assert [(line.pieces, line.amount) for line in halves] == [(100, Money(250_00))]
    assert opener.content.total == Money(25_000_00)


# ------------------------------------------------------------------------ the engine's case


@pytest.mark.rule(V_46)
def test_the_engine_finds_the_table_25_short_in_its_chips(
    concluded: FixtureDay, tmp_path: Path
) -> None:
    """House net 3,485 by the games against a win of 3,460; 12 coupons, 5 of them lost."""
    day = concluded
    day.enter_checks()
    _record_rounds(day, tmp_path)
    found = reconcile.reconciled(day.database, viewer(day, "A1"), DAY, tmp_path)
    table = found.tables[0]
    assert table.games.played is not None
    assert table.games.played.house_net == Money(3_485_00)
    variance = table.variance
    assert variance is not None
    assert (variance.total, variance.cash, variance.checks, variance.chips) == dollars(
        -25, 0, 0, -25
    )
    assert (table.coupons.counted, table.coupons.settled) == (12, 12)
    assert table.coupons.findings() == ()


def _record_rounds(day: FixtureDay, folder: Path) -> None:
    game, rules = GAMES["baccarat"], felts.rules("baccarat")
    wins = {"player_1": "9c", "player_2": "Kd", "banker_1": "4c", "banker_2": "4d"}
    loses = {"player_1": "2c", "player_2": "Kd", "banker_1": "4c", "banker_2": "4d"}
    usual = {"wager": "player", "player_3": -1, "banker_3": -1, "shoe": 1, "at": 0}
    coupons = [
        {**usual, **(loses if number < 5 else wins), "stake_cents": 25_00, "round": number + 1}
        | {"coupon_serial": serial, "coupon_cents": 25_00}
        for number, serial in enumerate(TABLES["BJ-101"].serials())
    ]
    lost = {**usual, **loses, "stake_cents": 3_710_00, "round": 13}
    columns = felts.rows("baccarat", *coupons, lost)
    again = resettle(game, rules, columns)
    assert not again.refused
    with day.database.read() as tx:
        of = registry.period_on(tx, "BJ-101", DAY)
    assert of is not None
    assert of.to_at is not None
    period = rounds.Period(
        table="BJ-101",
        game="baccarat",
        rules=rules,
        gaming_date=DAY,
        from_at=of.from_at,
        to_at=of.to_at,
        seed=1,
    )
    at = of.from_at + timedelta(hours=1)
    buyins = [BuyIn(at, 1, 12_340_00, "cash", {})] + [
        BuyIn(at, 1, cents, "check", {}, serial)
        for serial, cents in TABLES["BJ-101"].checks.items()
    ]
    stored = rounds.write_period(folder, period, dict(again.columns), buy_in_columns(buyins))
    day.do(round_files.record_file, "R1", period=period, stored=stored)
