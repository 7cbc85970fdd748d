"""Recorded rounds, settled again by the book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from countroom.engine.game import COUPON_DROP, Breach, Game, Ints
from countroom.engine.odds import InexactError
from countroom.engine.records.columns import Columns, outcome_columns
from countroom.engine.records.reading import Batch, Refusal, from_columns, lay_out
from countroom.engine.rules import MICROSECONDS_AN_HOUR, RulesOfPlay
from countroom.engine.settlement import WAGER_OUTCOMES, Flags, Settlement


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
class Onward:
    """What a batch of a table's rounds leaves to the next.

    Attributes:
        carried: The game's own.
        serials: Coupons that went into the box.
        equipment: Number of cards or dice to when they were first used, in microseconds.
    """

    carried: Any = None
    serials: frozenset[str] = frozenset()
    equipment: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resettled:
    """Recorded rounds, settled again by the book.

    Attributes:
        disagreements: By round, seat and wager.
        refused: Rows left out.
        columns: The rows taken, with the outcome by the book.
        onward: For the table's next rounds.
    """

    disagreements: tuple[Disagreement, ...]
    refused: tuple[Refusal, ...]
    columns: Columns
    onward: Onward


_INEXACT: Final = ""
"""In place of a rule: an amount that cannot be paid, as a game's ``settle`` found it."""

NOTHING_BEFORE: Final = Onward()


def resettle(
    game: Game, rules: RulesOfPlay, columns: Columns, before: Onward = NOTHING_BEFORE
) -> Resettled:
    """Settle recorded rounds again by the book and list every disagreement.

    Rounds without a recorded outcome are settled and agree.

    Args:
        game: The table's.
        rules: The table's.
        columns: Rows of whole rounds, in the order of play.
        before: What the table's rounds before these left.

    Raises:
        EntryError: A column is missing or not of its type.
    """
    batch, refused = from_columns(game, rules, columns)
    settled, carried, batch, more = _settle(game, rules, columns, batch, before.carried)
    refused += more
    by_book = outcome_columns(settled, batch.place)
    found = _differences(game, batch, by_book)
    breaches = game.breaches(rules, batch.felt, batch.stakes, before.carried)
    equipment, overdue = _equipment(rules, batch, before.equipment)
    found += _breaches(game, batch, [*breaches, *overdue])
    found += _repeated_coupons(game, batch, by_book["coupon_dropped"], before.serials)
    dropped = batch.columns["coupon_serial"][by_book["coupon_dropped"]]
    return Resettled(
        tuple(sorted(found, key=lambda each: (each.round, each.seat, each.wager, each.what))),
        tuple(sorted(refused, key=lambda each: each.row)),
        {**batch.columns, **by_book},
        Onward(carried, before.serials | frozenset(dropped), equipment),
    )


def _equipment(
    rules: RulesOfPlay, batch: Batch, before: Mapping[int, int]
) -> tuple[Mapping[int, int], list[Breach]]:
    """Tell when cards and dice were first used, and find play with them past their time."""
    numbers, at = np.zeros((2, len(batch.rounds)), np.int64)
    numbers[batch.place[0]] = batch.columns["equipment"]
    at[batch.place[0]] = batch.columns["at"]
    used = np.unique(numbers)
    first = {
        number: before.get(number, int(at[numbers == number].min())) for number in used.tolist()
    }
    change = rules.change()
    if change is None or not used.size:
        return {**before, **first}, []
    since = np.array([first[number] for number in used.tolist()])[np.searchsorted(used, numbers)]
    late = at - since > change.hours * MICROSECONDS_AN_HOUR
    says = f"Play went on with cards or dice that were in use for over {change.hours} hours."
    return {**before, **first}, [Breach(change.rule, says, late)]


def _settle(
    game: Game, rules: Any, columns: Columns, batch: Batch, before: Any
) -> tuple[Settlement, Any, Batch, list[Refusal]]:
    """Settle what can be settled, and refuse the rest."""
    refused: list[Refusal] = []
    unsettled = game.incomplete(rules, batch.felt, batch.stakes)
    while True:
        batch, more = _without(game, rules, columns, batch, unsettled)
        assert more or not any(each.rule == _INEXACT for each in unsettled), "no row to refuse"
        refused += more
        try:
            settled, carried = game.settle(rules, batch.felt, batch.stakes, before)
        except InexactError as inexact:
            unsettled = [Breach(_INEXACT, inexact.message, inexact.where)]
        else:
            return settled, carried, batch, refused


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
    return lay_out(game, rules, columns, taken), refused


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
    n, s, w = np.unravel_index(np.flatnonzero(where), where.shape)
    return n, s, w


def _repeated_coupons(
    game: Game, batch: Batch, dropped: Flags, before: frozenset[str]
) -> list[Disagreement]:
    """Find coupons that were settled after they had gone into the box."""
    rows = np.flatnonzero(dropped)
    seen = set(before)
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
