"""A difference: taken to the team, boxes one slip away, what no box explains."""

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.agreement import NearMiss
from countroom.domain.papers.presentation import PoolKey
from countroom.domain.people import Role
from countroom.domain.pools import key_title
from countroom.inquiries import pool_sheets
from countroom.operations import recheck as rechecking
from countroom.operations import signing
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.closing_forms import ReopenForm, UnallocatedForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.post("/<count:count>/escalate")
@gate.needs(Permission.COUNT_RUN)
def escalate(count: str) -> Response:
    """A difference that persists is taken to the team; the curtain is lifted."""
    form = ActForm()
    done = do(rechecking.escalate, key=form.key.data, count=count)
    return after(done, url_for("count_room.recheck", count=count))


@bp.get("/<count:count>/recheck")
@gate.needs(Permission.COUNT_WORK)
def recheck(count: str) -> Response:
    """What differs, and the boxes in which one slip would explain it."""
    sheet = pool_sheets.recheck_sheet(desk.database(), desk.viewer(), count)
    return page(
        "count_room/recheck.html",
        title="Check the boxes",
        sheet=sheet,
        count=count,
        names={one.key: key_title(one.key) for one in sheet.differences}
        | {key: key_title(key) for miss in sheet.near_misses for key in _keys(miss)},
        form=ActForm(formdata=None),
        runs=gate.opens(desk.who().duty, frozenset({Permission.COUNT_RUN})),
    )


def _keys(miss: NearMiss) -> list[PoolKey]:
    return [key for key in (miss.key, miss.other) if key is not None]


@bp.post("/<count:count>/settle")
@gate.needs(Permission.COUNT_RUN)
def settle(count: str) -> Response:
    """Compare once more."""
    form = ActForm()
    done = do(rechecking.settle, key=form.key.data, count=count)
    return after(done, to_board(count), good=done.extra["settled"] is True)


@bp.post("/<count:count>/give-back")
@gate.needs(Permission.COUNT_RUN)
def give_back(count: str) -> Response:
    """Give the count back to the recount: another cashier comes in, the curtain is drawn."""
    form = ActForm()
    done = do(rechecking.give_back, key=form.key.data, count=count)
    return after(done, to_board(count))


@bp.route("/<count:count>/unallocated", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def unallocated(count: str) -> Response:
    """What no box explains has a form of its own; nobody types the pieces."""
    form = UnallocatedForm()
    sheet = pool_sheets.recheck_sheet(desk.database(), desk.viewer(), count)
    if form.submitted():
        with problems(form):
            done = do(
                rechecking.unallocated,
                key=form.key.data,
                count=count,
                reason=form.reason.data or "",
                supervisor=form.proof(Role.COUNT_ROOM_SUPERVISOR),
                representative=form.second(Role.CCR),
            )
            return after(done, to_board(count))
    return page(
        "count_room/unallocated.html",
        title="Lay the difference to no box",
        form=form,
        count=count,
        sheet=sheet,
        names={one.key: key_title(one.key) for one in sheet.differences},
    )


@bp.route("/<count:count>/reopen", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def reopen(count: str) -> Response:
    """A count that agreed is reopened: a reason and a representative."""
    form = ReopenForm()
    if form.submitted():
        with problems(form):
            done = do(
                signing.reopen,
                key=form.key.data,
                count=count,
                reason=form.reason.data or "",
                representative=form.second(Role.CCR),
            )
            return after(done, url_for("count_room.recheck", count=count))
    return page("count_room/reopen.html", title="Reopen the count", form=form, count=count)
