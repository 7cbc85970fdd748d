"""The audit of a day: its work list, adjustments, and the day filed."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.adjusting import Part
from countroom.domain.audit import DayState, Item
from countroom.domain.papers import PAPERS
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import audit as audits
from countroom.inquiries import papers
from countroom.inquiries.audit import Adjusted, Audit
from countroom.inquiries.paper_facts import PaperFacts
from countroom.money import Money, dollars
from countroom.operations.books import adjusting, filing, ticking
from countroom.operations.books.adjusting import Typed
from countroom.reports.contents import Writer, lay
from countroom.web import desk, gate, links
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import AdjustForm, FileForm, TickForm, UntickForm
from countroom.web.doing import after, do
from countroom.web.kept_copies import may_print, printed
from countroom.web.pages import page, zone
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Cell, Column, Listing, row

SUPERVISOR = frozenset({Role.ACCOUNTING_SUPERVISOR})
_APART = "|"

BOOKS: Final = (
    *("adjustment", "variance_explanation", "audited_day"),
    *("contest_result", "weekly_return", "month_close", "bank_deposit", "bank_claim"),
)
"""Papers that accounting makes after the count."""

for _paper in BOOKS:
    links.register(PAPERS[_paper].series, "accounting.books_form")


def of_day(day: date) -> Audit:
    """The audit of a day as it stands."""
    return audits.audit(desk.database(), desk.viewer(), day, desk.server().settings.rounds)


def writes() -> bool:
    """Whether the duty signed into works in the books, or only reads them."""
    return gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS}))


@bp.route("/day/<day:day>/audit", methods=["GET"])
@gate.needs(Permission.ACCOUNTING_DAY)
def audit(day: date) -> Response:
    """The work list of the audit, what was adjusted, and what is left before the day is filed."""
    return _show(day, TickForm(formdata=None))


@bp.post("/day/<day:day>/audit")
@gate.needs(Permission.ACCOUNTING_CHECKS)
def tick(day: date) -> Response:
    """Tick what was looked at."""
    form = TickForm()
    if form.submitted():
        with problems(form):
            chosen = [value.partition(_APART) for value in request.form.getlist("item")]
            items = {key: digest for key, _, digest in chosen}
            asked = {"gaming_date": day, "items": items, "note": form.note.data or ""}
            done = do(ticking.tick, key=form.key.data, **asked)
            return after(done, url_for("accounting.audit", day=day))
    return _show(day, form)


def _show(day: date, form: TickForm) -> Response:
    found = of_day(day)
    return page(
        "accounting/audit.html",
        title="Audit of the day",
        gaming_date=day,
        day=day,
        audit=found,
        groups=_groups(found.items),
        pages={item.key: links.to(item.key) for item in found.items},
        apart=_APART,
        filed=found.state is DayState.FILED,
        adjusted=adjusted_listing(found.adjusted, "Adjustments posted on this day", day),
        later=adjusted_listing(found.later, "Adjustments of this day posted on another", day),
        form=form,
        mine=desk.who().person.code,
        writes=writes(),
    )


def _groups(items: Iterable[Item]) -> list[tuple[str, list[Item]]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.table, []).append(item)
    return [(table or "The whole day", some) for table, some in found.items()]


def adjusted_listing(adjusted: Iterable[Adjusted], title: str, day: date) -> Listing:
    """Adjustments as a list."""
    columns = ("Number", "Of", "Table", "Figure", "Before", "After", "Reason", "Approved by")
    return Listing(
        id="adjusted" if "posted on this" in title else "later",
        title=title,
        columns=tuple(Column(title, right=4 <= place <= 5) for place, title in enumerate(columns)),
        rows=tuple(
            row(
                Cell(one.name, url_for("accounting.books_form", name=one.name)),
                one.of.isoformat(),
                one.table,
                one.figure,
                one.before,
                one.after,
                one.reason,
                one.approved_by,
                look=one.of != day,
            )
            for one in adjusted
        ),
        nothing="Nothing was adjusted.",
    )


@bp.route("/day/<day:day>/audit/again", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def untick(day: date) -> Response:
    """Take a tick back."""
    item = request.args.get("item", "")
    form = UntickForm()
    if form.submitted():
        with problems(form):
            asked = {"gaming_date": day, "item": item, "reason": form.reason.data or ""}
            done = do(ticking.untick, key=form.key.data, **asked)
            return after(done, url_for("accounting.audit", day=day))
    title = f"Look at {item} again" if item else "Take a tick back"
    found = of_day(day)
    ticked = [one for one in found.items if one.ticked]
    return page(
        "accounting/untick.html",
        title=title,
        gaming_date=day,
        day=day,
        form=form,
        item=item,
        ticked=ticked,
    )


@bp.route("/day/<day:day>/adjust/<table>", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def adjust(day: date, table: str) -> Response:
    """Put a figure of a table's day right, approved by the audit manager."""
    shown = audits.figures(desk.database(), desk.viewer(), day, table)
    form = AdjustForm()
    form.part.choices = [
        (part.value, f"{part.printed} {amount.text()}") for part, amount in shown.standing.items()
    ]
    if request.method == "GET":
        form.part.data = request.args.get("figure") or Part.FILLS.value
        form.before.data = _before(shown.standing)
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            part = Part(form.part.data or "")
            after_: Any = form.after.data
            typed = Typed(
                table=table,
                part=part,
                before=_seen(form.before.data or "", part),
                after=after_,
                reason=form.reason.data or "",
                source=form.source.data or "",
            )
            done = do(
                adjusting.adjust,
                key=form.key.data,
                gaming_date=day,
                typed=typed,
                proof=prove_as(form.badge.data or "", form.pin.data or "", ACCOUNTING_ROLES),
                approver=prove_as(badge, pin, SUPERVISOR, field="second_pin"),
            )
            return after(done, url_for("accounting.audit", day=day))
    return page(
        "accounting/adjust.html",
        title=f"Adjust a figure of {table}",
        gaming_date=day,
        day=day,
        table=table,
        shown=shown,
        form=form,
    )


def _before(standing: dict[Part, Money]) -> str:
    """Every figure as it is shown, to be sent back with what is adjusted."""
    return " ".join(f"{part.value}={amount.plain()}" for part, amount in standing.items())


def _seen(before: str, part: Part) -> Money:
    pairs = dict(entry.partition("=")[::2] for entry in before.split())
    try:
        return dollars(pairs[part.value])
    except (KeyError, ValueError):
        raise EntryError({"part": "Open this page again: it was not read."}) from None


@bp.route("/day/<day:day>/file", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def file_day(day: date) -> Response:
    """File a day: the audit manager signs its final audited worksheet."""
    found = of_day(day)
    form = FileForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", SUPERVISOR)
            done = do(
                filing.file_day,
                key=form.key.data,
                gaming_date=day,
                differing=found.differing,
                mark=form.mark.data or "",
                proof=proof,
            )
            return after(done, url_for("accounting.day", day=day))
    if form.problem is None:
        form.mark.data = found.mark
    return page(
        "accounting/file_day.html",
        title="File the day",
        gaming_date=day,
        day=day,
        audit=found,
        form=form,
    )


# ------------------------------------------------------------------------- forms of the books


@bp.get("/books/<name>")
@gate.needs(Permission.ACCOUNTING_DAY)
def books_form(name: str) -> Response:
    """A form of the books: an explanation, an adjustment, a worksheet as it was filed."""
    facts = _form(name, request.args.get("version", type=int))
    document = facts.document
    return page(
        "accounting/books_form.html",
        title=f"{facts.title} {name}",
        gaming_date=document.gaming_date,
        day=document.gaming_date,
        facts=facts,
        laid=lay(facts.content, Writer(zone(), facts.names)),
        prints=may_print(document.paper) and not document.superseded,
        voids=document.paper == "contest_result" and writes() and not facts.void,
        versions=[n for n in range(1, document.newest + 1) if n != document.version],
    )


@bp.get("/books/<name>.pdf")
@gate.needs(Permission.ACCOUNTING_DAY)
def print_books_form(name: str) -> Response:
    """The same on paper."""
    _form(name, None)
    return printed(name)


def _form(name: str, version: int | None) -> PaperFacts:
    facts = papers.paper(desk.database(), desk.viewer(), name, version=version)
    if facts.document.paper not in BOOKS:
        msg = f"{name} is no form of the books."
        raise NotFoundError(msg)
    return facts
