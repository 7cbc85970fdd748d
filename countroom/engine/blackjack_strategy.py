"""How the patrons of a played Blackjack table act: the published basic strategy.

It goes by the total, for four decks and more; fewer are played alike. It asks whether the
dealer draws on a soft 17, whether split hands may be doubled, and whether a hand may be
surrendered. Whether the dealer peeks changes nothing: his Blackjack takes the original wager
only. Early surrender is played as late. Nobody insures by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.blackjack_rules import Rules, Surrender
from countroom.engine.settlement import Flags

Small = NDArray[np.int8]

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)

_DOUBLE_OR_HIT, _DOUBLE_OR_STAND = DOUBLE, 5
_LETTERS: Final = {"S": STAND, "H": HIT, "D": _DOUBLE_OR_HIT, "E": _DOUBLE_OR_STAND}

# Each row goes by the dealer's up card, 2 to 10 and the ace.
_STANDS: Final = "SSSSSSSSSS"
_HITS: Final = "HHHHHHHHHH"

_HARD: Final = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    **dict.fromkeys(range(13, 17), "SSSSSHHHHH"),
    **dict.fromkeys(range(17, 22), _STANDS),
}
_HARD_H17: Final = {11: "DDDDDDDDDD"}
_SOFT: Final = {
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SEEEESSHHH",
    **dict.fromkeys(range(19, 22), _STANDS),
}
_SOFT_H17: Final = {18: "EEEEESSHHH", 19: "SSSSESSSSS"}
_SPLITS: Final = {
    1: "YYYYYYYYYY",
    2: "NNYYYYNNNN",
    3: "NNYYYYNNNN",
    6: "NYYYYNNNNN",
    7: "YYYYYYNNNN",
    8: "YYYYYYYYYY",
    9: "YYYYYNYYNN",
}
_SPLITS_DAS: Final = {2: "YYYYYYNNNN", 3: "YYYYYYNNNN", 4: "NNNYYNNNNN", 6: "YYYYYNNNNN"}
_SURRENDERS: Final = {15: "NNNNNNNNYN", 16: "NNNNNNNYYY"}
_SURRENDERS_H17: Final = {15: "NNNNNNNNYY", 17: "NNNNNNNNNY"}
_EIGHTS_H17: Final = "NNNNNNNNNY"

_TOTALS: Final = 32
"""Rows of a table: more than any hand's total before its last card."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand that is to be acted on; one value a hand in each.

    Attributes:
        total: Its total.
        soft: It has an ace that counts 11.
        pair: Value of its two cards where they are alike and may be split; else 0.
        up: Value of the dealer's up card, an ace 1.
        may_double: It may be doubled.
        may_surrender: It may be surrendered: the first two cards.
    """

    total: Small
    soft: Flags
    pair: Small
    up: Small
    may_double: Flags
    may_surrender: Flags


@dataclass(frozen=True, slots=True)
class _Tables:
    """Tables by (soft or not, total, up), by (total, up), and by (pair, up)."""

    acts: Small
    surrenders: Flags
    splits: Flags
    surrendered_pairs: Flags


def _by_up(row: str) -> str:
    """Turn a row from 2, ..., 10, ace to values 0 (never), ace, 2, ..., 10."""
    return row[0] + row[9] + row[:9]


def _acts(rows: Mapping[int, str], below: str, lowest: int) -> list[list[int]]:
    laid = [rows.get(total, below if total <= lowest else _STANDS) for total in range(_TOTALS)]
    return [[_LETTERS[letter] for letter in _by_up(row)] for row in laid]


def _flags(rows: Mapping[int, str], size: int) -> Flags:
    return np.array(
        [[letter == "Y" for letter in _by_up(rows.get(k, "N" * 10))] for k in range(size)]
    )


@cache
def _tables(*, h17: bool, das: bool) -> _Tables:
    hard = _HARD | (_HARD_H17 if h17 else {})
    soft = _SOFT | (_SOFT_H17 if h17 else {})
    return _Tables(
        acts=np.array([_acts(hard, _HITS, 8), _acts(soft, _HITS, 12)], np.int8),
        surrenders=_flags(_SURRENDERS | (_SURRENDERS_H17 if h17 else {}), _TOTALS),
        splits=_flags(_SPLITS | (_SPLITS_DAS if das else {}), 11),
        surrendered_pairs=_flags({8: _EIGHTS_H17} if h17 else {}, 11),
    )


def choose(rules: Rules, at: Situation) -> Small:
    """Say what to do: ``STAND``, ``HIT``, ``DOUBLE``, ``SPLIT`` or ``SURRENDER``, per hand."""
    tables = _tables(h17=rules.h17, das=rules.das)
    act = tables.acts[at.soft.astype(np.int8), at.total, at.up]
    barred = ~at.may_double
    act = np.where(barred & (act == _DOUBLE_OR_HIT), HIT, act)
    act = np.where(act == _DOUBLE_OR_STAND, np.where(barred, STAND, DOUBLE), act)
    act = np.where(tables.splits[at.pair, at.up], SPLIT, act)
    if rules.surrender is not Surrender.NONE:
        eights = at.pair == 8
        gives_up = tables.surrenders[at.total, at.up] & ~at.soft & ~eights
        gives_up |= tables.surrendered_pairs[at.pair, at.up]
        act = np.where(at.may_surrender & gives_up, SURRENDER, act)
    return np.asarray(act, np.int8)
