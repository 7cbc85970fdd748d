"""Counting a played day: the boxes as they truly are, through every step to the conclusion.

The people of the house act through the operations they would use; what each of them counts is
what lies there. With a disturbed truth the count is honest and the day does not agree.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from countroom.domain import box_sheet
from countroom.domain.box_sheet import Sheet
from countroom.domain.denominations import Instrument
from countroom.domain.drop import BoxState
from countroom.domain.papers.box_count import CouponFound, NoMoney, pool_of
from countroom.domain.papers.machine_test import KnownNote, Phase
from countroom.domain.papers.presentation import PoolEntry, PoolKey
from countroom.domain.papers.room_inspection import Checked, ItemKind
from countroom.domain.people import Role
from countroom.money import Money
from countroom.operations import (
    attendance,
    checks,
    closing_room,
    counting,
    drop,
    presenting,
    proving,
    recounting,
    signing,
)
from countroom.operations.acts import Done, Operation
from countroom.operations.play import bank, keys
from countroom.operations.play.stage import Actor, Stage
from countroom.operations.play.truth import BoxTruth, Truth
from countroom.stores import custody, proceeds
from countroom.stores.database import Database
from countroom.stores.house import house_on

_SECONDS: Final = timedelta(seconds=1)
_AFTER_DROP: Final = timedelta(hours=2, minutes=15)
"""From the end of the gaming day to the beginning of its count."""

_LEFT_OFF: Final = "in the trolley, and left off its manifest when it was written"

Kept = Callable[[str], object]
"""Keeps the prints of a count that is fully signed; rendering belongs to another layer."""


@dataclass(slots=True)
class _Room:
    """A count that is going on."""

    stage: Stage
    truth: Truth
    count: str = ""

    @property
    def team(self) -> list[Actor]:
        minimum = self.stage.house.settings.team_minimum
        return [(Role.COUNT_TEAM, number) for number in range(minimum)]

    def act(self, actor: Actor, operation: Operation, seconds: int = 10, **asked: object) -> Done:
        """Do something some seconds later."""
        return self.stage.do(
            self.stage.now + seconds * _SECONDS,
            self.stage.who(*actor),
            operation,
            **asked,
        )

    def of_count(
        self, actor: Actor, operation: Operation, seconds: int = 10, **asked: object
    ) -> Done:
        """Do something about this count."""
        return self.act(actor, operation, seconds, count=self.count, **asked)


SUPERVISOR: Final[Actor] = (Role.COUNT_ROOM_SUPERVISOR, 0)
REPRESENTATIVE: Final[Actor] = (Role.CCR, 0)
CASHIER: Final[Actor] = (Role.MAIN_BANK_CASHIER, 0)


def count_day(database: Database, truth: Truth, *, keep: Kept | None = None) -> str:
    """Take a played day through the count to its conclusion.

    It is recorded in two parts, up to the last signature and after it, each whole or not at all.

    Args:
        database: The property's.
        truth: What lies in the boxes.
        keep: Called with the count's name when every signature is there, to keep its prints.

    Returns:
        The name of the count.

    Raises:
        RuleError: The truth does not go with the record: a box is not where it should be.
    """
    with database.read() as tx:
        house = house_on(tx, truth.gaming_date)
    start = house.property.bounds(truth.gaming_date)[1] + _AFTER_DROP
    room = _Room(Stage(database, house, start), truth)
    with database.together():
        _begin(room)
        _take_in(room)
        for number, box in enumerate(truth.dropped):
            _count_box(room, box, number)
        room.of_count(SUPERVISOR, counting.all_recorded)
        _agree(room)
        _sign(room)
    if keep is not None:
        keep(room.count)
    with database.together():
        _conclude(room)
    return room.count


def _begin(room: _Room) -> None:
    stage, day = room.stage, room.truth.gaming_date
    officer = stage.person(Role.SURVEILLANCE).code
    room.act(SUPERVISOR, drop.tell_surveillance, what="count", gaming_date=day, officer=officer)
    keys.take(stage, keys.ROOM, SUPERVISOR, f"count of {day.isoformat()}")
    room.count = room.act(SUPERVISOR, counting.open_count, gaming_date=day).name
    for actor in (SUPERVISOR, REPRESENTATIVE, *room.team):
        room.of_count(actor, attendance.sign_on, proof=stage.proof(*actor))
    _test_machines(room, Phase.BEFORE)
    ticks = frozenset(counting.TICKS)
    room.of_count(SUPERVISOR, counting.secure_room, ticks=ticks)


def _test_machines(room: _Room, phase: Phase) -> None:
    notes = tuple(KnownNote(note.cents, 10, 10) for note in room.stage.house.currency.notes)
    for machine in room.stage.house.machines:
        room.of_count(
            SUPERVISOR,
            counting.test_machine,
            machine=machine.code,
            phase=phase,
            notes=notes,
            tester=room.stage.proof(*SUPERVISOR),
        )


def _take_in(room: _Room) -> None:
    stage = room.stage
    with stage.database.read() as tx:
        standing = custody.where(tx)
    why: dict[str, str] = {}
    for box in room.truth.dropped:
        if standing[box.box].state is BoxState.DROPPED:
            why[box.box] = _LEFT_OFF
            asked = {"reason": _LEFT_OFF, "table": box.table}
            ccr = stage.proof(*REPRESENTATIVE)
            room.of_count(
                SUPERVISOR, drop.receive_extra, 4, box=box.box, representative=ccr, **asked
            )
        else:
            room.of_count(SUPERVISOR, drop.receive_box, 4, box=box.box)
    supervisor = stage.proof(*SUPERVISOR)
    room.of_count(SUPERVISOR, drop.reconcile_in, supervisor=supervisor, explanations=why)
    room.of_count(
        SUPERVISOR,
        attendance.sign_out_keys,
        holder_a=stage.proof(*REPRESENTATIVE),
        holder_b=stage.proof(*SUPERVISOR),
    )


def _count_box(room: _Room, box: BoxTruth, number: int) -> None:
    stage, team = room.stage, room.team
    stations = stage.house.stations[: stage.house.settings.stations]
    opener, second = team[number % len(team)], team[(number + 1) % len(team)]
    station = stations[number % len(stations)].code
    room.of_count(opener, counting.open_box, box=box.box, station=station, announced=True)
    room.of_count(opener, counting.empty_box, 20, box=box.box)
    shown_to = stage.person(*second).code
    room.of_count(opener, counting.show_empty, 15, box=box.box, second=shown_to)
    sheet = sheet_of(stage, box)
    room.of_count(opener, counting.record_box, 90, box=box.box, revision=0, sheet=sheet)


def _found(stage: Stage, box: BoxTruth) -> dict[tuple[Instrument, str, int], int]:
    """What lies in a box, by instrument, chip set and denomination."""
    notes = {(Instrument.CURRENCY, "", n.denomination_cents): n.pieces for n in box.notes}
    chips = {
        (instrument, chips.chip_set, chips.denomination_cents): chips.pieces
        for chips in box.chips
        if (instrument := stage.house.chip_set(chips.chip_set).kind.instrument) is not None
    }
    return notes | chips


def sheet_of(stage: Stage, box: BoxTruth) -> Sheet:
    """What an honest counter types about a box."""
    table = stage.house.table(box.table)
    found = _found(stage, box)
    lines = box_sheet.in_use(stage.house, table, table.kind)
    figures = {
        line.key: found.get((line.instrument, line.chip_set, line.cents), 0) for line in lines
    }
    return Sheet(
        figures=figures,
        documents=box.documents,
        coupons=tuple(CouponFound(each.serial, each.cents) for each in box.coupons),
        empty=None if any(found.values()) else NoMoney.NO_ACTIVITY,
    )


def _pools(room: _Room) -> tuple[PoolEntry, ...]:
    """All the money of the boxes, strapped: what lies on the tables of the count room."""
    stage = room.stage
    pieces: Counter[PoolKey] = Counter()
    for box in room.truth.dropped:
        kind = stage.house.table(box.table).kind
        for (instrument, chip_set, cents), count in _found(stage, box).items():
            pieces[pool_of(kind, instrument), instrument, chip_set, cents] += count
    with stage.database.read() as tx:
        keys = proceeds.keys_to_enter(tx, room.count)
    strap = stage.house.settings.strap_notes
    return tuple(_entry(key, pieces[key], strap) for key in keys)


def _entry(key: PoolKey, pieces: int, strap: int) -> PoolEntry:
    pool, instrument, chip_set, cents = key
    straps = pieces // strap if instrument is Instrument.CURRENCY else 0
    return PoolEntry(
        pool=pool,
        instrument=instrument,
        denomination_cents=cents,
        straps=straps,
        loose=pieces - straps * strap,
        chip_set=chip_set,
    )


def _agree(room: _Room) -> None:
    stage = room.stage
    entries = _pools(room)
    if stage.house.settings.proof_c4a:
        room.of_count(room.team[0], proving.prove, 600, entries=entries)
    room.of_count(
        SUPERVISOR, presenting.present, 60, supervisor=stage.proof(*SUPERVISOR), entries=entries
    )
    room.of_count(CASHIER, attendance.sign_on, 60, proof=stage.proof(*CASHIER))
    room.of_count(CASHIER, recounting.begin)
    room.of_count(CASHIER, recounting.submit, 900, entries=entries)


def _sign(room: _Room) -> None:
    stage = room.stage
    with stage.database.read() as tx:
        reports = proceeds.reports(tx, room.count)
    saw = {report.name: report.digest for report in reports.values()}
    signers = [
        *(("count_team", actor) for actor in room.team),
        ("supervisor", SUPERVISOR),
        ("cashier", CASHIER),
        ("ccr", REPRESENTATIVE),
    ]
    for step, actor in signers:
        proof = stage.proof(*actor)
        room.of_count(actor, signing.sign_reports, step=step, proof=proof, saw=saw)


def _conclude(room: _Room) -> None:
    stage = room.stage
    accounting: Actor = (Role.ACCOUNTING, 0)
    sent = room.of_count(
        SUPERVISOR,
        closing_room.distribute_copies,
        30,
        second=stage.proof(*REPRESENTATIVE),
        third=stage.proof(*CASHIER),
        carrier=stage.proof(*SUPERVISOR),
        pouch=f"P-{room.truth.gaming_date:%y%m%d}",
    )
    room.of_count(CASHIER, closing_room.seal_proceeds, 60, cashier=stage.proof(*CASHIER))
    _test_machines(room, Phase.AFTER)
    house = stage.house
    places = [*(area.code for area in house.areas), *(one.code for one in house.machines)]
    checked = tuple(Checked(place, kind) for place in places for kind in ItemKind)
    room.of_count(
        SUPERVISOR,
        closing_room.inspect,
        300,
        checked=checked,
        employee=stage.proof(*SUPERVISOR),
        representative=stage.proof(*REPRESENTATIVE),
    )
    room.of_count(SUPERVISOR, attendance.return_keys)
    room.of_count(SUPERVISOR, closing_room.conclude)
    keys.bring(stage, keys.ROOM, SUPERVISOR)
    bank.bring_back(stage, room.count)
    room.act(
        accounting,
        closing_room.receive_original,
        600,
        transmittal=sent.name,
        receiver=stage.proof(*accounting),
    )


def enter_checks(database: Database, truth: Truth) -> None:
    """Let accounting enter the issuance copies of a concluded day, and say that these are all."""
    with database.together():
        _enter_checks(database, truth)


def _enter_checks(database: Database, truth: Truth) -> None:
    with database.read() as tx:
        house = house_on(tx, truth.gaming_date)
    stage = Stage(database, house, house.property.bounds(truth.gaming_date)[1] + 3 * _AFTER_DROP)
    accounting: Actor = (Role.ACCOUNTING, 0)
    who, day = stage.who(*accounting), truth.gaming_date
    for box in truth.dropped:
        for found in box.checks:
            stage.do(
                stage.now + 20 * _SECONDS,
                who,
                checks.enter,
                gaming_date=day,
                table=box.table,
                copy=checks.Copy(found.serial, Money(found.cents), box=box.box),
            )
    stage.do(
        stage.now + 60 * _SECONDS,
        who,
        checks.complete,
        gaming_date=day,
        explanations={},
        proof=stage.proof(*accounting),
    )
