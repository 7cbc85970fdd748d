"""Coupons printed in house: recorded first, handed out once, never printed again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError
from countroom.inquiries import coupon_sheets
from countroom.operations.acts import Done
from countroom.operations.coupons import sheets
from tests.builders import Scene, a_database
from tests.plumbing.couponing import FINANCE, MARKETER, SUPERVISOR, Programme

SHA = "ab" * 32


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    yield made
    made.database.close()


def prepare(scene: Scene, serials: str, badge: str = SUPERVISOR, **changed: Any) -> Done:
    asked: dict[str, Any] = {"design": "MP25", "serials": serials, "proof": scene.proof(badge)}
    return scene.do(sheets.prepare, badge, **(asked | changed))


def viewer(scene: Scene, badge: str, duty: Role) -> Viewer:
    return Viewer(scene.who(badge).person, duty)


def spoil(scene: Scene, sheet: str, **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "sheet": sheet,
        "reason": "The paper jammed.",
        "second": scene.proof(FINANCE),
    }
    return scene.do(sheets.spoil, SUPERVISOR, **(asked | changed))


def test_a_sheet_is_handed_out_once(scene: Scene) -> None:
    name = prepare(scene, "A-0001 to A-0008").name
    assert name == "MP-0001"
    done = scene.do(sheets.hand_out, SUPERVISOR, sheet=name, sha256=SHA)
    assert done.says == "MP-0001 is printed."
    with pytest.raises(RepeatError, match=r"MP-0001 is printed since 2011-06-14T.* other serials"):
        scene.do(sheets.hand_out, SUPERVISOR, sheet=name, sha256=SHA)
    (entry,) = coupon_sheets.every(scene.database, viewer(scene, FINANCE, Role.FINANCE))
    assert (entry.name, entry.state, entry.content.quantity) == (name, "printed", 8)


def test_a_reprint_is_impossible_and_after_a_void_it_bears_other_serials(scene: Scene) -> None:
    name = prepare(scene, "A-0001 to A-0008").name
    scene.do(sheets.hand_out, SUPERVISOR, sheet=name, sha256=SHA)
    with pytest.raises(EntryError, match="A-0008 was printed on MP-0001; a coupon is never"):
        prepare(scene, "A-0008 to A-0010")
    assert spoil(scene, name).says == "MP-0001 is void. Its serials are not printed again."
    with pytest.raises(RepeatError, match="is void since"):
        scene.do(sheets.hand_out, SUPERVISOR, sheet=name, sha256=SHA)
    with pytest.raises(EntryError, match="A-0001 to A-0008 were printed on MP-0001"):
        prepare(scene, "A-0001 to A-0008")
    with pytest.raises(RepeatError, match="void already"):
        spoil(scene, name)
    assert prepare(scene, "A-0009 to A-0016\nA-00001").name == "MP-0002"


def test_what_is_in_the_ledger_is_not_printed_and_a_sheet_in_it_not_voided(scene: Scene) -> None:
    name = prepare(scene, "A-0001 to A-0008").name
    programme = Programme(scene)
    programme.received(serials="A-0001 to A-0005", quantity=5, invoiced=5)
    programme.received(serials="A-0100", quantity=1, invoiced=1)
    with pytest.raises(EntryError, match="A-0100 was received before"):
        prepare(scene, "A-0100")
    with pytest.raises(EntryError, match="A-0001 to A-0005 were received: void them"):
        spoil(scene, name)


def test_who_prints_and_who_stands_by(scene: Scene) -> None:
    for badge in (FINANCE, MARKETER):
        with pytest.raises(AccessError):
            prepare(scene, "A-0001", badge)
    name = prepare(scene, "A-0001").name
    with pytest.raises(AccessError):
        scene.do(sheets.hand_out, MARKETER, sheet=name, sha256=SHA)
    with pytest.raises(EntryError, match="Say what is wrong"):
        spoil(scene, name, reason=" ")
    with pytest.raises(EntryError, match="Another person"):
        spoil(scene, name, second=scene.proof(SUPERVISOR))
    with pytest.raises(AccessError, match="of finance stands by"):
        spoil(scene, name, second=scene.proof(MARKETER))
    with pytest.raises(EntryError, match="does not begin with A"):
        prepare(scene, "Z-0001")


def test_only_a_sheet_is_printed(scene: Scene) -> None:
    receipt = Programme(scene).entered()
    who = viewer(scene, SUPERVISOR, Role.FINANCE_SUPERVISOR)
    with pytest.raises(NotFoundError, match="is no Match Play Coupons Printed"):
        coupon_sheets.to_print(scene.database, who, receipt)
    name = prepare(scene, "A-0001").name
    assert coupon_sheets.to_print(scene.database, who, name).content.serials() == ("A-0001",)
    other = viewer(scene, MARKETER, Role.MARKETING_SUPERVISOR)
    with pytest.raises(AccessError):
        coupon_sheets.to_print(scene.database, other, name)


def test_what_is_said_to_be_printed_in_house_is_on_a_sheet_that_was(scene: Scene) -> None:
    programme = Programme(scene)
    name = prepare(scene, "A-0001 to A-0008").name
    ours: dict[str, Any] = {"source": CouponSource.HOUSE, "supplier": "Print room"}
    with pytest.raises(EntryError, match="A-0001 to A-0008: on no sheet that was printed"):
        programme.received(serials="A-0001 to A-0008", quantity=8, invoiced=8, **ours)
    scene.do(sheets.hand_out, SUPERVISOR, sheet=name, sha256=SHA)
    with pytest.raises(EntryError, match="A-0009: on no sheet that was printed"):
        programme.received(serials="A-0001 to A-0009", quantity=9, invoiced=9, **ours)
    with pytest.raises(EntryError, match="A00001: on no sheet"):
        programme.received(serials="A00001", quantity=1, invoiced=1, **ours)
    programme.received(serials="A-0001 to A-0008", quantity=8, invoiced=8, **ours)
    assert programme.at() == {"stock": 8}
