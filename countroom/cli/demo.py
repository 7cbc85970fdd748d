"""``countroom demo``: from a bare machine to a running casino."""

import json
import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.options import place_options
from countroom.cli.printing import keep_due
from countroom.cli.progress import steps
from countroom.domain.access import Viewer
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.domain.property_file import read_house
from countroom.errors import SettingsError
from countroom.inquiries import audit
from countroom.inquiries.games import kinds_of_games
from countroom.operations import demo as making
from countroom.operations import opening
from countroom.operations.play import calendar
from countroom.operations.reckoning import reckon_missing
from countroom.settings import AppSettings


@click.command()
@click.option("--port", type=int, default=None, help="Port to listen on.  [default: 8000]")
@click.option("--no-serve", is_flag=True, help="Make everything and stop.")
@click.option(
    "--days",
    type=click.IntRange(calendar.LEAST, 400),
    default=making.DAYS,
    show_default=True,
    help="How many gaming days; fewer make it sooner.",
)
@click.option(
    "--rounds-per-hour",
    type=click.IntRange(1, 400),
    default=making.ROUNDS_PER_HOUR,
    show_default=True,
    help="How fast tables are dealt on a usual day.",
)
@place_options
def demo(
    *,
    port: int | None,
    data: Path,
    database: str | None,
    no_serve: bool,
    days: int,
    rounds_per_hour: int,
) -> None:
    """Make a sample property with days in it, and serve it on this machine.

    About fourteen tables, thirty concluded days (the newest with a discrepancy to find) and one
    that is dropped and waits to be counted. Prints who can sign in for what; everyone is a sample
    person, and PINs are drawn anew for each demo. A demo that is there already is served again.
    """
    settings = AppSettings.for_data(data, database=database, port=port, sample=True)
    people = settings.data / "play" / "people.json"
    if not people.exists():
        _make(settings, people, making.Size(days, rounds_per_hour))
    _tell(settings, json.loads(people.read_text(encoding="utf-8")), serving=not no_serve)
    if not no_serve:
        from countroom.cli.serve import Server, check  # noqa: PLC0415 - loads the server

        check(settings)
        Server(settings).run()


def _sample() -> House:
    written = (files("countroom") / "sample_property.toml").read_bytes()
    return read_house(written, games=kinds_of_games())


def _make(settings: AppSettings, people: Path, of: making.Size) -> None:
    if settings.data.exists() and any(settings.data.iterdir()):
        msg = f"{settings.data} is not empty and holds no demo; name another --data folder."
        raise SettingsError(msg)
    sample = _sample()
    reader = Viewer(sample.people_with(Role.ACCOUNTING)[0], Role.ACCOUNTING)
    opened = opening.migrate(settings)
    try:
        with steps(of.steps) as step:
            made = making.make(
                opened,
                settings,
                sample,
                now=clock.now(),
                keep=lambda since: keep_due(opened, settings, sample, since),
                step=step,
                of=of,
                ask=lambda day: audit.proposed(opened, reader, day, settings.rounds),
            )
        reckon_missing(opened, settings.rounds, clock.now())
    finally:
        opened.close()
    _remember(people, made)


def _remember(people: Path, made: making.Demo) -> None:
    told = {
        "waiting": made.waiting.isoformat(),
        "concluded": [day.isoformat() for day in made.concluded],
        "people": [
            {
                "badge": person.code,
                "pin": made.pins[person.code],
                "name": person.name,
                "duties": [role.printed for role in person.roles],
            }
            for person in made.house.people
        ],
    }
    descriptor = os.open(people, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(told, file, ensure_ascii=False, indent=1)


def _tell(settings: AppSettings, told: Mapping[str, object], *, serving: bool) -> None:
    people = told["people"]
    concluded = told["concluded"]
    assert isinstance(people, list)
    assert isinstance(concluded, list)
    click.echo(
        f"{len(concluded)} gaming days are concluded, {concluded[0]} to {concluded[-1]}; the last"
        f" has a discrepancy to find.  Dropped, to be counted: {told['waiting']}."
    )
    click.echo("Sample people who can sign in:")
    click.echo("  badge  PIN     duties")
    for person in people:
        duties = ", ".join(person["duties"])
        click.echo(f"  {person['badge']:<6} {person['pin']:<7} {duties}: {person['name']}")
    if serving:
        click.echo(f"The count room is open at http://{settings.host}:{settings.port}/")
