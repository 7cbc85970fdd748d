"""Roulette beside what golden rounds show: the layout, limits inside, coupons, what is refused."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from countroom.engine.games import GAMES, roulette
from countroom.engine.odds import InexactError
from countroom.engine.records import Notes, Resettled, from_columns, resettle, to_columns
from countroom.engine.roulette_layout import SPOTS, Wheel, on_layout
from countroom.engine.settlement import Stakes
from tests.plumbing import felts

RED: dict[str, object] = {"wager": "red", "number": 19, "stake_cents": 2500}
COUPON: dict[str, object] = {"coupon_serial": "MP-1", "coupon_cents": 2500}


def settled(*given: dict[str, object], **changes: object) -> Resettled:
    return resettle(GAMES["roulette"], felts.rules("roulette", **changes), columns_of(*given))


def columns_of(*given: dict[str, object]) -> Any:
    return felts.rows("roulette", *(RED | row for row in given))


def says(found: Resettled) -> list[tuple[int, str, str]]:
    return [(each.seat, each.wager, each.says) for each in found.disagreements]


# --- the layout ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wheel", "kinds"),
    [
        (Wheel.DOUBLE, {"straight": 38, "split": 62, "three_numbers": 15, "four_numbers": 22}),
        (Wheel.SINGLE, {"straight": 37, "split": 60, "three_numbers": 14, "four_numbers": 23}),
    ],
)
def test_a_layout_has_its_places(wheel: Wheel, kinds: dict[str, int]) -> None:
    places = Counter(spot.kind for spot in SPOTS if wheel in spot.wheels)
    usual = {"six_numbers": 11, "column": 3, "dozen": 3, "even_chance": 6}
    five = {"five_numbers": 1} if wheel is Wheel.DOUBLE else {}
    assert places == kinds | usual | five
    assert on_layout(wheel).sum() == sum(places.values())


def test_wagers_cover_as_many_numbers_as_they_say() -> None:
    size = {"straight": 1, "split": 2, "three_numbers": 3, "four_numbers": 4, "five_numbers": 5}
    size |= {"six_numbers": 6, "column": 12, "dozen": 12, "even_chance": 18}
    assert all(len(spot.numbers) == size[spot.kind] for spot in SPOTS)
    assert len({spot.code for spot in SPOTS}) == len({spot.title for spot in SPOTS}) == len(SPOTS)
    assert len({(spot.kind, spot.numbers) for spot in SPOTS}) == len(SPOTS)


def test_boxes_divide_the_numbers_between_them() -> None:
    boxes = {spot.code: spot.numbers for spot in SPOTS if not spot.inside}
    everything = frozenset(range(1, 37))
    for parts in (
        ("red", "black"),
        ("odd", "even"),
        ("low", "high"),
        ("dozen_1", "dozen_2", "dozen_3"),
        ("column_1", "column_2", "column_3"),
    ):
        assert sum(len(boxes[part]) for part in parts) == 36
        assert frozenset().union(*(boxes[part] for part in parts)) == everything


def test_every_number_wins_as_often_as_the_wheel_says() -> None:
    for number in range(1, 37):
        inside = sum(number in spot.numbers for spot in SPOTS if spot.inside)
        outside = sum(number in spot.numbers for spot in SPOTS if not spot.inside)
        assert outside == 5
        assert inside >= 1 + 2 + 1 + 1 + 1


# --- play against the rules ---------------------------------------------------------------


def test_coupons_stand_on_nine_boxes_only() -> None:
    allowed = {wager.code for wager in roulette.WAGERS if wager.takes_coupon}
    boxes = {"red", "black", "odd", "even", "low", "high", "dozen_1", "dozen_2", "dozen_3"}
    assert allowed == boxes
    assert [wager.code for wager in roulette.WAGERS[: roulette.BOXES]] == [
        "red",
        "black",
        "odd",
        "even",
        "low",
        "high",
        "dozen_1",
        "dozen_2",
        "dozen_3",
    ]


@pytest.mark.parametrize("wager", ["column_1", "straight_7", "split_7_8", "five_0_00_1_2_3"])
def test_a_coupon_elsewhere_is_found(wager: str) -> None:
    found = settled(COUPON | {"wager": wager})
    assert says(found) == [(1, wager, "A coupon may not stand on this wager.")]
    assert found.disagreements[0].rule == "58 Pa. Code § 525.22(c)"


def test_limits_hold_for_boxes_and_for_what_lies_inside_together() -> None:
    assert says(settled({"stake_cents": 500})) == [
        (1, "red", "The wager is outside the table's minimum and maximum.")
    ]
    spread = [{"wager": f"straight_{k}", "stake_cents": 100} for k in range(5)]
    assert says(settled(*spread)) == []
    short = settled(*spread[:4], {"seat": 2, "wager": "split_7_8", "stake_cents": 500})
    assert says(short) == [
        (1, f"straight_{k}", "The wagers inside are less than the minimum.") for k in range(4)
    ]
    over = settled({"wager": "straight_7", "stake_cents": 20_100})
    assert says(over) == [(1, "straight_7", "The wager inside is above the maximum.")]


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "wheel", "reason"),
    [
        ({"number": -1}, "double_zero", "The winning number is not recorded."),
        ({"number": 37}, "single_zero", "The wheel has no 00."),
        ({"number": 38}, "double_zero", "number is not from -1 to 37."),
        ({"wager": "straight_00"}, "single_zero", "The layout has no such wager."),
        ({"wager": "five_0_00_1_2_3"}, "single_zero", "The layout has no such wager."),
        ({"wager": "four_0_1_2_3"}, "double_zero", "The layout has no such wager."),
    ],
)
def test_what_the_wheel_does_not_have(row: dict[str, object], wheel: str, reason: str) -> None:
    found = settled(row, {"round": 2}, wheel=wheel)
    assert [(each.row, each.reason) for each in found.refused] == [(0, reason)]
    assert found.columns["paid_tray_cents"].tolist() == [2500]
    assert settled(row | {"void_reason": 6, "wager": "red"}, wheel=wheel).disagreements == ()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"wager": "dozen_2", "stake_cents": 2501}, "The payout is not a whole number of cents."),
        (
            {"number": 0, "stake_cents": 2501},
            "The half of the wager is not a whole number of cents.",
        ),
        (
            {"wager": "dozen_2", "coupon_serial": "MP-1", "coupon_cents": 2499},
            "The payout is not a whole number of cents.",
        ),
    ],
)
def test_cents_that_cannot_be_halved_are_refused_by_row(
    row: dict[str, object], reason: str
) -> None:
    other: dict[str, object] = {"round": 2, "seat": 2}
    found = settled(other, row, dozen_odds="5:2", zero_on_outside="half_back")
    assert [(each.row, each.reason) for each in found.refused] == [(1, reason)]
    assert found.columns["paid_tray_cents"].tolist() == [2500]


def test_what_is_inexact_is_told_where() -> None:
    rules = felts.rules("roulette", dozen_odds="5:2")
    stake = np.zeros((2, 8, len(SPOTS)), np.int64)
    stake[:, 3, 7] = 1000, 1001
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(2, bool))
    with pytest.raises(InexactError) as inexact:
        roulette.settle(rules, roulette.Felt(np.array([13, 13])), stakes, None)
    assert np.argwhere(inexact.value.where).tolist() == [[1, 3, 7]]


# --- order and play -----------------------------------------------------------------------


def test_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    bets = [("black", 1), ("red", 2), ("odd", 3), ("even", 4)]
    given = [{"wager": wager, "seat": seat} for wager, seat in bets]
    game, rules = GAMES["roulette"], felts.rules("roulette", zero_on_outside="half_back")
    batch, _ = from_columns(game, rules, columns_of(*given))
    outcome, _ = game.settle(rules, batch.felt, batch.stakes, None)
    notes = Notes(batch.rounds, *np.array([[0], [1], [0]]))
    columns = to_columns(game, batch.felt, batch.stakes, outcome, notes)
    assert columns["seat"][np.argsort(columns["sequence"])].tolist() == [4, 1, 3, 2]


@pytest.mark.parametrize("wheel", ["double_zero", "single_zero"])
def test_played_wagers_keep_to_the_layout_and_the_limits(wheel: str) -> None:
    rules, rng, n = felts.rules("roulette", wheel=wheel), np.random.default_rng(3), 400
    units = np.full((n, 8), 2500)
    felt, stakes = roulette.decide(rng, rules, roulette.deal(rng, n, rules), units, units)
    assert felt.number.max() == (37 if wheel == "double_zero" else 36)
    assert not any(each.where.any() for each in roulette.incomplete(rules, felt, stakes))
    assert not any(each.where.any() for each in roulette.breaches(rules, felt, stakes, None))
    assert ((stakes.stake_cents > 0).sum(axis=(0, 1)) > 0).sum() > 150
    assert rules.change() is None
