"""``countroom report``: any report, or any form by its code, as a file."""

from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.files import write_file
from countroom.cli.operator import duty_option, operator
from countroom.cli.options import place_options
from countroom.cli.printing import printer_of
from countroom.domain import gaming_day
from countroom.domain.people import Role
from countroom.inquiries.frames import facility
from countroom.operations import opening
from countroom.reports.catalogue import REPORTS, Asked, Format, find, make
from countroom.reports.press import close_press
from countroom.settings import AppSettings


def _format(named: str | None, output: Path | None) -> Format:
    """The format as named, else as the file is called, else PDF."""
    if named is not None:
        return Format(named)
    ending = "" if output is None else output.suffix.removeprefix(".").lower()
    return Format(ending) if ending in set(Format) else Format.PDF


@click.command(
    "report", epilog=f"Reports: {', '.join(REPORTS)}; and every form by its code, as fill_slip."
)
@click.argument("name")
@click.option("--day", required=True, metavar="DATE", help="Gaming date, as 2011-06-14.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option(
    "--format",
    "form",
    type=click.Choice([each.value for each in Format]),
    help="What it is written as.  [default: by the file's ending, or pdf]",
)
@click.option("--bom", is_flag=True, help="Put a byte order mark before a CSV, for spreadsheets.")
@duty_option
@place_options
def report(  # noqa: PLR0913 - a command's options
    *,
    name: str,
    day: str,
    output: Path | None,
    form: str | None,
    bom: bool,
    duty: str,
    data: Path,
    database: str | None,
) -> None:
    """Write a report of a gaming date: any report, or any form by its code.

    It is asked from outside the count room: before the count is concluded no figure comes out.
    """
    asked_day = gaming_day.parse_gaming_date(day)
    wanted = find(name)
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    try:
        asked = Asked(
            database=opened,
            viewer=operator(Role(duty)),
            day=asked_day,
            at=clock.now(),
            rounds=settings.rounds,
            printer=printer_of(settings, facility(opened, asked_day)),
        )
        content = make(wanted, asked, _format(form, output), bom=bom)
    finally:
        close_press()
        opened.close()
    write_file(output, content)
