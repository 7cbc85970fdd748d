"""``countroom replay``: a count again, act by act."""

from pathlib import Path

import click

from countroom.cli.files import write_file
from countroom.cli.operator import duty_option, operator
from countroom.cli.options import place_options
from countroom.domain.people import Role
from countroom.inquiries import replay as replays
from countroom.operations import opening
from countroom.reports.replay_text import text
from countroom.settings import AppSettings


@click.command()
@click.argument("count")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@duty_option
@place_options
def replay(*, count: str, output: Path | None, duty: str, data: Path, database: str | None) -> None:
    """Write COUNT, as 2011-06-14/1, act by act: who, what, when, the figures as they were then.

    It is asked from outside the count room: before the count is concluded nothing comes out.
    """
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    try:
        found = replays.of_count(opened, operator(Role(duty)), count)
    finally:
        opened.close()
    write_file(output, text(found).encode())
