"""Sic Bo settled slowly, wager by wager, as one would say it at the table."""

from typing import Any

ODDS: dict[str, dict[str, Any]] = {
    "A": {
        "triple": 150,
        "any": 24,
        "double": 8,
        "totals": {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6},
        "combination": 5,
        "single": {1: 1, 2: 2, 3: 3},
    },
    "B": {
        "triple": 180,
        "any": 31,
        "double": 11,
        "totals": {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6},
        "combination": 6,
        "single": {1: 1, 2: 2, 3: 12},
    },
    "usual_us": {
        "triple": 180,
        "any": 30,
        "double": 10,
        "totals": {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6},
        "combination": 5,
        "single": {1: 1, 2: 2, 3: 3},
    },
}


def odds(rules: Any, code: str, dice: list[int]) -> int | None:
    """What a wager pays to 1 on dice that all lie flat; None where it loses."""
    table, triple = ODDS[rules.paytable], len(set(dice)) == 1
    name, _, number = code.rpartition("_")
    if name.startswith("combination"):
        return table["combination"] if {int(name[-1]), int(number)} <= set(dice) else None
    if number.isdigit() and name != "total":
        return of_a_kind(rules, name, dice.count(int(number)))
    total = sum(dice)
    pays = {
        "small": 1 if total < 11 and not triple else None,
        "big": 1 if total > 10 and not triple else None,
        "any_three_of_a_kind": table["any"] if triple else None,
    }
    if code in pays:
        return pays[code]
    return table["totals"][min(total, 21 - total)] if total == int(number) else None


def of_a_kind(rules: Any, name: str, held: int) -> int | None:
    """What a wager on a number pays that so many dice show."""
    table = ODDS[rules.paytable]
    if name == "three_of_a_kind":
        return table["triple"] if held == 3 else None
    if name == "two_of_a_kind":
        return table["double"] if held == 2 or (held == 3 and rules.pair_in_a_triple) else None
    single: int | None = table["single"].get(held)
    return single


def settle(
    rules: Any,
    code: str,
    dice: list[int],
    stake: int,
    coupon: int,
    void: bool,  # noqa: FBT001
) -> dict[str, int]:
    """What one wager does; what is not named is nothing."""
    if void:
        return {"pushed_cents": stake}
    if 0 in dice:
        return {"standing_cents": stake}
    drops = {"coupon_dropped": int(coupon > 0)}
    pays = odds(rules, code, dice)
    if pays is None:
        return {"collected_cents": stake} | drops
    extra = coupon * (pays if rules.coupon_pays == "same_odds_as_wager" else 1)
    return {"paid_tray_cents": stake * pays + extra, "coupon_win_cents": extra} | drops
