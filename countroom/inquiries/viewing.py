"""Who asks about a count, as the record knows him: in the room or not, recounting or not."""

from contextvars import ContextVar
from dataclasses import replace
from typing import Final

from countroom.domain import access
from countroom.domain.access import CountView, Verdict, Viewer
from countroom.domain.count import CountState
from countroom.stores import Tx, documents, registry, room, states
from countroom.stores.house import house_on


def view(tx: Tx, count: str) -> CountView:
    """What access needs to know of a count; a suspended one stands where it stood.

    Raises:
        NotFoundError: There is no such count.
    """
    house = house_on(tx, registry.count_date(tx, count))
    standing = room.count_standing(tx, count)
    assert standing is not None, "a count on record stands somewhere"
    rechecked = standing.stands is CountState.TEAM_RECHECK
    return CountView(
        standing.stands,
        proof=house.settings.proof_c4a,
        recounted=not rechecked or bool(documents.find(tx, count=count, paper="recount")),
    )


def in_count(tx: Tx, viewer: Viewer, count: str) -> Viewer:
    """The viewer with his part in a count read from record, whatever he says of it."""
    code = viewer.person.code
    signed_on = any(
        stay.person == code and stay.duty is viewer.duty for stay in room.present(tx, count)
    )
    recounts = any(
        moved.person == code for moved in states.current(tx, "recount", prefix=f"{count}|").values()
    )
    return replace(viewer, in_room=signed_on, recounter=recounts)


_SHOWN: Final[ContextVar[set[str] | None]] = ContextVar("counts of which figures are shown")


def watch() -> set[str]:
    """Begin to notice of which counts figures are shown from here on, in this request."""
    shown: set[str] = set()
    _SHOWN.set(shown)
    return shown


def figures(asking: Viewer, view_of: CountView, count: str) -> Verdict:
    """Whether figures of a count may be shown to somebody; where they may, it is noticed.

    Args:
        asking: As ``in_count`` knows him.
        view_of: How the count stands.
        count: Name of the count.
    """
    verdict = access.count_figures(asking, view_of)
    shown = _SHOWN.get(None)
    if verdict.allowed and shown is not None:
        shown.add(count)
    return verdict
