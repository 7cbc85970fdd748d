"""Options that commands share, so that they are named and explained the same everywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])


def place_options(command: Command) -> Command:
    """Give a command ``--data`` and ``--database``: where this property's records are.

    The command receives them as ``data: Path`` and ``database: str | None``.
    """
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("instance"),
        envvar="COUNTROOM_DATA",
        show_default=True,
        help="The data folder: database, rounds, prints and keys.",
    )
    database = click.option(
        "--database",
        default=None,
        envvar="COUNTROOM_DATABASE",
        help="A database elsewhere, as a URL.",
    )
    return data(database(command))
