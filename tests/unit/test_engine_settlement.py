"""Settlement: money is neither made nor lost, and one round is settled as a million are."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.engine.baccarat_hands import Felt, nobody
from countroom.engine.cards import cards
from countroom.engine.games import GAMES, baccarat
from countroom.engine.records import OUTCOME, Notes, from_columns, to_columns
from countroom.engine.settlement import (
    Settlement,
    Stakes,
    check,
    house_net_cents,
    patrons_cents,
)
from tests.plumbing import felts

VARIANTS: dict[str, list[dict[str, object]]] = {
    **{game: [{}] for game in GAMES},
    "mississippi_stud": [
        {},
        {"coupon_on_push": "drops", "coupon_pays": "even_money", "coupon_in_multiples": True},
        {"maximum_cents": 10_000_00, "minimum_cents": 500_00},
        {"decks": 2, "shuffling": "device"},
        *(dict(terms) for terms in list(GAMES["mississippi_stud"].EXAMPLES.values())[1:4]),
    ],
    "baccarat": [
        {},
        {"vig_percent": 4},
        {"vig_rounding": "exact", "coupon_on_push": "drops", "tie_odds": "19:2"},
        {"vig_collection": "marked", "golden_talons": "B", "pair_odds": "11:1"},
    ],
    "ez_baccarat": [{}, {"coupon_pays": "even_money", "panda_8_odds": "none"}],
    "minibaccarat": [
        {},
        {"vig_collection": "marked", "vig_percent": 4, "dragon_bonus": "A"},
        {"ez": True, "vig_percent": 0, "dragon_7_odds": "40:1", "dragon_bonus": "C"},
    ],
    "blackjack": [
        {},
        {"decks": 1, "dealt_from": "hand", "peek": False, "hit_split_aces": True},
        {
            "shuffling": "continuous",
            "h17": True,
            "surrender": "early",
            "bj_pays": "6:5",
            "coupon_in_multiples": True,
        },
        {
            "shuffling": "continuous",
            "payout_limit_cents": 2000,
            "coupon_pays": "even_money",
            "coupon_on_push": "drops",
        },
    ],
    "pai_gow_poker": [
        {},
        {
            "vig_rounding": "exact",
            "wheel_rank": "lowest",
            "house_way": "ace_keeps_two_pair",
            "house_wager_cents": 20_00,
            "fortune_envy": "five_aces:25000,four_of_a_kind:2500",
            "treasure_pays": "pai_gow:1,full_house:5",
            "treasure_envy": "four_of_a_kind:1000",
            "coupon_on_push": "drops",
            "dice_sum": "b",
        },
        {
            "commission": "tiger_9",
            "bank_offered": False,
            "co_bank_offered": False,
            "copies": "neither",
            "wrongly_set": "reset",
            "start_by": "button",
            "dice_sum": "none",
            "fortune_pays": "",
            "seats": 5,
        },
        {"start_by": "number", "dice_sum": "none", "coupon_pays": "even_money"},
    ],
    "sic_bo": [
        {},
        {"paytable": "B", "coupon_pays": "even_money", "coupon_on_push": "drops"},
        {"paytable": "usual_us", "pair_in_a_triple": False},
    ],
    "roulette": [
        {},
        {"zero_on_outside": "half_back", "coupon_pays": "even_money"},
        {"wheel": "single_zero", "straight_odds": "36:1"},
    ],
    "craps": [
        {},
        {"buy_vig": "up_front", "lay_vig": "up_front", "vig_refund": True, "seats": 6},
    ],
    "mini_craps": [{"offers_come": False, "offers_field": False, "coupon_on_push": "drops"}],
    "poker": [
        {},
        {"no_flop_no_drop": False, "rake_percent": 5, "seats": 2},
        {"chip_cents": 200, "rake_step_cents": 200},
        {"rake_percent": 0, "time_charge_cents": 600},
    ],
}
CASES = [(game, change) for game, changes in VARIANTS.items() for change in changes]


def played(game: str, change: dict[str, object], seed: int, n: int) -> tuple[Any, Any, Stakes]:
    """Deal and decide rounds, some of them void, some wagers with coupons."""
    module, rules = GAMES[game], felts.rules(game, **change)
    rng = np.random.default_rng(seed)
    units = rng.integers(0, 4, (n, rules.seats)) * rules.minimum_cents
    coupons = np.where((units >= 500) & (rng.random(units.shape) < 0.3), 500, 0)
    felt = module.deal(rng, n, rules)
    felt, stakes = module.decide(rng, rules, felt, units, coupons)
    return rules, felt, replace(stakes, void=rng.random(n) < 0.1)


@pytest.mark.parametrize(("game", "change"), CASES)
@given(seed=st.integers(0, 2**32))
def test_nothing_is_made_or_lost(game: str, change: dict[str, object], seed: int) -> None:
    rules, felt, stakes = played(game, change, seed, 40)
    settled, _ = GAMES[game].settle(rules, felt, stakes, None)
    check(stakes, settled)
    per_round = patrons_cents(settled).sum(axis=(1, 2)) + house_net_cents(settled).sum(axis=(1, 2))
    elsewhere = settled.paid_elsewhere_cents.sum(axis=(1, 2))
    assert (per_round + settled.rake_cents == elsewhere).all()
    void = stakes.void
    assert (settled.pushed_cents[void] == stakes.stake_cents[void]).all()
    assert not settled.coupon_dropped[void].any()
    assert not settled.rake_cents[void].any()


def one_by_one(game: str, rules: Any, columns: dict[str, Any]) -> dict[str, list[int]]:
    """Settle every round of a record by itself."""
    found: dict[str, list[int]] = {name: [] for name in OUTCOME}
    carried: Any = None
    for number in np.unique(columns["round"]):
        own = {name: values[columns["round"] == number] for name, values in columns.items()}
        batch, refused = from_columns(GAMES[game], rules, own)
        assert refused == []
        settled, carried = GAMES[game].settle(rules, batch.felt, batch.stakes, carried)
        at, equipment, void = (own[name][:1] for name in ("at", "equipment", "void_reason"))
        notes = Notes(batch.rounds, at, equipment, void, serials(batch.stakes))
        again = to_columns(GAMES[game], batch.felt, batch.stakes, settled, notes)
        for name in OUTCOME:
            found[name] += again[name].tolist()
    return found


def serials(stakes: Stakes) -> dict[tuple[int, int], str]:
    places = np.argwhere(stakes.coupon_cents).tolist()
    return {(n, seat): f"MP-{n}-{seat}" for n, seat, _ in places}


@pytest.mark.parametrize(("game", "change"), CASES)
def test_one_round_is_settled_as_many_are(game: str, change: dict[str, object]) -> None:
    rules, felt, stakes = played(game, change, 11, 150)
    settled, _ = GAMES[game].settle(rules, felt, stakes, None)
    n = len(stakes.void)
    numbers, ones = np.arange(1, n + 1), np.ones(n, np.int64)
    notes = Notes(numbers, numbers, ones, stakes.void.astype(int), serials(stakes))
    columns = to_columns(GAMES[game], felt, stakes, settled, notes)
    whole = {name: columns[name].tolist() for name in OUTCOME}
    assert one_by_one(game, rules, columns) == whole


# --- coupons ------------------------------------------------------------------------------


def coupon_rounds(loses: int, wins: int) -> tuple[Any, Felt, Stakes]:
    """Rounds of one patron: 25 in chips on Player with a coupon of 25."""
    player = [cards("9c Kd --")] * wins + [cards("8c Kd --")] * loses
    banker = [cards("4c 4d --")] * wins + [cards("5c 4d --")] * loses
    n = wins + loses
    stake = np.zeros((n, 1, len(baccarat.WAGERS)), np.int64)
    stake[..., baccarat.PLAYER] = 2500
    felt = Felt(np.stack(player), np.stack(banker), np.ones(n, np.int64), nobody(n))
    return felts.rules("baccarat"), felt, Stakes(stake, stake.copy(), np.zeros(n, bool))


@pytest.mark.parametrize(
    ("loses", "wins", "house_net"), [(1, 0, 2500), (0, 1, -5000), (5, 7, 5 * 2500 - 7 * 5000)]
)
def test_a_coupon_is_never_money(loses: int, wins: int, house_net: int) -> None:
    rules, felt, stakes = coupon_rounds(loses, wins)
    settled, _ = baccarat.settle(rules, felt, stakes, None)
    assert house_net_cents(settled).sum() == house_net
    assert settled.coupon_dropped.sum() == loses + wins


# --- what must not be ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"pooled_cents": 1}, "lost or made"),
        ({"collected_cents": 2500}, "paid and taken"),
        ({"paid_tray_cents": -1, "coupon_win_cents": -1}, "negative"),
        ({"vig_charged_cents": 5}, "neither marked nor collected"),
        ({"coupon_win_cents": 10_000}, "overpaid"),
        ({"pushed_cents": 2501}, "used twice"),
        ({"paid_tray_cents": 0, "coupon_win_cents": 0}, "unsettled"),
    ],
)
def test_a_wrong_settlement_is_caught(change: dict[str, int], says: str) -> None:
    rules, felt, stakes = coupon_rounds(0, 1)
    settled, _ = baccarat.settle(rules, felt, stakes, None)
    at_player = (stakes.stake_cents > 0).astype(np.int64)
    amounts: dict[str, Any] = {name: at_player * cents for name, cents in change.items()}
    wrong: Settlement = replace(settled, **amounts)
    check(stakes, settled)
    with pytest.raises(AssertionError, match=says):
        check(stakes, wrong)


def test_some_rounds_can_be_taken() -> None:
    _, _, stakes = coupon_rounds(2, 3)
    assert len(stakes.only(slice(1, 4)).void) == 3
