"""The dumb world beside the database: piles of notes in boxes, racks of chips on tables.

Nothing here calls the domain: what may be done is written down once more, plainly, and what a
day won is what the chips did. A ``Deed`` is one act with what the world expects of it.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

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
    Station,
    Table,
    TableKind,
)
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import RulesSubmission
from countroom.errors import CountroomError, RuleError
from countroom.money import Money
from countroom.operations.acts import Done
from countroom.regulations import Rule
from tests.plumbing.cast import Cast
from tests.plumbing.houses import a_house, a_person

DAY: Final = date(2011, 11, 5)
"""A gaming day of twenty-five hours: the clocks go back in its night."""
MORNING: Final = datetime(2011, 11, 5, 10, 0, tzinfo=UTC)

NOTES: Final = (100_00, 20_00, 5_00)
FACES: Final = (100_00, 5_00, 2_50)
RAKE_FACES: Final = (4_00, 2_00)

TABLES: Final = {"MS-1": "mississippi_stud", "BA-2": "baccarat", "PK-3": "poker"}
POKER: Final = "PK-3"
BOXES: Final = {
    "11": "MS-1",
    "12": "MS-1",
    "007": "BA-2",
    "7": "BA-2",
    "31": "PK-3",
    "32": "PK-3",
    "SP-1": "",
    "E-3": "",
}
STATIONS: Final = ("S1", "S2")

PEOPLE: Final[dict[str, Role]] = {
    "D1": Role.DEALER,
    "D2": Role.DEALER,
    "F1": Role.FLOORPERSON,
    "F2": Role.FLOORPERSON,
    "P1": Role.PIT_CLERK,
    "K1": Role.CHIP_BANK_CASHIER,
    "K2": Role.CHIP_BANK_CASHIER,
    "G1": Role.SECURITY,
    "R1": Role.DROP_TEAM,
    "V1": Role.SURVEILLANCE,
    "T1": Role.COUNT_TEAM,
    "T2": Role.COUNT_TEAM,
    "T3": Role.COUNT_TEAM,
    "S1": Role.COUNT_ROOM_SUPERVISOR,
    "S2": Role.COUNT_ROOM_SUPERVISOR,
    "E1": Role.COUNT_ROOM_EMPLOYEE,
    "B1": Role.CCR,
    "B2": Role.CCR,
    "M1": Role.MAIN_BANK_CASHIER,
    "M2": Role.MAIN_BANK_CASHIER,
    "C1": Role.CAGE_SUPERVISOR,
    "A1": Role.ACCOUNTING,
}

Pile = Counter[str]
"""Pieces by what they are: ``currency-10000``, ``value_chip-250-main``."""

Chips = Counter[tuple[str, int]]
"""Pieces by chip set and denomination in cents."""


def worth(pile: Mapping[str, int]) -> int:
    """Value of a pile in cents."""
    return sum(int(what.split("-")[1]) * pieces for what, pieces in pile.items())


def rack_worth(chips: Mapping[tuple[str, int], int]) -> int:
    """Value of a rack in cents."""
    return sum(cents * pieces for (_, cents), pieces in chips.items())


def the_house(settings: Settings) -> House:
    """Two banking tables and one of poker, eight boxes, everybody twice who may be relieved."""
    tables = tuple(
        Table(
            code,
            "1",
            game,
            TableKind.NONBANKING if code == POKER else TableKind.BANKING,
            ("main", "rake") if code == POKER else ("main",),
            order,
        )
        for order, (code, game) in enumerate(TABLES.items(), start=1)
    )
    return a_house(
        currency=Currency(tuple(map(Money, NOTES))),
        settings=settings,
        pits=(Pit("1", "Pit 1"),),
        chip_sets=(
            ChipSet("main", "House chips", ChipKind.VALUE, tuple(map(Money, FACES))),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, tuple(map(Money, RAKE_FACES))),
        ),
        tables=tables,
        key_sets=(KeySet("floor", "R-1", "A-1", "B-1"),),
        boxes=tuple(_box(code, table) for code, table in BOXES.items()),
        stations=tuple(Station(code, f"Station {code}") for code in STATIONS),
        machines=(CountingMachine("CM-1", "Counter 1"),),
        areas=(Area("ROOM", "Count room"),),
        people=tuple(a_person(badge, role) for badge, role in PEOPLE.items()),
        rules=tuple(RulesSubmission(game, {"seats": 6}) for game in TABLES.values()),
        coupons=(),
    )


def _box(code: str, table: str) -> Box:
    if table:
        return Box(code, BoxUse.TABLE, table, "floor")
    return Box(code, BoxUse.EMERGENCY if code == "E-3" else BoxUse.SPARE, "", "floor")


@dataclass(frozen=True)
class Deed:
    """One act: what is done, and what the world expects of it.

    Attributes:
        name: In a word or two, for the story of a failure.
        operation: What is done.
        by: Badge of who does it.
        asked: What it takes, worked out when it is done.
        then: What it does to the world.
        refused: What it is refused by; empty if it is allowed.
    """

    name: str
    operation: Callable[..., Done]
    by: str
    asked: Callable[[], dict[str, Any]]
    then: Callable[[Done], None] = lambda _: None
    refused: tuple[Rule | type[CountroomError], ...] = ()


def fits(refusal: CountroomError, expected: tuple[Rule | type[CountroomError], ...]) -> bool:
    """Whether a refusal is the one expected: by its rule, or by its kind."""
    rule = refusal.rule if isinstance(refusal, RuleError) else None
    return any(
        one is rule if isinstance(one, Rule) else isinstance(refusal, one) for one in expected
    )


@dataclass
class BoxThere:
    """A box in the world.

    Attributes:
        state: As the procedure calls it, ``B1``.
        table: Where it is or was.
        pile: What lies in it.
        checks: Counter Checks in it: serial and cents.
        day: Gaming date of the drop period its money belongs to.
        count: The count it came in for.
    """

    state: str = "B0"
    table: str = ""
    pile: Pile = field(default_factory=Counter)
    checks: list[tuple[str, int]] = field(default_factory=list)
    day: date | None = None
    count: str = ""


@dataclass
class MoneyDay:
    """What a table's drop period came to: opening and closing are unknown without a slip."""

    opening: int | None = None
    closing: int | None = None
    fills: int = 0
    credits: int = 0
    sold: int = 0
    net: int = 0
    boxes: list[str] = field(default_factory=list)
    ended: bool = False


@dataclass
class Waiting:
    """A slip that is on its way to its last signature."""

    name: str
    kind: str
    signed: int = 0
    chips: Chips = field(default_factory=Counter)
    incoming: str = ""
    request: str = ""


@dataclass
class TableThere:
    """A table in the world.

    ``left`` is what its last slip says, ``differs`` an opening count that is not that, with how
    often it was counted, ``error`` the error slip over it.
    """

    code: str
    rack: Chips
    is_open: bool = False
    opened: bool = False
    box: str = ""
    day: date | None = None
    has_slip: bool = False
    inventory: Waiting | None = None
    drop: Waiting | None = None
    request: Waiting | None = None
    moving: Waiting | None = None
    left: Chips | None = None
    differs: Waiting | None = None
    error: Waiting | None = None
    days: dict[date, MoneyDay] = field(default_factory=dict)

    @property
    def today(self) -> MoneyDay:
        """The drop period that runs."""
        assert self.day is not None
        return self.days.setdefault(self.day, MoneyDay())

    @property
    def at_play(self) -> bool:
        """Open, with a box, and nobody is counting the rack or waiting for the drop."""
        return self.is_open and bool(self.box) and self.inventory is None and self.drop is None


def a_rack(table: str) -> Chips:
    """What lies in a rack at first."""
    rack: Chips = Counter({("main", 100_00): 600, ("main", 5_00): 4000, ("main", 2_50): 800})
    if table == POKER:
        rack |= Counter({("rake", 4_00): 1000, ("rake", 2_00): 100})
    return rack


@dataclass
class World:
    """Everything there is.

    Attributes:
        cast: The people, the clock and the database.
        boxes: By label.
        tables: By code.
        told: What surveillance was told of: ``drop|2011-11-05``.
        trolley: Boxes in the trolley.
        serial: Number of the next Counter Check.
    """

    cast: Cast
    boxes: dict[str, BoxThere] = field(default_factory=lambda: {code: BoxThere() for code in BOXES})
    tables: dict[str, TableThere] = field(
        default_factory=lambda: {code: TableThere(code, a_rack(code)) for code in TABLES}
    )
    told: set[str] = field(default_factory=set)
    manifests: dict[date, set[str]] = field(default_factory=dict)
    taken_in: set[str] = field(default_factory=set)
    serial: int = 0

    @property
    def day(self) -> date:
        """The gaming date of which boxes come off next."""
        return min(table.day or DAY for table in self.tables.values())

    def until(self, day: date) -> None:
        """Let the clock run to the drop of a gaming date."""
        drop = self.cast.house.property.bounds(day)[1] - timedelta(minutes=20)
        self.cast.now = max(self.cast.now, drop)
