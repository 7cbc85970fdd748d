"""``countroom pack``: everything of a gaming date in one ZIP."""

from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.files import write_file
from countroom.cli.operator import duty_option, operator
from countroom.cli.options import place_options
from countroom.cli.printing import printer_of
from countroom.cli.progress import steps
from countroom.domain import gaming_day
from countroom.domain.people import Role
from countroom.inquiries.frames import facility, house_of
from countroom.operations import opening
from countroom.reports import pack as packs
from countroom.reports.catalogue import Asked
from countroom.reports.press import close_press
from countroom.settings import AppSettings


@click.command()
@click.option("--day", required=True, metavar="DATE", help="Gaming date, as 2011-06-14.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="ZIP file to write.",
)
@duty_option
@place_options
def pack(*, day: str, output: Path, duty: str, data: Path, database: str | None) -> None:
    """Write everything of a gaming date into one ZIP, with an index of digests.

    Every report as PDF, CSV, XLSX and JSON, every form, the prints that were kept. It is asked
    from outside the count room: before the count is concluded nothing comes out. The same record
    gives the same file.
    """
    of = gaming_day.parse_gaming_date(day)
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    try:
        asked = packs.as_recorded(
            Asked(
                database=opened,
                viewer=operator(Role(duty)),
                day=of,
                at=clock.now(),
                rounds=settings.rounds,
                printer=printer_of(settings, facility(opened, of)),
            )
        )
        parts = packs.daily(house_of(opened, of))
        with steps(packs.steps(parts)) as tell:
            content = packs.write(asked, parts, title=packs.DAILY, tell=tell)
    finally:
        close_press()
        opened.close()
    write_file(output, content)
    click.echo(f"{output}: {len(content):,} bytes.")
