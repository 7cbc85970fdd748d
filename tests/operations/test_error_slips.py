"""A rack that differs from its slip opens only with an error slip and a new slip."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind, TableState
from countroom.domain.opening import Action, Told
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError, RuleError
from countroom.inquiries import floor, openings
from countroom.operations import drop, error_slips, fills, notices, slips, tables
from countroom.regulations import V_06, V_10, V_11, V_13, V_14, V_22
from countroom.stores import documents, mismatches, registry, totals
from tests import builders
from tests.builders import DAY, Scene, a_database

TABLE = "BA-201"
DEALER, FLOOR, SECURITY = "101", "111", "121"
NEXT = DAY + timedelta(days=1)


def rack(hundreds: int, fives: int = 100) -> tuple[Pieces, ...]:
    return (
        Pieces(Instrument.VALUE_CHIP, 100_00, hundreds, "main"),
        Pieces(Instrument.VALUE_CHIP, 5_00, fives, "main"),
        Pieces(Instrument.VALUE_CHIP, 2_50, 3, "main"),
    )


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    yield made
    made.database.close()


def digest(scene: Scene, name: str) -> str:
    with scene.database.read() as tx:
        return documents.by_name(tx, name).digest


def state(scene: Scene, name: str = "") -> str:
    with scene.database.read() as tx:
        return documents.by_name(tx, name).state if name else tables.state_of(tx, TABLE)


def a_slip(scene: Scene, kind: SlipKind, pieces: tuple[Pieces, ...], **asked: Any) -> str:
    name = scene.do(slips.count, DEALER, table=TABLE, kind=kind, pieces=pieces, **asked).name
    for step, badge in (("dealer", DEALER), ("floorperson", FLOOR)):
        saw = digest(scene, name)
        scene.do(slips.sign, badge, slip=name, step=step, proof=scene.proof(badge), saw=saw)
    return name


def told(scene: Scene, action: Action = Action.REGULATOR) -> tuple[Told, ...]:
    found = []
    for role in action.told:
        person = scene.house.people_with(role)[0]
        found.append(Told(role, person.code, scene.now))
    return tuple(found)


def sign(scene: Scene, name: str, step: str) -> str:
    badge = scene.house.people_with(Role(step))[0].code
    asked = {"slip": name, "step": step, "saw": digest(scene, name)}
    proof = scene.proof(badge, Role(step))
    return scene.do(error_slips.sign, badge, Role(step), proof=proof, **asked).says


def closed(scene: Scene, hundreds: int = 50) -> str:
    """The table was opened and closed; gives its closer."""
    a_slip(scene, SlipKind.OPENING, rack(hundreds))
    return a_slip(scene, SlipKind.CLOSE, rack(hundreds))


def make(scene: Scene, slip: str, **asked: Any) -> str:
    asked = {"told": told(scene)} | asked
    return scene.do(error_slips.make, FLOOR, slip=slip, **asked).name


def mismatched(scene: Scene, day: Any) -> list[tuple[str, str, bool]]:
    with scene.database.read() as tx:
        found = mismatches.of_day(tx, day)
    return [(m.mismatch.finding.rule.number, m.mismatch.slip, m.resolved) for m in found]


@pytest.mark.rule(V_10)
def test_a_difference_opens_only_by_a_second_count_and_an_error_slip(scene: Scene) -> None:
    closer = closed(scene)
    first = a_slip(scene, SlipKind.OPENING, rack(50, 94))
    assert (state(scene, first), state(scene)) == ("differs", "closed")
    with pytest.raises(RuleError) as refusal:
        make(scene, first)
    assert refusal.value.rule == V_10
    assert "count again" in refusal.value.message
    second = a_slip(scene, SlipKind.OPENING, rack(50, 94))
    assert (state(scene, second), state(scene)) == ("differs", "closed")
    error = make(scene, second, remark="Looked under the tray.")
    for step, said in (
        ("dealer", "next, floorperson signs"),
        ("floorperson", "next, security signs"),
        ("security", "next, surveillance signs"),
        ("surveillance", "BA-201 is open"),
    ):
        assert state(scene) == "closed"
        assert said in sign(scene, error, step)
    assert (state(scene, second), state(scene)) == ("done", "open")
    with scene.database.read() as tx:
        content = documents.by_name(tx, error).content
        opener = documents.by_name(tx, second).content
        assert registry.current_period(tx, TABLE) is not None
    assert (content.old_slip, content.first_count, content.new_slip) == (closer, first, second)
    assert (opener.against, opener.recounts) == (closer, first)
    assert [(one.label, one.pieces) for one in content.differing] == [("$5 main", -6)]
    assert (content.difference.cents, content.action) == (-30_00, Action.REPORT)
    assert mismatched(scene, DAY) == [("V-10", second, False)]


def test_a_second_count_that_agrees_opens_the_table(scene: Scene) -> None:
    closed(scene)
    first = a_slip(scene, SlipKind.OPENING, rack(49))
    second = a_slip(scene, SlipKind.OPENING, rack(50))
    assert (state(scene, first), state(scene, second), state(scene)) == ("differs", "done", "open")
    assert mismatched(scene, DAY) == []
    with pytest.raises(RuleError) as refusal:
        make(scene, first)
    assert refusal.value.rule == V_10


def test_a_note_needs_three_signatures(scene: Scene) -> None:
    closed(scene)
    slip = [a_slip(scene, SlipKind.OPENING, rack(50, 95)) for _ in range(2)][-1]
    error = make(scene, slip, told=told(scene, Action.NOTE))
    for step in ("dealer", "floorperson", "security"):
        sign(scene, error, step)
    assert state(scene) == "open"


@pytest.mark.rule(V_11)
def test_a_signed_count_that_differs_is_not_corrected(scene: Scene) -> None:
    closed(scene)
    name = a_slip(scene, SlipKind.OPENING, rack(49))
    with pytest.raises(RuleError) as refusal:
        scene.do(slips.recount, DEALER, slip=name, pieces=rack(50), reason="It agrees better.")
    assert refusal.value.rule == V_11
    with pytest.raises(RuleError) as refusal:
        scene.do(slips.void, DEALER, slip=name, reason="x", second=scene.proof(FLOOR))
    assert refusal.value.rule == V_11


def test_whom_the_amount_asks_for_is_told_in_time(scene: Scene) -> None:
    closed(scene)
    slip = [a_slip(scene, SlipKind.OPENING, rack(40)) for _ in range(2)][-1]
    good = told(scene)
    early = replace(good[1], at=scene.now - timedelta(hours=1))
    late = replace(good[2], at=scene.now + timedelta(hours=1))
    wrong = replace(good[3], person=DEALER)
    for entries, field in (
        (good[:3], "ccr"),
        ((*good[:3], wrong), "ccr"),
        ((*good[:3], replace(wrong, person="404")), "ccr"),
        ((good[0], early, *good[2:]), "security_at"),
        ((*good[:2], late, good[3]), "surveillance_at"),
    ):
        with pytest.raises(EntryError) as refusal:
            make(scene, slip, told=entries)
        assert set(refusal.value.fields) == {field}
    error = make(scene, slip, told=good)
    with scene.database.read() as tx:
        content = documents.by_name(tx, error).content
    assert content.action is Action.REGULATOR
    assert [copy.name for copy in content.copies] == ["ORIGINAL", "DUPLICATE", "THIRD COPY"]


def test_one_error_slip_at_a_time_made_by_a_floorperson(scene: Scene) -> None:
    closed(scene)
    slip = [a_slip(scene, SlipKind.OPENING, rack(49)) for _ in range(2)][-1]
    with pytest.raises(AccessError):
        scene.do(error_slips.make, DEALER, slip=slip, told=told(scene))
    with pytest.raises(AccessError):
        scene.do(error_slips.make, SECURITY, slip=slip, told=told(scene))
    error = make(scene, slip)
    made_again: tuple[Callable[[], object], ...] = (
        lambda: make(scene, slip),
        lambda: a_slip(scene, SlipKind.OPENING, rack(50)),
    )
    for again in made_again:
        with pytest.raises(RepeatError, match=error):
            again()
    with pytest.raises(NotFoundError):
        sign(scene, slip, "dealer")


def test_an_error_slip_is_voided_until_all_have_signed(scene: Scene) -> None:
    closed(scene)
    slip = [a_slip(scene, SlipKind.OPENING, rack(49)) for _ in range(2)][-1]
    error = make(scene, slip)
    sign(scene, error, "dealer")
    ask: dict[str, Any] = {"slip": error, "reason": "Wrong officer.", "second": scene.proof(DEALER)}
    with pytest.raises(AccessError):
        scene.do(error_slips.void, DEALER, **ask)
    with pytest.raises(EntryError) as refusal:
        scene.do(error_slips.void, FLOOR, **ask | {"reason": " ", "second": scene.proof(FLOOR)})
    assert set(refusal.value.fields) == {"reason", "second"}
    scene.do(error_slips.void, FLOOR, **ask | {"second": scene.proof(DEALER)})
    afterwards: tuple[Callable[[], object], ...] = (
        lambda: scene.do(error_slips.void, FLOOR, **ask | {"second": scene.proof(DEALER)}),
        lambda: sign(scene, error, "floorperson"),
    )
    for after in afterwards:
        with pytest.raises(RepeatError):
            after()
    again = make(scene, slip)
    for step in ("dealer", "floorperson", "security", "surveillance"):
        sign(scene, again, step)
    assert state(scene) == "open"


@pytest.mark.rule(V_13)
def test_todays_opener_stands_and_both_days_show_the_mismatch(scene: Scene) -> None:
    closer = closed(scene)
    dropped(scene)
    opener = [a_slip(scene, SlipKind.OPENING, rack(52)) for _ in range(2)][-1]
    error = make(scene, opener)
    for step in ("dealer", "floorperson", "security", "surveillance"):
        sign(scene, error, step)
    for day in (DAY, NEXT):
        assert mismatched(scene, day) == [("V-13", opener, False)]
    with scene.database.read() as tx:
        today = registry.current_period(tx, TABLE)
        yesterday = registry.period_on(tx, TABLE, DAY)
        assert today is not None
        assert yesterday is not None
        ended = totals.inventories_of(tx, yesterday, daily_slip=True)
        running = totals.inventories_of(tx, today, daily_slip=True)
        assert documents.by_name(tx, closer).version == 1
    assert ended.closing is not None
    assert running.opening is not None
    assert (ended.closing.name, ended.closing.total.cents) == (closer, 5_507_50)
    assert (running.opening.name, running.opening.total.cents) == (opener, 5_707_50)


def dropped(scene: Scene) -> None:
    """The closed table's box is changed at the end of the day."""
    scene.now = builders.DROP
    scene.do(notices.tell_surveillance, SECURITY, what="drop", gaming_date=DAY, officer="201")
    scene.do(drop.drop_box, "141", table=TABLE, box="007", replacement="SP-1")


@pytest.mark.rule(V_10)
def test_a_drop_between_count_and_error_slip_asks_for_another_count(scene: Scene) -> None:
    closed(scene)
    slip = [a_slip(scene, SlipKind.OPENING, rack(49)) for _ in range(2)][-1]
    error = make(scene, slip)
    for step in ("dealer", "floorperson", "security"):
        sign(scene, error, step)
    dropped(scene)
    with pytest.raises(RuleError) as refusal:
        sign(scene, error, "surveillance")
    assert refusal.value.rule == V_10
    second = scene.proof(DEALER)
    scene.do(error_slips.void, FLOOR, slip=error, reason="The drop came.", second=second)
    with pytest.raises(RuleError) as refusal:
        make(scene, slip)
    assert refusal.value.rule == V_10
    again = a_slip(scene, SlipKind.OPENING, rack(49))
    made = make(scene, again)
    for step in ("dealer", "floorperson", "security", "surveillance"):
        sign(scene, made, step)
    assert state(scene) == "open"


@pytest.mark.rule(V_06)
def test_a_table_that_is_being_opened_is_not_dropped(scene: Scene) -> None:
    scene.do(slips.count, DEALER, table=TABLE, kind=SlipKind.OPENING, pieces=rack(50))
    with pytest.raises(RuleError) as refusal:
        dropped(scene)
    assert refusal.value.rule == V_06
    ask: dict[str, Any] = {"table": TABLE, "why": "closed", "explanation": "No dealer."}
    with pytest.raises(RuleError) as refusal:
        scene.do(drop.not_dropped, "141", **ask)
    assert refusal.value.rule == V_06


def test_a_daily_slip_that_differs_is_noted_on_both_days(scene: Scene) -> None:
    closer = closed(scene)
    dropped(scene)
    daily = a_slip(scene, SlipKind.CLOSED_DAILY, rack(50, 90))
    assert state(scene, daily) == "done"
    for day in (DAY, NEXT):
        assert mismatched(scene, day) == [("V-13", daily, False)]
    opener = a_slip(scene, SlipKind.OPENING, rack(50, 90))
    assert state(scene) == TableState.OPEN
    with scene.database.read() as tx:
        assert documents.by_name(tx, daily).content.against == closer
        assert documents.by_name(tx, opener).content.against == daily


@pytest.mark.rule(V_14)
def test_a_closed_table_that_has_no_slip_is_named_at_the_drop(scene: Scene) -> None:
    scene.now = builders.DROP
    scene.do(notices.tell_surveillance, SECURITY, what="drop", gaming_date=DAY, officer="201")
    said = scene.do(drop.drop_box, "141", table=TABLE, box="007", replacement="SP-1").says
    assert "no slip of the day" in said
    ask: dict[str, Any] = {"why": "closed", "explanation": "No dealer."}
    assert "no slip of the day" in scene.do(drop.not_dropped, "141", table="MS-102", **ask).says
    a_slip(scene, SlipKind.CLOSED_DAILY, rack(50))
    ask |= {"table": TABLE}
    tell: dict[str, Any] = {"what": "drop", "gaming_date": NEXT, "officer": "201"}
    scene.do(notices.tell_surveillance, SECURITY, **tell)
    assert "no slip" not in scene.do(drop.not_dropped, "141", **ask).says


@pytest.mark.rule(V_22)
def test_no_chips_go_to_a_table_whose_opening_count_differs(scene: Scene) -> None:
    closed(scene)
    a_slip(scene, SlipKind.OPENING, rack(49))
    with pytest.raises(RuleError) as refusal:
        scene.do(fills.request, FLOOR, table=TABLE, pieces=rack(1)[:1])
    assert refusal.value.rule == V_22


def test_the_card_says_what_a_count_that_differs_needs(scene: Scene) -> None:
    closed(scene)
    viewer = Viewer(scene.house.person(FLOOR), Role.FLOORPERSON)

    def due() -> str:
        return floor.bench(scene.database, viewer, scene.now, TABLE).card.due

    first = a_slip(scene, SlipKind.OPENING, rack(49))
    assert first in due()
    assert "count again" in due()
    second = a_slip(scene, SlipKind.OPENING, rack(49))
    assert f"{second} differs" in due()
    error = make(scene, second)
    assert due() == f"Sign {error}: Dealer or Boxperson next."


@pytest.mark.rule(V_14)
def test_in_the_window_a_closed_table_is_due_its_slip_of_the_day(scene: Scene) -> None:
    viewer = Viewer(scene.house.person(FLOOR), Role.FLOORPERSON)

    def card() -> floor.Card:
        return floor.bench(scene.database, viewer, scene.now, TABLE).card

    scene.tick(hours=5)
    assert (card().due, card().later) == ("", "Next: opening count")
    scene.now = builders.DROP
    assert card().due == "Daily slip: the window is open until 09:00."
    a_slip(scene, SlipKind.CLOSED_DAILY, rack(50))
    assert card().due == ""
    a_slip(scene, SlipKind.OPENING, rack(50))
    assert card().due == "Drop: the window is open until 09:00."
    assert card().later == "Next: drop from 05:00"


def test_a_house_without_daily_slips_lists_what_was_not_counted_for_long(tmp_path: Path) -> None:
    settings = Settings(keys_signed_out=False, slip_on_closed_table=False, unopened_recount_days=1)
    scene = a_database(
        f"sqlite:///{tmp_path / 'own.db'}", the_house=builders.a_house(settings=settings)
    )
    viewer = Viewer(scene.house.person(FLOOR), Role.FLOORPERSON)

    def listed() -> dict[str, bool]:
        found = openings.without_slip(scene.database, viewer, scene.now)
        return {one.table: one.long_ago for one in found}

    assert listed() == dict.fromkeys(("MS-101", "MS-102", TABLE, "PK-301"), True)
    a_slip(scene, SlipKind.OPENING, rack(50))
    a_slip(scene, SlipKind.CLOSE, rack(50))
    assert TABLE not in listed()
    said = _dropped_says(scene)
    assert "no slip" not in said
    assert listed()[TABLE]
    card = floor.bench(scene.database, viewer, scene.now, TABLE).card
    assert card.due == ""
    scene.database.close()


def _dropped_says(scene: Scene) -> str:
    scene.now = builders.DROP
    scene.do(notices.tell_surveillance, SECURITY, what="drop", gaming_date=DAY, officer="201")
    ask: dict[str, Any] = {"table": TABLE, "box": "007", "replacement": "SP-1"}
    return scene.do(drop.drop_box, "141", **ask).says
