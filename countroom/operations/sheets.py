"""What is typed about a box while it is counted: saved as one types, nothing overwritten.

Two tablets may show one box. Each save names the revision that was on its screen; who saves on
an older one is told who changed it and when, his attempt is journaled with its figures, and what
he typed is kept as his own draft. The same holds for a save after the count went on.
"""

from datetime import datetime
from typing import Any

from countroom.domain import box_sheet, canonical
from countroom.domain import drop as moves
from countroom.domain.box_sheet import Sheet, draft_name, kept_name
from countroom.domain.count import CURTAINED, CountState
from countroom.domain.drop import BoxState
from countroom.domain.floor import Table
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError, StaleError
from countroom.operations import boxes, room
from countroom.operations.acts import Act, Done, Operation, Who, perform
from countroom.regulations import COUNT_ORDER
from countroom.stores import desk, states
from countroom.stores.custody import InCount
from countroom.stores.database import Database
from countroom.stores.desk import Draft


def read(draft: Draft | None) -> Sheet:
    """Read a draft; nothing typed yet is an empty sheet."""
    if draft is None:
        return Sheet()
    return canonical.from_bytes(Sheet, draft.content.encode())


def table_of(house: House, box: InCount) -> Table | None:
    """The table a box came from, as the house knows it."""
    return house.table(box.table) if box.table else None


def _said_by(house: House, person: str, at: datetime) -> str:
    names = {one.code: one.name for one in house.people}
    return f"{names.get(person, person)} at {at.astimezone(house.property.zone_info):%H:%M}"


def check_counting_now(act: Act, count: str) -> None:
    """Refuse to count once the count has gone on; says who took it on, and when.

    Raises:
        StaleError: The money is presented: what was typed is kept and shown again later.
        RuleError: The count is elsewhere (COUNT-ORDER).
    """
    if room.state(act, count) in CURTAINED:
        moved = states.last_into(act.tx, "count", count, CountState.PRESENTED)
        assert moved is not None
        by = _said_by(room.house(act, count), moved.person, moved.at)
        msg = f"The count was presented by {by}: nothing is entered now."
        raise StaleError(msg)
    room.check_between(act, count, CountState.COUNTING, CountState.COUNTING)


def check_shown(box: InCount) -> None:
    """Refuse to count a box that was not shown empty.

    Raises:
        RuleError: It was not (V-35).
    """
    if box.state is not BoxState.SHOWN_EMPTY:
        moves.move(box.state, BoxState.COUNTED)


def check_revision(act: Act, count: str, box: str, revision: int) -> Draft | None:
    """Refuse to write over what somebody saved in between.

    Returns:
        The draft as it stands.

    Raises:
        StaleError: Its revision is not the one that was on the saver's screen.
    """
    draft = desk.draft(act.tx, draft_name(count, box))
    if draft is None:
        if revision:
            msg = f"Box {box} was opened again: what was typed before is gone from the sheet."
            raise StaleError(msg)
        return None
    if draft.revision != revision:
        by = _said_by(room.house(act, count), draft.person, draft.at)
        msg = f"Box {box} was changed by {by}: nothing was overwritten."
        raise StaleError(msg)
    return draft


def check_added(act: Act, house: House, box: InCount, before: Sheet, after: Sheet) -> None:
    """Refuse a denomination that is not in use, unless the supervisor adds it.

    Raises:
        EntryError: Somebody else adds one.
    """
    lines = box_sheet.in_use(house, table_of(house, box), box.kind)
    fresh = box_sheet.added(after, lines) - box_sheet.added(before, lines)
    if fresh and act.who.duty is not Role.COUNT_ROOM_SUPERVISOR:
        sentence = "The supervisor adds a denomination that is not in use."
        raise EntryError(dict.fromkeys(sorted(fresh), sentence))


def save_draft(act: Act, *, count: str, box: str, revision: int, sheet: Sheet) -> Done:
    """Save what is typed about a box; journaled with what it was before and after.

    Args:
        act: The act, of the count team or its supervisor.
        count: Name of the count.
        box: The box.
        revision: Of the draft that was on the screen; 0 before the first save.
        sheet: Everything typed so far.

    Returns:
        ``extra["revision"]`` is the revision to send next.

    Raises:
        NotFoundError: There is no such count or box.
        RuleError: Who acts is not signed on (V-33); the count is elsewhere (COUNT-ORDER); the
            box was not shown empty (V-35).
        AccessError: He is signed on for another duty.
        StaleError: The money is presented, the box recorded, or the draft changed since.
        EntryError: Something typed cannot be taken.
    """
    room.gaming_date(act, count)
    room.check_counting(act, count)
    house = room.house(act, count)
    here = boxes.box_of(act, count, box)
    check_counting_now(act, count)
    boxes.check_not_recorded(act, count, here)
    check_shown(here)
    draft = check_revision(act, count, box, revision)
    before = read(draft)
    box_sheet.check(sheet, house)
    check_added(act, house, here, before, sheet)
    saved = Draft(
        draft_name(count, box),
        revision + 1,
        canonical.to_bytes(sheet).decode(),
        act.who.person.code,
        act.now,
    )
    desk.save_draft(act.tx, saved)
    desk.drop_draft(act.tx, kept_name(count, box, act.who.person.code))
    body = {"revision": saved.revision, "changed": box_sheet.changes(before, sheet)}
    done = Done(f"Box {box} saved.", name=box, extra={"revision": saved.revision})
    return act.seal("draft saved", saved.subject, body, done=done)


def note_refused(act: Act, *, count: str, box: str, sheet: Sheet, why: str) -> Done:
    """Journal a save that was refused, and keep what was typed as the person's own draft."""
    before = read(desk.draft(act.tx, draft_name(count, box)))
    mine = kept_name(count, box, act.who.person.code)
    content = canonical.to_bytes(sheet).decode()
    earlier = desk.draft(act.tx, mine)
    revision = 1 if earlier is None else earlier.revision + 1
    desk.save_draft(act.tx, Draft(mine, revision, content, act.who.person.code, act.now))
    body = {"why": why, "typed": box_sheet.changes(before, sheet)}
    return act.seal("save refused", draft_name(count, box), body, done=Done("Kept as your draft."))


def attempt(
    database: Database,
    operation: Operation,
    *,
    who: Who,
    now: datetime,
    key: str = "",
    **asked: Any,
) -> Done:
    """Do what is done with a sheet; if somebody was first, journal the attempt and keep it.

    Raises:
        As the operation.
    """
    try:
        return perform(database, operation, who=who, now=now, key=key, **asked)
    except StaleError as refusal:
        _keep(database, refusal.message, who=who, now=now, **asked)
        raise
    except RuleError as refusal:
        if refusal.rule is COUNT_ORDER:
            _keep(database, refusal.message, who=who, now=now, **asked)
        raise


def _keep(database: Database, why: str, *, who: Who, now: datetime, **asked: Any) -> None:
    if asked.get("sheet") is not None:
        kept = {name: asked[name] for name in ("count", "box", "sheet")}
        perform(database, note_refused, who=who, now=now, why=why, **kept)


def save(database: Database, *, who: Who, now: datetime, key: str = "", **asked: Any) -> Done:
    """Save a box's draft; a refusal because somebody was first is journaled, what was typed kept.

    Args:
        database: The property's.
        who: Who saves.
        now: The server's time.
        key: Made when the form was rendered.
        **asked: As ``save_draft``.

    Raises:
        As ``save_draft``.
    """
    return attempt(database, save_draft, who=who, now=now, key=key, **asked)
