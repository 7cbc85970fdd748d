"""Commands that keep the records: migrate, verify, backup, restore."""

from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.options import place_options
from countroom.inquiries.verification import Finding, is_kept
from countroom.inquiries.verification import verify as walk
from countroom.operations import backup as backups
from countroom.operations import opening
from countroom.operations.acts import Database
from countroom.settings import AppSettings


@click.command()
@place_options
def migrate(data: Path, database: str | None) -> None:
    """Bring the database to the shape of this program; make it if there is none."""
    opening.migrate(AppSettings.for_data(data, database=database)).close()
    click.echo("The database has the shape of this program.")


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@place_options
@click.pass_context
def verify(
    context: click.Context, files: tuple[Path, ...], data: Path, database: str | None
) -> None:
    """Check that what is on record is what was recorded; names each place that is not.

    With FILES, checks printed reports instead: that their seal is whole and that this property
    kept these very bytes.
    """
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    try:
        if files:
            findings = [found for file in files for found in _examine(opened, settings, file)]
        else:
            findings = walk(opened, rounds=settings.rounds)
    finally:
        opened.close()
    _tell(context, findings)


def _examine(opened: Database, settings: AppSettings, file: Path) -> list[Finding]:
    from countroom.reports import seal  # noqa: PLC0415 - loads what reads PDFs

    content = file.read_bytes()
    verdict = seal.examine(content, seal.read_seal(settings.keys).certificate)
    findings = [] if verdict.holds else [Finding(file.name, verdict.says)]
    if not is_kept(opened, content):
        findings.append(Finding(file.name, "This property kept no print of these very bytes."))
    return findings


def _tell(context: click.Context, findings: list[Finding]) -> None:
    for finding in findings:
        click.echo(finding.text())
    if findings:
        places = "place is" if len(findings) == 1 else "places are"
        click.echo(f"{len(findings)} {places} not as recorded.", err=True)
        context.exit(1)
    click.echo("Everything is as it was recorded.")


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
    _tell(context, findings)
