"""``countroom edge``: what each wager costs its patron on average, by the engine's own settling."""

import json
from pathlib import Path

import click

from countroom.cli.options import place_options
from countroom.engine.edges import Bet
from countroom.errors import EntryError
from countroom.inquiries import edges as inquiry


@click.command()
@click.argument("game")
@click.option(
    "--rules",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file of the operator's rules; without it, every named example.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What it is written as.",
)
@place_options
@click.pass_context
def edge(
    context: click.Context,
    *,
    game: str,
    rules: Path | None,
    form: str,
    data: Path,
    database: str | None,
) -> None:
    """Reckon the house's edge of every wager of GAME, by settling what can fall.

    Exact where the space can be walked, as a fraction and with its counts; otherwise from a
    seed, with its standard error. Exit code 2 when there is no such game, or its rules leave
    something open.
    """
    del data, database
    try:
        found = inquiry.edges(game, rules)
    except FileNotFoundError:
        click.echo(f"{rules}: There is no such file.", err=True)
        context.exit(2)
    except EntryError as refused:
        for says in refused.fields.values():
            click.echo(says, err=True)
        context.exit(2)
    if form == "json":
        bets = [bet.to_dict() for bet in found]
        names = list(dict.fromkeys(bet["rules"] for bet in bets))
        of = names[0] if len(names) == 1 else names
        click.echo(json.dumps({"game": game, "rules": of, "bets": bets}, indent=1))
        return
    for bet in found:
        click.echo(_line(bet))


def _line(bet: Bet) -> str:
    row = bet.to_dict()
    exact = f" = {row['fraction']}" if row["fraction"] else ""
    error = f" ± {row['standard_error']:.6f}" if row["standard_error"] is not None else ""
    table = f", {bet.paytable}" if bet.paytable else ""
    counts = ", ".join(f"{name} {many:,}" for name, many in bet.counts.items())
    return f"{bet.bet}: {row['edge']:.6f}{error}{exact} ({bet.rules}{table}; {bet.method}) {counts}"
