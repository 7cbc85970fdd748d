"""Payouts and vigorish: exact to the cent or refused."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.engine.cards import card, card_text
from countroom.engine.odds import InexactError, odds_row, vigorish_cents, win_cents


@pytest.mark.parametrize(
    ("won", "percent", "step", "vig"),
    [
        (1700, 5, 25, 100),
        (300, 5, 25, 25),
        (1700, 4, 20, 80),
        (6500, 5, 25, 325),
        (500, 5, 25, 25),
        (501, 5, 25, 50),
        (0, 5, 25, 0),
        (1700, 5, None, 85),
        (1700, 4, None, 68),
    ],
)
def test_vigorish(won: int, percent: int, step: int | None, vig: int) -> None:
    assert vigorish_cents(np.array([won]), percent, step).tolist() == [vig]


def test_exact_vigorish_that_is_no_whole_cent_is_refused() -> None:
    with pytest.raises(InexactError, match="vigorish is not a whole number of cents") as refused:
        vigorish_cents(np.array([2000, 250]), 5, None)
    assert refused.value.where.tolist() == [False, True]


@given(st.integers(0, 10**9), st.sampled_from([(4, 20), (5, 25)]))
def test_vigorish_is_never_below_its_rate_nor_a_step_above(won: int, rate: tuple[int, int]) -> None:
    percent, step = rate
    vig = int(vigorish_cents(np.array([won]), percent, step)[0])
    assert vig % step == 0
    assert Fraction(won * percent, 100) <= vig < Fraction(won * percent, 100) + step


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=5), st.fractions(0, 500))
def test_a_payout_is_exact_or_refused(stakes: list[int], odds: Fraction) -> None:
    exact = [stake * odds for stake in stakes]
    if all(each.denominator == 1 for each in exact):
        paid = win_cents(np.array(stakes), *odds_row((odds,)))
        assert paid.tolist() == [int(each) for each in exact]
    else:
        with pytest.raises(InexactError, match="payout") as refused:
            win_cents(np.array(stakes), *odds_row((odds,)))
        assert refused.value.where.tolist() == [each.denominator != 1 for each in exact]


def test_cards_survive_being_written_and_read() -> None:
    assert [card(card_text(each)) for each in range(52)] == list(range(52))


@pytest.mark.parametrize("text", ["", "A", "10s", "as", "Ax", "1s"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(text)
