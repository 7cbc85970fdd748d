"""Single mistakes at the felt that would leave exactly a difference in the tray."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine.games import GAMES
from countroom.engine.mistakes import MOST, Mistake, that_leave

GAME = GAMES["baccarat"]


def settled(*rows: tuple[int, ...]) -> dict[str, NDArray[Any]]:
    """Rows of wager, stake, collected, paid, vigorish, pushed, coupon, marks; a round each."""
    names = ["wager", "stake", "collected", "paid_tray", "vig_collected", "pushed", "coupon"]
    names += ["vig_cleared"]
    whole = [(*row, 0)[: len(names)] for row in rows]
    values = np.array(whole, np.int64).reshape(len(rows), len(names)).T
    columns: dict[str, NDArray[Any]] = {
        name if name == "wager" else f"{name}_cents": column
        for name, column in zip(names, values, strict=True)
    }
    return columns | {
        "round": np.arange(1, len(rows) + 1),
        "seat": np.full(len(rows), 2),
    }


LOST = (0, 5_000, 5_000, 0, 0, 0, 0)
WON = (0, 5_000, 0, 5_000, 0, 0, 0)
VIG = (1, 4_000, 0, 4_000, 200, 0, 0)
PUSH = (0, 3_000, 0, 0, 0, 3_000, 0)
MARKS = (0, 3_000, 0, 0, 0, 3_000, 0, 725)


@pytest.mark.parametrize(
    ("row", "cents", "says"),
    [
        (LOST, -5_000, "the losing wager of 50.00 was not taken"),
        (WON, 5_000, "the win of 50.00 was not paid"),
        (WON, -5_000, "the win of 50.00 was paid twice"),
        (VIG, -200, "the vigorish of 2.00 was not collected"),
        (PUSH, 3_000, "the push was taken"),
        (MARKS, -725, "the marked vigorish of 7.25 was not collected"),
    ],
)
def test_each_kind_of_mistake_is_found(row: tuple[int, ...], cents: int, says: str) -> None:
    (found,) = that_leave(GAME, settled(row), cents)
    assert found == Mistake(1, 2, GAME.WAGERS[row[0]].code, cents, says)


def test_nothing_off_and_nothing_fitting() -> None:
    assert that_leave(GAME, settled(WON, LOST), 0) == ()
    assert that_leave(GAME, settled(WON, LOST), 1_234) == ()


def test_a_win_paid_at_another_line_of_the_pay_table() -> None:
    three_to_two = (0, 5_000, 0, 7_500, 0, 0, 0)
    two_to_one = (0, 1_000, 0, 2_000, 0, 0, 0)
    (found,) = that_leave(GAME, settled(three_to_two, two_to_one), -2_500)
    assert (found.round, found.says) == (1, "paid 100.00 and not 75.00")


def test_a_line_that_does_not_divide_the_stake_is_no_line() -> None:
    thirds = (0, 3_000, 0, 1_000, 0, 0, 0)
    odd = (0, 1_000, 0, 2_000, 0, 0, 0)
    assert that_leave(GAME, settled(thirds, odd), 1_667) == ()


def test_a_coupons_win_is_at_no_line() -> None:
    with_coupon = (0, 2_000, 0, 4_000, 0, 0, 2_000)
    assert that_leave(GAME, settled(with_coupon, WON), 2_000) == ()


def test_they_stand_in_order_and_not_without_end() -> None:
    found = that_leave(GAME, settled(*[WON] * (MOST + 9)), 5_000)
    assert [each.round for each in found] == list(range(1, MOST + 1))
