"""The gaming day 2011-06-14 worked by people: every figure goes through the operation it goes
through in the house, from the box on the table to the last Counter Check.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Final

from countroom.domain.bookkeeping import Bookkeeping, Weekday
from countroom.domain.box_sheet import Sheet
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Document
from countroom.domain.floor import (
    Area,
    Box,
    BoxUse,
    ChipKind,
    ChipSet,
    CountingMachine,
    KeySet,
    Pit,
    Property,
    Station,
    Table,
    TableKind,
)
from countroom.domain.house import House
from countroom.domain.inventory import SlipKind
from countroom.domain.papers.box_count import CouponFound, DocumentsTally, Memo, NoMoney
from countroom.domain.papers.machine_test import Phase
from countroom.domain.papers.presentation import PoolEntry
from countroom.domain.papers.strap_direction import Directed
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign, RulesSubmission
from countroom.money import Money
from countroom.operations import (
    attendance,
    checks,
    closing_room,
    counting,
    directing,
    drop,
    fills,
    presenting,
    proving,
    recounting,
    signing,
)
from countroom.operations import credits as credits_
from countroom.operations import house as houses
from countroom.operations.acts import Done, perform
from countroom.stores import proceeds, room
from countroom.stores.database import Database
from tests.plumbing import felts
from tests.plumbing.cast import MINUTE, Cast, Rack
from tests.plumbing.houses import a_house, a_person

DAY: Final = date(2011, 6, 14)
COUNT: Final = "2011-06-14/1"
MORNING: Final = datetime(2011, 6, 14, 10, 0, tzinfo=UTC)
"""Six o'clock on the wall: the gaming day begins."""

NIGHT: Final = datetime(2011, 6, 15, 9, 40, tzinfo=UTC)
"""Twenty to six on the wall: the drop begins."""

AFTER: Final = datetime(2011, 6, 15, 12, 0, tzinfo=UTC)
"""Eight o'clock: the count begins."""

NOTES: Final = (100_00, 50_00, 20_00, 10_00, 5_00, 1_00)

PEOPLE: Final[dict[str, Role]] = {
    "D1": Role.DEALER,
    "F1": Role.FLOORPERSON,
    "K1": Role.CHIP_BANK_CASHIER,
    "G1": Role.SECURITY,
    "R1": Role.DROP_TEAM,
    "V1": Role.SURVEILLANCE,
    "T1": Role.COUNT_TEAM,
    "T2": Role.COUNT_TEAM,
    "T3": Role.COUNT_TEAM,
    "S1": Role.COUNT_ROOM_SUPERVISOR,
    "E1": Role.COUNT_ROOM_EMPLOYEE,
    "B1": Role.CCR,
    "B2": Role.CCR,
    "M1": Role.MAIN_BANK_CASHIER,
    "C1": Role.CAGE_SUPERVISOR,
    "A1": Role.ACCOUNTING,
}
BOTH: Final = "X1"
"""Who deals on one day and counts on another."""

TEAM: Final = ("T1", "T2", "T3")
CREW: Final = {"floorperson": "F1", "chip_bank": "K1", "security": "G1", "dealer": "D1"}


def chips(**pieces: int) -> Rack:
    """House chips by denomination in cents: ``chips(c10000=3)`` is three of $100."""
    return {("main", int(name[1:])): count for name, count in pieces.items()}


@dataclass(frozen=True)
class TableDay:
    """What happens at a table, and what lies there.

    Attributes:
        game: Code of its game.
        opening: Rack at the opening.
        closing: Rack at the end; in between, play has moved chips.
        fills: Chips of each fill.
        credits: Chips of each credit.
        notes: In the box: of $100, $50, $20, $10, $5 and $1.
        checks: Counter Checks in the box: serial to cents.
        coupons: In the box: how many, and what each is worth in cents.
        closes: It closes before the drop: a closer stands instead of a drop slip.
    """

    game: str
    opening: Rack
    closing: Rack
    fills: tuple[Rack, ...] = ()
    credits: tuple[Rack, ...] = ()
    notes: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    checks: Mapping[str, int] = field(default_factory=dict)
    coupons: tuple[int, int] = (0, 0)
    closes: bool = False

    def serials(self) -> tuple[str, ...]:
        """Serial numbers of its coupons."""
        many, cents = self.coupons
        return tuple(f"M{cents // 100}-{number:03d}" for number in range(1, many + 1))


TABLES: Final[dict[str, TableDay]] = {
    "BJ-101": TableDay(
        "baccarat",
        opening=chips(c10000=150, c2500=300, c500=450, c250=100),
        fills=(chips(c10000=50), chips(c2500=120)),
        credits=(chips(c10000=50),),
        closing=chips(c10000=100, c2500=200, c500=374, c250=100),
        notes=(88, 20, 110, 25, 14, 20),
        checks={"K-1": 150_000, "K-2": 50_000},
        coupons=(12, 25_00),
    ),
    "RO-201": TableDay(
        "mississippi_stud",
        opening=chips(c10000=200, c2500=400),
        closing=chips(c10000=230, c2500=400, c500=83),
        notes=(31, 6, 80, 18, 12, 20),
    ),
    "CR-301": TableDay(
        "ez_baccarat",
        opening=chips(c100000=20, c10000=200),
        fills=(chips(c10000=150),),
        closing=chips(c100000=10, c10000=118, c500=1),
        notes=(150, 10, 160, 30, 16, 20),
        checks={"K-3": 400_000},
        coupons=(4, 10_00),
    ),
    "MB-401": TableDay(
        "mississippi_stud",
        opening=chips(c100000=60),
        fills=(chips(c100000=25),),
        credits=(chips(c100000=10),),
        closing=chips(c100000=30, c10000=5),
        notes=(380, 20, 100, 15, 8, 10),
        closes=True,
    ),
    "PK-501": TableDay("poker", opening=chips(c10000=50), closing=chips(c10000=50)),
    "PK-502": TableDay("poker", opening=chips(c10000=50), closing=chips(c10000=50)),
}

POKER_CHIPS: Final = {"value_chip-100-main": 412, "value_chip-500-main": 70}
RAKE_CHIPS: Final = {"rake_chip-200-rake": 90, "rake_chip-300-rake": 100, "rake_chip-400-rake": 60}

STRAPS: Final = {100_00: 6, 20_00: 4}
LOOSE: Final = {100_00: 49, 50_00: 56, 20_00: 50, 10_00: 88, 5_00: 50, 1_00: 70}
"""The banking currency as the strapping team lays it out: bulk 68,000, individually 9,900."""


def kind_of(table: str) -> TableKind:
    """Whether a table of the day is banking."""
    return TableKind.NONBANKING if table.startswith("PK") else TableKind.BANKING


def box_of(table: str) -> str:
    """The box that is dropped; the other one begins with a 2."""
    return f"1{table[-3:]}"


def the_house(settings: Settings) -> House:
    """Four banking tables and two of poker, with everybody who works there."""
    tables = tuple(
        Table(
            code,
            "1",
            what.game,
            kind_of(code),
            ("main", "rake") if kind_of(code) is TableKind.NONBANKING else ("main",),
            order,
        )
        for order, (code, what) in enumerate(TABLES.items(), start=1)
    )
    faces = (1000_00, 100_00, 25_00, 5_00, 2_50, 1_00)
    return a_house(
        property=Property("Sample Casino", "America/New_York"),
        settings=settings,
        bookkeeping=Bookkeeping(date(2010, 7, 8), Weekday.MONDAY),
        pits=(Pit("1", "Pit 1"),),
        chip_sets=(
            ChipSet("main", "House chips", ChipKind.VALUE, tuple(map(Money, faces))),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, tuple(map(Money, (4_00, 3_00, 2_00)))),
        ),
        tables=tables,
        key_sets=(KeySet("floor", "R-1", "A-1", "B-1"),),
        boxes=tuple(
            Box(f"{number}{table.code[-3:]}", BoxUse.TABLE, table.code, "floor")
            for table in tables
            for number in (1, 2)
        ),
        stations=(Station("S1", "Station 1"), Station("S2", "Station 2")),
        machines=(CountingMachine("CM-1", "Counter 1"),),
        areas=(Area("ROOM", "Count room"), Area("TABLE", "Count table")),
        people=(
            *(a_person(badge, role) for badge, role in PEOPLE.items()),
            a_person(BOTH, Role.DEALER, Role.COUNT_TEAM),
        ),
        rules=tuple(RulesSubmission(game, dict(terms)) for game, terms in felts.RULES.items()),
        coupons=tuple(
            CouponDesign(
                f"MP{dollars}",
                f"Match Play {dollars}",
                Money(dollars * 100),
                (game,),
                serial_prefix=f"M{dollars}-",
            )
            for dollars, game in ((25, "baccarat"), (10, "ez_baccarat"))
        ),
    )


PROVED: Final = Settings(keys_signed_out=False, recount_devices=("CM-1",))
UNPROVED: Final = Settings(keys_signed_out=False, recount_devices=("CM-1",), proof_c4a=False)


@dataclass
class FixtureDay(Cast):
    """The day on a database."""

    # ------------------------------------------------------------------- on the floor

    def open_floor(self) -> None:
        """Boxes on tables, surveillance told, every table but PK-502 open."""
        for table in TABLES:
            self.do(drop.place_box, "R1", table=table, box=box_of(table), gaming_date=DAY)
        for table, what in TABLES.items():
            kind = SlipKind.CLOSED_DAILY if table == "PK-502" else SlipKind.OPENING
            self.slip(table, kind, what.opening, dealer="D1", floor="F1")

    def play(self) -> None:
        """Fills and credits."""
        for table, what in TABLES.items():
            for sent in what.fills:
                self.chips(fills, table, sent, CREW)
            for back in what.credits:
                self.chips(credits_, table, back, CREW)

    def drop_floor(self) -> None:
        """Every table is dropped, one after another, into one trolley."""
        self.now = NIGHT
        self.do(drop.tell_surveillance, "R1", what="drop", gaming_date=DAY, officer="V1")
        for table, what in TABLES.items():
            self.now += 3 * MINUTE
            box, incoming, slip = box_of(table), f"2{table[-3:]}", ""
            if what.closes:
                self.slip(table, SlipKind.CLOSE, what.closing, dealer="D1", floor="F1")
            elif table != "PK-502":
                slip = self.slip(
                    table, SlipKind.DROP, what.closing, dealer="D1", floor="F1", incoming=incoming
                )
            self.do(drop.drop_box, "R1", table=table, box=box, replacement=incoming, slip=slip)
        self.do(
            drop.load_trolley,
            "R1",
            gaming_date=DAY,
            trolley="1",
            boxes=tuple(map(box_of, TABLES)),
            drop_team=self.proof("R1"),
            security=self.proof("G1"),
        )

    # ---------------------------------------------------------------------- in the room

    def receive(self) -> None:
        """From the locked room to the boxes at hand, the keys out."""
        self.now = AFTER
        self.do(drop.tell_surveillance, "S1", what="count", gaming_date=DAY, officer="V1")
        self.do(counting.open_count, "S1", gaming_date=DAY)
        for badge in ("S1", "B1", "E1", *TEAM):
            self.do(attendance.sign_on, badge, count=COUNT, proof=self.proof(badge))
        self.test_machines(COUNT, "T1", Phase.BEFORE)
        self.do(counting.secure_room, "S1", count=COUNT, ticks=frozenset(counting.TICKS))
        for table in TABLES:
            self.do(drop.receive_box, "S1", count=COUNT, box=box_of(table))
        self.do(drop.reconcile_in, "S1", count=COUNT, supervisor=self.proof("S1"))
        self.do(
            attendance.sign_out_keys,
            "S1",
            count=COUNT,
            holder_a=self.proof("B1"),
            holder_b=self.proof("S1"),
        )

    def count_boxes(self, memos: Mapping[str, tuple[Memo, ...]]) -> None:
        """Every box counted and recorded."""
        for number, table in enumerate(TABLES):
            self.count_box(
                COUNT,
                box_of(table),
                sheet_of(table, memos.get(table, ())),
                station=("S1", "S2")[number % 2],
                by=TEAM[number % 3],
                second=TEAM[(number + 1) % 3],
            )
        self.do(counting.all_recorded, "T1", count=COUNT)

    def enter_cashier(self) -> None:
        """The cashier comes in for the recount."""
        self.do(attendance.sign_on, "M1", count=COUNT, proof=self.proof("M1"))

    def prove(self) -> Done:
        """The strapping team proves the pools."""
        return self.do(proving.prove, "T1", count=COUNT, entries=laid())

    def present(self, entries: tuple[PoolEntry, ...] | None = None) -> Done:
        """The money is laid before the cashier."""
        return self.do(
            presenting.present, "T1", count=COUNT, supervisor=self.proof("S1"), entries=entries
        )

    def recount(self, entries: tuple[PoolEntry, ...]) -> Done:
        """A whole attempt of the cashier's."""
        self.do(recounting.begin, "M1", count=COUNT)
        return self.do(recounting.submit, "M1", count=COUNT, entries=entries)

    def direct(self, *faces: int) -> Done:
        """The representative directs straps."""
        return self.do(
            directing.direct_straps,
            "B1",
            count=COUNT,
            denominations=tuple(Directed(Pool.BANKING_CURRENCY, face) for face in faces),
            reason="The denomination differs.",
            proof=self.proof("B1"),
        )

    def agree(self) -> None:
        """From the last box to the agreement."""
        self.prove()
        self.present()
        self.enter_cashier()
        done = self.recount(laid())
        assert done.extra == {"agreed": True, "attempt": 1}

    # -------------------------------------------------------------------- the signatures

    def saw(self) -> dict[str, str]:
        """Both reports, as a signer has them on his screen."""
        with self.database.read() as tx:
            return {one.name: one.digest for one in proceeds.reports(tx, COUNT).values()}

    def sign(self, step: str, badge: str, saw: dict[str, str] | None = None) -> Done:
        """Somebody signs what he saw."""
        proof, shown = self.proof(badge), saw or self.saw()
        return self.do(signing.sign_reports, badge, count=COUNT, step=step, proof=proof, saw=shown)

    def sign_all(self) -> None:
        """Every signature in its order."""
        for member in TEAM:
            self.sign("count_team", member)
        self.sign("supervisor", "S1")
        self.sign("cashier", "M1")
        self.sign("ccr", "B1")

    def distribute(self) -> Done:
        """All three copies leave."""
        return self.do(
            closing_room.distribute_copies,
            "S1",
            count=COUNT,
            second=self.proof("B1"),
            third=self.proof("M1"),
            carrier=self.proof("E1"),
            pouch="P-1",
        )

    def seal(self) -> Done:
        """The money is wrapped and sealed, and the machine tested again."""
        cashier = self.proof("M1")
        done = self.do(closing_room.seal_proceeds, "M1", count=COUNT, cashier=cashier)
        self.test_machines(COUNT, "T1", Phase.AFTER)
        return done

    def inspect(self, representative: str = "B1", **changed: Any) -> Done:
        """The room is inspected."""
        asked: dict[str, Any] = {
            "checked": self.everything_checked(),
            "employee": self.proof("E1"),
            "representative": self.proof(representative),
        }
        return self.do(closing_room.inspect, "E1", count=COUNT, **asked | changed)

    def conclude(self) -> Done:
        """The count is concluded."""
        self.keys_back()
        return self.do(closing_room.conclude, "S1", count=COUNT)

    def keys_back(self) -> None:
        """The content keys are asked back, if they are still out."""
        with self.database.read() as tx:
            out = room.keys(tx, COUNT) is not None
        if out:
            self.do(attendance.return_keys, "S1", count=COUNT)

    def to_the_end(self) -> None:
        """From the agreement to the conclusion."""
        self.sign_all()
        self.distribute()
        self.seal()
        self.inspect()
        self.conclude()

    # ----------------------------------------------------------------------- accounting

    def enter_checks(self) -> None:
        """Accounting enters every Counter Check, and says that these are all."""
        for table, what in TABLES.items():
            for serial, cents in what.checks.items():
                copy = checks.Copy(serial, Money(cents), box=box_of(table))
                self.do(checks.enter, "A1", gaming_date=DAY, table=table, copy=copy)
        self.do(checks.complete, "A1", gaming_date=DAY, explanations={}, proof=self.proof("A1"))

    # -------------------------------------------------------------------- what is on record

    def state(self) -> CountState:
        """Where the count stands."""
        with self.database.read() as tx:
            standing = room.count_standing(tx, COUNT)
        assert standing is not None
        return standing.state

    def report(self, kind: TableKind) -> Document:
        """A count report in its newest version."""
        with self.database.read() as tx:
            return proceeds.reports(tx, COUNT)[kind]


def sheet_of(table: str, memos: tuple[Memo, ...] = (), **pieces: int) -> Sheet:
    """What the counter types about a box of the day; ``n2000=109`` types another number."""
    what = TABLES[table]
    figures = {f"currency-{face}": held for face, held in zip(NOTES, what.notes, strict=True)}
    figures |= {f"currency-{name[1:]}": held for name, held in pieces.items()}
    if kind_of(table) is TableKind.NONBANKING:
        faces = (100000, 10000, 2500, 500, 250, 100)
        figures |= {f"value_chip-{face}-main": 0 for face in faces}
        figures |= dict.fromkeys(RAKE_CHIPS, 0)
    if table == "PK-501":
        figures |= POKER_CHIPS | RAKE_CHIPS
    value = what.coupons[1]
    return Sheet(
        figures=figures,
        documents=DocumentsTally(
            fill_requests=len(what.fills),
            fill_slips=len(what.fills),
            credit_requests=len(what.credits),
            credit_slips=len(what.credits),
            counter_checks=len(what.checks),
            openers=0 if table == "PK-502" else 1,
            closers=1 if what.closes or table == "PK-502" else 0,
            drop_slips=0 if what.closes or table == "PK-502" else 1,
        ),
        coupons=tuple(CouponFound(serial, value) for serial in what.serials()),
        memos=memos,
        empty=NoMoney.NO_ACTIVITY if table == "PK-502" else None,
    )


def laid(found_chips: Mapping[int, int] | None = None, **off: int) -> tuple[PoolEntry, ...]:
    """All the money of the day, pool by pool; ``n2000=-1`` counts one $20 less.

    Args:
        found_chips: Cents to pieces of the house chips found in banking boxes.
        off: What is counted more or less.
    """
    banking, other = Pool.BANKING_CURRENCY, Pool.NONBANKING_CURRENCY
    value, rake = Pool.NONBANKING_VALUE_CHIPS, Pool.RAKE_CHIPS
    faces = (100000, 10000, 2500, 500, 250, 100)
    entries = [
        PoolEntry(
            banking,
            Instrument.CURRENCY,
            face,
            straps=STRAPS.get(face, 0),
            loose=LOOSE[face] + off.get(f"n{face}", 0),
        )
        for face in NOTES
    ]
    if found_chips is not None:
        entries += [
            PoolEntry(
                Pool.FOUND_CHIPS,
                Instrument.VALUE_CHIP,
                face,
                loose=found_chips.get(face, 0),
                chip_set="main",
            )
            for face in faces
        ]
    entries += [PoolEntry(other, Instrument.CURRENCY, face) for face in NOTES]
    for pool, instrument, held in (
        (value, Instrument.VALUE_CHIP, POKER_CHIPS),
        (rake, Instrument.RAKE_CHIP, RAKE_CHIPS),
    ):
        chip_set = "main" if pool is value else "rake"
        for face in faces if pool is value else (400, 300, 200):
            pieces = held.get(f"{instrument.value}-{face}-{chip_set}", 0)
            entries.append(PoolEntry(pool, instrument, face, loose=pieces, chip_set=chip_set))
    return tuple(entries)


def begin(database: Database, settings: Settings) -> FixtureDay:
    """Put the house on record; the day begins."""
    made = the_house(settings)
    perform(
        database,
        houses.load_property,
        who=houses.the_program(),
        now=MORNING,
        house=made,
        effective=DAY,
    )
    return FixtureDay(database, made, MORNING)


def in_the_room(database: Database, settings: Settings) -> FixtureDay:
    """The day up to its first box."""
    day = begin(database, settings)
    day.open_floor()
    day.play()
    day.drop_floor()
    day.receive()
    return day


def counted(
    database: Database, settings: Settings, memos: Mapping[str, tuple[Memo, ...]] | None = None
) -> FixtureDay:
    """The day up to its last box."""
    day = in_the_room(database, settings)
    day.count_boxes(memos or {})
    return day


FIGURES: Final[dict[str, tuple[int, ...]]] = {
    "BJ-101": (25_000, 8_000, 5_000, 17_120, 12_340, 2_000, 14_340, 3_460),
    "RO-201": (30_000, 0, 0, 33_415, 5_260, 0, 5_260, 8_675),
    "CR-301": (40_000, 15_000, 0, 21_805, 19_100, 4_000, 23_100, -10_095),
    "MB-401": (60_000, 25_000, 10_000, 30_500, 41_200, 0, 41_200, -3_300),
}
"""In dollars: opening, fills, credits, closing, currency, checks, drop, win."""

HOLDS: Final = {"BJ-101": "24.13", "RO-201": "164.92", "CR-301": "-43.70", "MB-401": "-8.01"}
TOTALS: Final = (155_000, 48_000, 15_000, 102_840, 77_900, 6_000, 83_900, -1_260)
