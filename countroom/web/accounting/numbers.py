"""Numbers accounted for, box against system, and what internal audit is due within two days."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from flask import Response, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.slip_numbers import EXCEPTIONS, SlipNumber, Status
from countroom.inquiries import numbers
from countroom.inquiries.numbers import ForAudit, TablePapers
from countroom.operations import audit, slip_numbers
from countroom.web import desk, gate, home
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import NumberForm, SeenForm
from countroom.web.doing import after, do
from countroom.web.pages import moment_text, page
from countroom.web.problems import problems
from countroom.web.tables import Cell, Column, Listing, TableRow, row

home.door("accounting.slip_series", "Series register", "Every number of every slip series.")
home.door("accounting.exceptions", "Exceptions", "What internal audit is due in two days.")

_LOOKS: Final = {
    Status.ISSUED: "recorded",
    Status.UNSIGNED: "open",
    Status.VOID: "blocked",
    Status.UNUSED: "waiting",
}


def _says() -> bool:
    return access.may(desk.who().duty, Permission.NUMBERS_SAY)


# ------------------------------------------------------------------------------- the series


@bp.get("/series")
@gate.needs(Permission.ACCOUNTING_DAY)
def slip_series() -> Response:
    """Every series over all days, and every number of a gaming date."""
    database, viewer = desk.database(), desk.viewer()
    day = _day()
    columns = ("Series", "Form", "Highest", "On record", "Void", "Unused", "Missing")
    listing = Listing(
        id="series",
        title="Series of slips",
        columns=tuple(Column(title, right=place > 1) for place, title in enumerate(columns)),
        rows=tuple(
            row(
                one.prefix,
                one.title,
                one.highest,
                one.used,
                one.void,
                one.unused,
                one.missing,
                look=bool(one.missing),
            )
            for one in numbers.series(database, viewer)
        ),
    )
    return page(
        "accounting/series.html",
        title="Series register",
        gaming_date=day,
        day=day,
        listing=listing,
        register=_register(numbers.of_day(database, viewer, day)),
        says=_says(),
    )


def _day() -> date:
    try:
        return date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        return desk.house().property.gaming_date(desk.now())


def _register(found: Iterable[SlipNumber]) -> Listing:
    columns = ("Number", "Status", "Table", "Who had it last", "When", "Remark")
    return Listing(
        id="numbers",
        title="Numbers of the gaming date",
        columns=tuple(map(Column, columns)),
        rows=tuple(map(_number, found)),
        nothing="No number was used on this gaming date.",
    )


def _number(one: SlipNumber) -> TableRow:
    return row(
        one.name,
        Cell(one.status.value, look=_LOOKS.get(one.status, "exception")),
        one.table,
        one.last,
        "" if one.at is None else moment_text(one.at),
        one.says,
        look=one.status in EXCEPTIONS,
    )


# ------------------------------------------------------------------------ box against system


@bp.get("/day/<day:day>/papers")
@gate.needs(Permission.ACCOUNTING_DAY)
def box_papers(day: date) -> Response:
    """What lies in the boxes of a day against what should, table by table, both ways."""
    found = numbers.box_papers_of(desk.database(), desk.viewer(), day)
    columns = ("Table", "Boxes", "Papers", "In the boxes", "On record", "Numbers on record")
    listing = Listing(
        id="papers",
        title="In the box against in the system",
        columns=tuple(Column(title, right=3 <= place <= 4) for place, title in enumerate(columns)),
        rows=tuple(line for table in found for line in _papers(table)),
        nothing="No paper should lie in a box of this day, and none does.",
    )
    columns = ("Number", "Table", "What was found out", "Remark", "Said by", "When")
    said = Listing(
        id="said",
        title="Said of single numbers",
        columns=tuple(map(Column, columns)),
        rows=tuple(
            row(one.name, one.table, one.status.value, one.why, one.by, moment_text(one.at))
            for table in found
            for one in table.said
        ),
        nothing="Nothing was said of a single number of this day.",
    )
    return page(
        "accounting/papers.html",
        title="Papers in the boxes",
        gaming_date=day,
        day=day,
        listing=listing,
        said=said,
        says=_says(),
    )


def _papers(table: TablePapers) -> list[TableRow]:
    return [
        row(
            table.table,
            ", ".join(table.boxes),
            one.kind,
            one.found,
            len(one.names),
            ", ".join(one.names),
            look=one.differs,
        )
        for one in table.kinds
    ]


@bp.route("/day/<day:day>/papers/number", methods=["GET", "POST"])
@gate.needs(Permission.NUMBERS_SAY)
def say_number(day: date) -> Response:
    """Say what became of one number: not in the box, not on record, used twice, cleared."""
    form = NumberForm()
    form.table.choices = [(table.code, table.code) for table in desk.house().tables]
    if form.submitted():
        with problems(form):
            done = do(
                slip_numbers.say,
                key=form.key.data,
                number=form.number.data or "",
                what=form.what.data,
                table=form.table.data or "",
                gaming_date=day,
                why=form.why.data or "",
            )
            return after(done, url_for("accounting.slip_series", day=day))
    title = "Account for a number"
    return page("accounting/number.html", title=title, gaming_date=day, day=day, form=form)


# ------------------------------------------------------------------------- the two-day clock


@bp.get("/exceptions")
@gate.needs(Permission.ACCOUNTING_DAY)
def exceptions() -> Response:
    """What internal audit is due, the most urgent first."""
    found = numbers.for_audit(desk.database(), desk.viewer(), desk.now())
    sees = access.may(desk.who().duty, Permission.AUDIT_SEE)
    waiting = [one for one in found if one.seen_at is None]
    columns = ("What", "Number", "Table", "Says", "Last on it", "Came up", "Due", "Seen")
    listing = Listing(
        id="exceptions",
        title="Exceptions to internal audit",
        columns=tuple(map(Column, columns)),
        rows=tuple(_exception(one, sees=sees) for one in found),
        nothing="Nothing is out of the ordinary.",
    )
    return page(
        "accounting/exceptions.html",
        title="Exceptions",
        listing=listing,
        waiting=len(waiting),
        late=sum(one.late for one in waiting),
    )


def _exception(one: ForAudit, *, sees: bool) -> TableRow:
    if one.seen_at is not None:
        says = f"{one.seen_by}, {moment_text(one.seen_at)}"
        seen = Cell(", ".join(part for part in (says, one.note) if part))
    elif sees:
        seen = Cell("See it", url_for("accounting.see_exception", name=one.name))
    else:
        seen = Cell("overdue" if one.late else "waits", look="exception" if one.late else "open")
    return row(
        one.kind,
        one.number,
        one.table,
        one.says,
        one.last,
        moment_text(one.at),
        f"{moment_text(one.due)}{' (late)' if one.late else ''}",
        seen,
        look=one.late and one.seen_at is None,
    )


@bp.route("/exceptions/<name>", methods=["GET", "POST"])
@gate.needs(Permission.AUDIT_SEE)
def see_exception(name: str) -> Response:
    """Internal audit has it, with what it makes of it."""
    found = numbers.one_for_audit(desk.database(), desk.viewer(), desk.now(), name)
    form = SeenForm()
    if form.submitted():
        with problems(form):
            note = form.note.data or ""
            done = do(audit.see, key=form.key.data, exception=name, note=note)
            return after(done, url_for("accounting.exceptions"))
    return page("accounting/see_exception.html", title=found.kind, form=form, found=found)


@home.calls(Permission.AUDIT_SEE)
def due() -> list[home.Call]:
    """Exceptions that internal audit has not seen, with the first that is due."""
    found = numbers.for_audit(desk.database(), desk.viewer(), desk.now())
    waiting = [one for one in found if one.seen_at is None]
    if not waiting:
        return []
    says = f"{len(waiting)} not seen, the first due {moment_text(waiting[0].due)}"
    return [home.Call("See the exceptions", says, url_for("accounting.exceptions"))]
