"""Racks are counted blind, signed by two, and what is signed stands."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.denominations import Instrument, Side
from countroom.domain.inventory import Pieces, SlipKind, TableState
from countroom.domain.papers.inventory_slip import copies_of
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError, RuleError
from countroom.operations import drop, notices, slips, tables
from countroom.regulations import SOD_6, V_01, V_06, V_07, V_08, V_11, V_12, V_22, Rule
from countroom.stores import documents, registry, totals
from tests import builders
from tests.builders import Scene, a_database, a_house
from tests.plumbing.houses import a_person

TABLE = "BA-201"


def rack(hundreds: int = 50) -> tuple[Pieces, ...]:
    return (
        Pieces(Instrument.VALUE_CHIP, 100_00, hundreds, "main"),
        Pieces(Instrument.VALUE_CHIP, 5_00, 100, "main"),
        Pieces(Instrument.VALUE_CHIP, 2_50, 3, "main"),
    )


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    yield made
    made.database.close()


def count(scene: Scene, kind: SlipKind, hundreds: int = 50, **asked: Any) -> str:
    wanted = {"table": TABLE, "kind": kind, "pieces": rack(hundreds)} | asked
    return scene.do(slips.count, "101", **wanted).name


def sign(scene: Scene, name: str, step: str, badge: str, duty: Role | None = None) -> None:
    with scene.database.read() as tx:
        saw = documents.by_name(tx, name).digest
    proof = scene.proof(badge, duty)
    scene.do(slips.sign, badge, duty, slip=name, step=step, proof=proof, saw=saw)


def a_slip(scene: Scene, kind: SlipKind, hundreds: int = 50, **asked: Any) -> str:
    name = count(scene, kind, hundreds, **asked)
    sign(scene, name, "dealer", "101")
    sign(scene, name, "floorperson", "111")
    return name


def state(scene: Scene) -> TableState:
    with scene.database.read() as tx:
        return tables.state_of(tx, TABLE)


def check_refused(rule: Rule, act: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refusal:
        act()
    assert refusal.value.rule == rule
    return refusal.value.message


def test_opener_and_closer_open_and_close_the_table(scene: Scene) -> None:
    assert state(scene) is TableState.CLOSED
    opener = count(scene, SlipKind.OPENING)
    sign(scene, opener, "dealer", "101")
    assert state(scene) is TableState.CLOSED, "one signature opens nothing"
    sign(scene, opener, "floorperson", "111")
    assert state(scene) is TableState.OPEN
    closer = a_slip(scene, SlipKind.CLOSE)
    assert state(scene) is TableState.CLOSED
    again = a_slip(scene, SlipKind.OPENING)
    with scene.database.read() as tx:
        found = [documents.by_name(tx, name) for name in (opener, closer, again)]
    assert [slip.content.sequence for slip in found] == [1, 2, 3]
    assert [slip.content.against for slip in found] == ["", "", closer]
    assert [slip.content.duplicate for slip in found] == ["007", "", "007"]
    assert found[1].content.original == "007"


def test_case_B4_what_was_counted_is_what_stands(scene: Scene) -> None:
    a_slip(scene, SlipKind.OPENING, 500)
    closer = a_slip(scene, SlipKind.CLOSE, 480)
    with scene.database.read() as tx:
        assert documents.by_name(tx, closer).content.pieces[0].pieces == 480


def test_case_C10_three_chips_of_two_fifty_stay_exact(scene: Scene) -> None:
    name = a_slip(scene, SlipKind.OPENING, 0)
    with scene.database.read() as tx:
        found = documents.by_name(tx, name)
        sums = documents.sums(tx, side=Side.OPENING)
    assert found.content.total.cents == 50_000 + 750
    assert sum(entry.amount.cents for entry in sums) == 50_750


@pytest.mark.rule(V_22)
def test_the_state_of_the_table_says_which_slip_is_counted(scene: Scene) -> None:
    for kind in (SlipKind.CLOSE, SlipKind.DROP, SlipKind.SHIFT):
        check_refused(V_22, lambda kind=kind: count(scene, kind, incoming="7"))  # type: ignore[misc]
    a_slip(scene, SlipKind.CLOSED_DAILY)
    a_slip(scene, SlipKind.OPENING)
    check_refused(V_22, lambda: count(scene, SlipKind.OPENING))
    check_refused(V_22, lambda: count(scene, SlipKind.CLOSED_DAILY))


def test_blank_is_not_zero(scene: Scene) -> None:
    with pytest.raises(EntryError, match="not entered"):
        count(scene, SlipKind.OPENING, pieces=rack()[:2])


@pytest.mark.rule(V_12)
def test_a_slip_by_hand_has_two_equal_parts(scene: Scene) -> None:
    check_refused(V_12, lambda: count(scene, SlipKind.OPENING, duplicate=rack(49)))
    count(scene, SlipKind.OPENING, duplicate=rack())


def test_the_incoming_box_is_named(scene: Scene) -> None:
    a_slip(scene, SlipKind.OPENING)
    for wrong in ("", "007"):
        with pytest.raises(EntryError, match="comes to the table"):
            count(scene, SlipKind.DROP, incoming=wrong)
    with pytest.raises(NotFoundError):
        count(scene, SlipKind.DROP, incoming="BA-201")


def test_one_slip_at_a_time(scene: Scene) -> None:
    name = count(scene, SlipKind.OPENING)
    with pytest.raises(RepeatError, match=name):
        count(scene, SlipKind.OPENING)


def test_the_pit_counts_and_nobody_else(scene: Scene) -> None:
    for act, asked in (
        (slips.count, {"table": TABLE, "kind": SlipKind.OPENING, "pieces": rack()}),
        (slips.recount, {"slip": "IS-0001", "pieces": rack(), "reason": "x"}),
        (slips.void, {"slip": "IS-0001", "reason": "x", "second": scene.proof("111")}),
    ):
        with pytest.raises(AccessError):
            scene.do(act, "131", **asked)


@pytest.mark.rule(V_08, SOD_6)
def test_the_dealer_who_counts_does_not_observe(tmp_path: Path) -> None:
    both = a_person("101", Role.DEALER, Role.FLOORPERSON)
    people = tuple(both if one.code == "101" else one for one in a_house().people)
    scene = a_database(f"sqlite:///{tmp_path / 'both.db'}", the_house=a_house(people=people))
    name = count(scene, SlipKind.OPENING)
    check_refused(V_08, lambda: sign(scene, name, "floorperson", "111"))
    sign(scene, name, "dealer", "101")
    check_refused(SOD_6, lambda: sign(scene, name, "dealer", "102"))
    message = check_refused(V_08, lambda: sign(scene, name, "floorperson", "101", Role.FLOORPERSON))
    assert "same person" in message


@pytest.mark.rule(V_11)
def test_what_is_signed_is_never_changed(scene: Scene) -> None:
    name = count(scene, SlipKind.OPENING)
    scene.do(slips.recount, "101", slip=name, pieces=rack(51), reason="Counted again.")
    sign(scene, name, "dealer", "101")
    check_refused(
        V_11,
        lambda: scene.do(slips.recount, "101", slip=name, pieces=rack(), reason="A mistake."),
    )
    check_refused(
        V_11,
        lambda: scene.do(
            slips.void, "101", slip=name, reason="A mistake.", second=scene.proof("111")
        ),
    )
    with scene.database.read() as tx:
        found = documents.by_name(tx, name)
    assert (found.version, found.content.pieces[0].pieces) == (2, 51)


@pytest.mark.rule(V_11)
def test_an_unsigned_slip_is_voided_by_two(scene: Scene) -> None:
    name = count(scene, SlipKind.OPENING)
    with pytest.raises(EntryError) as refusal:
        scene.do(slips.void, "101", slip=name, reason=" ", second=scene.proof("101"))
    assert set(refusal.value.fields) == {"reason", "second"}
    scene.do(slips.void, "101", slip=name, reason="Wrong table.", second=scene.proof("111"))
    check_refused(V_11, lambda: sign(scene, name, "dealer", "101"))
    check_refused(
        V_11, lambda: scene.do(slips.recount, "101", slip=name, pieces=rack(), reason="x")
    )
    a_slip(scene, SlipKind.OPENING)


def test_another_form_is_no_slip(scene: Scene) -> None:
    with pytest.raises(NotFoundError):
        sign(scene, "IS-0404", "dealer", "101")
    scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    builders.a_drop(scene, boxes=1)
    with scene.database.read() as tx:
        (manifest,) = documents.find(tx, paper="drop_manifest")
    with pytest.raises(NotFoundError, match="no Table Inventory Slip"):
        sign(scene, manifest.name, "dealer", "101")


@pytest.mark.rule(V_01)
def test_a_table_without_a_box_does_not_open(scene: Scene) -> None:
    scene.now = builders.DROP
    scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    scene.do(drop.drop_box, "141", table=TABLE, box="007")
    check_refused(V_01, lambda: count(scene, SlipKind.OPENING))


@pytest.mark.rule(V_06, V_07)
def test_the_drop_slip_goes_with_its_two_boxes(scene: Scene) -> None:
    a_slip(scene, SlipKind.OPENING)
    scene.now = builders.DROP
    scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    ask: dict[str, Any] = {"table": TABLE, "box": "007", "replacement": "7"}
    check_refused(V_06, lambda: scene.do(drop.drop_box, "141", **ask))
    slip = a_slip(scene, SlipKind.DROP, 42, incoming="SP-1")
    check_refused(V_07, lambda: scene.do(drop.drop_box, "141", **ask, slip=slip))
    ask["replacement"] = "SP-1"
    scene.do(drop.drop_box, "141", **ask, slip=slip)
    assert [copy.name for copy in copies_of(SlipKind.DROP)] == ["ORIGINAL", "DUPLICATE"]
    with scene.database.read() as tx:
        ended = registry.period_on(tx, TABLE, builders.DAY)
        assert ended is not None
        found = totals.inventories_of(tx, ended, daily_slip=True)
        running = registry.current_period(tx, TABLE)
        assert running is not None
        next_day = totals.inventories_of(tx, running, daily_slip=True)
    assert found.closing is not None
    assert next_day.opening == found.closing, "the drop slip closes one period and opens the next"
    assert next_day.closing is None
