"""A small house that can be played, and days of it: played, counted, concluded."""

import shutil
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from countroom.domain.access import Viewer
from countroom.domain.bookkeeping import Bookkeeping, NegativeWeek, Weekday
from countroom.domain.floor import ChipKind, ChipSet, Table, TableKind
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.domain.terms import CouponDesign, RulesSubmission
from countroom.money import Money
from countroom.operations import house as houses
from countroom.operations.acts import perform
from countroom.operations.play import (
    Disturbance,
    Plan,
    Truth,
    count_day,
    enter_checks,
    load,
    play_day,
    save,
)
from countroom.operations.play.truth import disturbed
from countroom.stores import migrating
from countroom.stores.database import Database
from tests import builders
from tests.plumbing import felts, session

DAY: Final = date(2011, 6, 14)
NEXT: Final = DAY + timedelta(days=1)
ROUNDS_PER_HOUR: Final = 12


def _rules(game: str) -> dict[str, Any]:
    """Filed rules, with a minimum whose vigorish the chips can pay."""
    filed: dict[str, Any] = felts.rules(game, minimum_cents=2_000).to_dict()
    return filed


def a_house(**changed: Any) -> House:
    """Four tables of four games, whose rules are filed whole."""
    faces = tuple(Money(cents) for cents in (100_000, 10_000, 2_500, 500, 250, 100, 50))
    games = {"MS-101": "mississippi_stud", "MS-102": "ez_baccarat", "BA-201": "baccarat"}
    parts: dict[str, Any] = {
        "chip_sets": (
            ChipSet("main", "House chips", ChipKind.VALUE, faces),
            ChipSet("second", "Second design", ChipKind.VALUE, (Money(10_000),)),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, (Money(400), Money(200))),
        ),
        "tables": (
            *(
                Table(code, "1", game, TableKind.BANKING, ("main", "second")[: 1 + (n == 1)], n + 1)
                for n, (code, game) in enumerate(games.items())
            ),
            Table("PK-301", "2", "poker", TableKind.NONBANKING, ("main", "rake"), 4),
        ),
        "bookkeeping": Bookkeeping(date(2010, 7, 8), Weekday.TUESDAY, NegativeWeek.NOTHING_DUE),
        "rules": tuple(RulesSubmission(game, _rules(game)) for game in (*games.values(), "poker")),
        "coupons": (
            CouponDesign("MP20", "Match Play 20", Money(2_000), tuple(games.values()), (), "M"),
        ),
    }
    return builders.a_house(**parts | changed)


def loaded(where: Path, house: House | None = None) -> Database:
    """A database of a house that nobody has played yet."""
    database = Database(f"sqlite:///{where / 'countroom.db'}")
    migrating.migrate(database)
    at = (house or a_house()).property.bounds(DAY)[0]
    perform(
        database,
        houses.load_property,
        who=houses.the_program(),
        now=at,
        house=house or a_house(),
        effective=DAY,
    )
    return database


def plan(day: date = DAY, **changed: Any) -> Plan:
    """A quick day."""
    parts: dict[str, Any] = {
        "day": day,
        "seed": 3,
        "rounds_per_hour": ROUNDS_PER_HOUR,
        "coupons": 3,
        "rack_percent": 70,
    }
    return Plan(**parts | changed)


def _made_once(name: str, make: Callable[[Path], None]) -> Path:
    made = session.folder() / name
    with session.alone(name):
        if not made.exists():
            draft = session.folder() / f"{name}.new"
            draft.mkdir()
            make(draft)
            draft.rename(made)
    return made


def _drop(where: Path) -> None:
    database = loaded(where)
    save(where, play_day(database, where / "rounds", plan()))
    database.close()


def _conclude(where: Path) -> None:
    database, truth = counted(where), load(where, DAY)
    assert truth is not None
    enter_checks(database, truth)
    database.close()


def dropped(where: Path) -> tuple[Database, Truth]:
    """A day that was played and dropped: a copy of one made once a session."""
    shutil.copytree(_made_once("dropped-day", _drop), where, dirs_exist_ok=True)
    truth = load(where, DAY)
    assert truth is not None
    return Database(f"sqlite:///{where / 'countroom.db'}"), truth


def concluded(where: Path, *, disturb: Iterable[Disturbance] = ()) -> tuple[Database, Truth]:
    """A day that was counted and concluded, its boxes disturbed before, its checks not entered."""
    database, played = dropped(where)
    truth = disturbed(played, disturb)
    count_day(database, truth)
    return database, truth


def _counted(where: Path) -> None:
    database, _ = concluded(where)
    database.close()


def counted(where: Path) -> Database:
    """A day that was counted and concluded, its checks not entered: a copy."""
    shutil.copytree(_made_once("counted-day", _counted), where, dirs_exist_ok=True)
    return Database(f"sqlite:///{where / 'countroom.db'}")


def played_wrong(where: Path, *disturb: Disturbance) -> tuple[Database, Truth]:
    """A day that went wrong while it was played, concluded and complete."""
    database = loaded(where)
    truth = play_day(database, where / "rounds", plan(disturb=disturb))
    count_day(database, truth)
    enter_checks(database, truth)
    return database, truth


def _mismatch(where: Path) -> None:
    gone = Disturbance("BA-201", "chip_gone", 2_500, 2)
    first = plan(closes=("BA-201",), never=("MS-102",), disturb=(gone,), coupons=0)
    database, truth = loaded(where), None
    for one in (first, plan(NEXT, coupons=0)):
        truth = play_day(database, where / "rounds", one, previous=truth)
        count_day(database, truth)
        enter_checks(database, truth)
    database.close()


def a_mismatch(where: Path) -> Database:
    """Two days; BA-201 was closed and lost two chips of $25 before it opened again: a copy."""
    shutil.copytree(_made_once("mismatch", _mismatch), where, dirs_exist_ok=True)
    return Database(f"sqlite:///{where / 'countroom.db'}")


def _two_weeks(where: Path) -> None:
    books = Bookkeeping(date(2010, 7, 8), Weekday.WEDNESDAY, NegativeWeek.NOTHING_DUE)
    database, truth = loaded(where, a_house(bookkeeping=books)), None
    for one in (plan(coupons=0), plan(NEXT, coupons=0)):
        truth = play_day(database, where / "rounds", one, previous=truth)
        count_day(database, truth)
        enter_checks(database, truth)
    database.close()


def two_weeks(where: Path) -> Database:
    """Two days, the last of a filing week and the first of the next, concluded: a copy."""
    shutil.copytree(_made_once("two-weeks", _two_weeks), where, dirs_exist_ok=True)
    return Database(f"sqlite:///{where / 'countroom.db'}")


def _short(where: Path) -> None:
    database, _ = played_wrong(where, Disturbance("MS-101", "chip_gone", 2_500, 1))
    database.close()


def a_short_day(where: Path) -> Database:
    """A day on which a chip of $25 went from the rack of MS-101, concluded and complete: a copy."""
    shutil.copytree(_made_once("short-day", _short), where, dirs_exist_ok=True)
    return Database(f"sqlite:///{where / 'countroom.db'}")


def a_played_day(where: Path) -> Database:
    """An undisturbed day, concluded and complete: a copy of one made once a session."""
    shutil.copytree(_made_once("played-day", _conclude), where, dirs_exist_ok=True)
    return Database(f"sqlite:///{where / 'countroom.db'}")


def viewer(role: Role = Role.ACCOUNTING) -> Viewer:
    """Somebody outside the room in a duty."""
    return Viewer(a_house().people_with(role)[0], role)
