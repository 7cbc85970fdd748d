"""Settling files of rounds again by the book, whoever wrote them: nobody's figures, so for all."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from countroom.engine.records import NOTHING_BEFORE, Disagreement, Refusal, resettle
from countroom.stores import rounds
from countroom.stores.rounds import Period

_BATCH: Final = 200_000
"""Rows settled at one go: whole rounds, and memory stays small."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A file, settled again.

    Attributes:
        period: What it is of.
        rows: How many wagers it holds.
        disagreements: Where it is not as the book has it.
        refused: Rows that make no sense.
    """

    period: Period
    rows: int
    disagreements: tuple[Disagreement, ...]
    refused: tuple[Refusal, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing differs and nothing was refused."""
        return not self.disagreements and not self.refused


def settle_file(path: Path) -> Settled:
    """Settle one file again.

    Raises:
        EntryError: It is no file of rounds, a column is missing, or it holds none.
        FileNotFoundError: There is no such file.
    """
    disagreements: list[Disagreement] = []
    refused: list[Refusal] = []
    rows = 0
    period: Period | None = None
    before = NOTHING_BEFORE
    for period, columns in rounds.read_round_batches(path, _BATCH):
        again = resettle(period.module, period.rules, columns, before)
        before = again.onward
        disagreements += again.disagreements
        refused += [Refusal(rows + each.row, each.reason) for each in again.refused]
        rows += len(columns["round"])
    if period is None:
        period, _ = rounds.read_rounds(path)
    return Settled(period, rows, tuple(disagreements), tuple(refused))
