"""Recording a box, changing what was recorded, and exchanging two boxes that were swapped.

Once recorded, a figure changes only as a new version, with a reason and a second person; the old
one stays readable and the change prints.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from countroom.domain import box_sheet
from countroom.domain import drop as moves
from countroom.domain.box_sheet import Sheet
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.domain.house import House
from countroom.domain.papers.box_count import PAPER, BoxCount, Figure
from countroom.domain.people import Role
from countroom.errors import EntryError, StaleError
from countroom.operations import boxes, count_reports, machines, outcomes, papers, room, sheets
from countroom.operations.acts import Act, Done, Proof, Who
from countroom.stores import desk, documents
from countroom.stores.custody import InCount, about_text
from countroom.stores.database import Database
from countroom.stores.documents import About

SECONDS: Final = (Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.CCR)
"""Who may stand by a change."""


def box_count_of(act: Act, count: str, box: str) -> Document | None:
    """What was recorded of a box in a count, in its newest version."""
    found = documents.find(act.tx, paper=PAPER.code, count=count, box=box)
    return found[0] if found else None


def _content(act: Act, count: str, house: House, box: InCount, sheet: Sheet) -> BoxCount:
    outcomes.check_whole(act, sheet.coupons)
    table = sheets.table_of(house, box)
    game = table.game if table else ""
    lines = box_sheet.in_use(house, table, box.kind)
    workers = [moved.person for moved in box.moves if moved.to_state in OPEN_AT_STATION]
    content = BoxCount(
        count=count,
        box=box.box,
        table=box.table,
        game=game,
        kind=box.kind,
        figures=box_sheet.figures_of(sheet, house, lines),
        station=box.station,
        machine=sheet.machine,
        shift=sheet.shift,
        emergency=box.emergency,
        ticket_cents=sheet.ticket_cents,
        documents=sheet.documents,
        coupons=sheet.coupons,
        memos=sheet.memos,
        empty=sheet.empty,
        counters=tuple(dict.fromkeys([*workers, act.who.person.code])),
    )
    return outcomes.said(act, house, content)


def _check_complete(house: House, box: InCount, sheet: Sheet) -> None:
    lines = box_sheet.in_use(house, sheets.table_of(house, box), box.kind)
    still_open = box_sheet.still_open(sheet, lines)
    if still_open:
        sentence = box_sheet.open_sentence(still_open)
        raise EntryError({line.key: sentence for line in still_open[:1]})


def _about(act: Act, count: str, box: InCount) -> About:
    return About(
        room.gaming_date(act, count),
        count=count,
        table=box.table,
        box=box.box,
        period=box.period,
    )


def record_box(
    act: Act, *, count: str, box: str, revision: int, sheet: Sheet | None = None
) -> Done:
    """Record what was counted in a box: every denomination entered, blank is not zero.

    Args:
        act: The act, of the count team or its supervisor.
        count: Name of the count.
        box: The box.
        revision: Of the draft that was on the screen; 0 if none was saved.
        sheet: What is on the screen; nothing records the draft as saved.

    Raises:
        NotFoundError: There is no such count or box.
        RuleError: Who acts is not signed on (V-33); the count is elsewhere (COUNT-ORDER); the
            box was not shown empty (V-35); chips stand among a banking box's currency (V-43), or
            a coupon among the figures (V-46); a mailed coupon is
            neither cancelled nor held (V-94).
        AccessError: He is signed on for another duty.
        StaleError: The money is presented, the box recorded, or the draft changed since.
        EntryError: A denomination in use is open; something typed cannot be taken; the machine
            did not pass its test.
    """
    room.gaming_date(act, count)
    room.check_counting(act, count)
    house = room.house(act, count)
    here = boxes.box_of(act, count, box)
    sheets.check_counting_now(act, count)
    boxes.check_not_recorded(act, count, here)
    sheets.check_shown(here)
    draft = sheets.check_revision(act, count, box, revision)
    final = sheets.read(draft) if sheet is None else sheet
    box_sheet.check(final, house)
    sheets.check_added(act, house, here, sheets.read(draft), final)
    _check_complete(house, here, final)
    machines.check_tested(act, count, house, final.machine)
    content = _content(act, count, house, here, final)
    document = papers.issue(act, PAPER, content, _about(act, count, here))
    facts = about_text(count=count, station=here.station, document=document.name)
    counted = moves.move(here.state, BoxState.COUNTED)
    act.move("box", box, counted, about=facts)
    act.move("box", box, moves.move(counted, BoxState.RECORDED), about=facts)
    desk.drop_draft(act.tx, box_sheet.draft_name(count, box))
    desk.drop_draft(act.tx, box_sheet.kept_name(count, box, act.who.person.code))
    body = {
        "document": document.name,
        "digest": document.digest,
        "changed": box_sheet.changes(sheets.read(draft), final),
    }
    done = Done(f"Box {box} is recorded.", name=document.name, document=document.id)
    return act.seal("box recorded", f"box {box}", body, done=done)


def record(database: Database, *, who: Who, now: datetime, key: str = "", **asked: Any) -> Done:
    """Record a box; a refusal because somebody was first is journaled, and what was typed kept.

    Args:
        database: The property's.
        who: Who records.
        now: The server's time.
        key: Made when the form was rendered.
        **asked: As ``record_box``.

    Raises:
        As ``record_box``.
    """
    return sheets.attempt(database, record_box, who=who, now=now, key=key, **asked)


# --------------------------------------------------------------------------- afterwards


def _check_changeable(act: Act, count: str) -> None:
    room.gaming_date(act, count)
    room.check_counting(act, count)
    if room.state(act, count) is not CountState.TEAM_RECHECK:
        room.check_between(act, count, CountState.COUNTING, CountState.ALL_RECORDED)


def _use_second(act: Act, count: str, second: Proof) -> str:
    if second.person.code == act.who.person.code:
        raise EntryError({"second": "Another person stands by a change."})
    return room.use_as(act, count, second, *SECONDS).person.code


def _recorded(act: Act, count: str, box: str, version: int) -> Document:
    document = box_count_of(act, count, box)
    if document is None:
        raise EntryError({"box": f"Box {box} is not recorded yet."})
    if document.version != version:
        msg = f"Box {box} was changed since you opened it: version {document.version} stands."
        raise StaleError(msg)
    return document


def _check_reason(reason: str) -> str:
    if not reason.strip():
        raise EntryError({"reason": "Say why it is changed."})
    return reason.strip()


def change_box(
    act: Act, *, count: str, box: str, version: int, sheet: Sheet, reason: str, second: Proof
) -> Done:
    """Change what was recorded of a box: a new version, with a reason and a second person.

    Args:
        act: The act, of the count team or its supervisor.
        count: Name of the count.
        box: The box.
        version: Of the box count that was on the screen.
        sheet: The whole sheet as it is to stand.
        reason: Why; it prints.
        second: Who stands by: of the team, its supervisor, or the representative.

    Raises:
        NotFoundError: There is no such count or box.
        RuleError: Someone is not signed on (V-33); the count is elsewhere (COUNT-ORDER); chips
            or a coupon stand among the currency (V-43, V-46).
        AccessError: Somebody is signed on for another duty, or the proof is spent.
        StaleError: Another version stands.
        EntryError: The box is not recorded, nothing changes, the reason is missing, the second
            person is the first, or something typed cannot be taken.
    """
    _check_changeable(act, count)
    house = room.house(act, count)
    here = boxes.box_of(act, count, box)
    before = _recorded(act, count, box, version)
    reason = _check_reason(reason)
    box_sheet.check(sheet, house)
    sheets.check_added(act, house, here, sheet_of(before.content), sheet)
    _check_complete(house, here, sheet)
    machines.check_tested(act, count, house, sheet.machine)
    content = replace(
        _content(act, count, house, here, sheet),
        counters=before.content.counters,
        station=before.content.station,
    )
    if content == before.content:
        raise EntryError({"sheet": "Nothing is changed."})
    second_person = _use_second(act, count, second)
    after = papers.change(act, before, content, reason=reason, second_person=second_person)
    outcomes.follow(act, house, before.content, reason=reason, second_person=second_person)
    count_reports.refresh(act, count, reason=reason, second_person=second_person)
    body = {
        "document": after.name,
        "version": after.version,
        "reason": reason,
        "second_person": second_person,
        "changed": box_sheet.changes(sheet_of(before.content), sheet),
    }
    says = f"Box {box} is changed: version {after.version} of {after.name}."
    done = Done(says, name=after.name, document=after.id, version=after.version)
    return act.seal("box changed", f"box {box}", body, done=done)


def _key(figure: Figure) -> str:
    line = box_sheet.Denomination(figure.instrument, figure.denomination_cents, figure.chip_set)
    return line.key


def sheet_of(content: BoxCount) -> Sheet:
    """Lay what was recorded out as a sheet again, to be changed."""
    return Sheet(
        figures={_key(figure): figure.pieces for figure in content.figures},
        mutilated={
            _key(figure): figure.mutilated for figure in content.figures if figure.mutilated
        },
        documents=content.documents,
        coupons=content.coupons,
        memos=content.memos,
        machine=content.machine,
        ticket_cents=content.ticket_cents,
        shift=content.shift,
        empty=content.empty,
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    first: Document
    second: Document


def _exchanged(mine: BoxCount, other: BoxCount) -> BoxCount:
    """This box with the other's money, documents and coupons."""
    return replace(
        mine,
        figures=other.figures,
        station=other.station,
        machine=other.machine,
        ticket_cents=other.ticket_cents,
        documents=other.documents,
        coupons=other.coupons,
        memos=other.memos,
        empty=other.empty,
        counters=other.counters,
    )


def swap_boxes(
    act: Act, *, count: str, versions: Mapping[str, int], reason: str, second: Proof
) -> Done:
    """Exchange what was recorded of two boxes that were taken for one another.

    Both box counts get a new version in one act: money, documents, coupons and memo entries
    change places, and everything that reads them follows.

    Args:
        act: The act, of the count team or its supervisor.
        count: Name of the count.
        versions: The two boxes, each with the version that was on the screen.
        reason: Why; it prints.
        second: Who stands by.

    Raises:
        NotFoundError: There is no such count or box.
        RuleError: Someone is not signed on (V-33), the count is elsewhere (COUNT-ORDER), or a
            mailed coupon is open in its new box (V-94).
        AccessError: Somebody is signed on for another duty, or the proof is spent.
        StaleError: Another version stands.
        EntryError: It is not two recorded boxes of one kind, the reason is missing, or the
            second person is the first.
    """
    _check_changeable(act, count)
    if len(versions) != 2:
        raise EntryError({"boxes": "Name the two boxes that were taken for one another."})
    for box in versions:
        boxes.box_of(act, count, box)
    pair = _Pair(*(_recorded(act, count, box, version) for box, version in versions.items()))
    reason = _check_reason(reason)
    a, b = pair.first.content, pair.second.content
    if a.kind is not b.kind:
        raise EntryError({"boxes": "A banking and a nonbanking box are reported apart."})
    second_person = _use_second(act, count, second)
    house, boxes_now = room.house(act, count), set(versions)
    for document, exchanged in ((pair.first, _exchanged(a, b)), (pair.second, _exchanged(b, a))):
        content = outcomes.said(act, house, exchanged, boxes_now)
        papers.change(act, document, content, reason=reason, second_person=second_person)
        boxes_now.discard(document.box)
    count_reports.refresh(act, count, reason=reason, second_person=second_person)
    body = {"boxes": list(versions), "reason": reason, "second_person": second_person}
    says = f"Boxes {' and '.join(versions)} are exchanged."
    return act.seal("boxes exchanged", f"count {count}", body, done=Done(says))
