"""``countroom settle``: recorded rounds settled again by the book."""

from pathlib import Path
from typing import Final

import click

from countroom.cli.options import place_options
from countroom.errors import CountroomError
from countroom.inquiries.settling import Settled, settle_file
from countroom.money import Money

_SHOWN: Final = 200
"""More disagreements of one file than this are counted, not listed."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))
@place_options
@click.pass_context
def settle(
    context: click.Context, files: tuple[Path, ...], data: Path, database: str | None
) -> None:
    """Settle files of rounds again and list each place where the record is not by the book.

    The files say themselves which game and rules they are of. Exit code 1 when anything differs
    or could not be settled, 2 when a file is no file of rounds.
    """
    del data, database
    agree = True
    broken = False
    for path in files:
        try:
            found = settle_file(path)
        except FileNotFoundError:
            click.echo(f"{path}: There is no such file.", err=True)
            broken = True
        except CountroomError as refused:
            click.echo(f"{path}: {refused.message}", err=True)
            broken = True
        else:
            _write(path, found)
            agree = agree and found.agrees
    if broken or not agree:
        context.exit(2 if broken else 1)


def _write(path: Path, found: Settled) -> None:
    period = found.period
    click.echo(
        f"{path}: {period.table}, {period.game}, {period.gaming_date.isoformat()}: "
        f"{found.rows:,} wagers, {len(found.disagreements):,} disagreements, "
        f"{len(found.refused):,} refused"
    )
    for each in found.disagreements[:_SHOWN]:
        where = f"round {each.round}" + (f", seat {each.seat}" if each.seat else "")
        amounts = f"{Money(each.recorded).text()}, by the book {Money(each.by_book).text()}"
        click.echo(f"  {where}: {each.says} {each.what} {amounts} ({each.rule})")
    for refusal in found.refused[:_SHOWN]:
        click.echo(f"  row {refusal.row}: {refusal.reason}")
    left = max(0, len(found.disagreements) - _SHOWN) + max(0, len(found.refused) - _SHOWN)
    if left:
        click.echo(f"  and {left:,} more")
