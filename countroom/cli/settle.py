"""``countroom settle``: recorded rounds settled again by the book."""

import json
from pathlib import Path

import click

from countroom.cli.options import place_options
from countroom.cli.progress import rows_of
from countroom.engine.records import Disagreement
from countroom.errors import CountroomError
from countroom.inquiries import settling
from countroom.inquiries.settling import Part
from countroom.money import Money


@click.command()
@click.argument("files", nargs=-1, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--schema", "described", metavar="GAME", help="Print the format of a game's records.")
@click.option(
    "--sample", metavar="GAME", help="Write a few worked rounds of a game into the one FILE given."
)
@place_options
@click.pass_context
def settle(
    context: click.Context,
    *,
    files: tuple[Path, ...],
    described: str | None,
    sample: str | None,
    data: Path,
    database: str | None,
) -> None:
    """Settle files of rounds again and list each place where the record is not by the book.

    The files say themselves which game and rules they are of, whoever wrote them. Exit code 1
    when anything differs or could not be settled, 2 when a file is no file of rounds.
    """
    del data, database
    if described is not None:
        click.echo(json.dumps(settling.schema(described), indent=1))
    elif sample is not None:
        _write_sample(sample, files)
    elif files:
        context.exit(max([_settled(path) for path in files]))
    else:
        msg = "Name the files to settle."
        raise click.UsageError(msg)


def _write_sample(game: str, files: tuple[Path, ...]) -> None:
    if len(files) != 1:
        msg = "Name one file to write the sample into."
        raise click.UsageError(msg)
    if files[0].exists():
        msg = f"{files[0]} is there already."
        raise click.UsageError(msg)
    wagers = settling.write_sample(game, files[0])
    click.echo(f"{files[0]}: {wagers} wagers of {game}.")


def _settled(path: Path) -> int:
    """Settle one file, and give the exit code it asks for."""
    try:
        return _list(path)
    except FileNotFoundError:
        click.echo(f"{path}: There is no such file.", err=True)
    except CountroomError as refused:
        click.echo(f"{path}: {refused.message}", err=True)
    return 2


def _list(path: Path) -> int:
    """List what differs as it is found: a long file, and a long list, take no more memory."""
    found = settling.open_file(path)
    of = found.period
    click.echo(f"{path}: {of.table}, {of.game}, {of.gaming_date.isoformat()}")
    rows = disagreements = refused = 0
    with rows_of(str(path.name), found.rows) as tell:
        for part in found.parts():
            _write(part)
            rows += part.rows
            disagreements += len(part.disagreements)
            refused += len(part.refused)
            tell(part.rows)
    click.echo(f"  {rows:,} wagers, {disagreements:,} disagreements, {refused:,} refused")
    return 1 if disagreements or refused else 0


def _said(each: Disagreement, value: int) -> str:
    if each.what == "coupon_dropped":
        return "yes" if value else "no"
    return Money(value).text()


def _write(part: Part) -> None:
    for each in part.disagreements:
        where = f"round {each.round}" + (f", seat {each.seat}" if each.seat else "")
        what = f", {each.wager}" if each.wager else ""
        amounts = f"{_said(each, each.recorded)}, by the book {_said(each, each.by_book)}"
        click.echo(f"  {where}{what}: {each.says} {each.what} {amounts} ({each.rule})")
    for refusal in part.refused:
        click.echo(f"  row {refusal.row}: {refusal.reason}")
