"""Blackjack against published figures, and against a second, plain settlement.

Published: the Wizard of Odds' calculator, within 0.00015; shares of Blackjacks and the edge of
insurance by our own exact computation.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from countroom.engine.blackjack_hands import WAGERS, Felt
from countroom.engine.cards import NO_CARD
from countroom.engine.edges import EDGES, Bet
from countroom.engine.edges import blackjack as edges
from countroom.engine.games import blackjack
from countroom.engine.settlement import Settlement, Stakes, patrons_cents
from tests.oracles.plain_blackjack import Box, Outcome, PlainTable, Terms
from tests.plumbing import felts

CODES = [wager.code for wager in WAGERS]


def reckoned(example: str) -> dict[str, Bet]:
    rules = blackjack.Rules.from_dict(blackjack.EXAMPLES[example])
    return {bet.bet: bet for bet in EDGES["blackjack"](example, rules)}


# --- published figures --------------------------------------------------------------------

WORDS = (
    "S17, DAS, split to 4, no resplit aces, one card to split aces, peek, late surrender, 3:2; "
    "basic strategy; fresh shoe each round"
)


@pytest.mark.parametrize(("decks", "published"), [(6, 0.003336), (8, 0.003571)])
def test_the_edge_under_basic_strategy(decks: int, published: float) -> None:
    main = reckoned(f"{decks} decks")["main"]
    assert main.rules == f"{decks} decks, {WORDS}"
    assert main.method == "combinatorial"
    assert float(main.edge) == pytest.approx(published, abs=0.00015)


def single_deck(reckon: Any) -> Bet:
    bet: Bet = reckon(felts.rules("blackjack", decks=1))
    return bet


def test_how_often_a_blackjack_falls_from_one_deck() -> None:
    bet = single_deck(edges.natural)
    assert (bet.edge, bet.rules) == (Fraction(32, 663), "1 deck(s), two-card ace + ten")
    assert float(bet.edge) == pytest.approx(0.048265460030165915, abs=1e-12)
    assert bet.counts == {"natural": 128, "other": 52 * 51 - 128}


def test_the_edge_of_insurance_from_one_deck() -> None:
    bet = single_deck(edges.insurance)
    assert (bet.edge, bet.rules) == (
        Fraction(1, 17),
        "1 deck(s), 2 to 1, only the dealer ace known",
    )
    assert bet.counts == {"win": 16, "lose": 35, "push": 0}


@pytest.mark.parametrize(
    ("decks", "change"),
    [
        (1, {"peek": False, "resplit_aces": True, "hit_split_aces": True}),
        pytest.param(6, {}, marks=pytest.mark.exhaustive),
        pytest.param(8, {"max_hands": 1, "h17": True}, marks=pytest.mark.exhaustive),
        pytest.param(2, {"max_hands": 3, "das": False}, marks=pytest.mark.exhaustive),
    ],
)
def test_the_chances_of_all_that_can_fall_add_up(decks: int, change: dict[str, object]) -> None:
    rules = felts.rules("blackjack", decks=decks, **change)
    assert edges.total_chance(rules) == pytest.approx(1, abs=1e-12)


# --- play, against what was reckoned ------------------------------------------------------


def brought(rules: Any, seed: int, n: int) -> Any:
    """Play rounds of one patron, and tell what a unit brought him in each."""
    rng = np.random.default_rng(seed)
    units = np.full((n, 1), 1000)
    felt, stakes = blackjack.decide(
        rng, rules, blackjack.deal(rng, n, rules), units, np.zeros_like(units)
    )
    settled, _ = blackjack.settle(rules, felt, stakes, None)
    return patrons_cents(settled)[:, 0, :-1].sum(axis=1) / 1000


@pytest.mark.parametrize(
    ("change", "n"),
    [
        ({"decks": 1, "h17": True, "das": False, "surrender": "none", "peek": False}, 20_000),
        pytest.param({}, 1_500_000, marks=pytest.mark.exhaustive),
        pytest.param({"h17": True, "max_hands": 2}, 1_500_000, marks=pytest.mark.exhaustive),
        pytest.param(
            {"decks": 2, "resplit_aces": True, "hit_split_aces": True, "surrender": "early"},
            1_500_000,
            marks=pytest.mark.exhaustive,
        ),
        pytest.param(
            {"decks": 1, "peek": False, "max_hands": 3}, 1_500_000, marks=pytest.mark.exhaustive
        ),
    ],
)
def test_play_brings_what_is_reckoned(change: dict[str, object], n: int) -> None:
    fresh: dict[str, object] = {"seats": 1, "even_money": False, "shuffling": "continuous"}
    rules = felts.rules("blackjack", **(fresh | change))
    step = 50_000
    net = np.concatenate([brought(rules, seed, min(n, step)) for seed in range(-(-n // step))])
    standard_error = net.std() / np.sqrt(len(net))
    assert abs(net.mean() + edges.main_edge(rules)) < 3 * standard_error


# --- a second settlement ------------------------------------------------------------------


def plain_hand(cards: Any) -> list[int]:
    return [int(card) for card in cards if card != NO_CARD]


def plain_box(felt: Felt, stakes: Stakes, n: int, seat: int) -> Box:
    return Box(
        hands=[plain_hand(hand) for hand in felt.hands[n, seat]],
        stakes=dict(zip(CODES, stakes.stake_cents[n, seat].tolist(), strict=True)),
        coupon_cents=int(stakes.coupon_cents[n, seat, 0]),
        surrendered=bool(felt.surrendered[n, seat]),
        even_money=bool(felt.even_money[n, seat]),
    )


def plain_terms(rules: Any) -> Terms:
    return Terms(
        bj_pays=rules.bj_pays,
        surrender=str(rules.surrender),
        limit_cents=rules.payout_limit_cents,
        coupon_even=str(rules.coupon_pays) == "even_money",
        coupon_drops_on_push=str(rules.coupon_on_push) == "drops",
        busts_stay_collected=rules.busts_stay_collected,
    )


def by_the_engine(settled: Settlement, n: int, seat: int, wager: int) -> Outcome:
    at = n, seat, wager
    return Outcome(
        collected=int(settled.collected_cents[at]),
        paid=int(settled.paid_tray_cents[at]),
        pushed=int(settled.pushed_cents[at]),
        coupon_win=int(settled.coupon_win_cents[at]),
        coupon_dropped=bool(settled.coupon_dropped[at]),
    )


TABLES: list[dict[str, object]] = [
    {},
    {"decks": 1, "dealt_from": "hand", "peek": False, "resplit_aces": True, "das": False},
    {
        "bj_pays": "6:5",
        "surrender": "early",
        "peek": False,
        "coupon_in_multiples": True,
        "decks": 2,
    },
    {"h17": True, "hit_split_aces": True, "coupon_pays": "even_money", "max_hands": 3},
    {"surrender": "none", "payout_limit_cents": 2000, "coupon_on_push": "drops"},
    {"peek": False, "busts_stay_collected": False},
]


def agree(change: dict[str, object], seed: int, n: int) -> None:
    """Play rounds, some of them void, and settle every box both ways."""
    rules = felts.rules("blackjack", **change)
    rng = np.random.default_rng(seed)
    units = rng.integers(0, 4, (n, rules.seats)) * 1000
    coupons = np.where((units > 0) & (rng.random(units.shape) < 0.3), 1000, 0)
    felt = blackjack.deal(rng, n, rules)
    felt, stakes = blackjack.decide(rng, rules, felt, units, coupons)
    stakes = replace(stakes, void=rng.random(n) < 0.05)
    settled, _ = blackjack.settle(rules, felt, stakes, None)
    for round_, seat in product(range(n), range(rules.seats)):
        table = PlainTable(
            plain_terms(rules), plain_hand(felt.dealer[round_]), bool(stakes.void[round_])
        )
        plain = table.settle(plain_box(felt, stakes, round_, seat))
        for wager, code in enumerate(CODES):
            engine = by_the_engine(settled, round_, seat, wager)
            assert engine == plain.get(code, Outcome()), (round_, seat, code)


@pytest.mark.parametrize("change", TABLES)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    agree(change, 5, 30)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", TABLES)
def test_a_plain_settlement_agrees_on_many_rounds(change: dict[str, object]) -> None:
    agree(change, 6, 2000)
