"""Pai Gow Poker against published counts and edges, and against a second, plain settlement.

Published: five aces 1,128 of 154,143,080, straight flushes 184,832, flushes 6,172,088; trips
paid above straights 7,672,500; Fortune table 2 keeps 7.77 % (11970096/154143080). Heads up
under the Trump Plaza house way a player wins 28.61 %, ties 41.48 % and loses 29.91 %; 5 % of
wins leave the dealer 2.73 %; a player who banks keeps but 0.2 % from him. The worked examples
A to D of the bank are golden rounds.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from countroom.engine.cards import cards
from countroom.engine.edges import pai_gow_poker as edges
from countroom.engine.games import pai_gow_poker as game
from countroom.engine.pai_gow_bonus import LINES, lines_held
from countroom.engine.pai_gow_table import BANK, BANK_HOUSE, MAIN
from countroom.engine.settlement import (
    Settlement,
    Stakes,
    check,
    house_net_cents,
    patrons_cents,
)
from tests.oracles.plain_pai_gow_poker import PlainRound, lines
from tests.plumbing import felts

EVERY_SEVEN = 154_143_080

WORDS = {
    "collected": "collected_cents",
    "paid": "paid_tray_cents",
    "pushed": "pushed_cents",
    "pooled": "pooled_cents",
    "drawn": "drawn_cents",
    "vig": "vig_collected_cents",
    "coupon_win": "coupon_win_cents",
    "dropped": "coupon_dropped",
}


@pytest.fixture(scope="module")
def bonuses() -> dict[str, Any]:
    rules = felts.rules("pai_gow_poker")
    fortune = next(edges.bonus_bets("table 2", rules))
    return {"fortune": fortune, "seven": edges.seven_card_counts(rules)}


def test_every_seven_cards_are_listed_once() -> None:
    sevens, weight = edges.all_sevens()
    assert weight.sum() == EVERY_SEVEN
    assert weight.min() > 0
    whole = np.sort(sevens, axis=1).astype(np.int64) @ (53 ** np.arange(7))
    assert len(np.unique(whole)) == len(sevens)


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("five_aces", 1128),
        ("straight_flush", 184_832),
        ("flush", 6_172_088),
        ("straight", 11_236_028),
    ],
)
def test_the_best_five_of_seven_by_rank(line: str, count: int, bonuses: dict[str, Any]) -> None:
    assert bonuses["seven"].counts[line] == count


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("seven_card_straight_flush", 32),
        ("royal_flush_royal_match", 72),
        ("seven_card_straight_flush_joker", 196),
        ("royal_flush", 26_020),
        ("straight_flush", 184_644),
        ("four_of_a_kind", 307_472),
        ("full_house", 4_188_528),
        ("three_of_a_kind", 7_672_500),
        ("straight", 11_236_028 - 201_824),
    ],
)
def test_fortune_lines(line: str, count: int, bonuses: dict[str, Any]) -> None:
    assert bonuses["fortune"].counts[line] == count


def test_fortune_table_2(bonuses: dict[str, Any]) -> None:
    assert bonuses["fortune"].edge == Fraction(11_970_096, EVERY_SEVEN)


def test_trap_the_same_table_by_rank_would_keep_more(bonuses: dict[str, Any]) -> None:
    """Hands with a straight and three of a kind, paid as straights: what must not be."""
    by_pay = bonuses["fortune"].counts
    both = bonuses["seven"].counts["straight"] - by_pay["straight"]
    assert both == by_pay["three_of_a_kind"] - bonuses["seven"].counts["three_of_a_kind"] == 201_824
    wrong = bonuses["fortune"].edge + Fraction(both, EVERY_SEVEN)
    assert float(wrong) == pytest.approx(0.07896507582435747, abs=1e-12)


@pytest.mark.parametrize(("table", "edge"), [("a", Fraction(1, 18)), ("b", Fraction(5, 108))])
def test_the_dice(table: str, edge: Fraction) -> None:
    bet = edges.dice_bet(felts.rules("pai_gow_poker", dice_sum=table))
    assert sum(bet.counts.values()) == 216
    assert bet.edge == edge


PUBLISHED = {
    "main": (0.0273, 0.0003),
    "main_win": (0.2861, 0.0002),
    "main_push": (0.4148, 0.0002),
    "main_lose": (0.2991, 0.0002),
    "bank": (0.002, 0.0003),
}
"""Bets, their published figure and how far off it may be."""


def simulated(shuffles: int) -> None:
    rules = felts.rules("pai_gow_poker")
    bets = [*edges.main_bets(rules, shuffles), edges.bank_bet(rules, shuffles)]
    assert [bet.bet for bet in bets] == list(PUBLISHED)
    for bet in bets:
        assert bet.standard_error is not None
        figure, tolerance = PUBLISHED[bet.bet]
        assert bet.edge == pytest.approx(figure, abs=max(tolerance, 3 * bet.standard_error))


def test_the_main_wager_and_the_bank() -> None:
    simulated(3000)


@pytest.mark.exhaustive
def test_the_main_wager_and_the_bank_at_length() -> None:
    simulated(120_000)


# --- a second opinion on what seven cards hold ----------------------------------------------


def holds(step: int) -> None:
    sevens, _ = edges.all_sevens()
    for hand, held in zip(sevens[::step], lines_held(sevens[::step]).tolist(), strict=True):
        named = {line for place, line in enumerate(LINES) if held >> place & 1}
        assert named == lines(tuple(hand.tolist())), hand


def test_what_seven_cards_hold() -> None:
    holds(2003)


@pytest.mark.exhaustive
def test_what_seven_cards_hold_at_length() -> None:
    holds(97)


# --- a second settlement ------------------------------------------------------------------

TABLES: list[dict[str, object]] = [
    {
        "fortune_envy": "five_aces:25000,straight_flush:2000,four_of_a_kind:500",
        "treasure_pays": "full_house:6,pai_gow:1,nine_high_pai_gow:40,three_pair:3,two_pair:1",
        "treasure_envy": "four_of_a_kind:1000",
        "coupon_on_push": "drops",
        "dice_sum": "b",
    },
    {
        "wheel_rank": "lowest",
        "copies": "neither",
        "wrongly_set": "reset",
        "house_way": "ace_keeps_two_pair",
        "vig_rounding": "exact",
        "house_wager_cents": 20_00,
    },
    {
        "commission": "tiger_9",
        "bank_offered": False,
        "co_bank_offered": False,
        "start_by": "number",
        "dice_sum": "none",
    },
]


def played(change: dict[str, object], n: int, seed: int) -> tuple[Any, Any, Stakes]:
    """Rounds by the strategy; some hands set anyhow, some rounds void, some with coupons."""
    rules = felts.rules("pai_gow_poker", **change)
    rng = np.random.default_rng(seed)
    units = rng.integers(0, 4, (n, rules.seats)) * rules.minimum_cents
    coupons = np.where((units > 0) & (rng.random(units.shape) < 0.05), 500, 0)
    felt = game.deal(rng, n, rules)
    felt, stakes = game.decide(rng, rules, felt, units, coupons)
    hands = felt.hands.copy()
    anyhow = rng.random(units.shape) < 0.2
    hands[anyhow] = rng.permuted(hands[anyhow], axis=1)
    return rules, replace(felt, hands=hands), replace(stakes, void=rng.random(n) < 0.05)


def agrees(rules: Any, felt: Any, stakes: Stakes) -> None:
    settled, _ = game.settle(rules, felt, stakes, None)
    check(stakes, settled)
    for n in range(len(stakes.void)):
        plain = PlainRound(rules, felt, stakes, n)
        for (seat, wager), row in plain.rows.items():
            found = {
                word: int(getattr(settled, name)[n, seat, wager]) for word, name in WORDS.items()
            }
            assert found == dict.fromkeys(WORDS, 0) | row, (n, seat, wager)


@pytest.mark.parametrize("change", TABLES)
def test_the_plain_settlement_agrees(change: dict[str, object]) -> None:
    agrees(*played(change, 100, 5))


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", TABLES)
def test_the_plain_settlement_agrees_at_length(change: dict[str, object]) -> None:
    agrees(*played(change, 3400, 6))


def money(settled: Settlement, bank: int) -> dict[str, int]:
    """Money changes: each seat's, the bank's in the place of its seat, and the tray's."""
    by_seat = patrons_cents(settled)[0].sum(axis=1)
    found = {f"P{seat + 1}": int(cents) for seat, cents in enumerate(by_seat)}
    found["bank"] = found.pop(f"P{bank}")
    return found | {"tray": int(house_net_cents(settled).sum())}


# Hands that lose to, beat and tie with the bank's pair of eights over a pair of sixes.
BANK_HAND = "8s 8d Th Jd 5d 6c 6d"
HANDS = {
    "lose": "7d Tc 3s 2s 2d Kh Qc",
    "win": "Qd Ah As 4s 5c 9d 9c",
    "tie": "Qs 9s Js 3s 7s Ac 4h",
}


@pytest.mark.parametrize(
    ("co_bank", "players", "house", "moves"),
    [
        (
            False,
            {1: (100, "lose"), 2: (50, "win"), 4: (40, "tie"), 5: (200, "lose")},
            (25, "lose"),
            {"bank": 26125, "tray": -875, "P1": -10000, "P2": 4750, "P5": -20000},
        ),
        (
            True,
            {1: (100, "lose"), 2: (50, "win"), 5: (200, "lose")},
            None,
            {"bank": 11875, "tray": 13375, "P1": -10000, "P2": 4750, "P5": -20000},
        ),
        (
            True,
            {1: (100, "win"), 2: (60, "lose"), 4: (45, "win")},
            None,
            {"bank": -4250, "tray": -3525, "P1": 9500, "P2": -6000, "P4": 4275},
        ),
    ],
    ids=["A", "C", "D"],
)
def test_the_banks_money(
    *,
    co_bank: bool,
    players: dict[int, tuple[int, str]],
    house: tuple[int, str] | None,
    moves: dict[str, int],
) -> None:
    rules = felts.rules("pai_gow_poker", vig_rounding="exact")
    felt = game.deal(np.random.default_rng(1), 1, rules)
    stake = np.zeros((1, 6, len(game.WAGERS)), np.int64)

    felt.hands[0, 2] = cards(BANK_HAND)
    for seat, (dollars, result) in players.items():
        felt.hands[0, seat - 1] = cards(HANDS[result])
        stake[0, seat - 1, MAIN] = dollars * 100
    covered = int(stake[0, :, MAIN].sum())
    stake[0, 2, BANK] = covered
    stake[0, 2, BANK_HOUSE] = covered // 2
    if house is not None:
        felt.dealer[0] = cards(HANDS[house[1]])
        stake[0, 2, BANK_HOUSE] = house[0] * 100
    felt = replace(felt, bank=np.array([3]), co_bank=np.array([co_bank]))
    settled, _ = game.settle(
        rules, felt, Stakes(stake, np.zeros_like(stake), np.zeros(1, bool)), None
    )
    found = money(settled, 3)
    assert {who: cents for who, cents in found.items() if cents} == moves
