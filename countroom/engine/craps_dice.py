"""Throws of Craps: the dice, the point they make, and their record. Shared by its games.

A round is one throw.

Reference: 58 Pa. Code §§ 623a.7-623a.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from countroom.engine.craps_rules import CrapsRules
from countroom.engine.craps_wagers import (
    CALLED,
    COME,
    COME_ON,
    DONT_COME,
    DONT_COME_ON,
    NO_THROW,
    NUMBERS,
)
from countroom.engine.game import Breach, Column, Ints
from countroom.engine.odds import Cents
from countroom.engine.rules import MAXIMUM_SEATS
from countroom.engine.settlement import Flags, Stakes

COLUMNS: Final = (
    Column("die_1", "round", 0, 6, "a die; 0 where it was not recorded"),
    Column("die_2", "round", 0, 6, "the other die"),
    Column("point", "round", 0, 10, "the point before the throw; 0 on the come-out"),
    Column("throw", "round", 0, 2**31 - 1, "number of the throw, each the next number"),
    Column("shooter", "round", 0, MAXIMUM_SEATS, "seat of the shooter; 0 where not recorded"),
    Column("no_roll", "round", 0, 1, "1: the throw was invalid, and no wager moves"),
    Column(
        "called",
        "seat",
        0,
        2 ** len(CALLED) - 1,
        "wagers called on or off otherwise than usual: 1 Place to Win, 2 Place to Lose, 4 Buy, "
        "8 Hardways, 16 odds on Come, 32 Lay, 64 odds on Don't Come, added up",
    ),
)

VALID_THROWS: Final = 150
"""One throw in so many is invalid: dice off the table, on top of each other."""


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of throws.

    Attributes:
        dice: ``(n, 2)``, 1 to 6; 0 where not recorded.
        point: ``(n,)``: before the throw.
        throw: ``(n,)``: numbers.
        shooter: ``(n,)``: seats from 1, or 0.
        no_roll: ``(n,)``: invalid throws.
        called: ``(n, seats)``: the bits of column ``called``.
    """

    dice: Ints
    point: Ints
    throw: Ints
    shooter: Ints
    no_roll: Flags
    called: Ints


def only(felt: Felt, throws: slice) -> Felt:
    """Take some of the throws."""
    return Felt(
        felt.dice[throws],
        felt.point[throws],
        felt.throw[throws],
        felt.shooter[throws],
        felt.no_roll[throws],
        felt.called[throws],
    )


# --- the point ------------------------------------------------------------------------


def dice_index(felt: Felt) -> Ints:
    """Place each throw in the pay table, ``(n,)``."""
    index = 6 * felt.dice[:, 0] + felt.dice[:, 1] - 7
    return np.where(felt.no_roll | (felt.dice == 0).any(axis=1), NO_THROW, index)


def points_after(felt: Felt) -> Ints:
    """Tell the point after each throw, ``(n,)``."""
    total = felt.dice.sum(axis=1)
    made = np.where(np.isin(total, NUMBERS), total, 0)
    ended = (total == felt.point) | (total == 7)
    after = np.where(felt.point == 0, made, np.where(ended, 0, felt.point))
    return np.where(felt.no_roll, felt.point, after)


def moved(felt: Felt, standing_cents: Cents) -> Cents:
    """Move Come and Don't Come Bets that stand to the number that was thrown.

    Args:
        felt: ``n`` throws.
        standing_cents: ``(n, seats, wagers)``: what the throws left standing.
    """
    after = standing_cents.copy()
    total = np.where(felt.no_roll, 0, felt.dice.sum(axis=1))
    for bet, on in ((COME, COME_ON), (DONT_COME, DONT_COME_ON)):
        for place, number in enumerate(NUMBERS, on.start):
            thrown = total == number
            after[thrown, :, place] += after[thrown, :, bet]
            after[thrown, :, bet] = 0
    return after


def deal(rng: np.random.Generator, n: int, rules: CrapsRules) -> Felt:
    """Throw the dice ``n`` times; the point follows, and a few throws are invalid.

    Who shoots, and what is called on or off, is for ``decide``.
    """
    dice = rng.integers(1, 7, (n, 2))
    no_roll = rng.integers(VALID_THROWS, size=n) == 0
    points, point = np.zeros(n, np.int64), 0
    for throw, (total, invalid) in enumerate(
        zip(dice.sum(axis=1).tolist(), no_roll.tolist(), strict=True)
    ):
        points[throw] = point
        if invalid:
            continue
        if point == 0:
            point = total if total in NUMBERS else 0
        elif total in {point, 7}:
            point = 0
    called = np.zeros((n, rules.seats), np.int64)
    return Felt(dice, points, np.arange(1, n + 1), np.zeros_like(points), no_roll, called)


# --- records ------------------------------------------------------------------------------


def incomplete(rules: CrapsRules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find throws that cannot be settled: dice or the point are not recorded."""
    del rules
    thrown = ~felt.no_roll & ~stakes.void
    says = "The dice are not recorded."
    missing = (felt.dice == 0).any(axis=1) & thrown
    odd = ~np.isin(felt.point, (0, *NUMBERS)) & ~stakes.void
    return [
        Breach("58 Pa. Code § 623a.9", says, missing),
        Breach("58 Pa. Code § 623a.1", "The point is no number that can be one.", odd),
    ]


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return {
        "die_1": felt.dice[:, 0],
        "die_2": felt.dice[:, 1],
        "point": felt.point,
        "throw": felt.throw,
        "shooter": felt.shooter,
        "no_roll": felt.no_roll.astype(np.int64),
        "called": felt.called,
    }


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    return Felt(
        dice=np.stack([columns["die_1"], columns["die_2"]], axis=1),
        point=columns["point"],
        throw=columns["throw"],
        shooter=columns["shooter"],
        no_roll=columns["no_roll"] > 0,
        called=columns["called"],
    )
