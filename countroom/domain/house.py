"""One whole house: every fact of it together, in force at one time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from countroom.domain.bookkeeping import UNSTATED, Bookkeeping
from countroom.domain.floor import (
    Area,
    Box,
    ChipSet,
    CountingMachine,
    Currency,
    KeySet,
    Pit,
    Property,
    Station,
    Table,
)
from countroom.domain.house_faults import LISTS, Parts, faults_between
from countroom.domain.people import Person, Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign, InternalControls, RulesSubmission
from countroom.errors import EntryError, NotFoundError

SINGLES: Final[dict[str, type[Any]]] = {
    "property": Property,
    "currency": Currency,
    "settings": Settings,
    "bookkeeping": Bookkeeping,
}
"""Sections that hold one fact."""


def _placed(section: str, facts: Iterable[Any]) -> dict[str, Any]:
    return {f"{section}[{number}]": fact for number, fact in enumerate(facts, 1)}


def _by_code(facts: Iterable[Any]) -> dict[str, Any]:
    return {fact.code: fact for fact in facts}


@dataclass(frozen=True)
class House:
    """A house whose facts fit together.

    Tables stand in the order of lists and reports; everything else as it was given.

    Raises:
        EntryError: Something does not fit; every fault under its place, ``boxes[7].label``.
    """

    property: Property
    currency: Currency
    settings: Settings
    pits: tuple[Pit, ...]
    chip_sets: tuple[ChipSet, ...]
    tables: tuple[Table, ...]
    key_sets: tuple[KeySet, ...]
    boxes: tuple[Box, ...]
    stations: tuple[Station, ...]
    machines: tuple[CountingMachine, ...]
    areas: tuple[Area, ...]
    people: tuple[Person, ...]
    rules: tuple[RulesSubmission, ...] = ()
    coupons: tuple[CouponDesign, ...] = ()
    controls: tuple[InternalControls, ...] = ()
    bookkeeping: Bookkeeping = UNSTATED

    def __post_init__(self) -> None:
        in_order = tuple(sorted(self.tables, key=lambda table: table.order))
        object.__setattr__(self, "tables", in_order)
        sections: dict[str, Any] = {name: _placed(name, getattr(self, name)) for name in LISTS}
        codes = {
            name: frozenset(fact.code for fact in facts.values())
            for name, facts in sections.items()
        }
        faults = faults_between(Parts(**sections, settings=self.settings, codes=codes))
        if faults:
            raise EntryError(faults)

    @classmethod
    def of(cls, facts: Iterable[tuple[str, Any]]) -> "House":
        """Put a house together again from what ``facts`` gave.

        Raises:
            EntryError: Something does not fit.
        """
        lists: dict[str, list[Any]] = {name: [] for name in LISTS}
        singles: dict[str, Any] = {
            "settings": Settings(),
            "currency": Currency(),
            "bookkeeping": UNSTATED,
        }
        for section, fact in facts:
            if section in LISTS:
                lists[section].append(fact)
            else:
                singles[section] = fact
        sections: dict[str, Any] = {name: tuple(entries) for name, entries in lists.items()}
        return cls(**singles, **sections)

    def facts(self) -> Iterator[tuple[str, str, Any]]:
        """Yield every fact as section, code and fact, what others name first.

        A fact that is there once (property, currency, settings, bookkeeping) has its section for
        a code.
        """
        for section in SINGLES:
            yield section, section, getattr(self, section)
        for section in LISTS:
            for fact in getattr(self, section):
                yield section, fact.code, fact

    @cached_property
    def _known(self) -> dict[str, dict[str, Any]]:
        return {name: _by_code(getattr(self, name)) for name in LISTS}

    def _find(self, section: str, code: str) -> Any:
        fact = self._known[section].get(code)
        if fact is None:
            msg = f"There is no {code!r} among the {section.replace('_', ' ')}."
            raise NotFoundError(msg)
        return fact

    def table(self, code: str) -> Table:
        """Find a gaming table.

        Raises:
            NotFoundError: No table is called so.
        """
        found: Table = self._find("tables", code)
        return found

    def box(self, code: str) -> Box:
        """Find a drop box.

        Raises:
            NotFoundError: No box is called so; a table's label is not a box's.
        """
        if code in self._known["tables"] and code not in self._known["boxes"]:
            msg = f"{code} is the label of a table, not of a box."
            raise NotFoundError(msg)
        found: Box = self._find("boxes", code)
        return found

    def person(self, code: str) -> Person:
        """Find a person by badge number.

        Raises:
            NotFoundError: Nobody has this badge.
        """
        found: Person = self._find("people", code)
        return found

    def chip_set(self, code: str) -> ChipSet:
        """Find a set of chips.

        Raises:
            NotFoundError: No set is called so.
        """
        found: ChipSet = self._find("chip_sets", code)
        return found

    def chip_sets_of(self, table: Table) -> tuple[ChipSet, ...]:
        """Return the sets that a table's inventory holds."""
        return tuple(self.chip_set(code) for code in table.chip_sets)

    def boxes_of(self, table: Table) -> tuple[Box, ...]:
        """Return the boxes labelled for a table."""
        return tuple(box for box in self.boxes if box.table == table.code)

    def key_set_of(self, box: Box) -> KeySet:
        """Return how a box is keyed."""
        found: KeySet = self._find("key_sets", box.key_set)
        return found

    def submission(self, game: str) -> RulesSubmission:
        """Return the rules filed for a game.

        Raises:
            NotFoundError: None are filed.
        """
        found: RulesSubmission = self._find("rules", game)
        return found

    def coupon(self, code: str) -> CouponDesign:
        """Find a design of coupons.

        Raises:
            NotFoundError: No design is called so.
        """
        found: CouponDesign = self._find("coupons", code)
        return found

    def people_with(self, *roles: Role) -> tuple[Person, ...]:
        """Return who may sign in to one of these duties."""
        return tuple(person for person in self.people if person.holds(*roles))
