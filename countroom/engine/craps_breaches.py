"""Play against the rules of Craps: wagers that may not be made, and what must ride.

Each throw is held against the one on record before it, if that is the one before and was not
void: a void throw gives all wagers back, and nothing is asked of the next.

Reference: 58 Pa. Code §§ 623a.3, 623a.4, 623a.6, 603a.21.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from countroom.engine.craps_dice import Felt, moved, points_after
from countroom.engine.craps_rules import CrapsRules
from countroom.engine.craps_throws import Before, before, follows, outcomes, wagers_made
from countroom.engine.craps_wagers import (
    COME,
    COME_ODDS,
    COME_ON,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_COME_ON,
    DONT_PASS,
    DONT_PASS_ODDS,
    LINE,
    NUMBERS,
    PASS,
    PASS_ODDS,
    UNDECIDED,
    WAGERS,
    pay_table,
)
from countroom.engine.game import Breach, Ints, coupon_breaches, limit_breaches
from countroom.engine.odds import Cents
from countroom.engine.settlement import Flags, Stakes

OFFERED: Final = "58 Pa. Code § 623a.3"
CONTRACT: Final = "58 Pa. Code § 623a.4(c)"
DONT_SIDE: Final = "58 Pa. Code § 623a.4(d)"
MAKING: Final = "58 Pa. Code § 623a.4"
ODDS: Final = "58 Pa. Code § 623a.6"
POINT: Final = "58 Pa. Code § 623a.9"
RIDES: Final = "58 Pa. Code § 603a.21(e)"


def breaches(rules: CrapsRules, felt: Felt, stakes: Stakes, carried: Before | None) -> list[Breach]:
    """Find play against the rules."""
    made = stakes.stake_cents > 0
    come_out = (felt.point == 0)[:, None]
    early = np.zeros_like(made)
    early[..., [COME, DONT_COME]] = made[..., [COME, DONT_COME]] & come_out[..., None]
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        Breach(OFFERED, "The table does not offer this wager.", made & ~rules.offered()),
        Breach(MAKING, "A Come or Don't Come Bet was made on the come-out.", early),
        Breach(ODDS, "The odds are more than the flat bet allows.", _odds(rules, felt, stakes)),
        *_riding(rules, felt, stakes, carried),
    ]


def _odds(rules: CrapsRules, felt: Felt, stakes: Stakes) -> Flags:
    """Find odds above their multiple, and odds on the line without a point."""
    flat = stakes.stake_cents + stakes.coupon_cents * rules.coupon_in_multiples
    odds, over = stakes.stake_cents, np.zeros(stakes.stake_cents.shape, bool)
    most = rules.most_odds()
    by_point = np.zeros(11, np.int64)
    by_point[list(NUMBERS)] = most
    of_pass = by_point[np.minimum(felt.point, 10)][:, None]
    against = (felt.point > 0)[:, None] * rules.lay_odds
    over[..., PASS_ODDS] = odds[..., PASS_ODDS] > of_pass * flat[..., PASS]
    over[..., DONT_PASS_ODDS] = odds[..., DONT_PASS_ODDS] > against * flat[..., DONT_PASS]
    over[..., COME_ODDS] = odds[..., COME_ODDS] > most * flat[..., COME_ON]
    over[..., DONT_COME_ODDS] = odds[..., DONT_COME_ODDS] > rules.lay_odds * flat[..., DONT_COME_ON]
    return over


@dataclass(frozen=True, slots=True)
class _Stood:
    """What stood before each throw.

    Attributes:
        known: ``(n,)``: it is on record, and neither throw was void.
        point: ``(n,)``.
        stake_cents: ``(n, seats, flat bets)``.
        coupon_cents: ``(n, seats, flat bets)``.
    """

    known: Flags
    point: Ints
    stake_cents: Cents
    coupon_cents: Cents


def _stood(rules: CrapsRules, felt: Felt, flat: Stakes, carried: Before | None) -> _Stood:
    """Work out what each throw found standing of the flat bets."""
    earlier = before(carried, flat.stake_cents.shape[1])
    place = wagers_made(flat)
    waits = outcomes(pay_table(rules.field_twelve), felt, place) == UNDECIDED
    standing = np.zeros_like(flat.stake_cents)
    standing[place] = flat.stake_cents[place] * (waits & ~flat.void[place[0]])
    rode = flat.coupon_cents * (standing > 0)
    certain = np.concatenate([[earlier.known], ~flat.void])[:-1]
    return _Stood(
        known=follows(felt, earlier) & certain & ~flat.void,
        point=np.concatenate([[earlier.point], points_after(felt)])[:-1],
        stake_cents=np.concatenate([earlier.stood_cents[None], moved(felt, standing)])[:-1],
        coupon_cents=np.concatenate([earlier.coupon_cents[None], rode])[:-1],
    )


def _riding(rules: CrapsRules, felt: Felt, stakes: Stakes, carried: Before | None) -> list[Breach]:
    """Find a wrong point, and flat bets and coupons that did not ride as they must."""
    flat = Stakes(stakes.stake_cents[..., LINE], stakes.coupon_cents[..., LINE], stakes.void)
    stood = _stood(rules, felt, flat, carried)
    known, at_point = stood.known[:, None, None], (felt.point > 0)[:, None]
    grew = (flat.stake_cents > stood.stake_cents) & known
    shrank = (flat.stake_cents < stood.stake_cents) & known
    right, wrong = (np.zeros(grew.shape, bool) for _ in range(2))
    right[..., PASS], right[..., COME_ON] = at_point, True
    wrong[..., DONT_PASS], wrong[..., DONT_COME_ON] = at_point, True
    both = (flat.stake_cents > 0) & (stood.stake_cents > 0) & known & at_point[..., None]
    found = [
        (CONTRACT, "A contract bet was taken down or reduced.", shrank & right),
        (
            DONT_SIDE,
            "A Don't Pass or Don't Come Bet was put back or raised after its point was set.",
            grew & wrong,
        ),
        (
            RIDES,
            "A coupon did not ride with its wager to the decision.",
            both & (flat.coupon_cents != stood.coupon_cents),
        ),
    ]
    if not rules.put_bets:
        says = "A Pass or Come Bet was made or raised after its point was set."
        found.append((MAKING, says, grew & right))
    says = "The point is not what the throw before made it."
    return [
        Breach(POINT, says, stood.known & (stood.point != felt.point)),
        *(Breach(rule, says, _of_all(where)) for rule, says, where in found),
    ]


def _of_all(flat: Flags) -> Flags:
    """Spread a finding among the flat bets over all wagers."""
    where = np.zeros((*flat.shape[:2], len(WAGERS)), bool)
    where[..., LINE] = flat
    return where
