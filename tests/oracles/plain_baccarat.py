"""The baccarat family settled slowly, seat by seat, with a purse of marks for each."""

from math import ceil
from typing import Any

Done = dict[str, int]
"""What one wager does; what is not named is nothing."""

POINTS = dict(zip("23456789TJQKA", [*range(2, 10), 0, 0, 0, 0, 1], strict=True))

BONUS: dict[str, dict[str, str]] = {
    "dragon_bonus": {
        "A": "9:30 8:10 7:6 6:4 5:2 4:1 win:1 tie:0",
        "B": "9:20 8:8 7:7 6:4 5:3 4:1 win:1 tie:0",
        "C": "9:30 8:10 7:4 6:4 5:2 4:2 win:1 tie:0",
    },
    "golden_talons": {
        "A": "9:30 8:10 7:6 6:4 5:2 4:1 win:1 tie:0",
        "B": "9:20 8:10 7:5 6:4 5:2 4:1 win:1 tie:2",
        "C": "9:30 8:12 7:5 6:3 5:3 4:1 win:1 tie:0",
        "D": "9:20 8:8 7:7 6:4 5:3 4:1 win:1 tie:0",
        "E": "9:30 8:10 7:4 6:4 5:2 4:2 win:1 tie:0",
    },
}


def count(hand: list[str]) -> int:
    """The last digit of the pips' sum."""
    total: int = sum(POINTS[card[0]] for card in hand)
    return total % 10


def odds(rules: Any, code: str, player: list[str], banker: list[str]) -> Any:
    """What a wager pays to 1: None where it loses, 0 where it is given back."""
    own, other = count(player), count(banker)
    ez = getattr(rules, "ez", not hasattr(rules, "vig_percent"))
    dragon = other == 7 and len(banker) == 3 and own < 7
    name, _, hand = code.rpartition("_")
    if name in BONUS:
        hands = (player, banker) if hand == "player" else (banker, player)
        return bonus(BONUS[name][getattr(rules, name)], *hands)
    if name == "pair":
        first, second = (player if hand == "player" else banker)[:2]
        return rules.pair_odds if first[0] == second[0] else None
    pays = {
        "player": 0 if own == other else 1 if own > other else None,
        "banker": 0 if own == other or (dragon and ez) else 1 if own < other else None,
        "tie": rules.tie_odds if own == other else None,
        "dragon_7": getattr(rules, "dragon_7_odds", 40) if dragon else None,
        "panda_8": None,
    }
    if own == 8 and len(player) == 3 and other < 8 and code == "panda_8":
        return rules.panda_8_odds
    return pays[code]


def bonus(table: str, mine: list[str], theirs: list[str]) -> int | None:
    """What a wager on a hand's margin pays."""
    lines = dict(line.split(":") for line in table.split())
    own, other = count(mine), count(theirs)
    natural = [len(hand) == 2 and count(hand) > 7 for hand in (mine, theirs)]
    if own == other:
        return int(lines["tie"]) if all(natural) else None
    if own < other:
        return None
    line = "win" if natural[0] else str(own - other)
    return int(lines[line]) if line in lines else None


def vigorish(rules: Any, won: int) -> int:
    """What the Banker's Hand owes on an amount won."""
    exact: int = won * rules.vig_percent
    if rules.vig_rounding == "exact":
        assert exact % 100 == 0
        return exact // 100
    step: int = {4: 20, 5: 25}[rules.vig_percent]
    return ceil(exact / 100 / step) * step


class Table:
    """A table: what each seat owes goes on from coup to coup."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.owed: dict[int, int] = {}
        self.vig = bool(getattr(rules, "vig_percent", 0))

    def wager(self, seat: int, code: str, stake: int, coupon: int, hands: Any, void: int) -> Done:
        """Settle one wager."""
        if void:
            return {"pushed_cents": stake}
        drops = {"coupon_dropped": int(coupon > 0)}
        stays = {"coupon_dropped": int(coupon > 0 and self.rules.coupon_on_push == "drops")}
        pays = odds(self.rules, code, *hands)
        if pays is None:
            return {"collected_cents": stake} | drops
        if pays == 0:
            return {"pushed_cents": stake} | stays
        extra = int(coupon * (pays if self.rules.coupon_pays == "same_odds_as_wager" else 1))
        won = int(stake * pays) + extra
        done = {"paid_tray_cents": won, "coupon_win_cents": extra} | drops
        if code == "banker" and self.vig:
            done |= self.charged(seat, vigorish(self.rules, won))
        return done

    def charged(self, seat: int, vig: int) -> Done:
        """Take vigorish, or mark it."""
        if self.rules.vig_collection == "at_payout":
            return {"vig_charged_cents": vig, "vig_collected_cents": vig}
        self.owed[seat] = self.owed.get(seat, 0) + vig
        return {"vig_charged_cents": vig, "vig_marked_cents": vig}

    def seat(self, seat: int, bets: dict[str, tuple[int, int]], hands: Any, **told: int) -> Any:
        """Settle a seat's wagers, and collect its marks if it is told so."""
        done = {
            code: self.wager(seat, code, stake, coupon, hands, told["void"])
            for code, (stake, coupon) in bets.items()
        }
        if told["clears"]:
            done[next(iter(bets))]["vig_cleared_cents"] = self.owed.pop(seat, 0)
        return done
