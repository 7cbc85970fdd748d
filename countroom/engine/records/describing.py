"""The format of recorded rounds, for whoever writes them: a JSON Schema, and a worked sample."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from countroom.engine.game import Column, Game, Ints
from countroom.engine.records.columns import COMMON, VOID_REASONS, Columns, Notes, to_columns
from countroom.engine.records.reading import LARGEST_CENTS
from countroom.engine.rules import MAXIMUM_SEATS

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

SAMPLE_ROUNDS: Final = 3
_SAMPLE_SEED: Final = 571

_COMMON_SAYS: Final = {
    "round": "number of the round at this table in this period, from 1",
    "sequence": "place of the wager in the order its round was settled in, from 1",
    "at": "when the round was settled, in microseconds since 1970 UTC",
    "equipment": "number of the cards or dice in use, from 1; a change is the next number",
    "seat": "betting position, from 1 at the dealer's left",
    "wager": "code of the wager",
    "stake_cents": "chips that stood on the wager",
    "coupon_serial": "serial of the Match Play Coupon on it; empty without one",
    "coupon_cents": "value of that coupon; 0 without one",
    "void_reason": "why the round was declared void; empty when it was not",
}

_OUTCOME_SAYS: Final = {
    "collected_cents": "chips of a losing wager, into the tray",
    "paid_tray_cents": "paid from the tray, the coupon's win in it, vigorish not deducted",
    "paid_elsewhere_cents": "paid by the cage, a meter or an account",
    "pushed_cents": "stake given back without a win",
    "standing_cents": "stake left on the felt for a later round",
    "pooled_cents": "put into the centre or a pot",
    "drawn_cents": "paid out of the centre or a pot",
    "vig_charged_cents": "vigorish that became due with this wager",
    "vig_marked_cents": "the part of it that was marked for later",
    "vig_collected_cents": "the part of it that was taken at once",
    "vig_cleared_cents": "vigorish marked before or now, taken into the tray with this round",
    "coupon_dropped": "the coupon went into the drop box",
    "coupon_win_cents": "what the coupon won, a part of paid_tray_cents",
    "rake_cents": "taken from the pot; on the first row of its round",
}
"""The recorded outcome. A file may leave columns of it out: they are then not compared."""


def schema(game: Game) -> dict[str, Any]:
    """Describe one recorded row of a game as a JSON Schema, with a worked sample in it.

    The same columns, in the same types, stand in a Parquet file, which says in its metadata
    what it is of.
    """
    own = {column.name: _of(column) for column in game.COLUMNS}
    return {
        "$schema": DIALECT,
        "title": f"{game.TITLE}: one wager of one round on record",
        "description": "Rows in the order of round, seat and wager. Cards are 4 x rank + suit, "
        "rank 0 the deuce to 12 the ace, suits clubs, diamonds, hearts, spades; -1 is no card.",
        "type": "object",
        "properties": _common(game) | own | _outcome(),
        "required": [*COMMON, *own],
        "additionalProperties": False,
        "examples": list(rows(game, sample(game)[1])),
    }


def _common(game: Game) -> dict[str, Any]:
    kinds: dict[str, dict[str, Any]] = {
        "at": {"type": "integer"},
        "seat": {"type": "integer", "minimum": 1, "maximum": MAXIMUM_SEATS},
        "wager": {"enum": [wager.code for wager in game.WAGERS]},
        "stake_cents": {"type": "integer", "minimum": 1, "maximum": LARGEST_CENTS},
        "coupon_serial": {"type": "string"},
        "coupon_cents": {"type": "integer", "minimum": 0, "maximum": LARGEST_CENTS},
        "void_reason": {"enum": list(VOID_REASONS)},
    }
    from_one = {"type": "integer", "minimum": 1}
    return {
        name: {**kinds.get(name, from_one), "description": _COMMON_SAYS[name]} for name in COMMON
    }


def _of(column: Column) -> dict[str, Any]:
    says = f"{column.says}; one value a {column.per}"
    return {
        "type": "integer",
        "minimum": column.low,
        "maximum": column.high,
        "description": says,
    }


def _outcome() -> dict[str, Any]:
    flag, amount = {"type": "boolean"}, {"type": "integer", "minimum": 0}
    return {
        name: {**(flag if name == "coupon_dropped" else amount), "description": says}
        for name, says in _OUTCOME_SAYS.items()
    }


def sample(game: Game) -> tuple[Any, dict[str, Any]]:
    """Deal, play and settle a few rounds by the game's first example rules.

    Returns:
        The rules, and the rounds as columns.
    """
    rules = game.Rules.from_dict(next(iter(game.EXAMPLES.values())))
    rng = np.random.default_rng(_SAMPLE_SEED)
    units = np.full((SAMPLE_ROUNDS, rules.seats), rules.minimum_cents)
    felt = game.deal(rng, SAMPLE_ROUNDS, rules)
    felt, stakes = game.decide(rng, rules, felt, units, np.zeros_like(units))
    settled, _ = game.settle(rules, felt, stakes, None)
    numbers: Ints = np.arange(1, SAMPLE_ROUNDS + 1)
    ones = np.ones_like(numbers)
    notes = Notes(numbers, numbers * 60_000_000, ones, ones * 0)
    return rules, to_columns(game, felt, stakes, settled, notes)


def rows(game: Game, columns: Columns) -> Iterator[dict[str, Any]]:
    """Write recorded rows as objects, wagers and reasons by their words."""
    for row in range(len(columns["round"])):
        found = {name: values[row] for name, values in columns.items()}
        yield {name: _plain(game, name, value) for name, value in found.items()}


def _plain(game: Game, name: str, value: Any) -> int | str | bool:
    if name == "wager":
        return game.WAGERS[int(value)].code
    if name == "void_reason":
        return VOID_REASONS[int(value)]
    if isinstance(value, str):
        return value
    return bool(value) if name == "coupon_dropped" else int(value)
