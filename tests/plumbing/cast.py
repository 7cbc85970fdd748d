"""People who act on a database, and the acts of a gaming day that always go together.

A ``Cast`` holds the clock. Everybody authenticates by a played proof, so that no PIN is hashed;
nobody here knows what a box ought to hold.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from countroom.domain.box_sheet import Sheet
from countroom.domain.house import House
from countroom.domain.inventory import Pieces, SlipKind, keys_of
from countroom.domain.papers.machine_test import KnownNote, Phase
from countroom.domain.papers.room_inspection import Checked, ItemKind
from countroom.domain.people import Role
from countroom.operations import counting, slips
from countroom.operations import credits as credits_
from countroom.operations.acts import Done, Proof, Who, perform
from countroom.stores import documents
from countroom.stores.database import Database

VIA: Final = "played"
MINUTE: Final = timedelta(minutes=1)

Rack = Mapping[tuple[str, int], int]
"""Chip set and denomination in cents, to pieces."""


@dataclass
class Cast:
    """Everybody of a house, at work on its database.

    Attributes:
        database: The property's.
        house: The house.
        now: The clock; every act takes a second.
    """

    database: Database
    house: House
    now: datetime

    def who(self, badge: str, duty: Role | None = None, device: str = "tablet-1") -> Who:
        """Somebody at a device, in his first duty unless another is named."""
        person = self.house.person(badge)
        return Who(person, duty or person.roles[0], VIA, device)

    def proof(self, badge: str, duty: Role | None = None) -> Proof:
        """Somebody's authentication for one act."""
        person = self.house.person(badge)
        return Proof(person, duty or person.roles[0], VIA)

    def do(
        self,
        operation: Callable[..., Done],
        badge: str,
        duty: Role | None = None,
        *,
        key: str = "",
        **asked: Any,
    ) -> Done:
        """Let somebody do something, a second after the last act."""
        self.now += timedelta(seconds=1)
        who = self.who(badge, duty)
        return perform(self.database, operation, who=who, now=self.now, key=key, **asked)

    def digest(self, name: str) -> str:
        """Digest of a document's newest version: what its signer has on his screen."""
        with self.database.read() as tx:
            return documents.by_name(tx, name).digest

    # ------------------------------------------------------------------------- the pit

    def pieces(self, table: str, chips: Rack) -> tuple[Pieces, ...]:
        """Chips as a slip lists them: every denomination of the table, 0 included."""
        facts = self.house.table(table)
        return tuple(
            Pieces(instrument, cents, chips.get((chip_set, cents), 0), chip_set)
            for instrument, chip_set, cents in keys_of(self.house.chip_sets_of(facts))
        )

    def slip(
        self, table: str, kind: SlipKind, rack: Rack, *, dealer: str, floor: str, incoming: str = ""
    ) -> str:
        """Count a rack; dealer and floorperson sign. Gives the slip's name."""
        made = self.do(
            slips.count,
            dealer,
            table=table,
            kind=kind,
            pieces=self.pieces(table, rack),
            incoming=incoming,
        )
        for step, badge in (("dealer", dealer), ("floorperson", floor)):
            proof = self.proof(badge)
            saw = self.digest(made.name)
            self.do(slips.sign, badge, slip=made.name, step=step, proof=proof, saw=saw)
        return made.name

    def chips(self, way: Any, table: str, chips: Rack, signers: Mapping[str, str]) -> str:
        """Send a fill or a credit from its request to the box. Gives the slip's name."""
        moved = tuple(entry for entry in self.pieces(table, chips) if entry.pieces)
        floor, bank = signers["floorperson"], signers["chip_bank"]
        asked = self.do(way.request, floor, table=table, pieces=moved, proof=self.proof(floor))
        out = ("dealer", "security") if way is credits_ else ()
        for step in out:
            by, saw = self.proof(signers[step]), self.digest(asked.name)
            sent: dict[str, Any] = {"request": asked.name, "step": step, "proof": by, "saw": saw}
            self.do(credits_.sign_request, signers[step], **sent)
        made = self.do(way.prepare, bank, request=asked.name, pieces=moved, proof=self.proof(bank))
        saw = self.digest(made.name)
        for step in ("security", "dealer", "floorperson"):
            badge = signers[step]
            self.do(way.sign, badge, slip=made.name, step=step, proof=self.proof(badge), saw=saw)
        return made.name

    # ----------------------------------------------------------------------- the room

    def known_notes(self) -> tuple[KnownNote, ...]:
        """Ten known notes of every denomination, all counted right."""
        return tuple(KnownNote(note.cents, 10, 10) for note in self.house.currency.notes)

    def test_machines(self, count: str, badge: str, phase: Phase) -> None:
        """Put known notes through every machine."""
        for machine in self.house.machines:
            self.do(
                counting.test_machine,
                badge,
                count=count,
                machine=machine.code,
                phase=phase,
                notes=self.known_notes(),
                tester=self.proof(badge),
            )

    def everything_checked(self) -> tuple[Checked, ...]:
        """Every area and machine looked at for everything, and nothing found."""
        places = [area.code for area in self.house.areas]
        places += [machine.code for machine in self.house.machines]
        return tuple(Checked(place, kind) for place in places for kind in ItemKind)

    def count_box(
        self, count: str, box: str, sheet: Sheet, *, station: str, by: str, second: str
    ) -> Done:
        """Take a box from the trolley to recorded."""
        self.do(counting.open_box, by, count=count, box=box, station=station)
        self.do(counting.empty_box, by, count=count, box=box)
        self.do(counting.show_empty, by, count=count, box=box, second=second)
        return self.do(counting.record_box, by, count=count, box=box, revision=0, sheet=sheet)
