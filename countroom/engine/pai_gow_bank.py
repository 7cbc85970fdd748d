"""A patron's bank: what goes to the centre of the layout, and who empties it.

Losing wagers go to the centre and winning ones are paid out of it. What it lacks the bank
puts in, or the bank and the tray by halves when they co-bank; what is left is the bank's, less
vigorish, or theirs by halves. Of a half that is no whole cent § 561.15(l) says nothing: we read
the odd cent to be the tray's when the centre is short and the bank's when something is left.

Reference: 58 Pa. Code § 561.15(i)-(m).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countroom.engine.odds import Cents
from countroom.engine.settlement import LOSE, WIN, Flags


@dataclass(frozen=True, slots=True)
class Round:
    """What stands between the bank and the others, ``(n, seats)`` or ``(n,)``.

    Attributes:
        wager_cents: The other players' wagers.
        outcome: How each of them ends for its player.
        house_cents: The dealer's wager against the bank; nothing when co-banking.
        house_outcome: How it ends for the house.
        co_bank: The house covers half.
    """

    wager_cents: Cents
    outcome: NDArray[np.int8]
    house_cents: Cents
    house_outcome: NDArray[np.int8]
    co_bank: Flags


@dataclass(frozen=True, slots=True)
class Flows:
    """Where the money goes.

    Attributes:
        to_centre_cents: ``(n, seats)``: losing wagers.
        from_centre_cents: ``(n, seats)``: paid on winning wagers.
        bank_in_cents: ``(n,)``: what the players' wagers cost the bank and his partner.
        bank_out_cents: ``(n,)``: what they bring them.
        tray_in_cents: ``(n,)``: taken into the tray: the dealer's wager won, or half of what
            is left.
        tray_out_cents: ``(n,)``: out of the tray: the dealer's wager lost, or half of what is
            lacking.
        bank_won_cents: ``(n,)``: what is left in the centre for the bank, on which he pays
            vigorish; nothing when the centre was short.
    """

    to_centre_cents: Cents
    from_centre_cents: Cents
    bank_in_cents: Cents
    bank_out_cents: Cents
    tray_in_cents: Cents
    tray_out_cents: Cents
    bank_won_cents: Cents


def half_up(cents: Cents) -> Cents:
    """Halve amounts; an odd cent counts."""
    return (cents + 1) // 2


def flows(rounds: Round) -> Flows:
    """Move the money of rounds a patron banks."""
    lost = rounds.wager_cents * (rounds.outcome == LOSE)
    won = rounds.wager_cents * (rounds.outcome == WIN)
    left = lost.sum(axis=1) - won.sum(axis=1)
    over, short = np.maximum(left, 0), np.maximum(-left, 0)
    co_bank = rounds.co_bank
    house_won = rounds.house_cents * (rounds.house_outcome == WIN)
    house_lost = rounds.house_cents * (rounds.house_outcome == LOSE)
    tray_in = np.where(co_bank, over // 2, house_won)
    tray_out = np.where(co_bank, half_up(short), house_lost)
    return Flows(
        to_centre_cents=lost,
        from_centre_cents=won,
        bank_in_cents=short,
        bank_out_cents=over,
        tray_in_cents=tray_in,
        tray_out_cents=tray_out,
        bank_won_cents=np.maximum(left - tray_in + tray_out, 0),
    )
