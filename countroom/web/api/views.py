"""The views of the API: they ask what the screens ask, and are refused where they are."""

from datetime import date

from flask import Response, make_response

from countroom.domain.access import Permission
from countroom.domain.table_day import TableDay
from countroom.errors import NotFoundError
from countroom.inquiries import gaming_days, revenue
from countroom.money import Money
from countroom.reports.catalogue import REPORTS, Asked, Format, make
from countroom.reports.printing import Printer
from countroom.web import desk, gate
from countroom.web.api import schemas
from countroom.web.api.blueprint import reads


@reads("/reports", schemas.ReportRef(many=True))
@gate.needs(Permission.ACCOUNTING_DAY)
def reports() -> list[dict[str, str]]:
    """The reports there are."""
    house = desk.house()
    return [
        {"name": name, "title": report.title}
        for name, report in REPORTS.items()
        if report.offered(house)
    ]


@reads("/days", schemas.Day(many=True))
@gate.needs(Permission.ACCOUNTING_DAY)
def days() -> list[dict[str, object]]:
    """The gaming days, newest first, and whether each is concluded."""
    return [
        {
            "gaming_date": day.gaming_date,
            "concluded": day.concluded,
            "concluded_at": day.concluded_at,
            "complete": day.concluded and day.checks_open == 0,
        }
        for day in gaming_days.days(desk.database(), desk.viewer())
    ]


@reads("/days/<day:day>/reports/<name>", schemas.REPORT, arguments=(schemas.NAME,))
@gate.needs(Permission.ACCOUNTING_DAY)
def report(day: date, name: str) -> Response:
    """A report of a concluded gaming day.

    Raises:
        NotFoundError: There is no such report, or nothing of that date.
        AccessError: It is not open to the token's duty, or not yet.
    """
    if name not in REPORTS:
        msg = f"There is no report {name}."
        raise NotFoundError(msg)
    asked = Asked(
        database=desk.database(),
        viewer=desk.viewer(),
        day=day,
        at=desk.now(),
        rounds=desk.server().settings.rounds,
        printer=Printer(build=desk.server().build),
    )
    answer = make_response(make(REPORTS[name], asked, Format.JSON))
    answer.headers["Content-Type"] = "application/json"
    return answer


@reads("/months/<month:month>/totals", schemas.TableDay(many=True))
@gate.needs(Permission.ACCOUNTING_DAY)
def totals(month: date) -> list[dict[str, object]]:
    """What each table came to on each concluded gaming date of a month.

    Raises:
        AccessError: It is not open to the token's duty.
    """
    found = revenue.month(desk.database(), desk.viewer(), month)
    return [_plain(entry) for entry in found]


def _cents(amount: Money | None) -> int | None:
    return None if amount is None else amount.cents


def _plain(entry: TableDay) -> dict[str, object]:
    books = entry.books
    amounts = {
        "opening": entry.opening,
        "fills": entry.fills,
        "credits": entry.credits,
        "currency": entry.currency,
        "checks": entry.checks,
        "drop": None if books is None else books.drop,
        "closing": entry.closing,
        "rake": entry.rake,
        "win": None if books is None else books.win,
        "coupon_value": entry.coupon_value,
    }
    return {
        "gaming_date": entry.gaming_date,
        "table": entry.table,
        "game": entry.game,
        "kind": entry.kind.value,
        "opened": entry.opened,
        "complete": entry.complete,
        "hold": None if books is None else books.hold,
        "coupons": len(entry.coupons),
        **{f"{name}_cents": _cents(amount) for name, amount in amounts.items()},
    }
