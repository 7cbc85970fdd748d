"""A second settlement of Blackjack: one seat at a time, in plain words, slowly.

It reads the cards of one round and says what every wager collects, pays and pushes; the engine
must agree wherever the two are put side by side.
"""

from dataclasses import dataclass, field
from fractions import Fraction

EVEN = Fraction(1)

RANK_VALUES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]


def total(cards: list[int]) -> int:
    """Count a hand: each ace is 11 until that is too many."""
    values = [RANK_VALUES[card // 4] for card in cards]
    while sum(values) > 21 and 11 in values:
        values[values.index(11)] = 1
    return sum(values)


def is_blackjack(cards: list[int]) -> bool:
    return len(cards) == 2 and total(cards) == 21


@dataclass
class Terms:
    """What the table has filed, as far as it pays by it."""

    bj_pays: Fraction
    surrender: str
    limit_cents: int = 0
    coupon_even: bool = False
    coupon_drops_on_push: bool = False
    busts_stay_collected: bool = True


@dataclass
class Box:
    """One patron's round.

    Attributes:
        hands: Cards of each hand.
        stakes: Wager code to cents.
        coupon_cents: On ``hand_1``.
        surrendered: He gave half up.
        even_money: His Blackjack took even money.
    """

    hands: list[list[int]]
    stakes: dict[str, int]
    coupon_cents: int = 0
    surrendered: bool = False
    even_money: bool = False


@dataclass
class Outcome:
    """What one wager did."""

    collected: int = 0
    paid: int = 0
    pushed: int = 0
    coupon_win: int = 0
    coupon_dropped: bool = False


@dataclass
class PlainTable:
    """Settles boxes against a dealer's hand."""

    terms: Terms
    dealer: list[int]
    void: bool = False
    results: dict[str, Outcome] = field(default_factory=dict)

    def settle(self, box: Box) -> dict[str, Outcome]:
        """Settle every wager of a box."""
        self.results = {}
        left = self.terms.limit_cents or None
        order = [f"hand_{k}" for k in range(1, 5)] + [f"double_{k}" for k in range(1, 5)]
        for code in [*order, "insurance"]:
            stake = box.stakes.get(code, 0)
            if not stake:
                continue
            coupon = box.coupon_cents if code == "hand_1" else 0
            outcome = self._wager(box, code, stake, coupon)
            if left is not None and outcome.paid:
                if left == 0:
                    outcome.pushed, outcome.paid, outcome.coupon_win = stake, 0, 0
                elif outcome.paid > left:
                    chips = outcome.paid - outcome.coupon_win
                    outcome.paid = left
                    outcome.coupon_win = max(0, left - chips)
                left -= outcome.paid
            self.results[code] = outcome
        return self.results

    def _wager(self, box: Box, code: str, stake: int, coupon: int) -> Outcome:
        if self.void:
            return Outcome(pushed=stake)
        what, odds = self._decide(box, code)
        if what == "half":
            half = Fraction(stake, 2)
            assert half.denominator == 1
            return Outcome(collected=int(half), pushed=int(half), coupon_dropped=coupon > 0)
        if what == "lose":
            return Outcome(collected=stake, coupon_dropped=coupon > 0)
        if what == "push":
            drops = coupon > 0 and self.terms.coupon_drops_on_push
            return Outcome(pushed=stake, coupon_dropped=drops)
        chips = stake * odds
        extra = coupon * (Fraction(1) if self.terms.coupon_even else odds)
        assert chips.denominator == extra.denominator == 1
        return Outcome(paid=int(chips + extra), coupon_win=int(extra), coupon_dropped=coupon > 0)

    def _decide(self, box: Box, code: str) -> tuple[str, Fraction]:
        if code == "insurance":
            return self._insurance()
        first = code == "hand_1"
        hand = box.hands[int(code[-1]) - 1]
        if first and box.surrendered:
            taken_whole = self.terms.surrender == "late" and is_blackjack(self.dealer)
            return ("lose" if taken_whole else "half"), EVEN
        if first and not box.stakes.get("hand_2") and is_blackjack(hand):
            return self._blackjack(box)
        return self._compare(total(hand), first=first), EVEN

    def _insurance(self) -> tuple[str, Fraction]:
        return ("win", Fraction(2)) if is_blackjack(self.dealer) else ("lose", EVEN)

    def _blackjack(self, box: Box) -> tuple[str, Fraction]:
        if box.even_money:
            return "win", EVEN
        return ("push", EVEN) if is_blackjack(self.dealer) else ("win", self.terms.bj_pays)

    def _compare(self, own: int, *, first: bool) -> str:
        taken_before = own > 21 and self.terms.busts_stay_collected
        if is_blackjack(self.dealer) and not taken_before:
            return "lose" if first else "push"
        if own > 21:
            return "lose"
        dealer = total(self.dealer)
        if dealer > 21 or own > dealer:
            return "win"
        return "push" if own == dealer else "lose"
