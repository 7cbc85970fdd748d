"""Tables to play at in tests: rules of each game, and rounds written as a few words."""

from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import card
from countroom.engine.dealing import TablePlay
from countroom.engine.games import GAMES
from countroom.engine.records import COMMON

RULES: dict[str, dict[str, object]] = {
    code: dict(next(iter(game.EXAMPLES.values()))) for code, game in GAMES.items()
}
"""Each game's first example."""

RACK = {
    ("COIN", 25): 400,
    ("VALUE", 100): 300,
    ("VALUE", 500): 1000,
    ("VALUE", 2500): 600,
    ("VALUE", 10000): 300,
    ("VALUE", 50000): 40,
}
RAKE_CHIPS = {("RAKE", 200): 300, ("RAKE", 300): 300, ("RAKE", 400): 300}


def rules(game: str, **changes: object) -> Any:
    """Rules of a game, with changes."""
    return GAMES[game].Rules.from_dict(RULES[game] | changes)


def a_period(game: str, seed: int = 1, **changes: Any) -> TablePlay:
    """A table and an evening to play there."""
    given: dict[str, Any] = {
        "game": game,
        "rules": rules(game),
        "from_at": datetime(2026, 3, 1, 23, tzinfo=UTC),
        "to_at": datetime(2026, 3, 2, 7, tzinfo=UTC),
        "seed": seed,
        "opening_rack": RACK | (RAKE_CHIPS if game == "poker" else {}),
        "rake_chipset": "RAKE" if game == "poker" else None,
    }
    return TablePlay(**(given | changes))


def rows(game: str, *given: dict[str, object]) -> dict[str, NDArray[Any]]:
    """Rows as columns; cards as text, the wager by its code; what is not given is usual."""
    module = GAMES[game]
    codes = [wager.code for wager in module.WAGERS]
    usual: dict[str, object] = {
        "round": 1,
        "sequence": 1,
        "at": 0,
        "equipment": 1,
        "seat": 1,
        "wager": codes[0],
        "stake_cents": 1000,
        "coupon_serial": "",
        "coupon_cents": 0,
        "void_reason": 0,
    } | {column.name: column.low for column in module.COLUMNS}
    full = [usual | row for row in given]
    columns: dict[str, NDArray[Any]] = {}
    for name in full[0]:
        values: list[Any] = [row[name] for row in full]
        if name == "wager":
            values = [codes.index(value) for value in values]
        elif name not in COMMON:
            values = [card(value) if isinstance(value, str) else value for value in values]
        columns[name] = np.array(values, COMMON.get(name, np.int64))
    return columns
