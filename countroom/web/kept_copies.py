"""A department's own copies of forms: as they were kept, or a print of how they stand."""

from dataclasses import dataclass, field
from datetime import date
from typing import Final

from flask import Response, make_response

from countroom.domain.documents import Copy
from countroom.domain.papers import PAPERS
from countroom.domain.people import CAGE_ROLES, TABLE_ROLES, Role
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, count_board, papers, prints, registers, reprints
from countroom.inquiries.prints import KeptPrint
from countroom.inquiries.reprints import Reprint
from countroom.operations import kept
from countroom.operations.acts import Done
from countroom.reports.due import reprinted
from countroom.web import desk, press_room
from countroom.web.doing import do

_HANDLE: Final = TABLE_ROLES | CAGE_ROLES | {Role.FLOORPERSON, Role.PIT_CLERK, Role.SECURITY}
"""Who handles the slips of a table; others see them when the count is concluded."""

_REPORTS: Final = ("banking_count", "nonbanking_count")


@dataclass(frozen=True, slots=True)
class OwnCopies:
    """The forms of a count that a department has a copy of, or why it has none.

    Attributes:
        forms: Number and version of each.
        why: Why there is none, or empty.
        reprints: Number of a form to its reprints.
    """

    forms: tuple[tuple[str, int], ...]
    why: str = ""
    reprints: dict[str, tuple[Reprint, ...]] = field(default_factory=dict)


def own_copies(count: str) -> OwnCopies:
    """The reports of a count of which a copy goes to the duty signed into.

    Raises:
        NotFoundError: There is no such count.
    """
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    return own_copies_of(shown.gaming_date)


def own_copies_of(day: date) -> OwnCopies:
    """The count reports of a gaming date of which a copy goes to the duty signed into."""
    database, viewer = desk.database(), desk.viewer()
    found: list[tuple[str, int]] = []
    again: dict[str, tuple[Reprint, ...]] = {}
    for paper in _REPORTS:
        try:
            own = copies.of_day(database, viewer, day, paper)
        except (AccessError, NotFoundError) as refused:
            return OwnCopies((), refused.message)
        found += [(one.form, one.version) for one in own]
        again |= {one.form: reprints.made(database, viewer, one.form, one.copy) for one in own}
    return OwnCopies(tuple(found), reprints=again)


def own_copy(form: str, copy: str) -> Response:
    """The kept bytes of one copy.

    Raises:
        NotFoundError: There is none of that name, or no print of it is kept.
        AccessError: The copy goes to another department, or is not released yet.
    """
    prints.require_of_count(desk.database(), form)
    return _first_print(form, copy)


def _first_print(form: str, copy: str) -> Response:
    content = prints.pdf(desk.database(), desk.viewer(), form, copy)
    return _pdf(content, f"{form}-{copy.lower().replace(' ', '-')}.pdf")


def reprint(form: str, copy: str) -> Done:
    """Print one's own copy of a form once more, and keep that print.

    Raises:
        NotFoundError: There is none of that name, or no first print of it is kept.
        AccessError: The copy goes to another department, or is not released yet.
        StaleError: Somebody reprinted it in the same moment.
    """
    viewer, database = desk.viewer(), desk.database()
    due = reprints.due(database, viewer, form, copy)
    printer = press_room.printer_of(desk.server(), desk.house())
    by = f"by {viewer.person.name}, {viewer.person.credential}"
    pdf = reprinted(database, printer, due, at=desk.now(), by=by)
    return do(
        kept.keep_reprint,
        document=due.document,
        version=due.version,
        copy=copy,
        ordinal=due.stamp[copy].ordinal,
        pdf=pdf,
    )


def reprinted_copy(form: str, copy: str, ordinal: int) -> Response:
    """The kept bytes of a reprint.

    Raises:
        NotFoundError: There is no such reprint.
        AccessError: The copy goes to another department, or is not released yet.
    """
    content = reprints.pdf(desk.database(), desk.viewer(), form, copy, ordinal)
    return _pdf(content, f"{form}-{copy.lower().replace(' ', '-')}-reprint-{ordinal}.pdf")


def _pdf(content: bytes, named: str) -> Response:
    answer = make_response(content)
    answer.headers["Content-Type"] = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{named}"'
    return answer


@dataclass(frozen=True, slots=True)
class FormCopy:
    """One's own copy of a form.

    Attributes:
        name: Number of the form.
        title: Of its paper.
        copy: Which copy, and where it goes; nothing where it is read from the record.
        kept: Its prints so far of the version that stands, the first one first.
        reprints: Those printed once more: who and when.
        draft: Whether a signature is missing.
        void: Whether it is void.
    """

    name: str
    title: str
    copy: Copy | None
    kept: tuple[KeptPrint, ...]
    reprints: tuple[Reprint, ...]
    draft: bool
    void: bool


def form_copy(form: str) -> FormCopy:
    """One's own copy of a form of no count, with what was printed of it.

    Raises:
        NotFoundError: There is no such form, or it belongs to a count.
        AccessError: It is not open to the duty signed into, or is of a table and the count of
            its gaming date is not concluded, for who does not handle it.
    """
    viewer, database = desk.viewer(), desk.database()
    facts = papers.paper(database, viewer, form)
    if facts.document.count:
        msg = f"{form} is printed with its count."
        raise NotFoundError(msg)
    if facts.document.table and viewer.duty not in _HANDLE:
        registers.concluded(database, viewer, facts.document.gaming_date)
    copy = next((one for one in facts.copies if viewer.duty in one.roles), None)
    mine = () if copy is None else _kept(form, copy.name, facts.document.version)
    return FormCopy(
        name=form,
        title=facts.title,
        copy=copy,
        kept=mine,
        reprints=reprints.made(database, viewer, form, copy.name) if copy and mine else (),
        draft=facts.draft,
        void=facts.document.state == "void",
    )


def _kept(form: str, copy: str, version: int) -> tuple[KeptPrint, ...]:
    every = prints.kept(desk.database(), form)
    return tuple(one for one in every if (one.copy, one.version) == (copy, version))


def may_print(paper: str) -> bool:
    """Whether a copy of a paper goes to the duty signed into."""
    duty = desk.who().duty
    return any(duty in copy.roles for copy in PAPERS[paper].copies)


def printed(form: str) -> Response:
    """One's own copy of a form: the kept print, or how it stands now.

    Raises:
        NotFoundError: There is no such form.
        AccessError: No copy of it goes to this duty.
    """
    viewer = desk.viewer()
    facts = papers.paper(desk.database(), viewer, form)
    copy = next((one for one in facts.copies if viewer.duty in one.roles), None)
    if copy is not None:
        press_room.keep_form(form)
        try:
            return _first_print(form, copy.name)
        except NotFoundError:  # it lacks a signature, or was void before anybody printed it
            pass
    person = viewer.person
    printer = press_room.printer_of(desk.server(), desk.house())
    by = f"by {person.name}, {person.credential}"
    return _pdf(printer.form(facts, copy, at=desk.now(), by=by), f"{form}.pdf")
