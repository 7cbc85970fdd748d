"""The chip bank counted by shift and blind, its stock, and what the cage first recorded."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.chip_books import Move
from countroom.domain.inventory import Pieces, SlipKind, keys_of
from countroom.domain.papers.first_checks import AtTable
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError
from countroom.inquiries import chip_bank, chip_books
from countroom.inquiries.chip_bank import BankSheet
from countroom.inquiries.verification import verify
from countroom.money import Money
from countroom.operations import chip_bank as banking
from countroom.operations import credits as credits_
from countroom.operations import first_checks
from countroom.operations.acts import Done
from countroom.regulations import CHIP_BANK, V_116
from tests import builders
from tests.builders import DAY, Scene, a_database
from tests.operations.test_chip_moves import (
    a_fill,
    a_slip,
    check_refused,
    digest,
    prepared,
    void,
)

CASHIER, SECOND = "131", "172"
Chips = dict[tuple[str, int], int]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    a_slip(made, SlipKind.OPENING)
    yield made
    made.database.close()


def chips(scene: Scene, held: Chips, *, every: bool = True) -> tuple[Pieces, ...]:
    found = (
        Pieces(instrument, cents, held.get((chip_set, cents), 0), chip_set)
        for instrument, chip_set, cents in keys_of(scene.house.chip_sets)
    )
    return tuple(entry for entry in found if every or entry.pieces)


def both_sign(scene: Scene, name: str) -> str:
    for step, badge in (("cashier", CASHIER), ("second", SECOND)):
        proof, saw = scene.proof(badge), digest(scene, name)
        scene.do(banking.sign, badge, paper=name, step=step, proof=proof, saw=saw)
    return name


def counted(scene: Scene, held: Chips) -> str:
    return both_sign(scene, scene.do(banking.count, CASHIER, pieces=chips(scene, held)).name)


def moving(scene: Scene, kind: Move, held: Chips) -> str:
    asked = {"kind": kind, "pieces": chips(scene, held, every=False), "remark": "As ordered."}
    return scene.do(banking.move, CASHIER, **asked).name  # type: ignore[arg-type]


def moved(scene: Scene, kind: Move, held: Chips) -> str:
    return both_sign(scene, moving(scene, kind, held))


def viewer(scene: Scene, badge: str = CASHIER) -> Viewer:
    person = scene.house.person(badge)
    return Viewer(person, person.roles[0])


def seen(scene: Scene, name: str) -> BankSheet:
    return chip_bank.sheet(scene.database, viewer(scene), name)


def off(scene: Scene, name: str) -> dict[str, str]:
    return {e.label: e.difference.in_words() for e in seen(scene, name).differences}


HELD: Chips = {("main", 100_00): 500, ("main", 5_00): 1_000, ("second", 100_00): 50}


def test_a_count_is_compared_when_both_have_signed_it_and_not_before(scene: Scene) -> None:
    first = counted(scene, HELD)
    assert (seen(scene, first).before, seen(scene, first).looks) == ("", ("done", "signed"))
    name = scene.do(banking.count, CASHIER, pieces=chips(scene, HELD), shift="night").name
    blind = seen(scene, name)
    assert (blind.compared, blind.before, blind.says) == ((), "", "night")
    assert blind.looks == ("open", "next: Chip Bank Cashier")
    both_sign(scene, name)
    assert seen(scene, name).before == first
    assert seen(scene, name).looks == ("done", "even")


def test_fills_credits_and_stock_move_the_chip_bank(scene: Scene) -> None:
    moved(scene, Move.RECEIVED, {("main", 100_00): 400, ("rake", 4_00): 100})
    counted(scene, HELD)
    a_fill(scene)  # 20 of $100 main and 5 of the second design leave
    void(scene, prepared(scene))
    a_fill(scene, credits_)  # and as many come
    prepared(scene)  # 20 and 5 are on their way
    moved(scene, Move.RELEASED, {("main", 100_00): 100, ("rake", 4_00): 40})
    moved(scene, Move.RETURNED, {("rake", 4_00): 10})
    moved(scene, Move.COUNTED, {("rake", 4_00): 7})
    moved(scene, Move.DESTROYED, {("rake", 4_00): 5})
    right = {**HELD, ("main", 100_00): 580, ("second", 100_00): 45, ("rake", 4_00): 37}
    assert off(scene, counted(scene, right)) == {}
    short = counted(scene, {**right, ("main", 100_00): 579, ("rake", 4_00): 38})
    assert off(scene, short) == {"$100 main": "short 100.00", "$4 rake": "over 4.00"}
    assert seen(scene, short).looks == ("look", "2 differ")
    assert verify(scene.database) == []


def test_a_fill_voided_after_the_count_is_back_in_the_next(scene: Scene) -> None:
    counted(scene, HELD)
    slip = prepared(scene)
    without = {**HELD, ("main", 100_00): 480, ("second", 100_00): 45}
    assert off(scene, counted(scene, without)) == {}
    void(scene, slip)
    assert off(scene, counted(scene, HELD)) == {}


@pytest.mark.rule(CHIP_BANK)
def test_two_people_of_the_cage_sign_and_a_signed_count_stands(scene: Scene) -> None:
    name = scene.do(banking.count, CASHIER, pieces=chips(scene, HELD)).name
    with pytest.raises(RepeatError, match=name):
        scene.do(banking.count, CASHIER, pieces=chips(scene, HELD))

    def sign(step: str, badge: str) -> Done:
        proof, saw = scene.proof(badge), digest(scene, name)
        return scene.do(banking.sign, badge, paper=name, step=step, proof=proof, saw=saw)

    check_refused(CHIP_BANK, lambda: sign("second", SECOND))
    sign("cashier", CASHIER)
    check_refused(CHIP_BANK, lambda: sign("second", CASHIER))
    with pytest.raises(AccessError):
        sign("second", "111")
    said: dict[str, Any] = {"paper": name, "reason": "Miscounted."}
    check_refused(
        CHIP_BANK, lambda: scene.do(banking.void, CASHIER, **said, second=scene.proof(SECOND))
    )


@pytest.mark.rule(CHIP_BANK)
def test_an_unsigned_count_is_voided_by_two_and_signed_by_nobody(scene: Scene) -> None:
    name = scene.do(banking.count, CASHIER, pieces=chips(scene, HELD)).name
    with pytest.raises(EntryError, match="say why"):
        scene.do(banking.void, CASHIER, paper=name, reason=" ", second=scene.proof(SECOND))
    for badge in (CASHIER, "111"):
        with pytest.raises(EntryError, match="another person of the cage"):
            scene.do(banking.void, CASHIER, paper=name, reason="No.", second=scene.proof(badge))
    scene.do(banking.void, CASHIER, paper=name, reason="Miscounted.", second=scene.proof(SECOND))
    check_refused(CHIP_BANK, lambda: both_sign(scene, name))
    assert seen(scene, name).looks == ("blocked", "void")
    assert "Miscounted." in seen(scene, name).reason
    counted(scene, HELD)


def test_what_is_no_chip_bank_paper_or_no_chip_is_refused(scene: Scene) -> None:
    slip = prepared(scene)
    with pytest.raises(NotFoundError, match="no paper of the chip bank"):
        both_sign(scene, slip)
    with pytest.raises(NotFoundError, match="no paper of the chip bank"):
        seen(scene, slip)
    with pytest.raises(EntryError, match="not entered"):
        scene.do(banking.count, CASHIER, pieces=chips(scene, HELD, every=False))
    with pytest.raises(AccessError):
        scene.do(banking.count, "111", pieces=chips(scene, HELD))
    with pytest.raises(AccessError):
        chip_bank.bank(scene.database, viewer(scene, "111"), scene.now)


def test_the_reserve_gives_what_it_holds_and_no_more(scene: Scene) -> None:
    moved(scene, Move.RECEIVED, {("main", 5_00): 100})
    moving(scene, Move.RELEASED, {("main", 5_00): 60})
    with pytest.raises(EntryError, match="the reserve holds 40"):
        moving(scene, Move.DESTROYED, {("main", 5_00): 41})
    bank = chip_bank.bank(scene.database, viewer(scene), scene.now)
    assert [sheet.name for sheet in bank.waiting] == ["CM-0002"]
    assert [sheet.name for sheet in bank.moves] == ["CM-0001"]


# ------------------------------------------------------------------------- the gaming date's books


def at_day_end(scene: Scene) -> dict[str, tuple[int, int, int, int, int]]:
    with scene.database.read() as tx:
        found = chip_books.of_day(tx, DAY).holdings
    return {
        h.label: (h.issued, h.racks, h.bank, h.reserve, h.outstanding) for h in found if h.issued
    }


def test_issued_chips_are_in_racks_bank_reserve_or_outstanding(scene: Scene) -> None:
    scene.tick(hours=2)
    moved(scene, Move.RECEIVED, {("main", 100_00): 1_000})
    assert at_day_end(scene) == {"$100 main": (1_000, 50, 0, 1_000, -50)}
    with scene.database.read() as tx:
        found = chip_books.of_day(tx, DAY)
    assert found.bank_count == ""
    assert "more than were issued" in found.findings[0].sentence
    moved(scene, Move.RELEASED, {("main", 100_00): 600})
    counted(scene, {("main", 100_00): 540})  # 50 are in the rack of MS-102, 10 with patrons
    assert at_day_end(scene) == {"$100 main": (1_000, 50, 540, 400, 10)}
    a_fill(scene)
    a_slip(scene, SlipKind.CLOSE, 75)  # 20 filled, 5 won
    assert at_day_end(scene) == {"$100 main": (1_000, 75, 520, 400, 5)}
    a_slip(scene, SlipKind.OPENING, 75)
    prepared(scene)
    assert at_day_end(scene) == {"$100 main": (1_000, 95, 500, 400, 5)}
    counted(scene, {("main", 100_00): 499})
    with scene.database.read() as tx:
        sentences = [finding.sentence for finding in chip_books.of_day(tx, DAY).findings]
    assert "$100 main in the chip bank: short 100.00." in sentences


def test_a_fill_of_the_next_morning_before_the_drop_is_in_the_rack_of_the_day(
    scene: Scene,
) -> None:
    scene.tick(hours=2)
    moved(scene, Move.RECEIVED, {("main", 100_00): 600})
    moved(scene, Move.RELEASED, {("main", 100_00): 500})
    counted(scene, {("main", 100_00): 450})
    scene.now = builders.DROP + timedelta(minutes=5)
    a_fill(scene)
    a_slip(scene, SlipKind.DROP, 70, incoming=builders.SECOND["MS-102"])
    assert at_day_end(scene) == {"$100 main": (600, 50, 450, 100, 0)}


# --------------------------------------------------------------------- what the cage first recorded


def record(scene: Scene, *tables: AtTable, **more: Any) -> Done:
    asked: dict[str, Any] = {"gaming_date": DAY, "tables": tables, "proof": scene.proof(CASHIER)}
    return scene.do(first_checks.record, CASHIER, **(asked | more))


@pytest.mark.rule(V_116)
def test_the_cage_records_a_days_checks_once_and_corrects_with_a_reason(scene: Scene) -> None:
    scene.tick(hours=2)
    two = AtTable("MS-101", 2, Money(1_500_00))
    name = record(scene, two).name
    with pytest.raises(EntryError, match="say why it is corrected"):
        record(scene, two)
    again = record(scene, AtTable("MS-101", 1, Money(500_00)), reason="One was of another day.")
    assert again.name == name
    with scene.database.read() as tx:
        standing = first_checks.of_day(tx, DAY)
    assert standing is not None
    assert (standing.version, standing.content.tables[0].checks) == (2, 1)
    assert verify(scene.database) == []


def test_checks_are_recorded_by_the_cage_for_tables_of_the_house(scene: Scene) -> None:
    scene.tick(hours=2)
    one = AtTable("MS-101", 1, Money(500_00))
    with pytest.raises(AccessError):
        scene.do(
            first_checks.record, "111", gaming_date=DAY, tables=(one,), proof=scene.proof("111")
        )
    with pytest.raises(EntryError, match="no such table"):
        record(scene, AtTable("XX-1", 1, Money(100)))
    with pytest.raises(EntryError, match="stands twice"):
        record(scene, one, one)
    with pytest.raises(EntryError, match="has not begun"):
        record(scene, one, gaming_date=DAY + timedelta(days=2))
