"""Reckoning of recorded rounds what they came to and should have come to, once a file.

A step that can be repeated after a crash, outside every lock but for the moment it keeps an
answer; nothing it keeps is a record, and none of it shows before its count is concluded.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from countroom.domain.watching import Reckoned
from countroom.engine.edges.expected import expected
from countroom.engine.house import house_result
from countroom.errors import CountroomError
from countroom.money import Money
from countroom.operations.acts import Database
from countroom.stores import reckoned, rounds
from countroom.stores.house import house_on
from countroom.stores.reckoned import Files

_HOURS: Final = 24
FIRST_HOUR: Final = 6
_MICROSECONDS: Final = 1_000_000


def reckon_missing(
    database: Database, folder: Path, now: datetime, say: Callable[[str], None] = lambda _: None
) -> int:
    """Reckon every drop period of which nothing is kept yet, and say how many there were.

    Files that are gone or altered are left for ``verify`` and the reconciliation to name.

    Args:
        database: The property's.
        folder: Of all rounds.
        now: The server's time.
        say: Told the table after each period.
    """
    with database.read() as tx:
        due = reckoned.missing(tx)
    many = 0
    for files in due:
        try:
            found = _reckon(database, folder, files)
        except (CountroomError, OSError):
            continue
        with database.write() as tx:
            reckoned.keep(tx, files, found, now)
        many += 1
        say(files[0].table)
    return many


def _reckon(database: Database, folder: Path, files: Files) -> Reckoned:
    paths = [folder / file.path for file in files]
    for path, file in zip(paths, files, strict=True):
        rounds.require_recorded(path, file.sha256)
    period, columns = rounds.read_rounds(paths[0])
    _, buyins = rounds.read_buyins(paths[1])
    with database.read() as tx:
        zone = house_on(tx, period.gaming_date).property.zone_info
    played = reckoned.played_of(house_result(period.module, period.rules, columns, buyins))
    hours = _by_hour(buyins, zone)
    should = expected(period.module, period.rules, columns)
    if should is None:
        return Reckoned(played=played, hours=hours)
    return Reckoned(
        played=played,
        rounds=should.rounds,
        stake=Money(should.stake_cents),
        mean=Money(should.mean_cents),
        deviation=Money(should.deviation_cents),
        method=should.method,
        hours=hours,
    )


def _by_hour(buyins: Mapping[str, Any], zone: ZoneInfo) -> tuple[Money, ...]:
    """Add buy-ins up by the hour on the wall, 06 first."""
    found = [0] * _HOURS
    for at, cents in zip(buyins["at"].tolist(), buyins["cents"].tolist(), strict=True):
        local = datetime.fromtimestamp(at // _MICROSECONDS, zone)
        found[(local.hour - FIRST_HOUR) % _HOURS] += cents
    return tuple(map(Money, found))
