"""A second settlement of Craps, one wager after another, written from the rules in words.

It knows nothing of the engine's tables: the codes of the wagers, dice and points are all that
it shares.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from countroom.engine.craps_dice import Felt
from countroom.engine.games import GAMES
from countroom.engine.settlement import WAGER_OUTCOMES, Stakes, check
from tests.plumbing import felts

RULE_SETS: Final[list[dict[str, object]]] = [
    {},
    {
        "buy_vig": "up_front",
        "lay_vig": "up_front",
        "vig_rounding": "up",
        "coupon_pays": "even_money",
    },
    {"buy_vig": "up_front", "vig_rounding": "exact", "vig_refund": True, "field_twelve": "3:1"},
    {"lay_vig": "up_front", "vig_refund": True, "vig_step_cents": 500, "coupon_on_push": "drops"},
]

UNIT_CENTS: Final = 330_00
"""Everything pays whole cents on a multiple of it."""

TRUE: Final = {4: "2/1", 5: "3/2", 6: "6/5", 8: "6/5", 9: "3/2", 10: "2/1"}
LAID: Final = {4: "1/2", 5: "2/3", 6: "5/6", 8: "5/6", 9: "2/3", 10: "1/2"}
PLACED: Final = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
PLACED_AGAINST: Final = {4: "5/11", 5: "5/8", 6: "4/5", 8: "4/5", 9: "5/8", 10: "5/11"}
HARD: Final = {4: "7", 6: "9", 8: "9", 10: "7"}
ONE_THROW: Final = {
    "any_seven": {7: "4"},
    "any_craps": {2: "7", 3: "7", 12: "7"},
    "aces": {2: "30"},
    "ace_deuce": {3: "15"},
    "eleven": {11: "15"},
    "twelve": {12: "30"},
    "horn": {2: "27/4", 3: "3", 11: "3", 12: "27/4"},
    "craps_eleven": {2: "3", 3: "3", 12: "3", 11: "7"},
}
MAY_BE_CALLED: Final = (
    "place",
    "place_lose",
    "buy",
    "hard",
    "come_odds",
    "lay",
    "dont_come_odds",
)

Said = tuple[str, Fraction]
STANDS: Final[Said] = "stands", Fraction(0)
LOSES: Final[Said] = "loses", Fraction(0)
PUSHES: Final[Said] = "pushes", Fraction(0)


@dataclass
class Thrown:
    """A throw as one sees it at the table."""

    dice: tuple[int, int]
    point: int
    called: int
    triple: bool

    @property
    def total(self) -> int:
        return sum(self.dice)


def wins(odds: str) -> Said:
    return "wins", Fraction(odds)


def for_number(thrown: Thrown, number: int, odds: str) -> Said:
    if thrown.total == number:
        return wins(odds)
    return LOSES if thrown.total == 7 else STANDS


def against_number(thrown: Thrown, number: int, odds: str) -> Said:
    if thrown.total == 7:
        return wins(odds)
    return LOSES if thrown.total == number else STANDS


def right_side(thrown: Thrown) -> Said:
    if thrown.total in (7, 11):
        return wins("1")
    return LOSES if thrown.total in (2, 3, 12) else STANDS


def wrong_side(thrown: Thrown) -> Said:
    if thrown.total == 12:
        return PUSHES
    return {"wins": LOSES, "loses": wins("1"), "stands": STANDS}[right_side(thrown)[0]]


def line(kind: str, thrown: Thrown) -> Said:
    point = thrown.point
    if kind.endswith("odds"):
        if not point:
            return STANDS
        if kind == "pass_odds":
            return for_number(thrown, point, TRUE[point])
        return against_number(thrown, point, LAID[point])
    right = not kind.startswith("dont")
    if kind in ("come", "dont_come") or not point:
        return right_side(thrown) if right else wrong_side(thrown)
    return for_number(thrown, point, "1") if right else against_number(thrown, point, "1")


def hardway(thrown: Thrown, number: int) -> Said:
    if thrown.total == number and thrown.dice[0] == thrown.dice[1]:
        return wins(HARD[number])
    return LOSES if thrown.total in (number, 7) else STANDS


def numbered(kind: str, number: int, thrown: Thrown) -> Said:
    if kind == "hard":
        return hardway(thrown, number)
    right = {"come": "1", "big": "1", "place": PLACED[number]}
    right |= dict.fromkeys(("come_odds", "buy"), TRUE[number])
    wrong = {"dont_come": "1", "place_lose": PLACED_AGAINST[number]}
    wrong |= dict.fromkeys(("dont_come_odds", "lay"), LAID[number])
    if kind in right:
        return for_number(thrown, number, right[kind])
    return against_number(thrown, number, wrong[kind])


def working(kind: str, thrown: Thrown) -> bool:
    if kind not in MAY_BE_CALLED:
        return True
    usual = thrown.point > 0 or kind in ("lay", "dont_come_odds")
    otherwise = thrown.called // 2 ** MAY_BE_CALLED.index(kind) % 2 == 1
    return usual is not otherwise


def one_throw(code: str, thrown: Thrown) -> Said:
    if code == "field":
        pays = dict.fromkeys((3, 4, 9, 10, 11), "1") | {2: "2", 12: "3" if thrown.triple else "2"}
    elif code.startswith("hop"):
        low, high = (int(each) for each in code.split("_")[1:])
        odds = "30" if low == high else "15"
        return wins(odds) if sorted(thrown.dice) == [low, high] else LOSES
    else:
        pays = ONE_THROW[code]
    return wins(pays[thrown.total]) if thrown.total in pays else LOSES


def says(code: str, thrown: Thrown) -> Said:
    """What a throw does to a wager."""
    kind, _, last = code.rpartition("_")
    if code.removesuffix("_odds") in ("pass", "dont_pass", "come", "dont_come"):
        return line(code, thrown)
    if code in ("field", *ONE_THROW) or code.startswith("hop"):
        return one_throw(code, thrown)
    said = numbered(kind, int(last), thrown)
    if working(kind, thrown):
        return said
    return PUSHES if kind.endswith("come_odds") and said != STANDS else STANDS


@dataclass
class PlainTable:
    """A table that settles wager by wager, and remembers whose vigorish is paid."""

    rules: Any
    paid: dict[tuple[int, str], int] = field(default_factory=dict)
    last: int = -1

    def vigorish(self, code: str, stake: int) -> int:
        """5 % of a Buy Bet, or of what a Lay Bet can win."""
        if code.startswith("lay"):
            stake = int(stake * Fraction(LAID[int(code.split("_")[1])]))
        exact, step = Fraction(stake, 20), int(self.rules.vig_step_cents)
        if self.rules.vig_rounding == "exact":
            assert exact.denominator == 1
            return exact.numerator
        steps, rest = divmod(exact, step)
        return (steps + (rest > 0 and self.rules.vig_rounding == "up")) * step

    def settle(
        self,
        number: int,
        thrown: dict[int, Thrown | None],
        wagers: dict[tuple[int, str], list[int]],
    ) -> dict[tuple[int, str], dict[str, int]]:
        """Settle a throw: for each seat its throw, None where it is void or no roll."""
        if number != self.last + 1:
            self.paid = {}
        self.last = number
        paid, self.paid = self.paid, {}
        found = {}
        for (seat, code), (stake, coupon) in wagers.items():
            at = thrown[seat]
            said = STANDS if at is None else says(code, at)
            found[seat, code] = self.chips(said, stake, coupon)
            if code.startswith(("buy", "lay")):
                found[seat, code] |= self.fee(code, said, stake, paid.get((seat, code), 0))
                if said == STANDS:
                    self.paid[seat, code] = stake
        return found

    def chips(self, said: Said, stake: int, coupon: int) -> dict[str, int]:
        word, odds = said
        if word == "stands":
            return {"standing_cents": stake}
        drops = word != "pushes" or self.rules.coupon_on_push == "drops"
        found = {"coupon_dropped": int(coupon > 0 and drops)}
        if word == "wins":
            own = Fraction(1) if self.rules.coupon_pays == "even_money" else odds
            won = int(coupon * own)
            return found | {"paid_tray_cents": int(stake * odds) + won, "coupon_win_cents": won}
        return found | {"collected_cents" if word == "loses" else "pushed_cents": stake}

    def fee(self, code: str, said: Said, stake: int, paid: int) -> dict[str, int]:
        whole = self.vigorish(code, stake)
        timing = self.rules.buy_vig if code.startswith("buy") else self.rules.lay_vig
        if timing == "on_win":
            due = whole if said[0] == "wins" else 0
            return {"vig_charged_cents": due, "vig_collected_cents": due}
        due = whole - self.vigorish(code, paid) if stake > paid else 0
        if not self.rules.vig_refund:
            return {"vig_charged_cents": due, "vig_collected_cents": due}
        ended = said[0] in ("wins", "loses")
        return {
            "vig_charged_cents": due,
            "vig_marked_cents": due,
            "vig_cleared_cents": whole if ended else 0,
        }


def some_throws(game: str, throws: int, seed: int) -> tuple[Felt, Stakes]:
    """Any wagers at any point: some stay, some grow, some throws are void, missing or invalid."""
    rng = np.random.default_rng(seed)
    codes = [wager.code for wager in GAMES[game].WAGERS]
    numbers = np.cumsum(rng.choice([1, 2], throws, p=[0.95, 0.05]))
    felt = Felt(
        dice=rng.integers(1, 7, (throws, 2)),
        point=rng.choice([0, 4, 5, 6, 8, 9, 10], throws),
        throw=numbers,
        shooter=np.zeros(throws, np.int64),
        no_roll=rng.random(throws) < 0.1,
        called=rng.integers(0, 128, (throws, 2)) * (rng.random((throws, 2)) < 0.3),
    )
    shape = (throws, 2, len(codes))
    stake = UNIT_CENTS * rng.integers(1, 9, shape) * (rng.random(shape) < 0.3)
    for n in range(1, throws):
        stays = rng.random(shape[1:]) < 0.5
        stake[n] = np.where(stays, stake[n - 1], stake[n])
    takes = np.array([wager.takes_coupon for wager in GAMES[game].WAGERS])
    coupon = 2500 * (rng.random(shape) < 0.5) * takes * (stake > 0)
    return felt, Stakes(stake, coupon, rng.random(throws) < 0.1)


def agree(game: str, change: dict[str, object], *, throws: int, seed: int) -> None:
    """Assert that both settle a run of throws alike."""
    rules = felts.rules(game, **change)
    felt, stakes = some_throws(game, throws, seed)
    settled, _ = GAMES[game].settle(rules, felt, stakes, None)
    check(stakes, settled)
    codes = [wager.code for wager in GAMES[game].WAGERS]
    table = PlainTable(rules)
    for n in range(throws):
        if stakes.void[n]:
            assert (settled.pushed_cents[n] == stakes.stake_cents[n]).all()
            found: dict[tuple[int, str], dict[str, int]] = {}
            table.last += table.last + 1 == int(felt.throw[n])
        else:
            dice = int(felt.dice[n, 0]), int(felt.dice[n, 1])
            triple = rules.field_twelve == 3
            thrown = {
                seat: None
                if felt.no_roll[n]
                else Thrown(dice, int(felt.point[n]), int(felt.called[n, seat]), triple)
                for seat in (0, 1)
            }
            made = {
                (int(s), codes[w]): [
                    int(stakes.stake_cents[n, s, w]),
                    int(stakes.coupon_cents[n, s, w]),
                ]
                for s, w in np.argwhere(stakes.stake_cents[n])
            }
            found = table.settle(int(felt.throw[n]), thrown, made)
        for name in WAGER_OUTCOMES:
            wanted = np.zeros((2, len(codes)), np.int64)
            for (seat, code), amounts in found.items():
                wanted[seat, codes.index(code)] = amounts.get(name, 0)
            if stakes.void[n] and name == "pushed_cents":
                continue
            assert (getattr(settled, name)[n] == wanted).all(), (n, name)
