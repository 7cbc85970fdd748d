"""Gaming days of random legal and illegal acts on the real database, against the dumb world.

Whatever is allowed is done and changes both alike; whatever is not is refused by its rule and
leaves nothing. From wherever chance has led, every count can be taken to its conclusion.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import func, make_url, select
from sqlmodel import SQLModel

from countroom.domain.access import Viewer
from countroom.domain.floor import TableKind
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.domain.pools import REPORT_POOLS
from countroom.domain.procedure import Settings, TeamSigns
from countroom.errors import CountroomError, RepeatError
from countroom.inquiries import count_report, revenue
from countroom.inquiries.verification import verify
from countroom.operations import counting as opening
from countroom.operations import house as houses
from countroom.operations.acts import Done, perform
from countroom.stores import custody, journal, migrating, room
from countroom.stores import proceeds as money
from countroom.stores.database import Database
from tests.plumbing import postgres, session
from tests.plumbing.cast import Cast
from tests.stateful import counting, floor, forbidden, proceeds
from tests.stateful.finishing import load_all, next_deed, next_on_floor
from tests.stateful.room import TEAM_MINIMUM, Pools, Room, plain
from tests.stateful.world import DAY, MORNING, Deed, World, fits, the_house, worth

BANKING, NONBANKING = TableKind.BANKING, TableKind.NONBANKING
STAGES: Final = ("", "", "C0", "C3", "C3", "C4", "C5", "C7b", "C8", "C10")
"""How far a day has come when chance begins."""

PATIENCE: Final = 400
"""More steps than this no day needs to its conclusion."""

number = st.integers(0, 10**6)


class Days(RuleBasedStateMachine):
    """One house, day after day."""

    stack: ClassVar[ExitStack]
    kind: ClassVar[str]
    shapes: ClassVar[dict[tuple[bool, bool], str]]

    @initialize(proof=st.booleans(), early=st.booleans(), stage=st.sampled_from(STAGES), n=number)
    def begin(self, proof: bool, early: bool, stage: str, n: int) -> None:  # noqa: FBT001
        """A house of its own, and a day that has come so far."""
        self.own = ExitStack()
        self.proof, self.early = proof, early
        self.story: list[str] = []
        rules = Settings(
            keys_signed_out=False,
            team_minimum=TEAM_MINIMUM,
            strap_notes=10,
            proof_c4a=proof,
            team_signs=TeamSigns.BEFORE_PRESENTATION if early else TeamSigns.AFTER_AGREEMENT,
            recount_devices=("CM-1",),
        )
        house = the_house(rules)
        database = Database(self._fresh(house, proof=proof, early=early))
        self.own.callback(database.close)
        self.world = World(Cast(database, house, MORNING))
        self.rooms: list[Room] = []
        self.key = 0
        if stage:
            self._up_to(stage, n)

    def _fresh(self, house: Any, *, proof: bool, early: bool) -> str:
        shape = (proof, early)
        if shape not in self.shapes:
            url = _empty(self.kind, self.stack)
            database = Database(url)
            migrating.migrate(database)
            asked = {"house": house, "effective": DAY}
            who = houses.the_program()
            perform(database, houses.load_property, who=who, now=MORNING, **asked)
            database.close()
            self.shapes[shape] = url
        return _copy(self.kind, self.shapes[shape], self.own)

    # --------------------------------------------------------------------------- doing

    @property
    def room(self) -> Room | None:
        """The count that goes on."""
        return self.rooms[-1] if self.rooms and self.rooms[-1].state != "C14" else None

    def _do(self, deed: Deed) -> Done:
        """Do what is allowed."""
        self.story.append(deed.name)
        self.key += 1
        done = self.world.cast.do(deed.operation, deed.by, key=f"k-{self.key}", **deed.asked())
        deed.then(done)
        if self.rooms and self.rooms[-1].state == "C14" and not self.rooms[-1].checks_entered:
            self._account(self.rooms[-1])
        return done

    def _try(self, deed: Deed) -> None:
        """Try what is not allowed: it is refused as expected, and nothing of it stays."""
        before = self._fingerprint()
        refusal: CountroomError | None = None
        try:
            self.world.cast.do(deed.operation, deed.by, **deed.asked())
        except CountroomError as refused:
            refusal = refused
        assert refusal is not None, f"{deed.name} was not refused; {self._where()}"
        said = f"{deed.name}: {refusal!r} instead of {deed.refused}; {self._where()}"
        assert fits(refusal, deed.refused), said
        assert self._fingerprint() == before, f"{deed.name} left something"

    def _attempt(self, deed: Deed) -> None:
        if deed.refused:
            self._try(deed)
        else:
            self._do(deed)

    def _where(self) -> str:
        room = self.rooms[-1] if self.rooms else None
        return f"count {room.state if room else '-'}, after {self.story[-6:]}"

    def _fingerprint(self) -> tuple[object, ...]:
        with self.world.cast.database.read() as tx:
            rows = [
                tx.execute(select(func.count()).select_from(table)).scalar_one()  # type: ignore[deprecated]
                for table in SQLModel.metadata.sorted_tables
            ]
            return journal.head(tx), *rows

    # --------------------------------------------------------------------------- chance

    @rule(n=number)
    def play(self, n: int) -> None:
        for turn in range(3):
            floor.play(self.world, n + 7 * turn)

    @rule(n=number)
    def chips_move(self, n: int) -> None:
        """A fill or credit goes as far as it may, from its request into the box."""
        tables = [table for table in self.world.tables.values() if table.at_play]
        for _ in range(5 if tables else 0):
            table = tables[n % len(tables)]
            deeds = [deed for deed in floor.chips(self.world, table) if not deed.refused]
            asks = table.request is None and table.moving is None
            if deeds:
                self._do(deeds[n // 3 % len(deeds)] if asks else deeds[0])

    @rule(n=number, steps=st.integers(6, 14))
    def chips_are_gone(self, n: int, steps: int) -> None:
        """A rack loses chips while its table is closed; some of the way, or open again."""
        tables = [t for t in self.world.tables.values() if floor.may_lose(self.world, t)]
        if tables:
            table = tables[n % len(tables)]
            for deed in islice(floor.losing(self.world, table), steps):
                self._do(deed)

    @rule(n=number, steps=st.integers(1, 8))
    def go_on(self, n: int, steps: int) -> None:
        """The day goes on as it should."""
        for turn in range(steps):
            if turn % 3 == 0:
                floor.play(self.world, n + turn)
            self._advance()

    @rule(n=number)
    def on_the_floor(self, n: int) -> None:
        deeds = list(floor.legal(self.world))
        if deeds:
            self._attempt(deeds[n % len(deeds)])

    @rule(n=number)
    def not_on_the_floor(self, n: int) -> None:
        deeds = list(floor.forbidden(self.world))
        if deeds:
            self._try(deeds[n % len(deeds)])

    @precondition(lambda self: self.room is not None)
    @rule(n=number)
    def in_the_room(self, n: int) -> None:
        assert self.room is not None
        deeds = [*counting.legal(self.room, n), *proceeds.legal(self.room, n)]
        if deeds:
            self._attempt(deeds[n % len(deeds)])

    @precondition(lambda self: bool(self.rooms))
    @rule(n=number, tries=st.integers(3, 10))
    def not_in_the_room(self, n: int, tries: int) -> None:
        for turn in range(tries):
            deeds = list(forbidden.forbidden(self.rooms[-1]))
            self._try(deeds[(n + 7 * turn) % len(deeds)])

    @precondition(lambda self: self.room is not None and self.room.state != "CS")
    @rule(n=number)
    def twice_under_one_key(self, n: int) -> None:
        """A step is sent again, as a tablet does that never heard the answer."""
        assert self.room is not None
        deeds = [
            deed
            for deed in (*counting.legal(self.room, n), *proceeds.legal(self.room, n))
            if not deed.refused
        ]
        if not deeds:
            return
        deed = deeds[n % len(deeds)]
        asked, key = deed.asked(), f"k-{self.key + 1}"
        done = self._do(Deed(deed.name, deed.operation, deed.by, lambda: asked, deed.then))
        before = self._fingerprint()
        again = self.world.cast.do(deed.operation, deed.by, key=key, **asked)
        assert again == done
        with pytest.raises(RepeatError):
            self.world.cast.do(opening.open_count, "S1", key=key, gaming_date=DAY)
        assert self._fingerprint() == before

    # ------------------------------------------------------------------------ the way on

    def _advance(self) -> None:
        """One step on the straight way: a count that goes on first, then the floor."""
        if self.room is not None:
            self._do(next_deed(self.world, self.room))
            return
        deed = floor_deed(self.world, self.rooms)
        if deed is not None:
            self._do(deed)
        else:
            day = self.rooms[-1].day + timedelta(days=1) if self.rooms else DAY
            self.rooms.append(Room(self.world, day, self.proof, self.early))
            self._do(counting.open_count(self.rooms[-1]))

    def _up_to(self, stage: str, n: int) -> None:
        for turn in range(PATIENCE):
            if self.rooms and self.rooms[-1].state in {stage, "C5" if stage == "C7b" else stage}:
                break
            if not self.rooms:
                floor.play(self.world, n + turn)
                if turn % 5 == 4:
                    self.chips_move(n + turn)
            self._advance()
        if stage == "C7b" and self.room is not None:
            self._differ(self.room)

    def _differ(self, count: Room) -> None:
        """A recount that is wrong twice, taken to the team."""
        self._do(counting.sign_on(count, "M1"))
        for _ in range(2):
            self._do(proceeds.begin(count, "M1"))
            self._do(proceeds.submit(count, "M1", proceeds.off(count, 3)))
        self._do(proceeds.escalate(count, count.one(Role.COUNT_ROOM_SUPERVISOR)))

    # ----------------------------------------------------------------------- comparisons

    @invariant()
    def boxes_stand_where_they_stand(self) -> None:
        if not hasattr(self, "world"):
            return
        with self.world.cast.database.read() as tx:
            found = {code: stands.state.value for code, stands in custody.where(tx).items()}
        there = {code: box.state for code, box in self.world.boxes.items() if box.state != "B0"}
        for code, here in self.rooms[-1].boxes.items() if self.rooms else ():
            if there.get(code) == "B4":
                there[code] = here.state
        found = {code: state for code, state in found.items() if state != "B0"}
        assert found == there, self._where()

    @invariant()
    def the_count_is_as_in_the_world(self) -> None:
        if not getattr(self, "rooms", None):
            return
        count = self.rooms[-1]
        with self.world.cast.database.read() as tx:
            standing = room.count_standing(tx, count.name)
            inside = {stay.person: stay.duty for stay in room.present(tx, count.name)}
            figures = money.figures(tx, count.name)
            versions = {kind: one.version for kind, one in money.reports(tx, count.name).items()}
        assert standing is not None
        assert standing.state.value == count.state, self._where()
        assert inside == count.inside
        assert _pools(figures) == count.counted(), self._where()
        assert versions == count.versions

    # --------------------------------------------------------------------------- the end

    def _account(self, count: Room) -> None:
        """Accounting enters its checks, and the day's books are what the chips did."""
        for deed in proceeds.accounting(count):
            count.checks_entered = True
            self._do(deed)
        for one in self.rooms:
            self._compare_books(one)
        self._compare_reports(count)

    def _compare_books(self, count: Room) -> None:
        person = self.world.cast.house.person("A1")
        day = revenue.day(self.world.cast.database, Viewer(person, Role.ACCOUNTING), count.day)
        for row in day.rows:
            table = self.world.tables[row.day.table]
            found = table.days.get(count.day)
            if found is None or not found.ended:
                continue
            typed, papers = self._counted_of(table.code, count)
            if found.opening is None or found.closing is None:
                assert row.win is None, row
                continue
            if table.code == "PK-3":
                assert row.win is not None
                assert row.win.cents == worth(_only(typed, "chip"))
                continue
            assert row.win is not None, (table.code, row.day)
            dropped = worth(typed) + papers
            books = found.closing + found.credits + dropped - found.opening - found.fills
            assert row.win.cents == books, (table.code, row.day, found)
            assert row.win.cents == found.net + dropped - found.sold

    def _counted_of(self, table: str, count: Room) -> tuple[dict[str, int], int]:
        """What was recorded of a table's period, and its Counter Checks as entered."""
        typed: dict[str, int] = {}
        papers = 0
        for one in self.rooms:
            for box in one.boxes.values():
                if box.typed is None or (box.table, box.day) != (table, count.day):
                    continue
                for what, pieces in box.typed.items():
                    typed[what] = typed.get(what, 0) + pieces
                papers += sum(cents for _, cents in box.papers) if one is count else 0
        return typed, papers

    def _compare_reports(self, count: Room) -> None:
        person = self.world.cast.house.person("S1")
        viewer = Viewer(person, Role.COUNT_ROOM_SUPERVISOR)
        pools = count.counted()
        for kind in TableKind:
            facts = count_report.report(self.world.cast.database, viewer, count.name, kind)
            mine = {pool.value for pool in REPORT_POOLS[kind]}
            total = sum(
                n * int(what.split("-")[1]) for (pool, what), n in pools.items() if pool in mine
            )
            assert facts.grand_total.cents == total
            assert facts.recount_total == facts.grand_total
            assert facts.agrees is True
            assert not facts.draft
            assert facts.opened == sum(
                box.typed is not None and box.kind is kind for box in count.boxes.values()
            )
            assert facts.version == count.versions[kind]
            rows = {row.box: row.total.cents for row in facts.rows}
            assert rows == {
                code: worth(box.typed)
                for code, box in count.boxes.items()
                if box.typed is not None and box.kind is kind
            }
            assert len(facts.attempts) == len(count.recounts)
            signed = [(one.step, one.signed.person) for one in facts.signatures if one.signed]
            assert sorted(signed) == sorted(count.signed[kind])

    def teardown(self) -> None:
        if not hasattr(self, "world"):
            return
        try:
            self._finish()
        finally:
            self.own.close()

    def _finish(self, days: int = 1) -> None:
        """From wherever chance has led, the day is taken to its conclusion."""
        for _ in range(PATIENCE):
            if len(self.rooms) >= days and self.rooms[-1].state == "C14":
                break
            self._advance()
        assert self.rooms[-1].state == "C14", f"no way on; {self._where()}"
        assert verify(self.world.cast.database) == []


def floor_deed(world: World, rooms: list[Room]) -> Deed | None:
    """The floor's next step towards the boxes of the next count, or nothing."""
    day = rooms[-1].day + timedelta(days=1) if rooms else DAY
    if any(table.day is None or table.day <= day for table in world.tables.values()):
        return next_on_floor(world)
    return load_all(world)


def _only(typed: dict[str, int], word: str) -> dict[str, int]:
    return {what: pieces for what, pieces in typed.items() if word in what}


def _pools(figures: Any) -> Pools:
    found: Pools = Pools()
    for (pool, instrument, chip_set, cents), pieces in figures.items():
        what = "-".join(filter(None, (instrument.value, str(cents), chip_set)))
        found[pool.value, what] += pieces
    return plain(found)


# ------------------------------------------------------------------------------ the databases


def _empty(kind: str, stack: ExitStack) -> str:
    if kind == "sqlite":
        folder = stack.enter_context(TemporaryDirectory(dir=session.folder()))
        return f"sqlite:///{folder}/countroom.db"
    return stack.enter_context(postgres.database())


def _copy(kind: str, url: str, stack: ExitStack) -> str:
    made = make_url(url)
    if kind == "sqlite":
        new = _empty(kind, stack)
        shutil.copy(str(made.database), Path(new.removeprefix("sqlite:///")))
        return new
    return stack.enter_context(postgres.database(made.database))


@pytest.fixture
def days(request: pytest.FixtureRequest) -> Iterator[type[Days]]:
    with ExitStack() as stack:
        yield type("SomeDays", (Days,), {"stack": stack, "kind": request.param, "shapes": {}})


QUICK: Final = (Phase.explicit, Phase.generate)
"""A failure tells its story as it is; to make it short takes minutes."""


def check_days(
    days: type[Days], *, examples: int, steps: int, phases: tuple[Phase, ...] = QUICK
) -> None:
    run_state_machine_as_test(
        days,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("days", ["sqlite"], indirect=True)
def test_case_D6_a_box_found_the_next_day_brings_its_money_to_its_own_day(
    days: type[Days],
) -> None:
    machine = days()
    machine.begin(proof=True, early=False, stage="", n=0)
    world = machine.world
    poker = world.tables["PK-3"]
    for table in world.tables.values():
        machine._do(floor.place(world, table, floor.free_boxes(world, table)[0]))
    machine._do(floor.count_rack(world, poker, SlipKind.OPENING))
    for _ in range(2):
        machine._do(next(floor.sign_slip(world, poker)))
    for chance in range(40):
        floor.play(world, chance)
    lost = world.boxes[poker.box]
    assert worth(lost.pile) > 0
    while not machine.rooms or machine.rooms[0].state != "C14":
        machine._advance()
        if lost.state == "B3":
            lost.state = "behind a machine"
    assert machine.rooms[0].absent == {"31"}
    lost.state = "B3"
    machine._finish(days=2)
    assert machine.rooms[1].boxes["31"].day == DAY
    machine.own.close()


@pytest.mark.parametrize("days", ["sqlite"], indirect=True)
def test_days_of_chance_agree_with_the_dumb_world(days: type[Days]) -> None:
    check_days(days, examples=8, steps=40)


@pytest.mark.postgres
@pytest.mark.parametrize("days", ["postgresql"], indirect=True)
def test_a_few_days_of_chance_on_postgresql(days: type[Days]) -> None:
    check_days(days, examples=2, steps=25)


@pytest.mark.exhaustive
@pytest.mark.parametrize("days", ["sqlite"], indirect=True)
def test_many_long_days_of_chance(days: type[Days]) -> None:
    check_days(days, examples=300, steps=120, phases=tuple(Phase))
