"""What the operator states about a Blackjack table.

Reference: 58 Pa. Code §§ 549.3, 549.11, 549.23 (2011), ch. 633a.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from countroom.engine.coupons import CouponTerms
from countroom.engine.rules import ChangeInterval, ours, stated

MOST_HANDS: Final = 4
"""More hands than four are not dealt to one box, nor kept on record."""

MOST_DECKS: Final = 8
MOST_DECKS_FROM_THE_HAND: Final = 2


class DealtFrom(StrEnum):
    """What the cards are dealt from."""

    SHOE = "shoe"
    DOUBLE_SHOE = "double_shoe"
    HAND = "hand"


class Shuffling(StrEnum):
    """How the cards are shuffled: two batches alternate in an automated device."""

    BY_HAND = "by_hand"
    BATCHES = "batches"
    CONTINUOUS = "continuous"


class Surrender(StrEnum):
    """Whether half the wager may be given up, and whether a dealer's Blackjack takes it all."""

    NONE = "none"
    LATE = "late"
    EARLY = "early"


@dataclass(frozen=True, kw_only=True)
class Rules(CouponTerms):
    """The operator's Rules Submission for Blackjack.

    Attributes:
        decks: Dealt from at a time; of two alternating batches, in each.
        dealt_from: A shoe, a double shoe, or the dealer's hand.
        shuffling: By hand or by a device.
        h17: The dealer draws on a soft 17.
        das: A split hand may be doubled.
        max_hands: Hands that one box may be split into; 1 is no splitting.
        resplit_aces: Aces may be split more than once.
        hit_split_aces: A split ace may have more than one further card.
        surrender: Whether and how.
        bj_pays: Odds of a Blackjack.
        peek: The hole card is tested under an ace or a ten before anyone acts.
        even_money: A Blackjack may be paid evenly while the dealer shows an ace.
        payout_limit_cents: What one patron is paid in a round at most, stakes given back not
            counted; 0 says that there is no limit.
        busts_stay_collected: A split or doubled hand that was bust before the dealer's
            Blackjack is not given back: it was settled when it was.
    """

    decks: int = stated("§ 633a.3")
    dealt_from: DealtFrom = stated("§§ 549.3(c), 633a.12(b)")
    shuffling: Shuffling = stated("§ 549.3(d)")
    h17: bool = stated("§ 633a.12")
    das: bool = stated("§§ 633a.10, 633a.11")
    max_hands: int = stated("§ 633a.11")
    resplit_aces: bool = stated("§ 633a.11")
    hit_split_aces: bool = stated("§ 633a.11")
    surrender: Surrender = stated("§ 633a.9")
    bj_pays: Fraction = stated("§ 633a.13")
    peek: bool = stated("§ 633a.7")
    even_money: bool = stated("§ 633a.8(e)")
    payout_limit_cents: int = stated("§ 633a.13")
    busts_stay_collected: bool = ours(default=True)

    @property
    def decks_used(self) -> int:
        """Decks in the game, those in the shuffler included."""
        return 2 * self.decks if self.shuffling is Shuffling.BATCHES else self.decks

    @property
    def from_hand(self) -> bool:
        """Dealt from the hand, § 549.23."""
        return self.dealt_from is DealtFrom.HAND

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults() | self._card_faults()
        if not 1 <= self.max_hands <= MOST_HANDS:
            found["max_hands"] = f"A box is split into {MOST_HANDS} hands at most."
        if self.bj_pays < 1:
            found["bj_pays"] = "A Blackjack pays at least 1 to 1."
        if self.payout_limit_cents < 0:
            found["payout_limit_cents"] = "The limit is an amount, or 0 for none."
        return found

    def _card_faults(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if not 1 <= self.decks <= MOST_DECKS:
            found["decks"] = f"Blackjack is dealt from 1 to {MOST_DECKS} decks (§ 549.3(a))."
        if self.dealt_from is DealtFrom.DOUBLE_SHOE and self.decks % 2:
            found["decks"] = "Both sides of a double shoe hold as many decks (§ 549.3(c))."
        if self.from_hand and self.decks_used > MOST_DECKS_FROM_THE_HAND:
            found["decks"] = (
                "A game dealt from the hand uses two decks at most, those in the shuffler "
                "included (§ 549.23(1))."
            )
        if self.from_hand and self.shuffling is Shuffling.BY_HAND:
            found["shuffling"] = "Cards dealt from the hand are shuffled by a device (§ 549.23(2))."
        return found

    def change(self) -> ChangeInterval:
        """Say when the decks must be changed.

        Reference: 58 Pa. Code §§ 633a.3(d), 549.3(e).
        """
        if self.from_hand:
            return ChangeInterval(4, "58 Pa. Code § 549.3(e)")
        return ChangeInterval(24, "58 Pa. Code § 633a.3(d)")
