"""Baccarat's two hands: third cards and shoes."""

import numpy as np
import pytest

from countroom.engine import baccarat_hands
from countroom.engine.baccarat_hands import STOOD, banker_draws, player_draws
from countroom.engine.cards import NO_CARD, cards

DRAWS_ON = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""On which third card of the Player's Hand the Banker's Hand draws, by its count."""


@pytest.mark.parametrize("total", range(8))
def test_when_the_banker_draws_against_a_third_card(total: int) -> None:
    drawn_on = "".join(str(third) for third in range(10) if banker_draws(total, 5, third))
    assert drawn_on == DRAWS_ON[total]


@pytest.mark.parametrize("total", range(10))
def test_when_nobody_else_drew(total: int) -> None:
    assert banker_draws(total, 6, STOOD) == (total <= 5)
    assert player_draws(total, 7) == (total <= 5)


@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("total", range(10))
def test_a_natural_ends_the_coup(natural: int, total: int) -> None:
    assert not player_draws(total, natural)
    assert not banker_draws(total, natural, STOOD)


def test_coups_are_dealt_alternately_from_the_shoe() -> None:
    six = np.stack([cards("2c 3c Kd Kh 4s 5s"), cards("9c 3c Kd Kh 4s 5s")])
    felt, took = baccarat_hands.coups(six, np.array([1, 1]))
    assert felt.player.tolist() == [cards("2c Kd 4s").tolist(), cards("9c Kd --").tolist()]
    assert felt.banker.tolist() == [cards("3c Kh 5s").tolist(), cards("3c Kh --").tolist()]
    assert took.tolist() == [6, 4]


def test_the_banker_may_draw_alone() -> None:
    felt, took = baccarat_hands.coups(cards("6c 3c Kd Kh 4s 5s")[None], np.array([1]))
    assert felt.player[0, 2] == NO_CARD
    assert felt.banker.tolist() == [cards("3c Kh 4s").tolist()]
    assert took.tolist() == [5]


@pytest.mark.parametrize(("n", "decks"), [(1, 8), (500, 8), (500, 6), (40, 1)])
def test_shoes_are_dealt_down_to_the_cover_card(n: int, decks: int) -> None:
    felt = baccarat_hands.deal_shoes(np.random.default_rng(n), n, decks)
    assert len(felt.shoe) == n
    assert (np.diff(felt.shoe) >= 0).all()
    assert felt.shoe[0] == 1
    for shoe in range(1, int(felt.shoe[-1]) + 1):
        of_shoe = felt.shoe == shoe
        dealt = np.concatenate([felt.player[of_shoe].ravel(), felt.banker[of_shoe].ravel()])
        dealt = dealt[dealt != NO_CARD]
        assert np.bincount(dealt).max() <= decks
        whole = shoe < felt.shoe[-1]
        assert not whole or 52 * decks - 14 - 11 <= len(dealt) <= 52 * decks


def test_a_dealt_shoe_breaks_no_rule() -> None:
    felt = baccarat_hands.deal_shoes(np.random.default_rng(1), 2000, 8)
    assert not any(each.where.any() for each in baccarat_hands.third_card_breaches(felt))
