"""A box at its station: opened under two keys, emptied, shown empty, never two at once."""

from typing import Final

from countroom.domain import count as count_moves
from countroom.domain import drop as moves
from countroom.domain.count import CountState
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.domain.house import House
from countroom.domain.keys import CONTENT
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError, StaleError
from countroom.operations import attendance, keys, room
from countroom.operations.acts import Act, Done
from countroom.operations.notices import check_told
from countroom.regulations import V_34
from countroom.stores import custody
from countroom.stores.custody import InCount, about_text


def box_of(act: Act, count: str, box: str) -> InCount:
    """A box of a count.

    Raises:
        NotFoundError: There is no such box; a table's label is not a box's.
        EntryError: It did not come in for this count.
    """
    room.house(act, count).box(box)
    act.flush()
    found = custody.box_in_count(act.tx, count, box)
    if found is None:
        raise EntryError({"box": f"Box {box} did not come in for this count."})
    return found


def local_time(act: Act, count: str, box: InCount, state: BoxState) -> str:
    """Say who brought a box into a state and when, ``Ana at 05:12``."""
    moved = box.reached(state)
    assert moved is not None
    house = room.house(act, count)
    people = {person.code: person.name for person in house.people}
    at = moved.at.astimezone(house.property.zone_info)
    return f"{people.get(moved.person, moved.person)} at {at:%H:%M}"


def check_not_recorded(act: Act, count: str, box: InCount) -> None:
    """Refuse to count a box a second time.

    Raises:
        StaleError: It is recorded; the sentence says by whom and when.
    """
    if box.state in {BoxState.RECORDED, BoxState.STORED_EMPTY}:
        msg = f"Box {box.box} was counted by {local_time(act, count, box, BoxState.RECORDED)}."
        raise StaleError(msg)


def _begin(act: Act, count: str, house: House) -> None:
    """Refuse the first box before everything is ready; later ones look at the team again."""
    state = room.state(act, count)
    if state is CountState.RECONCILED_IN:
        check_told(act.tx, "count", room.gaming_date(act, count))
        attendance.check_strength(act, count, house)
    else:
        room.check_between(act, count, CountState.COUNTING, CountState.COUNTING)
        attendance.check_observed(act, count, house)
    attendance.check_keys_out(act, count)


def _check_station(act: Act, count: str, house: House, station: str) -> None:
    in_use = [one.code for one in house.stations][: house.settings.stations]
    if station not in in_use:
        raise EntryError({"station": f"Choose one of the stations in use: {', '.join(in_use)}."})
    for box, there in custody.in_count(act.tx, count).items():
        if there.state in OPEN_AT_STATION and there.station == station:
            raise RuleError(V_34, f"Box {box} is open at station {station}.")


_INSTEAD: Final = "A lock that does not turn is forced, in full view."


def _open(act: Act, *, count: str, box: str, station: str, to: BoxState, **said: object) -> None:
    house = room.house(act, count)
    here = box_of(act, count, box)
    check_not_recorded(act, count, here)
    _begin(act, count, house)
    _check_station(act, count, house, station)
    state = moves.move(here.state, to)
    if to is BoxState.OPENED:
        keys.check_lock(act, house, house.box(box), *sorted(CONTENT), instead=_INSTEAD)
    if room.state(act, count) is CountState.RECONCILED_IN:
        act.move("count", count, count_moves.move(CountState.RECONCILED_IN, CountState.COUNTING))
    act.move("box", box, state, about=about_text(count=count, station=station, **said))


def open_box(act: Act, *, count: str, box: str, station: str, announced: bool = False) -> Done:
    """Open both content locks of a box at a station; the first box begins the counting.

    Args:
        act: The act, of the count team or its supervisor.
        count: Name of the count.
        box: As scanned or picked.
        station: Where it is opened.
        announced: Game, table and shift were said aloud, where the house asks for it.

    Raises:
        NotFoundError: There is no such count or box; a table's label is not a box's.
        RuleError: Who acts is not signed on (V-33); surveillance was not told (V-05); the team,
            its supervisor or a representative is missing (V-32); the keys are not out (V-03);
            the count is elsewhere (COUNT-ORDER); another box is open at the station (V-34); the
            box is not waiting (BOX-ORDER); a content key of it is lost or broken (KEY-CUSTODY).
        AccessError: He is signed on for another duty.
        StaleError: The box is counted already; by whom and when is said.
        EntryError: The box is not of this count, the station is not in use, or it was not said
            aloud.
    """
    room.gaming_date(act, count)
    room.check_counting(act, count)
    if room.house(act, count).settings.announce_boxes and not announced:
        raise EntryError({"announced": "Say game, table and shift aloud first."})
    _open(act, count=count, box=box, station=station, to=BoxState.OPENED, announced=announced)
    says = f"Box {box} is open at station {station}."
    return act.seal("box opened", f"box {box}", {"station": station}, done=Done(says))


def force_box(act: Act, *, count: str, box: str, station: str, why: str) -> Done:
    """Force a box whose content lock is jammed, in full view; its lock is replaced later.

    Args:
        act: The act, of the count room supervisor; the representative is in the room.
        count: Name of the count.
        box: As scanned or picked.
        station: Where it is forced.
        why: What is the matter with the lock.

    Raises:
        As ``open_box``; AccessError for anyone but the supervisor, EntryError without a reason.
    """
    room.gaming_date(act, count)
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    room.check_counting(act, count)
    if not why.strip():
        raise EntryError({"why": "Say what is the matter with the lock."})
    _open(act, count=count, box=box, station=station, to=BoxState.FORCED, why=why.strip())
    says = f"Box {box} is forced open at station {station}."
    body = {"station": station, "why": why}
    return act.seal("box forced", f"box {box}", body, done=Done(says))


def _next(act: Act, count: str, box: str, to: BoxState, **said: str) -> None:
    room.gaming_date(act, count)
    room.check_counting(act, count)
    room.check_between(act, count, CountState.COUNTING, CountState.COUNTING)
    here = box_of(act, count, box)
    check_not_recorded(act, count, here)
    state = moves.move(here.state, to)
    facts = about_text(count=count, station=here.station, **said)
    act.move("box", box, state, about=facts)


def empty_box(act: Act, *, count: str, box: str) -> Done:
    """Empty an opened box onto the count table, in full view.

    Raises:
        NotFoundError: There is no such count or box.
        RuleError: Who acts is not signed on (V-33); the count is elsewhere (COUNT-ORDER); the
            box is not open (BOX-ORDER).
        AccessError: He is signed on for another duty.
        StaleError: The box is counted already.
        EntryError: The box is not of this count.
    """
    _next(act, count, box, BoxState.EMPTIED)
    return act.seal("box emptied", f"box {box}", done=Done(f"Box {box} is emptied."))


def show_empty(act: Act, *, count: str, box: str, second: str = "") -> Done:
    """Hold the inside of a box to the cameras; it is locked again and stored at once.

    Args:
        act: The act, of who showed it.
        count: Name of the count.
        box: The box.
        second: Badge of the team member who looked into it too, where the house asks for one.

    Raises:
        As ``empty_box``; EntryError when the second is missing, not in the room, or the same.
    """
    room.gaming_date(act, count)
    if room.house(act, count).settings.second_sees_empty:
        stay = room.stay_of(act, count, second)
        fits = stay is not None and stay.duty in room.COUNTING_DUTIES
        if not fits or second == act.who.person.code:
            sentence = "Show it to another member of the team: enter the badge."
            raise EntryError({"second": sentence})
    _next(act, count, box, BoxState.SHOWN_EMPTY, confirmed=second)
    body = {"confirmed": second}
    return act.seal("box shown empty", f"box {box}", body, done=Done(f"Box {box} is empty."))
