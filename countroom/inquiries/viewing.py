"""Who asks about a count, as the record knows him: in the room or not, recounting or not."""

from dataclasses import replace

from countroom.domain.access import CountView, Viewer
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
