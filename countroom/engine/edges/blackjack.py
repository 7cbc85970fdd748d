"""Blackjack's edges: basic strategy over every way the hands can fall from a fresh shoe.

Each hand's chance is reckoned from the cards that make it; what it brings is what ``settle``
pays. Hands of a split are alike in chance, so each is reckoned by itself beside what the
others must hold, and their sum is exact. Only the last digits of the chances are rounded.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from countroom.engine.blackjack_hands import (
    DOUBLES,
    INSURANCE,
    MOST_CARDS,
    WAGERS,
    Felt,
    look,
)
from countroom.engine.blackjack_rules import MOST_HANDS, DealtFrom, Rules, Surrender
from countroom.engine.cards import DECK_SIZE, NO_CARD, Cards, card
from countroom.engine.edges import blackjack_paths as paths
from countroom.engine.edges.bets import Bet, edge_of, nets, outcomes
from countroom.engine.edges.blackjack_paths import VALUES, Floats, Hand, Paths, Shoe
from countroom.engine.game import Ints
from countroom.engine.games import blackjack
from countroom.engine.odds import odds_text
from countroom.engine.settlement import Flags, Stakes, patrons_cents

COMBINED: Final = "combinatorial"
"""Every way to play was settled, with chances to some fifteen digits."""

_UNIT_CENTS: Final = 1000

_ACE: Final = 1
_BUST: Final = 22
_CARD_OF_VALUE: Final = np.array([NO_CARD, card("Ac"), *(4 * k for k in range(9))], np.int8)


def edges(name: str, rules: Rules) -> Iterator[Bet]:
    """Give the edge of the Blackjack Wager, of insurance, and how often a Blackjack falls."""
    del name
    yield Bet("main", wording(rules), "", main_edge(rules), COMBINED)
    yield natural(rules)
    yield insurance(rules)


def wording(rules: Rules) -> str:
    """Say in words what the figure hangs on."""
    shown = {
        f"{rules.decks} decks" if rules.decks > 1 else "1 deck": True,
        "dealt from the hand": rules.dealt_from is DealtFrom.HAND,
        "H17" if rules.h17 else "S17": True,
        "DAS" if rules.das else "no DAS": True,
        f"split to {rules.max_hands}": True,
        "resplit aces" if rules.resplit_aces else "no resplit aces": True,
        "any cards to split aces" if rules.hit_split_aces else "one card to split aces": True,
        "peek" if rules.peek else "no peek": True,
        f"{rules.surrender} surrender"
        if rules.surrender is not Surrender.NONE
        else "no surrender": True,
        odds_text(rules.bj_pays): True,
    }
    told = ", ".join(part for part, here in shown.items() if here)
    return f"{told}; basic strategy; fresh shoe each round"


def main_edge(rules: Rules) -> float:
    """Give the house's edge on the original wager under basic strategy."""
    return -sum(_Table(rules, up).value() for up in VALUES)


def total_chance(rules: Rules) -> float:
    """Add up the chances of everything that ``main_edge`` weighs: 1, or something is missing."""
    return sum(_Table(rules, up).chance() for up in VALUES)


@dataclass(frozen=True)
class _Table:
    """Every round in which the dealer shows a card of one value."""

    rules: Rules
    up: int

    @cached_property
    def chance_of_up(self) -> float:
        counts = paths.in_shoe(self.rules.decks)
        return counts[self.up - 1] / sum(counts)

    @cached_property
    def dealers(self) -> Paths:
        return paths.dealers(self.up, h17=self.rules.h17)

    @cached_property
    def whole(self) -> tuple[Paths, list[int]]:
        seat = paths.Seat(self.rules, self.up, split=False, may_split=self.rules.max_hands > 1)
        return paths.played(seat, paths.starts())

    def parts(self) -> Iterator[tuple[Paths, Paths]]:
        """Give players' and dealers' hands that come together where nothing is split."""
        known = self.dealers.natural & self.rules.peek
        if known.any():
            yield paths.as_dealt(), self.dealers.only(known)
        yield self.whole[0], self.dealers.only(~known)

    def value(self) -> float:
        """What a unit brings, weighed by the chance of the up card."""
        shoe = Shoe(self.rules.decks, self.up_card)
        brought = 0.0
        for player, dealer in self.parts():
            weight = self.weights(shoe, player, dealer)
            brought += float((weight * self.brings(player, dealer, split=False)[0]).sum())
        split = sum(self.split_value(pair) for pair in self.whole[1])
        return self.chance_of_up * (brought + split)

    def chance(self) -> float:
        """The chance of the up card, added up from what ``value`` weighs."""
        shoe = Shoe(self.rules.decks, self.up_card)
        whole = sum(
            float(self.weights(shoe, player, dealer).sum()) for player, dealer in self.parts()
        )
        return self.chance_of_up * (whole + sum(map(self.split_chance, self.whole[1])))

    @property
    def up_card(self) -> Hand:
        return paths.with_card(paths.NOTHING, self.up)

    def weights(self, shoe: Shoe, player: Paths, dealer: Paths) -> Floats:
        """Give the chance of each pair of hands, the up card being gone from the shoe."""
        drawn = dealer.held - np.array(self.up_card)
        orders = player.orders[:, None] * dealer.orders[None, :]
        return np.asarray(orders * shoe.chances(player.held, drawn))

    def pair_chance(self, pair: int) -> tuple[float, Shoe]:
        """Give the chance of a pair against this up card, and the shoe behind them."""
        two = paths.with_card(paths.with_card(paths.NOTHING, pair), pair)
        before = Shoe(self.rules.decks, self.up_card)
        chance = before.chances(np.array([two]), np.zeros((1, 10), np.int64))
        after = paths.with_card(paths.with_card(self.up_card, pair), pair)
        return float(chance[0, 0]), Shoe(self.rules.decks, after)

    def split_dealers(self) -> Paths:
        """Dealers' hands against which a pair comes to be split."""
        return self.dealers.only(~(self.dealers.natural & self.rules.peek))

    def split_hands(self, pair: int, *, again: bool) -> Paths:
        """Play a hand of a split pair out; its second card makes the pair again or does not."""
        one = paths.with_card(paths.NOTHING, pair)
        begin = {paths.with_card(one, value): 1 for value in VALUES if (value == pair) is again}
        if pair == _ACE and not self.rules.hit_split_aces:
            return paths.rested(begin)
        seat = paths.Seat(self.rules, self.up, split=True, may_split=False)
        return paths.played(seat, begin)[0]

    def most(self, pair: int) -> int:
        """Into how many hands a pair may be split."""
        barred = pair == _ACE and not self.rules.resplit_aces
        return min(2, self.rules.max_hands) if barred else self.rules.max_hands

    def neighbours(self, pair: int) -> Counter[tuple[bool, bool, int, int]]:
        """Count hands of all ways a split ends: by second card, first or not, and the others.

        The others are told by how many cards of the pair's value lie there beside the two
        that were split, and how many second cards of another value.
        """
        found: Counter[tuple[bool, bool, int, int]] = Counter()
        for ends in paths.split_ends(self.most(pair)):
            for place, again in enumerate(ends):
                alike = len(ends) - 2 + sum(ends) - again
                found[again, place == 0, alike, len(ends) - sum(ends) - (not again)] += 1
        return found

    def split_value(self, pair: int) -> float:
        """What splitting a pair brings, weighed by the pair's chance."""
        brought = 0.0
        for again in (False, True):
            player = self.split_hands(pair, again=again)
            worth = self.brings(player, self.split_dealers(), split=True)
            weights = self.split_weights(pair, player, again=again)
            brought += sum(
                float((weight * each).sum()) for weight, each in zip(weights, worth, strict=True)
            )
        return brought

    def split_chance(self, pair: int) -> float:
        """The pair's chance, added up over the ways its first hand can be."""
        whole = 0.0
        for again in (False, True):
            player = self.split_hands(pair, again=again)
            whole += float(self.split_weights(pair, player, again=again)[0].sum())
        return whole

    def split_weights(self, pair: int, player: Paths, *, again: bool) -> tuple[Floats, Floats]:
        """Give how many hands of a split to expect, by how they and the dealer's end.

        Args:
            pair: Value of the cards that were split.
            player: How the hands can end.
            again: Their second card makes the pair again.

        Returns:
            The first hand of the box, and its further ones: ``(players, dealers)`` each.
        """
        chance, shoe = self.pair_chance(pair)
        dealer = self.split_dealers()
        drawn = dealer.held - np.array(self.up_card)
        extra = player.held - np.array(paths.with_card(paths.NOTHING, pair))
        orders = player.orders[:, None] * dealer.orders[None, :]
        base = chance * orders * shoe.chances(extra, drawn)
        place = paths.crossed(pair, extra, drawn)
        first, further = (
            base * self.beside(pair, shoe, again=again, first=each).ravel()[place]
            for each in (True, False)
        )
        return first, further

    def beside(self, pair: int, shoe: Shoe, *, again: bool, first: bool) -> Floats:
        """Add up, for hands of one sort, what the hands beside them make of their chance."""
        neighbours = self.neighbours(pair).items()
        return np.asarray(
            sum(
                many * shoe.beside(pair, (alike, unlike))
                for (own, is_first, alike, unlike), many in neighbours
                if (own, is_first) == (again, first)
            )
        )

    def brings(self, player: Paths, dealer: Paths, *, split: bool) -> tuple[Floats, Floats]:
        """Settle every kind of player's hand against every kind of dealer's.

        Returns:
            Units to the patron, ``(players, dealers)``: for the hand as the first of its
            box, and as a further one.
        """
        of_player, player_kinds = _kinds(player)
        of_dealer, dealer_kinds = _kinds(dealer)
        pairs = np.array([(p, d) for p in of_player for d in of_dealer])
        first, other = _settled(
            self, player.only(pairs[:, 0]), dealer.only(pairs[:, 1]), hands=1 + split
        )
        shape = (len(of_player), len(of_dealer))
        at = np.ix_(player_kinds, dealer_kinds)
        return first.reshape(shape)[at], other.reshape(shape)[at]


def _kinds(hands: Paths) -> tuple[Ints, Ints]:
    """Sort hands by what can matter to a settlement.

    Returns:
        One hand of each kind, and each hand's kind.
    """
    hard = hands.held @ np.arange(1, 11)
    total = np.minimum(hard + 10 * ((hands.held[:, 0] > 0) & (hard <= 11)), _BUST)
    kind = ((total * 2 + hands.natural) * 2 + hands.doubled) * 2 + hands.surrendered
    _, one, of = np.unique(kind, return_index=True, return_inverse=True)
    return one, of


def _cards(hands: Ints, first: int = 0) -> Cards:
    """Lay hands by value out as cards, ``(k, 12)``; a card of the first value leads."""
    laid = np.full((len(hands), MOST_CARDS), NO_CARD, np.int8)
    for row, hand in enumerate(hands.tolist()):
        held = [value for value in VALUES for _ in range(hand[value - 1])]
        held.sort(key=lambda value: value != first)
        laid[row, : len(held)] = _CARD_OF_VALUE[held]
    return laid


def _settled(table: _Table, player: Paths, dealer: Paths, *, hands: int) -> tuple[Floats, Floats]:
    """Settle hand by hand: as the first of its box, and as a further one of the same cards."""
    n = len(player.orders)
    laid = np.full((n, 1, MOST_HANDS, MOST_CARDS), NO_CARD, np.int8)
    laid[:, 0, :hands] = _cards(player.held)[:, None]
    stake = np.zeros((n, 1, len(WAGERS)), np.int64)
    stake[..., :hands] = _UNIT_CENTS
    stake[:, 0, DOUBLES][:, :hands] = _UNIT_CENTS * player.doubled[:, None]
    felt = _felt(laid, _cards(dealer.held, table.up), player.surrendered[:, None])
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(n, bool))
    settled, _ = blackjack.settle(table.rules, felt, stakes, None)
    net = patrons_cents(settled)[:, 0]
    first, other = (net[:, place] + net[:, DOUBLES][:, place] for place in range(2))
    return first / _UNIT_CENTS, other / _UNIT_CENTS


def _felt(hands: Cards, dealer: Cards, surrendered: Flags) -> Felt:
    n = len(dealer)
    return Felt(
        hands=hands,
        dealer=dealer,
        surrendered=surrendered,
        even_money=np.zeros((n, 1), bool),
        burned=np.ones(n, np.int64),
        shoe=np.arange(1, n + 1),
        stock=dealer[:, :0],
    )


def natural(rules: Rules) -> Bet:
    """Count the two-card hands that are a Blackjack; the edge's place holds their share."""
    a, b = np.divmod(np.arange(DECK_SIZE * DECK_SIZE), DECK_SIZE)
    weight = rules.decks * np.where(a == b, rules.decks - 1, rules.decks)
    hands = np.full((len(a), 1, MOST_HANDS, MOST_CARDS), NO_CARD, np.int8)
    hands[:, 0, 0, 0], hands[:, 0, 0, 1] = a, b
    dealer = np.full((len(a), MOST_CARDS), NO_CARD, np.int8)
    felt = _felt(hands, dealer, np.zeros((len(a), 1), bool))
    stake = np.zeros((len(a), 1, len(WAGERS)), np.int64)
    stake[..., 0] = _UNIT_CENTS
    sight = look(felt, Stakes(stake, np.zeros_like(stake), np.zeros(len(a), bool)))
    found = int(weight[sight.natural[:, 0]].sum())
    whole = int(weight.sum())
    share = Fraction(found, whole)
    told = f"{rules.decks} deck(s), two-card ace + ten"
    return Bet("natural", told, "", share, counts={"natural": found, "other": whole - found})


def insurance(rules: Rules) -> Bet:
    """Settle insurance against every hole card under an ace."""
    hole = np.arange(DECK_SIZE, dtype=np.int8)
    ace = card("As")
    dealer = np.full((DECK_SIZE, MOST_CARDS), NO_CARD, np.int8)
    dealer[:, 0], dealer[:, 1] = ace, hole
    hands = np.full((DECK_SIZE, 1, MOST_HANDS, MOST_CARDS), NO_CARD, np.int8)
    felt = _felt(hands, dealer, np.zeros((DECK_SIZE, 1), bool))
    found = nets(blackjack, rules, felt, rules.decks - (hole == ace), INSURANCE)
    told = f"{rules.decks} deck(s), 2 to 1, only the dealer ace known"
    return Bet("insurance", told, "", edge_of(found), counts=outcomes(found))
