"""Sic Bo: three dice under a shaker, some fifty wagers that one shake decides."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from countroom.engine.coupons import CouponTerms
from countroom.engine.game import Breach, Column, Ints, Wager, coupon_breaches, limit_breaches
from countroom.engine.layouts import STANDS, Chart, Line, settle_layout
from countroom.engine.odds import Cents
from countroom.engine.rules import ChangeInterval, ours, stated
from countroom.engine.settlement import LOSE, Settlement, Stakes
from countroom.engine.sic_bo_tables import ODDS, PayTable

CODE = "sic_bo"
TITLE = "Sic Bo"
REFERENCE = "58 Pa. Code ch. 539 (2011), ch. 625a; dice § 523.12(c)"
KIND: Literal["banking", "nonbanking"] = "banking"

WAGER_RULE: Final = "58 Pa. Code §§ 625a.3, 625a.6"
NO_ROLL_RULE: Final = "58 Pa. Code § 625a.7(a)"

NUMBERS: Final = range(1, 7)
TOTALS: Final = range(4, 18)
PAIRS: Final = tuple(combinations(NUMBERS, 2))


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a game.

    Attributes:
        count: In the shaker.
        side_inches: Length of an edge a die may have.
        ball_edge: Corners may be rounded.
        rule: The section.
    """

    count: int
    side_inches: Fraction
    ball_edge: bool
    rule: str


DICE: Final = Dice(3, Fraction(5, 8), ball_edge=True, rule="58 Pa. Code § 523.12(c)")
"""Apart from size and corners they are as every game's dice."""


def _wager(code: str, title: str) -> Wager:
    return Wager(code, title, WAGER_RULE, main=True, takes_coupon=True)


WAGERS: tuple[Wager, ...] = (
    _wager("small", "Small"),
    _wager("big", "Big"),
    *(_wager(f"three_of_a_kind_{k}", f"Three of a Kind, {k}") for k in NUMBERS),
    _wager("any_three_of_a_kind", "Any Three of a Kind"),
    *(_wager(f"two_of_a_kind_{k}", f"Two of a Kind, {k}") for k in NUMBERS),
    *(_wager(f"total_{total}", f"Total {total}") for total in TOTALS),
    *(_wager(f"combination_{a}_{b}", f"Two Dice Combination, {a} and {b}") for a, b in PAIRS),
    *(_wager(f"one_of_a_kind_{k}", f"One of a Kind, {k}") for k in NUMBERS),
)

SMALL, BIG = range(2)

COLUMNS: tuple[Column, ...] = tuple(
    Column(f"die_{k}", "round", 0, 6, "what the die shows; 0 where it did not lie flat: no roll")
    for k in range(1, DICE.count + 1)
)

SHAKES: Final = 6**3
"""Ways three dice fall; the row after them in a chart is a no roll."""


@dataclass(frozen=True, kw_only=True)
class Rules(CouponTerms):
    """The operator's Rules Submission for Sic Bo.

    Attributes:
        paytable: One of those of § 625a.6.
        change_hours: How long the same dice stay in play.
        pair_in_a_triple: Two of a Kind wins, once, where all three dice show its number: our
            reading, as three dice that show it hold two that do.
    """

    paytable: PayTable = stated("§ 625a.6")
    change_hours: int = stated("ch. 625a, change of dice")
    pair_in_a_triple: bool = ours(default=True)

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.change_hours <= 0:
            found["change_hours"] = "Dice stay in play for an hour at least."
        return found

    def change(self) -> ChangeInterval:
        """Say when the dice must be changed."""
        return ChangeInterval(self.change_hours, "58 Pa. Code ch. 625a (dice)")


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of shakes.

    Attributes:
        dice: ``(n, 3)``: 1 to 6; 0 where a die did not lie flat.
    """

    dice: NDArray[np.int8]


_LIMITS: Final = {"seats": 10, "minimum_cents": 500, "maximum_cents": 5000_00}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "table A": _LIMITS | {"paytable": "A", "change_hours": 24},
    "table B": _LIMITS | {"paytable": "B", "change_hours": 24},
    "usual US table, not one of § 625a.6": _LIMITS | {"paytable": "usual_us", "change_hours": 24},
}


@cache
def _chart(paytable: PayTable, *, pair_in_a_triple: bool) -> Chart:
    """Draw what every shake pays, and the no roll on which all stands."""
    dice = np.stack(np.unravel_index(np.arange(SHAKES), (6, 6, 6)), axis=1) + 1
    showing = (dice[:, :, None] == np.arange(7)).sum(axis=1)
    total, triple = dice.sum(axis=1), (showing == DICE.count).any(axis=1)
    odds = ODDS[paytable]
    lines: list[list[Line]] = [
        [((total <= 10) & ~triple, odds["small_big"])],
        [((total >= 11) & ~triple, odds["small_big"])],
        *([(showing[:, k] == 3, odds["three_of_a_kind"])] for k in NUMBERS),
        [(triple, odds["any_three_of_a_kind"])],
        *(
            [
                (
                    (showing[:, k] == 2) | ((showing[:, k] == 3) & pair_in_a_triple),
                    odds["two_of_a_kind"],
                )
            ]
            for k in NUMBERS
        ),
        *([(total == each, odds[f"total_{each}"])] for each in TOTALS),
        *(
            [((showing[:, a] > 0) & (showing[:, b] > 0), odds["two_dice_combination"])]
            for a, b in PAIRS
        ),
        *(
            [
                (showing[:, k] == 1, odds["one_die"]),
                (showing[:, k] == 2, odds["two_dice"]),
                (showing[:, k] == 3, odds["three_dice"]),
            ]
            for k in NUMBERS
        ),
    ]
    other = np.full((SHAKES + 1, len(WAGERS)), LOSE, np.int8)
    other[SHAKES] = STANDS
    flat = [[(np.append(wins, [False]), each) for wins, each in own] for own in lines]
    return Chart.drawn(flat, other)


def _shake(dice: NDArray[np.int8]) -> Ints:
    """Number shakes as the chart does."""
    faces = dice.astype(np.int64) - 1
    return np.where((faces < 0).any(axis=1), SHAKES, faces @ np.array([36, 6, 1]))


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Shake ``n`` times; one time in four hundred a die does not lie flat."""
    del rules
    dice = rng.integers(1, 7, (n, DICE.count), np.int8)
    dice[:, 0] *= rng.integers(400, size=n) > 0
    return Felt(dice)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Bet a unit on Small or Big alike, and two times in five the least on another wager.

    A coupon stands on the main wager. After a no roll the same wagers stand; where somebody
    comes, goes or plays a coupon just then, the die is taken to have lain flat after all.
    """
    shape = (*units_cents.shape, len(WAGERS))
    plays = units_cents > 0
    big = rng.integers(2, size=plays.shape)
    stake, coupon = np.zeros((2, *shape), np.int64)
    np.put_along_axis(stake, big[..., None], units_cents[..., None], axis=2)
    np.put_along_axis(coupon, big[..., None], coupon_cents[..., None], axis=2)
    other = rng.integers(BIG + 1, len(WAGERS), plays.shape)
    least = rules.minimum_cents * (plays & (rng.integers(5, size=plays.shape) < 2))
    np.put_along_axis(stake, other[..., None], least[..., None], axis=2)
    felt, again = _standing(rng, felt, units_cents, coupon_cents)
    return felt, Stakes(stake[again], coupon, np.zeros(len(stake), bool))


def _standing(
    rng: np.random.Generator, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Ints]:
    """Let no rolls be only where the same patrons go on; say whose round's wagers each has."""
    n = len(felt.dice)
    no_roll = (felt.dice == 0).any(axis=1)
    quiet = (coupon_cents == 0).all(axis=1)
    goes_on = np.zeros(n, bool)
    same = np.asarray((units_cents[1:] == units_cents[:-1]).all(axis=1))
    goes_on[:-1] = same & quiet[1:] & quiet[:-1]
    flat = rng.integers(1, 7, felt.dice.shape, np.int8)
    dice = np.where((felt.dice == 0) & ~goes_on[:, None], flat, felt.dice).astype(np.int8)
    rounds = np.arange(n)
    rounds[1:][(no_roll & goes_on)[:-1]] = 0
    return Felt(dice), np.maximum.accumulate(rounds)


def settle(
    rules: Rules, felt: Felt, stakes: Stakes, carried: Ints | None
) -> tuple[Settlement, Ints | None]:
    """Settle shakes: losing wagers are collected, then winning ones are paid.

    Where a die does not lie flat every wager stands for another shake. What stands after the
    last round is carried on, ``(seats, wagers)``, for ``breaches`` to see that it stays.

    Raises:
        InexactError: A payout is not a whole number of cents.

    Reference: 58 Pa. Code §§ 625a.3, 625a.5, 625a.6, 625a.7(a).
    """
    chart = _chart(rules.paytable, pair_in_a_triple=rules.pair_in_a_triple)
    settled = settle_layout(stakes, _shake(felt.dice), chart, rules)
    if len(stakes.void):
        last = settled.standing_cents[-1]
        carried = last.copy() if last.any() else None
    return settled, carried


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: Ints | None) -> list[Breach]:
    """Find play against the rules; wagers that stood for another shake and were lowered."""
    stands = (_shake(felt.dice) == SHAKES) & ~stakes.void
    before = np.zeros_like(stakes.stake_cents)
    before[1:] = np.where(stands[:-1, None, None], stakes.stake_cents[:-1], 0)
    if carried is not None:
        before[:1] = carried
    says = "A wager that stood for another shake was lowered or withdrawn."
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        Breach(NO_ROLL_RULE, says, stakes.stake_cents < before),
    ]


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find rounds that cannot be settled: none, for a die that is not read is a no roll."""
    del rules, felt, stakes
    return []


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return {f"die_{k + 1}": felt.dice[:, k].astype(np.int64) for k in range(DICE.count)}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    dice = [columns[f"die_{k}"] for k in range(1, DICE.count + 1)]
    return Felt(np.stack(dice, axis=1).astype(np.int8))
