"""The gaming days, newest first, and the pouches that wait to be signed in."""

from datetime import date

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.errors import NotFoundError
from countroom.inquiries import gaming_days
from countroom.inquiries.gaming_days import GamingDay
from countroom.operations import closing_room
from countroom.web import desk, gate, home
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import ReceiveForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

home.door("accounting.days", "Gaming days", "Win, differences, checks, originals, files.")


@bp.get("/")
@gate.needs(Permission.ACCOUNTING_DAY)
def days() -> Response:
    """The gaming days that were counted, each with where it stands."""
    found = gaming_days.days(desk.database(), desk.viewer())
    return page(
        "accounting/days.html",
        title="Gaming days",
        days=found,
        to_do=next(iter(waiting()), None) if _receives() else None,
        receives=_receives(),
    )


def _receives() -> bool:
    return gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS}))


def find(day: date) -> GamingDay:
    """One gaming day.

    Raises:
        NotFoundError: It was never counted.
    """
    found = gaming_days.one(desk.database(), desk.viewer(), day)
    if found is None:
        msg = f"There is no count of {day.isoformat()} on record."
        raise NotFoundError(msg)
    return found


@bp.route("/pouch/<form>", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def receive(form: str) -> Response:
    """Sign a pouch in: the originals and all documents, from the carrier or the locked box."""
    pouch = gaming_days.pouch(desk.database(), desk.viewer(), form)
    typed = ReceiveForm()
    if typed.submitted():
        with problems(typed):
            proof = prove_as(typed.badge.data or "", typed.pin.data or "", ACCOUNTING_ROLES)
            receiving = closing_room.receive_original
            done = do(receiving, key=typed.key.data, transmittal=form, receiver=proof)
            return after(done, url_for("accounting.days"))
    return page("accounting/receive.html", title=f"Sign in {form}", form=typed, pouch=pouch)


@home.calls(Permission.ACCOUNTING_CHECKS)
def waiting() -> list[home.Call]:
    """Pouches to sign in, and days whose checks are open, oldest first."""
    found = gaming_days.days(desk.database(), desk.viewer())
    calls = [
        home.Call(
            f"Sign in pouch {pouch.number}",
            f"{pouch.form} of count {pouch.count}",
            url_for("accounting.receive", form=pouch.form),
        )
        for entry in reversed(found)
        for pouch in entry.to_receive
    ]
    return calls + [
        home.Call(
            f"Enter the checks of {entry.gaming_date.isoformat()}",
            f"{entry.checks_open} tables are not closed",
            url_for("accounting.checks", day=entry.gaming_date),
        )
        for entry in reversed(found)
        if entry.checks_open
    ]
