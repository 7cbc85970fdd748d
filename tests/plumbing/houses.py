"""A small house that is in order, for tests to use or to spoil."""

from dataclasses import replace
from typing import Any

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
from countroom.domain.people import Employer, Person, Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign, RulesSubmission
from countroom.engine.games import GAMES as ENGINE_GAMES
from countroom.money import Money

GAMES = {code: TableKind(game.KIND) for code, game in ENGINE_GAMES.items()}


def a_person(code: str, *roles: Role) -> Person:
    """Someone with these roles; the credential follows the badge."""
    employer = Employer.BOARD if Role.CCR in roles else Employer.CASINO
    name = f"Person {code} (sample)"
    return Person(code, name, roles[0].printed, roles, f"C-{code}", employer)


def a_house(**changed: Any) -> House:
    """One banking table, one poker table, two boxes each, a spare and an emergency box."""
    parts: dict[str, Any] = {
        "property": Property("Test House (sample)", "America/New_York"),
        "currency": Currency(),
        "settings": Settings(keys_signed_out=False, stations=1, recount_devices=("CM-1",)),
        "pits": (Pit("1", "Pit 1"),),
        "chip_sets": (
            ChipSet("main", "House chips", ChipKind.VALUE, (Money(10_000), Money(250))),
            ChipSet("rake", "Rake chips", ChipKind.RAKE, (Money(400), Money(200))),
        ),
        "tables": (
            Table("MS-101", "1", "mississippi_stud", TableKind.BANKING, ("main",), 1),
            Table("PK-301", "1", "poker", TableKind.NONBANKING, ("main", "rake"), 2),
        ),
        "key_sets": (KeySet("floor", "R-1", "A-1", "B-1"),),
        "boxes": (
            Box("7", BoxUse.TABLE, "MS-101", "floor"),
            Box("007", BoxUse.TABLE, "MS-101", "floor"),
            Box("8", BoxUse.TABLE, "PK-301", "floor"),
            Box("9", BoxUse.TABLE, "PK-301", "floor"),
            Box("S-1", BoxUse.SPARE, "", "floor"),
            Box("E-1", BoxUse.EMERGENCY, "", "floor"),
        ),
        "stations": (Station("1", "Station 1"),),
        "machines": (CountingMachine("CM-1", "Counter 1"),),
        "areas": (Area("floor", "Floor"),),
        "people": (
            a_person("1", Role.DEALER),
            a_person("2", Role.COUNT_TEAM, Role.COUNT_ROOM_EMPLOYEE),
            a_person("3", Role.CCR),
        ),
        "rules": (
            RulesSubmission("mississippi_stud", {"seats": 6}),
            RulesSubmission("poker", {"seats": 9}),
        ),
        "coupons": (CouponDesign("MP25", "Match Play 25", Money(2_500), ("mississippi_stud",)),),
    }
    return House(**parts | changed)


def with_one_changed(facts: tuple[Any, ...], number: int, **changes: Any) -> tuple[Any, ...]:
    """Change one fact of a list, counted from 1."""
    return tuple(
        replace(fact, **changes) if at == number else fact for at, fact in enumerate(facts, 1)
    )
