"""Mississippi Stud: an Ante and three bets against a pay table, and four optional wagers.

* ``mississippi_rules``: what the operator states; ``mississippi_felt``: what lies on the table;
* ``mississippi_main`` and ``mississippi_optional``: what wagers do;
* ``mississippi_breaches``: what should not be; ``mississippi_strategy``: how patrons bet.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from countroom.engine import mississippi_breaches
from countroom.engine.cards import NO_CARD, shuffled_decks
from countroom.engine.game import Breach, Column
from countroom.engine.mississippi_breaches import ROUNDS_BETWEEN_COUNTS, Before, incomplete, onward
from countroom.engine.mississippi_felt import (
    COLUMNS as _COLUMNS,
)
from countroom.engine.mississippi_felt import (
    COMMUNITY,
    EXTRA,
    MAIN,
    UNKNOWN,
    Felt,
    from_columns,
    full_stub,
    plain,
    to_columns,
)
from countroom.engine.mississippi_felt import WAGERS as _WAGERS
from countroom.engine.mississippi_main import STREETS, Amounts, Played, amounts, settle_main
from countroom.engine.mississippi_meters import with_meters
from countroom.engine.mississippi_optional import Prized, settle_optional
from countroom.engine.mississippi_rules import (
    ANTE,
    FIVE_CARD,
    NONE,
    PROGRESSIVE,
    THIRD,
    Rules,
)
from countroom.engine.mississippi_strategy import street_multiple
from countroom.engine.odds import Cents
from countroom.engine.settlement import Settlement, Stakes, nothing

__all__ = [
    "CODE",
    "COLUMNS",
    "EXAMPLES",
    "KIND",
    "REFERENCE",
    "TITLE",
    "WAGERS",
    "Rules",
    "breaches",
    "deal",
    "decide",
    "from_columns",
    "incomplete",
    "settle",
    "to_columns",
]

CODE = "mississippi_stud"
TITLE = "Mississippi Stud"
REFERENCE = "58 Pa. Code ch. 571 (2011), ch. 655a"
KIND: Literal["banking", "nonbanking"] = "banking"
WAGERS = _WAGERS
COLUMNS: tuple[Column, ...] = _COLUMNS

_BASE: Final[Mapping[str, object]] = {
    "seats": 6,
    "minimum_cents": 500,
    "maximum_cents": 500_00,
    "dealing": "automated_shoe",
    "decks": 1,
    "shuffling": "counting_device",
    "progressive": NONE,
    "progression_percent": NONE,
    "seeds_cents": NONE,
    "envy_cents": NONE,
    "three_card_bonus": NONE,
    "five_card_bonus": NONE,
    "six_card_bonus": NONE,
    "optional_limits_cents": NONE,
}

_NEW_JERSEY: Final = "mini_royal:50,straight_flush:40,three_of_a_kind:30,straight:6,flush:3,pair:1"
_SIX_CARDS: Final = (
    "royal_flush:1000,straight_flush:200,four_of_a_kind:50,full_house:25,flush:20,straight:10,"
    "three_of_a_kind:5"
)


def _progressive(table: str, rate: str, seeds: str) -> dict[str, object]:
    return {
        "progressive": table,
        "progression_percent": rate,
        "seeds_cents": seeds,
        "envy_cents": "royal_flush:100000,straight_flush:30000",
        "optional_limits_cents": "progressive:100-100",
    }


_MEGA_MAJOR: Final = ("mega:12,major:4", "mega:5000000,major:250000")
_THREE_METERS: Final = ("mega:12,major:4,minor:2.5", "mega:5000000,major:250000,minor:25000")

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "six seats, 5 to 500": _BASE,
    "every optional wager, tables of the industry": {
        **_BASE,
        **_progressive("A", "main:15", "main:1000000"),
        "three_card_bonus": _NEW_JERSEY,
        "five_card_bonus": (
            "royal_flush:100%,straight_flush:500,four_of_a_kind:100,full_house:20,flush:15,"
            "straight:10,three_of_a_kind:4,magic_card:5,lucky_bonus:50"
        ),
        "six_card_bonus": _SIX_CARDS,
        "optional_limits_cents": (
            "progressive:100-100,three_card_bonus:100-2500,five_card_bonus:100-2500,"
            "six_card_bonus:100-2500"
        ),
    },
    "three cards without a mini-royal": {
        **_BASE,
        "three_card_bonus": "straight_flush:40,three_of_a_kind:30,straight:6,flush:3,pair:1",
        "optional_limits_cents": "three_card_bonus:100-2500",
    },
    "Progressive B": {**_BASE, **_progressive("B", *_MEGA_MAJOR)},
    "Progressive C": {**_BASE, **_progressive("C", *_THREE_METERS)},
    "Progressive D": {**_BASE, **_progressive("D", *_THREE_METERS)},
}
"""Amounts, growth, seeds, Envy Bonuses and the tables of bonuses are examples of no authority;
the Progressive's tables are the Code's."""


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` rounds, each from a fresh deck: two cards to every seat, three in common.

    Four more follow where the Six Card Bonus is offered; the text that says when they are
    dealt was not found, and it does not matter to what they are worth.
    """
    deck = shuffled_decks(rng, n)
    own, common = 2 * rules.seats, 2 * rules.seats + len(COMMUNITY)
    felt = plain(deck[:, :own].reshape(n, rules.seats, 2), deck[:, own:common])
    extra = deck[:, common : common + len(EXTRA)]
    if rules.six_card_bonus == NONE:
        extra = np.full_like(extra, NO_CARD)
    turn = 1 + np.arange(n) % rules.decks
    return replace(felt, extra=extra, deck=turn.astype(np.int64))


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Ante a unit, then play the points strategy of ``mississippi_strategy``.

    A coupon stands on the Ante. One patron in three plays an optional wager, at its least;
    only that is left to chance, and what the Five Card Hand Bonus's system shows.
    """
    base = units_cents + (coupon_cents if rules.coupon_in_multiples else 0)
    planes = np.zeros((len(WAGERS), *units_cents.shape), np.int64)
    planes[ANTE] = units_cents
    common = np.broadcast_to(felt.community[:, None, :], (*units_cents.shape, 3))
    live, raised = units_cents > 0, np.zeros(units_cents.shape, bool)
    for seen in range(STREETS):
        cards = np.concatenate([felt.hole, common[..., :seen]], axis=2)
        multiple = street_multiple(cards, raised) * live
        planes[THIRD + seen] = multiple * base
        live, raised = multiple > 0, raised | (multiple == 3)
    for wager, (least, _) in rules.limits_cents.items():
        planes[wager] = least * ((units_cents > 0) & (rng.integers(0, 3, units_cents.shape) == 0))
    coupons = np.zeros_like(planes)
    coupons[ANTE] = coupon_cents
    stakes = Stakes(
        planes.transpose(1, 2, 0), coupons.transpose(1, 2, 0), np.zeros(len(felt.deck), bool)
    )
    return _as_played(rng, rules, felt, stakes), stakes


def _as_played(rng: np.random.Generator, rules: Rules, felt: Felt, stakes: Stakes) -> Felt:
    """Count stubs in time, and show what the systems of optional wagers show."""
    if rules.dealer_counts:
        counted = np.arange(1, len(felt.stub) + 1) % ROUNDS_BETWEEN_COUNTS == 0
        whole = full_stub(rules, felt, stakes.stake_cents[..., ANTE] > 0)
        felt = replace(felt, stub=np.where(counted, whole, UNKNOWN))
    if FIVE_CARD in rules.limits_cents:
        here = stakes.stake_cents[..., FIVE_CARD] > 0
        shown = rng.integers(0, 100, here.shape)
        felt = replace(felt, magic=here & (shown < 4), lucky=here & (shown == 99))
    if rules.limits_cents.keys() & {PROGRESSIVE, FIVE_CARD}:
        felt = with_meters(rules, felt, stakes)
    return felt


def settle(
    rules: Rules, felt: Felt, stakes: Stakes, carried: Before | None
) -> tuple[Settlement, Before | None]:
    """Settle rounds: folds at once, then seat by seat from the dealer's right.

    Args:
        rules: The table's.
        felt: What fell.
        stakes: What stood on it.
        carried: Of the table's rounds before these.

    Reference: 58 Pa. Code §§ 655a.11, 655a.12.
    """
    moved = amounts(stakes)
    played = settle_main(rules, felt, stakes, moved)
    prized: Prized | None = None
    if moved.stake[MAIN:].any():
        prized = settle_optional(rules, felt, stakes, moved, played.made)
    return _settlement(moved, played, prized), onward(rules, felt, carried)


def _settlement(moved: Amounts, played: Played, prized: Prized | None) -> Settlement:
    """Put together what was found, wagers last."""
    shape = (*moved.stake.shape[1:], moved.stake.shape[0])
    zero = nothing(shape)
    phase = np.broadcast_to(played.made[..., None], shape)
    if prized is not None:
        phase = phase.copy()
        phase[..., MAIN:] = STREETS
    return Settlement(
        collected_cents=moved.collected.transpose(1, 2, 0),
        paid_tray_cents=moved.paid.transpose(1, 2, 0),
        paid_elsewhere_cents=zero if prized is None else prized.elsewhere.transpose(1, 2, 0),
        pushed_cents=moved.pushed.transpose(1, 2, 0),
        standing_cents=zero,
        pooled_cents=zero,
        drawn_cents=zero,
        vig_charged_cents=zero,
        vig_marked_cents=zero,
        vig_collected_cents=zero,
        vig_cleared_cents=zero,
        coupon_dropped=played.coupon_dropped.transpose(1, 2, 0),
        coupon_win_cents=played.coupon_win_cents.transpose(1, 2, 0),
        rake_cents=nothing(shape[:1]),
        phase=phase,
        envy_cents=None if prized is None else prized.beside.transpose(1, 2, 0),
    )


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: Before | None) -> list[Breach]:
    """Find play against the rules."""
    return mississippi_breaches.breaches(rules, felt, stakes, carried)
