"""What recorded rounds show by themselves, where there are none and where one is refused."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from countroom.engine import oddities

NONE = np.zeros(0, np.int64)


def test_a_table_without_rounds_shows_nothing() -> None:
    assert list(oddities._spans(NONE)) == []
    assert list(oddities._gaps({"round": NONE})) == []


def test_a_number_that_no_round_has_is_told_once() -> None:
    rounds = np.array([1, 1, 2, 5, 5], np.int64)
    assert list(oddities._spans(rounds)) == [(1, 0, 2), (2, 2, 3), (5, 3, 5)]
    assert [odd.round for odd in oddities._gaps({"round": rounds})] == [3, 4]


def test_a_round_that_cannot_be_settled_is_told_with_its_reason() -> None:
    row: Any = SimpleNamespace(row=1, reason="a card lies twice.")
    again: Any = SimpleNamespace(refused=[row])
    (odd,) = oddities._refused(again, {"round": np.array([7, 8], np.int64)})
    assert (odd.kind, odd.round) == ("refused", 8)
    assert odd.says == "Round 8 cannot be settled: a card lies twice."
