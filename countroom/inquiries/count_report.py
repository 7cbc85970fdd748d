"""A count report as it is printed: the box counts it names, recount and signatures composed in.

Reference:
    525.19(u)-(v); forms 4.1, 4.2; print 4.25; V_66.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain.access import Viewer
from countroom.domain.documents import Document, Signature, SignatureStep, SigningPlan
from countroom.domain.floor import TableKind
from countroom.domain.papers import PAPERS
from countroom.domain.papers.count_report import CountReport
from countroom.domain.pools import REPORT_POOLS
from countroom.errors import NotFoundError
from countroom.inquiries import report_rows, report_trail, served, viewing
from countroom.inquiries.report_facts import MissingRow, ReportFacts, SignatureBlock
from countroom.inquiries.report_trail import Names
from countroom.inquiries.signers import title_of
from countroom.money import total
from countroom.stores import Tx, documents, journal, proceeds, registry, room, signers
from countroom.stores.database import Database
from countroom.stores.house import house_on


def count_of_day(database: Database, gaming_date: date) -> str:
    """Name of the newest count of a gaming date.

    Raises:
        NotFoundError: Nothing was counted of that date.
    """
    with database.read() as tx:
        found = registry.counts_of(tx, gaming_date)
    if not found:
        msg = f"There is no count of {gaming_date} on record."
        raise NotFoundError(msg)
    return found[-1]


def report(
    database: Database,
    viewer: Viewer,
    count: str,
    kind: TableKind,
    version: int | None = None,
) -> ReportFacts:
    """One of the two reports of a count, its newest version unless another is asked for.

    Args:
        database: Where it is recorded.
        viewer: Who asks; whether he is in the room is read from record.
        count: Name of the count.
        kind: Banking or nonbanking.
        version: Which version, or nothing for the newest.

    Raises:
        NotFoundError: There is no such count or version, or its reports are not made yet.
        AccessError: He may not see its figures now.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        viewing.figures(asking, viewing.view(tx, count), count).require()
        document = proceeds.reports(tx, count).get(kind)
        if document is None:
            msg = "The reports are made when the money is presented."
            raise NotFoundError(msg)
        if version is not None:
            document = documents.get(tx, document.id, version=version)
        return facts_of(tx, count, document)


def _recounts(tx: Tx, count: str, document: Document) -> list[Document]:
    """Recounts that belong to a version: of an older one those before the next was made."""
    found = list(documents.find(tx, count=count, paper="recount"))
    if not document.superseded:
        return found
    following = documents.get(tx, document.id, version=document.version + 1)
    return [recount for recount in found if recount.at <= following.at]


def facts_of(tx: Tx, count: str, document: Document) -> ReportFacts:
    """Compose a report; who may see it has been asked, or it goes to the press."""
    content: CountReport = document.content
    house = house_on(tx, document.gaming_date)
    names = Names(house)
    recounts = _recounts(tx, count, document)
    table = report_rows.sheet(
        house,
        content,
        report_rows.named_versions(tx, count, [line.box_count for line in content.boxes]),
        [documents.by_name(tx, one.name) for one in content.unallocated],
        recounts[-1].content if recounts else None,
    )
    columns = report_rows.columns(table)
    pools = report_rows.pool_totals(table, columns)
    in_total = [one for one in pools if one.pool in REPORT_POOLS[content.kind]]
    signing = _signing(tx, count, document, names)
    again = [one.recount_amount for one in in_total if one.recount_amount is not None]
    standing = room.count_standing(tx, count)
    assert standing is not None
    return ReportFacts(
        paper=document.paper,
        title=PAPERS[document.paper].title,
        facility=house.property.name,
        zone=house.property.zone,
        kind=content.kind,
        gaming_date=content.gaming_date,
        prepared=content.prepared,
        count=count,
        count_state=standing.state.word,
        document=document.id,
        name=document.name,
        version=document.version,
        newest=document.newest,
        digest=document.digest,
        opened=content.opened,
        pools=pools,
        columns=columns,
        rows=report_rows.box_rows(table),
        unallocated=report_rows.unallocated_rows(table),
        grand_total=total([one.amount for one in in_total]),
        recount_total=total(again) if recounts else None,
        recount=recounts[-1].name if recounts else "",
        agrees=all(one.agrees for one in pools) if recounts else None,
        memos=report_rows.memo_rows(table),
        changes=report_trail.changes(tx, table, names),
        attempts=report_trail.attempts(tx, count, table, recounts, names),
        directions=report_trail.directions(tx, count, table, names),
        intervals=report_trail.intervals(tx, count, names),
        machine_tests=report_trail.machine_tests(tx, count, names),
        missing=tuple(
            MissingRow(one.box, one.table, one.reason, one.variance_report)
            for one in content.missing
        ),
        signatures=signing.blocks,
        copies=PAPERS[document.paper].copies,
        head=journal.head(tx) if signing.last is None or signing.draft else signing.last.head,
        draft=signing.draft,
        superseded=document.superseded,
        nil=not content.boxes,
        last_signed_at=signing.at,
        served=tuple(
            one
            for one in served.rows(tx, count, names)
            if signing.draft or signing.at is None or one.at <= signing.at
        ),
    )


# ---------------------------------------------------------------------------------- signatures


@dataclass(frozen=True, slots=True)
class _Signing:
    blocks: tuple[SignatureBlock, ...]
    draft: bool
    last: proceeds.LastSigned | None

    @property
    def at(self) -> datetime | None:
        """When the last signature was given."""
        return None if self.last is None else self.last.at


def _signing(tx: Tx, count: str, document: Document, names: Names) -> _Signing:
    plan = signers.plan(tx, count, document)
    blocks = tuple(
        block
        for step in plan.paper.signatures
        for block in _blocks(tx, count, document, plan, step, names)
    )
    last = proceeds.last_signed(tx, document)
    ends = plan.paper.signatures[-1].name
    draft = not any(signature.step == ends for signature in document.signatures)
    return _Signing(blocks, draft, last)


def _blocks(
    tx: Tx, count: str, document: Document, plan: SigningPlan, step: SignatureStep, names: Names
) -> Iterator[SignatureBlock]:
    given = [entry for entry in document.signatures if entry.step == step.name]
    yield from (_signed(step, entry) for entry in given)
    named = plan.required.get(step.name, frozenset()) - {entry.person for entry in given}
    if step.how_many == 0:
        yield from (_open(step, names.of(code)) for code in sorted(named))
        yield from _leavers(tx, count, step, names)
    elif plan.missing(step, document.signatures):
        only = names.of(next(iter(named))) if len(named) == 1 else ""
        yield _open(step, only)


def _signed(step: SignatureStep, entry: Signature) -> SignatureBlock:
    return SignatureBlock(step.name, entry.title, step.attests, entry.name, entry)


def _open(step: SignatureStep, name: str) -> SignatureBlock:
    return SignatureBlock(step.name, title_of(step), step.attests, name)


def _leavers(tx: Tx, count: str, step: SignatureStep, names: Names) -> Iterator[SignatureBlock]:
    there = {stay.person for stay in room.present(tx, count)}
    unsigned = signers.left_unsigned(tx, count)
    recorded = {left.person for left in unsigned}
    for code, form in signers.left_signed(tx, count).items():
        if code in there or code in recorded:
            continue
        note = f"left, and signed for {len(form.content.boxes)} boxes: {form.name}"
        entry = form.signatures[0]
        yield SignatureBlock(step.name, entry.title, step.attests, entry.name, entry, note)
    for left in unsigned:
        people = f"{names.of(left.supervisor)} and {names.of(left.representative)}"
        note = f"left and could not sign: {left.reason} (recorded by {people})"
        name = names.of(left.person)
        yield SignatureBlock(step.name, title_of(step), step.attests, name, None, note)
