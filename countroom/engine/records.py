"""Rounds on record: one row a round, seat and wager, as columns; and settling them again.

Common columns come first, then what the game's module declares, then the recorded outcome
under the names of ``settlement.Settlement``. Rows are in the order of round, seat, wager.
What another system wrote is taken as it is: rows that make no sense are refused one by one,
each with its reason, and the rest goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.game import COUPON_DROP, Breach, Column, Game, Ints
from countroom.engine.odds import InexactError
from countroom.engine.rules import RulesOfPlay
from countroom.engine.settlement import WAGER_OUTCOMES, Flags, Settlement, Stakes
from countroom.errors import EntryError

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
``wager`` is a place in the game's ``WAGERS``; ``coupon_serial`` is text, empty without a
coupon.
"""

OUTCOME: Final = (*WAGER_OUTCOMES, "rake_cents")
"""The recorded outcome. A round's rake stands on its first row."""

_FLAGS: Final = frozenset({"coupon_dropped"})

_LARGEST: Final = 10**12
"""Ten billion dollars: more than any stake, and far from what 64 bits can multiply."""


def outcome_type(name: str) -> type:
    """Give the type of an outcome column."""
    return np.bool_ if name in _FLAGS else np.int64


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
class Disagreement:
    """Where a record and the book differ.

    Attributes:
        round: Its number.
        seat: Its number; 0 for the round as a whole.
        wager: Its code; empty for the round as a whole.
        what: The outcome column, or ``breach`` for play against a rule.
        recorded: What stands on record.
        by_book: What the rules make it.
        rule: The section.
        says: One sentence.
    """

    round: int
    seat: int
    wager: str
    what: str
    recorded: int
    by_book: int
    rule: str
    says: str


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


@dataclass(frozen=True, slots=True)
class Resettled:
    """Recorded rounds, settled again by the book.

    Attributes:
        disagreements: By round, seat and wager.
        refused: Rows left out.
        columns: The rows taken, with the outcome by the book.
    """

    disagreements: tuple[Disagreement, ...]
    refused: tuple[Refusal, ...]
    columns: Columns


@dataclass(frozen=True, slots=True)
class Notes:
    """What a batch of rounds has beside cards and stakes.

    Attributes:
        rounds: ``(n,)``: numbers.
        at: ``(n,)``: microseconds since 1970 UTC.
        void_reason: ``(n,)``: places in ``VOID_REASONS``.
        serials: (round index, seat index) to the serial of the coupon played there.
    """

    rounds: Ints
    at: Ints
    void_reason: Ints
    serials: Mapping[tuple[int, int], str] = field(default_factory=dict)


def to_columns(
    game: Game, felt: Any, stakes: Stakes, settled: Settlement, notes: Notes
) -> dict[str, NDArray[Any]]:
    """Write rounds down: a row for every wager that was made."""
    n, s, w = place = np.nonzero(stakes.stake_cents)
    common: dict[str, NDArray[Any]] = {
        "round": notes.rounds[n],
        "sequence": _sequence(n, s, w, settled.phase[place]),
        "at": notes.at[n],
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
    return common | _outcome_columns(settled, (n, s, w))


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


def _outcome_columns(
    settled: Settlement, place: tuple[Ints, Ints, Ints]
) -> dict[str, NDArray[Any]]:
    columns: dict[str, NDArray[Any]] = {
        name: getattr(settled, name)[place] for name in WAGER_OUTCOMES
    }
    first = np.diff(place[0], prepend=-1) != 0
    columns["rake_cents"] = settled.rake_cents[place[0]] * first
    return columns


# --- reading ------------------------------------------------------------------------------


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
    reasons = np.full(len(columns["round"]), "", np.object_)
    for wrong, reason in _row_faults(game, rules, columns):
        reasons[wrong & (reasons == "")] = reason
    for wrong, reason in _round_faults(game, columns, reasons == ""):
        reasons[wrong & (reasons == "")] = reason
    if game.KIND == "nonbanking":
        broken = np.isin(columns["round"], columns["round"][reasons != ""])
        reasons[broken & (reasons == "")] = "Another row of this pot was refused."
    return _lay_out(game, rules, columns, reasons == ""), _refusals(reasons)


def _refusals(reasons: NDArray[Any]) -> list[Refusal]:
    return [Refusal(int(row), reasons[row]) for row in np.flatnonzero(reasons != "")]


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
        (_outside(columns["seat"], 1, rules.seats), "There is no such seat at this table."),
        (_outside(columns["wager"], 0, len(game.WAGERS) - 1), "There is no such wager."),
        (
            _outside(columns["stake_cents"], 1, _LARGEST),
            "The stake is not an amount above nothing.",
        ),
        (_outside(coupon, 0, _LARGEST), "The coupon's value is not an amount."),
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
    rows = np.flatnonzero(sound)
    per_round = [column.name for column in game.COLUMNS if column.per == "round"]
    per_seat = [column.name for column in game.COLUMNS if column.per == "seat"]
    by_round = (columns["round"][rows],)
    by_seat = (*by_round, columns["seat"][rows])
    by_wager = (*by_seat, columns["wager"][rows])
    faults: list[tuple[Flags, str]] = []
    for keys, names, says in (
        (by_round, [*per_round, "at", "void_reason"], "says otherwise than its round's first row"),
        (by_seat, per_seat, "says otherwise than its seat's first row"),
    ):
        first = rows[_first_of(keys)]
        for name in names:
            values = columns[name]
            wrong = np.zeros(len(sound), bool)
            wrong[rows] = values[rows] != values[first]
            faults.append((wrong, f"{name} {says}."))
    repeated = np.zeros(len(sound), bool)
    repeated[rows] = _first_of(by_wager) != np.arange(len(rows))
    return [*faults, (repeated, "This seat's wager is already on record.")]


def _first_of(keys: tuple[Ints, ...]) -> Ints:
    """For every row, find the first row with the same keys."""
    order = np.lexsort(keys[::-1])
    ordered = [key[order] for key in keys]
    starts = np.ones(len(order), bool)
    if len(order):
        starts[1:] = np.any([key[1:] != key[:-1] for key in ordered], axis=0)
    group = np.cumsum(starts) - 1
    first = np.empty(len(order), np.int64)
    first[order] = order[np.flatnonzero(starts)[group]]
    return first


def _lay_out(game: Game, rules: Any, columns: Columns, taken: Flags) -> Batch:
    rows = np.flatnonzero(taken)
    kept = {name: values[rows] for name, values in columns.items()}
    rounds, n = np.unique(kept["round"], return_inverse=True)
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


def _dense(column: Column, values: Ints, n: Ints, s: Ints, shape: tuple[int, int, int]) -> Ints:
    """Lay one of the game's columns out; a seat without a row has the column's least value."""
    if column.per == "round":
        dense = np.full(shape[0], column.low, np.int64)
        dense[n] = values
    else:
        dense = np.full(shape[:2], column.low, np.int64)
        dense[n, s] = values
    return dense


# --- settling again -----------------------------------------------------------------------


def resettle(game: Game, rules: RulesOfPlay, columns: Columns) -> Resettled:
    """Settle recorded rounds again by the book and list every disagreement.

    Rounds without a recorded outcome are settled and agree.

    Raises:
        EntryError: A column is missing or not of its type.
    """
    batch, refused = from_columns(game, rules, columns)
    settled, batch, more = _settle(game, rules, columns, batch)
    refused += more
    by_book = _outcome_columns(settled, batch.place)
    found = _differences(game, batch, by_book)
    found += _breaches(game, batch, game.breaches(rules, batch.felt, batch.stakes))
    found += _repeated_coupons(game, batch, by_book["coupon_dropped"])
    return Resettled(
        tuple(sorted(found, key=lambda each: (each.round, each.seat, each.wager, each.what))),
        tuple(sorted(refused, key=lambda each: each.row)),
        {**batch.columns, **by_book},
    )


def _settle(
    game: Game, rules: Any, columns: Columns, batch: Batch
) -> tuple[Settlement, Batch, list[Refusal]]:
    """Settle what can be settled, and refuse the rest."""
    refused: list[Refusal] = []
    unsettled = game.incomplete(rules, batch.felt, batch.stakes)
    while True:
        batch, more = _without(game, rules, columns, batch, unsettled)
        refused += more
        try:
            settled, _ = game.settle(rules, batch.felt, batch.stakes, None)
        except InexactError as inexact:
            unsettled = [Breach("", inexact.message, inexact.where)]
        else:
            return settled, batch, refused


def _without(
    game: Game, rules: Any, columns: Columns, batch: Batch, unsettled: Sequence[Breach]
) -> tuple[Batch, list[Refusal]]:
    """Lay out again without the rows that cannot be settled."""
    reasons = np.full(len(batch.rows), "", np.object_)
    for breach in unsettled:
        reasons[_on_rows(batch, breach.where) & (reasons == "")] = breach.says
    if (reasons == "").all():
        return batch, []
    out = np.flatnonzero(reasons != "")
    taken = np.zeros(len(columns["round"]), bool)
    taken[batch.rows[reasons == ""]] = True
    refused = [Refusal(int(batch.rows[row]), reasons[row]) for row in out]
    return _lay_out(game, rules, columns, taken), refused


def _on_rows(batch: Batch, where: Flags) -> Flags:
    """Spread a finding over the rows: of a round all, of a wager its own."""
    if where.ndim == 1:
        return np.asarray(where[batch.place[0]])
    return np.asarray(np.broadcast_to(where, batch.stakes.stake_cents.shape)[batch.place])


def _differences(game: Game, batch: Batch, by_book: Columns) -> list[Disagreement]:
    found: list[Disagreement] = []
    for name in WAGER_OUTCOMES:
        if name not in batch.columns:
            continue
        recorded = batch.columns[name]
        for row in np.flatnonzero(recorded != by_book[name]):
            wager = game.WAGERS[int(batch.columns["wager"][row])]
            found.append(
                Disagreement(
                    round=int(batch.columns["round"][row]),
                    seat=int(batch.columns["seat"][row]),
                    wager=wager.code,
                    what=name,
                    recorded=int(recorded[row]),
                    by_book=int(by_book[name][row]),
                    rule=COUPON_DROP if name == "coupon_dropped" else wager.rule,
                    says=f"{wager.title}: {name} is not what the rules make it.",
                )
            )
    return found + _rake_differences(game, batch, by_book)


def _rake_differences(game: Game, batch: Batch, by_book: Columns) -> list[Disagreement]:
    if "rake_cents" not in batch.columns:
        return []
    both = np.zeros((2, len(batch.rounds)), np.int64)
    np.add.at(both[0], batch.place[0], batch.columns["rake_cents"])
    np.add.at(both[1], batch.place[0], by_book["rake_cents"])
    return [
        Disagreement(
            round=int(batch.rounds[n]),
            seat=0,
            wager="",
            what="rake_cents",
            recorded=int(both[0, n]),
            by_book=int(both[1, n]),
            rule=game.WAGERS[0].rule,
            says="The rake is not what the schedule makes it.",
        )
        for n in np.flatnonzero(both[0] != both[1])
    ]


def _breaches(game: Game, batch: Batch, breaches: Sequence[Breach]) -> list[Disagreement]:
    found: list[Disagreement] = []
    for breach in breaches:
        whole = breach.where.ndim == 1
        for n, s, w in zip(*_found_at(batch, breach.where), strict=True):
            found.append(
                Disagreement(
                    round=int(batch.rounds[n]),
                    seat=0 if whole else int(s) + 1,
                    wager="" if whole else game.WAGERS[int(w)].code,
                    what="breach",
                    recorded=0 if whole else int(batch.stakes.stake_cents[n, s, w]),
                    by_book=0,
                    rule=breach.rule,
                    says=breach.says,
                )
            )
    return found


def _found_at(batch: Batch, where: Flags) -> tuple[Ints, Ints, Ints]:
    if where.ndim == 1:
        n = np.flatnonzero(where & ~batch.stakes.void)
        return n, np.zeros_like(n), np.zeros_like(n)
    n, s, w = np.nonzero(where)
    return n, s, w


def _repeated_coupons(game: Game, batch: Batch, dropped: Flags) -> list[Disagreement]:
    """Find coupons that were settled after they had gone into the box."""
    rows = np.flatnonzero(dropped)
    seen: set[str] = set()
    found: list[Disagreement] = []
    for row in rows:
        serial = batch.columns["coupon_serial"][row]
        if serial in seen:
            found.append(
                Disagreement(
                    round=int(batch.columns["round"][row]),
                    seat=int(batch.columns["seat"][row]),
                    wager=game.WAGERS[int(batch.columns["wager"][row])].code,
                    what="breach",
                    recorded=int(batch.columns["coupon_cents"][row]),
                    by_book=0,
                    rule=COUPON_DROP,
                    says=f"Coupon {serial} was settled before and is in the drop box.",
                )
            )
        seen.add(serial)
    return found
