"""Reports and registers of a day, as files to take away."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import Response, make_response, redirect, url_for

from countroom.domain.access import Permission
from countroom.errors import NotFoundError
from countroom.reports import orders
from countroom.reports.catalogue import REPORTS, Format, find, make
from countroom.reports.orders import PACK, Order
from countroom.web import desk, gate, home, workshop
from countroom.web.accounting.blueprint import bp
from countroom.web.doing import after
from countroom.web.forms import ActForm
from countroom.web.kept_copies import own_copies_of, own_copy, reprint, reprinted_copy
from countroom.web.pages import moment_text, page

home.door("accounting.reports", "Reports", "What is ready of the days concluded lately.")

_COPY: Final = "ORIGINAL"
_TYPES: Final = {
    Format.PDF: "application/pdf",
    Format.CSV: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.JSON: "application/json",
}


def offered(day: date) -> list[tuple[str, list[tuple[str, str]]]]:
    """Title of each report, and word and address of each way to take it."""
    house = desk.house()
    return [
        (
            report.title,
            [
                (form.value.upper(), url_for("accounting.file", day=day, name=name, ending=form))
                for form in (Format.PDF, Format.CSV, Format.XLSX)
            ],
        )
        for name, report in REPORTS.items()
        if report.offered(house)
    ]


@bp.get("/day/<day:day>/files/<name>.<ending>")
@gate.needs(Permission.ACCOUNTING_DAY)
def file(day: date, name: str, ending: str) -> Response:
    """A report of a day; before the conclusion none comes out.

    Raises:
        NotFoundError: There is no such report or format.
        AccessError: It is not open to this duty, or not yet.
    """
    if ending not in set(Format):
        msg = f"No report is written as {ending}."
        raise NotFoundError(msg)
    form, report = Format(ending), find(name)
    if form is Format.PDF and (report.prints is None or report.basis is not None):
        return _ordered(Order(name, day, desk.viewer()))
    asked = workshop.asked_of(desk.server(), Order(name, day, desk.viewer()))
    return _taken(make(report, asked, form), _TYPES[form], f"{name}-{day.isoformat()}.{ending}")


def _ordered(order: Order) -> Response:
    """A print, or the page that waits for it where it takes long."""
    content, _ = workshop.now_or_ordered(order)
    if content is not None:
        return _taken(content, _TYPES[Format.PDF], f"{order.name}-{order.day.isoformat()}.pdf")
    answer = page(
        "accounting/waits.html",
        title=order.title,
        gaming_date=order.day,
        day=order.day,
        progress=workshop.here().progress(order),
    )
    answer.status_code = 202
    return answer


def _taken(content: bytes, kind: str, named: str) -> Response:
    answer = make_response(content)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{named}"'
    return answer


# ------------------------------------------------------------------------ due, and everything


@bp.get("/reports")
@gate.needs(Permission.ACCOUNTING_DAY)
def reports() -> Response:
    """The reports of the days concluded lately: which are ready, which are being made."""
    shop = workshop.here()
    days = [
        (of[0].day, [_due(order, shop) for order in of]) for of in workshop.by_day(desk.server())
    ]
    waits = shop.works and any(one.waits for _, of in days for one in of)
    return page(
        "accounting/reports.html",
        title="Reports",
        days=[(day, of, sum(not one.waits for one in of)) for day, of in days],
        waits=waits,
    )


@dataclass(frozen=True, slots=True)
class Due:
    """A report that appears by itself.

    Attributes:
        title: As printed.
        to: Where it is taken.
        look: How its state looks.
        word: Its state.
        note: Since when, how far, or why not.
        waits: Whether it is not there yet.
    """

    title: str
    to: str
    look: str
    word: str
    note: str
    waits: bool


def _due(order: Order, shop: workshop.Workshop) -> Due:
    to = url_for("accounting.file", day=order.day, name=order.name, ending="pdf")
    made, progress = shop.shelf.made_at(order), shop.progress(order)
    if progress is not None and progress.failed:
        return Due(order.title, to, "stop", "not made", progress.failed, waits=False)
    if progress is not None and progress.step:
        return Due(order.title, to, "open", "being made", progress.says, waits=True)
    if made is None:
        return Due(order.title, to, "waiting", "waits", "", waits=True)
    return Due(order.title, to, "done", "ready", moment_text(made), waits=False)


def _pack(day: date) -> Order:
    return Order(PACK, day, desk.viewer())


@bp.route("/day/<day:day>/pack", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_DAY)
def pack(day: date) -> Response:
    """Everything of a day in one file: made behind the screens, taken when it is there."""
    order, shop = _pack(day), workshop.here()
    under = orders.key(order, workshop.asked_of(desk.server(), order))
    form = ActForm()
    if form.submitted():
        workshop.now_or_ordered(order)
        answer = redirect(url_for("accounting.pack", day=day), code=303)
        return make_response(answer)
    made, progress = shop.shelf.made_at(order), shop.progress(order)
    return page(
        "accounting/pack.html",
        title="Daily pack",
        gaming_date=day,
        day=day,
        form=form,
        progress=progress,
        works=progress is not None and not progress.failed,
        made="" if made is None else moment_text(made),
        current=shop.shelf.find(order, under) is not None,
    )


@bp.get("/day/<day:day>/pack.zip")
@gate.needs(Permission.ACCOUNTING_DAY)
def pack_file(day: date) -> Response:
    """The pack that was made last.

    Raises:
        NotFoundError: None is made yet.
        AccessError: It is not open to this duty, or not yet.
    """
    order = _pack(day)
    orders.key(order, workshop.asked_of(desk.server(), order))
    content = workshop.here().shelf.newest(order)
    if content is None:
        msg = "The pack of this day is not made yet."
        raise NotFoundError(msg)
    return _taken(content, "application/zip", f"daily-pack-{day.isoformat()}.zip")


# ----------------------------------------------------------------------------- the originals


@bp.get("/day/<day:day>/originals")
@gate.needs(Permission.ACCOUNTING_DAY)
def originals(day: date) -> Response:
    """The originals of a day's count reports, as they were kept."""
    return page(
        "accounting/originals.html",
        title="Originals",
        gaming_date=day,
        day=day,
        kept=own_copies_of(day),
        form=ActForm(formdata=None),
    )


@bp.get("/day/<day:day>/originals/<form>.pdf")
@gate.needs(Permission.ACCOUNTING_DAY)
def original(day: date, form: str) -> Response:
    """The kept bytes of an original."""
    del day
    return own_copy(form, _COPY)


@bp.post("/day/<day:day>/originals/<form>/reprint")
@gate.needs(Permission.ACCOUNTING_DAY)
def reprint_original(day: date, form: str) -> Response:
    """Print an original once more: it says REPRINT, and which."""
    return after(reprint(form, _COPY), url_for("accounting.originals", day=day))


@bp.get("/day/<day:day>/originals/<form>/reprint-<int:number>.pdf")
@gate.needs(Permission.ACCOUNTING_DAY)
def reprinted_original(day: date, form: str, number: int) -> Response:
    """The kept bytes of a reprint."""
    del day
    return reprinted_copy(form, _COPY, number)
