from datetime import date

import pytest

from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupon_ranges import Series
from countroom.domain.floor import TableKind
from countroom.domain.found_coupons import (
    Earlier,
    FoundIn,
    Outcome,
    Standing,
    check_mailed,
    design_of,
    finding_of,
    outcome_of,
    remarked,
)
from countroom.domain.papers.box_count import CouponFound
from countroom.domain.scanned import UNREADABLE, fault, read, series_fault
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError, RuleError
from countroom.money import Money
from countroom.regulations import V_93, V_94, V_99
from tests.builders import DAY, a_house

HOUSE = a_house()
HERE = FoundIn("11", "mississippi_stud", TableKind.BANKING, DAY, "MS-101")
M25 = CouponDesign("MP25", "Match Play 25", Money(2_500), ("baccarat",), (), "M25-")
M20 = CouponDesign("MP20", "Match Play 20", Money(2_000), ("baccarat",), (), "M20-")


def _remark(
    serial: str, cents: int = 2_500, place: FoundIn = HERE, standing: Standing | None = None
) -> str:
    coupons = (CouponFound(serial, cents),)
    (found,) = remarked(coupons, place, HOUSE.coupons, {}, lambda _, __: standing)
    return found.remark


def test_the_longest_beginning_tells_the_design() -> None:
    first, second = HOUSE.coupons
    assert design_of("A1", HOUSE.coupons) is first
    assert design_of("B1", HOUSE.coupons) is second
    assert design_of("C1", HOUSE.coupons) is None


def test_without_a_ledger_the_design_decides() -> None:
    nowhere = FoundIn("12", "", TableKind.BANKING, DAY)
    assert _remark("A1") == "redeemed"
    assert _remark("C1") == "no coupon of this house"
    assert _remark("A1", 1_000) == "value differs from its design"
    assert _remark("A1", 2_500, nowhere) == "redeemed"


def test_case_F5_a_coupon_of_another_game() -> None:
    craps = FoundIn("007", "craps", TableKind.BANKING, DAY)
    assert _remark("A1", 2_500, craps) == "wrong game"


@pytest.mark.rule(V_93)
def test_case_F1_a_coupon_that_expired_is_redeemed_with_a_remark() -> None:
    assert _remark("B1", 1_000) == "accepted after expiry"
    assert outcome_of("accepted after expiry").redeems
    in_time = FoundIn("11", "mississippi_stud", TableKind.BANKING, date(2011, 6, 13))
    assert _remark("B1", 1_000, in_time) == "redeemed"


@pytest.mark.rule(V_93)
@pytest.mark.parametrize(
    ("standing", "becomes"),
    [
        (Standing(None), "never issued"),
        (Standing(CouponPlace.STOCK), "never issued"),
        (Standing(CouponPlace.STOCK, returned=True), "returned unused"),
        (Standing(CouponPlace.MARKETING), "not recorded as given out"),
        (Standing(CouponPlace.MARKETING, returned=True), "returned unused"),
        (Standing(CouponPlace.MISSING), "not recorded as given out"),
        (Standing(CouponPlace.VOIDED, returned=True), "voided"),
        (Standing(CouponPlace.EXPIRED), "accepted after expiry"),
        (Standing(CouponPlace.DISTRIBUTED, returned=True), "redeemed"),
        (Standing(CouponPlace.REDEEMED), "redeemed"),
    ],
)
def test_case_F4_the_ledger_says_what_a_serial_is(standing: Standing, becomes: str) -> None:
    assert _remark("A1", standing=standing) == becomes


@pytest.mark.rule(V_99)
def test_case_D12_no_redemption_at_a_nonbanking_table() -> None:
    poker = FoundIn("31", "poker", TableKind.NONBANKING, DAY)
    says = f"found at a nonbanking table, no redemption ({V_99.citation})"
    assert _remark("A1", place=poker) == says


def test_a_serial_is_redeemed_once_whatever_the_count() -> None:
    before = {
        "A1": Earlier("21", "MS-102", DAY, Outcome.REDEEMED),
        "A2": Earlier("31", "", date(2011, 6, 1), Outcome.NONBANKING),
    }
    coupons = tuple(CouponFound(serial, 2_500) for serial in ("A1", "A2", "A3", "A3"))
    found = remarked(coupons, HERE, HOUSE.coupons, before)
    assert [one.remark for one in found] == [
        "already redeemed in box 21 of MS-102",
        "already found in box 31, 2011-06-01",
        "redeemed",
        "already redeemed in box 11 of MS-101",
    ]
    assert [outcome_of(one.remark).again for one in found] == [True, True, False, True]


def test_pieces_counted_are_outcomes_listed() -> None:
    serials = (UNREADABLE, UNREADABLE, "A1", "A1", "C9")
    found = remarked(
        tuple(CouponFound(serial, 2_500) for serial in serials), HERE, HOUSE.coupons, {}
    )
    assert [one.serial for one in found] == list(serials)
    assert [outcome_of(one.remark) for one in found] == [
        Outcome.UNREADABLE,
        Outcome.UNREADABLE,
        Outcome.REDEEMED,
        Outcome.REPEATED,
        Outcome.FOREIGN,
    ]


def test_what_is_not_in_order_is_a_finding() -> None:
    assert finding_of(CouponFound("A1", 2_500)) is None
    finding = finding_of(CouponFound("A1", 2_500, "voided"))
    assert finding is not None
    assert (finding.rule, finding.sentence, finding.where) == (V_93, "A1: voided", "A1")


@pytest.mark.rule(V_94)
def test_a_mailed_coupon_is_cancelled_or_held_by_the_end_of_its_box() -> None:
    mailed = {"A1": "ML-0001", "A2": "ML-0001"}
    wrong = CouponFound("A2", 2_500, "wrong game")
    check_mailed((CouponFound("A1", 2_500), CouponFound("A3", 2_500, "wrong game")), mailed, "11")
    with pytest.raises(
        RuleError, match=r"A2 of ML-0001 in box 11 is not cancelled .* enter A2\?"
    ) as refusal:
        check_mailed((wrong,), mailed, "11")
    assert refusal.value.rule is V_94
    assert _remark("A2?") == "unreadable, held for finance"
    check_mailed((CouponFound("A2?", 2_500, _remark("A2?")),), mailed, "11")


def test_each_outcome_is_told_from_its_remark() -> None:
    assert [outcome_of(one.value) for one in Outcome] == list(Outcome)


# ------------------------------------------------------------------------------ the scanner


@pytest.mark.parametrize(
    ("typed", "serial"),
    [
        ("M25-0000042", "M25-0000042"),
        (" M25-0000042\t", "M25-0000042"),
        ("M25-0000042\r\n", "M25-0000042"),
        ("?", UNREADABLE),
        ("Unreadable", UNREADABLE),
        ("M25-0000042?", "M25-0000042?"),
        ("000123", "000123"),
        ("OTHER HOUSE", "OTHER HOUSE"),
    ],
)
def test_what_a_scanner_sends_is_a_serial(typed: str, serial: str) -> None:
    assert read(typed, (M25, M20)) == serial


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Scan the serial"),
        ("\x1dM25-0000042", "plain text"),
        ("M25-0000042\x1d", "plain text"),
        ("M25-00000\x0042", "plain text"),
        ("M25-0000042\u200b", "plain text"),
        ("M25-\u0664\u0662", "plain text"),
        ("M25-0000042M25-0000042", "more than one code"),
        ("M25-0000042M20-0000043", "more than one code"),
        ("M25-0000042\nM25-0000043", "plain text"),
        ("000123000123", "more than one code"),
        ("M25-", "cut short"),
        ("M2", "cut short"),
        ("M25-X", "cut short"),
        ("9" * 33, "at most 32"),
    ],
)
def test_what_is_no_whole_serial_is_refused(typed: str, says: str) -> None:
    with pytest.raises(EntryError, match=says):
        read(typed, (M25, M20))


def test_the_ledger_knows_how_long_a_serial_is() -> None:
    known = (Series("M25-", 7), Series("M25-", 8), Series("M20-", 5))
    assert series_fault("M25-0000042", known) == ""
    assert series_fault("X-1", known) == ""
    assert series_fault("X", known) == ""
    assert series_fault("M25-42", known) == (
        "M25-42 was cut short: 2 digits, where its coupons have 7 or 8."
    )
    assert "is too long: 9 digits" in series_fault("M25-000000042", known)
    assert fault("M25-42", (M25,)) == ""
