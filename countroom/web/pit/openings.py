"""Racks that differ at opening: the error slip; and closed tables without a slip of the day."""

import re
from datetime import datetime, timedelta
from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.opening import Action, Told
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import openings
from countroom.inquiries.openings import ErrorSheet
from countroom.operations import error_slips
from countroom.web import desk, gate, home, links
from countroom.web.doing import after, do
from countroom.web.kept_copies import may_print
from countroom.web.pages import page
from countroom.web.pit.blueprint import bp
from countroom.web.pit.forms import ErrorSlipForm, VoidErrorForm
from countroom.web.problems import problems
from countroom.web.sign_off import SigningForm, prove_as

_SECONDS: Final = (Role.FLOORPERSON, Role.PIT_CLERK, Role.DEALER, Role.BOXPERSON, Role.SECURITY)
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")

links.register("EN", "pit.error_slip")


@bp.route("/rack/<name>/error", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def error(name: str) -> Response:
    """Make the error slip: what differs, and who was told when."""
    facing = openings.facing(desk.database(), desk.viewer(), desk.now(), name)
    form = ErrorSlipForm()
    for role in Action.REGULATOR.told:
        if role not in facing.action.told:
            del form[role.value]
            del form[f"{role.value}_at"]
    if form.submitted():
        with problems(form):
            asked = {"slip": name, "told": _told(form, facing.action)}
            remark = form.remark.data or ""
            done = do(error_slips.make, key=form.key.data, remark=remark, **asked)
            return after(done, url_for("pit.error_slip", name=done.name))
    else:
        _begin(form, facing.action)
    title = f"Error Notification Slip of {facing.table}"
    return page("pit/error.html", title=title, form=form, facing=facing, told=_fields(form, facing))


def _fields(form: ErrorSlipForm, facing: openings.Facing) -> list[tuple[object, object]]:
    return [(form[role.value], form[f"{role.value}_at"]) for role in facing.action.told]


def _begin(form: ErrorSlipForm, action: Action) -> None:
    """Whoever makes it knows of it; the clock stands at this minute."""
    wall = desk.now().astimezone(desk.house().property.zone_info)
    for role in action.told:
        form[f"{role.value}_at"].data = f"{wall:%H:%M}"
    form.floorperson.data = desk.who().person.code


def _told(form: ErrorSlipForm, action: Action) -> tuple[Told, ...]:
    """Who was told and when, as typed.

    Raises:
        EntryError: A time is no time of the clock; each is named.
    """
    times = {role: _moment(form[f"{role.value}_at"].data or "") for role in action.told}
    wrong = {
        f"{role.value}_at": f"{role.printed}: write the time as 14:05."
        for role, at in times.items()
        if at is None
    }
    if wrong:
        raise EntryError(wrong)
    return tuple(Told(role, form[role.value].data or "", at) for role, at in times.items() if at)


def _moment(typed: str) -> datetime | None:
    """The last time the clock of the house stood so."""
    found = _CLOCK.fullmatch(typed)
    if found is None:
        return None
    now = desk.now()
    wall = now.astimezone(desk.house().property.zone_info)
    at = wall.replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    at = at.astimezone(now.tzinfo)
    return at if at <= now else at - timedelta(days=1)


@bp.route("/error/<name>", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES, Permission.SECURITY_MOVE, Permission.SURVEILLANCE_WATCH)
def error_slip(name: str) -> Response:
    """An error slip: what differs by denomination, who was told, who has signed, who is next."""
    sheet = _sheet(name)
    form = SigningForm()
    if form.submitted():
        with problems(form):
            proof = form.sign(sheet.places)
            asked = {"slip": name, "step": form.step.data, "saw": form.saw.data}
            done = do(error_slips.sign, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("pit.error_slip", name=name))
    if sheet.due:
        form.show(sheet.due.step, sheet.digest)
    return page(
        "pit/error_slip.html",
        title=f"Error Notification Slip {name}",
        form=form,
        sheet=sheet,
        voids=sheet.due is not None and desk.who().duty is Role.FLOORPERSON,
        in_pit=gate.opens(desk.who().duty, frozenset({Permission.PIT_TABLES})),
        prints=may_print("error_notification"),
    )


def _sheet(name: str) -> ErrorSheet:
    return openings.error_slip(desk.database(), desk.viewer(), desk.now(), name)


@bp.route("/error/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def void_error(name: str) -> Response:
    """Void an error slip that is not signed by all: a second person and a reason."""
    sheet = _sheet(name)
    form = VoidErrorForm()
    if form.submitted():
        with problems(form):
            second = prove_as(
                form.second_badge.data or "",
                form.second_pin.data or "",
                _SECONDS,
                field="second_pin",
            )
            asked = {"slip": name, "reason": form.reason.data or ""}
            done = do(error_slips.void, key=form.key.data, second=second, **asked)
            return after(done, url_for("pit.error_slip", name=name))
    return page("pit/void_error.html", title=f"Void {name}", form=form, sheet=sheet)


@bp.get("/unopened")
@gate.needs(Permission.PIT_TABLES)
def unopened() -> Response:
    """Closed tables that have no inventory slip of the day; the drop ends it."""
    database, viewer, now = desk.database(), desk.viewer(), desk.now()
    return page(
        "pit/unopened.html",
        title="Tables without a slip of the day",
        missing=openings.without_slip(database, viewer, now),
        settings=desk.house().settings,
    )


@home.calls(Permission.SECURITY_MOVE, Permission.SURVEILLANCE_WATCH)
def to_sign() -> list[home.Call]:
    """Error slips that this duty signs next."""
    duty = desk.who().duty
    return [
        home.Call(
            f"Sign {sheet.name}",
            f"Error Notification Slip of {sheet.table}",
            url_for("pit.error_slip", name=sheet.name),
        )
        for sheet in openings.waiting(desk.database(), desk.viewer(), desk.now())
        if sheet.due is not None and duty in sheet.due.roles
    ]
