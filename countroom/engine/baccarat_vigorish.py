"""Vigorish on the Banker's Hand: taken at the payout, or marked per seat and collected later.

Shared by Baccarat and Minibaccarat; EZ Baccarat knows none.

Reference: 58 Pa. Code §§ 545.12(b), 545.13(c)-(g), 631a.12(b).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from countroom.engine import baccarat_hands, baccarat_wagers
from countroom.engine.baccarat_hands import Felt, ShoeRules
from countroom.engine.baccarat_wagers import EVEN, Pay
from countroom.engine.game import (
    Breach,
    Column,
    Ints,
    Wager,
    coupon_breaches,
    limit_breaches,
)
from countroom.engine.odds import VIG_STEP_CENTS, Cents
from countroom.engine.rules import ours, stated
from countroom.engine.settlement import Flags, Settlement, Stakes, vigorish_at_payout

DEFERRED: Final = "58 Pa. Code § 545.13(f)"


class VigRounding(StrEnum):
    """How vigorish comes to whole coins."""

    EXACT = "exact"
    CEILING = "ceiling"


class VigCollection(StrEnum):
    """When vigorish is taken: as the wager is paid, or marked at the seat and taken later."""

    AT_PAYOUT = "at_payout"
    MARKED = "marked"


class VigOrder(StrEnum):
    """What comes first at a winning seat: its payment as now, or its vigorish as in 2011."""

    AFTER_PAYING = "after_paying"
    BEFORE_PAYING = "before_paying"


@dataclass(frozen=True, kw_only=True)
class VigRules(ShoeRules):
    """What the Rules Submission states about vigorish.

    Attributes:
        vig_percent: 4 or 5 of the amount won, the same at every table of the game.
        vig_rounding: Exact, or raised to the next 20 cents (4 %) or 25 cents (5 %).
        vig_collection: At the payout; or marked, and collected before a new shoe or when
            the patron leaves, whichever is first.
        vig_order: After the seat is paid (631a.12(b)), or before (545.12(b), in 2011).
    """

    vig_percent: int = stated("§ 545.13(c)")
    vig_rounding: VigRounding = stated("§ 545.13(e)")
    vig_collection: VigCollection = stated("§ 545.13(f)")
    vig_order: VigOrder = ours(VigOrder.AFTER_PAYING)

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.takes_vigorish and self.vig_percent not in VIG_STEP_CENTS:
            found["vig_percent"] = "The vigorish is 4 or 5 percent (§ 545.13(c))."
        return found

    @property
    def takes_vigorish(self) -> bool:
        """Whether a winning wager on the Banker's Hand pays any."""
        return True

    @property
    def marks(self) -> bool:
        """Whether vigorish is marked for later."""
        return self.takes_vigorish and self.vig_collection is VigCollection.MARKED

    @property
    def vig_step_cents(self) -> int | None:
        """The step the vigorish is raised to, or None when it is exact."""
        if self.vig_rounding is VigRounding.EXACT:
            return None
        return VIG_STEP_CENTS[self.vig_percent]


@dataclass(frozen=True, slots=True)
class Marks:
    """What a table's coups leave to the next.

    Attributes:
        cents: ``(seats,)``: vigorish marked and not yet collected.
        shoe: Number of the shoe last dealt from; 0 before the first.
    """

    cents: Cents
    shoe: int


CLEARS: Final = Column(
    "clears_vig", "seat", 0, 1, "1 if after this coup the seat's marked vigorish was collected"
)


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return baccarat_hands.to_columns(felt) | {CLEARS.name: felt.clears.astype(np.int64)}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    return replace(baccarat_hands.from_columns(columns), clears=columns[CLEARS.name] == 1)


def clearing(rules: VigRules, felt: Felt, units_cents: Cents) -> Felt:
    """Have marked vigorish collected in time, where the table marks it.

    A seat pays after the last coup of a shoe and after its patron's last one. Where a seat's
    usual wager changes another patron may have sat down, so there it is collected too: that
    is always allowed.

    Args:
        rules: The table's.
        felt: As dealt.
        units_cents: ``(n, seats)``: usual wagers; 0 where nobody plays.
    """
    last = np.zeros(units_cents.shape, bool)
    if rules.marks:
        last[-1:] = True
        new_shoe = felt.shoe[1:] != felt.shoe[:-1]
        last[:-1] = (units_cents[1:] != units_cents[:-1]) | new_shoe[:, None]
    return replace(felt, clears=last & (units_cents > 0))


def charge(
    rules: VigRules,
    felt: Felt,
    stakes: Stakes,
    settled: Settlement,
    carried: Marks | None,
    *,
    banker: int,
) -> tuple[Settlement, Marks | None]:
    """Charge the vigorish of winning wagers on the Banker's Hand, each rounded once.

    What is collected of earlier marks stands on the first wager the seat has in the coup.

    Args:
        rules: The table's.
        felt: What fell.
        stakes: What stood on it.
        settled: Without vigorish yet.
        carried: What was marked before.
        banker: Place of the wager in ``WAGERS``.

    Returns:
        The settlement with vigorish, and the marks left; None where nothing is ever marked.

    Raises:
        InexactError: It is to be exact and is not a whole number of cents.
    """
    if not rules.takes_vigorish:
        return settled, None
    vig = vigorish_at_payout(settled, banker, rules.vig_percent, rules.vig_step_cents)
    if not rules.marks:
        return replace(settled, vig_charged_cents=vig, vig_collected_cents=vig), None
    before, here = _marks(stakes, carried), stakes.stake_cents > 0
    cleared, left = _cleared(vig[..., banker], felt.clears & here.any(axis=2), before.cents)
    on_first = np.zeros_like(vig)
    np.put_along_axis(on_first, here.argmax(axis=2)[..., None], cleared[..., None], axis=2)
    marked = replace(
        settled, vig_charged_cents=vig, vig_marked_cents=vig, vig_cleared_cents=on_first
    )
    shoe = int(felt.shoe[-1]) if len(felt.shoe) else before.shoe
    return marked, Marks(left, shoe)


def _marks(stakes: Stakes, carried: Marks | None) -> Marks:
    return carried or Marks(np.zeros(stakes.stake_cents.shape[1], np.int64), 0)


def _cleared(marked: Cents, clears: Flags, before: Cents) -> tuple[Cents, Cents]:
    """Keep each seat's account: what is collected where it clears, and what is left.

    Args:
        marked: ``(n, seats)``.
        clears: ``(n, seats)``.
        before: ``(seats,)``.
    """
    owed = before + np.cumsum(marked, axis=0)
    collected = np.maximum.accumulate(
        np.concatenate([np.zeros((1, len(before)), np.int64), owed * clears]), axis=0
    )
    total = owed[-1] if len(owed) else before
    return np.diff(collected, axis=0), total - collected[-1]


def breaches(
    rules: VigRules,
    felt: Felt,
    stakes: Stakes,
    carried: Marks | None,
    wagers: tuple[Wager, ...],
    *,
    banker: int,
) -> list[Breach]:
    """Find play against the rules of a game with vigorish on the Banker's Hand.

    Args:
        rules: The table's.
        felt: What fell.
        stakes: What stood on it.
        carried: Marks left by earlier coups.
        wagers: The game's.
        banker: Place of the Banker's Hand among them.
    """
    paid = baccarat_wagers.pays(-baccarat_wagers.results(felt).player, EVEN)
    return [
        *limit_breaches(rules, wagers, stakes),
        *coupon_breaches(rules, wagers, stakes),
        *baccarat_hands.third_card_breaches(felt),
        *uncollected(rules, felt, stakes, paid, carried, banker=banker),
    ]


def uncollected(
    rules: VigRules,
    felt: Felt,
    stakes: Stakes,
    paid: Pay,
    carried: Marks | None,
    *,
    banker: int,
) -> list[Breach]:
    """Find seats whose marks were still open when a new shoe began.

    Args:
        rules: The table's.
        felt: What fell.
        stakes: What stood on it.
        paid: What the wager on the Banker's Hand does.
        carried: As before these coups.
        banker: Place of that wager in ``WAGERS``: there the breach stands, at the first coup
            of the new shoe.

    Raises:
        InexactError: As ``charge``.
    """
    if not rules.marks:
        return []
    before, own = _marks(stakes, carried), slice(banker, banker + 1)
    alone = Stakes(stakes.stake_cents[..., own], stakes.coupon_cents[..., own], stakes.void)
    settled = baccarat_wagers.settle(rules, alone, [paid])
    vig = vigorish_at_payout(settled, 0, rules.vig_percent, rules.vig_step_cents)[..., 0]
    clears = felt.clears & (stakes.stake_cents > 0).any(axis=2)
    cleared, _ = _cleared(vig, clears, before.cents)
    moved = vig - cleared
    open_cents = before.cents + np.cumsum(moved, axis=0) - moved
    previous = np.concatenate([[before.shoe], felt.shoe[:-1]])
    where = np.zeros(stakes.stake_cents.shape, bool)
    where[..., banker] = (felt.shoe != previous)[:, None] & (open_cents > 0)
    says = "Marked vigorish was not collected before a new shoe was begun."
    return [Breach(DEFERRED, says, where)]


_NOW: Final = "58 Pa. Code § 631a.12(b)"
_IN_2011: Final = "58 Pa. Code § 545.12(b)"


def steps(rules: VigRules) -> tuple[tuple[str, str], ...]:
    """Say in which order a coup is settled: what is done, and the section.

    What comes after the first step is done seat by seat, from the highest number down.
    """
    early = rules.vig_order is VigOrder.BEFORE_PAYING
    rule = _IN_2011 if early else _NOW
    collect = (("Every losing wager is collected.", rule),)
    pay = (("The seat's winning wagers are paid.", rule),)
    if not rules.takes_vigorish:
        return collect + pay
    word = "marked" if rules.marks else "collected"
    vigorish = ((f"The seat's vigorish is {word}.", rule),)
    return collect + (vigorish + pay if early else pay + vigorish)
