"""The columns of recorded rounds, and writing rounds into them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.game import Game, Ints
from countroom.engine.settlement import WAGER_OUTCOMES, Settlement, Stakes

Columns = Mapping[str, NDArray[Any]]
"""Column name to values, all of one length."""

VOID_REASONS: Final = (
    "",
    "exposed card",
    "wrong number of cards",
    "wrong deck count",
    "shoe failure",
    "shuffler failure",
    "other",
)
"""Why a round was declared void, by the number in column ``void_reason``; 0 is not void."""

COMMON: Final = {
    "round": np.int64,
    "sequence": np.int64,
    "at": np.int64,
    "equipment": np.int64,
    "seat": np.int64,
    "wager": np.int64,
    "stake_cents": np.int64,
    "coupon_serial": np.object_,
    "coupon_cents": np.int64,
    "void_reason": np.int64,
}
"""The columns every game has.

``round`` numbers the table's rounds of the period from 1; ``sequence`` is the place of the
wager in the order its round was settled in; ``at`` is in microseconds since 1970 UTC;
``equipment`` numbers the cards or dice in use from 1, each change the next number;
``wager`` is a place in the game's ``WAGERS``; ``coupon_serial`` is text, empty without a
coupon.
"""

OUTCOME: Final = (*WAGER_OUTCOMES, "rake_cents")
"""The recorded outcome. A round's rake stands on its first row."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a batch of rounds has beside cards and stakes.

    Attributes:
        rounds: ``(n,)``: numbers.
        at: ``(n,)``: microseconds since 1970 UTC.
        equipment: ``(n,)``: number of the cards or dice in use, from 1.
        void_reason: ``(n,)``: places in ``VOID_REASONS``.
        serials: (round index, seat index) to the serial of the coupon played there.
    """

    rounds: Ints
    at: Ints
    equipment: Ints
    void_reason: Ints
    serials: Mapping[tuple[int, int], str] = field(default_factory=dict)


def to_columns(
    game: Game, felt: Any, stakes: Stakes, settled: Settlement, notes: Notes
) -> dict[str, NDArray[Any]]:
    """Write rounds down: a row for every wager that was made."""
    made = np.flatnonzero(stakes.stake_cents != 0)
    n, s, w = place = np.unravel_index(made, stakes.stake_cents.shape)
    common: dict[str, NDArray[Any]] = {
        "round": notes.rounds[n],
        "sequence": _sequence(n, s, w, settled.phase[place]),
        "at": notes.at[n],
        "equipment": notes.equipment[n],
        "seat": s + 1,
        "wager": w,
        "stake_cents": stakes.stake_cents[place],
        "coupon_serial": _serials(notes, stakes.coupon_cents[place], n, s),
        "coupon_cents": stakes.coupon_cents[place],
        "void_reason": notes.void_reason[n],
    }
    spread = game.to_columns(felt)
    for column in game.COLUMNS:
        values = spread[column.name]
        common[column.name] = values[n] if column.per == "round" else values[n, s]
    return common | outcome_columns(settled, (n, s, w))


def _serials(notes: Notes, coupon_cents: Ints, n: Ints, s: Ints) -> NDArray[Any]:
    serials = np.full(len(n), "", np.object_)
    for row in np.flatnonzero(coupon_cents):
        serials[row] = notes.serials[int(n[row]), int(s[row])]
    return serials


def _sequence(n: Ints, s: Ints, w: Ints, phase: NDArray[np.int8]) -> Ints:
    """Number the wagers of each round in the order they are settled.

    Within a step the highest seat comes first: the dealer's far right.
    """
    order = np.lexsort((w, -s, phase, n))
    starts = np.searchsorted(n, n, side="left")
    sequence = np.empty(len(n), np.int64)
    sequence[order] = np.arange(len(n))
    numbered: Ints = sequence - starts + 1
    return numbered


def outcome_columns(settled: Settlement, place: tuple[Ints, Ints, Ints]) -> dict[str, NDArray[Any]]:
    """Give the outcome of wagers at (round, seat, wager) as columns."""
    columns: dict[str, NDArray[Any]] = {
        name: getattr(settled, name)[place] for name in WAGER_OUTCOMES
    }
    columns["rake_cents"] = settled.rake_cents[place[0]]
    if settled.rake_cents.any():
        first = np.zeros(len(place[0]), bool)
        first[np.unique(place[0], return_index=True)[1]] = True
        columns["rake_cents"] = columns["rake_cents"] * first
    return columns
