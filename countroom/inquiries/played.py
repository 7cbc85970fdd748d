"""What the rounds on record say a drop period should have left, settled by the book."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from countroom.domain.reconciliation import Played
from countroom.engine.house import HouseResult, house_result
from countroom.engine.records import Columns, Disagreement, Refusal, resettle
from countroom.errors import EntryError
from countroom.money import Money
from countroom.stores import Tx, registry, rounds
from countroom.stores.rounds import Period


@dataclass(frozen=True, slots=True)
class OnRecord:
    """The rounds of a period.

    Attributes:
        played: What they should have left, or nothing where there are none to be settled.
        disagreements: Where what was recorded is not what the book says.
        refused: Rows that could not be settled.
        fault: Why there is no result, in a sentence, or empty.
    """

    played: Played | None
    disagreements: tuple[Disagreement, ...] = ()
    refused: tuple[Refusal, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Files:
    rounds: Path
    rounds_sha256: str
    buyins: Path
    buyins_sha256: str


def _files(tx: Tx, folder: Path, period: int) -> _Files | None:
    on_record = {file.path: file.sha256 for file in registry.rounds_files(tx, period_id=period)}
    of_rounds = next((path for path in on_record if path.endswith(".rounds.parquet")), "")
    of_buyins = next((path for path in on_record if path.endswith(".buyins.parquet")), "")
    if not of_rounds or not of_buyins:
        return None
    return _Files(
        folder / of_rounds, on_record[of_rounds], folder / of_buyins, on_record[of_buyins]
    )


def on_record(tx: Tx, folder: Path, period: int | None, *, opened: bool) -> OnRecord:
    """Settle the rounds of a drop period.

    Args:
        tx: A reading transaction.
        folder: Of all rounds.
        period: Row number of the drop period, or nothing.
        opened: The table was open; one that was not has nothing to settle.
    """
    files = None if period is None else _files(tx, folder, period)
    if files is None:
        fault = "No rounds of this period are on record." if opened else ""
        return OnRecord(None if opened else Played(), fault=fault)
    try:
        result = _result(files, _stamps(files))
    except (EntryError, FileNotFoundError) as wrong:
        says = wrong.message if isinstance(wrong, EntryError) else "The file of rounds is missing."
        return OnRecord(None, fault=says)
    return OnRecord(_fact(result), result.disagreements, result.refused)


def _stamps(files: _Files) -> tuple[tuple[int, int], ...]:
    """Size and time of the files as they lie there: another file is settled afresh."""
    found = (files.rounds.stat(), files.buyins.stat())
    return tuple((each.st_size, each.st_mtime_ns) for each in found)


@lru_cache(maxsize=256)
def _result(files: _Files, stamps: tuple[tuple[int, int], ...]) -> HouseResult:
    """Settle two files; they are on record by digest, so the answer never changes.

    Raises:
        EntryError: A file is not the one on record.
        FileNotFoundError: It is gone.
    """
    del stamps
    period, columns = _rounds(files)
    _, buyins = rounds.read_buyins(files.buyins)
    return house_result(period.module, period.rules, columns, buyins)


def _rounds(files: _Files) -> tuple[Period, Columns]:
    for path, sha256 in (
        (files.rounds, files.rounds_sha256),
        (files.buyins, files.buyins_sha256),
    ):
        if rounds.sha256_of(path) != sha256:
            raise EntryError({"file": f"{path.name} is not the file that was recorded."})
    return rounds.read_rounds(files.rounds)


def _fact(result: HouseResult) -> Played:
    return Played(
        house_net=Money(result.house_net_cents),
        house_net_chips=Money(result.house_net_chips_cents),
        cash_buyins=Money(result.cash_buyins_cents),
        check_buyins=tuple((serial, Money(cents)) for serial, cents in result.check_buyins),
        coupons=result.coupons,
        rake=Money(result.rake_cents),
    )


def by_book(tx: Tx, folder: Path, period: int) -> tuple[Period, Columns] | None:
    """The rounds of a period with their outcome by the book, or nothing where there are none."""
    files = _files(tx, folder, period)
    if files is None:
        return None
    try:
        of, columns = _rounds(files)
    except (EntryError, FileNotFoundError):
        return None
    return of, resettle(of.module, of.rules, columns).columns
