"""The two count reports: issued when the money is presented, made anew when a figure changes.

A report names its box counts by digest. Whoever changes a box count calls ``refresh``: it makes
new versions of the reports that named it, and lets a count in recheck see whether it agrees now.

Reference:
    525.19(u)-(v); V_38-V_41, V_62.
"""

from dataclasses import replace
from datetime import date

from countroom.domain import canonical
from countroom.domain.documents import Document
from countroom.domain.floor import TableKind
from countroom.domain.house import House
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.papers.count_report import BoxLine, CountReport, MissingBox, Named
from countroom.domain.papers.unallocated import Unallocated
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.operations import agreeing, course, papers
from countroom.operations.acts import Act
from countroom.regulations import V_41
from countroom.stores import Tx, custody, documents, proceeds, registry, signers
from countroom.stores import room as rooms


def named(document: Document) -> Named:
    """A document fixed by its version and digest."""
    return Named(document.name, document.version, document.digest)


def _line(document: Document) -> BoxLine:
    content: BoxCount = document.content
    return BoxLine(
        box=content.box,
        table=content.table,
        game=content.game,
        shift=content.shift,
        emergency=content.emergency,
        box_count=named(document),
    )


def _check_kind(house: House, content: BoxCount) -> None:
    kinds = {table.code: table.kind for table in house.tables}
    if kinds.get(content.table, content.kind) is not content.kind:
        msg = f"Box {content.box} was counted as {content.kind.value}, its table is not."
        raise RuleError(V_41, msg)


def _missing(tx: Tx, count: str, house: House, kind: TableKind) -> tuple[MissingBox, ...]:
    kinds = {table.code: table.kind for table in house.tables}
    named_missing = [one for one in custody.named_missing(tx, count).values() if not one.found]
    made = [
        MissingBox(
            box="" if one.box in kinds else one.box,
            table=one.box if one.box in kinds else one.table,
            reason=one.reason,
            variance_report=one.report,
        )
        for one in named_missing
    ]
    return tuple(one for one in made if kinds.get(one.table, TableKind.BANKING) is kind)


def _team(tx: Tx, count: str) -> tuple[str, ...]:
    stayed = rooms.stays(tx, count)
    return tuple(sorted({stay.person for stay in stayed if stay.duty is Role.COUNT_TEAM}))


def _touches(content: Unallocated, kind: TableKind) -> bool:
    banking = kind is TableKind.BANKING
    return any(line.pool.is_banking is banking for line in content.lines)


def content_of(tx: Tx, count: str, kind: TableKind, prepared: date) -> CountReport:
    """What a report says now.

    Raises:
        RuleError: A box was counted as of the other kind (V-41).
    """
    house = course.house(tx, count)
    boxes = []
    for document in proceeds.in_table_order(tx, count):
        _check_kind(house, document.content)
        if document.content.kind is kind:
            boxes.append(_line(document))
    adjusted = documents.find(tx, count=count, paper="unallocated")
    return CountReport(
        count=count,
        kind=kind,
        gaming_date=registry.count_date(tx, count),
        prepared=prepared,
        boxes=tuple(boxes),
        opened=len(boxes),
        missing=_missing(tx, count, house, kind),
        unallocated=tuple(named(one) for one in adjusted if _touches(one.content, kind)),
        team=_team(tx, count),
        left_unsigned=tuple(left.person for left in signers.left_unsigned(tx, count)),
    )


def issue(act: Act, count: str) -> dict[TableKind, Document]:
    """Issue version 1 of both reports, unless they are issued; part of another act."""
    there = proceeds.reports(act.tx, count)
    prepared = act.now.astimezone(course.house(act.tx, count).property.zone_info).date()
    for kind, paper in proceeds.REPORTS.items():
        if kind not in there:
            content = content_of(act.tx, count, kind, prepared)
            there[kind] = papers.issue(act, paper, content, course.about(act, count))
    return there


def refresh(act: Act, count: str, *, reason: str = "", second_person: str = "") -> None:
    """Make new versions of the reports whose figures changed; part of another act.

    Signatures stay on the version they were given on (V-62). A count in recheck is then
    compared again. Nothing happens before the reports are issued.

    Args:
        act: The act that changed a figure.
        count: Name of the count.
        reason: Why, as the change gave it.
        second_person: Who stood by.
    """
    act.flush()
    for kind, document in proceeds.reports(act.tx, count).items():
        before: CountReport = document.content
        after = replace(
            content_of(act.tx, count, kind, before.prepared),
            team=before.team,
            left_unsigned=before.left_unsigned,
        )
        if canonical.digest(after) != document.digest:
            papers.change(act, document, after, reason=reason, second_person=second_person)
    agreeing.settle(act, count)
