"""Five- and seven-card ranking against published counts and against pokerkit."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from pokerkit import StandardHighHand

from countroom.engine import hands
from countroom.engine.cards import Cards, card_text, shuffled_decks

COUNTS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
"""High card to royal flush, of 2,598,960. Standard figures, published in many places."""

PAIRS = {"twos to fives": 337_920, "sixes to tens": 422_400, "jacks to aces": 337_920}
"""84,480 hands a rank."""

DISTINCT = 7_462
"""Different strengths of five cards; 4,824 of seven."""


@pytest.fixture(scope="module")
def every_hand() -> Cards:
    each = np.fromiter(
        (card for hand in combinations(range(52), 5) for card in hand), np.int8, 2_598_960 * 5
    )
    return each.reshape(-1, 5)


def test_all_five_card_hands_are_counted_as_published(every_hand: Cards) -> None:
    strength = hands.strength(every_hand)
    assert np.bincount(hands.class_of(strength)).tolist() == COUNTS
    assert len(np.unique(strength)) == DISTINCT
    pair = hands.leading_rank(strength[hands.class_of(strength) == hands.ONE_PAIR])
    by_rank = np.bincount(pair)
    sums = [int(by_rank[:4].sum()), int(by_rank[4:9].sum()), int(by_rank[9:].sum())]
    assert sums == list(PAIRS.values())


def pokerkits(dealt: Cards) -> list[int]:
    return [
        StandardHighHand.from_game("".join(card_text(card) for card in hand)).entry.index
        for hand in dealt.tolist()
    ]


def same_order(dealt: Cards) -> bool:
    """Say whether ours and pokerkit's ranks of the hands are one another's, in order."""
    pairs = sorted(set(zip(hands.strength(dealt).tolist(), pokerkits(dealt), strict=True)))
    ours, theirs = zip(*pairs, strict=True)
    rising = all(below < above for below, above in pairwise(theirs))
    return rising and len(set(ours)) == len(pairs)


@pytest.mark.parametrize(("k", "many"), [(5, 4000), (6, 1000), (7, 1500)])
def test_a_sample_is_ranked_as_by_pokerkit(k: int, many: int) -> None:
    assert same_order(shuffled_decks(np.random.default_rng(k), many)[:, :k])


def test_a_sample_rich_in_kinds_is_ranked_as_by_pokerkit() -> None:
    few_ranks = shuffled_decks(np.random.default_rng(8), 4000)
    kept = np.array([hand[hand >= 32][:7] for hand in few_ranks], np.int8)
    assert same_order(kept[:1500])


@pytest.mark.exhaustive
def test_every_five_card_hand_is_ranked_as_by_pokerkit(every_hand: Cards) -> None:
    assert same_order(every_hand)
