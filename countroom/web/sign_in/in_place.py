"""What scripts ask for: is the sign-in alive, lock it, sign in again without leaving the page."""

from dataclasses import replace
from typing import Any

from flask import Response, jsonify, make_response, request
from flask_wtf.csrf import generate_csrf

from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.operations import sign_ins
from countroom.operations.acts import Proof
from countroom.web import desk, security
from countroom.web.problems import Problem, show
from countroom.web.sign_in import keeping
from countroom.web.sign_in.blueprint import bp
from countroom.web.sign_in.views import prove_any


@bp.get("/sign-in/alive")
def alive() -> Response:
    """Who is signed in here, for a page that is about to send a form; 401 if nobody is."""
    here = desk.signed_in()
    if here is None or here.locked:
        return show(Problem("access", 401, "Sign in first.", {}))
    return jsonify(person=here.person.code, duty=here.duty.value, token=generate_csrf())


@bp.post("/sign-in/lock")
def lock() -> Response:
    """Lock this tablet's sign-in, as the page does that nobody touches."""
    if keeping.token():
        sign_ins.lock(desk.database(), keeping.token())
    return jsonify(locked=True)


@bp.post("/sign-in/here")
def here() -> Response:
    """Sign in without leaving the page.

    The answer says who it is: the page keeps its input for the same person, and is left for
    another one.

    Raises:
        EntryError: Badge and PIN do not match.
    """
    sent: Any = request.get_json(silent=True)
    asked: dict[str, Any] = sent if isinstance(sent, dict) else {}
    badge, pin = str(asked.get("badge", "")).strip(), str(asked.get("pin", ""))
    if not badge or not pin:
        raise EntryError({"pin": "Enter badge and PIN."})
    proof, _ = prove_any(badge, pin)
    same = str(asked.get("person", "")) == proof.person.code
    answer = make_response("", 200)
    if same and _unlocked(proof):
        pass
    else:
        keeping.leave(keep_form=same)
        duty = _duty(proof, str(asked.get("duty", "")))
        made = sign_ins.sign_in(
            desk.database(), desk.now(), replace(proof, duty=duty), device=desk.device()
        )
        security.set_cookie(answer, keeping.COOKIE, made)
    body = jsonify(person=proof.person.code, same=same, token=generate_csrf() if same else "")
    for cookie in answer.headers.getlist("Set-Cookie"):
        body.headers.add("Set-Cookie", cookie)
    return body


def _unlocked(proof: Proof) -> bool:
    """Go on with a sign-in of this person that is only locked."""
    there = desk.signed_in()
    if there is None or not there.locked or there.person.code != proof.person.code:
        return False
    sign_ins.unlock(desk.database(), desk.now(), keeping.token(), proof)
    return True


def _duty(proof: Proof, wanted: str) -> Role:
    named = {role.value: role for role in proof.person.roles}
    return named.get(wanted, proof.duty)
