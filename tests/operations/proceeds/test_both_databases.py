"""The way from the last box to the conclusion on each of the two databases."""

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.floor import TableKind
from countroom.domain.papers.room_inspection import Checked, ItemKind
from countroom.inquiries import count_report, prints
from countroom.money import Money
from countroom.operations import closing_room, kept, recheck, signing
from countroom.stores import migrating
from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import (
    CAGE,
    CASHIER,
    CCR,
    COUNT,
    EMPLOYEE,
    SECURITY,
    SUPERVISOR,
)


def test_a_whole_count_from_proof_to_conclusion(database_url: str) -> None:
    database = Database(database_url)
    migrating.migrate(database)
    day = floor.begin(database)
    day.agreed()
    day.sign_all()
    reopened = {"count": COUNT, "reason": "look", "representative": day.proof(CCR)}
    day.do(signing.reopen, SUPERVISOR, **reopened)
    day.do(recheck.settle, SUPERVISOR, count=COUNT)
    for one in prints.due(database):
        rendered = tuple((copy.name, one.name.encode()) for copy in one.copies)
        day.do(kept.keep_prints, SUPERVISOR, document=one.document, rendered=rendered)
    assert prints.due(database) == ()
    day.do(
        closing_room.distribute_copies,
        SUPERVISOR,
        count=COUNT,
        second=day.proof(CCR),
        third=day.proof(CAGE),
        carrier=day.proof(SECURITY),
        pouch="P-1",
    )
    day.do(closing_room.seal_proceeds, CASHIER, count=COUNT, cashier=day.proof(CASHIER))
    day.do(
        closing_room.inspect,
        EMPLOYEE,
        count=COUNT,
        checked=tuple(
            Checked(place, kind) for place in ("ROOM", "TABLE", "M1") for kind in ItemKind
        ),
        employee=day.proof(EMPLOYEE),
        representative=day.proof(CCR),
    )
    day.do(closing_room.conclude, SUPERVISOR, count=COUNT)
    assert day.state() is CountState.CONCLUDED
    person = day.house.person(SUPERVISOR)
    viewer = Viewer(person, person.roles[0])
    said = count_report.report(database, viewer, COUNT, TableKind.BANKING)
    assert said.grand_total == Money(77_900_00)
    assert not said.draft
    database.close()
