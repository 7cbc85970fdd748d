"""Rendering: what every page shows in its top bar, and the helpers that templates use."""

from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from flask import Flask, Response, make_response, render_template, request, url_for
from jinja2 import StrictUndefined

from countroom.domain.denominations import denomination_label
from countroom.money import Money
from countroom.web import desk, lists
from countroom.web.forms import ActForm

_DAYS: Final = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
_MONTHS: Final = (
    *("JAN", "FEB", "MAR", "APR", "MAY", "JUN"),
    *("JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
)


def page(
    template: str,
    *,
    title: str,
    form: ActForm | None = None,
    status: int = 200,
    gaming_date: date | None = None,
    **facts: Any,
) -> Response:
    """Render a page.

    Args:
        template: File under ``templates``.
        title: What is being done: the ``h1`` of the top bar, and the beginning of the title.
        form: The form on it; a refused one sets the status.
        status: HTTP status otherwise.
        gaming_date: The day the page is about; if none is given, that of the count in its
            address, or else today's.
        **facts: What the template shows.

    Raises:
        NotFoundError: A list is asked for as a file, and the page has none of that name.
    """
    if form is not None and form.problem is not None:
        status = form.problem.status
    about = gaming_date or _day_of_count()
    if lists.asked():
        return lists.file(facts, about)
    body = render_template(
        template, title=title, form=form, page_gaming_date=about, problem=None, **facts
    )
    return make_response(body, status)


def _day_of_count() -> date | None:
    """The gaming date of the count that the address names."""
    count = (request.view_args or {}).get("count", "")
    try:
        return date.fromisoformat(count.partition("/")[0])
    except ValueError:  # no count, or one that cannot be
        return None


def zone() -> ZoneInfo:
    """The property's time zone."""
    here = desk.house_if_any()
    return ZoneInfo("UTC") if here is None else here.property.zone_info


def install(app: Flask) -> None:
    """Give templates their filters and what every page knows."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        clock=clock_text, clock_seconds=clock_seconds, day=day_text, moment=moment_text, money=money
    )
    app.jinja_env.filters["zoned"] = zoned
    app.jinja_env.globals["denomination"] = denomination_label
    app.jinja_env.globals["list_files"] = lists.ways
    app.context_processor(_common)


def clock_text(at: datetime) -> str:
    """An instant as the wall clock of the house shows it: ``05:12``."""
    return f"{at.astimezone(zone()):%H:%M}"


def clock_seconds(at: datetime) -> str:
    """The same with seconds, for "saved 05:12:07"."""
    return f"{at.astimezone(zone()):%H:%M:%S}"


def day_text(day: date) -> str:
    """A gaming date as the top bar shows it: ``TUE 14 JUN 2011``."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def moment_text(at: datetime) -> str:
    """An instant with its calendar day: ``2011-06-15 05:12``."""
    return f"{at.astimezone(zone()):%Y-%m-%d %H:%M}"


def zoned(at: datetime) -> str:
    """An instant with its day and its zone: the hour that comes twice is told apart."""
    return f"{at.astimezone(zone()):%Y-%m-%d %H:%M %Z}"


def money(amount: Money) -> str:
    """An amount: thousands separated, two decimals, a minus sign."""
    return amount.text()


def _common() -> dict[str, Any]:
    here = desk.signed_in()
    server = desk.server()
    loaded = desk.house_if_any()
    return {
        "here": here,
        "build": server.build,
        "property_name": loaded.property.name if loaded else "Count room",
        "gaming_date": loaded.property.gaming_date(desk.now()) if loaded else None,
        "page_key": desk.page_key(here.person.code) if here and not here.locked else "",
        "idle_seconds": desk.idle_seconds(),
        "static_url": static_url,
        "here_path": request.full_path.rstrip("?"),
    }


def static_url(name: str) -> str:
    """Address of a static file of this build: the browser keeps it until the build changes."""
    return url_for("static", filename=name, v=desk.server().build)
