"""Reports and registers of a day, as files to take away."""

from datetime import date
from typing import Final

from flask import Response, make_response, url_for

from countroom.domain.access import Permission
from countroom.errors import NotFoundError
from countroom.reports.catalogue import REPORTS, Asked, Format, find, make
from countroom.web import desk, gate, press_room
from countroom.web.accounting.blueprint import bp
from countroom.web.doing import after
from countroom.web.forms import ActForm
from countroom.web.kept_copies import own_copies_of, own_copy, reprint, reprinted_copy
from countroom.web.pages import page

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
    form = Format(ending)
    asked = Asked(
        database=desk.database(),
        viewer=desk.viewer(),
        day=day,
        at=desk.now(),
        rounds=desk.server().settings.rounds,
        printer=press_room.printer_of(desk.server(), desk.house()),
    )
    answer = make_response(make(find(name), asked, form))
    answer.headers["Content-Type"] = _TYPES[form]
    named = f"{name}-{day.isoformat()}.{form.value}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{named}"'
    return answer


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
