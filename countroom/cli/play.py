"""``countroom play``: the engine plays a gaming day."""

from datetime import timedelta
from pathlib import Path

import click

from countroom.cli import clock
from countroom.cli.options import place_options
from countroom.domain import gaming_day
from countroom.money import Money
from countroom.operations import opening
from countroom.operations.play import Plan, Truth, load, play_day, save
from countroom.operations.reckoning import reckon_missing
from countroom.settings import AppSettings


@click.command()
@click.option("--day", required=True, metavar="DATE", help="Gaming date, as 2011-06-14.")
@click.option("--seed", required=True, type=int, help="Same seed, same day.")
@click.option(
    "--rounds-per-hour",
    type=click.IntRange(1, 400),
    default=40,
    show_default=True,
    help="How fast tables are dealt.",
)
@place_options
def play(*, day: str, seed: int, rounds_per_hour: int, data: Path, database: str | None) -> None:
    """Play a gaming day on every table, from its last drop to the next, through the operations.

    The tables stand in that day's drop period. Afterwards the boxes wait for their count; what
    truly lies in them is written to the folder "play" of the data folder. All acts are marked
    as played in the journal.
    """
    of = gaming_day.parse_gaming_date(day)
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    plan = Plan(day=of, seed=seed, rounds_per_hour=rounds_per_hour)
    previous = load(settings.data, of - timedelta(days=1))
    try:
        truth = play_day(opened, settings.rounds, plan, previous=previous)
        reckon_missing(opened, settings.rounds, clock.now())
    finally:
        opened.close()
    where = save(settings.data, truth)
    _write(truth, where)


def _write(truth: Truth, where: Path) -> None:
    for box in truth.dropped:
        cash = Money(sum(notes.denomination_cents * notes.pieces for notes in box.notes))
        click.echo(f"  {box.table:<10} box {box.box:<6} {cash.text():>14}")
    click.echo(f"{len(truth.dropped)} boxes of {truth.gaming_date.isoformat()} wait: {where}")
