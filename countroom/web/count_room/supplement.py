"""Something found after the reports were signed: a report of its own, signed by everybody again."""

import base64
from typing import Final

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.box_sheet import Denomination, addable
from countroom.domain.denominations import Instrument
from countroom.domain.documents import SignatureStep
from countroom.domain.papers.box_count import Figure, Memo, MemoKind
from countroom.domain.papers.supplementary_count import PAPER
from countroom.domain.people import Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import papers
from countroom.inquiries.paper_facts import PaperFacts
from countroom.operations import supplement as supplements
from countroom.web import desk, gate, links
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.closing_forms import SignReportsForm, SupplementForm
from countroom.web.doing import after, do
from countroom.web.grid import PIECES, Grid, GridRow
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.COUNT_WORK,)
links.register(PAPER.series, "count_room.supplement_named")


def _lines() -> tuple[Denomination, ...]:
    """Everything that may be found: notes and coins in use, every chip of the house."""
    house = desk.house()
    used = {
        *((Instrument.CURRENCY, note.cents) for note in house.currency.notes),
        *((Instrument.COIN, coin.cents) for coin in house.currency.coins),
    }
    return tuple(
        one for one in addable(house) if one.chip_set or (one.instrument, one.cents) in used
    )


def _note(one: Denomination) -> str:
    """What tells a chip's set, and a coin from a note of its value."""
    return "coin" if one.instrument is Instrument.COIN else one.set_name


def _grid() -> Grid:
    rows = tuple(
        GridRow("Found", one.instrument, one.cents, one.chip_set, note=_note(one), code=one.key)
        for one in _lines()
    )
    return Grid(rows)


@bp.route("/<count:count>/supplement", methods=["GET", "POST"])
@gate.needs(*_MAY)
def supplement(count: str) -> Response:
    """Report what was found."""
    form, grid = SupplementForm(), _grid().fill(request.form)
    if not form.is_submitted():
        form.where.data = request.args.get("where", "")
        form.inspection.data = request.args.get("form", "")
    if form.submitted():
        with problems(form):
            done = do(
                supplements.report,
                key=form.key.data,
                count=count,
                where=form.where.data or "",
                explanation=form.explanation.data or "",
                figures=_figures(grid),
                memos=_memos(form),
                team=tuple((form.team.data or "").replace(",", " ").split()),
                table=form.table.data or "",
                inspection=form.inspection.data or "",
            )
            to = url_for("count_room.sign_supplement", count=count, report=done.name)
            return after(done, to)
    return page(
        "count_room/supplement.html",
        title="Report what was found",
        form=form,
        grid=grid,
        count=count,
    )


def _figures(grid: Grid) -> tuple[Figure, ...]:
    found = grid.read()
    return tuple(
        Figure(one.instrument, one.cents, pieces, one.chip_set)
        for one in _lines()
        if (pieces := found[one.key][PIECES])
    )


def _memos(form: SupplementForm) -> tuple[Memo, ...]:
    return (Memo(MemoKind.OTHER, form.papers.data),) if form.papers.data else ()


def _look(name: str) -> PaperFacts:
    """A supplementary report by its number.

    Raises:
        NotFoundError: There is none of that number.
        AccessError: It is not open to this duty, or not now.
    """
    facts = papers.paper(desk.database(), desk.viewer(), name)
    if facts.document.paper != PAPER.code:
        msg = f"{name} is no supplementary report."
        raise NotFoundError(msg)
    return facts


@bp.get("/supplement/<name>")
@gate.needs(*_MAY)
def supplement_named(name: str) -> Response:
    """A supplementary report by its number."""
    facts = _look(name)
    return _signing(facts, SignReportsForm(formdata=None))


@bp.route("/<count:count>/supplement/<report>", methods=["GET", "POST"])
@gate.needs(*_MAY)
def sign_supplement(count: str, report: str) -> Response:
    """Sign a supplementary report."""
    form = SignReportsForm()
    facts = _look(report)
    if form.submitted():
        with problems(form):
            done = do(
                supplements.sign,
                key=form.key.data,
                report=report,
                step=_due(facts).name,
                proof=prove_as(form.badge.data or "", form.pin.data or "", _due(facts).roles),
                saw=request.form.get("saw", ""),
                drawn=base64.b64decode((form.drawn.data or "").partition(",")[2]) or None,
            )
            facts = _look(report)
            left = supplements.plan(facts.document).next_step(facts.document.signatures)
            here = url_for("count_room.sign_supplement", count=count, report=report)
            return after(done, here if left else to_board(count))
    return _signing(facts, form)


def _due(facts: PaperFacts) -> SignatureStep:
    step = supplements.plan(facts.document).next_step(facts.document.signatures)
    if step is None:
        raise EntryError({"pin": "Every signature is there."})
    return step


def _signing(facts: PaperFacts, form: SignReportsForm) -> Response:
    due = supplements.plan(facts.document).next_step(facts.document.signatures)
    roles = "" if due is None else " or ".join(r.printed for r in Role if r in due.roles)
    return page(
        "count_room/sign_supplement.html",
        title=f"Sign {facts.document.name}",
        form=form,
        count=facts.document.count,
        facts=facts,
        due=due,
        roles=roles,
    )
