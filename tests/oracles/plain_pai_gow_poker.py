"""Pai Gow Poker settled slowly and plainly, one round at a time: the other opinion.

Hands are ranked by trying every card the joker may stand for; nothing here is shared with the
engine but the numbering of cards and what a felt and its stakes are.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil
from typing import Any

from countroom.engine.pai_gow_table import BANK, BANK_HOUSE, DICE, FORTUNE, MAIN, TREASURE, WAGERS

JOKER, ACE = 52, 12
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL, FIVE = range(11)

Rank = tuple[int, ...]
Amounts = dict[tuple[int, int], dict[str, int]]


def plain_five(cards: tuple[int, ...], wheel: str) -> Rank:
    """Rank five cards without a joker; a tuple that orders them."""
    many = Counter(card // 4 for card in cards)
    by_many = sorted(many, key=lambda rank: (many[rank], rank), reverse=True)
    shape = sorted(many.values(), reverse=True)
    ranks = sorted(many, reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    high = None
    if len(ranks) == 5 and ranks[0] - ranks[4] == 4:
        high = Fraction(ranks[0])
    if ranks == [ACE, 3, 2, 1, 0]:
        high = Fraction(23, 2) if wheel == "second" else Fraction(3)
    if high is not None:
        kind = (ROYAL if ranks[4] == 8 else STRAIGHT_FLUSH) if flush else STRAIGHT
        return (kind, int(2 * high))
    kinds = {(4, 1): QUADS, (3, 2): FULL, (3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR}
    kind = kinds.get(tuple(shape), PAIR if shape == [2, 1, 1, 1] else HIGH)
    return (FLUSH if flush else kind, *by_many)


@cache
def five(cards: tuple[int, ...], wheel: str) -> Rank:
    """Rank five cards, the joker an ace or what completes a straight or flush."""
    if JOKER not in cards:
        return plain_five(cards, wheel)
    four = tuple(card for card in cards if card != JOKER)
    if all(card // 4 == ACE for card in four):
        return (FIVE, ACE)
    tries: list[Rank] = []
    for card in set(range(52)) - set(four):
        found = plain_five((*four, card), wheel)
        if card // 4 == ACE or found[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
            tries.append(found)
    return max(tries)


def two(cards: tuple[int, ...]) -> Rank:
    """Rank two cards."""
    ranks = sorted((ACE if card == JOKER else card // 4 for card in cards), reverse=True)
    return (PAIR, ranks[0]) if ranks[0] == ranks[1] else (HIGH, *ranks)


def fouled(high: Rank, low: Rank) -> bool:
    """Tell whether the two cards rank above the five."""
    return low > high[: len(low)]


def ranked(hand: tuple[int, ...], wheel: str) -> tuple[Rank, Rank]:
    """Rank a hand as it lies: five cards, then two."""
    return five(tuple(sorted(hand[:5])), wheel), two(hand[5:])


# --- the house ways -----------------------------------------------------------------------


def by_house_way(hand: tuple[int, ...], way: str, wheel: str) -> tuple[Rank, Rank]:
    """Set a hand: the legal setting that the way allows with the best two, then five, cards."""
    many = Counter(ACE if card == JOKER else card // 4 for card in hand)
    settings = []
    for low in combinations(hand, 2):
        high = tuple(sorted(card for card in hand if card not in low))
        both = five(high, wheel), two(low)
        if not fouled(*both):
            settings.append(both)
    order = any(high[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL) for high, _ in settings)
    least, most = allowed(many, way, order=order)
    fits = [both for both in settings if least <= both[0][0] <= most]
    return max(fits, key=lambda both: (both[1], both[0]))


def allowed(many: Counter[int], way: str, *, order: bool) -> tuple[int, int]:
    """Say between which classes the five cards may be."""
    held = {
        count: sorted((r for r in many if many[r] == count), reverse=True) for count in range(6)
    }
    if held[5]:
        return (FIVE, FIVE) if 11 in held[2] else (TRIPS, FULL)
    if held[4]:
        return (QUADS, QUADS) if fours_stay(held) else (PAIR, FULL)
    if len(held[3]) == 2 or (held[3] and held[2]):
        stays = held[2] and held[2][0] == 0 and {11, ACE} <= set(held[1])
        return (FULL, FULL) if stays else (TRIPS, FULL)
    if len(held[2]) >= 2:
        single = max(held[1], default=-1)
        together = len(held[2]) == 3 or pairs_stay(held[2], single, way)
        return (TWO_PAIR, TWO_PAIR) if together else (PAIR, PAIR)
    return (STRAIGHT, ROYAL) if order else of_little(held)


def of_little(held: dict[int, list[int]]) -> tuple[int, int]:
    """Say so of three of a kind, a pair or nothing."""
    if held[3]:
        return (PAIR, PAIR) if held[3] == [ACE] else (TRIPS, TRIPS)
    return (PAIR, PAIR) if held[2] else (HIGH, HIGH)


def fours_stay(held: dict[int, list[int]]) -> bool:
    """Tell whether four of a kind stay together."""
    rank = held[4][0]
    beside = max([*held[2], *held[3]], default=-1)
    if rank == ACE:
        return beside >= 5
    if rank > 8:
        return beside >= 8
    return rank <= 4 or beside >= 0 or ACE in held[1]


def pairs_stay(pairs: list[int], single: int, way: str) -> bool:
    """Tell whether two pairs stay together."""
    if pairs[0] == ACE:
        return False
    if way == "ace_keeps_two_pair":
        return single == ACE
    if pairs[0] <= 4:
        return single >= 11
    return single == ACE and pairs[1] <= 8


# --- what seven cards hold ----------------------------------------------------------------


LESS = {
    FIVE: (QUADS,),
    ROYAL: (STRAIGHT_FLUSH, FLUSH, STRAIGHT),
    STRAIGHT_FLUSH: (FLUSH, STRAIGHT),
    QUADS: (TRIPS,),
    FULL: (TRIPS, TWO_PAIR),
}
"""What is held besides where more is."""


def lines(hand: tuple[int, ...]) -> set[str]:
    """Name the lines seven cards are on."""
    found: set[str] = set()
    for high in combinations(sorted(hand), 5):
        kind = five(high, "second")[0]
        names = {
            FIVE: "five_aces",
            ROYAL: "royal_flush",
            STRAIGHT_FLUSH: "straight_flush",
            QUADS: "four_of_a_kind",
            FULL: "full_house",
            FLUSH: "flush",
            STRAIGHT: "straight",
            TRIPS: "three_of_a_kind",
            TWO_PAIR: "two_pair",
        }
        found |= {names[kind]} if kind in names else set()
        found |= {names[each] for each in LESS.get(kind, ())}
        rest = [card for card in hand if card not in high]
        if kind == ROYAL and JOKER not in rest:
            match = {card // 4 for card in rest} == {11, 10} and rest[0] % 4 == rest[1] % 4
            found |= {"royal_flush_royal_match"} if match else set()
    many = Counter(ACE if card == JOKER else card // 4 for card in hand)
    if sum(count > 1 for count in many.values()) == 3:
        found.add("three_pair")
    if not found and max(many.values()) == 1:
        found.add("pai_gow")
        if JOKER not in hand and max(many) == 7:
            found.add("nine_high_pai_gow")
    return found | seven_in_a_row(hand)


def seven_in_a_row(hand: tuple[int, ...]) -> set[str]:
    """Name a straight flush of all seven cards."""
    natural = [card for card in hand if card != JOKER]
    ranks = {card // 4 for card in natural}
    windows = [{ACE, *range(6)}, *({*range(low, low + 7)} for low in range(7))]
    if len({card % 4 for card in natural}) > 1 or not any(ranks <= each for each in windows):
        return set()
    return {"seven_card_straight_flush" + ("_joker" if JOKER in hand else "")}


def pays(hand: tuple[int, ...], table: str) -> int:
    """Give the most that a line of the table pays the hand."""
    entries = dict(entry.split(":") for entry in table.split(",") if entry)
    return max((int(entries.get(line, 0)) for line in lines(hand)), default=0)


# --- a round ------------------------------------------------------------------------------


def vig_on(rules: Any, won: int) -> int:
    """Take 5 % of what was won, as the table rounds it."""
    if rules.commission == "tiger_9":
        return 0
    exact = Fraction(won, 20)
    return ceil(exact / 25) * 25 if rules.vig_rounding == "ceiling" else int(exact)


class PlainRound:
    """One round: ``rows`` maps (seat, wager) to what it did, amounts left out being nothing."""

    def __init__(self, rules: Any, felt: Any, stakes: Any, n: int) -> None:
        self.rules, self.felt, self.n = rules, felt, n
        self.stake = {
            (seat, wager): int(stakes.stake_cents[n, seat, wager])
            for seat in range(stakes.stake_cents.shape[1])
            for wager in range(len(WAGERS))
            if stakes.stake_cents[n, seat, wager]
        }
        self.coupon = {key: int(stakes.coupon_cents[n][key]) for key in self.stake}
        self.rows: Amounts = {key: {} for key in self.stake}
        self.bank = int(felt.bank[n]) - 1
        if stakes.void[n]:
            for key, cents in self.stake.items():
                self.rows[key]["pushed"] = cents
            return
        self._play()

    def _hand(self, seat: int) -> tuple[int, ...]:
        return tuple(int(card) for card in self.felt.hands[self.n, seat])

    def _play(self) -> None:
        rules = self.rules
        dealer = tuple(int(card) for card in self.felt.dealer[self.n])
        against = dealer if self.bank < 0 else self._hand(self.bank)
        self.banking = by_house_way(against, rules.house_way, rules.wheel_rank)
        self.dealer = by_house_way(dealer, rules.house_way, rules.wheel_rank)
        for (seat, wager), cents in self.stake.items():
            if wager == MAIN and self.bank < 0:
                self._against_house(seat, cents)
            elif wager in (FORTUNE, TREASURE, DICE):
                self._optional(seat, wager, cents)
        if self.bank >= 0:
            self._banked()

    def _result(self, mine: tuple[Rank, Rank]) -> int:
        pairs = list(zip(mine, self.banking, strict=True))
        if all(own > other for own, other in pairs):
            return 1
        to_bank = self.rules.copies == "banking_hand"
        lost = all(own < other or (to_bank and own == other) for own, other in pairs)
        return -1 if lost else 0

    def _main(self, seat: int) -> int:
        mine = ranked(self._hand(seat), self.rules.wheel_rank)
        if fouled(*mine):
            if self.rules.wrongly_set == "loses":
                return 0 if self._tiger() else -1
            mine = by_house_way(self._hand(seat), self.rules.house_way, self.rules.wheel_rank)
        return 0 if self._tiger() else self._result(mine)

    def _tiger(self) -> bool:
        return self.rules.commission == "tiger_9" and self.dealer[1][:2] == (HIGH, 7)

    def _against_house(self, seat: int, cents: int) -> None:
        row, coupon = self.rows[seat, MAIN], self.coupon[seat, MAIN]
        result = self._main(seat)
        if result == 0:
            row["pushed"] = cents
            row["dropped"] = int(coupon > 0 and self.rules.coupon_on_push == "drops")
            return
        row["dropped"] = int(coupon > 0)
        if result < 0:
            row["collected"] = cents
        else:
            row["paid"], row["coupon_win"] = cents + coupon, coupon
            row["vig"] = vig_on(self.rules, cents + coupon)

    def _optional(self, seat: int, wager: int, cents: int) -> None:
        row = self.rows[seat, wager]
        name = {FORTUNE: "fortune", TREASURE: "treasure"}.get(wager)
        if name is None:
            sums = {"a": {17: 25, 16: 6, 8: 3}, "b": {3: 25, 8: 4, 9: 2}}[self.rules.dice_sum]
            odds = sums.get(int(self.felt.dice[self.n].sum()), 0)
        else:
            odds = pays(self._hand(seat), getattr(self.rules, f"{name}_pays"))
        row["paid" if odds else "collected"] = cents * (odds or 1)
        if name and cents >= 500:
            table = getattr(self.rules, f"{name}_envy")
            others = {other for other, _ in self.stake} - {seat}
            envy = sum(pays(self._hand(other), table) for other in others) if table else 0
            row["paid"] = row.get("paid", 0) + envy

    def _banked(self) -> None:
        won = lost = 0
        for (seat, wager), cents in self.stake.items():
            if wager != MAIN or seat == self.bank:
                continue
            row, result = self.rows[seat, wager], self._main(seat)
            if result < 0:
                row["pooled"] = cents
                lost += cents
                continue
            row["pushed"] = cents
            if result > 0:
                row["drawn"], row["vig"] = cents, vig_on(self.rules, cents)
                won += cents
        house = 0
        if (self.bank, BANK_HOUSE) in self.stake:
            house = self._house(lost - won)
        bank = self.rows[self.bank, BANK]
        bank["drawn"], bank["pooled"] = max(lost - won, 0), max(won - lost, 0)
        bank["pushed"] = self.stake[self.bank, BANK] - bank["pooled"]
        bank["vig"] = vig_on(self.rules, max(lost - won + house, 0))
        if (self.bank, MAIN) in self.stake:
            self.rows[self.bank, MAIN]["pushed"] = self.stake[self.bank, MAIN]

    def _house(self, left: int) -> int:
        """Settle between bank and tray; give what it adds to the bank."""
        row, cents = self.rows[self.bank, BANK_HOUSE], self.stake[self.bank, BANK_HOUSE]
        if self.felt.co_bank[self.n]:
            takes = left // 2 if left > 0 else -((1 - left) // 2)
        else:
            takes = cents * self._result(self.dealer)
        if takes < 0:
            row["paid"] = -takes
        else:
            row["collected"], row["pushed"] = takes, cents - takes
        return -takes
