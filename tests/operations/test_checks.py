"""Counter Checks: accounting enters them after the conclusion, and says when these are all."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.inquiries import revenue
from countroom.inquiries.verification import verify
from countroom.money import Money
from countroom.operations import checks, counting, papers, slips
from countroom.operations.acts import Act, Done, perform
from countroom.operations.checks import Copy
from countroom.operations.play.stage import Stage
from countroom.operations.totals import store_totals
from countroom.regulations import V_45, V_71, V_110
from countroom.stores import bookings, documents, registry, totals
from tests.plumbing import playing
from tests.plumbing.playing import DAY, NEXT, counted, dropped, viewer

AT = datetime(2011, 6, 15, 18, tzinfo=UTC)
TABLE = "MS-101"
"""Two checks lie in its box."""


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    database = counted(tmp_path)
    yield Stage(database, playing.a_house(), AT)
    database.close()


def do(stage: Stage, operation: Any, role: Role = Role.ACCOUNTING, **asked: Any) -> Done:
    return stage.do(AT, stage.who(role), operation, gaming_date=DAY, **asked)


def enter(stage: Stage, serial: str, cents: int = 50_000, table: str = TABLE) -> Done:
    return do(stage, checks.enter, table=table, copy=Copy(serial, Money(cents)))


def complete(stage: Stage, **explanations: str) -> Done:
    said = {table.replace("_", "-"): why for table, why in explanations.items()}
    return do(stage, checks.complete, explanations=said, proof=stage.proof(Role.ACCOUNTING))


def row(stage: Stage, table: str = TABLE) -> revenue.Row:
    found = revenue.day(stage.database, viewer(), DAY)
    return next(each for each in found.rows if each.day.table == table)


@pytest.mark.rule(V_110)
def test_checks_entered_and_closed_complete_the_win(stage: Stage) -> None:
    before = row(stage)
    assert (before.win, before.day.checks_tallied, before.day.checks_entered) == (None, 2, 0)
    enter(stage, "K-1")
    enter(stage, "K-2", 100_000)
    assert row(stage).win is None, "entered is not yet complete"
    complete(stage)
    after = row(stage)
    assert after.day.checks == Money(150_000)
    assert after.win is not None
    assert after.drop == after.day.currency + Money(150_000)
    assert row(stage, "PK-301").win is not None, "none is an answer too"
    with stage.database.read() as tx:
        check = documents.by_name(tx, "CC-0001")
    assert [signature.step for signature in check.signatures] == ["accounting"]


@pytest.mark.rule(V_45)
def test_the_count_room_tallies_checks_and_knows_no_more(stage: Stage) -> None:
    with stage.database.read() as tx:
        period = registry.period_on(tx, TABLE, DAY)
        assert period is not None
        found = bookings.boxes(tx, period.id)
    assert found.tally.counter_checks == 2
    assert b"K-110614" not in b"".join(documents_bytes(count.content) for count in found.counts)


def documents_bytes(content: object) -> bytes:
    return repr(content).encode()


def test_a_difference_to_the_tally_needs_a_reason(stage: Stage) -> None:
    enter(stage, "K-1")
    with pytest.raises(EntryError) as refusal:
        complete(stage)
    assert refusal.value.fields == {TABLE: f"{TABLE}: 2 tallied, 1 entered: say why."}
    complete(stage, MS_101="One copy was torn and is with the Bureau.")
    assert row(stage).day.checks_complete


def test_a_check_is_entered_once(stage: Stage) -> None:
    enter(stage, "K-1")
    with pytest.raises(EntryError, match="already entered as CC-0001"):
        enter(stage, "K-1")
    second = stage.proof(Role.ACCOUNTING_SUPERVISOR)
    who = stage.who(Role.ACCOUNTING)
    for wrong in (
        {"reason": " ", "second": second},
        {"reason": "x", "second": stage.proof(Role.ACCOUNTING)},
    ):
        with pytest.raises(EntryError):
            stage.do(AT, who, checks.void, check="CC-0001", **wrong)
    stage.do(AT, who, checks.void, check="CC-0001", reason="Wrong table.", second=second)
    with pytest.raises(NotFoundError):
        stage.do(AT, who, checks.void, check="CC-0001", reason="Again.", second=second)
    enter(stage, "K-1")


@pytest.mark.parametrize(
    "copy",
    [Copy("", Money(1)), Copy("K", Money(0)), Copy("K", Money(10**12)), Copy("K" * 41, Money(1))],
)
def test_a_check_has_a_number_and_an_amount(stage: Stage, copy: Copy) -> None:
    with pytest.raises(EntryError):
        do(stage, checks.enter, table=TABLE, copy=copy)


def test_closed_checks_are_opened_by_a_supervisor_and_another(stage: Stage) -> None:
    enter(stage, "K-1")
    enter(stage, "K-2")
    second = stage.proof(Role.ACCOUNTING)
    ask: dict[str, Any] = {"table": TABLE, "reason": "A third copy turned up.", "second": second}
    with pytest.raises(NotFoundError, match="are open"):
        do(stage, checks.reopen, Role.ACCOUNTING_SUPERVISOR, **ask)
    complete(stage)
    with pytest.raises(AccessError, match="closed"):
        enter(stage, "K-3")
    with pytest.raises(AccessError):
        do(stage, checks.reopen, **ask)
    do(stage, checks.reopen, Role.ACCOUNTING_SUPERVISOR, **ask)
    assert row(stage).win is None
    enter(stage, "K-3")
    complete(stage, MS_101="Three copies, one was tallied with another box.")
    assert row(stage).day.checks_entered == 3


def test_only_accounting_enters_and_only_after_the_conclusion(
    stage: Stage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(AccessError):
        do(stage, checks.enter, Role.CHIP_BANK_CASHIER, table=TABLE, copy=Copy("K", Money(1)))
    with pytest.raises(NotFoundError):
        do(stage, checks.enter, table="XX-1", copy=Copy("K", Money(1)))
    with pytest.raises(NotFoundError, match="no count"):
        perform(
            stage.database,
            checks.enter,
            who=stage.who(Role.ACCOUNTING),
            now=AT,
            gaming_date=NEXT,
            table=TABLE,
            copy=Copy("K", Money(1)),
        )
    database, truth = dropped(tmp_path_factory.mktemp("open"))
    early = Stage(database, playing.a_house(), AT)
    with pytest.raises(NotFoundError, match="no count"):
        do(early, checks.complete, explanations={}, proof=early.proof(Role.ACCOUNTING))
    early.do(AT, early.who(Role.COUNT_ROOM_SUPERVISOR), counting.open_count, gaming_date=DAY)
    with pytest.raises(AccessError, match="concluded"):
        do(early, checks.enter, table=truth.dropped[0].table, copy=Copy("K", Money(1)))
    database.close()


def test_a_slip_is_no_check(stage: Stage) -> None:
    with stage.database.read() as tx:
        slip = documents.find(tx, paper="inventory_slip")[0]
    second = stage.proof(Role.ACCOUNTING_SUPERVISOR)
    with pytest.raises(NotFoundError, match="no Counter Check"):
        stage.do(
            AT, stage.who(Role.ACCOUNTING), checks.void, check=slip.name, reason="x", second=second
        )
    assert slips.PLAN.next_step(slip.signatures) is None


def test_totals_are_stored_when_they_change_and_recomputed_alike(stage: Stage) -> None:
    count = f"{DAY.isoformat()}/1"
    complete(stage, MS_101="None could be read.")
    with stage.database.read() as tx:
        assert totals.stored(tx, DAY) == totals.compute(tx, count)
        assert totals.days(tx) == (DAY,)
        assert totals.stored(tx, NEXT) == ()


def test_a_total_that_is_not_what_the_records_come_to_is_named(stage: Stage) -> None:
    def differing() -> list[str]:
        with stage.database.read() as tx:
            return list(totals.differing(tx))

    assert differing() == []
    enter(stage, "K-1")
    assert row(stage).day.checks_entered == 1
    assert differing() == []
    complete(stage, MS_101="One copy was torn.")
    assert differing() == []
    perform(stage.database, _unbooked, who=stage.who(Role.ACCOUNTING), now=AT)
    assert differing() == [f"{TABLE} of {DAY.isoformat()}"]


def _unbooked(act: Act) -> Done:
    """Void a check and leave the total as it was, as no operation does."""
    papers.void(act, documents.by_name(act.tx, "CC-0001"), reason="x", second_person="192")
    return act.seal("nothing", "CC-0001", done=Done("Nothing."))


def _another(act: Act) -> Done:
    """A total of somebody's own, stored and sealed as if it had been worked out."""
    count = f"{DAY.isoformat()}/1"
    honest = next(one for one in totals.stored(act.tx, DAY) if one.table == TABLE)
    changed = replace(honest, currency=honest.currency + Money(2_000))
    act.add(totals.row(act.tx, count, changed, act.seq))
    return act.seal("total stored", TABLE, done=Done("Stored."))


@pytest.mark.rule(V_71)
def test_a_total_that_was_stored_otherwise_is_found_though_everything_else_fits(
    stage: Stage,
) -> None:
    assert verify(stage.database) == []
    perform(stage.database, _another, who=stage.who(Role.ACCOUNTING), now=AT)
    (finding,) = verify(stage.database)
    assert finding.place == f"total {TABLE} of {DAY.isoformat()}"
    assert finding.text().endswith("is not what the records come to")


def test_a_box_counted_after_the_checks_were_closed_opens_them_again(stage: Stage) -> None:
    """What its conclusion does: copies lie in the late box that nobody has entered."""
    enter(stage, "K-1")
    enter(stage, "K-2")
    complete(stage)
    assert row(stage).win is not None

    with stage.database.read() as tx:
        (count,) = [name for name, of in registry.counts(tx) if of == DAY]

    def late(act: Act) -> Done:
        checks.open_for_late_boxes(act, count)
        store_totals(act, count)
        return act.seal("count concluded", count, done=Done("."))

    stage.do(AT, stage.who(Role.COUNT_ROOM_SUPERVISOR), late)
    assert row(stage).win is None
    ask = {"table": TABLE, "reason": "?", "second": stage.proof(Role.ACCOUNTING)}
    with pytest.raises(NotFoundError, match="are open"):
        do(stage, checks.reopen, Role.ACCOUNTING_SUPERVISOR, **ask)
    complete(stage)
    assert row(stage).win is not None
