"""Roulette settled slowly, wager by wager, as one would say it at the table."""

from fractions import Fraction
from typing import Any

BLACK = {2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}
FIELD = {"three": "three_numbers", "four": "four_numbers", "five": "five_numbers"}


def outside(code: str, number: int) -> bool | None:
    """Whether a box outside wins on 1 to 36; None for a wager inside."""
    name, _, which = code.partition("_")
    if name == "column":
        return number % 3 == int(which) % 3
    if name == "dozen":
        return (number - 1) // 12 + 1 == int(which)
    boxes = {
        "red": number not in BLACK,
        "black": number in BLACK,
        "odd": number % 2 == 1,
        "even": number % 2 == 0,
        "low": number < 19,
        "high": number > 18,
    }
    return boxes.get(name)


def wins(code: str, number: int) -> bool:
    """Whether a wager wins; 37 is 00."""
    text = "00" if number == 37 else str(number)
    box = outside(code, number)
    if box is None:
        return text in code.split("_")[1:]
    return box and 1 <= number <= 36


def odds(rules: Any, code: str) -> Fraction:
    """What a wager pays to 1."""
    name = code.partition("_")[0]
    kind = {"six": "six_numbers"} | FIELD
    kind |= dict.fromkeys(("red", "black", "odd", "even", "low", "high"), "even_chance")
    filed: Fraction = getattr(rules, f"{kind.get(name, name)}_odds")
    return filed


def settle(
    rules: Any,
    code: str,
    number: int,
    stake: int,
    coupon: int,
    void: bool,  # noqa: FBT001
) -> dict[str, int]:
    """What one wager does; what is not named is nothing."""
    if void:
        return {"pushed_cents": stake}
    drops = {"coupon_dropped": int(coupon > 0)}
    if wins(code, number):
        pays = odds(rules, code)
        extra = coupon * (pays if rules.coupon_pays == "same_odds_as_wager" else 1)
        paid = {"paid_tray_cents": int(stake * pays + extra), "coupon_win_cents": int(extra)}
        return paid | drops
    even = code in {"red", "black", "odd", "even", "low", "high"}
    if even and number in {0, 37} and rules.zero_on_outside == "half_back":
        return {"collected_cents": stake // 2, "pushed_cents": stake // 2} | drops
    return {"collected_cents": stake} | drops
