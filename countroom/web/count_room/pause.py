"""Suspending a count, and resuming it where it stood."""

from flask import Response

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.operations import counting
from countroom.web import gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.forms import ResumeForm, SuspendForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.route("/<count:count>/suspend", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN, Permission.COMPLIANCE_WATCH)
def suspend(count: str) -> Response:
    """Fire, power, a break: room and money are sealed, the count waits."""
    form = SuspendForm()
    if form.submitted():
        with problems(form):
            done = do(
                counting.suspend,
                key=form.key.data,
                count=count,
                why=form.why.data or "",
                sealed=bool(form.sealed.data),
            )
            return after(done, to_board(count))
    return page("count_room/suspend.html", title="Suspend the count", form=form, count=count)


@bp.route("/<count:count>/resume", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_WORK)
def resume(count: str) -> Response:
    """Supervisor and representative take the seals off together."""
    form = ResumeForm()
    if form.submitted():
        with problems(form):
            done = do(
                counting.resume_count,
                key=form.key.data,
                count=count,
                supervisor=form.proof(Role.COUNT_ROOM_SUPERVISOR),
                representative=form.second(Role.CCR),
            )
            return after(done, to_board(count))
    return page("count_room/resume.html", title="Resume the count", form=form, count=count)
