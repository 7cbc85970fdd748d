"""Random rounds, settled by the engine and by ``plain_mississippi_stud``, agree to the cent."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine.game import Game
from countroom.engine.games import mississippi_stud
from countroom.engine.mississippi_felt import Felt, plain
from countroom.engine.settlement import Stakes, check
from tests.oracles import plain_mississippi_stud as by_hand

GAME: Game = mississippi_stud
BASE, EVERYTHING, NO_MINI_ROYAL, *PROGRESSIVES = mississippi_stud.EXAMPLES

ENVY = {"royal": 100_000, "straight flush": 30_000}
THREE = {"straight flush": 40, "three": 30, "straight": 6, "flush": 3, "pair": 1}
FIVE = {"royal": -1, "straight flush": 500, "four": 100, "full house": 20, "flush": 15}
FIVE |= {"straight": 10, "three": 4, "magic": 5, "lucky": 50}
SIX = {"royal": 1000, "straight flush": 200, "four": 50, "full house": 25, "flush": 20}
SIX |= {"straight": 10, "three": 5}
MEGA = [5_000_000, 250_000, 25_000]

TABLES: list[tuple[str, dict[str, object], by_hand.Table]] = [
    (BASE, {}, by_hand.Table(500)),
    (
        BASE,
        {"limit_basis": "equal_bets", "minimum_cents": 50_00, "coupon_pays": "even_money"},
        by_hand.Table(50_00, units=4, even=True),
    ),
    (
        EVERYTHING,
        {},
        by_hand.Table(
            500,
            progressive="A",
            seeds=[1_000_000, 0, 0],
            envy=ENVY,
            three=THREE | {"mini-royal": 50},
            five=FIVE,
            six=SIX,
        ),
    ),
    (
        EVERYTHING,
        {"folded_cards": "taken", "coupon_on_push": "drops"},
        by_hand.Table(
            500,
            progressive="A",
            seeds=[1_000_000, 0, 0],
            envy=ENVY,
            three=THREE | {"mini-royal": 50},
            five=FIVE,
            six=SIX,
            fold_ends_all=True,
            drops=True,
        ),
    ),
    (NO_MINI_ROYAL, {}, by_hand.Table(500, three=THREE | {"mini-royal": 40})),
    *(
        (
            name,
            {},
            by_hand.Table(
                500,
                progressive=name[-1],
                seeds=[*MEGA[:2], 0] if name[-1] == "B" else MEGA,
                envy=ENVY,
            ),
        )
        for name in PROGRESSIVES
    ),
]
NAMES = [f"{name}, {', '.join(changes) or 'as it is'}" for name, changes, _ in TABLES]

SEATS = 4


def around_a_run(rng: np.random.Generator) -> NDArray[np.int64]:
    """Cards of which the first two hands and the community are seven in a row of one suit.

    In one of three each of the two has a straight flush.
    """
    low, suit = int(rng.integers(0, 7)), int(rng.integers(0, 4))
    places = np.array([0, 1, 5, 6, 2, 3, 4])
    run = 4 * (low + (places if rng.random() < 0.3 else rng.permutation(places))) + suit
    others = rng.permutation(np.setdiff1d(np.arange(52), run))
    return np.concatenate([run[:4], others[:4], run[4:], others[4:8]])


def random_rounds(seed: int, n: int) -> tuple[Felt, Stakes]:
    """Rounds with many good hands: of all cards, of high ones, or of two suits."""
    rng = np.random.default_rng(seed)
    packs = [np.arange(52), np.arange(28, 52), np.arange(52)[np.arange(52) % 4 < 2]]
    packs.append(np.arange(32, 52))
    dealt = np.stack([rng.permutation(packs[k])[:15] for k in rng.integers(0, 4, n)])
    for n_run in np.flatnonzero(rng.random(n) < 0.3).tolist():
        dealt[n_run] = around_a_run(rng)
    cards = dealt.astype(np.int8)
    felt = plain(cards[:, : 2 * SEATS].reshape(n, SEATS, 2), cards[:, 8:11])
    felt = replace(
        felt,
        extra=cards[:, 11:],
        meters_cents=rng.integers(5_000_000, 9_000_000, (n, 4)),
        showed=rng.random((n, SEATS)) < 0.05,
        magic=rng.random((n, SEATS)) < 0.2,
        lucky=rng.random((n, SEATS)) < 0.1,
    )
    ante = rng.integers(0, 6, (n, SEATS)) * np.where(rng.random((n, SEATS)) < 0.1, 100_00, 5_00)
    stake = np.zeros((n, SEATS, 8), np.int64)
    stake[..., 0] = ante
    going = ante > 0
    for street in (1, 2, 3):
        going &= rng.random((n, SEATS)) < 0.85
        stake[..., street] = rng.integers(1, 4, (n, SEATS)) * ante * going
    chosen = rng.random((n, SEATS, 4)) < 0.6
    stake[..., 4:] = rng.integers(1, 6, (n, SEATS, 4)) * 100 * chosen * (ante > 0)[..., None]
    coupon = np.where(rng.random(stake.shape) < 0.2, 5_00, 0) * (stake >= 5_00)
    return felt, Stakes(stake, coupon, rng.random(n) < 0.08)


def laid_out(felt: Felt, stakes: Stakes, n: int) -> by_hand.Round:
    """Take one round out of a batch."""
    seats = [
        by_hand.Seat(
            hole=felt.hole[n, seat].tolist(),
            stakes=stakes.stake_cents[n, seat].tolist(),
            coupons=stakes.coupon_cents[n, seat].tolist(),
            showed=bool(felt.showed[n, seat]),
            magic=bool(felt.magic[n, seat]),
            lucky=bool(felt.lucky[n, seat]),
        )
        for seat in range(SEATS)
    ]
    return by_hand.Round(
        seats,
        felt.community[n].tolist(),
        felt.extra[n].tolist(),
        felt.meters_cents[n].tolist(),
        bool(stakes.void[n]),
    )


PARTS = {
    "collected_cents": "collected",
    "paid_tray_cents": "paid",
    "paid_elsewhere_cents": "elsewhere",
    "pushed_cents": "pushed",
    "coupon_dropped": "dropped",
    "coupon_win_cents": "coupon_win",
}


def agree(rules: Any, table: by_hand.Table, felt: Felt, stakes: Stakes) -> None:
    settled, _ = GAME.settle(rules, felt, stakes, None)
    check(stakes, settled)
    slowly = [by_hand.settle(table, laid_out(felt, stakes, n)) for n in range(len(stakes.void))]
    for name, plainly in PARTS.items():
        wanted = [[[getattr(each, plainly) for each in seat] for seat in one] for one in slowly]
        got = getattr(settled, name)
        wrong = np.argwhere(got != np.array(wanted))
        assert not len(wrong), (name, wrong[0].tolist())


@pytest.mark.parametrize(("example", "changes", "table"), TABLES, ids=NAMES)
def test_random_rounds_agree(
    example: str, changes: dict[str, object], table: by_hand.Table
) -> None:
    given = dict(mississippi_stud.EXAMPLES[example]) | {"seats": SEATS} | changes
    felt, stakes = random_rounds(7, 400)
    agree(mississippi_stud.Rules.from_dict(given), table, felt, stakes)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("example", "changes", "table"), TABLES, ids=NAMES)
def test_ten_thousand_random_rounds_agree(
    example: str, changes: dict[str, object], table: by_hand.Table
) -> None:
    given = dict(mississippi_stud.EXAMPLES[example]) | {"seats": SEATS} | changes
    felt, stakes = random_rounds(8, 10_000)
    agree(mississippi_stud.Rules.from_dict(given), table, felt, stakes)
