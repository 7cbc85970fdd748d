"""What was reckoned of rounds on record, kept so that no screen reckons it again.

Derived, and named by the digests of the files it was derived from: another file, another answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import func
from sqlmodel import select

from countroom.domain import canonical
from countroom.domain.reconciliation import Played
from countroom.domain.watching import Reckoned
from countroom.engine.house import HouseResult
from countroom.money import Money
from countroom.stores import Tx, desk, registry
from countroom.stores.registry import RoundsFile
from countroom.stores.rows import CacheRow

_WAY: Final = "reckoned-1"
"""Which way of reckoning: another way answers under another name."""

_AT_ONCE: Final = 400

Files = tuple[RoundsFile, RoundsFile]
"""Rounds and buy-ins of a drop period."""


def played_of(result: HouseResult) -> Played:
    """The engine's result as the domain knows it."""
    return Played(
        house_net=Money(result.house_net_cents),
        house_net_chips=Money(result.house_net_chips_cents),
        cash_buyins=Money(result.cash_buyins_cents),
        check_buyins=tuple((serial, Money(cents)) for serial, cents in result.check_buyins),
        coupons=result.coupons,
        rake=Money(result.rake_cents),
    )


def files_of(files: Iterable[RoundsFile]) -> dict[int, Files]:
    """The two files of each drop period, the newest where one was recorded again."""
    found: dict[int, dict[bool, RoundsFile]] = {}
    for file in files:
        found.setdefault(file.period, {})[file.path.endswith(".rounds.parquet")] = file
    return {period: (two[True], two[False]) for period, two in found.items() if len(two) == 2}


def name_of(files: Files) -> str:
    """What the answer of two files is kept under."""
    return f"{_WAY}|{files[0].sha256}|{files[1].sha256}"


def keep(tx: Tx, files: Files, found: Reckoned, at: datetime) -> None:
    """Keep what two files came to."""
    desk.cache(tx, name_of(files), canonical.to_bytes(found), at)


def many(tx: Tx) -> int:
    """How many answers are kept: more of them, and a sum is added anew."""
    return tx.exec(select(func.count()).select_from(CacheRow)).one()


def missing(tx: Tx) -> Sequence[Files]:
    """Files on record of which nothing is kept yet."""
    every = files_of(registry.rounds_files(tx))
    known = set(_kept_names(tx, [name_of(files) for files in every.values()]))
    return [files for files in every.values() if name_of(files) not in known]


def _kept_names(tx: Tx, names: Sequence[str]) -> Iterable[str]:
    for at in range(0, len(names), _AT_ONCE):
        some = names[at : at + _AT_ONCE]
        yield from tx.exec(select(CacheRow.name).where(CacheRow.name.in_(some)))  # type: ignore[attr-defined]


_known: dict[str, Reckoned] = {}
"""Answers read before: their names are of their contents, so they never change."""

_KNOWN_MOST: Final = 20_000


def of_periods(tx: Tx, periods: Sequence[int]) -> Mapping[int, Reckoned]:
    """What the rounds of drop periods came to, as far as it was reckoned."""
    found: dict[int, Reckoned] = {}
    for at in range(0, len(periods), _AT_ONCE):
        files = files_of(registry.rounds_of(tx, periods[at : at + _AT_ONCE]))
        named = {period: name_of(two) for period, two in files.items()}
        _read(tx, [name for name in named.values() if name not in _known])
        found |= {period: _known[name] for period, name in named.items() if name in _known}
    return found


def _read(tx: Tx, names: Sequence[str]) -> None:
    if not names:
        return
    if len(_known) + len(names) > _KNOWN_MOST:
        _known.clear()
    for row in tx.exec(select(CacheRow).where(CacheRow.name.in_(names))):  # type: ignore[attr-defined]
        _known[row.name] = canonical.from_bytes(Reckoned, row.content)
