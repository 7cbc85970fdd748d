"""A played day with a void fill and an emergency box: the books agree, and both are listed."""

from pathlib import Path

import pytest

from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import custody, numbers, reconcile, revenue
from countroom.inquiries.verification import verify
from countroom.operations.play import count_day, enter_checks, play_day
from countroom.stores.house import house_on
from tests.plumbing import playing
from tests.plumbing.playing import DAY, NEXT, viewer


def test_an_emergency_box_and_a_void_fill_leave_the_day_even(tmp_path: Path) -> None:
    database = playing.loaded(tmp_path)
    folder = tmp_path / "rounds"
    plan = playing.plan(emergency=("MS-101",), voids=("BA-201",))
    truth = play_day(database, folder, plan)
    assert [box.box for box in truth.dropped if box.table == "MS-101"] == ["11", "E-3"]
    count_day(database, truth)
    enter_checks(database, truth)
    found = reconcile.day(database, viewer(), DAY, folder)
    assert found["variance_cents"] == 0
    rows = revenue.day(database, viewer(), DAY).rows
    assert [one.sentence for row in rows for one in row.findings] == []
    with database.read() as tx:
        house = house_on(tx, DAY)
    now = house.property.bounds(NEXT)[1]
    drop, end = custody.emergency_log(database, viewer(), DAY)
    assert (drop.box, drop.replacement, drop.reason) == ("11", "E-3", "the slot of the box is torn")
    assert (end.box, end.reason) == ("E-3", "an emergency box")
    listed = [(one.kind, one.number) for one in numbers.for_audit(database, viewer(), now)]
    assert ("emergency drop", "11") in listed
    assert ("emergency box dropped", "E-3") in listed
    assert ("Fill Slip void", "F-0001") in listed
    assert ("Request for Fill void", "FR-0001") in listed
    moves = custody.history(database, Viewer(house.people[0], Role.CCR), now, "E-3")
    assert moves[0].place == "store"
    following = play_day(database, folder, playing.plan(NEXT), previous=truth)
    count_day(database, following)
    enter_checks(database, following)
    assert reconcile.day(database, viewer(), NEXT, folder)["variance_cents"] == 0
    rows = revenue.day(database, viewer(), NEXT).rows
    assert [one.sentence for row in rows for one in row.findings] == []
    assert verify(database, rounds=folder) == []
    database.close()


def test_a_house_without_emergency_boxes_has_no_emergency(tmp_path: Path) -> None:
    whole = playing.a_house()
    boxes = tuple(box for box in whole.boxes if box.code != "E-3")
    database = playing.loaded(tmp_path, playing.a_house(boxes=boxes))
    with pytest.raises(EntryError, match="no emergency box"):
        play_day(database, tmp_path / "rounds", playing.plan(emergency=("MS-101",)))
    database.close()
