"""Plain builders: a house with its people, a database with that house, a count to work on.

``a_database(tmp_path)`` is a copy of a file that is made once a session by the operations
themselves; ``a_count`` takes it on to a count whose boxes wait in the room. A ``Scene`` holds
the clock and does acts: ``scene.do(counting.open_box, "151", count=COUNT, ...)``.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from countroom.domain.box_sheet import Sheet
from countroom.domain.floor import (
    Area,
    Box,
    BoxUse,
    ChipKind,
    ChipSet,
    CountingMachine,
    KeySet,
    Pit,
    Station,
    Table,
    TableKind,
)
from countroom.domain.house import House
from countroom.domain.papers.machine_test import KnownNote, Phase
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import (
    CouponDesign,
    InternalControls,
    PrintedItem,
    RulesSubmission,
)
from countroom.money import Money
from countroom.operations import (
    attendance,
    authentication,
    counting,
    drop,
    house,
    notices,
    secrecy,
)
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.stores import migrating
from countroom.stores.database import Database
from tests.plumbing import houses, session

DAY: Final = date(2011, 6, 14)
"""The gaming date that is counted."""

COUNT: Final = "2011-06-14/1"

START: Final = datetime(2011, 6, 14, 9, 0, tzinfo=UTC)
"""Five in the morning on the wall, an hour before the gaming day begins."""

DROP: Final = datetime(2011, 6, 15, 10, 0, tzinfo=UTC)
"""Six in the morning on the wall, inside the filed window."""

PEOPLE: Final[dict[str, tuple[Role, ...]]] = {
    "101": (Role.DEALER,),
    "102": (Role.DEALER, Role.BOXPERSON),
    "111": (Role.FLOORPERSON,),
    "112": (Role.FLOORPERSON, Role.PIT_CLERK),
    "121": (Role.SECURITY,),
    "122": (Role.SECURITY,),
    "131": (Role.CHIP_BANK_CASHIER,),
    "141": (Role.DROP_TEAM,),
    "151": (Role.COUNT_TEAM,),
    "152": (Role.COUNT_TEAM,),
    "153": (Role.COUNT_TEAM, Role.COUNT_ROOM_EMPLOYEE),
    "154": (Role.COUNT_TEAM,),
    "161": (Role.COUNT_ROOM_SUPERVISOR,),
    "162": (Role.COUNT_ROOM_SUPERVISOR,),
    "171": (Role.MAIN_BANK_CASHIER,),
    "172": (Role.CAGE_SUPERVISOR,),
    "181": (Role.CCR,),
    "182": (Role.CCR,),
    "191": (Role.ACCOUNTING,),
    "192": (Role.ACCOUNTING_SUPERVISOR,),
    "201": (Role.SURVEILLANCE,),
    "211": (Role.INTERNAL_AUDIT,),
    "221": (Role.ADMINISTRATOR,),
    "222": (Role.ADMINISTRATOR,),
    "231": (Role.FINANCE,),
    "232": (Role.FINANCE_SUPERVISOR,),
    "233": (Role.FINANCE_SUPERVISOR,),
    "241": (Role.MARKETING,),
    "242": (Role.MARKETING_SUPERVISOR,),
}
"""Badge to roles of everybody."""

BOXES: Final[dict[str, str]] = {
    "11": "MS-101",
    "12": "MS-101",
    "21": "MS-102",
    "22": "MS-102",
    "007": "BA-201",
    "7": "BA-201",
    "31": "PK-301",
    "32": "PK-301",
    "SP-1": "",
    "E-3": "",
}
"""Every box, and the table on its label; SP-1 is a spare, E-3 an emergency box."""

FIRST: Final[dict[str, str]] = {"MS-101": "11", "MS-102": "21", "BA-201": "007", "PK-301": "31"}
"""The box that each table carries first."""

SECOND: Final[dict[str, str]] = {"MS-101": "12", "MS-102": "22", "BA-201": "7", "PK-301": "32"}
"""The box that takes its place at the drop."""

NOTES: Final = (100, 50, 20, 10, 5, 1)


def a_pin(badge: str) -> str:
    """The PIN of a badge in every test."""
    return str(4021 + 7 * int(badge))


def _a_box(code: str, table: str) -> Box:
    if table:
        return Box(code, BoxUse.TABLE, table, "floor")
    use = BoxUse.EMERGENCY if code.startswith("E") else BoxUse.SPARE
    return Box(code, use, "", "floor")


def a_house(**changed: Any) -> House:
    """Three banking tables and a poker table, two stations, two machines, and everybody."""
    parts: dict[str, Any] = {
        "settings": Settings(keys_signed_out=False, stations=2, recount_devices=("CM-2",)),
        "pits": (Pit("1", "Pit 1"), Pit("2", "Poker room")),
        "chip_sets": (
            ChipSet(
                "main", "House chips", ChipKind.VALUE, (Money(100_00), Money(5_00), Money(250))
            ),
            ChipSet("second", "Second design", ChipKind.VALUE, (Money(100_00),)),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, (Money(4_00), Money(2_00))),
        ),
        "tables": (
            Table("MS-101", "1", "mississippi_stud", TableKind.BANKING, ("main",), 1),
            Table("MS-102", "1", "mississippi_stud", TableKind.BANKING, ("main", "second"), 2),
            Table("BA-201", "1", "baccarat", TableKind.BANKING, ("main",), 3),
            Table("PK-301", "2", "poker", TableKind.NONBANKING, ("main", "rake"), 4),
        ),
        "key_sets": (KeySet("floor", "R-1", "A-1", "B-1"),),
        "boxes": tuple(_a_box(code, table) for code, table in BOXES.items()),
        "stations": (Station("1", "Station 1"), Station("2", "Station 2"), Station("3", "Spare")),
        "machines": (CountingMachine("CM-1", "Counter 1"), CountingMachine("CM-2", "Counter 2")),
        "areas": (Area("floor", "Floor"), Area("table", "Count table")),
        "people": tuple(houses.a_person(badge, *roles) for badge, roles in PEOPLE.items()),
        "rules": (
            RulesSubmission("mississippi_stud", {"seats": 6}),
            RulesSubmission("baccarat", {"seats": 7}),
            RulesSubmission("poker", {"seats": 9}),
        ),
        "coupons": (
            CouponDesign(
                "MP25",
                "Match Play 25",
                Money(25_00),
                ("mississippi_stud",),
                serial_prefix="A",
                approved=date(2011, 1, 3),
                reference="BCC-25",
                printed=tuple(PrintedItem),
            ),
            CouponDesign(
                "MP10",
                "Match Play 10",
                Money(10_00),
                ("mississippi_stud", "baccarat"),
                serial_prefix="B",
                expires=date(2011, 6, 13),
            ),
        ),
        "controls": (InternalControls("IC", "Coupons", date(2011, 1, 3), "IC-1", ("Cabinet 1",)),),
    }
    return houses.a_house(**parts | changed)


@dataclass
class Scene:
    """A database, a clock that moves on a little with each act, and who does what."""

    database: Database
    now: datetime = START
    house: House = field(default_factory=a_house)

    def who(self, badge: str, duty: Role | None = None, *, device: str = "tablet-1") -> Who:
        """Somebody at a device, in his first duty unless another is named."""
        person = self.house.person(badge)
        return Who(person, duty or person.roles[0], "web", device)

    def tick(self, **by: float) -> datetime:
        """Let time pass, a second if nothing is said."""
        self.now += timedelta(**by) if by else timedelta(seconds=1)
        return self.now

    def proof(self, badge: str, duty: Role | None = None) -> Proof:
        """Somebody's authentication, made now."""
        person = self.house.person(badge)
        duty = duty or person.roles[0]
        return authentication.prove(self.database, self.tick(), badge, a_pin(badge), duty, "pad")

    def do(
        self,
        operation: Operation,
        badge: str,
        duty: Role | None = None,
        *,
        key: str = "",
        **asked: Any,
    ) -> Done:
        """Do an operation as somebody."""
        who = self.who(badge, duty)
        return perform(self.database, operation, who=who, now=self.tick(), key=key, **asked)

    def call(self, entry: Callable[..., Done], badge: str, *, key: str = "", **asked: Any) -> Done:
        """Call an entry point that opens its own transactions, as somebody."""
        return entry(self.database, who=self.who(badge), now=self.tick(), key=key, **asked)


# ------------------------------------------------------------------------------ databases


def a_loaded_house(database: Database, the_house: House) -> Scene:
    """Migrate a database, load a house, give everybody his PIN, put a box on every table."""
    migrating.migrate(database)
    scene = Scene(database, START, the_house)
    done = house.load(
        database,
        the_house,
        effective=DAY - timedelta(days=1),
        who=house.the_program(),
        now=scene.tick(),
        cost=secrecy.CHEAP,
    )
    codes = done.extra["codes"]
    assert isinstance(codes, dict)
    for badge, code in codes.items():
        authentication.enrol(
            database, scene.tick(), badge, str(code), a_pin(badge), cost=secrecy.CHEAP
        )
    for table, box in FIRST.items():
        scene.do(drop.place_box, "141", table=table, box=box, gaming_date=DAY)
    return scene


def _template(name: str, build: Callable[[Database], Scene]) -> tuple[Path, datetime]:
    """Build a database once a session; every process copies the same file."""
    made = session.folder() / f"template-{name}.db"
    moment = made.with_suffix(".now")
    with session.alone(f"template-{name}"):
        if not moment.exists():
            database = Database(f"sqlite:///{made}")
            scene = build(database)
            database.close()
            moment.write_text(scene.now.isoformat(), encoding="ascii")
    return made, datetime.fromisoformat(moment.read_text(encoding="ascii"))


def _copied(url: str, name: str, build: Callable[[Database], Scene]) -> Scene:
    template, now = _template(name, build)
    shutil.copyfile(template, url.removeprefix("sqlite:///"))
    return Scene(Database(url), now)


def _url(where: Path | str) -> str:
    return f"sqlite:///{where / 'countroom.db'}" if isinstance(where, Path) else where


def _house_loaded(database: Database) -> Scene:
    scene = a_loaded_house(database, a_house())
    scene.now = START + timedelta(hours=1)
    return scene


def a_database(where: Path | str, *, the_house: House | None = None) -> Scene:
    """A database of its own with the house loaded, PINs set and a box on every table.

    Args:
        where: A folder for a SQLite file, or the URL of an empty database.
        the_house: Another house than ``a_house()``; then nothing is copied.
    """
    url = _url(where)
    if the_house is None and url.startswith("sqlite:///"):
        return _copied(url, "house", _house_loaded)
    return a_loaded_house(Database(url), the_house or a_house())


# ----------------------------------------------------------------------------------- counts


def a_drop(scene: Scene, *, boxes: int = 4) -> tuple[str, ...]:
    """Drop so many tables in order, and lock their boxes into a trolley; the rest is closed."""
    scene.now = max(scene.now, DROP)
    if not _told(scene, "drop"):
        scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    dropped = []
    for number, table in enumerate(FIRST, start=1):
        if number > boxes:
            scene.do(drop.not_dropped, "141", table=table, why="closed", explanation="No dealer.")
            continue
        box = FIRST[table]
        scene.do(drop.drop_box, "141", table=table, box=box, replacement=SECOND[table])
        dropped.append(box)
    scene.do(
        drop.load_trolley,
        "141",
        gaming_date=DAY,
        trolley="T-1",
        boxes=tuple(dropped),
        drop_team=scene.proof("141"),
        security=scene.proof("121"),
    )
    return tuple(dropped)


def _told(scene: Scene, what: notices.What) -> bool:

    with scene.database.read() as tx:
        return notices.told(tx, what, DAY) is not None


def known_notes(scene: Scene, *, off: int = 0) -> tuple[KnownNote, ...]:
    """A hundred known notes of each denomination; the machine misses ``off`` of the first."""
    first, *others = (note.cents for note in scene.house.currency.notes)
    return (
        KnownNote(first, 100, 100 - off),
        *(KnownNote(cents, 100, 100) for cents in others),
    )


def everybody_in(scene: Scene, *badges: str) -> None:
    """Sign the room's people on, or the ones named."""
    for badge in badges or ("161", "151", "152", "153", "181"):
        scene.do(attendance.sign_on, badge, count=COUNT, proof=scene.proof(badge))


def a_secured_room(scene: Scene) -> None:
    """Schedule the count, sign everybody on, test a machine, secure the room."""
    scene.do(counting.open_count, "161", gaming_date=DAY)
    everybody_in(scene)
    scene.do(
        counting.test_machine,
        "151",
        count=COUNT,
        machine="CM-1",
        phase=Phase.BEFORE,
        notes=known_notes(scene),
        tester=scene.proof("151"),
    )
    scene.do(drop.tell_surveillance, "161", what="count", gaming_date=DAY, officer="201")
    ticks = frozenset({counting.DOORS})
    scene.do(counting.secure_room, "161", count=COUNT, ticks=ticks)


def a_count(where: Path | str, *, boxes: int = 2, the_house: House | None = None) -> Scene:
    """A count whose boxes have come in as on the manifest; the keys are out, none is open."""
    url = _url(where)
    if the_house is None and url.startswith("sqlite:///"):
        return _copied(
            url, f"count-{boxes}", lambda database: _brought_in(_house_loaded(database), boxes)
        )
    return _brought_in(a_database(where, the_house=the_house), boxes)


def _brought_in(scene: Scene, boxes: int) -> Scene:
    dropped = a_drop(scene, boxes=boxes)
    a_secured_room(scene)
    for box in dropped:
        scene.do(drop.receive_box, "161", count=COUNT, box=box)
    scene.do(drop.reconcile_in, "161", count=COUNT, supervisor=scene.proof("161"))
    scene.do(
        attendance.sign_out_keys,
        "161",
        count=COUNT,
        holder_a=scene.proof("181"),
        holder_b=scene.proof("161"),
    )
    return scene


def a_shown_box(scene: Scene, box: str, *, station: str = "1", badge: str = "151") -> None:
    """Open a box at a station, empty it and show it empty."""
    second = "152" if badge == "151" else "151"
    scene.do(counting.open_box, badge, count=COUNT, box=box, station=station)
    scene.do(counting.empty_box, badge, count=COUNT, box=box)
    scene.do(counting.show_empty, badge, count=COUNT, box=box, second=second)


def a_sheet(*pieces: int, **changed: Any) -> Sheet:
    """A sheet with so many hundreds, fifties, twenties, tens, fives and ones; the rest is 0."""
    counted = (*pieces, *(0 for _ in NOTES[len(pieces) :]))
    figures = {f"currency-{face}00": n for face, n in zip(NOTES, counted, strict=True)}
    more = changed.pop("figures", {})
    return Sheet(figures=figures | more, **changed)


def a_rake(**changed: Any) -> Sheet:
    """A poker box: no notes, three $100 chips, seven $2.50 ones, ten $4 and five $2 rake chips."""
    chips = {
        "value_chip-10000-main": 3,
        "value_chip-500-main": 0,
        "value_chip-250-main": 7,
        "rake_chip-400-rake": 10,
        "rake_chip-200-rake": 5,
    }
    return a_sheet(figures=chips | changed.pop("figures", {}), **changed)


def a_recorded_box(
    scene: Scene, box: str, sheet: Sheet | None = None, *, badge: str = "151"
) -> str:
    """Open, empty, show and record a box; the name of its box count."""
    a_shown_box(scene, box, badge=badge)
    kind = BOXES[box]
    sheet = sheet or (a_rake() if kind == "PK-301" else a_sheet(10, 0, 5))
    done = scene.do(counting.record_box, badge, count=COUNT, box=box, revision=0, sheet=sheet)
    return done.name
