"""The worked gaming day 2011-06-14: its house, its boxes, its people, staged up to the last box.

Rows of the drop and of the counting are staged as they stand on record; everything from the
proof of the pools on is done by the operations that are tested.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.floor import (
    Area,
    Box,
    BoxUse,
    ChipKind,
    ChipSet,
    CountingMachine,
    Currency,
    KeySet,
    Pit,
    Property,
    Station,
    Table,
    TableKind,
)
from countroom.domain.house import House
from countroom.domain.papers.box_count import PAPER as BOX_COUNT
from countroom.domain.papers.box_count import BoxCount, DocumentsTally, Figure, Memo, MemoKind
from countroom.domain.papers.presentation import PoolEntry, PoolKey
from countroom.domain.people import Employer, Person, Role
from countroom.domain.pools import keys_to_enter, print_order
from countroom.domain.procedure import Settings
from countroom.domain.terms import RulesSubmission
from countroom.money import Money
from countroom.operations import count_reports, house, papers, proving, recounting, signing
from countroom.operations.acts import Act, Done, Proof, Who, perform
from countroom.operations.presenting import present
from countroom.stores import migrating, proceeds, registry, room
from countroom.stores.custody import about_text
from countroom.stores.database import Database
from countroom.stores.documents import About

DAY: Final = date(2011, 6, 14)
COUNT: Final = "2011-06-14/1"
MORNING: Final = datetime(2011, 6, 15, 10, 0, tzinfo=UTC)

NOTES: Final = (100, 50, 20, 10, 5, 1)
BANKING: Final[dict[str, tuple[int, ...]]] = {
    "BJ-101": (88, 20, 110, 25, 14, 20),
    "RO-201": (31, 6, 80, 18, 12, 20),
    "CR-301": (150, 10, 160, 30, 16, 20),
    "MB-401": (380, 20, 100, 15, 8, 10),
}
"""Notes per box, of $100, $50, $20, $10, $5, $1."""

UNPROVED: Final = Settings(keys_signed_out=False, proof_c4a=False, recount_devices=("M1",))
"""The settings of a house that presents without a proof of its pools."""

TEAM: Final = ("t1", "t2", "t3")
SUPERVISOR, EMPLOYEE, CASHIER, CAGE, CCR, CCR2, ACCOUNTANT, SECURITY, CASHIER2 = (
    "sup",
    "emp",
    "cash",
    "cage",
    "ccr",
    "ccr2",
    "acct",
    "sec",
    "cash2",
)


def _people() -> tuple[Person, ...]:
    named = {
        "t1": ("Sample Ann One", (Role.COUNT_TEAM,)),
        "t2": ("Sample Ben Two", (Role.COUNT_TEAM,)),
        "t3": ("Sample Cai Three", (Role.COUNT_TEAM,)),
        "t4": ("Sample Dot Four", (Role.COUNT_TEAM,)),
        SUPERVISOR: ("Sample Sue Pervisor", (Role.COUNT_ROOM_SUPERVISOR,)),
        EMPLOYEE: ("Sample Emil Ployee", (Role.COUNT_ROOM_EMPLOYEE,)),
        CASHIER: ("Sample Cash Ier", (Role.MAIN_BANK_CASHIER,)),
        CASHIER2: ("Sample Cash Two", (Role.MAIN_BANK_CASHIER,)),
        CAGE: ("Sample Cage Super", (Role.CAGE_SUPERVISOR,)),
        CCR: ("Sample Ccr One", (Role.CCR,)),
        CCR2: ("Sample Ccr Two", (Role.CCR,)),
        ACCOUNTANT: ("Sample Acc Ountant", (Role.ACCOUNTING,)),
        SECURITY: ("Sample Sec Urity", (Role.SECURITY,)),
    }
    return tuple(
        Person(
            code,
            name,
            roles[0].printed,
            roles,
            f"C-{code}",
            Employer.BOARD if Role.CCR in roles else Employer.CASINO,
        )
        for code, (name, roles) in named.items()
    )


def _tables() -> tuple[Table, ...]:
    kinds = dict.fromkeys(BANKING, TableKind.BANKING)
    kinds |= dict.fromkeys(("PK-501", "PK-502"), TableKind.NONBANKING)
    return tuple(
        Table(
            code,
            "1",
            "poker" if kind is TableKind.NONBANKING else "baccarat",
            kind,
            ("main", "rake") if kind is TableKind.NONBANKING else ("main",),
            order,
        )
        for order, (code, kind) in enumerate(kinds.items(), start=1)
    )


def the_house(settings: Settings | None = None) -> House:
    """The house of the worked day: four banking tables, two of poker."""
    tables = _tables()
    boxes = tuple(
        Box(f"{number}{table.code[-3:]}", BoxUse.TABLE, table.code, "floor")
        for table in tables
        for number in (1, 2)
    )
    return House(
        property=Property("Sample Casino", "America/New_York"),
        currency=Currency(),
        settings=settings or Settings(keys_signed_out=False, recount_devices=("M1",)),
        pits=(Pit("1", "Pit 1"),),
        chip_sets=(
            ChipSet(
                "main",
                "House chips",
                ChipKind.VALUE,
                tuple(map(Money, (100_00, 25_00, 5_00, 2_50, 1_00))),
            ),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, tuple(map(Money, (4_00, 3_00, 2_00)))),
        ),
        tables=tables,
        key_sets=(KeySet("floor", "R-1", "A-1", "B-1"),),
        boxes=boxes,
        stations=(Station("S1", "Station 1"), Station("S2", "Station 2")),
        machines=(CountingMachine("M1", "Counter 1"),),
        areas=(Area("ROOM", "Count room"), Area("TABLE", "Count table")),
        people=_people(),
        rules=(RulesSubmission("baccarat", {}), RulesSubmission("poker", {})),
    )


def box_of(table: str) -> str:
    """The box of a table that was counted."""
    return f"1{table[-3:]}"


def banking_box(table: str, notes: tuple[int, ...], **more: Any) -> BoxCount:
    """A banking box by its notes."""
    return BoxCount(
        count=COUNT,
        table=table,
        game="baccarat",
        kind=TableKind.BANKING,
        figures=tuple(
            Figure(Instrument.CURRENCY, face * 100, pieces)
            for face, pieces in zip(NOTES, notes, strict=True)
        ),
        station="S1",
        documents=DocumentsTally(closers=1),
        **{"box": box_of(table), "counters": ("t1", "t2"), **more},
    )


def poker_box(table: str, chips: Mapping[int, int], rake: Mapping[int, int]) -> BoxCount:
    """A poker box by its chips (cents to pieces); no currency."""
    faces = (100_00, 25_00, 5_00, 2_50, 1_00)
    return BoxCount(
        count=COUNT,
        box=box_of(table),
        table=table,
        game="poker",
        kind=TableKind.NONBANKING,
        figures=(
            *(Figure(Instrument.CURRENCY, face * 100, 0) for face in NOTES),
            *(Figure(Instrument.VALUE_CHIP, c, chips.get(c, 0), "main") for c in faces),
            *(Figure(Instrument.RAKE_CHIP, c, rake.get(c, 0), "rake") for c in (4_00, 3_00, 2_00)),
        ),
        station="S2",
        counters=("t2", "t3"),
    )


def the_boxes() -> tuple[BoxCount, ...]:
    """The boxes of the worked day."""
    banking = tuple(banking_box(table, notes) for table, notes in BANKING.items())
    return (
        *banking,
        poker_box("PK-501", {1_00: 412, 5_00: 70}, {2_00: 90, 3_00: 100, 4_00: 60}),
        poker_box("PK-502", {}, {}),
    )


FOUND_CHIP: Final = Memo(MemoKind.FOUND_CHIP, "house chip", 25_00, 1, chip_set="main")


def stage(act: Act, *, boxes: tuple[BoxCount, ...], inside: Mapping[str, Role]) -> Done:
    """Put the drop and the counting of a day on record, up to the last box."""
    act.add(registry.count_row(count=COUNT, gaming_date=DAY, seq=act.seq))
    act.flush()
    for code, duty in inside.items():
        act.move("attendance", room.attendance_subject(COUNT, code, duty), room.IN)
    for state in ("C0", "C1", "C2", "C3"):
        act.move("count", COUNT, state)
    for content in boxes:
        facts = about_text(count=COUNT, table=content.table, kind=content.kind.value)
        for state in (BoxState.ON_TABLE, BoxState.DROPPED, BoxState.IN_TRANSIT):
            act.move("box", content.box, state.value, about=about_text(table=content.table))
        for state in (
            BoxState.RECEIVED,
            BoxState.OPENED,
            BoxState.EMPTIED,
            BoxState.SHOWN_EMPTY,
            BoxState.COUNTED,
            BoxState.RECORDED,
        ):
            act.move("box", content.box, state.value, about=facts)
        papers.issue(
            act, BOX_COUNT, content, About(DAY, COUNT, table=content.table, box=content.box)
        )
    act.move("count", COUNT, CountState.ALL_RECORDED.value)
    return act.seal("staged", COUNT, done=Done("staged"))


def change_box(act: Act, *, content: BoxCount, reason: str, second: str) -> Done:
    """Correct a box as the counting operations do: a new version, then the reports anew."""
    act.flush()
    found = next(
        one for one in proceeds.box_counts(act.tx, COUNT) if one.content.box == content.box
    )
    papers.change(act, found, content, reason=reason, second_person=second)
    count_reports.refresh(act, COUNT, reason=reason, second_person=second)
    return act.seal("box changed", content.box, done=Done("changed"))


def enter_room(act: Act, *, person: str, duty: Role, state: str) -> Done:
    """Somebody comes or goes."""
    act.move("attendance", room.attendance_subject(COUNT, person, duty), state)
    return act.seal("attendance", person, done=Done(state))


USUAL: Final[dict[str, Role]] = {
    **dict.fromkeys(TEAM, Role.COUNT_TEAM),
    SUPERVISOR: Role.COUNT_ROOM_SUPERVISOR,
    EMPLOYEE: Role.COUNT_ROOM_EMPLOYEE,
    CASHIER: Role.MAIN_BANK_CASHIER,
    CCR: Role.CCR,
}


@dataclass
class Day:
    """A day on a real database, and the people who work it."""

    database: Database
    house: House
    now: datetime = MORNING
    duties: dict[str, Role] = field(default_factory=dict)

    def who(self, code: str, duty: Role | None = None) -> Who:
        """Somebody at a tablet."""
        person = self.house.person(code)
        return Who(person, duty or person.roles[0], "played", "tablet-1")

    def proof(self, code: str, duty: Role | None = None) -> Proof:
        """Somebody's authentication for one act."""
        person = self.house.person(code)
        return Proof(person, duty or person.roles[0], "played")

    def do(self, operation: Callable[..., Done], by: str, **asked: Any) -> Done:
        """Let somebody do something, a minute later than the last."""
        self.now += timedelta(minutes=1)
        return perform(self.database, operation, who=self.who(by), now=self.now, **asked)

    def state(self) -> CountState:
        """Where the count stands."""
        with self.database.read() as tx:
            found = room.count_standing(tx, COUNT)
        assert found is not None
        return found.state

    def figures(self) -> dict[PoolKey, int]:
        """What the boxes say."""
        with self.database.read() as tx:
            return proceeds.figures(tx, COUNT)

    def reports(self) -> dict[TableKind, Document]:
        """The two reports in their newest versions."""
        with self.database.read() as tx:
            return proceeds.reports(tx, COUNT)

    def entries(self, **off: int) -> tuple[PoolEntry, ...]:
        """A full count of the pools: strapped as the worked day is, ``off`` by some pieces.

        ``n20=-1`` finds one $20 of banking currency less than the boxes say.
        """
        figures = self.figures()
        kinds = {TableKind.BANKING, TableKind.NONBANKING}
        made = []
        for key in keys_to_enter(self.house, kinds, figures):
            pieces = figures.get(key, 0)
            if key[0] is Pool.BANKING_CURRENCY:
                pieces += off.get(f"n{key[3] // 100}", 0)
            straps, loose = divmod(pieces, 100) if key[3] in {100_00, 20_00} else (0, pieces)
            strapped = key[1] is Instrument.CURRENCY
            made.append(
                PoolEntry(
                    key[0],
                    key[1],
                    key[3],
                    straps=straps if strapped else 0,
                    loose=loose if strapped else pieces,
                    chip_set=key[2],
                )
            )
        return tuple(sorted(made, key=lambda entry: print_order(entry.key)))

    # ------------------------------------------------------------------------ shortcuts

    def prove(self, **off: int) -> Done:
        """The strapping team proves the pools."""
        return self.do(proving.prove, "t1", count=COUNT, entries=self.entries(**off))

    def present(self, **asked: Any) -> Done:
        """The money is presented."""
        proof = self.proof(SUPERVISOR)
        return self.do(present, "t1", count=COUNT, supervisor=proof, **asked)

    def recount(self, by: str = CASHIER, /, **off: int) -> Done:
        """A whole attempt of recount."""
        self.do(recounting.begin, by, count=COUNT)
        return self.do(recounting.submit, by, count=COUNT, entries=self.entries(**off))

    def saw(self) -> dict[str, str]:
        """What a signer has on his screen."""
        return {one.name: one.digest for one in self.reports().values()}

    def sign(self, step: str, by: str, **asked: Any) -> Done:
        """Somebody signs both reports."""
        return self.do(
            signing.sign_reports,
            by,
            count=COUNT,
            step=step,
            proof=self.proof(by),
            saw=asked.pop("saw", None) or self.saw(),
            **asked,
        )

    def sign_all(self) -> None:
        """Every signature in order."""
        for member in TEAM:
            self.sign("count_team", member)
        self.sign("supervisor", SUPERVISOR)
        self.sign("cashier", CASHIER)
        self.sign("ccr", CCR)

    def agreed(self) -> None:
        """Everything up to the agreement."""
        if self.house.settings.proof_c4a:
            self.prove()
        self.present()
        self.recount()


def migrated(path: Path) -> Database:
    """A fresh database of the newest shape."""
    database = Database(f"sqlite:///{path}")
    migrating.migrate(database)
    return database


def begin(
    database: Database,
    *,
    settings: Settings | None = None,
    boxes: tuple[BoxCount, ...] | None = None,
    inside: Mapping[str, Role] | None = None,
) -> Day:
    """Stage the worked day on a database."""
    made = the_house(settings)
    day = Day(database, made)
    perform(
        database,
        house.load_property,
        who=replace(day.who(SUPERVISOR), via="cli"),
        now=day.now,
        house=made,
        effective=DAY,
    )
    day.do(stage, SUPERVISOR, boxes=boxes or the_boxes(), inside=inside or USUAL)
    return day
