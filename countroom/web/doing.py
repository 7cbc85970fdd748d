"""Doing an operation from a view, and answering."""

from typing import Any

from flask import Response, flash, jsonify, make_response, redirect

from countroom.operations import acts
from countroom.operations.acts import Done, Operation
from countroom.web import desk, press_room, workshop


def do(operation: Operation, *, key: str | None = "", **asked: Any) -> Done:
    """Do one operation as the person signed in.

    Args:
        operation: Function of ``operations``.
        key: The form's key: the same key and body is the same act.
        **asked: What the operation takes.

    Raises:
        CountroomError: Whatever it refuses.
    """
    done = acts.perform(
        desk.database(), operation, who=desk.who(), now=desk.now(), key=key or "", **asked
    )
    press_room.told(operation)
    workshop.told(operation)
    return done


def after(done: Done, to: str, *, good: bool = True) -> Response:
    """Answer a form with the next page, and a script with what was done.

    Args:
        done: What was done.
        to: The next page.
        good: Whether it came out as hoped; if not, its sentence is one to look at.
    """
    if desk.wants_json():
        return jsonify(says=done.says, name=done.name, to=to, extra=done.extra)
    flash(done.says, "done" if good else "look")
    return make_response(redirect(to, code=303))
