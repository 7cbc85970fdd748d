"""A count room with many stations: a box open and shown empty at each, one tablet a box."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from countroom.domain.box_sheet import Sheet
from countroom.domain.denominations import Instrument
from countroom.domain.floor import Box, BoxUse, Station, Table, TableKind
from countroom.domain.house import House
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.people import Role
from countroom.operations import attendance, counting, drop, house, slips
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.stores import migrating
from countroom.stores.database import Database
from tests import builders
from tests.builders import DROP
from tests.plumbing.houses import a_person

TEAM: Final = tuple(str(badge) for badge in range(301, 313))
SUPERVISOR, REPRESENTATIVE = "161", "181"
RACK: Final = tuple(
    Pieces(Instrument.VALUE_CHIP, cents, 100, "main") for cents in (100_00, 5_00, 2_50)
)


def _a_house(many: int) -> House:
    plain = builders.a_house()
    numbers = range(101, 101 + many)
    return builders.a_house(
        settings=replace(plain.settings, stations=many, machine_test=False),
        tables=tuple(
            Table(f"MS-{number}", "1", "mississippi_stud", TableKind.BANKING, ("main",), number)
            for number in numbers
        ),
        boxes=tuple(
            Box(f"{mark}-{number}", BoxUse.TABLE, f"MS-{number}", "floor")
            for mark in "AB"
            for number in numbers
        ),
        stations=tuple(Station(str(n), f"Station {n}") for n in range(1, many + 1)),
        people=(*plain.people, *(a_person(badge, Role.COUNT_TEAM) for badge in TEAM)),
    )


@dataclass(frozen=True)
class Desk:
    """What a tablet knows: who sits there, what time it is, which count."""

    who: Who
    now: datetime
    count: str


@dataclass
class Room:
    """A house of as many tables as stations, on a database of its own.

    Attributes:
        database: Empty at first.
        many: How many tables, boxes and stations.
        now: When everything happens: the count is of the gaming date before.
    """

    database: Database
    many: int
    now: datetime = DROP
    house: House = field(init=False)

    def __post_init__(self) -> None:
        self.house = _a_house(self.many)
        migrating.migrate(self.database)
        effective = self.day - timedelta(days=1)
        asked: dict[str, Any] = {"house": self.house, "effective": effective}
        perform(self.database, house.load_property, who=house.the_program(), now=self.now, **asked)
        for table, box in zip(self.tables, self.boxes, strict=True):
            self.do(drop.place_box, "141", table=table, box=box, gaming_date=self.day)

    @property
    def day(self) -> date:
        """The gaming date that is counted."""
        return self.house.property.gaming_date(self.now) - timedelta(days=1)

    @property
    def count(self) -> str:
        """Name of the count."""
        return f"{self.day.isoformat()}/1"

    @property
    def tables(self) -> tuple[str, ...]:
        """Codes of the tables."""
        return tuple(table.code for table in self.house.tables)

    @property
    def boxes(self) -> tuple[str, ...]:
        """Codes of the boxes that are dropped, in the order of their tables."""
        return tuple(box.code for box in self.house.boxes[: self.many])

    @property
    def desk(self) -> Desk:
        """What a tablet of the team knows."""
        return Desk(self.who(TEAM[0]), self.now, self.count)

    def who(self, badge: str) -> Who:
        """Somebody at his tablet, in acts that are played."""
        person = self.house.person(badge)
        return Who(person, person.roles[0], "played", f"tablet-{badge}")

    def proof(self, badge: str) -> Proof:
        """Somebody's authentication."""
        who = self.who(badge)
        return Proof(who.person, who.duty, "played")

    def do(self, operation: Operation, badge: str, *, key: str = "", **asked: Any) -> Done:
        """Do an act as somebody."""
        return perform(
            self.database, operation, who=self.who(badge), now=self.now, key=key, **asked
        )

    def open_tables(self) -> None:
        """Open every table, its rack counted and signed."""
        for table in self.tables:
            slip = self.do(slips.count, "101", table=table, kind=SlipKind.OPENING, pieces=RACK)
            for badge, duty in (("101", Role.DEALER), ("111", Role.FLOORPERSON)):
                signed: dict[str, Any] = {
                    "slip": slip.name,
                    "step": duty.value,
                    "saw": slip.extra["digest"],
                }
                self.do(slips.sign, badge, proof=self.proof(badge), **signed)

    def _drop(self) -> None:
        self.do(drop.tell_surveillance, "121", what="drop", gaming_date=self.day, officer="201")
        for table, box in zip(self.tables, self.boxes, strict=True):
            self.do(drop.drop_box, "141", table=table, box=box)
        self.do(
            drop.load_trolley,
            "141",
            gaming_date=self.day,
            trolley="T-1",
            boxes=self.boxes,
            drop_team=self.proof("141"),
            security=self.proof("121"),
        )

    def _receive(self) -> None:
        count = self.count
        self.do(counting.open_count, SUPERVISOR, gaming_date=self.day)
        for badge in (SUPERVISOR, *TEAM, REPRESENTATIVE):
            self.do(attendance.sign_on, badge, count=count, proof=self.proof(badge))
        told: dict[str, Any] = {"what": "count", "gaming_date": self.day, "officer": "201"}
        self.do(drop.tell_surveillance, SUPERVISOR, **told)
        ticks = frozenset({counting.DOORS})
        self.do(counting.secure_room, SUPERVISOR, count=count, ticks=ticks)
        for box in self.boxes:
            self.do(drop.receive_box, SUPERVISOR, count=count, box=box)
        self.do(drop.reconcile_in, SUPERVISOR, count=count, supervisor=self.proof(SUPERVISOR))
        holders: dict[str, Any] = {
            "holder_a": self.proof(REPRESENTATIVE),
            "holder_b": self.proof(SUPERVISOR),
        }
        self.do(attendance.sign_out_keys, SUPERVISOR, count=count, **holders)

    def show_every_box(self) -> None:
        """Take the day on to the moment when a box lies shown empty at every station."""
        self._drop()
        self._receive()
        for station, box in enumerate(self.boxes, start=1):
            here = {"count": self.count, "box": box}
            self.do(counting.open_box, TEAM[0], station=str(station), **here)
            self.do(counting.empty_box, TEAM[0], **here)
            self.do(counting.show_empty, TEAM[0], second=TEAM[1], **here)


def a_sheet(save: int) -> Sheet:
    """What is typed about a box at its so-manieth save: one denomination more with each."""
    whole = builders.a_sheet(120, 3, 45, 17, 9, 31)
    return replace(whole, figures=dict(list(whole.figures.items())[: save + 1]))


SAVES: Final = 6
"""Saves until a sheet is whole."""
