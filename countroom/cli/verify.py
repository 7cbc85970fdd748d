"""``countroom verify``: the records, or printed reports one by one."""

from datetime import UTC
from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.files import read_file
from countroom.cli.options import place_options
from countroom.inquiries.verification import Finding
from countroom.inquiries.verification import verify as walk
from countroom.operations import opening
from countroom.reports import seal as seals
from countroom.reports.evidence import Answer, Records, Told, by_certificate, by_record
from countroom.settings import AppSettings


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--certificate",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Examine FILES with this certificate alone, on a machine without the records.",
)
@place_options
@click.pass_context
def verify(
    context: click.Context,
    files: tuple[Path, ...],
    certificate: Path | None,
    data: Path,
    database: str | None,
) -> None:
    """Check that what is on record is what was recorded; names each place that is not.

    With FILES, examines printed reports instead, and says of each whether it is valid, altered,
    superseded or unknown. The certificate is written by ``countroom property certificate``.
    Exit code 1 unless everything is valid.
    """
    if certificate is not None:
        _require_files(files)
        certificates = seals.certificates_in(certificate)
        _say(context, [(file, by_certificate(read_file(file), certificates)) for file in files])
        return
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    try:
        if files:
            records = Records(opened, settings.rounds, clock.now())
            known = seals.certificates(settings.keys) if seals.is_there(settings.keys) else ()
            _say(context, [(file, by_record(read_file(file), known, records)) for file in files])
            return
        findings = walk(opened, rounds=settings.rounds)
    finally:
        opened.close()
    tell(context, findings)


def _require_files(files: tuple[Path, ...]) -> None:
    if not files:
        msg = "Name the files to be examined with this certificate."
        raise click.UsageError(msg)


def _say(context: click.Context, told: list[tuple[Path, Told]]) -> None:
    for file, found in told:
        click.echo(f"{file.name}: {found.text()}")
        if found.sealed_at is not None:
            click.echo(f"  sealed {found.sealed_at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC")
    if any(found.answer is not Answer.VALID for _, found in told):
        context.exit(1)


def tell(context: click.Context, findings: list[Finding]) -> None:
    """Name each place that is not as recorded; exit code 1 where there is one."""
    for finding in findings:
        click.echo(finding.text())
    if findings:
        places = "place is" if len(findings) == 1 else "places are"
        click.echo(f"{len(findings)} {places} not as recorded.", err=True)
        context.exit(1)
    click.echo("Everything is as it was recorded.")
