"""Every kind of coupon in a box, as a scanner types it, in every place that tells of it, once."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

import pytest

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.found_coupons import Outcome, outcome_of
from countroom.domain.papers import box_count
from countroom.domain.papers.box_count import CouponFound
from countroom.domain.people import Role
from countroom.domain.scanned import read
from countroom.inquiries import coupon_exceptions, coupon_programme, registers
from countroom.inquiries import coupons as coupon_inquiries
from countroom.inquiries.registers import ExceptionEntry
from countroom.money import Money
from countroom.operations.acts import Act, Done
from countroom.operations.coupons import inventories, processing, quarters, receipts
from countroom.operations.coupons.days import DayTyped
from countroom.operations.coupons.inventories import Found
from countroom.regulations import V_83, V_87, V_88, V_93, V_97, V_98, V_99
from countroom.stores import coupon_counts, coupons, documents
from tests import builders
from tests.builders import COUNT, DAY, Scene, a_rake, a_sheet
from tests.plumbing.couponing import FINANCE, SUPERVISOR, Programme

NEXT: Final = DAY + timedelta(days=1)
_O: Final = Outcome

BOXES: Final = {
    "11": (
        ("A-0001", "", _O.REDEEMED),
        ("A-0002\r\n", "", _O.REDEEMED),
        ("A-0025\t", "", _O.NOT_DISTRIBUTED),
        ("A-0035", "", _O.RETURNED),
        ("A-0500", "", _O.NEVER_ISSUED),
        ("A-9000", "", _O.NEVER_ISSUED),
        ("A-0999", "", _O.VOIDED),
        ("A-0003", "20", _O.OTHER_VALUE),
        ("B-0001", "", _O.EXPIRED),
        ("OTHER-77", "5", _O.FOREIGN),
        ("?", "25", _O.UNREADABLE),
        ("A-0004?", "", _O.UNREADABLE),
    ),
    "21": (("A-0001", "", _O.REPEATED), ("A-0003", "", _O.FOUND_BEFORE)),
    "007": (("A-0005", "", _O.WRONG_GAME),),
    "31": (("A-0006", "", _O.NONBANKING),),
}
"""Box to what is scanned, the value where it is keyed, and what it must become."""

SCANNED: Final = [(box, *one) for box, every in BOXES.items() for one in every]
LISTED: Final = [(box, read(typed), kind) for box, typed, _, kind in SCANNED]
ENDS: Final = {
    "A-0001": "redeemed and cancelled",
    "A-0002": "redeemed and cancelled",
    "A-0003": "voided",
    "A-0004": "with patrons",
    "A-0005": "voided",
    "A-0006": "voided",
    "A-0025": "with marketing",
    "A-0035": "in finance's stock",
    "A-0500": "in finance's stock",
    "A-0999": "voided",
    "A-9000": "never received",
    "B-0001": "never received",
    "OTHER-77": "never received",
}
"""Where the ledger has each when its day is processed."""


def _coupon(scene: Scene, typed: str, value: str) -> CouponFound:
    serial = read(typed, scene.house.coupons)
    design = next((d for d in scene.house.coupons if serial.startswith(d.serial_prefix)), None)
    face = Money(int(value) * 100) if value else design.value if design else Money(0)
    return CouponFound(serial, face.cents)


def _to_the_end(act: Act) -> Done:
    """Stand for everything between the last box and the conclusion."""
    act.move("count", COUNT, CountState.CONCLUDED.value)
    return act.seal("staged", COUNT, done=Done("staged"))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A concluded count of four boxes that hold a coupon of every kind, and its processing."""
    made = builders.a_count(tmp_path_factory.mktemp("kinds"), boxes=4)
    programme = Programme(made)
    programme.received(invoiced=1001, deviation="One sheet is short.")
    programme.taken(
        programme.authorised(quantity=41, needed=NEXT),
        serials="A-0001 to A-0040",
        voids="A-0999: torn",
        explanation="One was torn.",
    )
    programme.returned("A-0031 to A-0040")
    programme.closed(
        DayTyped("MP25", 21, "A-0021 to A-0030", explanation="Tallied one too many."), day=NEXT
    )
    for box, every in BOXES.items():
        found = tuple(_coupon(made, typed, value) for typed, value, _ in every)
        sheet = a_rake(coupons=found) if box == "31" else a_sheet(1, coupons=found)
        builders.a_recorded_box(made, box, sheet)
    made.do(_to_the_end, "161")
    form = made.do(processing.process, FINANCE, day=DAY, proof=made.proof(FINANCE)).name
    programme.sign(form, "finance_supervisor", SUPERVISOR)
    yield made
    made.database.close()


def _accounting(scene: Scene) -> Viewer:
    return Viewer(scene.who("191").person, Role.ACCOUNTING)


def _finance(scene: Scene) -> Viewer:
    return Viewer(scene.who(FINANCE).person, Role.FINANCE)


def test_every_kind_there_is_is_produced() -> None:
    assert {kind for *_, kind in LISTED} == set(Outcome)


def test_pieces_counted_are_outcomes_listed_box_by_box(scene: Scene) -> None:
    with scene.database.read() as tx:
        for box, every in BOXES.items():
            (form,) = documents.find(tx, paper="box_count", count=COUNT, box=box)
            said = [outcome_of(one.remark) for one in form.content.coupons]
            assert said == [kind for *_, kind in every]
            lines = [one for one in box_count.PAPER.lines(form.content) if one.reference]
            assert [one.pieces for one in lines] == [1] * len(every)
        assert len(coupon_counts.found(tx, DAY, DAY)) == len(LISTED)


@pytest.mark.rule(V_93)
@pytest.mark.rule(V_99)
@pytest.mark.parametrize(("box", "serial", "kind"), LISTED)
def test_each_shows_once_in_every_place(scene: Scene, box: str, serial: str, kind: Outcome) -> None:
    odd = int(kind is not _O.REDEEMED)
    listed = registers.coupon_register(scene.database, _accounting(scene), DAY)
    same = [one for one in listed if (one.box, one.serial) == (box, serial)]
    assert [outcome_of(one.remark) for one in same] == [kind]
    entries = registers.exceptions(scene.database, _accounting(scene), DAY)
    of_it = [e for e in entries if e.box == box and e.says.startswith(f"{serial}: ")]
    assert [e.kind for e in of_it] == [f"coupon {kind.value}"] * odd
    with scene.database.read() as tx:
        (form,) = documents.find(tx, paper="coupon_processing")
    named = [e for e in form.content.exceptions if (e.box, e.serial) == (box, serial)]
    assert [outcome_of(e.says) for e in named] == [kind] * odd


@pytest.mark.parametrize(("serial", "ends"), ENDS.items())
def test_the_ledger_ends_where_the_count_found_it(scene: Scene, serial: str, ends: str) -> None:
    life = coupon_inquiries.life(scene.database, _finance(scene), scene.now, serial)
    assert life.now == ends
    assert [find.box for find in life.finds] == [box for box, of, _ in LISTED if of == serial]
    if ends == "voided" and serial != "A-0999":
        assert life.steps[-1].form == "MX-0001"
        assert life.steps[-1].reason.endswith(f"in box {life.finds[0].box}")


def test_case_F4_what_is_outstanding_is_given_out_less_redeemed_and_refused(scene: Scene) -> None:
    with scene.database.read() as tx:
        held = coupons.held(tx)
        quarter = coupon_counts.quarter(tx, DAY)
    assert held.quantity("MP25", CouponPlace.DISTRIBUTED) == 20 - 2 - 3
    assert held.quantity("MP25", CouponPlace.REDEEMED) == 2
    assert [(one.denomination, one.quantity, one.late) for one in quarter.redeemed] == [
        (Money(25_00), 2, 0),
        (Money(10_00), 1, 1),
    ]
    assert quarter.footnote.endswith(f"B-0001 on {DAY.isoformat()}.")
    entered = NEXT + timedelta(days=1)  # marketing's day was closed before the processing
    (owed,) = coupon_programme.liability(scene.database, _finance(scene), entered)
    assert (owed.design, owed.coupons, owed.value) == ("MP25", 15, Money(375_00))


# ------------------------------------------------------------------------- what the forms say


def _of_forms(scene: Scene, day: date) -> list[tuple[str, str, str]]:
    with scene.database.read() as tx:
        found = list(coupon_exceptions.of_day(tx, day))
    return [(one.kind, one.rule.number, one.form) for one in found]


@pytest.mark.rule(V_83)
@pytest.mark.rule(V_87)
@pytest.mark.rule(V_88)
def test_what_the_forms_of_a_day_say_stands_in_its_register(scene: Scene) -> None:
    assert _of_forms(scene, DAY) == []
    assert _of_forms(scene, NEXT) == [
        ("coupon delivery", "V-83", "MR-0001"),
        ("coupons issued", "V-87", "MI-0001"),
        ("coupon variation", "V-88", "MD-0001"),
    ]
    with scene.database.read() as tx:
        delivery, issued, varied = coupon_exceptions.of_day(tx, NEXT)
    assert delivery.says == (
        "-1 against invoice INV-1: One sheet is short. (not reported to the Bureau)"
    )
    assert issued.says == "40 issued, 41 asked for: One was torn."
    assert varied.says == "MP25: a variation of +1: Tallied one too many."
    scene.do(
        receipts.report_deviation,
        SUPERVISOR,
        receipt="MR-0001",
        how="By letter.",
        proof=scene.proof(SUPERVISOR),
    )
    with scene.database.read() as tx:
        delivery = next(iter(coupon_exceptions.of_day(tx, NEXT)))
    assert delivery.says.endswith("(reported: By letter.)")


@pytest.mark.rule(V_97)
@pytest.mark.rule(V_98)
def test_a_month_without_inventory_and_a_quarter_without_report_stand_on_their_last_day(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    scene = builders.a_database(tmp_path_factory.mktemp("lacking"))
    last = date(2011, 6, 30)
    assert _of_forms(scene, last) == []
    programme = Programme(scene)
    programme.received()
    assert _of_forms(scene, date(2011, 6, 29)) == []
    assert _of_forms(scene, last) == [
        ("no coupon inventory", "V-97", ""),
        ("no quarterly report", "V-98", ""),
    ]
    assert _of_forms(scene, date(2011, 7, 31)) == [("no coupon inventory", "V-97", "")]
    form = scene.do(
        inventories.count,
        FINANCE,
        counted=(Found("MP25", CouponPlace.STOCK, "A-0001 to A-0999"),),
        explanation="It is sought.",
        proof=scene.proof(FINANCE),
    ).name
    assert _of_forms(scene, DAY) == [("coupon inventory", "V-97", form)]
    programme.sign(form, "second_counter", SUPERVISOR)
    assert _of_forms(scene, last) == [("no quarterly report", "V-98", "")]
    scene.tick(days=20)
    scene.do(quarters.report, SUPERVISOR, day=DAY, proof=scene.proof(SUPERVISOR))
    assert _of_forms(scene, last) == []
    scene.database.close()


def test_the_register_names_the_rule_and_the_form(scene: Scene) -> None:
    with scene.database.read() as tx:
        entries = [ExceptionEntry(*odd.row) for odd in coupon_exceptions.of_day(tx, NEXT)]
    assert [one.says.rpartition(" ")[2] for one in entries] == ["(V-83)", "(V-87)", "(V-88)"]
    assert [one.form for one in entries] == ["MR-0001", "MI-0001", "MD-0001"]
