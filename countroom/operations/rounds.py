"""Putting a period's rounds on record: their files by digest.

Reference:
    Design section 4: the files' digests are on record.
"""

from countroom.errors import NotFoundError
from countroom.operations.acts import Act, Done
from countroom.stores import registry
from countroom.stores.registry import RoundsFile
from countroom.stores.rounds import Period, StoredPeriod


def record_file(act: Act, *, period: Period, stored: StoredPeriod) -> Done:
    """Record the two files of a table's drop period: its rounds and its buy-ins.

    Args:
        act: The act.
        period: What they are of.
        stored: As they were written below the folder of rounds.

    Raises:
        NotFoundError: The table has no drop period for that gaming date.
    """
    running = registry.period_on(act.tx, period.table, period.gaming_date)
    if running is None:
        msg = f"{period.table} has no drop period for {period.gaming_date.isoformat()}."
        raise NotFoundError(msg)
    for file in (stored.rounds, stored.buyins):
        fact = RoundsFile(
            path=file.path.as_posix(),
            sha256=file.sha256,
            game=period.game,
            rules_digest=period.rules.digest(),
            table=period.table,
            period=running.id,
        )
        act.add(registry.rounds_file_row(act.tx, fact, act.seq))
    rounds = stored.rounds
    says = f"{period.table}: rounds of {period.gaming_date.isoformat()} are on record."
    return act.seal(
        "rounds recorded",
        period.table,
        {
            "gaming_date": period.gaming_date,
            "rounds": rounds.sha256,
            "buyins": stored.buyins.sha256,
            "rows": rounds.rows,
        },
        done=Done(says, name=rounds.path.as_posix()),
    )
