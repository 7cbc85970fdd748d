"""What each wager of a game costs its patron: nobody's figures, so for all."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from countroom.engine.edges import EDGES, Bet
from countroom.engine.games import GAMES
from countroom.errors import EntryError, NotFoundError

NOT_RULES = "This is not a file of rules: one rule a line, as in seats = 6."


def games() -> list[str]:
    """List the games whose edges can be reckoned."""
    return sorted(EDGES)


def edges(game: str, rules: Path | None = None) -> Iterator[Bet]:
    """Reckon the edge of every wager of a game.

    Args:
        game: Its code.
        rules: A TOML file of the operator's rules; without one, every named example.

    Yields:
        A wager under a rule set, one after the other: some take seconds.

    Raises:
        NotFoundError: There is no such game.
        EntryError: The file is no file of rules, or leaves a rule open.
        FileNotFoundError: There is no such file.
    """
    if game not in EDGES:
        msg = f"There are no edges of {game}. There are: {', '.join(games())}."
        raise NotFoundError(msg)
    module = GAMES[game]
    given = module.EXAMPLES if rules is None else {rules.stem: _read(rules)}
    filed = [(name, module.Rules.from_dict(terms)) for name, terms in given.items()]
    return (bet for name, of in filed for bet in EDGES[game](name, of))


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise EntryError({"rules": NOT_RULES}) from wrong
