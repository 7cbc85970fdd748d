"""Coupons from the printer to the patron and back: each step by the right people, or refused."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupon_ranges import read_serial
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError, RuleError
from countroom.money import Money
from countroom.operations.coupons import issues, receipts, requisitions, signing
from countroom.operations.coupons.days import DayTyped
from countroom.regulations import (
    COUPON_LIMIT,
    V_80,
    V_81,
    V_82,
    V_83,
    V_84,
    V_85,
    V_86,
    V_87,
    V_88,
    V_89,
    V_90,
    V_91,
    V_92,
    Rule,
)
from countroom.stores import coupons, documents
from tests.builders import DAY, a_database, a_house
from tests.plumbing.couponing import (
    FINANCE,
    MARKETER,
    MARKETING,
    OTHER_SUPERVISOR,
    SUPERVISOR,
    Programme,
)
from tests.plumbing.houses import with_one_changed

NEXT = DAY + timedelta(days=1)


@pytest.fixture
def programme(tmp_path: Path) -> Iterator[Programme]:
    scene = a_database(tmp_path)
    yield Programme(scene)
    scene.database.close()


def check_refused(rule: Rule, act: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refusal:
        act()
    assert refusal.value.rule == rule
    return refusal.value.message


def check_entry(field: str, act: Callable[[], object]) -> str:
    with pytest.raises(EntryError) as refusal:
        act()
    return refusal.value.fields[field]


# ------------------------------------------------------------------------------ the whole way


@pytest.mark.rule(V_88)
def test_the_example_of_the_books_from_the_printer_to_two_closed_days(
    programme: Programme,
) -> None:
    programme.received()
    assert programme.at() == {"stock": 1000}
    programme.taken(
        programme.authorised(quantity=40), serials="A-0001 to A-0040", voids="A-0999: torn"
    )
    programme.closed(DayTyped("MP25", 0, "A-0001 to A-0040"))
    programme.scene.tick(days=1)
    programme.taken(programme.authorised(needed=NEXT), serials="A-0041 to A-0240")
    programme.returned("A-0191 to A-0240")
    last = programme.closed(
        DayTyped(
            "MP25",
            171,
            remaining="A-0001 to A-0015",
            voids="A-0188 to A-0190: wet",
            missing="A-0016",
            explanation="One was lost at the promotion desk.",
        ),
        day=NEXT,
    )
    assert programme.at() == {
        "stock": 1000 - 1 - 40 - 200 + 50,
        "marketing": 15,
        "distributed": 171,
        "voided": 4,
        "missing": 1,
    }
    with programme.scene.database.read() as tx:
        (entry,) = documents.by_name(tx, last).content.entries
    figures = (entry.retained_before, entry.received, entry.distributed, entry.voided)
    assert figures == (40, 200, 171, 3)
    assert (entry.returned, entry.retained, entry.variation) == (50, 15, -1)


@pytest.mark.rule(V_88)
def test_a_day_that_does_not_add_up_is_blocked_until_it_is_explained(
    programme: Programme,
) -> None:
    programme.received()
    programme.taken()
    says = check_refused(V_88, lambda: programme.closed(DayTyped("MP25", 171, "A-0001 to A-0028")))
    assert "29 must remain and 28 do, a variation of -1" in says
    assert programme.at() == {"stock": 800, "marketing": 200}
    programme.closed(DayTyped("MP25", 171, "A-0001 to A-0028", explanation="Tally short by one."))
    assert programme.at() == {"stock": 800, "marketing": 28, "distributed": 172}


# ------------------------------------------------------------------------------------ receipt


@pytest.mark.rule(V_82)
def test_finance_and_marketing_examine_what_came_and_a_supervisor_enters_it(
    programme: Programme,
) -> None:
    name = programme.entered()
    assert programme.at() == {}
    check_refused(V_82, lambda: programme.sign(name, "finance_supervisor", SUPERVISOR))
    with pytest.raises(AccessError, match=r"signed by: Marketing or Marketing Supervisor"):
        programme.sign(name, "marketing", FINANCE)
    programme.sign(name, "marketing", MARKETING)
    assert programme.at() == {}
    programme.sign(name, "finance_supervisor", SUPERVISOR)
    assert programme.at() == {"stock": 1000}
    with pytest.raises(AccessError, match="is done"):
        programme.sign(name, "finance_supervisor", SUPERVISOR)


def test_marketing_enters_no_receipt_and_finance_asks_for_no_coupons(
    programme: Programme,
) -> None:
    with pytest.raises(AccessError, match="not open to the duty Marketing"):
        programme.scene.do(
            receipts.enter,
            MARKETING,
            design="MP25",
            serials="",
            quantity=0,
            source=CouponSource.HOUSE,
            supplier="",
            invoice="",
            invoiced=0,
            proof=programme.scene.proof(MARKETING),
        )
    with pytest.raises(AccessError, match="not open to the duty Finance Supervisor"):
        programme.scene.do(
            requisitions.ask,
            SUPERVISOR,
            design="MP25",
            quantity=1,
            needed=DAY,
            proof=programme.scene.proof(SUPERVISOR),
        )
    with pytest.raises(AccessError, match="not open to the duty Marketing Supervisor"):
        programme.scene.do(
            issues.issue,
            MARKETER,
            requisition="MQ-0001",
            serials="",
            proof=programme.scene.proof(MARKETER),
        )


@pytest.mark.rule(V_83)
def test_a_delivery_that_differs_from_its_invoice_is_described_and_reported(
    programme: Programme,
) -> None:
    says = check_entry("deviation", lambda: programme.entered(invoiced=1001))
    assert "1,000 came and 1,001 are on the invoice" in says
    assert V_83.number in says
    name = programme.received(invoiced=1001, deviation="One sheet is short.")
    with programme.scene.database.read() as tx:
        content = documents.by_name(tx, name).content
    assert content.differs == -1
    (finding,) = content.findings(reported=False)
    assert finding.rule is V_83
    assert content.findings(reported=True) == ()

    def report(how: str = "By letter to the Bureau.", badge: str = SUPERVISOR) -> None:
        programme.scene.do(
            receipts.report_deviation,
            SUPERVISOR,
            receipt=name,
            how=how,
            proof=programme.scene.proof(badge),
        )

    check_entry("how", lambda: report(" "))
    check_entry("pin", lambda: report(badge=FINANCE))
    report()
    with pytest.raises(RepeatError, match="reported already"):
        report()


def test_what_came_as_invoiced_has_nothing_to_report(programme: Programme) -> None:
    name = programme.received()
    with programme.scene.database.read() as tx:
        assert documents.by_name(tx, name).content.findings(reported=False) == ()
    with pytest.raises(NotFoundError, match="no deviation"):
        programme.scene.do(
            receipts.report_deviation,
            SUPERVISOR,
            receipt=name,
            how="?",
            proof=programme.scene.proof(SUPERVISOR),
        )


@pytest.mark.rule(V_86)
@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"quantity": 999}, "quantity", "is 1,000 coupons, not 999 (V-86"),
        ({"serials": "A-0001 A-0500\nA-0400 A-0999"}, "serials", "listed twice (V-86"),
        ({"serials": "A-0900 to A-0100"}, "serials", "comes before"),
        ({"serials": "B-0001 to B-1000"}, "serials", "does not begin with A"),
        ({"serials": "A-0001 A-0500\nA-X0501 A-X1000"}, "serials", "of one printing"),
        ({"serials": "A-1 A-2 A-3"}, "serials", "a line each range"),
        ({"serials": "A-1 B-2"}, "serials", "not of the series"),
        ({"serials": ""}, "serials", "of one printing"),
        ({"design": "MP99"}, "design", "no 'MP99'"),
        ({"supplier": " "}, "supplier", "is empty"),
        ({"invoiced": 0}, "invoiced", "the invoice says"),
    ],
)
def test_serials_that_are_not_in_order_are_refused(
    programme: Programme, changed: dict[str, object], field: str, says: str
) -> None:
    assert says in check_entry(field, lambda: programme.entered(**changed))


@pytest.mark.rule(V_86)
def test_serials_that_were_received_before_are_refused(programme: Programme) -> None:
    programme.received()
    again = {"serials": "A-0900 to A-1099", "quantity": 200, "invoiced": 200}
    says = check_entry("serials", lambda: programme.entered(**again))
    assert "A-0900 to A-1000 were received before" in says


@pytest.mark.rule(V_86)
def test_of_two_receipts_of_the_same_coupons_only_one_is_entered(programme: Programme) -> None:
    first, second = programme.entered(), programme.entered()
    for name in (first, second):
        programme.sign(name, "marketing", MARKETING)
    programme.sign(first, "finance_supervisor", SUPERVISOR)
    check_entry("serials", lambda: programme.sign(second, "finance_supervisor", SUPERVISOR))
    assert programme.at() == {"stock": 1000}


@pytest.mark.rule(V_80)
@pytest.mark.rule(V_81)
def test_no_coupon_without_approved_design_controls_and_printed_items(tmp_path: Path) -> None:
    house = a_house()
    late = DAY + timedelta(days=1)
    item = house.coupons[0].printed[-1].word

    def refused(number: int, rule: Rule, **changed: object) -> str:
        coupons_ = with_one_changed(house.coupons, 1, **changed)
        where = tmp_path / str(number)
        where.mkdir()
        scene = a_database(where, the_house=a_house(coupons=coupons_))
        scene.tick(hours=1)
        says = check_refused(rule, lambda: Programme(scene).entered())
        scene.database.close()
        return says

    assert "MP25 is not approved" in refused(1, V_80, approved=None, reference="")
    assert "MP25 is not approved" in refused(2, V_80, approved=late)
    assert item in refused(3, V_81, printed=house.coupons[0].printed[:-1])
    none = tmp_path / "none"
    none.mkdir()
    scene = a_database(none, the_house=a_house(controls=()))
    scene.tick(hours=1)
    assert "No internal controls" in check_refused(V_80, lambda: Programme(scene).entered())
    scene.database.close()


# ----------------------------------------------------------------------- requisition and issue


@pytest.mark.rule(V_84)
def test_who_asks_for_coupons_does_not_authorise_them(programme: Programme) -> None:
    name = programme.asked()
    with pytest.raises(AccessError, match="signed by: Finance Supervisor"):
        programme.sign(name, "finance_supervisor", MARKETER)
    programme.sign(name, "finance_supervisor", SUPERVISOR)
    check_refused(V_84, lambda: programme.sign(name, "finance_supervisor", OTHER_SUPERVISOR))


@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"quantity": 0}, "quantity", "how many coupons"),
        ({"needed": DAY - timedelta(days=1)}, "needed", "is over"),
        ({"promotion": "\u202e"}, "promotion", "control character"),
        ({"design": "MP99"}, "design", "no 'MP99'"),
    ],
)
def test_a_requisition_that_cannot_be_is_refused(
    programme: Programme, changed: dict[str, object], field: str, says: str
) -> None:
    assert says in check_entry(field, lambda: programme.asked(**changed))


@pytest.mark.rule(V_85)
def test_nothing_is_issued_before_it_is_authorised(programme: Programme) -> None:
    programme.received()
    name = programme.asked()
    says = check_refused(V_85, lambda: programme.issued(name))
    assert "not authorised" in says
    programme.sign(name, "finance_supervisor", SUPERVISOR)
    issued = programme.issued(name)
    with pytest.raises(RepeatError, match=f"{issued} answers {name} already"):
        programme.issued(name)


@pytest.mark.rule(V_85)
def test_coupons_are_entered_before_they_are_handed_over(programme: Programme) -> None:
    programme.received()
    name = programme.issued()
    with programme.scene.database.read() as tx:
        entry = [moved for moved in coupons.movements(tx) if moved.movement.paper == name]
    assert [one.movement.to for one in entry] == [CouponPlace.MARKETING]
    with pytest.raises(AccessError, match="signed by: Marketing Supervisor"):
        programme.sign(name, "marketing_supervisor", SUPERVISOR)
    programme.sign(name, "marketing_supervisor", MARKETER)
    assert programme.at() == {"stock": 800, "marketing": 200}


@pytest.mark.rule(V_87)
def test_another_quantity_than_was_asked_for_is_explained_and_shows(
    programme: Programme,
) -> None:
    programme.received()
    name = programme.authorised()
    fewer = {"serials": "A-0001 to A-0150\nA-0200"}
    says = check_entry("explanation", lambda: programme.issued(name, **fewer))
    assert "200 were asked for and 151 are issued" in says
    issued = programme.issued(name, **fewer, explanation="No more are opened.")
    with programme.scene.database.read() as tx:
        (finding,) = documents.by_name(tx, issued).content.findings()
    assert finding.rule is V_87
    programme.taken(programme.authorised(), serials="A-0201 to A-0400")
    with programme.scene.database.read() as tx:
        assert documents.by_name(tx, "MI-0002").content.findings() == ()


@pytest.mark.rule(V_89)
def test_a_void_has_its_reason(programme: Programme) -> None:
    programme.received()
    name = programme.authorised()
    for typed in ("A-0300", "A-0300: ", "A-0301 to A-0302"):
        check_refused(V_89, partial(programme.issued, name, voids=typed))
    says = check_entry("serials", lambda: programme.issued(name, voids="A-0200: torn"))
    assert "A-0200 is listed twice" in says
    assert "write a first" in check_entry("voids", lambda: programme.issued(name, voids=": torn"))
    programme.issued(name, voids="A-0300 to A-0302: smeared")
    assert programme.at() == {"stock": 797, "marketing": 200, "voided": 3}


@pytest.mark.rule(COUPON_LIMIT)
def test_case_F6_an_issue_above_the_limit_of_the_role_is_refused_at_issue(tmp_path: Path) -> None:
    low = replace(
        a_house().settings,
        coupon_issue_limit=Money(4_999_00),
        coupon_requisition_limit=Money(5_000_00),
    )
    scene = a_database(tmp_path, the_house=a_house(settings=low))
    scene.tick(hours=1)
    programme = Programme(scene)
    programme.received()
    says = check_refused(COUPON_LIMIT, lambda: programme.asked(quantity=201))
    assert "Asking for 5,025.00 in coupons is above the limit of 5,000.00" in says
    says = check_refused(COUPON_LIMIT, programme.issued)
    assert "Issuing 5,000.00" in says
    assert programme.at() == {"stock": 1000}
    scene.database.close()


def test_only_what_is_in_stock_is_issued_and_its_place_is_named(programme: Programme) -> None:
    programme.received()
    programme.taken()
    name = programme.authorised()
    says = check_entry("serials", lambda: programme.issued(name, serials="A-0101 to A-0300"))
    assert "A-0101 to A-0200 (MP25) are with marketing" in says
    says = check_entry("serials", lambda: programme.issued(name, serials="A-0901 to A-1100"))
    assert "A-1001 to A-1100 were never received" in says
    assert "Enter the serials" in check_entry(
        "serials", lambda: programme.issued(name, serials="", explanation="none")
    )


# ------------------------------------------------------------------------------------ the day


@pytest.mark.rule(V_90)
def test_what_is_kept_overnight_is_locked_up_and_on_the_next_days_form(
    programme: Programme,
) -> None:
    programme.received()
    programme.taken()
    rest = DayTyped("MP25", 100, "A-0101 to A-0200")
    assert "Cabinet 1" in check_refused(V_90, lambda: programme.closed(rest, kept_in="A drawer"))
    programme.scene.tick(days=1)
    says = check_refused(V_90, lambda: programme.closed(rest, day=NEXT))
    assert "close that day first" in says
    programme.closed(rest)
    says = check_refused(V_90, lambda: programme.closed(day=NEXT))
    assert "Marketing held MP25, and the form does not say so" in says
    programme.closed(DayTyped("MP25", 100), day=NEXT, kept_in="")
    assert programme.at() == {"stock": 800, "distributed": 200}
    programme.scene.tick(days=1)
    with pytest.raises(EntryError, match="held no coupons"):
        programme.closed(day=NEXT + timedelta(days=1))


def test_a_day_is_closed_once_and_not_before_it_begins(programme: Programme) -> None:
    programme.received()
    assert "held no coupons" in check_entry("day", programme.closed)
    programme.taken()
    rest = DayTyped("MP25", 0, "A-0001 to A-0200")
    assert "not begun" in check_entry("day", lambda: programme.closed(rest, day=NEXT))
    assert "once" in check_entry("entries", lambda: programme.closed(rest, rest))
    assert "once" in check_entry("entries", lambda: programme.closed(DayTyped("MP10", 0)))
    name = programme.closed(rest)
    with pytest.raises(RepeatError, match=f"is closed with {name}"):
        programme.closed(rest)


def test_what_comes_after_the_day_is_closed_stands_on_the_next_days_form(
    programme: Programme,
) -> None:
    programme.received()
    programme.taken()
    programme.closed(DayTyped("MP25", 0, "A-0001 to A-0200"))
    programme.taken(programme.authorised(), serials="A-0201 to A-0400")
    programme.returned("A-0001 to A-0100")
    programme.scene.tick(days=1)
    name = programme.closed(DayTyped("MP25", 300), day=NEXT, kept_in="")
    with programme.scene.database.read() as tx:
        (entry,) = documents.by_name(tx, name).content.entries
    assert (entry.retained_before, entry.received, entry.returned) == (200, 200, 100)
    assert entry.variation == 0


def test_a_serial_that_marketing_does_not_hold_is_refused_by_name(programme: Programme) -> None:
    programme.received()
    programme.taken()
    beyond = DayTyped("MP25", 100, "A-0101 to A-0201")
    says = check_entry("MP25.remaining", lambda: programme.closed(beyond))
    assert says == "Not with marketing: A-0201."
    twice = DayTyped("MP25", 100, "A-0101 to A-0200", voids="A-0200: torn")
    assert "listed twice" in check_entry("MP25.remaining", lambda: programme.closed(twice))
    many = DayTyped("MP25", 100, "A-0103 to A-0200", missing="A-0101", explanation="?")
    programme.closed(many)
    assert programme.at() == {"stock": 800, "marketing": 98, "distributed": 101, "missing": 1}


def test_no_more_are_missing_than_the_variation_says(programme: Programme) -> None:
    programme.received()
    programme.taken()
    entry = DayTyped("MP25", 100, "A-0101 to A-0200", missing="A-0100")
    says = check_entry("MP25.missing", lambda: programme.closed(entry))
    assert says == "1 named missing, and +0 vary."


@pytest.mark.rule(V_91)
def test_expired_coupons_go_back_the_same_day(tmp_path: Path) -> None:
    house = a_house()
    expiring = with_one_changed(house.coupons, 1, expires=DAY)
    scene = a_database(tmp_path, the_house=a_house(coupons=expiring))
    scene.tick(hours=1)
    programme = Programme(scene)
    programme.received()
    programme.taken()
    says = check_refused(V_91, lambda: programme.closed(DayTyped("MP25", 150, "A-0151 to A-0200")))
    assert "MP25 has expired" in says
    name = programme.returned("A-0151 to A-0200")
    with scene.database.read() as tx:
        assert documents.by_name(tx, name).content.expired
    programme.closed(DayTyped("MP25", 150), kept_in="")
    scene.tick(days=1)
    assert "expires on" in check_entry("design", lambda: programme.asked(needed=NEXT))
    scene.database.close()


# ------------------------------------------------------------------------------------- return


@pytest.mark.rule(V_92)
def test_a_return_is_signed_by_both_before_it_is_in_stock(programme: Programme) -> None:
    programme.received()
    programme.taken()
    name = programme.given_back("A-0151 to A-0200", voids="A-0150: torn")
    assert programme.at() == {"stock": 800, "marketing": 200}
    waits = DayTyped("MP25", 149)
    assert f"{name} waits for finance" in check_entry("day", lambda: programme.closed(waits))
    with pytest.raises(AccessError):
        programme.sign(name, "finance_supervisor", MARKETER)
    check_refused(V_92, lambda: programme.sign(name, "marketing_supervisor", MARKETER))
    programme.sign(name, "finance_supervisor", SUPERVISOR)
    assert programme.at() == {"stock": 850, "marketing": 149, "voided": 1}


def test_a_return_of_nothing_or_of_what_is_elsewhere_is_refused(programme: Programme) -> None:
    programme.received()
    assert "that are returned" in check_entry("serials", lambda: programme.given_back(""))
    says = check_entry("serials", lambda: programme.given_back("A-0001"))
    assert "A-0001 (MP25) is in finance's stock" in says
    unknown = check_entry("design", lambda: programme.given_back("A-1", design="MP99"))
    assert "MP99" in unknown


# --------------------------------------------------------------------------------------- void


def test_a_form_that_moved_nothing_is_voided_by_two_people_with_a_reason(
    programme: Programme,
) -> None:
    scene = programme.scene
    programme.received()
    name = programme.asked()

    def void(form: str, badge: str = MARKETER, second: str = SUPERVISOR, why: str = "x") -> None:
        scene.do(signing.void, badge, form=form, reason=why, second=scene.proof(second))

    check_entry("reason", lambda: void(name, why=" "))
    check_entry("second", lambda: void(name, second=MARKETER))
    check_entry("second", lambda: void(name, second="201"))
    with pytest.raises(AccessError, match="not open"):
        void(name, badge="191")
    void(name)
    with pytest.raises(AccessError, match="is void"):
        void(name)
    check_refused(V_85, lambda: programme.issued(name))
    issued = programme.issued()
    with pytest.raises(AccessError, match="return its coupons"):
        void(issued)
    with pytest.raises(NotFoundError, match="no Match Play Coupon Requisition"):
        programme.issued("MR-0001")
    day = programme.closed(DayTyped("MP25", 200), kept_in="")
    with pytest.raises(NotFoundError, match="no form of coupons that is signed"):
        void(day)


@pytest.mark.rule(V_92)
def test_a_coupon_that_a_patron_brings_back_unused_is_in_stock_again_when_two_have_signed(
    programme: Programme,
) -> None:
    programme.received()
    programme.taken()
    programme.closed(DayTyped("MP25", 200))
    assert "with patrons" in check_entry("serials", lambda: programme.given_back("A-0007"))
    how = "Handed in at the promotion desk."
    name = programme.given_back("A-0007 to A-0009", voids="A-0010: torn", from_patrons=how)
    assert programme.at() == {"stock": 800, "distributed": 200}
    programme.sign(name, "finance_supervisor", SUPERVISOR)
    assert programme.at() == {"stock": 803, "distributed": 196, "voided": 1}
    with programme.scene.database.read() as tx:
        back = [one.movement for one in coupons.movements(tx) if one.movement.paper == name]
        assert not coupons.of_marketing(tx, NEXT)
    assert [one.reason for one in back] == [how, "torn"]
    says = check_entry("serials", lambda: programme.given_back("A-0007", from_patrons=how))
    assert "in finance's stock" in says


def test_where_coupons_were_is_the_same_however_it_is_worked_out(
    programme: Programme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gone back to one by one, or added up from the first."""
    programme.received()
    programme.scene.now += timedelta(days=1)
    programme.taken(programme.authorised(needed=NEXT))
    with programme.scene.database.read() as tx:
        back = coupons.held(tx, until=DAY)
    monkeypatch.setattr(coupons, "_FAR", 0)
    coupons._ledgers.clear()
    with programme.scene.database.read() as tx:
        assert coupons.held(tx, until=DAY) == back
        assert coupons.pieces(tx, NEXT)["MP25", CouponPlace.STOCK, CouponPlace.MARKETING] == 200
        assert len(coupons.of_serial(tx, read_serial("A-0001")[0], 1)) == 2
