"""Ranking of hands, by the ways in which it goes wrong."""

import numpy as np
import pytest

from countroom.engine import hands
from countroom.engine.cards import cards, shuffled_decks


def rank(text: str) -> int:
    return int(hands.strength(cards(text)[None, :])[0])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "Kh Qh Jh Th 9h"),
        ("6c 5c 4c 3c 2c", "5c 4c 3c 2c Ac"),
        ("5c 4c 3c 2c Ac", "As Ah Ad Ac Kd"),
        ("2s 2h 2d 2c 3d", "As Ah Ad Kc Kd"),
        ("2s 2h 2d 3c 3d", "As Ks Qs Js 9s"),
        ("6s 5h 4h 3h 2h", "5s 4h 3h 2h Ah"),
        ("5s 4h 3h 2h Ah", "As Ah Ad Kc Qd"),
        ("As Ah 3d 3c 2d", "Ks Kh Qd Qc Ad"),
        ("As Ah Kd Qc 3d", "As Ah Kd Qc 2d"),
        ("As Kh Qd Jc 9d", "As Kh Qd Jc 8d"),
    ],
)
def test_order(better: str, worse: str) -> None:
    assert rank(better) > rank(worse)


@pytest.mark.parametrize(
    ("seven", "best_five"),
    [
        ("2s 2h 2d 2c 3d 3c As", "2s 2h 2d 2c As"),
        ("As Ah Kd Kc Qd Qc 2s", "As Ah Kd Kc Qd"),
        ("As Ah Ad Kc Kd Kh 2s", "As Ah Ad Kc Kd"),
        ("As Ah Ad Kc Kd 2h 2s", "As Ah Ad Kc Kd"),
        ("As Ks Qs Js 9s Th 2s", "As Ks Qs Js 9s"),
        ("9s 8s 7s 6s 5s As Ah", "9s 8s 7s 6s 5s"),
        ("9h 8s 7d 6c 5s 4h 3h", "9h 8s 7d 6c 5s"),
    ],
)
def test_the_best_five_of_seven(seven: str, best_five: str) -> None:
    assert rank(seven) == rank(best_five)


def test_suits_are_equal() -> None:
    assert rank("As Kh Qd Jc 9d") == rank("Ac Kd Qs Jh 9s")


def test_many_hands_of_any_shape_are_ranked_as_one_by_one() -> None:
    dealt = shuffled_decks(np.random.default_rng(3), 70_000)[:, :10].reshape(70_000, 2, 5)
    ranked = hands.strength(dealt)
    assert ranked.shape == (70_000, 2)
    for n in (0, 65_535, 65_536, 69_999):
        assert ranked[n, 1] == hands.strength(dealt[n, 1][None])[0]


def test_only_known_hands_are_ranked() -> None:
    dealt = np.stack([cards("As Ks Qs Js Ts"), cards("As Ks Qs Js --"), cards("2c 3c 4c 5c 6c")])
    known = np.array([True, True, False])
    assert hands.class_of(hands.strength_where(dealt, known)).tolist() == [hands.ROYAL_FLUSH, 0, 0]


def test_two_and_three_cards_are_numbered_by_what_ranks_them() -> None:
    deck = shuffled_decks(np.random.default_rng(5), 20_000)
    hole, community = deck[:, :8].reshape(-1, 4, 2), deck[:, 8:11]
    index = hands.two_and_three_index(hole, community)
    five = np.concatenate([hole, np.broadcast_to(community[:, None], (len(deck), 4, 3))], axis=2)
    by_number = hands.strength(hands.two_and_three_hands())[index]
    assert (hands.class_of(by_number) == hands.class_of(hands.strength(five))).all()
    paired = hands.class_of(by_number) == hands.ONE_PAIR
    ranks = hands.leading_rank(by_number), hands.leading_rank(hands.strength(five))
    assert (ranks[0][paired] == ranks[1][paired]).all()
    assert len(hands.CLASS_NAMES) == hands.ROYAL_FLUSH + 1
