"""Poker's time charge: so much a seat for every period of the clock, in place of a rake.

The charge is taken in chips before the hand and goes into the drop box as a rake does, in rake
chips where the house has them; the tray's total does not change by it, and it counts as rake.
A seat owes it once a period, at the latest in the first hand of the period it puts chips into.
Our reading: a charge given back with a void hand may be taken again, but need not be.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from countroom.engine.game import Breach, Ints
from countroom.engine.settlement import Flags

RULE: Final = "58 Pa. Code § 601a.2 (time charge)"

MICROSECONDS_A_MINUTE: Final = 60_000_000

HANDS_A_PERIOD: Final = 20
"""Hands dealt in half an hour, about: where nobody says when each was dealt."""


@dataclass(frozen=True, slots=True)
class Paid:
    """For which period each seat paid last, ``(seats,)`` or ``(n, seats)``; 0 for none.

    Attributes:
        kept: Charges that stayed in the box.
        asked: Those, and charges that went back with a void hand.
    """

    kept: Ints
    asked: Ints

    def last(self) -> "Paid":
        """After the last of several hands."""
        return Paid(self.kept[-1], self.asked[-1])


def due(period: Ints, plays: Flags) -> Flags:
    """Tell where the charge is taken: each seat's first hand of a period, ``(n, seats)``.

    Args:
        period: ``(n,)``, never falling.
        plays: ``(n, seats)``.
    """
    before = _through(np.where(plays, period[:, None], 0), None)[:-1]
    return plays & (before < period[:, None])


def _through(paid: Ints, before: Ints | None) -> Ints:
    """Carry what was paid last from hand to hand, ``(1 + n, seats)``: what was before, first."""
    first = np.zeros((1, paid.shape[1]), np.int64) if before is None else before[None]
    return np.asarray(np.maximum.accumulate(np.concatenate([first, paid])))


def paid_through(period: Ints, charged: Flags, void: Flags, before: Paid | None) -> Paid:
    """Tell for which period each seat had paid, before the first hand and after every one.

    Args:
        period: ``(n,)``.
        charged: ``(n, seats)``: a charge was taken.
        void: ``(n,)``: and given back.
        before: ``(seats,)`` each; None where play begins.

    Returns:
        ``(1 + n, seats)`` each.
    """
    asked = np.where(charged, period[:, None], 0)
    kept = asked * ~void[:, None]
    if before is None:
        return Paid(_through(kept, None), _through(asked, None))
    return Paid(_through(kept, before.kept), _through(asked, before.asked))


def breaches(
    period: Ints, stake_cents: Ints, void: Flags, before: Paid | None, charge_cents: int
) -> list[Breach]:
    """Find charges not as filed, taken twice in a period, or not taken.

    Args:
        period: ``(n,)``.
        stake_cents: ``(n, seats, 2)``: what went into the pot, and the charge.
        void: ``(n,)``.
        before: Paid before the first of these hands.
        charge_cents: As filed; 0 where the house takes a rake.
    """
    plays, charged = stake_cents[..., 0] > 0, stake_cents[..., 1] > 0
    paid = paid_through(period, charged, void, before)
    now = period[:, None]
    missing = plays & (paid.asked[1:] < now) & ~void[:, None] & (charge_cents > 0)
    twice = charged & (paid.kept[:-1] == now) & (now > 0)
    wrong = charged & (stake_cents[..., 1] != charge_cents)
    untold = (period == 0) & (charge_cents > 0)
    return [
        Breach(RULE, "The time charge is not what is filed.", on_charge(wrong)),
        Breach(RULE, "The time charge was taken twice in one period.", on_charge(twice)),
        Breach(RULE, "The time charge was not taken in this period.", _on_pot(missing)),
        Breach(RULE, "The period of the time charge is not recorded.", untold),
    ]


def _on_pot(seats: Flags) -> Flags:
    return np.stack([seats, np.zeros_like(seats)], axis=2)


def on_charge(seats: Flags) -> Flags:
    """Spread flags of seats over both wagers, on the charge."""
    return np.stack([np.zeros_like(seats), seats], axis=2)
