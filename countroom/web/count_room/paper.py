"""Paper forms: numbered and printed beforehand, keyed in afterwards by two people, each blind."""

from datetime import date
from typing import Final

from flask import Response, make_response, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.keyed_forms import FormState
from countroom.domain.papers.blank_form import PAPER, FormKind
from countroom.domain.people import Role
from countroom.errors import NotFoundError
from countroom.inquiries import count_board, paper_forms, papers
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.paper_forms import PaperForm
from countroom.operations import fallback
from countroom.web import desk, gate, press_room
from countroom.web.count_room.blueprint import bp
from countroom.web.count_room.paper_fields import BlankFormsForm, SpoilForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.COUNT_WORK, Permission.CAGE_RECOUNT)


def to_list(day: date) -> str:
    """Address of the paper forms of a gaming date."""
    return url_for("count_room.paper", day=day.isoformat())


@bp.route("/paper", methods=["GET", "POST"])
@gate.needs(*_MAY)
def paper() -> Response:
    """The paper forms of a gaming date; the supervisor numbers more of them."""
    form = BlankFormsForm()
    day = _day(request.args.get("day", ""))
    if not form.is_submitted():
        form.gaming_date.data = day
    if form.submitted():
        with problems(form):
            assert form.gaming_date.data is not None, "a field that is required"
            done = do(
                fallback.print_blank_forms,
                key=form.key.data,
                gaming_date=form.gaming_date.data,
                kind=FormKind(form.kind.data),
                how_many=form.how_many.data or 0,
            )
            return after(done, to_list(form.gaming_date.data))
    found = paper_forms.forms(desk.database(), desk.viewer(), day)
    return page(
        "count_room/paper.html",
        title="Paper forms",
        gaming_date=day,
        form=form,
        forms=found,
        day=day,
        count=_count_of(day),
        blank=any(one.state is FormState.BLANK for one in found),
        next_form=next((one.name for one in found if _waits(one)), ""),
        runs=access.may(desk.who().duty, Permission.COUNT_RUN),
        again=ActForm(formdata=None),
    )


def _day(asked: str) -> date:
    """The gaming date asked for; today's where none is."""
    try:
        return date.fromisoformat(asked)
    except ValueError:
        return desk.house().property.gaming_date(desk.now())


def _waits(form: PaperForm) -> bool:
    """Whether a form waits for this person: somebody else keyed it in, or the keyings differ."""
    if form.state is FormState.ONCE:
        return form.mine and desk.who().person.name not in form.by
    return form.mine and form.state is FormState.DIFFERS


def _count_of(day: date) -> str:
    """The newest count of a gaming date, or nothing before one is opened."""
    found = count_board.counts(desk.database(), desk.viewer())
    return next((name for name, _ in found if name.startswith(day.isoformat())), "")


@bp.get("/paper/<form>.pdf")
@gate.needs(Permission.COUNT_RUN)
def paper_print(form: str) -> Response:
    """One form, to be filled in by hand; or what was keyed in of it."""
    return _pdf([form], f"{form}.pdf")


@bp.get("/paper/blank/<day>.pdf")
@gate.needs(Permission.COUNT_RUN)
def paper_blank(day: str) -> Response:
    """Every blank form of a gaming date in one file.

    Raises:
        NotFoundError: None is blank.
    """
    found = paper_forms.forms(desk.database(), desk.viewer(), _day(day))
    blank = [one.name for one in found if one.state is FormState.BLANK]
    if not blank:
        msg = "No blank form is left: number some first."
        raise NotFoundError(msg)
    return _pdf(blank, f"blank-forms-{day}.pdf")


def _look(name: str) -> PaperFacts:
    """A paper form by its number: no other form is handed out here.

    Raises:
        NotFoundError: It is none.
        AccessError: It is keyed in once, or not open to this duty.
    """
    facts = papers.paper(desk.database(), desk.viewer(), name)
    if facts.document.paper != PAPER.code:
        msg = f"{name} is no paper form of a count."
        raise NotFoundError(msg)
    return facts


def _pdf(names: list[str], named: str) -> Response:
    viewer, printer = desk.viewer(), press_room.printer_of(desk.server(), desk.house())
    by = f"by {viewer.person.name}, {viewer.person.credential}"
    found = [_look(name) for name in names]
    answer = make_response(printer.forms(found, at=desk.now(), by=by))
    answer.headers["Content-Type"] = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{named}"'
    return answer


@bp.route("/paper/<form>/spoil", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def spoil(form: str) -> Response:
    """A form is taken out of use; its number stays."""
    asked = SpoilForm()
    day = _look(form).document.gaming_date
    if asked.submitted():
        with problems(asked):
            badge, pin = asked.second_badge.data or "", asked.second_pin.data or ""
            done = do(
                fallback.spoil_form,
                key=asked.key.data,
                form=form,
                reason=asked.reason.data or "",
                second=prove_as(badge, pin, tuple(Role), field="second_pin"),
            )
            return after(done, to_list(day))
    return page(
        "count_room/paper_spoil.html",
        title=f"Take {form} out of use",
        form=asked,
        back=to_list(day),
    )


@bp.post("/paper/<form>/ink")
@gate.needs(Permission.COUNT_RUN)
def ink(form: str) -> Response:
    """The signatures in ink of a keyed-in count report are recorded as such."""
    asked = ActForm()
    facts = _look(form)
    done = do(fallback.sign_from_paper, key=asked.key.data, form=form)
    return after(done, to_list(facts.document.gaming_date))
