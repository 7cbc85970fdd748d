"""A department's own copies of forms: as they were kept, or a print of how they stand."""

from dataclasses import dataclass, field
from datetime import date
from typing import Final

from flask import Response, make_response

from countroom.domain.papers import PAPERS
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, count_board, papers, prints, reprints
from countroom.inquiries.reprints import Reprint
from countroom.operations import kept
from countroom.operations.acts import Done
from countroom.reports.due import reprinted
from countroom.web import desk, press_room
from countroom.web.doing import do

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
    if copy is not None and not facts.draft:
        try:
            return own_copy(form, copy.name)
        except NotFoundError:  # it is signed, and the press has not come to it yet
            pass
    person = viewer.person
    printer = press_room.printer_of(desk.server(), desk.house())
    by = f"by {person.name}, {person.credential}"
    return _pdf(printer.form(facts, copy, at=desk.now(), by=by), f"{form}.pdf")
