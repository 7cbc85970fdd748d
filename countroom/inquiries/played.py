"""What the rounds on record say a drop period should have left, settled by the book."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from countroom.domain.coupons import CouponPlay
from countroom.domain.reconciliation import Played
from countroom.engine.coupons import CouponsPer, CouponTerms
from countroom.engine.house import house_result
from countroom.engine.records import Columns, Disagreement, Refusal, Resettled, resettle
from countroom.errors import EntryError
from countroom.stores import Tx, reckoned, registry, rounds
from countroom.stores.rounds import Period


@dataclass(frozen=True, slots=True)
class OnRecord:
    """The rounds of a period.

    Attributes:
        played: What they should have left, or nothing where there are none to be settled.
        disagreements: Where what was recorded is not what the book says.
        refused: Rows that could not be settled.
        coupons: Coupons that stood on wagers.
        one_a_round: One coupon a round and patron, by the table's rules; otherwise one a wager.
        fault: Why there is no result, in a sentence, or empty.
    """

    played: Played | None
    disagreements: tuple[Disagreement, ...] = ()
    refused: tuple[Refusal, ...] = ()
    coupons: tuple[CouponPlay, ...] = ()
    one_a_round: bool = True
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
    return result


def _stamps(files: _Files) -> tuple[tuple[int, int], ...]:
    """Size and time of the files as they lie there: another file is settled afresh."""
    found = (files.rounds.stat(), files.buyins.stat())
    return tuple((each.st_size, each.st_mtime_ns) for each in found)


@lru_cache(maxsize=256)
def _result(files: _Files, stamps: tuple[tuple[int, int], ...]) -> OnRecord:
    """Settle two files; they are on record by digest, so the answer never changes.

    Raises:
        EntryError: A file is not the one on record.
        FileNotFoundError: It is gone.
    """
    del stamps
    period, columns = _rounds(files)
    _, buyins = rounds.read_buyins(files.buyins)
    result = house_result(period.module, period.rules, columns, buyins)
    terms = period.rules
    return OnRecord(
        played=reckoned.played_of(result),
        disagreements=result.disagreements,
        refused=result.refused,
        coupons=_coupons(period, columns, frozenset(result.coupons)),
        one_a_round=not isinstance(terms, CouponTerms) or terms.coupons_per is CouponsPer.ROUND,
    )


def _coupons(period: Period, columns: Columns, settled: frozenset[str]) -> tuple[CouponPlay, ...]:
    """Coupons as the rounds recorded them; one that the book settles should have dropped.

    On a wager that stands for a later round a coupon rides on, and nothing is settled yet.
    """
    dropped = columns.get("coupon_dropped")
    won = columns.get("coupon_win_cents", np.zeros_like(columns["stake_cents"]))
    standing = columns.get("standing_cents", np.zeros_like(columns["stake_cents"]))
    return tuple(
        CouponPlay(
            serial=columns["coupon_serial"][row],
            value_cents=int(columns["coupon_cents"][row]),
            stake_cents=int(columns["stake_cents"][row]),
            round=int(columns["round"][row]),
            seat=int(columns["seat"][row]),
            wager=period.module.WAGERS[int(columns["wager"][row])].code,
            dropped=dropped is None
            or bool(dropped[row])
            or bool(standing[row])
            or columns["coupon_serial"][row] not in settled,
            won_cents=int(won[row]),
        )
        for row in np.flatnonzero(columns["coupon_cents"] > 0).tolist()
    )


def _rounds(files: _Files) -> tuple[Period, Columns]:
    rounds.require_recorded(files.rounds, files.rounds_sha256)
    rounds.require_recorded(files.buyins, files.buyins_sha256)
    return rounds.read_rounds(files.rounds)


def by_book(tx: Tx, folder: Path, period: int) -> tuple[Period, Columns] | None:
    """The rounds of a period with their outcome by the book, or nothing where there are none."""
    found = resettled(tx, folder, period)
    return None if found is None else (found[0], found[1].columns)


@dataclass(frozen=True, slots=True)
class Whole:
    """The rounds of a period, whole.

    Attributes:
        period: What they are of.
        given: As recorded.
        again: Settled by the book.
        buyins: See ``engine.house.BUY_IN_COLUMNS``.
    """

    period: Period
    given: Columns
    again: Resettled
    buyins: Columns


def whole(tx: Tx, folder: Path, period: int) -> Whole | None:
    """The rounds of a period with all that is known of them, or nothing where there are none."""
    files = _files(tx, folder, period)
    if files is None:
        return None
    try:
        of, given = _rounds(files)
        _, buyins = rounds.read_buyins(files.buyins)
    except (EntryError, FileNotFoundError):
        return None
    return Whole(of, given, resettle(of.module, of.rules, given), buyins)


def resettled(tx: Tx, folder: Path, period: int) -> tuple[Period, Resettled] | None:
    """The rounds of a period settled again, or nothing where there are none on record."""
    files = _files(tx, folder, period)
    if files is None:
        return None
    try:
        of, columns = _rounds(files)
    except (EntryError, FileNotFoundError):
        return None
    return of, resettle(of.module, of.rules, columns)
