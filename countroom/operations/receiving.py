"""At the count room's door: the trolley, what came in, and a name for every difference."""

from collections.abc import Mapping
from datetime import date

from countroom.domain import access
from countroom.domain import count as count_moves
from countroom.domain import drop as moves
from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.drop import BoxState
from countroom.domain.floor import Box, BoxUse, TableKind
from countroom.domain.house import House
from countroom.domain.keys import trolley_key
from countroom.domain.papers import drop_manifest, drop_variance
from countroom.domain.papers.drop_manifest import DropManifest, ManifestBox
from countroom.domain.papers.drop_variance import DropVariance, VarianceItem
from countroom.domain.receiving import Difference, VarianceKind
from countroom.errors import EntryError, RuleError
from countroom.operations import keys, papers, room
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.notices import check_told
from countroom.regulations import V_31, V_41
from countroom.stores import custody
from countroom.stores.custody import InCount, about, about_text
from countroom.stores.documents import About
from countroom.stores.house import house_at

# ---------------------------------------------------------------------------- the trolley


def _manifest_box(act: Act, box: str, trolley: str, carrier: str) -> tuple[ManifestBox, bool]:
    stands = custody.where_is(act.tx, box)
    state = BoxState.STORED_EMPTY if stands is None else stands.state
    to = moves.move(state, BoxState.IN_TRANSIT)
    assert stands is not None
    facts = stands.about
    act.move("box", box, to, about=about_text(**facts, trolley=trolley, carrier=carrier))
    line = ManifestBox(
        box=box,
        table=stands.table,
        off_at=stands.at,
        replacement=facts.get("replacement", ""),
        emergency=facts.get("emergency", False),
        end_of_day=facts.get("end_of_day", False),
        slip=facts.get("slip", ""),
    )
    return line, bool(facts.get("outside_window"))


def load_trolley(
    act: Act,
    *,
    gaming_date: date,
    trolley: str,
    boxes: tuple[str, ...],
    drop_team: Proof,
    security: Proof,
) -> Done:
    """Lock boxes into the trolley: the manifest is made, and signed by who hands over and takes.

    Args:
        act: The act, of the drop team, security or the count room supervisor.
        gaming_date: Of the drop.
        trolley: Which trolley.
        boxes: What is in it, as scanned.
        drop_team: Who took the boxes off.
        security: Who brings them to the count room; another person.

    Raises:
        AccessError: The duty does not open this, or a proof is spent or of another duty.
        RuleError: Surveillance was not told (V-05); the trolley key is lost, broken or not signed
            out (KEY-CUSTODY); a box was not dropped (BOX-ORDER).
        NotFoundError: There is no such box; a table's label is not a box's.
        EntryError: No trolley or no box is named, or one is named twice.
    """
    access.require(act.who.duty, Permission.DROP_RUN)
    notice = check_told(act.tx, "drop", gaming_date)
    house = house_at(act.tx, act.now)
    keys.check_out(act, house, trolley_key(), to="to load the trolley")
    if len(set(boxes)) < len(boxes):
        raise EntryError({"boxes": "A box is named twice."})
    for box in boxes:
        house.box(box)
    carrier = security.person.code
    lines = [_manifest_box(act, box, trolley, carrier) for box in boxes]
    content = DropManifest(
        gaming_date=gaming_date,
        trolley=trolley,
        boxes=tuple(line for line, _ in lines),
        surveillance_told_at=notice.at,
        surveillance_told_by=notice.person,
        outside_window=tuple(line.box for line, outside in lines if outside),
    )
    paper = drop_manifest.PAPER
    document = papers.issue(act, paper, content, About(gaming_date))
    _sign(act, paper, document, "drop_team", act.use(drop_team))
    _sign(act, paper, document, "security", act.use(security))
    says = f"{len(boxes)} boxes are in trolley {trolley}: manifest {document.name}."
    body = {"manifest": document.name, "boxes": list(boxes)}
    done = Done(says, name=document.name, document=document.id)
    return act.seal("trolley loaded", document.name, body, done=done)


def _sign(act: Act, paper: Paper, document: Document, step: str, proof: Proof) -> None:
    papers.sign(act, document, SigningPlan(paper), step, proof, saw=document.digest)


# ---------------------------------------------------------------------------- at the door


def _check_receiving(act: Act, count: str, *, latest: CountState) -> date:
    access.require(act.who.duty, Permission.COUNT_RUN)
    day = room.gaming_date(act, count)
    room.check_between(act, count, CountState.SCHEDULED, latest)
    return day


def _facts_of_drop(act: Act, box: str) -> dict[str, object]:
    """What the last drop says of a box: the table and period its money belongs to."""
    dropped = custody.last_drop(act.tx, box)
    if dropped is None:
        return {}
    known = about(dropped)
    wanted = ("table", "period", "emergency", "slip")
    return {name: known[name] for name in wanted if name in known}


def _found_again(act: Act, count: str, box: str) -> None:
    subject = f"{count}|{box}"
    if act.state("missing", subject) == "missing":
        act.move("missing", subject, "found")


def receive_box(act: Act, *, count: str, box: str) -> Done:
    """Check a box of the manifest into the count room.

    Args:
        act: The act, of the count room supervisor.
        count: Name of the count.
        box: As scanned.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such count or box; a table's label is not a box's.
        RuleError: The count is past receiving (COUNT-ORDER), or the box is not in transit
            (BOX-ORDER): one that stands on no manifest comes in as an extra.
    """
    _check_receiving(act, count, latest=CountState.COUNTING)
    house = room.house(act, count)
    house.box(box)
    state = BoxState(act.state("box", box) or BoxState.STORED_EMPTY)
    to = moves.move(state, BoxState.RECEIVED)
    facts = _facts_of_drop(act, box)
    kind = house.table(str(facts["table"])).kind
    act.move("box", box, to, about=about_text(count=count, kind=kind, **facts))
    _found_again(act, count, box)
    subject = f"box {box}"
    return act.seal("box received", subject, facts, done=Done(f"Box {box} came in."))


def _kind_of_extra(house: House, box: Box, table: str, kind: TableKind | None) -> TableKind:
    label = table or box.table
    if not label:
        if kind is None:
            sentence = f"Say whether box {box.code} is banking or nonbanking: it has no label."
            raise EntryError({"kind": sentence})
        return kind
    known = house.table(label).kind
    if kind is not None and kind is not known:
        sentence = f"{label} is a {known} table: its boxes are reported there ({V_41.citation})."
        raise EntryError({"kind": sentence})
    return known


def receive_extra(
    act: Act,
    *,
    count: str,
    box: str,
    reason: str,
    table: str = "",
    kind: TableKind | None = None,
    representative: Proof | None = None,
) -> Done:
    """Take in a box that stands on no manifest: counted as an exception, listed, named.

    It is not attached to a table unless supervisor and representative identify it together.

    Args:
        act: The act, of the count room supervisor.
        count: Name of the count.
        box: As scanned.
        reason: How it came here, as far as anybody knows.
        table: Table it is identified with; empty leaves it without one.
        kind: Banking or nonbanking, for a box without a label.
        representative: Needed to name a table.

    Raises:
        AccessError: The duty does not open this, or the proof is spent or no representative's.
        NotFoundError: There is no such count, box or table; a table's label is not a box's.
        RuleError: The count is past receiving (COUNT-ORDER); the box is being counted (BOX-ORDER).
        EntryError: The reason, the kind or the representative is missing, or the kind is not the
            table's (V-41).
    """
    _check_receiving(act, count, latest=CountState.COUNTING)
    house = room.house(act, count)
    which = house.box(box)
    if not reason.strip():
        raise EntryError({"reason": f"Say how box {box} came here."})
    if table:
        _identify(act, representative)
    kind = _kind_of_extra(house, which, table, kind)
    state = BoxState(act.state("box", box) or BoxState.STORED_EMPTY)
    to = moves.move(state, BoxState.RECEIVED, extra=state is not BoxState.IN_TRANSIT)
    known = _facts_of_drop(act, box)
    period = known.get("period") if known.get("table") == table else None
    facts = about_text(
        count=count,
        kind=kind,
        table=table,
        period=period,
        emergency=which.use is BoxUse.EMERGENCY,
        extra=True,
        reason=reason.strip(),
    )
    act.move("box", box, to, from_state=state if act.state("box", box) else "", about=facts)
    _found_again(act, count, box)
    says = f"Box {box} came in as an exception."
    return act.seal("extra box received", f"box {box}", facts, done=Done(says))


def _identify(act: Act, representative: Proof | None) -> None:
    if representative is None:
        sentence = "A compliance representative identifies the box with you."
        raise EntryError({"representative": sentence})
    room.use_as_representative(act, representative)


# ---------------------------------------------------------------------------- the variance


def _received(act: Act, count: str) -> dict[str, InCount]:
    return custody.in_count(act.tx, count)


def differences_now(act: Act, count: str, day: date) -> tuple[Difference, ...]:
    """Compare what came in with the manifests, as it stands at this moment."""
    act.flush()
    return custody.differences_now(act.tx, room.house(act, count), count, day)


def _item(difference: Difference, explanation: str) -> VarianceItem:
    return VarianceItem(
        kind=difference.kind,
        box=difference.box,
        table=difference.table,
        expected=difference.expected,
        found=difference.found,
        explanation=explanation.strip(),
    )


def _report(
    act: Act, count: str, day: date, items: tuple[VarianceItem, ...], proof: Proof
) -> Document:
    """Issue and sign a Drop Variance Report; boxes and tables that are not here stay open."""
    listed = sum(len(m.content.boxes) for m in custody.manifests(act.tx, count, day))
    content = DropVariance(count, day, listed, len(_received(act, count)), items)
    paper = drop_variance.PAPER
    document = papers.issue(act, paper, content, About(day, count=count))
    _sign(act, paper, document, "supervisor", proof)
    for item in items:
        if item.kind is not VarianceKind.EXTRA:
            facts = about_text(table=item.table, reason=item.explanation, report=document.name)
            act.move("missing", f"{count}|{item.box or item.table}", "missing", about=facts)
    return document


def reconcile_in(
    act: Act, *, count: str, supervisor: Proof, explanations: Mapping[str, str] | None = None
) -> Done:
    """Agree what came in with the manifests; each difference goes into a Drop Variance Report.

    Args:
        act: The act, of the count room supervisor.
        count: Name of the count.
        supervisor: Signs the manifests and the report.
        explanations: Box (or table that gave none) to why, for every difference.

    Raises:
        AccessError: The duty does not open this, or the proof is spent or of another duty.
        NotFoundError: There is no such count.
        RuleError: The count is not at this step (COUNT-ORDER).
        EntryError: A difference has no explanation; each is named.
    """
    access.require(act.who.duty, Permission.COUNT_RUN)
    day = room.gaming_date(act, count)
    state = count_moves.move(room.state(act, count), CountState.RECONCILED_IN)
    act.use(supervisor)
    said = explanations or {}
    items = tuple(_item(each, said.get(each.key, "")) for each in differences_now(act, count, day))
    report = _report(act, count, day, items, supervisor) if items else None
    for manifest in custody.manifests(act.tx, count, day):
        _sign(act, drop_manifest.PAPER, manifest, "supervisor", supervisor)
        act.move("document", manifest.name, custody.TAKEN_IN, about=about_text(count=count))
    act.move("count", count, state)
    received = len(_received(act, count))
    says = f"{received} boxes came in as on the manifest."
    if report is not None:
        says = f"{received} boxes came in; {len(items)} differences stand in {report.name}."
    body = {"received": received, "report": report.name if report else ""}
    done = Done(says, name=report.name if report else "", document=report.id if report else None)
    return act.seal("boxes reconciled", f"count {count}", body, done=done)


def name_missing(act: Act, *, count: str, box: str, reason: str, supervisor: Proof) -> Done:
    """Name a box missing that the count waits for: it stays open until it is found and counted.

    Args:
        act: The act, of the count room supervisor.
        count: Name of the count.
        box: The box.
        reason: Why, as far as anybody knows.
        supervisor: Signs the Drop Variance Report.

    Raises:
        AccessError: The duty does not open this, or the proof is spent or of another duty.
        NotFoundError: There is no such count or box.
        RuleError: The count is past that (COUNT-ORDER).
        EntryError: The reason is missing; or the box is recorded, open or already named.
    """
    day = _check_receiving(act, count, latest=CountState.COUNTING)
    room.house(act, count).box(box)
    here = _received(act, count).get(box)
    if here is not None and here.state is not BoxState.RECEIVED:
        raise EntryError({"box": f"Box {box} is here: it is {here.state.word}."})
    if act.state("missing", f"{count}|{box}") == "missing":
        raise EntryError({"box": f"Box {box} is already named missing."})
    if not reason.strip():
        raise EntryError({"reason": f"Say why box {box} is missing."})
    act.use(supervisor)
    table = here.table if here else str(_facts_of_drop(act, box).get("table", ""))
    item = _item(Difference(VarianceKind.MISSING, box, table), reason)
    report = _report(act, count, day, (item,), supervisor)
    says = f"Box {box} is named missing in {report.name}; it stays open."
    done = Done(says, name=report.name, document=report.id)
    return act.seal("box named missing", f"box {box}", {"reason": reason}, done=done)


def check_accounted(act: Act, count: str) -> None:
    """Refuse to conclude while a box or a table of the floor is not accounted for.

    Raises:
        RuleError: It was neither counted, nor "not dropped", nor named in a Drop Variance
            Report (V-31).
    """
    day = room.gaming_date(act, count)
    named = {box for box, entry in custody.named_missing(act.tx, count).items() if not entry.found}
    for each in differences_now(act, count, day):
        if each.kind is not VarianceKind.EXTRA and each.key not in named:
            raise RuleError(V_31, f"{each.found} Name it in a Drop Variance Report.")
    for box, entry in _received(act, count).items():
        if entry.reached(BoxState.RECORDED) is None and box not in named:
            raise RuleError(V_31, f"Box {box} is {entry.state.word}, not recorded.")
