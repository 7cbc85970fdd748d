"""A count as the representative observes it."""

from typing import Final

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.domain.papers.strap_direction import Directed
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import count_board, entry_log, pool_sheets
from countroom.inquiries.count_board import Board
from countroom.inquiries.pool_sheets import PoolField, RecountSheet
from countroom.operations import directing
from countroom.operations.acts import Done
from countroom.web import desk, gate, home
from countroom.web.compliance.blueprint import bp
from countroom.web.compliance.forms import DirectForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.kept_copies import own_copies, own_copy, reprint, reprinted_copy
from countroom.web.pages import clock_text, page
from countroom.web.problems import problems
from countroom.web.tables import Column, Listing, row

home.door("compliance.counts", "Counts observed", "How each count stands, straps, second copies.")

_MAY: Final = (Permission.COMPLIANCE_WATCH,)
_COPY: Final = "SECOND COPY"
_DIFFERS: Final = frozenset({CountState.DISCREPANT, CountState.STRAPS_DIRECTED})


@bp.get("/")
@gate.needs(*_MAY)
def counts() -> Response:
    """The counts, those going on first."""
    found = count_board.counts(desk.database(), desk.viewer())
    return page(
        "compliance/counts.html",
        title="Counts observed",
        going_on=[one for one in found if one[1] is not CountState.CONCLUDED],
        over=[one for one in found if one[1] is CountState.CONCLUDED][:14],
        differs=_DIFFERS,
    )


def _look(name: str) -> tuple[Board, RecountSheet | None]:
    database, viewer = desk.database(), desk.viewer()
    shown = count_board.board(database, viewer, desk.now(), name)
    inside = any(
        entry.person == viewer.person.code and entry.duty is viewer.duty for entry in shown.present
    )
    return shown, pool_sheets.recount_sheet(database, viewer, name) if inside else None


def _observed(name: str) -> Listing:
    """When a representative was there."""
    stays = [
        stay
        for stay in entry_log.log(desk.database(), desk.viewer(), name)
        if stay.duty is Role.CCR
    ]
    return Listing(
        id="observed",
        title="Observed by a representative",
        columns=tuple(map(Column, ("Name", "Credential", "From", "To"))),
        rows=tuple(
            row(
                stay.name,
                stay.credential,
                clock_text(stay.came),
                clock_text(stay.left) if stay.left else "not signed off",
            )
            for stay in stays
        ),
        nothing="No representative is, or was, signed on to this count.",
    )


@bp.get("/count/<count:count>")
@gate.needs(*_MAY)
def count(count: str) -> Response:
    """How a count stands; which denominations differ, to the representative in the room alone."""
    shown, sheet = _look(count)
    state = shown.standing.stands
    return page(
        "compliance/count.html",
        title="Count observed",
        gaming_date=shown.gaming_date,
        count=count,
        board=shown,
        sheet=sheet,
        state=state,
        suspended=shown.standing.state is CountState.SUSPENDED,
        observed=_observed(count),
        may_direct=sheet is not None
        and CountState.PRESENTED.rank <= state.rank < CountState.CONCLUDED.rank,
        due=state is CountState.DISCREPANT,
        has_copy=state.rank >= CountState.CCR_SIGNED.rank,
    )


def _strapped(sheet: RecountSheet) -> list[PoolField]:
    return [field for field in sheet.sheet.fields if field.strapped]


@bp.route("/count/<count:count>/direct", methods=["GET", "POST"])
@gate.needs(*_MAY)
def direct(count: str) -> Response:
    """Direct the straps of some denominations to be counted note by note."""
    sheet = pool_sheets.recount_sheet(desk.database(), desk.viewer(), count)
    fields = _strapped(sheet)
    chosen = request.form.getlist("straps")
    form = DirectForm()
    if form.submitted():
        with problems(form):
            done = _direct(count, form, [field for field in fields if field.name in chosen])
            return after(done, url_for("compliance.count", count=count))
    return page(
        "compliance/direct.html",
        title="Direct a strap recount",
        count=count,
        form=form,
        sheet=sheet,
        fields=fields,
        chosen=chosen,
        warned=sheet.sheet.state not in _DIFFERS,
    )


def _direct(count: str, form: DirectForm, fields: list[PoolField]) -> Done:
    if not fields:
        raise EntryError({"straps": "Name at least one denomination."})
    proof = form.proof(Role.CCR)
    return do(
        directing.direct_straps,
        key=form.key.data,
        count=count,
        denominations=tuple(Directed(field.pool, field.key[3]) for field in fields),
        reason=form.reason.data or "",
        proof=proof,
    )


@bp.get("/count/<count:count>/copies")
@gate.needs(*_MAY)
def second_copies(count: str) -> Response:
    """The second copies: the representative's own."""
    kept, form = own_copies(count), ActForm(formdata=None)
    return page("compliance/copies.html", title="Second copies", count=count, kept=kept, form=form)


@bp.get("/count/<count:count>/copies/<form>.pdf")
@gate.needs(*_MAY)
def second_copy(count: str, form: str) -> Response:
    """The kept bytes of a second copy."""
    del count
    return own_copy(form, _COPY)


@bp.post("/count/<count:count>/copies/<form>/reprint")
@gate.needs(*_MAY)
def reprint_second(count: str, form: str) -> Response:
    """Print a second copy once more: it says REPRINT, and which."""
    return after(reprint(form, _COPY), url_for("compliance.second_copies", count=count))


@bp.get("/count/<count:count>/copies/<form>/reprint-<int:number>.pdf")
@gate.needs(*_MAY)
def reprinted_second(count: str, form: str, number: int) -> Response:
    """The kept bytes of a reprint."""
    del count
    return reprinted_copy(form, _COPY, number)


@home.calls(*_MAY)
def waiting() -> list[home.Call]:
    """Counts that do not agree, and those going on."""
    going_on = [
        (name, state)
        for name, state in count_board.counts(desk.database(), desk.viewer())
        if state is not CountState.CONCLUDED
    ]
    return [
        home.Call(f"Observe {name}", state.word, url_for("compliance.count", count=name))
        for name, state in sorted(going_on, key=lambda one: one[1] not in _DIFFERS)
    ]
