"""``countroom reconcile``: does the money agree with the games."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from countroom.cli import clock
from countroom.cli.operator import duty_option, operator
from countroom.cli.options import place_options
from countroom.domain import gaming_day
from countroom.domain.people import Role
from countroom.domain.revenue import hold_shown
from countroom.inquiries import reconcile as inquiry
from countroom.inquiries import why as reasons
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.money import Money
from countroom.operations import opening
from countroom.regulations import V_103
from countroom.reports.catalogue import Asked, Format, find, make
from countroom.reports.printing import Printer
from countroom.settings import AppSettings

_HEADS: Final = ("table", "drop", "win", "hold", "games", "cash", "checks", "chips", "coupons")
_WIDTHS: Final = (10, 14, 14, 9, 14, 11, 11, 11, 9)
_CAUSES: Final = 3
"""So many causes of a difference are shown; the screens show all."""


@click.command()
@click.option("--day", required=True, metavar="DATE", help="Gaming date, as 2011-06-14.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="What it is written as.",
)
@duty_option
@place_options
@click.pass_context
def reconcile(
    context: click.Context,
    *,
    day: str,
    form: str,
    duty: str,
    data: Path,
    database: str | None,
) -> None:
    """Compare what each table won with the games that were played on it.

    Cash, Counter Checks, chips and coupons are compared apart. It answers when the day's count
    is concluded. Exit code 1 when anything differs.
    """
    asked_day = gaming_day.parse_gaming_date(day)
    settings = AppSettings.for_data(data, database=database)
    opened = opening.open_ready(settings)
    viewer = operator(Role(duty))
    try:
        found = inquiry.reconciled(opened, viewer, asked_day, settings.rounds)
        if form == "json":
            whys = reasons.day(opened, viewer, asked_day, settings.rounds)
            plain = _with_reasons(inquiry.plain(found), whys)
            click.echo(json.dumps(plain, indent=2, ensure_ascii=False))
        elif form == "csv":
            asked = Asked(
                opened, viewer, asked_day, clock.now(), settings.rounds, printer=Printer()
            )
            sys.stdout.buffer.write(make(find("reconciliation"), asked, Format.CSV))
        else:
            _write(found)
            _explain(found, reasons.day(opened, viewer, asked_day, settings.rounds))
    finally:
        opened.close()
    if found.differs:
        context.exit(1)


def _with_reasons(plain: dict[str, Any], whys: tuple[reasons.Why, ...]) -> dict[str, Any]:
    """The reconciliation with what explains each table that differs."""
    by_table = {one.result.row.day.table: reasons.plain(one) for one in whys if one.says}
    for table in plain["tables"]:
        table["why"] = by_table.get(table["table"])
    return plain


def _cell(text: str, width: int) -> str:
    return text.rjust(width)


def _amount(amount: Money | None) -> str:
    return "incomplete" if amount is None else amount.text()


def _row(table: TableResult) -> tuple[str, ...]:
    row, games, variance = table.row, table.games.played, table.variance
    parts = (None, None, None)
    shown: tuple[Money | None, ...] = (
        parts if variance is None else (variance.cash, variance.checks, variance.chips)
    )
    off = len(table.coupons.missing) + len(table.coupons.extra)
    return (
        row.day.table,
        _amount(row.drop),
        _amount(row.win),
        "" if row.win is None else hold_shown(row.hold),
        "no rounds" if games is None else games.house_net.text(),
        *(_amount(part) for part in shown),
        str(off),
    )


def _write(found: ReconciledDay) -> None:
    click.echo(f"Gaming date {found.gaming_date.isoformat()}")
    for cells in (_HEADS, *(_row(table) for table in found.tables)):
        first, *others = (_cell(cell, width) for cell, width in zip(cells, _WIDTHS, strict=True))
        click.echo(first.strip().ljust(_WIDTHS[0]) + "".join(others))
    if found.variance is None:
        click.echo("Not complete: a Counter Check, a slip or a file of rounds is missing.")
    else:
        click.echo(f"Variance of the day: {found.variance.in_words()}.")


def _explain(found: ReconciledDay, found_whys: tuple[reasons.Why, ...]) -> None:
    whys = {one.result.row.day.table: one for one in found_whys}
    for table in found.tables:
        code = table.row.day.table
        for finding in table.findings:
            if finding.rule != V_103:  # said with the table's other differences below
                click.echo(f"{code}: {finding.sentence} ({finding.rule.citation})")
        if not whys[code].says:
            continue
        why = whys[code]
        click.echo(f"{code}: {' '.join(why.says)}")
        for number, cause in enumerate(why.causes[:_CAUSES]):
            click.echo(f"  {'or' if number else 'most likely'}: {cause.sentence}")
            looks = dict.fromkeys(name for told in cause.causes for name in told.look)
            click.echo(f"    look at: {', '.join(looks)}")
        if why.unexplained:
            click.echo(f"  not explained to the cent: {' '.join(why.unexplained)}")
        click.echo(f"  {why.tried}")
