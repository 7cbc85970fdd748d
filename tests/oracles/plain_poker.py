"""Poker settled slowly, hand by hand: the best five of seven, pot by pot, share by share."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any


@dataclass
class Hand:
    """A hand as it was played, seat by seat.

    Attributes:
        hole: Two cards a seat; a card is 4 times its rank above the deuce, and its suit.
        board: Five cards, -1 where the hand ended before.
        button: Seat number, from 1.
        folded: Who gave up.
        put_in: Cents into the pot.
        time: Cents of time charge.
        void: Declared void.
    """

    hole: list[list[int]]
    board: list[int]
    button: int
    folded: list[bool]
    put_in: list[int]
    time: list[int]
    void: bool


def five(cards: tuple[int, ...]) -> tuple[int, list[int]]:
    """Rank five cards: what they are, then the ranks that decide among equals."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    suits = {card % 4 for card in cards}
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = wheel or (len(counts) == 5 and ranks[0] - ranks[4] == 4)
    decides = [3, 2, 1, 0, -1] if wheel else by_count
    if straight or len(suits) == 1:
        return (8 if straight and len(suits) == 1 else 4 if straight else 5), decides
    classes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return classes.get(tuple(shape), 0), decides


def best(hole: list[int], board: list[int]) -> tuple[int, list[int]]:
    """The best five of seven cards."""
    return max(five(each) for each in combinations(hole + board, 5))


def places(hand: Hand, alive: list[int]) -> list[int]:
    """Those still in, beginning left of the button."""
    seats = len(hand.put_in)
    return sorted(alive, key=lambda seat: (seat - hand.button) % seats)


def pots(hand: Hand, alive: list[int]) -> tuple[list[tuple[int, list[int]]], list[int]]:
    """Main pot and side pots, each with who plays for it; and what goes back uncalled."""
    left, back = list(hand.put_in), [0] * len(hand.put_in)
    found: list[tuple[int, list[int]]] = []
    while any(left):
        height = min(each for each in left if each)
        within = [seat for seat, each in enumerate(left) if each]
        players = [seat for seat in within if seat in alive]
        for seat in within:
            left[seat] -= height
        if len(within) == 1 and players:
            back[within[0]] += height
        elif players:
            found.append((height * len(within), players))
        else:
            amount, below = found.pop()
            found.append((amount + height * len(within), below))
    return found, back


def rake(rules: Any, hand: Hand, total: int) -> int:
    """What the house takes of what was called."""
    if rules.no_flop_no_drop and hand.board[0] < 0:
        return 0
    step: int = rules.rake_step_cents
    taken: int = min(total * rules.rake_percent // 100 // step * step, rules.rake_cap_cents)
    return taken


def settle(rules: Any, hand: Hand) -> tuple[list[dict[str, int]], list[dict[str, int]], int]:
    """What each seat's pot and time do, and the rake."""
    if hand.void:
        pot = [{"pushed_cents": cents} for cents in hand.put_in]
        return pot, [{"pushed_cents": cents} for cents in hand.time], 0
    alive = [seat for seat, cents in enumerate(hand.put_in) if cents and not hand.folded[seat]]
    found, back = pots(hand, alive)
    taken = rake(rules, hand, sum(amount for amount, _ in found))
    drawn, owed = [0] * len(hand.put_in), taken
    for amount, players in found:
        out = min(owed, amount)
        owed -= out
        winners = players
        if len(alive) > 1:
            strength = {seat: best(hand.hole[seat], hand.board) for seat in players}
            winners = [seat for seat in players if strength[seat] == max(strength.values())]
        share(rules, amount - out, places(hand, winners), drawn)
    pot = [
        {"pooled_cents": cents - back[seat], "pushed_cents": back[seat], "drawn_cents": drawn[seat]}
        for seat, cents in enumerate(hand.put_in)
    ]
    return pot, [{"pooled_cents": cents} for cents in hand.time], taken + sum(hand.time)


def share(rules: Any, amount: int, winners: list[int], drawn: list[int]) -> None:
    """Hand a pot out chip by chip, beginning left of the button; crumbs to the first."""
    chips, crumbs = divmod(amount, rules.chip_cents)
    for place, seat in enumerate(winners):
        many = chips // len(winners) + (place < chips % len(winners))
        drawn[seat] += many * rules.chip_cents + (crumbs if place == 0 else 0)
