"""The paper fallback: numbered blank forms printed beforehand, and their keying-in later.

Two people key a paper in, blind to each other; only two keyings equal to the byte become the
record. The paper stays the original, and signatures in ink are recorded as such.

Reference:
    525.19(u) ("manually or electronically"); count state CS.
"""

from datetime import date
from typing import Final

from countroom.domain import canonical
from countroom.domain.count import CountState, move
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.drop import MOVES, BoxState
from countroom.domain.keyed_forms import differing, draft_name, of_another
from countroom.domain.papers.blank_form import KEYED, PAPER, BlankForm, FormKind
from countroom.domain.papers.box_count import PAPER as BOX_COUNT
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.operations import (
    count_reports,
    course,
    outcomes,
    papers,
    recounting,
    room,
    signing,
)
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import custody, desk, documents, proceeds, registry
from countroom.stores.custody import InCount
from countroom.stores.documents import About

MOST: Final = 50
"""Blank forms printed at one go."""

_ON_PAPER: Final = (
    BoxState.OPENED,
    BoxState.EMPTIED,
    BoxState.SHOWN_EMPTY,
    BoxState.COUNTED,
    BoxState.RECORDED,
)


def print_blank_forms(act: Act, *, gaming_date: date, kind: FormKind, how_many: int) -> Done:
    """Number blank forms of a gaming date, to be printed and kept at hand.

    Raises:
        AccessError: Not the count room supervisor.
        EntryError: None, or too many at once.
    """
    if act.who.duty is not Role.COUNT_ROOM_SUPERVISOR:
        msg = "Blank forms are printed by the count room supervisor."
        raise AccessError(msg)
    if not 1 <= how_many <= MOST:
        raise EntryError({"how_many": f"Print 1 to {MOST} forms at once."})
    made = [
        papers.issue(act, PAPER, BlankForm(kind, gaming_date), About(gaming_date))
        for _ in range(how_many)
    ]
    names: list[canonical.Plain] = [document.name for document in made]
    body = {"forms": names, "kind": kind}
    says = f"{made[0].name} to {made[-1].name} are ready to print."
    done = Done(says, made[0].name, extra={"forms": names})
    return act.seal("blank forms numbered", gaming_date.isoformat(), body, done=done)


def spoil_form(act: Act, *, form: str, reason: str, second: Proof) -> Done:
    """Take a blank form out of use; its number stays.

    Raises:
        NotFoundError: There is no such blank form.
        AccessError: Not the supervisor, or the second person is he himself.
        EntryError: It is keyed in or taken out already, or no reason is given.
    """
    document = blank(act, form)
    if not reason.strip():
        raise EntryError({"reason": "Say why the form is taken out of use."})
    alone = second.person.code == act.who.person.code
    if act.who.duty is not Role.COUNT_ROOM_SUPERVISOR or alone:
        msg = "The supervisor takes a form out of use, with a second person."
        raise AccessError(msg)
    act.use(second)
    papers.void(act, document, reason=reason.strip(), second_person=second.person.code)
    drop_keyings(act, form)
    body = {"reason": reason.strip(), "second_person": second.person.code}
    return act.seal("blank form spoiled", form, body, done=Done(f"{form} is out of use.", form))


def drop_keyings(act: Act, form: str) -> None:
    """Wipe what people were typing of a form that is keyed in or out of use."""
    for draft in desk.drafts(act.tx, draft_name(form, "")):
        desk.drop_draft(act.tx, draft.subject)


def blank(act: Act, form: str) -> Document:
    """A form that may still be keyed in.

    Raises:
        NotFoundError: There is no such blank form.
        EntryError: It is keyed in, or out of use.
    """
    document = documents.by_name(act.tx, form)
    if document.paper != PAPER.code:
        msg = f"{form} is no blank form."
        raise NotFoundError(msg)
    if document.state in {"void", KEYED}:
        state = "out of use" if document.state == "void" else "keyed in already"
        raise EntryError({"form": f"{form} is {state}."})
    return document


def _check_content(act: Act, document: Document, content: BlankForm) -> None:
    blank: BlankForm = document.content
    if (content.kind, content.gaming_date) != (blank.kind, blank.gaming_date) or not content.count:
        msg = f"{document.name} is a {blank.kind.printed} of {blank.gaming_date}."
        raise EntryError({"form": msg})
    if registry.count_date(act.tx, content.count) != content.gaming_date:
        raise EntryError({"count": "The form is of another gaming date than the count."})


def key_in(act: Act, *, form: str, content: BlankForm, proof: Proof) -> Done:
    """Key a filled-in form in; the second person's keying, equal to the first, records it.

    Args:
        act: The act.
        form: Number of the form.
        content: What stands on the paper.
        proof: Who keys it in.

    Raises:
        NotFoundError: There is no such form or count.
        EntryError: It is keyed in or out of use; the content is of another form or day; a box
            is not of this count, or counted already.
        RuleError: He is not signed on to the count; what is keyed in is against a rule.
        AccessError: This form is keyed in by others, or his authentication is spent.
    """
    document = blank(act, form)
    _check_content(act, document, content)
    room.use_as(act, content.count, proof, *content.kind.keyers)
    other = of_another(documents.versions(act.tx, document.id), proof.person.code)
    keyed = papers.change(act, document, content, reason="keyed in from paper")
    papers.sign(act, keyed, SigningPlan(PAPER), "keyed", proof, saw=keyed.digest)
    body = {"digest": keyed.digest, "keyed_by": proof.person.code}
    if other is None:
        says = f"{form} is keyed in once. Somebody else keys it in from the paper."
        return act.seal("form keyed in", form, body, done=Done(says, form, keyed.id))
    differs = differing(other, content)
    if differs:
        says = f"{form}: the two keyings are not the same. Look at the paper again."
        done = Done(says, form, keyed.id, extra={"differs": list(differs)})
        return act.seal("form keyed in", form, body, done=done)
    act.move("document", form, KEYED)
    drop_keyings(act, form)
    says = _apply(act, form, content)
    done = Done(f"{form} is keyed in. {says}", form, keyed.id, extra={"differs": []})
    return act.seal("form keyed in", form, body, done=done)


# ------------------------------------------------------------------- what was keyed in twice


def _apply(act: Act, form: str, content: BlankForm) -> str:
    if content.kind is FormKind.RECOUNT:
        _, done = recounting.from_paper(act, content.count, content.recounter, content.entries)
        return done.says
    _begin(act, content.count)
    for box in content.boxes:
        _record_box(act, form, box)
    count_reports.refresh(act, content.count, reason=f"keyed in from {form}")
    return f"{len(content.boxes)} boxes are recorded."


def _begin(act: Act, count: str) -> None:
    """Where every box so far was opened on paper, keying the first one in begins the counting."""
    if room.state(act, count) is CountState.RECONCILED_IN:
        act.move("count", count, move(CountState.RECONCILED_IN, CountState.COUNTING))
    if room.standing(act, count).stands is not CountState.COUNTING:
        raise EntryError({"count": "The boxes of this count are not being counted."})


def _came_in(act: Act, content: BoxCount) -> InCount:
    place = f"box {content.box}"
    stands = custody.in_count(act.tx, content.count).get(content.box)
    if stands is None:
        msg = f"Box {content.box} did not come in for this count."
        raise EntryError({place: msg})
    if stands.state is BoxState.RECORDED:
        raise EntryError({place: f"Box {content.box} is recorded already."})
    if (stands.table, stands.kind) != (content.table, content.kind):
        raise EntryError({place: f"Box {content.box} came in from {stands.table or 'no table'}."})
    return stands


def _record_box(act: Act, form: str, content: BoxCount) -> None:
    stands = _came_in(act, content)
    facts = custody.about_text(count=content.count, station=content.station, paper=form)
    state: BoxState = stands.state
    for to in _ON_PAPER[_reached(state) :]:
        act.move("box", content.box, to.value, from_state=state.value, about=facts)
        state = to
    day = registry.count_date(act.tx, content.count)
    about = About(day, content.count, content.table, content.box, stands.period)
    house = course.house(act.tx, content.count)
    papers.issue(act, BOX_COUNT, outcomes.said(act, house, content), about)


def _reached(state: BoxState) -> int:
    """How many of the steps that were done on paper a box has behind it."""
    return next(place for place, to in enumerate(_ON_PAPER) if to in MOVES[state])


def sign_from_paper(act: Act, *, form: str) -> Done:
    """Record the signatures in ink of a keyed-in count report, in their order.

    Raises:
        NotFoundError: There is no such form, or its reports are not made yet.
        EntryError: It is not keyed in, or carries no signature.
        RuleError: The supervisor is not signed on; a signature is too early or out of order.
        AccessError: A duty does not sign where it did.
    """
    document = documents.by_name(act.tx, form)
    content = document.content
    if document.paper != PAPER.code or document.state != KEYED or not content.signers:
        raise EntryError({"form": f"{form} is not a keyed-in form with signatures."})
    room.check_in(act, content.count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    house = course.house(act.tx, content.count)
    for signer in content.signers:
        proof = Proof(house.person(signer.person), signer.duty, "wet")
        step = signing.check_moment(act, content.count, signer.step)
        reports = proceeds.reports(act.tx, content.count).values()
        saw = {report.name: report.digest for report in reports}
        shown = signing.shown(act, content.count, saw)
        signing.sign_with(act, content.count, step, proof, [(one, one.digest) for one in shown])
    body = {"signers": [signer.person for signer in content.signers]}
    says = f"{len(content.signers)} signatures of {form} are recorded."
    return act.seal("signatures in ink recorded", form, body, done=Done(says, form))
