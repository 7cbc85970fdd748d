"""Signing in, choosing a duty, changing the person, unlocking, enrolling."""

from dataclasses import replace
from typing import Final

from flask import (
    Response,
    flash,
    make_response,
    redirect,
    request,
    session,
    url_for,
)
from werkzeug.datastructures import MultiDict

from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError
from countroom.operations import authentication, sign_ins
from countroom.operations.acts import Proof
from countroom.operations.secrecy import Cost
from countroom.web import desk, security
from countroom.web.forms import ActForm, prove
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_in import keeping
from countroom.web.sign_in.blueprint import bp
from countroom.web.sign_in.forms import EnrolForm, SignInForm, UnlockForm

_PENDING: Final = "pending"
_CARRIED: Final = "carried."


def prove_any(badge: str, pin: str) -> tuple[Proof, tuple[Role, ...]]:
    """Authenticate somebody who has not said yet what he does; and the duties he may choose.

    Raises:
        EntryError: Badge and PIN do not match, or he tried too often.
    """
    duties = authentication.duties_of(desk.database(), desk.now(), badge)
    first = duties[0] if duties else Role.ADMINISTRATOR
    return prove(badge, pin, first), duties


@bp.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> Response:
    """Badge and PIN; a person with several duties says next which one."""
    form = SignInForm()
    carried = _read_carried()
    if request.method == "GET":
        form.next.data = request.args.get("next", "")
    if form.submitted():
        with problems(form):
            proof, duties = prove_any(form.badge.data or "", form.pin.data or "")
            if carried and dict(carried).get("page_person") == proof.person.code:
                return _go_on(proof, form.next.data or "", carried)
            if len(duties) == 1:
                return keeping.begin(proof, form.next.data or "")
            return _ask_duty(proof, form.next.data or "")
    return keeping.sign_in_page(
        form, carried=carried, status=form.problem.status if form.problem else 200
    )


def _read_carried() -> list[tuple[str, str]]:
    return [
        (name.removeprefix(_CARRIED), value)
        for name, values in request.form.lists()
        for value in values
        if name.startswith(_CARRIED)
    ]


def _go_on(proof: Proof, to: str, carried: list[tuple[str, str]]) -> Response:
    """Sign the same person in again, with what he had typed ready to be sent again."""
    found = _last_duty(proof)
    answer = keeping.begin(replace(proof, duty=found), "")
    fields = MultiDict(carried)
    shown = page("sign_in/go_on.html", title="Send it again", to=to, carried=fields)
    for cookie in answer.headers.getlist("Set-Cookie"):
        shown.headers.add("Set-Cookie", cookie)
    return shown


def _last_duty(proof: Proof) -> Role:
    here = desk.signed_in()
    last = request.form.get("duty", "")
    named = {role.value: role for role in proof.person.roles}
    if here is not None and here.person.code == proof.person.code:
        return here.duty
    return named.get(last, proof.duty)


def _ask_duty(proof: Proof, to: str) -> Response:
    session[_PENDING] = {"badge": proof.person.code, "nonce": proof.nonce, "next": to}
    return make_response(redirect(url_for("sign_in.duty"), code=303))


@bp.route("/sign-in/duty", methods=["GET", "POST"])
def duty() -> Response:
    """Which of his duties a person signs in to."""
    pending = session.get(_PENDING)
    if not isinstance(pending, dict):
        return make_response(redirect(url_for("sign_in.sign_in")))
    person = desk.house().person(str(pending["badge"]))
    form = ActForm()
    if form.submitted():
        chosen = request.form.get("duty", "")
        with problems(form):
            if chosen not in {role.value for role in person.roles}:
                raise EntryError({"duty": "Choose one of your duties."})
            proof = Proof(person, Role(chosen), "pin", str(pending["nonce"]))
            return keeping.begin(proof, str(pending["next"]))
    return page("sign_in/duty.html", title="What are you doing now?", form=form, person=person)


@bp.post("/sign-in/change")
def change() -> Response:
    """One tap: the person who was here is signed out, the next one signs in."""
    keeping.leave(keep_form=False)
    answer = make_response(
        redirect(url_for("sign_in.sign_in", next=request.form.get("next", "")), code=303)
    )
    security.drop_cookie(answer, keeping.COOKIE)
    return answer


@bp.route("/locked", methods=["GET", "POST"])
def locked() -> Response:
    """The screen is locked: the same person shows his PIN, or another one signs in."""
    here = desk.signed_in()
    if here is None:
        return make_response(redirect(url_for("sign_in.sign_in", next=_next())))
    if not here.locked:
        return make_response(redirect(_next() or url_for("home.home")))
    form = UnlockForm()
    if form.submitted():
        with problems(form):
            proof = prove(here.person.code, form.pin.data or "", here.duty)
            sign_ins.unlock(desk.database(), desk.now(), keeping.token(), proof)
            return make_response(redirect(_next() or url_for("home.home"), code=303))
    if request.method == "GET":
        form.next.data = _next()
    return page("sign_in/locked.html", title="Screen locked", form=form, person=here.person)


def _next() -> str:
    wanted = request.values.get("next", "")
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) else ""


@bp.route("/enrol", methods=["GET", "POST"])
def enrol() -> Response:
    """Set one's own PIN from a one-time code."""
    form = EnrolForm()
    if form.submitted():
        with problems(form):
            _enrol(form)
            flash("Your PIN is set. Sign in with it.", "done")
            return make_response(redirect(url_for("sign_in.sign_in"), code=303))
    return page("sign_in/enrol.html", title="Set your PIN", form=form)


def _enrol(form: EnrolForm) -> None:
    settings = desk.server().settings
    cost = Cost(settings.argon2_time, settings.argon2_memory_kib, settings.argon2_lanes)
    try:
        authentication.enrol(
            desk.database(),
            desk.now(),
            form.badge.data or "",
            form.code.data or "",
            form.pin.data or "",
            device=desk.device(),
            cost=cost,
        )
    except AccessError as refused:
        raise EntryError({"code": refused.message}) from None
