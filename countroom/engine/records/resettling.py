"""Recorded rounds, settled again by the book."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from countroom.engine.game import COUPON_DROP, Breach, Game, Ints
from countroom.engine.odds import InexactError
from countroom.engine.records.columns import Columns, outcome_columns
from countroom.engine.records.reading import Batch, Refusal, from_columns, lay_out
from countroom.engine.rules import RulesOfPlay
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


def resettle(game: Game, rules: RulesOfPlay, columns: Columns) -> Resettled:
    """Settle recorded rounds again by the book and list every disagreement.

    Rounds without a recorded outcome are settled and agree.

    Raises:
        EntryError: A column is missing or not of its type.
    """
    batch, refused = from_columns(game, rules, columns)
    settled, batch, more = _settle(game, rules, columns, batch)
    refused += more
    by_book = outcome_columns(settled, batch.place)
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
