"""Baccarat's two hands: dealing from shoes, third cards, counts. Shared by its games.

What is paid on them is in ``baccarat_wagers``, the vigorish in ``baccarat_vigorish``.

Reference: 58 Pa. Code §§ 627a.1, 627a.8, 631a.11.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import NO_CARD, Cards, shuffled_shoes
from countroom.engine.coupons import CouponTerms
from countroom.engine.game import Breach, Column, Ints, columns_named
from countroom.engine.rules import ChangeInterval, stated
from countroom.engine.settlement import Flags, Stakes

THIRD_CARD_RULE: Final = "58 Pa. Code § 631a.11"

STOOD: Final = 10
"""In place of a third card's value: the Player's Hand drew none."""

COVER_FROM_END: Final = 14
"""Cards behind the cover card. Reference: 58 Pa. Code § 627a.5(d)."""

_MOST_CARDS: Final = 6


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of coups.

    Attributes:
        player: ``(n, 3)``; ``NO_CARD`` third where none was drawn.
        banker: ``(n, 3)``.
        shoe: ``(n,)``: number of the shoe, from 1.
        clears: ``(n, seats)``, or ``(n, 1)`` for all of them: after this coup the seat's
            marked vigorish was collected.
    """

    player: Cards
    banker: Cards
    shoe: Ints
    clears: Flags


LEAST_TIE_ODDS: Final = Fraction(8)


@dataclass(frozen=True, kw_only=True)
class ShoeRules(CouponTerms):
    """What the Rules Submission states for every game of the family.

    Attributes:
        decks: In the shoe.
        change_hours: How long the same cards may stay in play.
        tie_odds: At least 8 to 1.
    """

    decks: int = stated("§§ 627a.3, 631a.3")
    change_hours: int = stated("§§ 627a.3, 631a.3")
    tie_odds: Fraction = stated("§ 545.13(b)")

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if not 1 <= self.decks <= 8:
            found["decks"] = "A shoe holds 1 to 8 decks."
        if self.change_hours < 1:
            found["change_hours"] = "Cards stay in play for an hour at least."
        if self.tie_odds < LEAST_TIE_ODDS:
            found["tie_odds"] = "A Tie pays at least 8 to 1 (§ 545.13(b))."
        return found

    def change(self) -> ChangeInterval:
        """Say when the cards must be changed."""
        return ChangeInterval(self.change_hours, "58 Pa. Code §§ 627a.3, 631a.3")


COLUMNS: Final = (
    *columns_named(
        ("player_1", "player_2", "player_3"), per="round", says="card of the Player's Hand"
    ),
    *columns_named(
        ("banker_1", "banker_2", "banker_3"), per="round", says="card of the Banker's Hand"
    ),
    Column("shoe", "round", 1, 2**31 - 1, "number of the shoe, from 1"),
)


def player_draws(total: int, banker_total: int) -> bool:
    """Say whether the Player's Hand draws, on the two-card counts."""
    return total <= 5 and banker_total < 8


def banker_draws(total: int, player_total: int, third: int) -> bool:
    """Say whether the Banker's Hand draws.

    Args:
        total: Its count on two cards.
        player_total: The Player's count on two cards.
        third: Value of the Player's third card, or ``STOOD``.
    """
    if total >= 7 or player_total >= 8:
        return False
    if third == STOOD:
        return total <= 5
    draws_on = {3: {*range(10)} - {8}, 4: {*range(2, 8)}, 5: {*range(4, 8)}, 6: {6, 7}}
    return total <= 2 or third in draws_on[total]


@cache
def _draw_tables() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Lay the two rules out: by (player, banker), and by (banker, player, third)."""
    counts = range(10)
    player = [[player_draws(own, other) for other in counts] for own in counts]
    banker = [
        [[banker_draws(own, other, third) for third in range(STOOD + 1)] for other in counts]
        for own in counts
    ]
    return np.array(player), np.array(banker)


@cache
def _values() -> NDArray[np.int8]:
    """Give each card's value; the last entry, reached by ``NO_CARD``, is no card's 0."""
    pips = [*range(2, 10), 0, 0, 0, 0, 1]
    return np.array([pips[card // 4] for card in range(52)] + [0], np.int8)


def values(cards: Cards) -> NDArray[np.int8]:
    """Give cards' values: ace 1, pips their number, ten and faces 0, no card 0."""
    return _values()[cards]


def totals(hand: Cards) -> NDArray[np.int8]:
    """Count hands ``(n, 2 or 3)``: the last digit of their sum."""
    return np.asarray(values(hand).sum(axis=1) % 10, np.int8)


def _third_cards(felt_player: Cards, felt_banker: Cards, third: Cards) -> tuple[Flags, Flags]:
    """Say who draws by the rules, given the card the Player's Hand draws if it does."""
    by_player, by_banker = _draw_tables()
    player, banker = totals(felt_player[:, :2]), totals(felt_banker[:, :2])
    draws = by_player[player, banker]
    return draws, by_banker[banker, player, np.where(draws, values(third), STOOD)]


def nobody(n: int) -> Flags:
    """Say for ``n`` coups that no marked vigorish is collected after them, ``(n, 1)``."""
    return np.zeros((n, 1), bool)


def coups(six: Cards, shoe: Ints) -> tuple[Felt, Ints]:
    """Deal coups from the next six cards each, in the order of the shoe.

    Args:
        six: ``(n, 6)``.
        shoe: ``(n,)``.

    Returns:
        The felt, and how many of the six each coup took, ``(n,)``.
    """
    player, banker = six[:, 0:3:2], six[:, 1:4:2]
    player_third, banker_third = _third_cards(player, banker, six[:, 4])
    after = np.where(player_third, six[:, 5], six[:, 4])
    felt = Felt(
        np.column_stack([player, np.where(player_third, six[:, 4], NO_CARD)]).astype(np.int8),
        np.column_stack([banker, np.where(banker_third, after, NO_CARD)]).astype(np.int8),
        shoe,
        nobody(len(six)),
    )
    return felt, 4 + player_third.astype(np.int64) + banker_third


def deal_shoes(rng: np.random.Generator, n: int, decks: int) -> Felt:
    """Deal ``n`` coups from as many shoes as that takes, each played down to its cover card.

    After the shuffle one card is turned and as many burned as it counts, ten and faces as
    ten; when the cover card shows, the coup is finished and one more is dealt.

    Reference: 58 Pa. Code §§ 627a.5(d), (f), 627a.9(e).
    """
    size = 52 * decks
    fewest = (size - COVER_FROM_END - 11) // _MOST_CARDS
    shoes = shuffled_shoes(rng, -(-n // fewest), decks)
    row = np.arange(len(shoes))
    first = values(shoes[:, 0]).astype(np.int64)
    at = 1 + np.where(first == 0, 10, first)
    left = np.full(len(shoes), -1)
    dealt: list[tuple[Felt, Ints]] = []
    while (live := np.flatnonzero(left != 0)).size:
        felt, took = coups(shoes[live[:, None], at[live, None] + np.arange(_MOST_CARDS)], live)
        dealt.append((felt, row[live]))
        at[live] += took
        seen = at[live] >= size - COVER_FROM_END
        left[live] = np.where(left[live] > 0, 0, np.where(seen, 1, -1))
    return _in_order(dealt, n)


def _in_order(dealt: list[tuple[Felt, Ints]], n: int) -> Felt:
    """Put coups dealt across shoes at once into the order of play: shoe by shoe."""
    shoe = np.concatenate([shoes for _, shoes in dealt])
    order = np.argsort(shoe, kind="stable")[:n]
    return Felt(
        np.concatenate([felt.player for felt, _ in dealt])[order],
        np.concatenate([felt.banker for felt, _ in dealt])[order],
        shoe[order] + 1,
        nobody(len(order)),
    )


def third_card_breaches(felt: Felt) -> list[Breach]:
    """Find coups whose third cards are not as the rules draw them."""
    player, banker = _third_cards(felt.player, felt.banker, felt.player[:, 2])
    wrong = (felt.player[:, 2] != NO_CARD) != player
    wrong |= (felt.banker[:, 2] != NO_CARD) != banker
    says = "A third card was drawn, or not drawn, against the rules."
    return [Breach(THIRD_CARD_RULE, says, wrong)]


def incomplete(rules: ShoeRules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find coups that cannot be settled: a hand lacks one of its first two cards."""
    del rules
    first_four = np.concatenate([felt.player[:, :2], felt.banker[:, :2]], axis=1)
    missing = (first_four == NO_CARD).any(axis=1) & ~stakes.void
    return [Breach("58 Pa. Code § 627a.8", "A hand has fewer than two cards.", missing)]


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    hands = {"player": felt.player, "banker": felt.banker}
    spread = {
        f"{name}_{place + 1}": hand[:, place].astype(np.int64)
        for name, hand in hands.items()
        for place in range(3)
    }
    return spread | {"shoe": felt.shoe}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    player, banker = (
        np.stack([columns[f"{name}_{place}"] for place in (1, 2, 3)], axis=1).astype(np.int8)
        for name in ("player", "banker")
    )
    return Felt(player, banker, columns["shoe"], nobody(len(player)))
