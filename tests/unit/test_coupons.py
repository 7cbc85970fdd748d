"""Coupons are matched by serial, and played where they may be."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from countroom.domain import coupons
from countroom.domain.coupons import CouponDifference, CouponPlay
from countroom.domain.floor import TableKind
from countroom.domain.terms import CouponDesign, CouponKind
from countroom.errors import RuleError
from countroom.money import Money
from countroom.regulations import V_99, V_100, V_101, V_102, V_103, V_104, Rule

DESIGNS = {
    "M": CouponDesign("MP25", "Match Play 25", Money(2_500), ("baccarat",), ("player",), "M")
}


@pytest.mark.rule(V_103)
def test_a_serial_that_is_missing_or_extra_is_named() -> None:
    found = coupons.compare(["A", "B", "B", "X"], ["A", "B", "C"])
    assert found == CouponDifference(4, 3, missing=("C",), extra=("B", "X"))
    assert [(each.rule, each.where) for each in found.findings()] == [
        (V_103, "C"),
        (V_103, "B"),
        (V_103, "X"),
    ]
    assert coupons.compare(["A"], ["A"]).findings() == ()


def play(serial: str = "M-1", **changed: object) -> CouponPlay:
    parts: dict[str, object] = {
        "serial": serial,
        "value_cents": 2_500,
        "stake_cents": 2_500,
        "round": 7,
        "seat": 3,
        "wager": "player",
    }
    return CouponPlay(**(parts | changed))  # type: ignore[arg-type]


def broken(*plays: CouponPlay, **asked: object) -> list[Rule]:
    how: dict[str, object] = {"kind": TableKind.BANKING, "designs": DESIGNS} | asked
    return [found.rule for found in coupons.faults(plays, **how)]  # type: ignore[arg-type]


@pytest.mark.rule(V_99, V_100, V_101, V_102, V_104)
def test_a_coupon_played_against_a_rule_is_found() -> None:
    assert broken(play()) == []
    assert broken(play(), kind=TableKind.NONBANKING) == [V_99]
    assert broken(play(stake_cents=2_499)) == [V_100]
    assert broken(play(wager="tie")) == [V_102]
    assert broken(play("Z-1", wager="tie")) == []
    assert broken(play(dropped=False)) == [V_104]


@pytest.mark.rule(V_101)
def test_one_coupon_a_round_or_one_a_wager_by_setting() -> None:
    two = (play("M-1"), play("Z-2", wager="tie"))
    assert broken(*two) == [V_101]
    assert broken(*two, per_round=False) == []
    assert broken(play("M-1"), play("M-2"), per_round=False) == [V_101]
    assert broken(play("M-1"), play("M-2", seat=4)) == []


def test_a_design_without_named_wagers_lies_on_any() -> None:
    free = {"M": CouponDesign("A", "B", Money(2_500), ("baccarat",), (), "M", date(2030, 1, 1))}
    assert broken(play(wager="tie"), designs=free) == []


@pytest.mark.rule(V_100)
def test_a_direct_bet_coupon_needs_no_chips() -> None:
    match = DESIGNS["M"]
    direct = replace(match, kind=CouponKind.DIRECT_BET)
    assert broken(play(stake_cents=0)) == [V_100]
    assert broken(play(stake_cents=0), designs={"M": direct}) == []
    assert (match.chips_needed(2_500), direct.chips_needed(2_500)) == (2_500, 0)
    assert (match.kind.word, direct.kind.word) == ("Match Play Coupon", "Direct Bet Coupon")


@pytest.mark.rule(V_99, V_100, V_101, V_102)
def test_a_coupon_is_refused_by_the_first_rule_it_breaks() -> None:
    def check(*, takes: bool = True, again: bool = False, **changed: Any) -> None:
        kind = TableKind.NONBANKING if changed.pop("poker", False) else TableKind.BANKING
        coupons.check_play(
            play(**changed), kind=kind, design=DESIGNS["M"], takes=takes, again=again
        )

    check()
    refusals: tuple[tuple[dict[str, Any], Rule, str], ...] = (
        ({"poker": True}, V_99, "nonbanking"),
        ({"stake_cents": 1}, V_100, "worth less"),
        ({"again": True}, V_101, "one too many"),
        ({"takes": False}, V_102, "lay on player, where it may not: round 7, seat 3"),
        ({"wager": "tie"}, V_102, "lay on tie"),
    )
    for changed, rule, says in refusals:
        with pytest.raises(RuleError, match=says) as refusal:
            check(**changed)
        assert refusal.value.rule is rule
