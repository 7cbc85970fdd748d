"""Commands that keep the records: migrate, backup, restore."""

from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.options import place_options
from countroom.cli.verify import tell
from countroom.inquiries.verification import verify as walk
from countroom.operations import backup as backups
from countroom.operations import opening
from countroom.settings import AppSettings


@click.command()
@place_options
def migrate(data: Path, database: str | None) -> None:
    """Bring the database to the shape of this program; make it if there is none."""
    opening.migrate(AppSettings.for_data(data, database=database)).close()
    click.echo("The database has the shape of this program.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@place_options
def backup(file: Path, data: Path, database: str | None) -> None:
    """Write a backup to FILE while the house goes on working."""
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    try:
        head = backups.backup(opened, settings, file, now=clock.now())
    finally:
        opened.close()
    click.echo(f"Backed up to {file}, journal at {head.text()}.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@place_options
@click.pass_context
def restore(context: click.Context, file: Path, data: Path, database: str | None) -> None:
    """Bring the backup FILE back into an empty place, then verify it."""
    settings = AppSettings.for_data(data, database=database)
    opened = backups.restore(file, settings)
    try:
        findings = walk(opened, rounds=settings.rounds)
    finally:
        opened.close()
    click.echo(f"Restored into {settings.data}.")
    tell(context, findings)
