"""Fills and credits, from the request to the box, and every way they are refused."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.denominations import Instrument, Side
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError, RuleError
from countroom.operations import credits as credits_
from countroom.operations import drop, fills, notices, slips
from countroom.operations.acts import Done, perform
from countroom.regulations import (
    SOD_4,
    SOD_5,
    V_15,
    V_16,
    V_17,
    V_18,
    V_19,
    V_20,
    V_21,
    V_22,
    V_23,
    V_24,
    Rule,
)
from countroom.stores import bookings, documents, registry
from tests import builders
from tests.builders import Scene, a_database, a_house
from tests.plumbing.houses import a_person

TABLE = "MS-102"


def pieces(hundreds: int, fives: int = 0, second: int = 0) -> tuple[Pieces, ...]:
    return (
        Pieces(Instrument.VALUE_CHIP, 100_00, hundreds, "main"),
        Pieces(Instrument.VALUE_CHIP, 5_00, fives, "main"),
        Pieces(Instrument.VALUE_CHIP, 100_00, second, "second"),
    )


def rack(hundreds: int = 50) -> tuple[Pieces, ...]:
    return (*pieces(hundreds, 100, 10), Pieces(Instrument.VALUE_CHIP, 2_50, 40, "main"))


def digest(scene: Scene, name: str) -> str:
    with scene.database.read() as tx:
        return documents.by_name(tx, name).digest


def a_slip(scene: Scene, kind: SlipKind, hundreds: int = 50, **asked: Any) -> str:
    name = scene.do(slips.count, "101", table=TABLE, kind=kind, pieces=rack(hundreds), **asked).name
    for step, badge in (("dealer", "101"), ("floorperson", "111")):
        saw = digest(scene, name)
        scene.do(slips.sign, badge, slip=name, step=step, proof=scene.proof(badge), saw=saw)
    return name


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    a_slip(made, SlipKind.OPENING)
    yield made
    made.database.close()


def asked(scene: Scene, way: Any = fills, **changed: Any) -> str:
    wanted: dict[str, Any] = {
        "table": TABLE,
        "pieces": pieces(20, second=5),
        "proof": scene.proof("111"),
    }
    return scene.do(way.request, "111", **(wanted | changed)).name


def sent_out(scene: Scene, name: str, *steps: str) -> None:
    badges = {"dealer": "101", "security": "121"}
    for step in steps or tuple(badges):
        saw, proof = digest(scene, name), scene.proof(badges[step])
        sent: dict[str, Any] = {"request": name, "step": step, "proof": proof, "saw": saw}
        scene.do(credits_.sign_request, badges[step], **sent)


def prepared(scene: Scene, way: Any = fills) -> str:
    name = asked(scene, way)
    if way is credits_:
        sent_out(scene, name)
    return scene.do(
        way.prepare, "131", request=name, pieces=pieces(20, second=5), proof=scene.proof("131")
    ).name


SIGNERS = (("security", "121"), ("dealer", "101"), ("floorperson", "111"))


def sign(scene: Scene, name: str, step: str, badge: str, way: Any = fills) -> Done:
    saw = digest(scene, name)
    return scene.do(way.sign, badge, slip=name, step=step, proof=scene.proof(badge), saw=saw)


def a_fill(scene: Scene, way: Any = fills) -> str:
    name = prepared(scene, way)
    for step, badge in SIGNERS:
        sign(scene, name, step, badge, way)
    return name


def check_refused(rule: Rule, act: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refusal:
        act()
    assert refusal.value.rule == rule
    return refusal.value.message


def booked(scene: Scene) -> list[str]:
    with scene.database.read() as tx:
        period = registry.current_period(tx, TABLE)
        assert period is not None
        return [slip.name for slip in bookings.booked_slips(tx, period.id)]


# ------------------------------------------------------------------------------ the whole way


@pytest.mark.parametrize(
    ("way", "series", "side"), [(fills, "F", "fill"), (credits_, "C", "credit")]
)
def test_chips_move_with_four_signatures_and_the_paper_is_in_the_box(
    scene: Scene, way: Any, series: str, side: str
) -> None:
    name = a_fill(scene, way)
    assert name == f"{series}-0001"
    with scene.database.read() as tx:
        slip = documents.by_name(tx, name)
        sums = documents.sums(tx, side=Side(side))
    assert slip.state == "done"
    assert [signature.step for signature in slip.signatures] == [
        "chip_bank",
        "security",
        "dealer",
        "floorperson",
    ]
    assert {(s.chip_set, s.pieces) for s in sums} == {("main", 20), ("second", 5)}
    assert booked(scene) == [name]


@pytest.mark.rule(V_20)
def test_slips_are_numbered_in_order(scene: Scene) -> None:
    assert [prepared(scene) for _ in range(3)] == ["F-0001", "F-0002", "F-0003"]


def test_case_A2_and_A5_the_same_request_twice_is_one(scene: Scene) -> None:
    proof = scene.proof("111")
    first = scene.do(fills.request, "111", key="k", table=TABLE, pieces=pieces(5), proof=proof)
    again = scene.do(fills.request, "111", key="k", table=TABLE, pieces=pieces(5), proof=proof)
    assert first == again
    with pytest.raises(RepeatError, match="FR-0001"):
        scene.do(fills.request, "111", key="k", table=TABLE, pieces=pieces(6), proof=proof)


def test_a_request_is_answered_once(scene: Scene) -> None:
    name = asked(scene)
    ask: dict[str, Any] = {"request": name, "pieces": pieces(20, second=5)}
    scene.do(fills.prepare, "131", **ask, proof=scene.proof("131"))
    with pytest.raises(RepeatError, match="F-0001"):
        scene.do(fills.prepare, "131", **ask, proof=scene.proof("131"))


def test_case_G1_a_fill_after_midnight_is_the_day_before(scene: Scene) -> None:
    for at, day in (
        (datetime(2011, 6, 15, 5, 30, tzinfo=UTC), date(2011, 6, 14)),
        (datetime(2011, 6, 15, 10, 0, tzinfo=UTC), date(2011, 6, 15)),
    ):
        scene.now = at
        name = asked(scene)
        with scene.database.read() as tx:
            assert documents.by_name(tx, name).gaming_date == day


# ---------------------------------------------------------------------------------- refusals


@pytest.mark.rule(V_17)
def test_a_request_comes_from_the_pit(scene: Scene) -> None:
    message = check_refused(
        V_17, lambda: scene.do(fills.request, "101", table=TABLE, pieces=pieces(1))
    )
    assert "pit clerk or floorperson" in message
    name = asked(scene)
    check_refused(V_17, lambda: scene.do(fills.withdraw, "131", request=name, reason="No."))


@pytest.mark.rule(V_18)
def test_a_pit_clerks_request_waits_for_the_floorperson(scene: Scene) -> None:
    name = scene.do(fills.request, "112", Role.PIT_CLERK, table=TABLE, pieces=pieces(5)).name
    check_refused(
        V_18,
        lambda: scene.do(
            fills.prepare, "131", request=name, pieces=pieces(5), proof=scene.proof("131")
        ),
    )
    saw = digest(scene, name)
    scene.do(fills.sign_request, "111", request=name, proof=scene.proof("111"), saw=saw)
    scene.do(fills.prepare, "131", request=name, pieces=pieces(5), proof=scene.proof("131"))


@pytest.mark.rule(V_19)
def test_a_slip_that_moves_something_else_is_refused(scene: Scene) -> None:
    name = asked(scene)
    for wrong in (pieces(25), pieces(20, 1, 5), pieces(20, second=4)):
        check_refused(
            V_19,
            lambda wrong=wrong: scene.do(  # type: ignore[misc]
                fills.prepare, "131", request=name, pieces=wrong, proof=scene.proof("131")
            ),
        )


@pytest.mark.rule(V_15, V_24)
@pytest.mark.parametrize("way", [fills, credits_])
def test_chips_never_pass_from_table_to_table(scene: Scene, way: Any) -> None:
    check_refused(V_24, lambda: asked(scene, way, counterpart="MS-101"))
    check_refused(V_15, lambda: asked(scene, way, counterpart="a friend"))


@pytest.mark.rule(V_16)
@pytest.mark.parametrize("way", [fills, credits_])
def test_an_automated_table_takes_no_fill_and_gives_no_credit(tmp_path: Path, way: Any) -> None:
    house = a_house()
    tables = tuple(replace(t, automated=t.code == TABLE) for t in house.tables)
    scene = a_database(f"sqlite:///{tmp_path / 'automated.db'}", the_house=a_house(tables=tables))
    check_refused(V_16, lambda: scene.do(way.request, "111", table=TABLE, pieces=pieces(1)))


@pytest.mark.rule(V_22)
def test_case_E13_a_closed_table_takes_no_fill(scene: Scene) -> None:
    closed = check_refused(
        V_22, lambda: scene.do(fills.request, "111", table="MS-101", pieces=pieces(1)[:1])
    )
    assert "MS-101 is closed" in closed
    waiting = prepared(scene)
    sign(scene, waiting, "security", "121")
    a_slip(scene, SlipKind.CLOSE)
    check_refused(V_22, lambda: sign(scene, waiting, "dealer", "101"))


def test_chips_the_table_does_not_hold_or_none_at_all(scene: Scene) -> None:
    strange = (Pieces(Instrument.RAKE_CHIP, 400, 5, "rake"),)
    with pytest.raises(EntryError, match="does not hold"):
        asked(scene, pieces=strange)
    with pytest.raises(EntryError, match="how many chips"):
        asked(scene, pieces=pieces(0))
    with pytest.raises(NotFoundError):
        asked(scene, table="XX-1")


def test_a_table_without_a_box_is_not_found(scene: Scene) -> None:
    scene.now = builders.DROP
    scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    scene.do(drop.drop_box, "141", table="MS-101", box=builders.FIRST["MS-101"])
    with pytest.raises(NotFoundError, match="No drop box is on MS-101"):
        scene.do(fills.request, "111", table="MS-101", pieces=pieces(1)[:1])


@pytest.mark.rule(V_22)
def test_the_order_of_signatures_is_kept(scene: Scene) -> None:
    name = prepared(scene)
    check_refused(V_22, lambda: sign(scene, name, "dealer", "101"))
    sign(scene, name, "security", "121")
    check_refused(V_22, lambda: sign(scene, name, "floorperson", "111"))
    with pytest.raises(AccessError):
        sign(scene, name, "dealer", "121")


def hats(**roles: tuple[Role, ...]) -> Any:
    house = a_house()
    changed = tuple(
        a_person(person.code, *roles[f"p{person.code}"]) if f"p{person.code}" in roles else person
        for person in house.people
    )
    return a_house(people=changed)


@pytest.mark.rule(SOD_4, SOD_5)
def test_two_hats_on_one_slip_are_refused(tmp_path: Path) -> None:
    house = hats(
        p111=(Role.FLOORPERSON, Role.CHIP_BANK_CASHIER, Role.SECURITY),
        p131=(Role.CHIP_BANK_CASHIER, Role.SECURITY),
    )
    scene = a_database(f"sqlite:///{tmp_path / 'hats.db'}", the_house=house)
    a_slip(scene, SlipKind.OPENING)
    name = asked(scene)
    bank = Role.CHIP_BANK_CASHIER
    check_refused(
        SOD_4,
        lambda: scene.do(
            fills.prepare,
            "111",
            bank,
            request=name,
            pieces=pieces(20, second=5),
            proof=scene.proof("111", bank),
        ),
    )
    slip = prepared(scene)
    for badge in ("111", "131"):
        check_refused(
            SOD_5,
            lambda badge=badge: scene.do(  # type: ignore[misc]
                fills.sign,
                badge,
                Role.SECURITY,
                slip=slip,
                step="security",
                proof=scene.proof(badge, Role.SECURITY),
                saw=digest(scene, slip),
            ),
        )


def test_only_the_chip_bank_prepares(scene: Scene) -> None:
    name = asked(scene)
    with pytest.raises(AccessError):
        scene.do(fills.prepare, "111", request=name, pieces=pieces(20), proof=scene.proof("111"))
    with pytest.raises(NotFoundError, match="no Request for Credit"):
        scene.do(credits_.prepare, "131", request=name, pieces=pieces(20), proof=scene.proof("131"))


def test_a_request_is_taken_back_before_it_is_answered(scene: Scene) -> None:
    name = asked(scene)
    scene.do(fills.withdraw, "111", request=name, reason="Not needed.")
    with pytest.raises(AccessError, match="taken back"):
        scene.do(
            fills.prepare,
            "131",
            request=name,
            pieces=pieces(20, second=5),
            proof=scene.proof("131"),
        )
    with pytest.raises(AccessError, match="void"):
        scene.do(fills.withdraw, "111", request=name, reason="Again.")
    other = asked(scene)
    with pytest.raises(EntryError, match="say why"):
        scene.do(fills.withdraw, "111", request=other, reason=" ")


@pytest.mark.rule(V_21)
def test_a_request_that_was_taken_back_is_signed_by_nobody(scene: Scene) -> None:
    name = scene.do(fills.request, "112", Role.PIT_CLERK, table=TABLE, pieces=pieces(5)).name
    scene.do(fills.withdraw, "112", Role.PIT_CLERK, request=name, reason="Not needed.")
    saw, proof = digest(scene, name), scene.proof("111")
    check_refused(
        V_21, lambda: scene.do(fills.sign_request, "111", request=name, proof=proof, saw=saw)
    )


# ------------------------------------------------------- a credit goes out, its slip comes back


@pytest.mark.rule(V_22)
def test_a_credits_chips_reach_the_chip_bank_with_the_request_before_there_is_a_slip(
    scene: Scene,
) -> None:
    name = asked(scene, credits_)

    def prepare() -> object:
        return scene.do(
            credits_.prepare,
            "131",
            request=name,
            pieces=pieces(20, second=5),
            proof=scene.proof("131"),
        )

    assert "dealer signs it first" in check_refused(V_22, prepare)
    check_refused(SOD_5, lambda: sent_out(scene, name, "security"))
    sent_out(scene, name, "dealer")
    assert "security signs it first" in check_refused(V_22, prepare)
    sent_out(scene, name, "security")
    prepare()


@pytest.mark.rule(SOD_5)
def test_who_asked_for_a_credit_does_not_carry_it(tmp_path: Path) -> None:
    house = hats(p111=(Role.FLOORPERSON, Role.SECURITY))
    scene = a_database(f"sqlite:///{tmp_path / 'hats.db'}", the_house=house)
    a_slip(scene, SlipKind.OPENING)
    name = asked(scene, credits_)
    sent_out(scene, name, "dealer")
    saw, proof = digest(scene, name), scene.proof("111", Role.SECURITY)
    carried: dict[str, Any] = {"request": name, "step": "security", "proof": proof, "saw": saw}
    check_refused(SOD_5, lambda: scene.do(credits_.sign_request, "111", Role.SECURITY, **carried))


def void_credit(scene: Scene, paper: str, first: str = "111", second: str = "101") -> Done:
    proof, by = scene.proof(first), scene.proof(second)
    said: dict[str, Any] = {"paper": paper, "reason": "Not needed.", "proof": proof, "second": by}
    return scene.do(credits_.void, first, **said)


@pytest.mark.rule(V_21)
def test_a_credit_is_voided_by_two_people_while_its_chips_are_at_the_table(scene: Scene) -> None:
    name = asked(scene, credits_)
    sent_out(scene, name, "dealer")
    alone = check_refused(
        V_21, lambda: scene.do(credits_.withdraw, "111", request=name, reason="Not needed.")
    )
    assert "two people" in alone
    check_refused(V_21, lambda: void_credit(scene, name, first="131"))
    check_refused(V_21, lambda: void_credit(scene, name, second="111"))
    check_refused(V_21, lambda: void_credit(scene, name, second="131"))
    proof, second = scene.proof("111"), scene.proof("101")
    silent: dict[str, Any] = {"paper": name, "reason": " ", "proof": proof, "second": second}
    check_refused(V_21, lambda: scene.do(credits_.void, "111", **silent))
    void_credit(scene, name)
    check_refused(V_21, lambda: void_credit(scene, name))
    check_refused(V_21, lambda: sent_out(scene, name, "security"))
    a_slip(scene, SlipKind.CLOSE)


@pytest.mark.rule(V_21)
def test_a_credit_whose_chips_have_left_the_table_stands(scene: Scene) -> None:
    name = asked(scene, credits_)
    sent_out(scene, name)
    assert "by a fill" in check_refused(V_21, lambda: void_credit(scene, name))
    slip = a_fill(scene, credits_)
    assert "by a fill" in check_refused(V_21, lambda: void_credit(scene, slip))
    with pytest.raises(NotFoundError, match="no credit"):
        void_credit(scene, asked(scene))


@pytest.mark.rule(V_23)
@pytest.mark.parametrize("upto", ["dealer", "security", "slip"])
def test_a_rack_is_not_counted_while_a_credit_is_on_its_way(scene: Scene, upto: str) -> None:
    if upto == "slip":
        name = prepared(scene, credits_)
    else:
        name = asked(scene, credits_)
        sent_out(scene, name, *["dealer", "security"][: 1 + (upto == "security")])
    assert name in check_refused(V_23, lambda: a_slip(scene, SlipKind.CLOSE))


@pytest.mark.rule(V_23)
def test_chips_do_not_move_between_the_count_of_a_rack_and_its_signatures(scene: Scene) -> None:
    fill = prepared(scene)
    sign(scene, fill, "security", "121")
    credit = asked(scene, credits_)
    count: dict[str, Any] = {"table": TABLE, "kind": SlipKind.CLOSE, "pieces": rack()}
    slip = scene.do(slips.count, "101", **count).name
    assert slip in check_refused(V_23, lambda: sign(scene, fill, "dealer", "101"))
    assert slip in check_refused(V_23, lambda: sent_out(scene, credit, "dealer"))


# -------------------------------------------------------------------------------------- voids


def void(scene: Scene, name: str, reason: str = "Chips never left.", **people: str) -> Done:
    first, second = people.get("first", "131"), people.get("second", "121")
    return scene.do(
        fills.void,
        first,
        slip=name,
        reason=reason,
        proof=scene.proof(first),
        second=scene.proof(second),
    )


@pytest.mark.rule(V_21)
def test_case_E1_a_void_needs_two_people_and_a_reason_before_the_dealer(scene: Scene) -> None:
    name = prepared(scene)
    check_refused(V_21, lambda: void(scene, name, reason=" "))
    check_refused(V_21, lambda: void(scene, name, first="121", second="131"))
    check_refused(V_21, lambda: void(scene, name, second="141"))
    void(scene, name)
    with scene.database.read() as tx:
        slip = documents.by_name(tx, name)
        assert slip.state == "void"
        assert documents.sums(tx, side=Side.FILL) == ()
    check_refused(V_21, lambda: sign(scene, name, "security", "121"))
    check_refused(V_21, lambda: void(scene, name))
    assert booked(scene) == []
    again = scene.do(
        fills.prepare,
        "131",
        request=slip.content.request,
        pieces=pieces(20, second=5),
        proof=scene.proof("131"),
    )
    assert again.name == "F-0002"


@pytest.mark.rule(V_21)
def test_case_E1_what_the_dealer_signed_stands(scene: Scene) -> None:
    name = prepared(scene)
    sign(scene, name, "security", "121")
    sign(scene, name, "dealer", "101")
    assert "stands" in check_refused(V_21, lambda: void(scene, name))


# ------------------------------------------------------------------------- across the drop


def drop_the_table(scene: Scene, slip: str) -> None:
    scene.now = max(scene.now, builders.DROP)
    scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    out, into = builders.FIRST[TABLE], builders.SECOND[TABLE]
    scene.do(drop.drop_box, "141", table=TABLE, box=out, replacement=into, slip=slip)


@pytest.mark.rule(V_23)
def test_a_rack_is_not_counted_while_a_slip_is_between_dealer_and_box(scene: Scene) -> None:
    name = prepared(scene)
    sign(scene, name, "security", "121")
    sign(scene, name, "dealer", "101")
    into = builders.SECOND[TABLE]
    check_refused(V_23, lambda: a_slip(scene, SlipKind.DROP, incoming=into))
    sign(scene, name, "floorperson", "111")
    a_slip(scene, SlipKind.DROP, incoming=into)


@pytest.mark.rule(V_23)
def test_chips_are_not_proved_between_the_drop_slip_and_the_new_box(scene: Scene) -> None:
    name = prepared(scene)
    sign(scene, name, "security", "121")
    slip = a_slip(scene, SlipKind.DROP, incoming=builders.SECOND[TABLE])
    check_refused(V_23, lambda: sign(scene, name, "dealer", "101"))
    drop_the_table(scene, slip)
    sign(scene, name, "dealer", "101")
    sign(scene, name, "floorperson", "111")
    assert booked(scene) == [name], "the paper is in the new box, and so is the money"


def test_a_slip_in_hand_since_yesterday_is_still_in_hand(scene: Scene) -> None:
    name = prepared(scene)
    sign(scene, name, "security", "121")
    sign(scene, name, "dealer", "101")
    scene.tick(hours=20)
    with pytest.raises(RuleError, match=name):
        a_slip(scene, SlipKind.DROP, incoming=builders.SECOND[TABLE])


def test_case_A11_twenty_fills_at_once_have_twenty_numbers_in_a_row(scene: Scene) -> None:
    def ask(number: int) -> str:
        done = perform(
            scene.database,
            fills.request,
            who=scene.who("111"),
            now=scene.now + timedelta(seconds=number),
            key=f"fill-{number}",
            table=TABLE,
            pieces=pieces(1),
        )
        return done.name

    with ThreadPoolExecutor(max_workers=20) as pool:
        names = list(pool.map(ask, range(20)))
    assert sorted(names) == [f"FR-{number:04d}" for number in range(1, 21)]


@pytest.mark.rule(V_23)
def test_no_chips_are_proved_between_a_shift_count_and_its_box(scene: Scene) -> None:
    name = prepared(scene)
    sign(scene, name, "security", "121")
    a_slip(scene, SlipKind.SHIFT, incoming=builders.SECOND[TABLE])
    refused = check_refused(V_23, lambda: sign(scene, name, "dealer", "101"))
    assert "sign when the new box is on" in refused
