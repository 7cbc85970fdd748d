"""Dealing and playing Blackjack, many rounds at once.

Every round is dealt from a shuffle of its own, as a continuous shuffler gives it: what is on
record never hangs on how deep the shoe was. All boxes of a round act side by side; cards that
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
from countroom.engine.blackjack_rules import MOST_HANDS, Rules
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


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Shuffle for ``n`` rounds; from the hand, the first card goes to the discard rack.

    Boxes without a wager get no cards, so ``decide`` deals to those that have one.

    Reference: 58 Pa. Code § 549.23(5).
    """
    stock = shuffled_shoes(rng, n, rules.decks)
    burned = int(rules.from_hand)
    seats = (n, rules.seats)
    return Felt(
        hands=np.full((*seats, MOST_HANDS, MOST_CARDS), NO_CARD, np.int8),
        dealer=np.full((n, MOST_CARDS), NO_CARD, np.int8),
        surrendered=np.zeros(seats, bool),
        even_money=np.zeros(seats, bool),
        burned=np.full(n, burned, np.int64),
        shoe=np.arange(1, n + 1),
        stock=stock[:, burned:],
    )


@dataclass(slots=True)
class _Boxes:
    """The boxes with a wager, in the order of round and seat, while they are played.

    Attributes:
        rules: The table's.
        stock: ``(n, k)``: see ``Felt``.
        row: ``(m,)``: each box's round.
        at: ``(n,)``: how many cards of the stock are dealt.
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
    row: Ints
    at: Ints = field(init=False)
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
        self.at = np.zeros(n, np.int64)
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
    rows, seats = np.nonzero(units_cents)
    box: tuple[Ints, Ints] = rows, seats
    boxes = _Boxes(rules, felt.stock, rows)
    boxes.first_cards()
    natural = boxes.totals()[:, 0] == 21
    offered = (values(boxes.dealer[:, 0]) == _ACE)[rows] & (rng.random(len(rows)) < 0.1)
    even = offered & natural & rules.even_money
    dealer_natural = counted(boxes.dealer)[0] == 21
    boxes.active = ~natural & ~(dealer_natural & rules.peek)[rows]
    while boxes.active.any():
        boxes.step()
    _finish(boxes, natural)
    stakes = _stakes(rules, boxes, box, (units_cents, coupon_cents), offered & ~natural)
    return _laid_out(felt, boxes, box, even), stakes


def _finish(boxes: _Boxes, natural: Flags) -> None:
    """Let the dealer draw where some hand neither is a Blackjack, bust nor surrendered."""
    total = boxes.totals()
    standing = ((total > 0) & (total <= 21)).any(axis=1) & ~natural & ~boxes.surrendered
    boxes.dealer_draws(np.bincount(boxes.row[standing], minlength=len(boxes.at)) > 0)


def _laid_out(felt: Felt, boxes: _Boxes, box: tuple[Ints, Ints], even: Flags) -> Felt:
    hands, surrendered = felt.hands.copy(), felt.surrendered.copy()
    even_money = felt.even_money.copy()
    hands[box], surrendered[box], even_money[box] = boxes.cards, boxes.surrendered, even
    return replace(
        felt,
        hands=hands,
        dealer=boxes.dealer,
        surrendered=surrendered,
        even_money=even_money,
        stock=felt.stock[:, :0],
    )


def _stakes(
    rules: Rules,
    boxes: _Boxes,
    box: tuple[Ints, Ints],
    wagered: tuple[Cents, Cents],
    insures: Flags,
) -> Stakes:
    """Put the wagers down: split and double wagers as large as the original."""
    units_cents, coupon_cents = (each[box] for each in wagered)
    base = units_cents + coupon_cents * rules.coupon_in_multiples
    stake = np.zeros((*wagered[0].shape, len(WAGERS)), np.int64)
    own = np.zeros((len(base), len(WAGERS)), np.int64)
    own[:, HANDS] = base[:, None] * (boxes.held > 0)
    own[:, 0] = units_cents
    own[:, DOUBLES] = base[:, None] * boxes.raised
    own[:, INSURANCE] = base // 2 * insures
    stake[box] = own
    coupons = np.zeros_like(stake)
    coupons[..., 0] = wagered[1]
    return Stakes(stake, coupons, np.zeros(len(stake), bool))
