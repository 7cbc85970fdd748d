"""What is found in Blackjack rounds that were played against the rules.

Reference: 58 Pa. Code §§ 549.3, 549.11, 549.23 (2011), ch. 633a.
"""

from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np

from countroom.engine.blackjack_hands import (
    DOUBLES,
    HANDS,
    INSURANCE,
    WAGERS,
    Felt,
    Sight,
    Small,
    counted,
    dealer_hits,
    drawn,
    look,
    values,
)
from countroom.engine.blackjack_rules import MOST_HANDS, Rules, Surrender
from countroom.engine.cards import DECK_SIZE, NO_CARD, Cards
from countroom.engine.game import Breach, coupon_breaches, limit_breaches
from countroom.engine.odds import Cents
from countroom.engine.settlement import Flags, Stakes

_CARDS: Final = "58 Pa. Code § 549.3"
_DEAL: Final = "58 Pa. Code § 633a.7"
_INSURE: Final = "58 Pa. Code § 633a.8"
_EVEN: Final = "58 Pa. Code § 633a.8(e)"
_GIVE_UP: Final = "58 Pa. Code § 633a.9"
_DOUBLE: Final = "58 Pa. Code § 549.11(a)"
_DOUBLE_FILED: Final = "58 Pa. Code § 633a.10"
_SPLIT: Final = "58 Pa. Code § 633a.11"
_DRAW: Final = "58 Pa. Code § 633a.12"
_BURN: Final = "58 Pa. Code § 549.23(5)"

_ACE: Final = 1
_TEN: Final = 10


@dataclass(frozen=True, slots=True)
class _Round:
    """Rounds to examine, and what is seen in them.

    Attributes:
        rules: The table's.
        felt: What fell.
        stakes: What stood on it.
        sight: The same, counted.
        held: ``(n, seats, 4)``: cards of each hand.
        base_cents: ``(n, seats)``: what other wagers are measured by.
    """

    rules: Rules
    felt: Felt
    stakes: Stakes
    sight: Sight
    held: Small
    base_cents: Cents

    @property
    def hands(self) -> Cents:
        """Split and original wagers, ``(n, seats, 4)``."""
        return self.stakes.stake_cents[..., HANDS]

    @property
    def raises(self) -> Cents:
        """Double Down Wagers, ``(n, seats, 4)``."""
        return self.stakes.stake_cents[..., DOUBLES]

    @property
    def first(self) -> Small:
        """Value of each hand's first card, ``(n, seats, 4)``."""
        return values(self.felt.hands[..., 0])

    @property
    def split_aces(self) -> Flags:
        """Hands that began as one of two aces, ``(n, seats, 4)``."""
        aces: Flags = (self.first == _ACE) & self.sight.split[..., None] & (self.hands > 0)
        return aces

    def on(self, where: Flags, wagers: slice = HANDS) -> Flags:
        """Lay findings about hands, ``(n, seats, 4)`` or ``(n, seats, 1)``, on wagers."""
        laid = np.zeros(self.stakes.stake_cents.shape, bool)
        laid[..., wagers] = where
        return laid

    def on_insurance(self, where: Flags) -> Flags:
        """Lay findings about a seat, ``(n, seats)``, on its Insurance Wager."""
        return self.on(where[..., None], slice(INSURANCE, INSURANCE + 1))

    def on_first(self, where: Flags) -> Flags:
        """Lay findings about a seat, ``(n, seats)``, on its Blackjack Wager."""
        return self.on(where[..., None], slice(0, 1))


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> list[Breach]:
    """Find play against the rules; a void round is held to none of them."""
    del carried
    coupon = stakes.coupon_cents[..., 0] * rules.coupon_in_multiples
    played = _Round(
        rules,
        felt,
        stakes,
        look(felt, stakes),
        drawn(felt.hands),
        stakes.stake_cents[..., 0] + coupon,
    )
    about_hands = (_splits, _doubles, _draws, _surrenders, _insurances, _even_moneys, _after_peek)
    found = [breach for about in about_hands for breach in about(played)]
    live = ~stakes.void[:, None, None]
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        *(Breach(each.rule, each.says, each.where & live) for each in found),
        *_dealers(played),
        *_cards(played),
    ]


def _splits(played: _Round) -> list[Breach]:
    """Find hands that should not be there, or not with such a wager."""
    hands, first = played.hands, played.first
    here = hands > 0
    further = here.copy()
    further[..., 0] = False
    limit = np.arange(MOST_HANDS) >= played.rules.max_hands
    aces = np.zeros(here.shape, bool)
    if not played.rules.resplit_aces:
        aces[..., 2:] = further[..., 2:] & (first[..., :1] == _ACE)
    unpaid = np.asarray(((played.held > 0) & ~here).any(axis=2))
    skipped = further.copy()
    skipped[..., 1:] &= ~here[..., :-1]
    return [
        Breach(
            _SPLIT,
            "Two cards of unequal value were split.",
            played.on(further & (first != first[..., :1])),
        ),
        Breach(
            _SPLIT,
            "The wager of a split hand is not equal to the original.",
            played.on(further & (hands != played.base_cents[..., None])),
        ),
        Breach(_SPLIT, "A box has more hands than are filed.", played.on(further & limit)),
        Breach(_SPLIT, "Aces were split more than once.", played.on(aces)),
        Breach(_SPLIT, "A hand was played without the one before it.", played.on(skipped)),
        Breach(_SPLIT, "A hand lies without a wager.", played.on_first(unpaid)),
    ]


def _doubles(played: _Round) -> list[Breach]:
    """Find hands doubled that may not be, for too much, or played on."""
    here = played.raises > 0
    base = played.hands.copy()
    base[..., 0] = played.base_cents
    after_split = here & played.sight.split[..., None]
    first_two, _ = counted(played.felt.hands[:, :, 0, :2])
    blackjack = np.zeros(here.shape, bool)
    blackjack[..., 0] = here[..., 0] & (first_two == 21) & ~played.sight.split
    return [
        Breach(_DOUBLE, "A Blackjack was doubled.", played.on(blackjack, DOUBLES)),
        Breach(
            _DOUBLE,
            "The Double Down Wager is more than the hand's own wager.",
            played.on(here & (played.raises > base), DOUBLES),
        ),
        Breach(
            _DOUBLE,
            "A doubled hand has not one further card.",
            played.on(here & (played.held != 3), DOUBLES),
        ),
        Breach(
            _DOUBLE_FILED,
            "A split hand was doubled.",
            played.on(after_split & (not played.rules.das), DOUBLES),
        ),
    ]


def _draws(played: _Round) -> list[Breach]:
    """Find cards that a hand should not have had."""
    held, cards = played.held, played.felt.hands
    here = played.hands > 0
    last = np.arange(cards.shape[-1]) == (held - 1)[..., None]
    before, _ = counted(np.where(last, NO_CARD, cards))
    past = here & (held > 2) & (before > 21)
    first_two, _ = counted(cards[:, :, 0, :2])
    natural = (first_two == 21) & (held[..., 0] > 2) & ~played.sight.split
    aces = played.split_aces & (held > 2) & (not played.rules.hit_split_aces)
    return [
        Breach(_DRAW, "A hand past 21 had a further card.", played.on(past)),
        Breach(_DRAW, "A Blackjack had a further card.", played.on_first(natural)),
        Breach(_SPLIT, "A split ace had more than one further card.", played.on(aces)),
    ]


def _surrenders(played: _Round) -> list[Breach]:
    """Find hands that could not be surrendered."""
    here = played.felt.surrendered & (played.hands[..., 0] > 0)
    acted = (played.held[..., 0] > 2) | played.sight.split | (played.raises[..., 0] > 0)
    known = np.zeros(here.shape, bool)
    if played.rules.peek and played.rules.surrender is Surrender.LATE:
        known = here & played.sight.dealer_natural[:, None]
    offered = played.rules.surrender is not Surrender.NONE
    return [
        Breach(_GIVE_UP, "Surrender is not offered.", played.on_first(here & (not offered))),
        Breach(
            _GIVE_UP,
            "A hand was surrendered that had more than its first two cards.",
            played.on_first(here & acted),
        ),
        Breach(
            _GIVE_UP,
            "A hand was surrendered to a Blackjack that was known.",
            played.on_first(known),
        ),
    ]


def _insurances(played: _Round) -> list[Breach]:
    """Find Insurance Wagers without an ace, or too large."""
    insured = played.stakes.stake_cents[..., INSURANCE]
    ace = (values(played.felt.dealer[:, 0]) == _ACE)[:, None]
    return [
        Breach(
            _INSURE,
            "An Insurance Wager was made though the dealer showed no ace.",
            played.on_insurance((insured > 0) & ~ace),
        ),
        Breach(
            _INSURE,
            "The Insurance Wager is more than half the original.",
            played.on_insurance(2 * insured > played.base_cents),
        ),
    ]


def _even_moneys(played: _Round) -> list[Breach]:
    """Find even money that was not to be had."""
    here = played.felt.even_money & (played.hands[..., 0] > 0)
    ace = (values(played.felt.dealer[:, 0]) == _ACE)[:, None]
    entitled = played.sight.natural & ace
    insured = played.stakes.stake_cents[..., INSURANCE] > 0
    return [
        Breach(
            _EVEN,
            "Even money is not offered.",
            played.on_first(here & (not played.rules.even_money)),
        ),
        Breach(
            _EVEN,
            "Even money needs a Blackjack, and an ace that the dealer shows.",
            played.on_first(here & ~entitled),
        ),
        Breach(
            _EVEN,
            "A Blackjack took even money and was insured.",
            played.on_insurance(here & insured),
        ),
    ]


def _after_peek(played: _Round) -> list[Breach]:
    """Find hands played on after the dealer's Blackjack was known."""
    up = values(played.felt.dealer[:, 0])
    known = played.sight.dealer_natural & ((up == _ACE) | (up == _TEN)) & played.rules.peek
    acted = (played.held > 2) | (played.raises > 0)
    acted[..., 0] |= played.sight.split
    acted &= played.hands > 0
    says = "A hand was played though the hole card was known to make a Blackjack."
    return [Breach(_DEAL, says, played.on(acted & known[:, None, None]))]


def _dealers(played: _Round) -> list[Breach]:
    """Find dealers who stood or drew against their rule.

    He need not draw where nobody's hand is left to be compared with his.
    """
    dealer, h17 = played.felt.dealer, played.rules.h17
    held = drawn(dealer)
    sight = played.sight
    compared = (played.hands > 0) & ~sight.bust
    compared[..., 0] &= ~sight.natural & ~played.felt.surrendered
    wanted = compared.any(axis=(1, 2)) & (held >= 2)
    short = dealer_hits(*counted(dealer), h17=h17) & wanted
    last = np.arange(dealer.shape[1]) == (held - 1)[:, None]
    over = ~dealer_hits(*counted(np.where(last, NO_CARD, dealer)), h17=h17) & (held > 2)
    return [
        Breach(_DRAW, "The dealer stood where he must draw.", short),
        Breach(_DRAW, "The dealer drew where he must stand.", over),
    ]


def _cards(played: _Round) -> list[Breach]:
    """Find rounds without their burned card, and cards that lie too often."""
    felt, rules = played.felt, played.rules
    burns = (felt.burned == 0) & rules.from_hand
    says = "No card was burned before a round dealt from the hand."
    return [
        Breach(_BURN, says, burns),
        Breach(_CARDS, "A card lies more often than the decks hold it.", _too_often(played)),
    ]


def _too_often(played: _Round) -> Flags:
    """Tell in which rounds a card lies that came more often from its shuffle than it holds."""
    held = np.where(played.hands[..., None] > 0, played.felt.hands, NO_CARD)
    n, *lie = held.shape
    dealt: Cards = np.concatenate([held.reshape(n, prod(lie)), played.felt.dealer], axis=1)
    rows, places = np.nonzero(dealt != NO_CARD)
    _, shoe = np.unique(played.felt.shoe, return_inverse=True)
    card = dealt[rows, places].astype(np.int64)
    key = shoe[rows] * DECK_SIZE + card
    often = np.bincount(key, minlength=1) > played.rules.decks
    found = np.zeros(n, bool)
    found[rows[often[key]]] = True
    return found
