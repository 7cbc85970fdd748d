"""Roulette: one ball, one number, some hundred and sixty places to wager on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from countroom.engine.coupons import CouponTerms
from countroom.engine.game import Breach, Column, Ints, Wager, coupon_breaches, limit_breaches
from countroom.engine.layouts import HALF, Chart, settle_layout
from countroom.engine.odds import Cents, odds_text
from countroom.engine.roulette_layout import (
    DOUBLE_ZERO,
    INSIDE,
    LEAST_ODDS,
    OUTCOMES,
    SPOTS,
    Wheel,
    on_layout,
)
from countroom.engine.rules import ours, stated
from countroom.engine.settlement import LOSE, Settlement, Stakes

CODE = "roulette"
TITLE = "Roulette"
REFERENCE = "58 Pa. Code ch. 531 (2011), ch. 617a; coupons §§ 525.22(c), 603a.21"
KIND: Literal["banking", "nonbanking"] = "banking"

WAGER_RULE: Final = "58 Pa. Code §§ 617a.3, 617a.4"
LIMITS_INSIDE: Final = "58 Pa. Code § 601a.2 (Rules Submission)"

WAGERS: tuple[Wager, ...] = tuple(
    Wager(
        spot.code,
        spot.title,
        WAGER_RULE,
        main=not spot.inside,
        takes_coupon=spot.kind in {"even_chance", "dozen"},
    )
    for spot in SPOTS
)

BOXES: Final = sum(wager.takes_coupon for wager in WAGERS)
"""The first wagers: the nine boxes on which a coupon may stand."""

NO_NUMBER: Final = -1

COLUMNS: tuple[Column, ...] = (
    Column(
        "number",
        "round",
        NO_NUMBER,
        DOUBLE_ZERO,
        "the winning number; 37 is 00, and -1 a spin without a number",
    ),
)


class OnZero(StrEnum):
    """What becomes of wagers outside when 0 or 00 wins."""

    LOSE = "lose"
    HALF_BACK = "half_back"
    """Half of an even chance goes back; columns and dozens lose."""


@dataclass(frozen=True, kw_only=True)
class Rules(CouponTerms):
    """The operator's Rules Submission for Roulette.

    The table's minimum and maximum hold for each box outside. Odds are the least that § 617a.4
    allows where nothing more is filed.

    Attributes:
        wheel: With 0 and 00, or with 0 alone.
        zero_on_outside: What 0 and 00 do to wagers outside.
        inside_minimum_cents: The least a patron wagers inside, all such wagers together.
        inside_maximum_cents: The most on one place inside.
        straight_odds: On one number.
        split_odds: On two numbers.
        three_numbers_odds: On a row, or three that meet at the zeros.
        four_numbers_odds: On four that meet, or 0 to 3 on a single zero layout.
        five_numbers_odds: On 0, 00, 1, 2 and 3.
        six_numbers_odds: On two rows.
        column_odds: On a column.
        dozen_odds: On a dozen.
        even_chance_odds: On red, black, odd, even, 1 to 18, 19 to 36.
    """

    wheel: Wheel = stated("§ 617a.1")
    zero_on_outside: OnZero = stated("§ 617a.4, 0 and 00 on wagers outside")
    inside_minimum_cents: int = stated("the table's minimum inside, § 601a.2")
    inside_maximum_cents: int = stated("the table's maximum inside, § 601a.2")
    straight_odds: Fraction = ours(LEAST_ODDS["straight"])
    split_odds: Fraction = ours(LEAST_ODDS["split"])
    three_numbers_odds: Fraction = ours(LEAST_ODDS["three_numbers"])
    four_numbers_odds: Fraction = ours(LEAST_ODDS["four_numbers"])
    five_numbers_odds: Fraction = ours(LEAST_ODDS["five_numbers"])
    six_numbers_odds: Fraction = ours(LEAST_ODDS["six_numbers"])
    column_odds: Fraction = ours(LEAST_ODDS["column"])
    dozen_odds: Fraction = ours(LEAST_ODDS["dozen"])
    even_chance_odds: Fraction = ours(LEAST_ODDS["even_chance"])

    def odds(self, kind: str) -> Fraction:
        """Give the odds of a kind of wager."""
        filed: Fraction = getattr(self, f"{kind}_odds")
        return filed

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.inside_minimum_cents <= 0:
            found["inside_minimum_cents"] = "The minimum inside is more than nothing."
        if self.inside_maximum_cents < self.inside_minimum_cents:
            found["inside_maximum_cents"] = "The maximum inside is not below the minimum."
        return found | {
            f"{kind}_odds": f"It pays at least {odds_text(least)} (§ 617a.4)."
            for kind, least in LEAST_ODDS.items()
            if self.odds(kind) < least
        }


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of spins.

    Attributes:
        number: ``(n,)``: 0 to 36, ``DOUBLE_ZERO``, or ``NO_NUMBER``.
    """

    number: Ints


_LIMITS: Final = {
    "seats": 8,
    "minimum_cents": 1000,
    "maximum_cents": 5000_00,
    "inside_minimum_cents": 500,
    "inside_maximum_cents": 200_00,
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "double zero": _LIMITS | {"wheel": "double_zero", "zero_on_outside": "lose"},
    "single zero": _LIMITS | {"wheel": "single_zero", "zero_on_outside": "lose"},
    "single zero, half of even chances back on 0": _LIMITS
    | {"wheel": "single_zero", "zero_on_outside": "half_back"},
}


@lru_cache(maxsize=64)
def _chart(rules: Rules) -> Chart:
    """Draw what every number pays."""
    other = np.full((OUTCOMES, len(SPOTS)), LOSE, np.int8)
    if rules.zero_on_outside is OnZero.HALF_BACK:
        even = [spot.kind == "even_chance" for spot in SPOTS]
        other[np.ix_(np.array([0, DOUBLE_ZERO]), np.flatnonzero(even))] = HALF
    return Chart.drawn([[(spot.wins(), rules.odds(spot.kind))] for spot in SPOTS], other)


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Spin ``n`` times."""
    numbers = OUTCOMES if rules.wheel is Wheel.DOUBLE else OUTCOMES - 1
    return Felt(rng.integers(numbers, size=n))


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Bet a unit on one of the nine boxes, and half the time the least inside on four places.

    Which box, and which places inside, is chance. A coupon stands on the box.
    """
    shape = (*units_cents.shape, len(WAGERS))
    stake, coupon = np.zeros((2, *shape), np.int64)
    box = rng.integers(BOXES, size=units_cents.shape)[..., None]
    np.put_along_axis(stake, box, units_cents[..., None], axis=2)
    np.put_along_axis(coupon, box, coupon_cents[..., None], axis=2)
    least = rules.inside_minimum_cents * (units_cents > 0)
    least = least * rng.integers(2, size=units_cents.shape)
    places = np.flatnonzero(INSIDE & on_layout(rules.wheel))
    for _ in range(4):
        place = places[rng.integers(len(places), size=units_cents.shape)]
        np.put_along_axis(stake, place[..., None], least[..., None], axis=2)
    return felt, Stakes(stake, coupon, np.zeros(len(stake), bool))


def settle(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> tuple[Settlement, None]:
    """Settle spins: losing wagers are collected, then winning ones are paid.

    A spin that the wheel or the ball spoiled is void and gives everything back.

    Raises:
        InexactError: A payout, or half of a wager, is not a whole number of cents.

    Reference: 58 Pa. Code §§ 617a.3, 617a.4, 617a.6.
    """
    number = np.maximum(felt.number, 0)
    return settle_layout(stakes, number, _chart(rules), rules), carried


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> list[Breach]:
    """Find play against the rules: limits outside and inside, coupons off the nine boxes."""
    del felt, carried
    inside = np.where(INSIDE, stakes.stake_cents, 0)
    made = inside > 0
    short = inside.sum(axis=2, keepdims=True) < rules.inside_minimum_cents
    over = inside > rules.inside_maximum_cents
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        Breach(LIMITS_INSIDE, "The wagers inside are less than the minimum.", made & short),
        Breach(LIMITS_INSIDE, "The wager inside is above the maximum.", over),
    ]


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find what cannot be settled: no number, or a number or wager the wheel does not have."""
    live, single = ~stakes.void, rules.wheel is Wheel.SINGLE
    elsewhere = (stakes.stake_cents > 0) & ~on_layout(rules.wheel)
    return [
        Breach("58 Pa. Code § 617a.3", "The layout has no such wager.", elsewhere),
        Breach(
            "58 Pa. Code § 617a.5",
            "The winning number is not recorded.",
            live & (felt.number == NO_NUMBER),
        ),
        Breach(
            "58 Pa. Code § 617a.1",
            "The wheel has no 00.",
            live & (felt.number == DOUBLE_ZERO) & single,
        ),
    ]


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return {"number": felt.number}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    return Felt(columns["number"])
