"""Serials of several printings, approvals, and what the papers of coupons check by themselves."""

from datetime import date

import pytest

from countroom.domain import coupon_lots
from countroom.domain.coupon_approval import check_limit, check_usable, controls_on
from countroom.domain.coupon_ranges import serials
from countroom.domain.papers._coupons import Lot, Voided, lots, read_voids
from countroom.domain.papers.coupon_day import DayCounted, DayLedger, Fate, reckon
from countroom.domain.papers.coupon_issue import CouponIssue
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.domain.terms import CouponDesign, InternalControls, PrintedItem
from countroom.errors import EntryError, RuleError
from countroom.money import Money
from countroom.regulations import COUPON_LIMIT, V_80, V_81, V_86, V_88, V_89

DAY = date(2011, 6, 14)
CONTROLS = InternalControls("IC", "Coupons", date(2011, 1, 3), "IC-1", ("Vault",))
FACE = Money(25_00)
read = coupon_lots.read_ranges


def a_design(**changed: object) -> CouponDesign:
    facts: dict[str, object] = {
        "approved": date(2011, 1, 3),
        "reference": "BCC-25",
        "printed": tuple(PrintedItem),
        **changed,
    }
    return CouponDesign("MP25", "Match Play 25", FACE, ("baccarat",), **facts)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------- serials


@pytest.mark.rule(V_86)
def test_series_are_kept_apart_and_in_order() -> None:
    several = read("B-1 to B-3\n\nA-01, A-03\nA-05")
    assert coupon_lots.text(several) == "A-01 to A-03, A-05, B-1 to B-3"
    assert coupon_lots.count(several) == 7
    assert read("") == ()
    assert coupon_lots.union([*read("A-01 A-03"), *read("A-02 A-05")]) == read("A-01 A-05")
    assert coupon_lots.without(several, read("B-1 B-3\nA-02")) == read("A-01\nA-03\nA-05")
    with pytest.raises(EntryError, match="A-03 is listed twice"):
        read("A-01 A-03\nA-03 A-04")
    with pytest.raises(EntryError) as refused:
        coupon_lots.read_line("A-01 B-02", field="here")
    assert "not of the series" in refused.value.fields["here"]
    for line in ("", "A-1 A-2 A-3"):
        with pytest.raises(EntryError, match="a first and a last"):
            coupon_lots.read_line(line)


@pytest.mark.rule(V_86)
@pytest.mark.rule(V_89)
def test_a_lot_is_as_many_as_first_to_last_and_a_void_has_its_reason() -> None:
    (lot,) = lots("MP25", FACE, read("A-01 A-10"))
    assert (lot.quantity, lot.amount, lot.serials) == (10, Money(250_00), serials("A-01", "A-10"))
    with pytest.raises(EntryError, match="V-86"):
        Lot("MP25", FACE, "A-01", "A-10", 9)
    with pytest.raises(EntryError, match="V-86"):
        Voided("A-01", "A-10", 9, "torn")
    (void,) = read_voids("A-01 to A-02: torn: twice\n")
    assert (void.reason, void.quantity) == ("torn: twice", 2)
    with pytest.raises(EntryError, match="listed twice"):
        read_voids("A-01: torn\nA-01: wet")
    with pytest.raises(RuleError) as refused:
        read_voids("A-01")
    assert refused.value.rule is V_89


# ------------------------------------------------------------------------------------ approvals


@pytest.mark.rule(V_80)
@pytest.mark.rule(V_81)
def test_what_is_used_is_approved_and_bears_six_items() -> None:
    later = InternalControls("IC-2", "Coupons", date(2011, 6, 1), "IC-2", ("Vault",))
    assert controls_on((CONTROLS, later), DAY) is later
    assert controls_on((CONTROLS, later), date(2011, 5, 31)) is CONTROLS
    assert controls_on((later,), date(2011, 5, 31)) is None
    assert check_usable(a_design(), (CONTROLS,), DAY) is CONTROLS
    for wrong, controls, rule in (
        (a_design(approved=None, reference=""), (CONTROLS,), V_80),
        (a_design(approved=date(2011, 6, 15)), (CONTROLS,), V_80),
        (a_design(), (), V_80),
        (a_design(printed=(PrintedItem.VALUE,)), (CONTROLS,), V_81),
    ):
        with pytest.raises(RuleError) as refused:
            check_usable(wrong, controls, DAY)
        assert refused.value.rule is rule


@pytest.mark.rule(COUPON_LIMIT)
def test_a_limit_is_the_most_that_goes() -> None:
    check_limit(Money(100), Money(100), "Issuing")
    with pytest.raises(RuleError) as refused:
        check_limit(Money(101), Money(100), "Issuing")
    assert refused.value.rule is COUPON_LIMIT


def test_an_approval_has_its_reference_and_a_reference_its_day() -> None:
    with pytest.raises(EntryError, match="no day of approval"):
        a_design(approved=None)
    with pytest.raises(EntryError, match="reference is empty"):
        a_design(reference="")
    assert not a_design().expired(DAY)
    assert a_design(expires=DAY).expired(DAY)
    assert not a_design(expires=date(2011, 6, 15)).expired(DAY)


@pytest.mark.parametrize(("areas", "says"), [((), "at least one"), (("",), "is empty")])
def test_controls_name_where_coupons_are_locked_up(areas: tuple[str, ...], says: str) -> None:
    with pytest.raises(EntryError, match=says):
        InternalControls("IC", "Coupons", DAY, "IC-1", areas)


def test_words_are_what_screens_say() -> None:
    assert CouponSource.HOUSE.word == "printed in house"
    assert CouponSource.PROVIDER.word == "gaming service provider"
    assert Fate.RETAINED_BEFORE.word == "retained from the day before"
    assert Fate.VOIDED.word == "voided"


# -------------------------------------------------------------------------------------- the day


@pytest.mark.rule(V_88)
def test_the_example_of_5_9_is_blocked_until_it_is_explained() -> None:
    ledger = DayLedger(
        before=read("A-001 A-040"),
        received=read("A-041 A-240"),
        voided=((read("A-188"), "wet"),),
        returned=read("A-191 A-240"),
    )
    assert bool(ledger)
    assert not DayLedger()
    counted = DayCounted(171, read("A-001 A-015"), read_voids("A-189 to A-190: wet"))
    with pytest.raises(RuleError) as refused:
        reckon("MP25", FACE, ledger, counted)
    assert refused.value.rule is V_88
    explained = DayCounted(
        171, counted.remaining, counted.voids, read("A-016"), "Lost at the desk."
    )
    entry, parts = reckon("MP25", FACE, ledger, explained)
    assert (entry.voided, entry.retained, entry.variation) == (3, 15, -1)
    fates = {part.fate for part in parts}
    assert fates == set(Fate)
    (missing,) = (part for part in parts if part.fate is Fate.MISSING)
    assert missing.serials == serials("A-016")


def test_an_issue_of_nothing_is_none() -> None:
    with pytest.raises(EntryError, match="serials that are issued"):
        CouponIssue("MQ-1", "cd", 0, ())
