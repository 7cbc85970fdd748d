"""The sheets on which pools of money are entered: proof, presentation, recount, recheck.

A sheet lists what is to be entered and never a figure that its reader has to find himself.

Reference:
    525.19(y)(1)-(4); V_51, V_56; access rules of the curtain; case B1.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from countroom.domain import access, agreement
from countroom.domain.access import CountView, Viewer
from countroom.domain.agreement import Difference, NearMiss
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Pool, denomination_label
from countroom.domain.documents import Document
from countroom.domain.papers.presentation import PoolEntry, PoolKey
from countroom.domain.people import RECOUNT_ROLES, Role
from countroom.domain.pools import field_name, key_title
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import viewing
from countroom.inquiries.report_trail import Names
from countroom.stores import Tx, desk, documents, proceeds, registry, states
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class PoolField:
    """One denomination to enter.

    Attributes:
        key: What it is compared by.
        name: Name of the field on the form.
        label: The denomination, ``$20``.
        title: Denomination and pool in words, for messages.
        strapped: Whether it may come in straps.
        directed: Whether its straps are to be counted note by note.
    """

    key: PoolKey
    name: str
    label: str
    title: str
    strapped: bool
    directed: bool = False

    @property
    def pool(self) -> Pool:
        """Which pool it is of."""
        return self.key[0]


@dataclass(frozen=True, slots=True)
class PoolSheet:
    """A sheet to enter the pools on.

    Attributes:
        count: Name of the count.
        state: Where the count stands.
        fields: What is to be entered, pool by pool, high to low.
        strap_notes: Notes in a full strap.
        typed: The draft, field name to text.
        revision: Of the draft; 0 for none.
        entries: What is entered already: of a presentation the strapping team's own count.
    """

    count: str
    state: CountState
    fields: tuple[PoolField, ...]
    strap_notes: int
    typed: dict[str, str]
    revision: int
    entries: tuple[PoolEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempted:
    """An attempt of recount as everybody may know it: never a figure.

    Attributes:
        number: From 1.
        by: Name of who recounted.
        at: When it was begun or handed in.
        submitted: Whether it was handed in.
        agreed: Whether it agreed; nothing before it was handed in.
    """

    number: int
    by: str
    at: datetime
    submitted: bool
    agreed: bool | None


@dataclass(frozen=True, slots=True)
class RecountSheet:
    """The cashier's sheet, and what the room may know of the recount.

    Attributes:
        sheet: What is to be entered.
        attempt: Number of the attempt that the reader has begun, or nothing.
        devices: Codes of the devices approved for the recount.
        attempts: Attempts so far.
        differing: Which denominations disagree, in words: for the representative alone.
        directed: Denominations whose straps are directed, in words.
    """

    sheet: PoolSheet
    attempt: int | None
    devices: tuple[str, ...]
    attempts: tuple[Attempted, ...]
    differing: tuple[str, ...]
    directed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecheckSheet:
    """What the team checks its boxes with (C7b).

    Attributes:
        count: Name of the count.
        against: Number of the recount or pool proof that differs.
        pools: Whether that is a pool proof: the team may count the pools again.
        differences: By denomination, with both figures.
        near_misses: Boxes in which one slip would explain a difference.
    """

    count: str
    against: str
    pools: bool
    differences: tuple[Difference, ...]
    near_misses: tuple[NearMiss, ...]


def _fields(
    keys: tuple[PoolKey, ...], directed: frozenset[PoolKey] = frozenset()
) -> tuple[PoolField, ...]:
    return tuple(
        PoolField(
            key=key,
            name=field_name(key),
            label=denomination_label(key[3]),
            title=key_title(key),
            strapped=key[1] is Instrument.CURRENCY,
            directed=key in directed,
        )
        for key in keys
    )


def fields_of(tx: Tx, count: str) -> tuple[PoolField, ...]:
    """Everything that is entered of the pools of a count, straps that were directed marked."""
    return _fields(tuple(proceeds.keys_to_enter(tx, count)), _directed(tx, count))


def _sheet(
    tx: Tx,
    count: str,
    subject: str,
    *,
    entries: tuple[PoolEntry, ...] = (),
    directed: frozenset[PoolKey] = frozenset(),
) -> PoolSheet:
    draft = desk.draft(tx, subject) if subject else None
    house = house_on(tx, registry.count_date(tx, count))
    return PoolSheet(
        count=count,
        state=viewing.view(tx, count).state,
        fields=_fields(tuple(proceeds.keys_to_enter(tx, count)), directed),
        strap_notes=house.settings.strap_notes,
        typed={} if draft is None else json.loads(draft.content),
        revision=0 if draft is None else draft.revision,
        entries=entries,
    )


def _require_duty(viewer: Viewer, *duties: Role) -> None:
    if not viewer.in_room or viewer.duty not in duties:
        wanted = " or ".join(role.printed for role in duties)
        msg = f"This sheet is open to: {wanted}, signed on to the count."
        raise AccessError(msg)


def proof_sheet(database: Database, viewer: Viewer, count: str) -> PoolSheet:
    """The strapping team's sheet: what it typed so far, and nothing of the boxes.

    Raises:
        NotFoundError: There is no such count.
        AccessError: He is not of the count team, signed on.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        _require_duty(asking, Role.COUNT_TEAM)
        return _sheet(tx, count, f"proof|{count}")


def presentation_sheet(database: Database, viewer: Viewer, count: str) -> PoolSheet:
    """The presentation, filled in with what the strapping team found.

    Raises:
        NotFoundError: There is no such count.
        AccessError: He is not of team or supervisor, signed on, or no figures show now.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        _require_duty(asking, Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR)
        viewing.figures(asking, viewing.view(tx, count), count).require()
        proof = proceeds.last(tx, count, "pool_proof")
        entries = () if proof is None else proof.content.entries
        return _sheet(tx, count, f"presentation|{count}", entries=entries)


# ------------------------------------------------------------------------------- the recount


def _attempts(tx: Tx, count: str, names: Names) -> tuple[Attempted, ...]:
    outcome = {
        recount.content.attempt: recount.name
        for recount in documents.find(tx, count=count, paper="recount")
    }
    agreed = {
        json.loads(moved.about).get("recount")
        for moved in states.history(tx, "count", count)
        if moved.to_state == CountState.AGREED and moved.about
    }
    found = []
    for subject, moved in states.current(tx, "recount", prefix=f"{count}|").items():
        number = int(subject.rpartition("|")[2])
        name = outcome.get(number)
        found.append(
            Attempted(
                number=number,
                by=names.of(moved.person),
                at=moved.at,
                submitted=name is not None,
                agreed=None if name is None else name in agreed,
            )
        )
    return tuple(sorted(found, key=lambda one: one.number))


def _own_attempt(tx: Tx, count: str, person: str) -> int | None:
    for subject, moved in states.current(tx, "recount", prefix=f"{count}|").items():
        if moved.to_state == "begun" and moved.person == person:
            return int(subject.rpartition("|")[2])
    return None


def _differing(tx: Tx, viewer: Viewer, view: CountView, count: str) -> tuple[str, ...]:
    shown = {CountState.DISCREPANT, CountState.STRAPS_DIRECTED, CountState.TEAM_RECHECK}
    recount = proceeds.last(tx, count, "recount")
    if recount is None or view.state not in shown or viewer.duty is not Role.CCR:
        return ()
    if not access.differing_denominations(viewer, view).allowed:
        return ()
    comparison = agreement.compare(proceeds.figures(tx, count), recount.content.pieces())
    return tuple(key_title(key) for key in comparison.keys)


def _directed(tx: Tx, count: str) -> frozenset[PoolKey]:
    orders = documents.find(tx, count=count, paper="strap_direction")
    return frozenset(one.key for order in orders for one in order.content.denominations)


def recount_sheet(database: Database, viewer: Viewer, count: str) -> RecountSheet:
    """The recount: to the cashier his own sheet, to the room how often and with what answer.

    Which denominations disagree stands on it for the representative alone.

    Raises:
        NotFoundError: There is no such count.
        AccessError: He is not signed on to the count.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        room = (Role.CCR, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_TEAM)
        _require_duty(asking, *sorted(RECOUNT_ROLES), *room)
        house = house_on(tx, registry.count_date(tx, count))
        mine = _own_attempt(tx, count, asking.person.code)
        subject = "" if mine is None else f"recount|{count}|{mine}"
        directed = _directed(tx, count)
        return RecountSheet(
            sheet=_sheet(tx, count, subject, directed=directed),
            attempt=mine,
            devices=house.settings.recount_devices,
            attempts=_attempts(tx, count, Names(house)),
            differing=_differing(tx, asking, viewing.view(tx, count), count),
            directed=tuple(key_title(key) for key in sorted(directed)),
        )


# ------------------------------------------------------------------------------- the recheck


def _second(tx: Tx, count: str) -> Document:
    found = proceeds.last(tx, count, "recount") or proceeds.last(tx, count, "pool_proof")
    if found is None:
        msg = "Nothing was counted a second time."
        raise NotFoundError(msg)
    return found


def recheck_sheet(database: Database, viewer: Viewer, count: str) -> RecheckSheet:
    """What differs, by how much, and the boxes that are one slip away.

    Raises:
        NotFoundError: There is no such count, or no second count of its money.
        AccessError: He may not see its figures now.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        viewing.figures(asking, viewing.view(tx, count), count).require()
        second = _second(tx, count)
        comparison = agreement.compare(proceeds.figures(tx, count), second.content.pieces())
        boxes = [document.content for document in proceeds.in_table_order(tx, count)]
        return RecheckSheet(
            count=count,
            against=second.name,
            pools=second.paper == "pool_proof",
            differences=comparison.denominations,
            near_misses=agreement.near_misses(comparison, boxes),
        )
