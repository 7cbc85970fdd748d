"""The numbered paper forms of the fallback: which there are, how far, and one's own keying.

Nobody reads what another keyed in, and places where two keyings differ are named without a
figure. The sheet of a count report shows its own typer no figure while the curtain is drawn.

Reference:
    525.19(u) ("manually or electronically"); count state CS.
"""

import json
from dataclasses import dataclass
from datetime import date

from countroom.domain import keyed_forms
from countroom.domain.access import Viewer
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.floor import TableKind
from countroom.domain.keyed_forms import FormState
from countroom.domain.papers.blank_form import PAPER, FormKind
from countroom.domain.people import RECOUNT_ROLES, ROOM_ROLES
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import pool_sheets, viewing
from countroom.inquiries.pool_sheets import PoolField
from countroom.inquiries.report_trail import Names
from countroom.stores import Tx, custody, desk, documents, registry
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class PaperForm:
    """A numbered form.

    Attributes:
        name: Its number.
        kind: Count report or recount sheet.
        state: Where it stands.
        by: Names of who keyed it in.
        differs: Places where the keyings differ, to those who key this kind in.
        count: The count it was keyed in for, or empty.
        ink: How many signatures in ink stand on it, once it is keyed in.
        mine: Whether this person keys this kind in.
    """

    name: str
    kind: FormKind
    state: FormState
    by: tuple[str, ...]
    differs: tuple[str, ...]
    count: str
    ink: int
    mine: bool

    @property
    def is_open(self) -> bool:
        """Whether it may still be keyed in."""
        return self.state not in {FormState.KEYED, FormState.VOID}


@dataclass(frozen=True, slots=True)
class PaperBox:
    """A box that came in and is not recorded."""

    box: str
    table: str
    kind: TableKind


@dataclass(frozen=True, slots=True)
class Keying:
    """One's own keying of a form.

    Attributes:
        form: The form.
        count: Name of the count.
        gaming_date: Of both.
        typed: What one typed so far, field to text.
        revision: Of that draft; 0 for none.
        boxes: Boxes that may stand on a count report.
        fields: What stands on a recount sheet.
        strap_notes: Notes in a full strap.
        devices: Codes of the devices approved for the recount.
    """

    form: PaperForm
    count: str
    gaming_date: date
    typed: dict[str, str]
    revision: int
    boxes: tuple[PaperBox, ...]
    fields: tuple[PoolField, ...]
    strap_notes: int
    devices: tuple[str, ...]


def _require_duty(viewer: Viewer) -> None:
    if viewer.duty not in ROOM_ROLES | RECOUNT_ROLES:
        msg = f"Paper forms of a count are not open to the duty {viewer.duty.printed}."
        raise AccessError(msg)


def _form(tx: Tx, viewer: Viewer, document: Document, names: Names) -> PaperForm:
    standing = keyed_forms.standing(documents.versions(tx, document.id))
    kind: FormKind = document.content.kind
    mine = viewer.duty in kind.keyers
    keyed = standing.state is FormState.KEYED
    return PaperForm(
        name=document.name,
        kind=kind,
        state=standing.state,
        by=tuple(names.of(code) for code in standing.by),
        differs=standing.differs if mine else (),
        count=document.content.count,
        ink=len(document.content.signers) if keyed else 0,
        mine=mine,
    )


def forms(database: Database, viewer: Viewer, gaming_date: date) -> tuple[PaperForm, ...]:
    """The numbered forms of a gaming date, in their order; no figure stands on the list.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: No house is on record for that date.
    """
    _require_duty(viewer)
    with database.read() as tx:
        names = Names(house_on(tx, gaming_date))
        found = documents.find(tx, paper=PAPER.code, gaming_date=gaming_date)
        return tuple(_form(tx, viewer, document, names) for document in found)


def keying(database: Database, viewer: Viewer, count: str, form: str) -> Keying:
    """One's own keying of a form, to go on with: never another's.

    Raises:
        NotFoundError: There is no such count, or no such form of its gaming date.
        AccessError: He is not signed on to the count in a duty that keys this form in, or no
            figures of boxes show now.
    """
    with database.read() as tx:
        asking = viewing.in_count(tx, viewer, count)
        day = registry.count_date(tx, count)
        document = documents.by_name(tx, form)
        if document.paper != PAPER.code or document.gaming_date != day:
            msg = f"{form} is no blank form of {day.isoformat()}."
            raise NotFoundError(msg)
        house = house_on(tx, day)
        found = _form(tx, asking, document, Names(house))
        _require(tx, asking, found, count)
        report = found.kind is FormKind.COUNT_REPORT
        draft = desk.draft(tx, keyed_forms.draft_name(form, asking.person.code))
        return Keying(
            form=found,
            count=count,
            gaming_date=day,
            typed={} if draft is None else json.loads(draft.content),
            revision=0 if draft is None else draft.revision,
            boxes=_boxes(tx, count) if report else (),
            fields=() if report else pool_sheets.fields_of(tx, count),
            strap_notes=house.settings.strap_notes,
            devices=house.settings.recount_devices,
        )


def _require(tx: Tx, viewer: Viewer, form: PaperForm, count: str) -> None:
    if not viewer.in_room or not form.mine:
        wanted = " or ".join(role.printed for role in form.kind.keyers)
        msg = f"This form is keyed in by: {wanted}, signed on to the count."
        raise AccessError(msg)
    if form.kind is FormKind.COUNT_REPORT:
        viewing.figures(viewer, viewing.view(tx, count), count).require()


def _boxes(tx: Tx, count: str) -> tuple[PaperBox, ...]:
    there = custody.in_count(tx, count)
    return tuple(
        PaperBox(one.box, one.table, one.kind)
        for one in sorted(there.values(), key=lambda one: (one.table, one.box))
        if one.state not in {BoxState.RECORDED, BoxState.IN_TRANSIT}
    )
