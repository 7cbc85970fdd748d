"""A department's own copies of the count reports, as they were kept."""

from dataclasses import dataclass
from typing import Final

from flask import Response, make_response

from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, count_board, prints
from countroom.web import desk

_REPORTS: Final = ("banking_count", "nonbanking_count")


@dataclass(frozen=True, slots=True)
class OwnCopies:
    """The forms of a count that a department has a copy of, or why it has none.

    Attributes:
        forms: Number and version of each.
        why: Why there is none, or empty.
    """

    forms: tuple[tuple[str, int], ...]
    why: str = ""


def own_copies(count: str) -> OwnCopies:
    """The reports of a count of which a copy goes to the duty signed into.

    Raises:
        NotFoundError: There is no such count.
    """
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    found: list[tuple[str, int]] = []
    for paper in _REPORTS:
        try:
            kept = copies.of_day(desk.database(), desk.viewer(), shown.gaming_date, paper)
        except (AccessError, NotFoundError) as refused:
            return OwnCopies((), refused.message)
        found += [(one.form, one.version) for one in kept]
    return OwnCopies(tuple(found))


def own_copy(form: str, copy: str) -> Response:
    """The kept bytes of one copy.

    Raises:
        NotFoundError: There is none of that name, or no print of it is kept.
        AccessError: The copy goes to another department, or is not released yet.
    """
    content = prints.pdf(desk.database(), desk.viewer(), form, copy)
    answer = make_response(content)
    answer.headers["Content-Type"] = "application/pdf"
    named = f"{form}-{copy.lower().replace(' ', '-')}.pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{named}"'
    return answer
