"""Dealing and playing Blackjack, many shoes at once.

A shoe is dealt for so many rounds that its cutting card is not passed; a continuous shuffler
gives every round a shuffle of its own. All boxes of a round act side by side: cards that
nobody has seen are alike, so the order in which boxes take them leaves no trace.

Reference: 58 Pa. Code §§ 549.11, 549.23, 633a.11.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.blackjack_hands import (
    DOUBLES,
    HANDS,
    INSURANCE,
    MOST_CARDS,
    WAGERS,
    Felt,
    Small,
    codes,
    count,
    counted,
    dealer_hits,
    values,
)
from countroom.engine.blackjack_rules import MOST_HANDS, Rules, Shuffling
from countroom.engine.blackjack_strategy import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Situation,
    choose,
)
from countroom.engine.cards import NO_CARD, Cards, shuffled_shoes
from countroom.engine.game import Ints
from countroom.engine.odds import Cents
from countroom.engine.settlement import Flags, Stakes

_FOR_THE_DEALER: Final = 10
"""Cards kept back for him: so many always make 17."""

_ACE: Final = 1


_CARDS_A_HAND: Final = 3
"""A hand takes about so many, the dealer's as well."""

_DEALT_OF_A_DECK: Final = 39
"""Cards in front of the cutting card: three quarters of each deck."""


def rounds_a_shuffle(rules: Rules) -> int:
    """Say how many rounds a full table is dealt before the cards are shuffled again."""
    if rules.shuffling is Shuffling.CONTINUOUS:
        return 1
    return max(1, _DEALT_OF_A_DECK * rules.decks // (_CARDS_A_HAND * (rules.seats + 1)))


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Shuffle for ``n`` rounds; before one from the hand a card goes to the discard rack.

    Boxes without a wager get no cards, so ``decide`` deals to those that have one.

    Reference: 58 Pa. Code § 549.23(5).
    """
    rounds = rounds_a_shuffle(rules)
    seats = (n, rules.seats)
    return Felt(
        hands=np.full((*seats, MOST_HANDS, MOST_CARDS), NO_CARD, np.int8),
        dealer=np.full((n, MOST_CARDS), NO_CARD, np.int8),
        surrendered=np.zeros(seats, bool),
        even_money=np.zeros(seats, bool),
        burned=np.full(n, int(rules.from_hand), np.int64),
        shoe=1 + np.arange(n) // rounds,
        stock=shuffled_shoes(rng, -(-n // rounds), rules.decks),
    )


@dataclass(slots=True)
class _Boxes:
    """The boxes with a wager, in the order of round and seat, while they are played.

    Attributes:
        rules: The table's.
        stock: ``(n, k)``: cards in the order they come, for each round.
        at: ``(n,)``: how many of them are dealt.
        row: ``(m,)``: each box's round.
        dealer: ``(n, 12)``.
        cards: ``(m, 4, 12)``.
        held: ``(m, 4)``: how many cards each hand has.
        summed: ``(m, 4)``: their ``codes`` added up.
        hands: ``(m,)``: how many hands.
        now: ``(m,)``: the hand that acts.
        active: ``(m,)``: it still acts.
        raised: ``(m, 4)``: it was doubled.
        surrendered: ``(m,)``.
    """

    rules: Rules
    stock: Cards
    at: Ints
    row: Ints
    dealer: Cards = field(init=False)
    cards: Cards = field(init=False)
    held: Small = field(init=False)
    summed: NDArray[np.int16] = field(init=False)
    hands: Ints = field(init=False)
    now: Ints = field(init=False)
    active: Flags = field(init=False)
    raised: Flags = field(init=False)
    surrendered: Flags = field(init=False)

    def __post_init__(self) -> None:
        n, m = len(self.stock), len(self.row)
        self.dealer = np.full((n, MOST_CARDS), NO_CARD, np.int8)
        self.cards = np.full((m, MOST_HANDS, MOST_CARDS), NO_CARD, np.int8)
        self.held = np.zeros((m, MOST_HANDS), np.int8)
        self.summed = np.zeros((m, MOST_HANDS), np.int16)
        self.hands, self.now = np.ones(m, np.int64), np.zeros(m, np.int64)
        self.active, self.surrendered = np.ones(m, bool), np.zeros(m, bool)
        self.raised = np.zeros((m, MOST_HANDS), bool)

    def first_cards(self) -> None:
        """Deal a card to each box, the up card, a second card to each, the hole card."""
        everyone = np.arange(len(self.row))
        for place in range(2):
            self.draw(everyone)
            self.dealer[:, place] = self.stock[np.arange(len(self.stock)), self.at]
            self.at += 1

    def draw(self, who: Ints) -> None:
        """Deal one card to the acting hand of each of these boxes, in their order."""
        rows, hand = self.row[who], self.now[who]
        nth = np.arange(len(who)) - np.searchsorted(rows, rows)
        dealt = self.stock[rows, self.at[rows] + nth]
        self.cards[who, hand, self.held[who, hand]] = dealt
        self.held[who, hand] += 1
        self.summed[who, hand] += codes(dealt)
        self.at += np.bincount(rows, minlength=len(self.at))

    def split(self, who: Ints) -> None:
        """Part the two cards of each acting hand; the second begins a hand of its own."""
        hand, new = self.now[who], self.hands[who]
        second = self.cards[who, hand, 1]
        self.cards[who, new, 0], self.cards[who, hand, 1] = second, NO_CARD
        self.held[who, hand] = self.held[who, new] = 1
        self.summed[who, new] = codes(second)
        self.summed[who, hand] = codes(self.cards[who, hand, 0])
        self.hands[who] += 1

    def end_hand(self, who: Ints) -> None:
        """Go on to each box's next hand, if it has one."""
        self.now[who] += 1
        self.active[who] = self.now[who] < self.hands[who]

    def step(self) -> None:
        """Let each box that acts take one action; a hand just split is dealt its card."""
        who = np.flatnonzero(self.active)
        single = self.held[who, self.now[who]] == 1
        self.draw(who[single])
        who = who[~single]
        act = np.where(self._may_draw(who), choose(self.rules, self._situation(who)), STAND)
        act = np.where(self._rests(who) & (act != SPLIT), STAND, act)
        self.split(who[act == SPLIT])
        self.raised[who[act == DOUBLE], self.now[who[act == DOUBLE]]] = True
        self.draw(who[(act == HIT) | (act == DOUBLE)])
        self.surrendered[who[act == SURRENDER]] = True
        self.end_hand(who[(act != HIT) & (act != SPLIT)])
        self.active[who[act == SURRENDER]] = False

    def _situation(self, who: Ints) -> Situation:
        hand = self.now[who]
        total, soft = count(self.summed[who, hand])
        two = self.held[who, hand] == 2
        first, second = (values(self.cards[who, hand, place]) for place in range(2))
        alone = self.hands[who] == 1
        most = np.full(len(who), self.rules.max_hands)
        if not self.rules.resplit_aces:
            most = np.where(first == _ACE, np.minimum(most, 2), most)
        may_split = two & (first == second) & (self.hands[who] < most)
        return Situation(
            total=total,
            soft=soft,
            pair=np.where(may_split, first, 0).astype(np.int8),
            up=values(self.dealer[self.row[who], 0]),
            may_double=two & (alone | self.rules.das),
            may_surrender=two & alone,
        )

    def _may_draw(self, who: Ints) -> Flags:
        """Tell whose hands may take more cards: there are enough of them, and room for them."""
        rows = self.row[who]
        nth = np.arange(len(who)) - np.searchsorted(rows, rows)
        waiting = np.bincount(self.row[np.nonzero(self.held == 1)[0]], minlength=len(self.at))
        left = self.stock.shape[1] - self.at[rows] - waiting[rows]
        room = self.held[who, self.now[who]] < MOST_CARDS
        enough: Flags = (left - 2 * (nth + 1) >= _FOR_THE_DEALER) & room
        return enough

    def _rests(self, who: Ints) -> Flags:
        """Tell which hands are split aces that may have no more cards."""
        if self.rules.hit_split_aces:
            return np.zeros(len(who), bool)
        first = values(self.cards[who, self.now[who], 0])
        rests: Flags = (first == _ACE) & (self.hands[who] > 1)
        return rests

    def totals(self) -> Small:
        """Count every hand, ``(m, 4)``; 0 where there is none."""
        return count(self.summed)[0]

    def dealer_draws(self, live: Flags) -> None:
        """Let the dealer draw in rounds where a hand is still to be compared with his."""
        total, soft = counted(self.dealer)
        place = 2
        while (rows := np.flatnonzero(live & dealer_hits(total, soft, h17=self.rules.h17))).size:
            self.dealer[rows, place] = self.stock[rows, self.at[rows]]
            self.at[rows] += 1
            place += 1
            total, soft = counted(self.dealer)
            live = live & (place < MOST_CARDS)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Deal, and play the basic strategy of ``blackjack_strategy``.

    Beside it, one patron in ten insures half his wager when an ace shows, or takes even money
    on his Blackjack. A coupon stands on the Blackjack Wager.
    """
    stake = np.zeros((*units_cents.shape, len(WAGERS)), np.int64)
    base = units_cents + coupon_cents * rules.coupon_in_multiples
    fell = _copied(felt)
    dealt = np.zeros(len(felt.stock), np.int64)
    turn = np.arange(len(stake)) - np.searchsorted(felt.shoe, felt.shoe)
    for now in range(int(turn.max(initial=-1)) + 1):
        rounds = np.flatnonzero(turn == now)
        shoe = felt.shoe[rounds] - 1
        rows, seats = np.nonzero(units_cents[rounds])
        boxes = _Boxes(rules, felt.stock[shoe], dealt[shoe] + felt.burned[rounds], rows)
        insures, even = _play(rng, boxes)
        dealt[shoe] = boxes.at
        box = rounds[rows], seats
        fell.dealer[rounds] = boxes.dealer
        fell.hands[box], fell.surrendered[box] = boxes.cards, boxes.surrendered
        fell.even_money[box] = even
        stake[box] = _wagers(boxes, base[box], insures)
    stake[..., 0] = units_cents
    coupons = np.zeros_like(stake)
    coupons[..., 0] = coupon_cents
    return fell, Stakes(stake, coupons, np.zeros(len(stake), bool))


def _copied(felt: Felt) -> Felt:
    """Copy what play changes; the cards left over are forgotten."""
    return replace(
        felt,
        hands=felt.hands.copy(),
        dealer=felt.dealer.copy(),
        surrendered=felt.surrendered.copy(),
        even_money=felt.even_money.copy(),
        stock=felt.stock[:, :0],
    )


def _play(rng: np.random.Generator, boxes: _Boxes) -> tuple[Flags, Flags]:
    """Play a round of every shoe out.

    Returns:
        Which boxes are insured, and which take even money.
    """
    boxes.first_cards()
    rules, rows = boxes.rules, boxes.row
    natural = boxes.totals()[:, 0] == 21
    offered = (values(boxes.dealer[:, 0]) == _ACE)[rows] & (rng.random(len(rows)) < 0.1)
    dealer_natural = counted(boxes.dealer)[0] == 21
    boxes.active = ~natural & ~(dealer_natural & rules.peek)[rows]
    while boxes.active.any():
        boxes.step()
    total = boxes.totals()
    standing = ((total > 0) & (total <= 21)).any(axis=1) & ~natural & ~boxes.surrendered
    boxes.dealer_draws(np.bincount(rows[standing], minlength=len(boxes.at)) > 0)
    return offered & ~natural, offered & natural & rules.even_money


def _wagers(boxes: _Boxes, base_cents: Cents, insures: Flags) -> Cents:
    """Give every box's wagers: split and double wagers as large as the original."""
    own = np.zeros((len(base_cents), len(WAGERS)), np.int64)
    own[:, HANDS] = base_cents[:, None] * (boxes.held > 0)
    own[:, DOUBLES] = base_cents[:, None] * boxes.raised
    own[:, INSURANCE] = base_cents // 2 * insures
    return own
