"""Signing, copies, inspection: what is done, who is next, who and what is missing.

Reference:
    525.19(y)(5)-(7), (z); signature order 3.5; count states C8-C14.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.floor import Area, CountingMachine
from countroom.domain.papers import count_report, machine_test
from countroom.domain.papers.room_inspection import Checked
from countroom.domain.papers.transmittal import PAPER as TRANSMITTAL
from countroom.domain.papers.transmittal import Transmittal
from countroom.domain.people import RECOUNT_ROLES, ROOM_ROLES
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import viewing
from countroom.inquiries.report_trail import Names
from countroom.inquiries.signers import Place, places
from countroom.stores import Tx, desk, documents, proceeds, registry, signers, states
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class ReportToSign:
    """One report as it is to be signed.

    Attributes:
        name: Its number.
        title: As printed.
        version: Which version.
        digest: What a signature is bound to: handed back as what the signer saw.
        places: Every place to sign, in order.
        missing: Names of the people whose signature the next place waits for; empty where
            anybody of the duty may sign.
        next_step: The place that is due, or empty when all have signed.
    """

    name: str
    title: str
    version: int
    digest: str
    places: tuple[Place, ...]
    missing: tuple[str, ...]
    next_step: str


@dataclass(frozen=True, slots=True)
class SigningSheet:
    """Both reports, and which place the reader may sign now.

    Attributes:
        count: Name of the count.
        state: Where the count stands.
        reports: Banking, then nonbanking.
        yours: Name of the signature step that is the reader's and due, or empty.
        attests: Ends "You sign as ...: that ..."; empty where nothing is his.
    """

    count: str
    state: CountState
    reports: tuple[ReportToSign, ...]
    yours: str
    attests: str

    @property
    def saw(self) -> dict[str, str]:
        """Number of each report to the digest shown."""
        return {report.name: report.digest for report in self.reports}


def _require_room(viewer: Viewer) -> None:
    if not viewer.in_room or viewer.duty not in ROOM_ROLES | RECOUNT_ROLES:
        msg = "Sign on to this count first."
        raise AccessError(msg)


def _to_sign(document: Document, plan: SigningPlan, names: Names) -> ReportToSign:
    due = plan.next_step(document.signatures)
    there = {entry.person for entry in document.signatures if due and entry.step == due.name}
    wanted = plan.required.get(due.name, frozenset()) - there if due else frozenset()
    return ReportToSign(
        name=document.name,
        title=plan.paper.title,
        version=document.version,
        digest=document.digest,
        places=places(document, plan),
        missing=tuple(names.of(code) for code in sorted(wanted)),
        next_step="" if due is None else due.name,
    )


def _yours(viewer: Viewer, document: Document, plan: SigningPlan) -> tuple[str, str]:
    due = plan.next_step(document.signatures)
    code = viewer.person.code
    if due is None or viewer.duty not in due.roles:
        return "", ""
    named = plan.required.get(due.name)
    signed = any(one.person == code and one.step == due.name for one in document.signatures)
    if signed or (named is not None and code not in named):
        return "", ""
    return due.name, due.attests


def signing_sheet(database: Database, viewer: Viewer, count: str) -> SigningSheet:
    """Who has signed, who is next, who is missing; no figure stands on it.

    Raises:
        NotFoundError: There is no such count, or its reports are not made yet.
        AccessError: He is not signed on to the count.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        _require_room(asking)
        reports = proceeds.reports(tx, count)
        if not reports:
            msg = "The reports are made when the money is presented."
            raise NotFoundError(msg)
        names = Names(house_on(tx, registry.count_date(tx, count)))
        plans = [(one, signers.plan(tx, count, one)) for one in reports.values()]
        found = [_yours(asking, document, plan) for document, plan in plans]
        yours, attests = next((one for one in found if one[0]), ("", ""))
        return SigningSheet(
            count=count,
            state=viewing.view(tx, count).state,
            reports=tuple(_to_sign(document, plan, names) for document, plan in plans),
            yours=yours,
            attests=attests,
        )


# -------------------------------------------------------------------------------- the copies


@dataclass(frozen=True, slots=True)
class CopyStands:
    """A copy of the reports: where it goes and where it is.

    Attributes:
        name: ``ORIGINAL``, ``SECOND COPY``, ``THIRD COPY``.
        destination: Receiving department.
        stands: ``in the room``, ``handed``, ``sent`` or ``received``.
        to: Name of who has it or carries it.
        at: Since when, or nothing while it is in the room.
    """

    name: str
    destination: str
    stands: str
    to: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class TransmittalSheet:
    """The copies and the documents on their way to accounting.

    Attributes:
        count: Name of the count.
        copies: Original, second, third.
        transmittal: The form, or nothing before the original is sent.
        form: Its number, or empty.
        places: Its places to sign.
    """

    count: str
    copies: tuple[CopyStands, ...]
    transmittal: Transmittal | None
    form: str
    places: tuple[Place, ...]


def _copies(tx: Tx, count: str, names: Names) -> tuple[CopyStands, ...]:
    out = states.current(tx, "copy", prefix=f"{count}|")
    found = []
    for copy in count_report.BANKING.copies:
        moved = out.get(f"{count}|{copy.name}")
        if moved is None:
            found.append(CopyStands(copy.name, copy.destination, "in the room", "", None))
            continue
        about = json.loads(moved.about) if moved.about.startswith("{") else {"to": moved.about}
        who = names.of(about.get("to") or about.get("carrier", ""))
        found.append(CopyStands(copy.name, copy.destination, moved.to_state, who, moved.at))
    return tuple(found)


def transmittal(database: Database, viewer: Viewer, count: str) -> TransmittalSheet:
    """Where the copies are, and what lies in the pouch: a supporting document, never the cage's.

    Raises:
        NotFoundError: There is no such count.
        AccessError: It is not open to him, or not now.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        access.supporting_documents(asking, viewing.view(tx, count)).require()
        names = Names(house_on(tx, registry.count_date(tx, count)))
        form = proceeds.last(tx, count, TRANSMITTAL.code)
        return TransmittalSheet(
            count=count,
            copies=_copies(tx, count, names),
            transmittal=None if form is None else form.content,
            form="" if form is None else form.name,
            places=() if form is None else places(form, SigningPlan(TRANSMITTAL)),
        )


# ---------------------------------------------------------------------------- the inspection


@dataclass(frozen=True, slots=True)
class Find:
    """Something found at the inspection, and its supplementary report.

    Attributes:
        found: Where and what.
        report: Number of the report, or empty.
        signed: Whether it carries every signature.
    """

    found: Checked
    report: str
    signed: bool


@dataclass(frozen=True, slots=True)
class InspectionSheet:
    """What is inspected, with whom, and what it found.

    Attributes:
        count: Name of the count.
        state: Where the count stands.
        areas: Every area of the room.
        machines: Every machine.
        typed: The draft, field name to text.
        revision: Of the draft; 0 for none.
        representative: Name of the representative who has to be there, or empty.
        waits_for: What has to happen before, in words.
        untested: Machines that are to be tested again before, by code.
        form: Number of the inspection once it is made, or empty.
        finds: What it found.
    """

    count: str
    state: CountState
    areas: tuple[Area, ...]
    machines: tuple[CountingMachine, ...]
    typed: dict[str, str]
    revision: int
    representative: str
    waits_for: tuple[str, ...]
    untested: tuple[str, ...]
    form: str
    finds: tuple[Find, ...]


_BEFORE: Final = {
    CountState.COPIES_DISTRIBUTED: "the copies are distributed",
    CountState.PROCEEDS_SEALED: "the proceeds are sealed",
}


def _finds(tx: Tx, count: str, inspection: Document) -> tuple[Find, ...]:
    reports = {
        document.content.where: document
        for document in documents.find(tx, count=count, paper="supplementary_count")
        if document.content.inspection == inspection.name
    }
    found = []
    for one in inspection.content.finds:
        report = reports.get(one.place)
        signed = report is not None and any(entry.step == "ccr" for entry in report.signatures)
        found.append(Find(one, "" if report is None else report.name, signed))
    return tuple(found)


def _untested(tx: Tx, count: str) -> tuple[str, ...]:
    tests = documents.find(tx, count=count, paper=machine_test.PAPER.code)
    return machine_test.untested_after(test.content for test in tests)


def inspection_sheet(database: Database, viewer: Viewer, count: str) -> InspectionSheet:
    """The inspection: every area and machine, for five kinds of item.

    Raises:
        NotFoundError: There is no such count.
        AccessError: He is not signed on to the count.
    """
    with database.read() as tx:
        _require_room(viewing.in_count(tx, viewer, count))
        house = house_on(tx, registry.count_date(tx, count))
        draft = desk.draft(tx, f"inspection|{count}")
        passed = {moved.to_state for moved in states.history(tx, "count", count)}
        form = proceeds.last(tx, count, "room_inspection")
        observer = signers.observer(tx, count)
        untested = _untested(tx, count) if house.settings.machine_test else ()
        return InspectionSheet(
            count=count,
            state=viewing.view(tx, count).state,
            areas=house.areas,
            machines=house.machines,
            typed={} if draft is None else json.loads(draft.content),
            revision=0 if draft is None else draft.revision,
            representative=Names(house).of(observer) if observer else "",
            waits_for=(
                *(says for state, says in _BEFORE.items() if state not in passed),
                *(f"{machine} is tested again" for machine in untested),
            ),
            untested=untested,
            form="" if form is None else form.name,
            finds=() if form is None else _finds(tx, count, form),
        )
