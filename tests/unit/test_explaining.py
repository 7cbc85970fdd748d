"""Causes of a difference on a table made by hand: what each proposes, and what it leaves alone."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from countroom.domain.explaining import checks, hand, money, rounds, search, signs, slips
from countroom.domain.explaining.causes import Proposal, Scene
from countroom.domain.explaining.facts import (
    Box,
    BuyIn,
    Check,
    ChipSlip,
    CouponPlayed,
    Day,
    Line,
    Oddity,
    Opened,
    Rack,
    Table,
)
from countroom.domain.explaining.registry import CAUSES
from countroom.domain.floor import TableKind

HUNDREDS = Line("$100", 10_000, 10)
BOX = Box("7", (HUNDREDS,), papers={signs.COPIES: 1})
CHIPS = (Line("$25", 2_500, 4, "main"),)
"""$100 in chips of $25."""

FILL = ChipSlip("F-0001", fill=True, lines=CHIPS, request="FR-0001")
FILED = {"fill_requests": ("FR-0001",), "fill_slips": ("F-0001",)}
IN_BOX = {"fill_requests": 1, "fill_slips": 1}


def rack(name: str, pieces: int) -> Rack:
    return Rack(name, (Line("$25", 2_500, pieces, "main"),))


TABLE = Table(
    code="BJ-1",
    kind=TableKind.BANKING,
    opening=rack("IS-1", 100),
    closing=rack("IS-2", 40),
    boxes=(BOX,),
    checks=(Check("CC-1", "K-1", 50_000),),
    buyins=(BuyIn(100_000), BuyIn(50_000, "K-1")),
)
"""It sold $1,500 in chips, for ten notes of $100 and a check, and agrees."""


def causes(table: Table, *others: Table) -> list[str]:
    """Codes of the causes that explain a table's difference alone, the likeliest first."""
    answer = search.answers(Day((table, *others)))[table.code]
    return [one.suspects[0].cause.code for one in answer.explanations if len(one.suspects) == 1]


def proposed(of: Iterable[Proposal]) -> list[tuple[str, dict[str, int]]]:
    return [(one.says, {sign.what: cents for sign, cents in one.effect.items()}) for one in of]


def scene(table: Table, *others: Table) -> Scene:
    day = Day((table, *others))
    return Scene(day, table, signs.of_day(day))


def test_a_table_that_agrees_has_nothing_to_explain() -> None:
    assert search.answers(Day((TABLE,))) == {}


@pytest.mark.parametrize(
    ("cause", "changed"),
    [
        ("check_twice", {"checks": (*TABLE.checks, Check("CC-2", "K-1", 50_000))}),
        ("check_twice", {"checks": (*TABLE.checks, Check("CC-2", "K-11", 50_000))}),
        ("check_serial", {"checks": (Check("CC-1", "K-7", 50_000),)}),
        ("check_serial", {"checks": (Check("CC-1", "X-99", 50_000),)}),
        ("box_twice", {"boxes": (replace(BOX, money=(replace(HUNDREDS, pieces=20),)),)}),
        ("box_not_counted", {"boxes": (replace(BOX, money=()),)}),
        ("box_not_counted", {"boxes": ()}),
        (
            "box_not_counted",
            {"boxes": (replace(BOX, money=(replace(HUNDREDS, pieces=7),)), Box("E", ()))},
        ),
        (
            "set_aside",
            {
                "boxes": (
                    replace(
                        BOX, money=(replace(HUNDREDS, pieces=9),), memos=(("suspect", 10_000),)
                    ),
                )
            },
        ),
        ("set_aside", {"boxes": (replace(BOX, money=(replace(HUNDREDS, pieces=8),), vouchers=1),)}),
        ("slip_no_chips", {"slips": (FILL,), "expected": FILED, "boxes": (BOX,)}),
        (
            "slip_twice",
            {
                "slips": (FILL, replace(FILL, name="F-0002")),
                "closing": rack("IS-2", 44),
            },
        ),
        ("slip_unbooked", {"slips": (replace(FILL, booked=False),), "closing": rack("IS-2", 44)}),
        (
            "slip_unbooked",
            {"slips": (replace(FILL, fill=False, booked=False),), "closing": rack("IS-2", 36)},
        ),
        ("slip_taken_for_other", {"slips": (FILL,), "closing": rack("IS-2", 36)}),
        (
            "slip_other_date",
            {"slips_after": (FILL,), "day_after": -10_000, "closing": rack("IS-2", 44)},
        ),
        ("slip_other_date", {"slips": (FILL,), "day_after": 10_000}),
        (
            "over_night",
            {
                "opened": (Opened("IS-1", "IS-0", "EN-1", -2_500, (Line("$25", 2_500, -1),)),),
            },
        ),
        (
            "over_night",
            {
                "opened": (
                    Opened("IS-1", "IS-0", "", 2_500, (Line("$25", 2_500, 1),), across=False),
                ),
                "closing": rack("IS-2", 41),
            },
        ),
        (
            "rounds_recorded",
            {
                "oddities": (
                    Oddity("recorded", 1, -2_500, "Round 1 was paid 25.00 too much."),
                    Oddity("recorded", 2, -5_000, "Round 2 was paid 50.00 too much."),
                ),
                "closing": rack("IS-2", 37),
            },
        ),
    ],
)
def test_a_cause_is_among_what_explains_it_to_the_cent(cause: str, changed: dict[str, Any]) -> None:
    assert cause in causes(replace(TABLE, **changed))


def test_rounds_recorded_otherwise_that_make_each_other_up_propose_nothing() -> None:
    even = tuple(Oddity("recorded", n, cents, "paid") for n, cents in ((1, 500), (2, -500)))
    (one,) = rounds.all_recorded(scene(replace(TABLE, oddities=even)))
    assert one.effect == {}
    assert not list(rounds.all_recorded(scene(replace(TABLE, oddities=even[:1]))))


def test_no_box_of_a_table_leaves_its_coupons_and_copies_out_too() -> None:
    coupon = CouponPlayed("M-1", 2_500, 3, 1)
    bare = replace(TABLE, boxes=(), coupons=(coupon,))
    found = proposed(money.not_counted(scene(bare)))
    assert [effect for _, effect in found] == [
        {"cash": -100_000, "coupon": -1, "paper": -1},
        {"cash": -100_000, "coupon": -1, "check": -50_000, "paper": -1},
    ]
    nobody = replace(bare, buyins=(BuyIn(50_000),))
    assert [effect for _, effect in proposed(money.not_counted(scene(nobody)))] == [
        {"cash": -50_000, "coupon": -1}
    ] * 2
    assert not list(money.not_counted(scene(replace(bare, buyins=()))))


def test_a_box_that_cannot_be_half_of_itself_was_not_counted_twice() -> None:
    odd = replace(BOX, money=(Line("1c", 1, 3),))
    assert not list(money.counted_twice(scene(replace(TABLE, boxes=(odd,)))))
    assert not list(money.counted_twice(scene(replace(TABLE, boxes=(Box("E", ()),)))))
    other = replace(TABLE, code="BJ-2", boxes=(replace(BOX, number="9"),))
    (own, theirs) = proposed(money.counted_twice(scene(TABLE, other)))
    assert own[1] == {"cash": 50_000}
    assert "box 9 was counted a second time, in BJ-1" in theirs[0]


def test_a_slip_of_another_table_moves_both() -> None:
    mine = replace(
        TABLE,
        slips=(FILL,),
        expected=FILED,
        boxes=(replace(BOX, papers={signs.COPIES: 1, **IN_BOX}),),
    )
    other = replace(TABLE, code="BJ-2", closing=rack("IS-9", 44))
    found = search.answers(Day((mine, other)))
    for code in ("BJ-1", "BJ-2"):
        codes = {s.cause.code for one in found[code].explanations for s in one.suspects}
        assert "slip_other_table" in codes


def test_a_slip_that_does_not_count_is_of_no_other_table_or_day() -> None:
    void = replace(FILL, booked=False)
    mine = replace(TABLE, slips=(void,), slips_after=(FILL,), day_after=5, closing=rack("IS-2", 44))
    other = replace(TABLE, code="BJ-2", closing=rack("IS-9", 36))
    assert not list(slips.other_table(scene(mine, other)))
    assert not list(slips.taken_for_other(scene(mine, other)))
    assert not list(slips.other_date(scene(mine, other)))


def test_a_paper_that_does_not_count_was_not_written_wrongly() -> None:
    void = replace(FILL, booked=False)
    names = [paper.name for paper in hand.papers(scene(replace(TABLE, slips=(void, FILL))))]
    assert names == ["7", "IS-2", "IS-1", "F-0001"] or names[-1] == "F-0001"
    assert names.count("F-0001") == 1


def test_serials_of_two_lengths_are_far_apart() -> None:
    assert checks.differing("K-1", "K-11") == 99
    assert signs.tables_of(signs.of_table(replace(TABLE, buyins=()))) == {"BJ-1"}
    assert not list(slips.over_night(scene(replace(TABLE, opened=(Opened("a", "b", "", 0, ()),)))))


CHIPS_OF, CHIPS_AT = signs.Sign("BJ-1", "chips"), signs.Sign("BJ-2", "chips")
CASH_OF, CASH_AT = signs.Sign("BJ-1", "cash"), signs.Sign("BJ-2", "cash")


def suspect(says: str, **of: Any) -> search.Suspect:
    return search.Suspect(CAUSES[0], Proposal(says, of.pop("effect", {}), (), **of), 10)


def pool_of(*several: search.Suspect) -> search.Pool:
    pool = search.Pool()
    for one in several:
        pool.add(one)
    return pool


def test_one_cause_does_not_happen_twice_to_explain_twice_its_amount() -> None:
    one = suspect("moved", effect={CHIPS_OF: -100, CHIPS_AT: 100})
    twice = {CHIPS_OF: -200, CHIPS_AT: 200}
    assert list(search._with_exact(one, pool_of(one), twice)) == []
    again = suspect("moved as well", effect={CHIPS_OF: -100, CHIPS_AT: 100})
    (both,) = search._with_exact(one, pool_of(one, again), twice)
    assert {each.proposal.says for each in both.suspects} == {"moved", "moved as well"}


def test_two_causes_of_any_amount_across_two_tables_tell_each_other_apart() -> None:
    crossing = suspect("cash", along={CASH_OF: 1, CASH_AT: -1})
    chips = suspect("chips", along={CHIPS_OF: 1, CASH_OF: -1})
    found = {CASH_OF: 300 - 50, CASH_AT: -300, CHIPS_OF: 50}
    (both,) = search._with_open(crossing, pool_of(crossing, chips), found)
    assert {each.proposal.says for each in both.suspects} == {"cash", "chips"}
    again = list(search._open_pairs(pool_of(crossing, chips), found, bar=10**6))
    assert again
    told = [{suspect.proposal.says for suspect in each.suspects} for each in again]
    assert all(says == {"cash", "chips"} for says in told)


def test_causes_of_any_amount_that_cannot_be_told_apart_or_do_not_divide_explain_nothing() -> None:
    chips = suspect("chips", along={CHIPS_OF: 2}, least=5)
    cash = suspect("cash", along={CASH_OF: 1})
    for found in ({CHIPS_OF: 5, CASH_OF: 1}, {CHIPS_OF: 8, CASH_OF: 1}, {CASH_OF: 1}):
        assert not search._both_fit(chips.proposal, cash.proposal, found)
    assert not search._both_fit(cash.proposal, cash.proposal, {CASH_OF: 1})
