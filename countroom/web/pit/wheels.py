"""A Roulette wheel: its colours, what their stacks are marked as, and its impressment."""

from typing import Any

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.denominations import pieces_typed
from countroom.domain.people import TABLE_ROLES, Role
from countroom.domain.wheel_chips import STACK, Mark
from countroom.errors import EntryError
from countroom.inquiries import wheels
from countroom.money import ZERO
from countroom.operations import wheels as wheeling
from countroom.web import desk, gate
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.pit.blueprint import bp
from countroom.web.pit.forms import ImpressForm, MarkForm
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_FREE = "free"


def _wheel(table: str) -> wheels.Wheel:
    return wheels.wheel(desk.database(), desk.viewer(), desk.now(), table)


@bp.route("/table/<table>/colours", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def colours(table: str) -> Response:
    """Mark what a stack of a colour is worth, or free it."""
    found = _wheel(table)
    form = MarkForm()
    form.colour.choices = [(colour.code, colour.name) for colour in found.colours]
    if form.submitted():
        with problems(form):
            asked: dict[str, Any] = {"table": table, "colour": form.colour.data or ""}
            if request.form.get("act") == _FREE:
                done = do(wheeling.free, key=form.key.data, **asked)
            else:
                amount: Any = form.stack.data
                said = Mark(ZERO if amount is None else amount, STACK)
                done = do(wheeling.mark, key=form.key.data, mark=said, **asked)
            return after(done, url_for("pit.colours", table=table))
    return page("pit/colours.html", title=f"Colours of {table}", form=form, wheel=found)


@bp.route("/table/<table>/impressment", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def impress(table: str) -> Response:
    """Count the nonvalue chips of a wheel; dealer and floorperson sign."""
    found = _wheel(table)
    form = ImpressForm()
    codes = [colour.code for colour in found.colours]
    typed = {
        f"{part}.{code}": request.form.get(f"{part}.{code}", "").strip()
        for code in codes
        for part in ("counted", "imprest")
    }
    if form.submitted():
        with problems(form):
            asked: dict[str, Any] = {
                "counted": _read("counted", codes, typed),
                "imprest": _read("imprest", codes, typed),
            }
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            done = do(
                wheeling.impress,
                key=form.key.data,
                table=table,
                remark=form.remark.data or "",
                dealer=prove_as(form.badge.data or "", form.pin.data or "", TABLE_ROLES),
                floorperson=prove_as(badge, pin, (Role.FLOORPERSON,), field="second_pin"),
                **asked,
            )
            return after(done, url_for("pit.colours", table=table))
    return page(
        "pit/impress.html",
        title=f"Impressment of {table}",
        form=form,
        wheel=found,
        typed=typed,
        wrong=form.problem.fields if form.problem else {},
    )


def _read(part: str, codes: list[str], typed: dict[str, str]) -> dict[str, int]:
    """What was typed of each colour; one left blank is left out.

    Raises:
        EntryError: It is no number; each colour is named.
    """
    found, faults = {}, {}
    for code in codes:
        try:
            pieces = pieces_typed(typed[f"{part}.{code}"], name=code)
        except EntryError as wrong:
            faults[code] = wrong.message
        else:
            if pieces is not None:
                found[code] = pieces
    if faults:
        raise EntryError(faults)
    return found
