"""Commands about the house itself: loading its description."""

from datetime import datetime
from pathlib import Path
from typing import Final

import click

from countroom.cli import clock
from countroom.cli.files import read_file, write_file
from countroom.cli.options import place_options
from countroom.domain import gaming_day
from countroom.domain.people import Role
from countroom.domain.property_file import read_house
from countroom.errors import EntryError
from countroom.inquiries.frames import facility_at
from countroom.inquiries.games import check_rules, kinds_of_games
from countroom.operations import authentication, opening
from countroom.operations import house as houses
from countroom.operations.acts import Database, Proof, Who
from countroom.operations.secrecy import Cost
from countroom.reports import seal as seals
from countroom.settings import AppSettings

_DEVICE: Final = "command line"


@click.group("property")
def property_group() -> None:
    """The property: its tables, boxes, chips, people and rules."""


@property_group.command()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option(
    "--take",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Seal from now on with the private key and certificate in this PEM file.",
)
@place_options
def certificate(output: Path | None, take: Path | None, data: Path, database: str | None) -> None:
    """Write the certificate that reports are sealed with, for whoever examines them elsewhere.

    A key of the house's own is made where there is none yet. With --take the house seals with a
    key it brings; certificates of earlier seals are kept and written too, so that reports they
    sealed stay valid. The private key never leaves the data folder.
    """
    settings = AppSettings.for_data(data, database=database)
    if take is not None:
        seals.take(settings.keys, read_file(take))
    elif not seals.is_there(settings.keys):
        opened = opening.open_ready(settings)
        try:
            seals.open_seal(settings.keys, facility_at(opened, clock.now()))
        finally:
            opened.close()
    known = seals.certificates(settings.keys)
    text = seals.as_text(known)
    if output is None:
        click.echo(text.decode(), nl=False)
    else:
        write_file(output, text)
    for one in known:
        click.echo(f"SHA-256 {seals.fingerprint(one)}", err=True)


@property_group.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--effective", help="First gaming date it holds for; today if none is given.")
@place_options
@click.pass_context
def load(
    context: click.Context, file: Path, effective: str | None, data: Path, database: str | None
) -> None:
    """Put the house described in FILE on record, or change the one on record by date.

    People without a PIN get a one-time enrolment code, printed here once. A bad file is refused
    whole, each fault named with its place. Once an administrator and somebody else have their
    PINs, two people change the house: both show badge and PIN here.
    """
    try:
        house = read_house(file.read_bytes(), games=kinds_of_games())
        check_rules(house)
    except EntryError as refused:
        for place, sentence in refused.fields.items():
            click.echo(f"{place} {sentence}", err=True)
        click.echo(f"countroom: {file.name} was not loaded.", err=True)
        context.exit(2)
    settings = AppSettings.for_data(data, database=database)
    now = clock.now()
    day = gaming_day.parse_gaming_date(effective) if effective else house.property.gaming_date(now)
    opened = opening.migrate(settings)
    try:
        who, second = _people(opened, now)
        done = houses.load(
            opened,
            house,
            effective=day,
            who=who,
            second=second,
            now=now,
            cost=Cost(settings.argon2_time, settings.argon2_memory_kib, settings.argon2_lanes),
        )
    finally:
        opened.close()
    click.echo(done.says)
    codes = done.extra.get("codes")
    if isinstance(codes, dict) and codes:
        click.echo("One-time enrolment codes, shown this once:")
        for badge, code in codes.items():
            click.echo(f"  {badge:<8} {code}  {house.person(badge).name}")


def _people(database: Database, now: datetime) -> tuple[Who, Proof | None]:
    """Who changes the house: the program the first time, then an administrator and a second.

    Raises:
        AccessError: A badge and PIN do not fit, or one of them is no administrator.
    """
    with database.read() as tx:
        if not houses.at_work(tx):
            return houses.the_program(), None
    click.echo("This house is at work: an administrator and a second person change it.")
    badge = click.prompt("Administrator's badge")
    first = _shown(database, now, badge, (Role.ADMINISTRATOR,))
    badge = click.prompt("Second person's badge")
    duties = authentication.duties_of(database, now, badge) or (Role.ADMINISTRATOR,)
    second = _shown(database, now, badge, duties)
    return Who(first.person, first.duty, "cli", _DEVICE), second


def _shown(database: Database, now: datetime, badge: str, duties: tuple[Role, ...]) -> Proof:
    pin = click.prompt("PIN", hide_input=True)
    return authentication.prove(database, now, badge, pin, duties[0], _DEVICE)
