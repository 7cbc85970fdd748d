"""A department's own copies of the count reports, as they were kept."""

from typing import Final

from flask import Response, make_response

from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, count_board
from countroom.inquiries.copies import KeptCopy
from countroom.web import desk

_REPORTS: Final = ("banking_count", "nonbanking_count")


def own_copies(count: str) -> tuple[list[KeptCopy], str]:
    """The copies of a count's reports that go to the duty signed into, or why there are none.

    Raises:
        NotFoundError: There is no such count.
    """
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    found: list[KeptCopy] = []
    for paper in _REPORTS:
        try:
            found += copies.of_day(desk.database(), desk.viewer(), shown.gaming_date, paper)
        except (AccessError, NotFoundError) as refused:
            return [], refused.message
    return found, ""


def own_copy(count: str, form: str) -> Response:
    """The kept bytes of one of them.

    Raises:
        NotFoundError: There is none of that name.
    """
    kept, why = own_copies(count)
    found = next((one for one in kept if one.form == form), None)
    if found is None:
        raise NotFoundError(why or f"There is no copy of {form} here.")
    answer = make_response(found.content)
    answer.headers["Content-Type"] = "application/pdf"
    copy = found.copy.lower().replace(" ", "-")
    answer.headers["Content-Disposition"] = f'inline; filename="{found.form}-{copy}.pdf"'
    return answer
