"""What is odd about rounds on record by themselves: twice, late, missing, settled otherwise.

Reference:
    5.1a and 5.10 of the count's procedure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from countroom.engine.game import Game
from countroom.engine.house import TAKEN
from countroom.engine.records import COMMON, Columns, Disagreement, Resettled

SIGNS: Final = dict.fromkeys(TAKEN, 1) | {"paid_tray_cents": -1}
"""Columns that move the tray, and which way."""

_NOT_COMPARED: Final = frozenset({"round", "sequence", "at", "void_reason", "coupon_serial"})
SURE: Final = 1000
_CHANCE: Final = 50
"""Dice and numbers come again by themselves; cards in the same hands do not."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A round that is odd.

    Attributes:
        kind: ``recorded`` otherwise than the book, ``twice``, ``late``, ``gap``, ``refused``.
        round: Its number.
        tray_cents: What the tray would differ by; nothing where that cannot be known.
        rake_cents: What the rake would differ by.
        coupons: Serials it settled.
        says: In a sentence.
        likely: How sure the oddity is, of a thousand.
    """

    kind: str
    round: int
    tray_cents: int | None
    says: str
    rake_cents: int = 0
    coupons: tuple[str, ...] = ()
    likely: int = SURE


def odd_rounds(
    game: Game, again: Resettled, given: Columns, span: tuple[int, int]
) -> tuple[Odd, ...]:
    """Find the rounds of a period that are odd.

    Args:
        game: The table's.
        again: The rounds, settled by the book.
        given: The same rounds as recorded.
        span: Begin and end of the period, in microseconds since 1970 UTC.
    """
    return (
        *_recorded(again),
        *_twice(game, again.columns),
        *_late(again.columns, span),
        *_gaps(given),
        *_refused(again, given),
    )


def _recorded(again: Resettled) -> Iterator[Odd]:
    """Wagers recorded otherwise than the book settles them."""
    wagers: dict[tuple[int, int, str], list[Disagreement]] = {}
    for each in again.disagreements:
        wagers.setdefault((each.round, each.seat, each.wager), []).append(each)
    for (number, seat, wager), found in wagers.items():
        off = sum((each.recorded - each.by_book) * SIGNS.get(each.what, 0) for each in found)
        rake = sum(each.recorded - each.by_book for each in found if each.what == "rake_cents")
        if off or rake:
            said = "; ".join(_said(each) for each in found if each.what.endswith("_cents"))
            where = f"Round {number}" + (f", seat {seat}: {wager}" if wager else ":")
            yield Odd("recorded", number, off, f"{where} {said} ({found[0].rule}).", rake)


def _said(each: Disagreement) -> str:
    what = each.what.removesuffix("_cents").replace("_", " ")
    return f"{what} {_dollars(each.recorded)}, by the book {_dollars(each.by_book)}"


def _dollars(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


def _without(columns: Columns, number: int) -> tuple[int, int, tuple[str, ...]]:
    """What tray and rake would differ by without a round, and which coupons it settled."""
    here = columns["round"] == number
    net = sum(int(columns[name][here].sum()) for name in TAKEN)
    net -= int(columns["paid_tray_cents"][here].sum())
    serials = columns["coupon_serial"][here & columns["coupon_dropped"]]
    return -net, -int(columns["rake_cents"][here].sum()), tuple(serials.tolist())


def _twice(game: Game, columns: Columns) -> Iterator[Odd]:
    """Rounds whose cards or numbers, seats and wagers are those of a round before."""
    names = [*(name for name in COMMON if name not in _NOT_COMPARED)]
    names += [column.name for column in game.COLUMNS]
    rows = np.stack([columns[name] for name in names], axis=1)
    cards = any(column.is_card for column in game.COLUMNS)
    seen: dict[bytes, tuple[int, int]] = {}
    for number, first, last in _spans(columns["round"]):
        key, at = rows[first:last].tobytes(), int(columns["at"][first])
        if key in seen:
            before, then = seen[key]
            sure = SURE if cards or then == at else _CHANCE
            tray, rake, coupons = _without(columns, number)
            says = f"Round {number} is round {before} once more, recorded twice."
            yield Odd("twice", number, tray, says, rake, coupons, sure)
        seen[key] = (number, at)


def _spans(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> Iterator[tuple[int, int, int]]:
    """Number, first row and the row after the last of each round."""
    if not len(numbers):
        return
    starts = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist()]
    ends = [*starts[1:], len(numbers)]
    for first, last in zip(starts, ends, strict=True):
        yield int(numbers[first]), first, last


def _late(columns: Columns, span: tuple[int, int]) -> Iterator[Odd]:
    """Rounds that were played outside the period they are recorded in."""
    outside = (columns["at"] < span[0]) | (columns["at"] > span[1])
    for number in np.unique(columns["round"][outside]).tolist():
        tray, rake, coupons = _without(columns, number)
        says = f"Round {number} was not played between the two drops of its period."
        yield Odd("late", number, tray, says, rake, coupons)


def _gaps(given: Columns) -> Iterator[Odd]:
    """Numbers that no round has, from 1 to the last."""
    numbers = np.unique(given["round"])
    if len(numbers):
        missing = sorted(set(range(1, int(numbers[-1]) + 1)) - set(numbers.tolist()))
        for number in missing:
            says = f"Round {number} is not on record: the rounds before and after it are."
            yield Odd("gap", number, None, says, likely=SURE // len(missing))


def _refused(again: Resettled, given: Columns) -> Iterator[Odd]:
    """Rows that could not be settled."""
    for number, reason in {int(given["round"][r.row]): r.reason for r in again.refused}.items():
        says = f"Round {number} cannot be settled: {reason}"
        yield Odd("refused", number, None, says)
