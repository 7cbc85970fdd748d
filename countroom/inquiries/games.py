"""The games this program knows, and whether a house has filed rules they can be settled by."""

from collections.abc import Mapping

from countroom.domain.floor import TableKind
from countroom.domain.house import House
from countroom.engine.games import GAMES
from countroom.errors import EntryError, NotFoundError


def kinds_of_games() -> Mapping[str, TableKind]:
    """Each game that can be dealt here, and whether the house banks it."""
    return {code: TableKind(game.KIND) for code, game in GAMES.items()}


def title_of(game: str) -> str:
    """The name of a game; its code where it is none that can be dealt here."""
    return GAMES[game].TITLE if game in GAMES else game


def change_hours(house: House, game: str) -> int | None:
    """After how many hours at the latest a game's cards or dice are changed; nothing if never."""
    try:
        rules = GAMES[game].Rules.from_dict(house.submission(game).terms)
    except (KeyError, EntryError, NotFoundError):
        return None
    change = rules.change()
    return None if change is None else change.hours


def check_rules(house: House) -> None:
    """Refuse a house whose Rules Submission leaves open what its games are settled by.

    Raises:
        EntryError: A rule is missing, unknown or out of range; each named with its game.
    """
    faults: dict[str, str] = {}
    for game in sorted({table.game for table in house.tables}):
        submission = house.submission(game)
        try:
            GAMES[game].Rules.from_dict(submission.terms)
        except EntryError as refused:
            faults |= {f"rules.{game}.{name}": says for name, says in refused.fields.items()}
    if faults:
        raise EntryError(faults)
