"""Recorded rows, laid out for their game; what makes no sense is refused row by row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from countroom.engine.game import Column, Game, Ints
from countroom.engine.records.columns import COMMON, VOID_REASONS, Columns
from countroom.engine.settlement import Flags, Stakes
from countroom.errors import EntryError

LARGEST_CENTS: Final = 10**12
"""Ten billion dollars: more than any stake, and far from what 64 bits can multiply."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row that cannot be settled.

    Attributes:
        row: Its place among the rows given, from 0.
        reason: One sentence.
    """

    row: int
    reason: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Recorded rounds, laid out for the game.

    Attributes:
        felt: The game's own.
        stakes: What stood on it.
        rounds: ``(n,)``: their numbers.
        place: For each row taken, its (round, seat, wager) in the arrays.
        rows: ``(m,)``: which of the given rows were taken.
        columns: The columns of the rows taken.
    """

    felt: Any
    stakes: Stakes
    rounds: Ints
    place: tuple[Ints, Ints, Ints]
    rows: Ints
    columns: Columns


def from_columns(game: Game, rules: Any, columns: Columns) -> tuple[Batch, list[Refusal]]:
    """Lay recorded rows out for the game, leaving out what makes no sense.

    Args:
        game: The game they are of.
        rules: Its rules at that table.
        columns: As read: common, the game's own, and perhaps the outcome.

    Raises:
        EntryError: A column is missing or not of its type: the file is another's.
    """
    _check_columns(game, columns)
    reasons: dict[int, str] = {}
    sound = np.ones(len(columns["round"]), bool)
    _refuse(_row_faults(game, rules, columns), sound, reasons)
    _refuse(_round_faults(game, columns, sound.copy()), sound, reasons)
    if game.KIND == "nonbanking" and reasons:
        broken = np.isin(columns["round"], columns["round"][~sound])
        _refuse([(broken, "Another row of this pot was refused.")], sound, reasons)
    refused = [Refusal(row, reasons[row]) for row in sorted(reasons)]
    return lay_out(game, rules, columns, sound), refused


def _refuse(faults: Iterable[tuple[Flags, str]], sound: Flags, reasons: dict[int, str]) -> None:
    """Take rows that are wrong out of the sound ones; the first fault of a row is its reason."""
    for wrong, reason in faults:
        if not wrong.any():
            continue
        rows = np.flatnonzero(wrong & sound)
        reasons.update(dict.fromkeys(rows.tolist(), reason))
        sound[rows] = False


def _check_columns(game: Game, columns: Columns) -> None:
    wanted = dict(COMMON) | {column.name: np.int64 for column in game.COLUMNS}
    wrong: dict[str, str] = {}
    for name, kind in wanted.items():
        if name not in columns:
            wrong[name] = f"The column {name} is missing."
        elif columns[name].dtype != kind:
            wrong[name] = f"The column {name} is not of type {np.dtype(kind).name}."
    if wrong:
        raise EntryError(wrong)


def _row_faults(game: Game, rules: Any, columns: Columns) -> list[tuple[Flags, str]]:
    """Find rows that are wrong by themselves."""
    coupon, serial = columns["coupon_cents"], columns["coupon_serial"] != ""
    faults = [
        (_outside(columns["round"], 1, 2**62), "The round has no number."),
        (_outside(columns["equipment"], 1, 2**31 - 1), "The cards or dice have no number."),
        (_outside(columns["seat"], 1, rules.seats), "There is no such seat at this table."),
        (_outside(columns["wager"], 0, len(game.WAGERS) - 1), "There is no such wager."),
        (
            _outside(columns["stake_cents"], 1, LARGEST_CENTS),
            "The stake is not an amount above nothing.",
        ),
        (_outside(coupon, 0, LARGEST_CENTS), "The coupon's value is not an amount."),
        ((coupon > 0) != serial, "A coupon has a serial and a value, or neither."),
        (
            _outside(columns["void_reason"], 0, len(VOID_REASONS) - 1),
            "There is no such reason to declare a round void.",
        ),
    ]
    return faults + [
        (
            _outside(columns[column.name], column.low, column.high),
            f"{column.name} is not from {column.low} to {column.high}.",
        )
        for column in game.COLUMNS
    ]


def _outside(values: Ints, low: int, high: int) -> Flags:
    outside: Flags = (values < low) | (values > high)
    return outside


def _round_faults(game: Game, columns: Columns, sound: Flags) -> list[tuple[Flags, str]]:
    """Find rows that say otherwise than the first sound row of their round or seat."""
    whole = bool(sound.all())
    rows: Any = slice(None) if whole else np.flatnonzero(sound)
    per_round = [column.name for column in game.COLUMNS if column.per == "round"]
    per_seat = [column.name for column in game.COLUMNS if column.per == "seat"]
    by_round = (columns["round"][rows],)
    by_seat = (*by_round, columns["seat"][rows])
    by_wager = (*by_seat, columns["wager"][rows])
    faults: list[tuple[Flags, str]] = []
    for keys, names, says in (
        (
            by_round,
            [*per_round, "at", "equipment", "void_reason"],
            "says otherwise than its round's first row",
        ),
        (by_seat, per_seat, "says otherwise than its seat's first row"),
    ):
        first = _first_of(keys)
        for name in names:
            values = columns[name][rows]
            faults.append((_among(sound, rows, values != values[first]), f"{name} {says}."))
    found = _first_of(by_wager)
    repeated = _among(sound, rows, found != np.arange(len(found)))
    return [*faults, (repeated, "This seat's wager is already on record.")]


def _among(sound: Flags, rows: Any, wrong: Flags) -> Flags:
    """Spread what was found among some rows over all of them."""
    if len(wrong) == len(sound):
        return wrong
    spread = np.zeros(len(sound), bool)
    spread[rows] = wrong
    return spread


def _first_of(keys: tuple[Ints, ...]) -> Ints:
    """For every row, find the first row with the same keys."""
    if not len(keys[0]) or _in_order(keys):
        starts = _starts(keys)
        return np.maximum.accumulate(np.where(starts, np.arange(len(starts)), 0))
    order = np.lexsort(keys[::-1])
    starts = _starts(tuple(key[order] for key in keys))
    group = np.cumsum(starts) - 1
    first = np.empty(len(order), np.int64)
    first[order] = order[np.flatnonzero(starts)[group]]
    return first


def _starts(keys: tuple[Ints, ...]) -> Flags:
    """Tell where keys differ from those of the row before."""
    starts = np.ones(len(keys[0]), bool)
    starts[1:] = False
    for key in keys:
        starts[1:] |= key[1:] != key[:-1]
    return starts


def _in_order(keys: tuple[Ints, ...]) -> bool:
    """Tell whether rows stand in the order of their keys, as records are written."""
    rising, level = np.zeros(len(keys[0]) - 1, bool), np.ones(len(keys[0]) - 1, bool)
    for key in keys:
        rising |= level & (key[1:] > key[:-1])
        level &= key[1:] == key[:-1]
    return bool((rising | level).all())


def lay_out(game: Game, rules: Any, columns: Columns, taken: Flags) -> Batch:
    """Lay out the rows taken, which make sense."""
    rows = np.flatnonzero(taken)
    whole = len(rows) == len(taken)
    kept = dict(columns) if whole else {name: each[rows] for name, each in columns.items()}
    rounds, n = _numbered(kept["round"])
    s, w = kept["seat"] - 1, kept["wager"]
    shape = (len(rounds), rules.seats, len(game.WAGERS))
    stake, coupon = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    stake[n, s, w], coupon[n, s, w] = kept["stake_cents"], kept["coupon_cents"]
    void = np.zeros(len(rounds), bool)
    void[n] = kept["void_reason"] > 0
    felt = game.from_columns(
        {column.name: _dense(column, kept[column.name], n, s, shape) for column in game.COLUMNS}
    )
    return Batch(felt, Stakes(stake, coupon, void), rounds, (n, s, w), rows, kept)


def _numbered(numbers: Ints) -> tuple[Ints, Ints]:
    """List the numbers that occur, rising, and the place of each row's among them."""
    if len(numbers) and (numbers[1:] >= numbers[:-1]).all():
        starts = _starts((numbers,))
        return numbers[starts], np.cumsum(starts) - 1
    found, place = np.unique(numbers, return_inverse=True)
    return found, place


def _dense(column: Column, values: Ints, n: Ints, s: Ints, shape: tuple[int, int, int]) -> Ints:
    """Lay one of the game's columns out; a seat without a row has the column's least value."""
    if column.per == "round":
        dense = np.full(shape[0], column.low, np.int64)
        dense[n] = values
    else:
        dense = np.full(shape[:2], column.low, np.int64)
        dense[n, s] = values
    return dense
