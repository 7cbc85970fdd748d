"""Keying a filled-in paper form in: typed in peace, each by himself, then handed in.

What one types is his own draft, which nobody else reads: the second person is blind to the
first. Handing it in makes the content of the form; ``fallback`` compares it with the other's.

Reference:
    525.19(u) ("manually or electronically"); count state CS.
"""

from collections.abc import Mapping

from countroom.domain import box_sheet
from countroom.domain.box_sheet import Sheet
from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.keyed_forms import draft_name
from countroom.domain.papers.blank_form import BlankForm, FormKind, WetSignature
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.papers.presentation import PoolEntry
from countroom.errors import AccessError, EntryError
from countroom.operations import drafts, fallback, machines, room, sheets
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import custody
from countroom.stores.custody import InCount


def save_keying(
    act: Act, *, count: str, form: str, typed: Mapping[str, str], revision: int
) -> Done:
    """Save what one has typed so far of a paper form, as his own draft.

    Args:
        act: The act, of who keys it in.
        count: Name of the count.
        form: Number of the form.
        typed: Every field as typed, those of a box after its number: ``7/ticket``.
        revision: Of the draft that was on the screen; 0 before the first save.

    Raises:
        NotFoundError: There is no such form or count.
        EntryError: It is keyed in already, or out of use.
        RuleError: He is not signed on (V-33).
        AccessError: He is signed on for a duty that does not key this form in.
        StaleError: He saved on another tablet in between.
    """
    document = fallback.blank(act, form)
    kind: FormKind = document.content.kind
    room.gaming_date(act, count)
    room.check_in(act, count, act.who.person.code, *kind.keyers)
    return drafts.save(act, draft_name(form, act.who.person.code), typed, revision)


def _own(act: Act, form: str, kind: FormKind, proof: Proof) -> Document:
    document = fallback.blank(act, form)
    if document.content.kind is not kind:
        raise EntryError({"form": f"{form} is a {document.content.kind.printed}."})
    if proof.person.code != act.who.person.code:
        msg = "Whoever typed it in signs for it: sign in as yourself first."
        raise AccessError(msg)
    return document


def key_in_boxes(
    act: Act,
    *,
    count: str,
    form: str,
    boxes: Mapping[str, Sheet],
    counters: tuple[str, ...],
    signers: tuple[WetSignature, ...],
    proof: Proof,
) -> Done:
    """Hand in what one typed of a count report that was made on paper.

    Args:
        act: The act, of who typed it.
        count: Name of the count.
        form: Number of the form.
        boxes: Box to what stands on the paper about it.
        counters: Badges of who counted them.
        signers: Signatures in ink, in their order.
        proof: Who typed it.

    Raises:
        NotFoundError: There is no such form, count or box.
        EntryError: No box stands on it, a denomination is open, a machine was not tested; or as
            ``fallback.key_in``.
        RuleError: As ``fallback.key_in``.
        AccessError: Somebody else signs than who typed it; or as ``fallback.key_in``.
    """
    document = _own(act, form, FormKind.COUNT_REPORT, proof)
    house = room.house(act, count)
    if not boxes:
        raise EntryError({"boxes": "Key in at least one box."})
    for badge in counters:
        house.person(badge)
    for sheet in boxes.values():
        machines.check_tested(act, count, house, sheet.machine)
    made = tuple(
        _box(house, _here(act, count, box), count, sheet, counters)
        for box, sheet in sorted(boxes.items())
    )
    content = BlankForm(
        FormKind.COUNT_REPORT, document.gaming_date, count, boxes=made, signers=signers
    )
    return fallback.key_in(act, form=form, content=content, proof=proof)


def _here(act: Act, count: str, box: str) -> InCount:
    found = custody.in_count(act.tx, count).get(box)
    if found is None:
        raise EntryError({f"box {box}": f"Box {box} did not come in for this count."})
    return found


def _box(
    house: House, here: InCount, count: str, sheet: Sheet, counters: tuple[str, ...]
) -> BoxCount:
    table = sheets.table_of(house, here)
    lines = box_sheet.in_use(house, table, here.kind)
    box_sheet.check(sheet, house)
    still_open = box_sheet.still_open(sheet, lines)
    if still_open:
        says = f"Box {here.box}: {box_sheet.open_sentence(still_open)}"
        raise EntryError({f"box {here.box}": says})
    return BoxCount(
        count=count,
        box=here.box,
        table=here.table,
        game=table.game if table else "",
        kind=here.kind,
        figures=box_sheet.figures_of(sheet, house, lines),
        machine=sheet.machine,
        shift=sheet.shift,
        emergency=here.emergency,
        ticket_cents=sheet.ticket_cents,
        documents=sheet.documents,
        coupons=sheet.coupons,
        memos=sheet.memos,
        empty=sheet.empty,
        counters=counters,
    )


def key_in_recount(
    act: Act,
    *,
    count: str,
    form: str,
    entries: tuple[PoolEntry, ...],
    recounter: str,
    proof: Proof,
) -> Done:
    """Hand in what one typed of a recount sheet that was filled in on paper.

    Args:
        act: The act, of who typed it.
        count: Name of the count.
        form: Number of the form.
        entries: Every denomination of every pool.
        recounter: Badge of who recounted, as it stands on the paper.
        proof: Who typed it.

    Raises:
        NotFoundError: There is no such form, count or person.
        EntryError: As ``fallback.key_in``.
        RuleError: As ``fallback.key_in``.
        AccessError: Somebody else signs than who typed it; or as ``fallback.key_in``.
    """
    document = _own(act, form, FormKind.RECOUNT, proof)
    room.house(act, count).person(recounter)
    content = BlankForm(
        FormKind.RECOUNT, document.gaming_date, count, entries=entries, recounter=recounter
    )
    return fallback.key_in(act, form=form, content=content, proof=proof)
