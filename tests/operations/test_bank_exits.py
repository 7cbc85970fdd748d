"""The chip bank opened and closed; a credit whose chips are not what its request says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.chip_books import BankState
from countroom.domain.inventory import SlipKind
from countroom.errors import AccessError, EntryError, RuleError
from countroom.inquiries import chips, floor
from countroom.inquiries.chips import Sheet
from countroom.inquiries.verification import verify
from countroom.operations import chip_bank as banking
from countroom.operations import credits as credits_
from countroom.operations import fills, slips
from countroom.operations.acts import Done
from countroom.regulations import BANK_HOURS, V_21, V_23
from countroom.stores import exceptions
from tests.builders import Scene, a_database
from tests.operations.test_chip_bank import viewer
from tests.operations.test_chip_moves import (
    TABLE,
    a_fill,
    a_slip,
    asked,
    check_refused,
    digest,
    pieces,
    prepared,
    rack,
    sent_out,
)

CASHIER, SECOND, OFFICER = "131", "172", "121"


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    a_slip(made, SlipKind.OPENING)
    yield made
    made.database.close()


def turned(scene: Scene, to: BankState, second: str = SECOND) -> Done:
    return scene.do(banking.turn, CASHIER, to=to, second=scene.proof(second))


@pytest.mark.rule(BANK_HOURS)
def test_case_E13_a_closed_chip_bank_gives_and_takes_nothing(scene: Scene) -> None:
    waits = asked(scene)
    assert turned(scene, BankState.CLOSED).says == "The chip bank is closed."
    refused = check_refused(BANK_HOURS, lambda: asked(scene))
    assert "The chip bank is closed since" in refused
    assert "it gives no chips" in refused
    assert "it takes no chips" in check_refused(BANK_HOURS, lambda: asked(scene, credits_))
    answer: dict[str, Any] = {"request": waits, "pieces": pieces(20, second=5)}

    def answered() -> Done:
        return scene.do(fills.prepare, CASHIER, **answer, proof=scene.proof(CASHIER))

    assert "open it before" in check_refused(BANK_HOURS, answered)
    seen = floor.bench(scene.database, viewer(scene, "111"), scene.now, TABLE).bank
    assert (seen.state, seen.by) == (BankState.CLOSED, CASHIER)
    turned(scene, BankState.OPEN)
    assert answered().name == "F-0001"
    assert verify(scene.database) == []


@pytest.mark.rule(BANK_HOURS)
def test_two_people_of_the_cage_open_and_close_it(scene: Scene) -> None:
    check_refused(BANK_HOURS, lambda: turned(scene, BankState.OPEN))
    for second in (CASHIER, "111"):
        with pytest.raises(EntryError, match="another person of the cage"):
            turned(scene, BankState.CLOSED, second)
    with pytest.raises(AccessError):
        scene.do(banking.turn, "111", to=BankState.CLOSED, second=scene.proof(SECOND))


def a_carried_credit(scene: Scene) -> str:
    name = asked(scene, credits_)
    sent_out(scene, name)
    return name


def sent_back(scene: Scene, name: str, hundreds: int = 19, **by: str) -> Done:
    who = {"cashier": CASHIER, "security": OFFICER} | by
    proofs: dict[str, Any] = {word: scene.proof(badge) for word, badge in who.items()}
    return scene.do(
        credits_.send_back,
        CASHIER,
        request=name,
        pieces=pieces(hundreds, second=5),
        **proofs,
    )


def taken_back(scene: Scene, name: str, dealer: str = "101", floorperson: str = "111") -> Done:
    return scene.do(
        credits_.take_back,
        "111",
        request=name,
        dealer=scene.proof(dealer),
        floorperson=scene.proof(floorperson),
    )


def seen(scene: Scene, name: str) -> Sheet:
    return chips.sheet(scene.database, viewer(scene, "111"), scene.now, name)


def test_chips_that_are_not_as_asked_go_back_to_the_table(scene: Scene) -> None:
    name = a_carried_credit(scene)
    assert seen(scene, name).is_at_bank
    done = sent_back(scene, name)
    assert "2,400.00 counted, 2,500.00 asked" in done.says
    sheet = seen(scene, name)
    assert (sheet.says, sheet.sent_back, sheet.due) == ("on its way back to MS-102", True, None)
    queue = chips.queue(scene.database, viewer(scene), scene.now)
    assert [one.name for one in queue.sent_back] == [name]
    assert queue.requests == ()
    card = floor.bench(scene.database, viewer(scene, "111"), scene.now, TABLE).card
    assert card.due == f"Take the chips of {name} back: the chip bank did not."
    count: dict[str, Any] = {"table": TABLE, "kind": SlipKind.CLOSE, "pieces": rack()}
    check_refused(V_23, lambda: scene.do(slips.count, "101", **count))
    assert "in the rack of MS-102 again" in taken_back(scene, name).says
    assert seen(scene, name).reason.startswith("the chip bank counted 2,400.00")
    with scene.database.read() as tx:
        listed = {one.number: one.says for one in exceptions.exceptions(tx)}
    assert listed == {name: "the chip bank counted 2,400.00"}
    scene.do(slips.count, "101", **count)
    assert verify(scene.database) == []


def test_only_what_was_carried_and_differs_is_sent_back(scene: Scene) -> None:
    early = asked(scene, credits_)
    with pytest.raises(RuleError, match="have not come with it"):
        sent_back(scene, early)
    sent_out(scene, early)
    with pytest.raises(EntryError, match="make its slip"):
        sent_back(scene, early, 20)
    with pytest.raises(AccessError, match="security carries them"):
        sent_back(scene, early, security="111")
    with pytest.raises(AccessError, match="on their way back"):
        taken_back(scene, early)
    sent_back(scene, early)
    for dealer, floorperson in (("111", "111"), ("101", "121")):
        with pytest.raises(AccessError, match="proves the chips"):
            taken_back(scene, early, dealer, floorperson)
    with pytest.raises(AccessError, match="sent back to its table"):
        sent_back(scene, early)
    again: dict[str, Any] = {"request": early, "step": "security", "saw": digest(scene, early)}
    check_refused(
        V_21,
        lambda: scene.do(credits_.sign_request, OFFICER, proof=scene.proof(OFFICER), **again),
    )
    taken_back(scene, early)
    with pytest.raises(AccessError, match="was taken back"):
        sent_back(scene, early)
    assert a_fill(scene) == "F-0001"
    assert prepared(scene, credits_) == "C-0001"
