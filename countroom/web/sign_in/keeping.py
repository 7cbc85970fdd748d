"""Who is here: the cookie, and what stands before every page."""

from datetime import timedelta
from typing import Final

from flask import Flask, Response, flash, g, make_response, redirect, request, session, url_for

from countroom.operations import sign_ins
from countroom.operations.acts import Proof
from countroom.web import desk, gate, security
from countroom.web.desk import SignedIn
from countroom.web.problems import Problem, show
from countroom.web.sign_in.forms import SignInForm
from countroom.web.sign_in.token import by_token

COOKIE: Final = "sign-in"
_NEVER_CARRIED: Final = frozenset({"csrf_token", "page_person"})


def install(app: Flask) -> None:
    """Ask before every page who is here and whether he may open it."""
    app.before_request(know_person)
    app.before_request(check_page)


def limits() -> sign_ins.Limits:
    """How long a sign-in lasts here."""
    settings = desk.server().settings
    return sign_ins.Limits(
        idle=timedelta(seconds=settings.idle_lock_seconds),
        room=timedelta(seconds=settings.room_lock_seconds),
        longest=timedelta(seconds=settings.sign_in_seconds),
    )


def token() -> str:
    """The token in this browser's cookie, or nothing."""
    return security.get_cookie(COOKIE)


def know_person() -> None:
    """Find out who is signed in here, for the pages that ask."""
    g.signed_in = by_token() if desk.asks_api() else None
    if (
        desk.asks_api()
        or not token()
        or request.endpoint in {"static", "bootstrap.static", "health.health"}
    ):
        return
    found = sign_ins.resume(desk.database(), desk.now(), token(), limits=limits())
    if found is not None:
        g.signed_in = SignedIn(found.who.person, found.who.duty, found.locked)
        g.house = found.house


def check_page() -> Response | None:
    """Let a page be opened by those it is open to; ask others to sign in.

    Raises:
        AccessError: The page is not open to the duty signed into.
    """
    if request.endpoint is None or request.endpoint in gate.PUBLIC:
        return None
    here = desk.signed_in()
    if here is None:
        return _sign_in_first()
    if here.locked:
        return _unlock_first()
    gate.check(here.duty, request.endpoint)
    return None


def _sign_in_first() -> Response:
    if desk.asks_api():
        return _token_first()
    if desk.wants_json():
        return show(Problem("access", 401, "Sign in first.", {}))
    if request.method == "POST":
        return _keep_what_was_typed()
    return redirect(url_for("sign_in.sign_in", next=request.full_path.rstrip("?")))  # type: ignore[return-value]


def _token_first() -> Response:
    says = "Send a token that is good: 'Authorization: Bearer …'. An administrator makes one."
    answer = show(Problem("access", 401, says, {}))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _unlock_first() -> Response:
    if desk.wants_json():
        return show(Problem("access", 401, "Unlock the screen first.", {}))
    if request.method == "POST":
        return _keep_what_was_typed()
    return redirect(url_for("sign_in.locked", next=request.full_path.rstrip("?")))  # type: ignore[return-value]


def _keep_what_was_typed() -> Response:
    """Ask for badge and PIN with the form that was sent kept under it (never a PIN of it)."""
    form = SignInForm(formdata=None)
    form.next.data = request.full_path.rstrip("?")
    return sign_in_page(form, carried=_carried(), status=401)


def _carried() -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, values in request.form.lists()
        for value in values
        if name not in _NEVER_CARRIED and not name.endswith(("pin", "badge"))
    ] + [("page_person", request.form.get("page_person", ""))]


def sign_in_page(
    form: SignInForm, *, carried: list[tuple[str, str]] | None = None, status: int = 200
) -> Response:
    """The page that asks for badge and PIN, with a form to go on with under it."""
    from countroom.web.pages import page  # noqa: PLC0415 - pages shows forms, forms are shown here

    title = "Sign in to go on" if carried else "Sign in"
    return page("sign_in/sign_in.html", title=title, form=form, status=status, carried=carried)


def begin(proof: Proof, to: str) -> Response:
    """Sign a person in on this tablet; whoever was signed in here before is so no more."""
    leave(keep_form=False)
    made = sign_ins.sign_in(desk.database(), desk.now(), proof, device=desk.device())
    g.signed_in = SignedIn(proof.person, proof.duty)
    where = to if gate.leads_somewhere(proof.duty, to) else url_for("home.home")
    answer = make_response(redirect(where, code=303))
    security.set_cookie(answer, COOKIE, made)
    flash(f"You are signed in as {proof.duty.printed}.", "done")
    return answer


def leave(*, keep_form: bool) -> None:
    """End the sign-in of this tablet.

    Args:
        keep_form: Leave the forms of open pages good, for the same person goes on.
    """
    if token():
        sign_ins.end(desk.database(), desk.now(), token())
    if not keep_form:
        session.clear()
        g.pop("csrf_token", None)
