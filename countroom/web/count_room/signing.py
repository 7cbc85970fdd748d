"""Signing the two reports: what is signed on the left, as whom on the right, in large type."""

import base64
import binascii
from typing import Final

from flask import Response, make_response, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.floor import TableKind
from countroom.domain.papers import count_report
from countroom.domain.papers.count_report import SIGNATURES
from countroom.domain.people import Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import closing_sheets
from countroom.inquiries.closing_sheets import SigningSheet
from countroom.inquiries.count_report import report
from countroom.operations import signing
from countroom.operations.acts import Done
from countroom.reports import count_print
from countroom.reports.sheets import Run
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.closing_forms import (
    LeftUnsignedForm,
    SignReportsForm,
    StandInForm,
)
from countroom.web.doing import after, do
from countroom.web.pages import page, static_url
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.COUNT_WORK, Permission.CAGE_RECOUNT)
_DRAWN: Final = "data:image/png;base64,"
_FRAMED: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)


@bp.route("/<count:count>/sign", methods=["GET", "POST"])
@gate.needs(*_MAY)
def sign(count: str) -> Response:
    """Who has signed, who is next, and the signature of whoever shows badge and PIN."""
    sheet = closing_sheets.signing_sheet(desk.database(), desk.viewer(), count)
    form = SignReportsForm()
    if not form.is_submitted():
        form.badge.data = desk.who().person.code if sheet.yours else ""
    if form.submitted():
        with problems(form):
            done = _sign(count, form)
            return after(done, url_for("count_room.sign", count=count))
    due = next((report.next_step for report in sheet.reports if report.next_step), "")
    return page(
        "count_room/sign.html",
        title="Sign the reports",
        form=form,
        count=count,
        sheet=sheet,
        due=next((step for step in SIGNATURES if step.name == due), None),
        roles=_titles(due),
        kinds=_kinds(sheet),
        runs=access.may(desk.who().duty, Permission.COUNT_RUN),
    )


def _titles(due: str) -> str:
    step = next((one for one in SIGNATURES if one.name == due), None)
    if step is None:
        return ""
    return " or ".join(role.printed for role in Role if role in step.roles)


def _kinds(sheet: SigningSheet) -> list[tuple[str, str]]:
    """Kind of each report to its title."""
    titles = {
        count_report.BANKING.title: TableKind.BANKING,
        count_report.NONBANKING.title: TableKind.NONBANKING,
    }
    return [(titles[report.title].value, report.title) for report in sheet.reports]


def _sign(count: str, form: SignReportsForm) -> Done:
    step = next((one for one in SIGNATURES if one.name == form.step.data), None)
    if step is None:
        raise EntryError({"pin": "Open this page again: nobody is to sign now."})
    saw = {
        name.removeprefix("saw."): digest
        for name, digest in request.form.items()
        if name.startswith("saw.")
    }
    return do(
        signing.sign_reports,
        key=form.key.data,
        count=count,
        step=step.name,
        proof=prove_as(form.badge.data or "", form.pin.data or "", step.roles),
        saw=saw,
        drawn=_drawn(form.drawn.data or ""),
    )


def _drawn(sent: str) -> bytes | None:
    """The drawn signature, if one was.

    Raises:
        EntryError: It is no picture.
    """
    if not sent:
        return None
    try:
        return base64.b64decode(sent.removeprefix(_DRAWN), validate=True)
    except binascii.Error:
        raise EntryError({"pin": "The drawing could not be read: clear it, or leave it."}) from None


@bp.get("/<count:count>/shown/<kind>")
@gate.needs(*_MAY)
def shown(count: str, kind: str) -> Response:
    """One report as it will be printed, for the frame beside the signature.

    Raises:
        NotFoundError: There is no such report.
    """
    if kind not in set(TableKind):
        msg = "There is a banking and a nonbanking report."
        raise NotFoundError(msg)
    facts = report(desk.database(), desk.viewer(), count, TableKind(kind))
    copy = count_report.BANKING.copies[0]
    laid = count_print.page(facts, copy, run=Run(desk.now(), build=desk.server().build))
    answer = make_response(
        laid.html.replace("static:print/print.css", static_url("print/print.css")).replace(
            "</head>", f'<link rel="stylesheet" href="{static_url("print/screen.css")}"></head>'
        )
    )
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    answer.headers["Content-Security-Policy"] = _FRAMED
    return answer


@bp.route("/<count:count>/left-unsigned", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def left_unsigned(count: str) -> Response:
    """A member left and could not sign: recorded by supervisor and representative."""
    form = LeftUnsignedForm()
    if form.submitted():
        with problems(form):
            done = do(
                signing.left_unsigned,
                key=form.key.data,
                count=count,
                person=form.person.data or "",
                reason=form.reason.data or "",
                supervisor=form.proof(Role.COUNT_ROOM_SUPERVISOR),
                representative=form.second(Role.CCR),
            )
            return after(done, url_for("count_room.sign", count=count))
    return page(
        "count_room/left_unsigned.html", title="Left without signing", form=form, count=count
    )


@bp.route("/<count:count>/stand-in", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def stand_in(count: str) -> Response:
    """Another representative signs and inspects."""
    form = StandInForm()
    if form.submitted():
        with problems(form):
            done = do(
                signing.stand_in,
                key=form.key.data,
                count=count,
                reason=form.reason.data or "",
                representative=form.second(Role.CCR),
            )
            return after(done, to_board(count))
    return page("count_room/stand_in.html", title="Another representative", form=form, count=count)
