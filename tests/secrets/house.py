"""The house of the planted day: who looks on, what lies in the boxes, and how it is laid out."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Final

from countroom.domain.bookkeeping import Bookkeeping, NegativeWeek, Weekday
from countroom.domain.box_sheet import Sheet
from countroom.domain.denominations import Instrument, Pool
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
from countroom.domain.papers.box_count import CouponFound, Memo, MemoKind
from countroom.domain.papers.presentation import PoolEntry
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign, RulesSubmission
from countroom.money import Money
from tests.plumbing import felts
from tests.plumbing.houses import a_house, a_person
from tests.secrets import planted

DAY: Final = date(2011, 6, 14)
COUNT: Final = "2011-06-14/1"
SECOND: Final = "2011-06-14/2"
MORNING: Final = datetime(2011, 6, 14, 10, 0, tzinfo=UTC)
NIGHT: Final = datetime(2011, 6, 15, 9, 40, tzinfo=UTC)
AFTER: Final = datetime(2011, 6, 15, 12, 0, tzinfo=UTC)
PIN: Final = "8362"

BOXES: Final = {"BJ-101": "1101", "MS-102": "1102", "MB-103": "1103", "PK-501": "1501"}
"""Table to the box that is dropped; the one that follows it begins with a 2."""

FACES: Final = (100_00, 50_00, 20_00, 10_00, 5_00, 1_00)


# --------------------------------------------------------------------------------- who looks


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who looks, in a duty, inside the room or not.

    Attributes:
        badge: His badge; nothing for somebody who is not signed in at all.
        duty: The duty he is signed into.
        inside: Whether he is signed on to the count from its first to its last moment.
    """

    badge: str
    duty: Role
    inside: bool

    @property
    def name(self) -> str:
        """To name a test by."""
        return f"{self.duty.value}-{'inside' if self.inside else 'outside'}"


TEAM: Final = ("T1", "T2", "T3")
INSIDE: Final = (
    Onlooker("T1", Role.COUNT_TEAM, inside=True),
    Onlooker("S1", Role.COUNT_ROOM_SUPERVISOR, inside=True),
    Onlooker("E1", Role.COUNT_ROOM_EMPLOYEE, inside=True),
    Onlooker("B1", Role.CCR, inside=True),
    Onlooker("M1", Role.MAIN_BANK_CASHIER, inside=True),
    Onlooker("K1", Role.CAGE_SUPERVISOR, inside=True),
    Onlooker("A1", Role.ACCOUNTING, inside=True),
    Onlooker("U1", Role.INTERNAL_AUDIT, inside=True),
    Onlooker("G1", Role.SECURITY, inside=True),
)
"""In the room: those who work there, the cage, and visitors with a purpose."""

OUTSIDE: Final = tuple(
    Onlooker(f"{90 + number}", role, inside=False) for number, role in enumerate(Role)
)
"""One person for every duty, and none of them in the room."""

ONLOOKERS: Final = (*INSIDE, *OUTSIDE)


def outsider(role: Role) -> str:
    """The badge of who holds a duty and is not in the room."""
    return next(one.badge for one in OUTSIDE if one.duty is role)


def the_house() -> House:
    """Three banking tables and one of poker."""
    games = {
        "BJ-101": "baccarat",
        "MS-102": "mississippi_stud",
        "MB-103": "ez_baccarat",
        "PK-501": "poker",
    }
    kinds = {"poker": TableKind.NONBANKING}
    people = [
        *(a_person(one.badge, one.duty) for one in ONLOOKERS),
        *(a_person(badge, Role.COUNT_TEAM) for badge in TEAM[1:]),
    ]
    return a_house(
        settings=Settings(keys_signed_out=False, recount_devices=("CM-1",)),
        bookkeeping=Bookkeeping(date(2010, 7, 8), Weekday.MONDAY, NegativeWeek.NOTHING_DUE),
        pits=(Pit("1", "Pit 1"),),
        chip_sets=(
            ChipSet("main", "House chips", ChipKind.VALUE, (Money(100_00), Money(5_00))),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, (Money(4_00), Money(2_00))),
        ),
        tables=tuple(
            Table(
                code,
                "1",
                game,
                kinds.get(game, TableKind.BANKING),
                ("main", "rake") if game in kinds else ("main",),
                order,
            )
            for order, (code, game) in enumerate(games.items(), start=1)
        ),
        key_sets=(KeySet("floor", "R-1", "A-1", "B-1"),),
        boxes=tuple(
            Box(f"{number}{table[-3:]}", BoxUse.TABLE, table, "floor")
            for table in BOXES
            for number in (1, 2)
        ),
        stations=(Station("S1", "Station 1"), Station("S2", "Station 2")),
        machines=(CountingMachine("CM-1", "Counter 1"),),
        areas=(Area("ROOM", "Count room"),),
        people=tuple(people),
        rules=tuple(RulesSubmission(game, dict(felts.RULES[game])) for game in games.values()),
        coupons=(
            CouponDesign(
                "MP25", "Match Play 25", Money(25_00), ("baccarat",), serial_prefix="M25-"
            ),
        ),
    )


# ----------------------------------------------------------------------------------- the day


def money(**notes: int) -> dict[str, int]:
    typed = {f"currency-{face}": 0 for face in FACES}
    return typed | {f"currency-{name[1:]}": pieces for name, pieces in notes.items()}


def sheets() -> dict[str, Sheet]:
    """What the counter types about each box."""
    return {
        "BJ-101": Sheet(
            figures=money(n10000=planted.HUNDREDS, n2000=planted.TWENTIES),
            mutilated={"currency-2000": planted.TORN},
            coupons=(CouponFound(planted.COUPON, 25_00),),
            memos=(
                Memo(MemoKind.SUSPECT_NOTE, "paper", 100_00, serial=planted.SUSPECT),
                Memo(MemoKind.FOUND_CHIP, "chips", 5_00, planted.FOUND_CHIPS, chip_set="main"),
            ),
            machine="CM-1",
            ticket_cents=planted.TICKET_CENTS,
        ),
        "MS-102": Sheet(figures=money(n10000=planted.BEFORE_CHANGE)),
        "PK-501": Sheet(
            figures={
                **money(n500=planted.FIVES),
                "value_chip-10000-main": planted.VALUE_CHIPS,
                "value_chip-500-main": 0,
                "rake_chip-400-rake": planted.RAKE_CHIPS,
                "rake_chip-200-rake": 0,
            }
        ),
    }


CHANGED: Final = Sheet(figures=money(n10000=planted.OTHER_HUNDREDS))
"""What box 1102 holds, as was found after it was recorded."""


def laid(**off: int) -> tuple[PoolEntry, ...]:
    """All the money, pool by pool; ``n2000=-1`` counts one $20 less."""
    hundreds = planted.HUNDREDS + planted.OTHER_HUNDREDS
    held = {
        Pool.BANKING_CURRENCY: {100_00: hundreds, 20_00: planted.TWENTIES},
        Pool.NONBANKING_CURRENCY: {5_00: planted.FIVES},
        Pool.FOUND_CHIPS: {5_00: planted.FOUND_CHIPS},
        Pool.NONBANKING_VALUE_CHIPS: {100_00: planted.VALUE_CHIPS},
        Pool.RAKE_CHIPS: {4_00: planted.RAKE_CHIPS},
    }
    entries = [
        *_currency(Pool.BANKING_CURRENCY, held),
        *_currency(Pool.NONBANKING_CURRENCY, held),
        *_chips(Pool.FOUND_CHIPS, (100_00, 5_00), held),
        *_chips(Pool.NONBANKING_VALUE_CHIPS, (100_00, 5_00), held),
        *_chips(Pool.RAKE_CHIPS, (4_00, 2_00), held),
    ]
    return tuple(
        replace(entry, loose=entry.loose + off.get(f"n{entry.denomination_cents}", 0))
        if entry.pool is Pool.BANKING_CURRENCY
        else entry
        for entry in entries
    )


def _currency(pool: Pool, held: dict[Pool, dict[int, int]]) -> Iterable[PoolEntry]:
    for face in FACES:
        pieces = held[pool].get(face, 0)
        strapped = planted.STRAPPED if face == FACES[0] and pieces else 0
        yield PoolEntry(pool, Instrument.CURRENCY, face, strapped // 100, pieces - strapped)


def _chips(
    pool: Pool, faces: tuple[int, ...], held: dict[Pool, dict[int, int]]
) -> Iterable[PoolEntry]:
    rake = pool is Pool.RAKE_CHIPS
    instrument = Instrument.RAKE_CHIP if rake else Instrument.VALUE_CHIP
    for face in faces:
        yield PoolEntry(
            pool,
            instrument,
            face,
            loose=held[pool].get(face, 0),
            chip_set="rake" if rake else "main",
        )
