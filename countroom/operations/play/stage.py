"""The stage of a played day: the people of the house, a clock that only goes forward, acts.

Everybody acts through the operations that a person would use, with proofs of kind *played*.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from countroom.domain.house import House
from countroom.domain.inventory import Pieces, PiecesKey, keys_of
from countroom.domain.people import Person, Role
from countroom.errors import EntryError
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.operations.play.truth import ChipKey
from countroom.stores import documents
from countroom.stores.database import Database

VIA: Final = "played"

Actor = tuple[Role, int]
"""A role, and which of the people who hold it."""


@dataclass(slots=True)
class Stage:
    """Where a day is played.

    Attributes:
        database: The property's.
        house: In force.
        now: The time of the last act; none is earlier than the one before.
        bank: What lies in the chip bank, as far as play has told; empty where nobody knows.
        patrons: What patrons carry, of the house's chips.
        on_floor: What lay in racks and boxes as the day began, and came from the chip bank since.
    """

    database: Database
    house: House
    now: datetime
    bank: dict[ChipKey, int] = field(default_factory=dict)
    patrons: dict[ChipKey, int] = field(default_factory=dict)
    on_floor: dict[ChipKey, int] = field(default_factory=dict)

    def person(self, role: Role, number: int = 0) -> Person:
        """Someone who holds a role; the number chooses among several.

        Raises:
            EntryError: Nobody does.
        """
        people = self.house.people_with(role)
        if not people:
            sentence = f"Nobody of this house is a {role.printed}."
            raise EntryError({"people": sentence})
        return people[number % len(people)]

    def who(self, role: Role, number: int = 0) -> Who:
        """Someone signed into a role."""
        return Who(self.person(role, number), role, via=VIA)

    def proof(self, role: Role, number: int = 0) -> Proof:
        """Someone's authentication, played."""
        return Proof(self.person(role, number), role, VIA)

    def do(self, at: datetime, who: Who, operation: Operation, **asked: Any) -> Done:
        """Do one operation at a time."""
        self.now = max(self.now, at)
        return perform(self.database, operation, who=who, now=self.now, **asked)

    def digest(self, name: str) -> str:
        """Digest of a document's newest version: what its signer sees."""
        with self.database.read() as tx:
            return documents.by_name(tx, name).digest

    def pieces(self, table: str, chips: Mapping[ChipKey, int]) -> tuple[Pieces, ...]:
        """Chips as a slip lists them: every denomination of the table, 0 included."""
        facts = self.house.table(table)
        return _listed(keys_of(self.house.chip_sets_of(facts), self.house.currency.coins), chips)

    def stock(self, chips: Mapping[ChipKey, int]) -> tuple[Pieces, ...]:
        """Chips as the chip bank lists them: every denomination of the house, 0 included."""
        return _listed(keys_of(self.house.chip_sets), chips)


def _listed(keys: Iterable[PiecesKey], chips: Mapping[ChipKey, int]) -> tuple[Pieces, ...]:
    return tuple(
        Pieces(instrument, cents, chips.get((chip_set, cents), 0), chip_set)
        for instrument, chip_set, cents in keys
    )
