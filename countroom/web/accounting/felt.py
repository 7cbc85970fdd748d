"""A recorded round as on the felt, for accounting and surveillance; and how to find it."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from flask import Response, make_response, redirect, request, url_for

from countroom.domain.access import Permission
from countroom.errors import EntryError
from countroom.inquiries import felt as felts
from countroom.web import desk, gate, home
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

home.door("accounting.find_round", "Rounds", "A recorded round as it lay on the felt.")


@bp.get("/rounds")
@gate.needs(Permission.ROUNDS_SEE)
def find_round() -> Response:
    """Ask for a gaming date, a table and a round."""
    typed = {name: request.args.get(name, "").strip() for name in ("day", "table", "round")}
    wrong: Mapping[str, str] = {}
    if any(typed.values()):
        try:
            return make_response(redirect(_to(typed), code=303))
        except EntryError as refused:
            wrong = refused.fields
    return page(
        "accounting/find_round.html",
        title="A round on the felt",
        typed=typed,
        wrong=wrong,
        tables=[table.code for table in desk.house().tables],
        status=422 if wrong else 200,
    )


def _to(typed: Mapping[str, str]) -> str:
    """The page of a round as asked for.

    Raises:
        EntryError: It is no date, no table of the house, or no number.
    """
    wrong: dict[str, str] = {}
    day = _day(typed["day"])
    if day is None:
        wrong["day"] = "Write the gaming date as 2011-06-14."
    if typed["table"] not in {table.code for table in desk.house().tables}:
        wrong["table"] = "Choose a table of the house."
    number = typed["round"]
    if number and not (number.isascii() and number.isdigit() and len(number) <= 12):
        wrong["round"] = "Write the number of the round."
    if wrong:
        raise EntryError(wrong)
    return url_for("accounting.felt", day=day, table=typed["table"], round=number or None)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@bp.get("/day/<day:day>/felt/<table>")
@gate.needs(Permission.ROUNDS_SEE)
def felt(day: date, table: str) -> Response:
    """One round: cards, wagers, an arrow for every movement of chips, and the rule beside it."""
    number = request.args.get("round", type=int)
    folder = desk.server().settings.rounds
    found = felts.on_felt(desk.database(), desk.viewer(), day, table, folder, number)
    return page(
        "accounting/felt.html",
        title=f"{table}, round {found.number}",
        gaming_date=day,
        day=day,
        round=found,
        suits=SUITS,
        to_day=gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_DAY})),
    )
