"""Settling files of rounds again by the book, whoever wrote them: nobody's figures, so for all."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from countroom.engine import records
from countroom.engine.games import GAMES
from countroom.engine.records import NOTHING_BEFORE, Disagreement, Refusal, resettle
from countroom.errors import NotFoundError
from countroom.stores import rounds
from countroom.stores.rounds import Period

_BATCH: Final = 200_000
"""Rows settled at one go: whole rounds, and memory stays small."""

_CELLS: Final = 8_000_000
"""Most places for wagers laid out at one go, where every row is a round of its own."""

_SAMPLE_FROM: Final = datetime(2011, 6, 14, 10, tzinfo=UTC)
_SAMPLE_TO: Final = datetime(2011, 6, 15, 10, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Part:
    """Some whole rounds of a file, settled again.

    Attributes:
        rows: How many wagers it holds.
        disagreements: Where it is not as the book has it.
        refused: Rows that make no sense, by their place in the file.
    """

    rows: int
    disagreements: tuple[Disagreement, ...]
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class File:
    """A file of rounds.

    Attributes:
        path: Where it lies.
        period: What it is of.
        rows: How many wagers it holds.
    """

    path: Path
    period: Period
    rows: int

    def parts(self) -> Iterator[Part]:
        """Settle it again, part by part: however long it is, memory holds one part.

        Raises:
            EntryError: A column is missing, or the file is broken.
        """
        settled = 0
        before = NOTHING_BEFORE
        for period, columns in rounds.read_round_batches(self.path, self._rows_at_one_go()):
            again = resettle(period.module, period.rules, columns, before)
            before = again.onward
            refused = tuple(Refusal(settled + each.row, each.reason) for each in again.refused)
            settled += len(columns["round"])
            yield Part(len(columns["round"]), again.disagreements, refused)

    def _rows_at_one_go(self) -> int:
        """Say how many: fewer where the game's layout has many places for wagers."""
        return min(_BATCH, _CELLS // (self.period.rules.seats * len(self.period.module.WAGERS)))

    def agrees(self) -> bool:
        """Tell whether nothing differs and nothing was refused."""
        return not any(part.disagreements or part.refused for part in self.parts())


def open_file(path: Path) -> File:
    """Look at a file of rounds.

    Raises:
        EntryError: It is no file of rounds.
        FileNotFoundError: There is no such file.
    """
    period, rows = rounds.look(path)
    return File(path, period, rows)


def schema(game: str) -> dict[str, Any]:
    """Describe the recorded rounds of a game as a JSON Schema, with a worked sample.

    Raises:
        NotFoundError: There is no such game.
    """
    return records.schema(GAMES[_known(game)])


def write_sample(game: str, path: Path) -> int:
    """Write a few worked rounds of a game as a file of rounds; tells how many wagers.

    Raises:
        NotFoundError: There is no such game.
    """
    module = GAMES[_known(game)]
    rules, columns = records.sample(module)
    period = Period(
        table="SAMPLE",
        game=module.CODE,
        rules=rules,
        gaming_date=_SAMPLE_FROM.date(),
        from_at=_SAMPLE_FROM,
        to_at=_SAMPLE_TO,
    )
    rounds.write_rounds(path, period, columns)
    return len(columns["round"])


def _known(game: str) -> str:
    if game not in GAMES:
        msg = f"There is no game {game}. There are: {', '.join(sorted(GAMES))}."
        raise NotFoundError(msg)
    return game
