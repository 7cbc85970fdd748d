"""Edges of Pai Gow Poker: hands dealt from a seed, and all 154,143,080 sets of seven cards."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import JOKER, NO_CARD, Cards
from countroom.engine.edges.bets import SIMULATED, Bet, edge_of, nets, outcomes, weighed
from countroom.engine.game import Ints
from countroom.engine.games import pai_gow_poker as game
from countroom.engine.pai_gow_bonus import DiceSum, read_table
from countroom.engine.pai_gow_hands import PACK_SIZE
from countroom.engine.pai_gow_house_way import SEVEN
from countroom.engine.pai_gow_play import as_set
from countroom.engine.pai_gow_table import (
    BANK,
    DICE,
    FORTUNE,
    MAIN,
    TREASURE,
    WAGERS,
    Commission,
    Felt,
    Rules,
)
from countroom.engine.settlement import Stakes, patrons_cents

SHUFFLES: Final = 120_000
"""Packs dealt in a simulation; of the seven hands of each, every one plays every other."""

_SEED: Final = 561
_PART: Final = 10_000
_STAKE_CENTS: Final = 100_00
"""Five percent of it are whole quarters."""

BONUSES: Final = {FORTUNE: "fortune_bonus", TREASURE: "emperors_treasure"}
"""What the optional wagers are called here."""

BY_RANK: Final = (
    "five_aces:10,royal_flush:9,straight_flush:8,four_of_a_kind:7,full_house:6,flush:5,"
    "straight:4,three_of_a_kind:3,three_pair:2,two_pair:1"
)
"""A table that pays more the higher a hand ranks: what it pays tells its rank."""


def edges(name: str, rules: Rules) -> Iterator[Bet]:
    """Give every wager's edge under the rules; a bank's against one player."""
    yield from main_bets(rules, SHUFFLES)
    if rules.bank_offered:
        yield bank_bet(rules, SHUFFLES)
    yield from bonus_bets(name, rules)
    if rules.dice_sum is not DiceSum.NONE:
        yield dice_bet(rules)
    if rules.fortune_pays:
        yield seven_card_counts(rules)


_NAMED: Final = {
    "second": "second highest",
    "lowest": "lowest",
    "trump_plaza": "Trump Plaza",
    "ace_keeps_two_pair": "two-pair-with-an-ace",
    "banking_hand": "to the dealer",
    "neither": "to neither",
}


def words(rules: Rules) -> str:
    """Write what a figure of the main wager hangs on."""
    says = (
        "53 cards, joker = ace or completes straight/flush;"
        f" A-2-3-4-5 {_NAMED[rules.wheel_rank]};"
        f" both hands set by the {_NAMED[rules.house_way]} house way;"
        f" copies {_NAMED[rules.copies]}; heads up"
    )
    if rules.commission is Commission.TIGER_9:
        says += "; no vig, all push on a dealer's nine-high low hand"
    return says


def one_seat(cards: Cards) -> Felt:
    """Lay hands before one player; nothing else is dealt."""
    n = len(cards)
    nothing = np.zeros(n, np.int64)
    return Felt(
        hands=cards.reshape(n, -1, SEVEN),
        dealer=np.full((n, SEVEN), NO_CARD, np.int8),
        dice=np.zeros((n, 3), np.int64),
        number=nothing,
        start=nothing,
        bank=nothing,
        co_bank=np.zeros(n, bool),
        cut_by=nothing,
        cut_refused=np.zeros((n, cards.size // (n * SEVEN)), bool),
    )


# --- the main wager -----------------------------------------------------------------------


def _hands(rules: Rules, shuffles: int) -> Iterator[Cards]:
    """Deal seven hands of each shuffled pack and set them, ``(part, 7, 7)`` at a time."""
    rng = np.random.default_rng(_SEED)
    fresh = np.arange(PACK_SIZE, dtype=np.int8)
    for start in range(0, shuffles, _PART):
        part = min(_PART, shuffles - start)
        packs = rng.permuted(np.broadcast_to(fresh, (part, PACK_SIZE)), axis=1)
        yield as_set(rules, packs[:, : SEVEN * SEVEN].reshape(part, SEVEN, SEVEN))


def _settled(rules: Rules, felt: Felt, wagers: Mapping[tuple[int, int], int], bet: int) -> Ints:
    """Settle one stake on (seat, wager) in every round; give what wager ``bet`` brings a seat."""
    stake = np.zeros((*felt.hands.shape[:2], len(WAGERS)), np.int64)
    for (seat, wager), cents in wagers.items():
        stake[:, seat, wager] = cents
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(len(stake), bool))
    settled, _ = game.settle(rules, felt, stakes, None)
    return np.asarray(patrons_cents(settled)[..., bet])


def main_bets(rules: Rules, shuffles: int) -> list[Bet]:
    """Play every hand against every other, each as the dealer's in turn.

    Returns:
        The main wager; and as figures of their own, in the place of an edge, how many of its
        rounds it wins, ties and loses.
    """
    found: list[Ints] = []
    for hands in _hands(rules, shuffles):
        net = np.zeros((len(hands), SEVEN, SEVEN - 1), np.int64)
        for dealer in range(SEVEN):
            players = np.delete(hands, dealer, axis=1)
            felt = replace(one_seat(players), dealer=hands[:, dealer])
            stakes = {(seat, MAIN): _STAKE_CENTS for seat in range(SEVEN - 1)}
            net[:, dealer] = _settled(rules, felt, stakes, MAIN)
        found.append(net.reshape(len(hands), -1))
    net, says = np.concatenate(found), words(rules)
    shares = {"win": net > 0, "push": net == 0, "lose": net < 0}
    vig = f"; 5% vig on wins, {rules.vig_rounding}"
    if rules.commission is Commission.TIGER_9:
        vig = ""
    return [
        _simulated("main", says + vig, net),
        *(_share(f"main_{name}", says, here) for name, here in shares.items()),
    ]


def bank_bet(rules: Rules, shuffles: int) -> Bet:
    """Bank against one player of an equal wager, without a wager of the dealer."""
    found: list[Ints] = []
    for hands in _hands(rules, shuffles):
        net = np.zeros((len(hands), SEVEN - 1), np.int64)
        for place, pair in enumerate([(0, 1), (1, 0), (2, 3), (3, 2), (4, 5), (5, 4)]):
            felt = replace(one_seat(hands[:, pair]), bank=np.ones(len(hands), np.int64))
            stakes = {(0, BANK): _STAKE_CENTS, (1, MAIN): _STAKE_CENTS}
            net[:, place] = _settled(rules, felt, stakes, BANK)[:, 0]
        found.append(net)
    says = "; patron banks one opponent of equal wager, 5% vig on his surplus"
    return _simulated("bank", words(rules) + says, np.concatenate(found))


def _share(name: str, says: str, here: NDArray[np.bool_]) -> Bet:
    """Tell how often something was so, a row for every pack."""
    by_pack = here.mean(axis=1)
    error = float(by_pack.std(ddof=1) / np.sqrt(len(by_pack)))
    return Bet(name, says, "", float(by_pack.mean()), SIMULATED, error)


def _simulated(bet: str, says: str, net: Ints) -> Bet:
    """Average what rounds brought, a row for every pack: packs know nothing of each other."""
    by_pack = -net.mean(axis=1) / _STAKE_CENTS
    error = float(by_pack.std(ddof=1) / np.sqrt(len(by_pack)))
    counts = outcomes(weighed(net.reshape(-1), np.ones(net.size, np.int64)))
    return Bet(bet, says, "", float(by_pack.mean()), SIMULATED, error, counts)


# --- seven cards --------------------------------------------------------------------------


@cache
def all_sevens() -> tuple[Cards, Ints]:
    """List seven-card hands that stand for all, with how many of the pack's each stands for.

    Hands with a flush are listed by the ranks in each suit; for all others only the ranks
    matter, and one stands for every way to deal them suits without a flush.

    Returns:
        ``(m, 7)`` cards and ``(m,)`` weights, which add up to 154,143,080.
    """
    flushes = [_flushes(sizes) for sizes in ((7,), (6, 1), (5, 2), (5, 1, 1))]
    joker = [_flushes(sizes) for sizes in ((6,), (5, 1), (4, 2), (4, 1, 1))]
    plain, beside = _without_flush(7, flushes), _without_flush(6, joker)
    with_joker = [(_and_joker(cards), weight) for cards, weight in [*joker, beside]]
    parts = [*flushes, plain, *with_joker]
    return np.concatenate([cards for cards, _ in parts]), np.concatenate([w for _, w in parts])


def _and_joker(cards: Cards) -> Cards:
    return np.concatenate([cards, np.full((len(cards), 1), JOKER, np.int8)], axis=1)


def _flushes(sizes: tuple[int, ...]) -> tuple[Cards, Ints]:
    """List hands with so many cards of a first suit, and of one or two others as many each.

    With two others, each pair of holdings is listed both ways, and suits are taken in order.
    """
    of_suit = [np.array(list(combinations(range(13), size))) for size in sizes]
    index = np.indices([len(each) for each in of_suit]).reshape(len(sizes), -1)
    parts = [
        4 * ranks[row] + suit for suit, (ranks, row) in enumerate(zip(of_suit, index, strict=True))
    ]
    ways = 4 * comb(3, len(sizes) - 1)
    cards = np.concatenate(parts, axis=1).astype(np.int8)
    return cards, np.full(len(cards), ways, np.int64)


def _without_flush(size: int, flushes: list[tuple[Cards, Ints]]) -> tuple[Cards, Ints]:
    """List sets of ranks, with how many ways to deal them suits make none of the flushes."""
    every = np.array(list(combinations_with_replacement(range(13), size)))
    held = (every[..., None] == np.arange(13)).sum(axis=1)
    ranks, held = every[held.max(axis=1) <= 4], held[held.max(axis=1) <= 4]
    ways = np.array([comb(4, many) for many in range(5)])[held].prod(axis=1)
    key = _key(ranks)
    order = np.argsort(key)
    for cards, weight in flushes:
        place = order[np.searchsorted(key[order], _key(cards >> 2))]
        np.subtract.at(ways, place, weight)
    suits = np.arange(size) % 4
    return (4 * ranks + suits).astype(np.int8), ways


def _key(ranks: Ints | Cards) -> Ints:
    """Give each set of ranks a number of its own."""
    return np.asarray((5 ** np.arange(13, dtype=np.int64))[ranks].sum(axis=1))


def bonus_bets(name: str, rules: Rules) -> Iterator[Bet]:
    """Settle the optional wagers on every seven cards; Envy Bonuses are not in the figure."""
    offered = {FORTUNE: rules.fortune_pays, TREASURE: rules.treasure_pays}
    cards, weight = all_sevens()
    for wager, table in offered.items():
        if not table:
            continue
        found = nets(game, rules, one_seat(cards), weight, wager)
        odds = "/".join(str(each) for each in read_table(table).values())
        says = f"{odds}, highest PAY, no envy (not confirmed as a § 645a table)"
        edge = edge_of(found)
        yield Bet(BONUSES[wager], says, name, edge, counts=_by_line(table, found))


def _by_line(table: str, found: Mapping[int, int]) -> dict[str, int]:
    """Name what a pay table's lines were paid; lines of the same odds are counted together."""
    names: dict[int, list[str]] = {}
    for line, odds in read_table(table).items():
        names.setdefault(odds, []).append(line)
    lines = {" or ".join(of): found.get(100 * odds, 0) for odds, of in names.items()}
    return outcomes(found) | lines


def seven_card_counts(rules: Rules) -> Bet:
    """Count the best five of seven cards by rank, settled by a table that pays by rank."""
    cards, weight = all_sevens()
    ranked = replace(rules, fortune_pays=BY_RANK, fortune_envy="")
    found = nets(game, ranked, one_seat(cards), weight, FORTUNE)
    counts = _by_line(BY_RANK, found)
    says = "best 5 of 7 with joker, 154,143,080 hands"
    return Bet("seven_card", says, "counted by rank, of no table", edge_of(found), counts=counts)


def dice_bet(rules: Rules) -> Bet:
    """Settle the wager on the dice's sum on all 216 throws."""
    throws = np.array(list(product(range(1, 7), repeat=3)), np.int64)
    felt = replace(one_seat(np.full((216, 1, SEVEN), NO_CARD, np.int8)), dice=throws)
    found = nets(game, rules, felt, np.ones(216, np.int64), DICE)
    says = f"§ 645c.2(g) Sum paytable {rules.dice_sum.upper()}"
    return Bet("dice_sum", says, rules.dice_sum.upper(), edge_of(found), counts=outcomes(found))
