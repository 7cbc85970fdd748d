"""What is typed of one box: from the fields of the screen to a sheet, and back.

Names of fields: ``grid.<denomination>.pieces``, ``torn.<denomination>``, ``document.<kind>``,
``coupon.<n>.serial`` and ``.value``, ``memo.<n>.…``, ``machine``, ``ticket``, ``shift``,
``empty``, ``amounts``. The draft is sent under the same names.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from countroom.domain import box_sheet, found_coupons, scanned
from countroom.domain.box_sheet import DOCUMENTS, Denomination, Sheet
from countroom.domain.denominations import Instrument, pieces_typed
from countroom.domain.papers.box_count import (
    CouponFound,
    DocumentsTally,
    Memo,
    MemoKind,
    NoMoney,
)
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError
from countroom.inquiries.box_sheet import BoxLines, BoxSheet
from countroom.money import Money, dollars
from countroom.web.grid import PIECES, Grid, GridRow

_ROW: Final = re.compile(r"(coupon|memo)\.([0-9]{1,4})\.([a-z]+)", re.ASCII)
_PLACE: Final = re.compile(r"(coupons|memos)-([0-9]+)", re.ASCII)
_SECTIONS: Final = {
    Instrument.CURRENCY: "Currency",
    Instrument.COIN: "Coin",
    Instrument.VALUE_CHIP: "Value chips",
    Instrument.PLAQUE: "Plaques",
    Instrument.RAKE_CHIP: "Rake chips",
}
CHIPS: Final = frozenset({Instrument.VALUE_CHIP, Instrument.PLAQUE, Instrument.RAKE_CHIP})
"""What may be typed as an amount instead of pieces."""

MEMO_KINDS: Final = {
    MemoKind.SUSPECT_NOTE: "Suspect note",
    MemoKind.MUTILATED_UNACCEPTABLE: "Half a note or less",
    MemoKind.FOREIGN_CURRENCY: "Foreign currency",
    MemoKind.FOUND_CHIP: "Chip of this house",
    MemoKind.FOREIGN_CHIP: "Chip of another house",
    MemoKind.NONVALUE_CHIP: "Chip without a value",
    MemoKind.MISFILED_DOCUMENT: "Misfiled document",
    MemoKind.OTHER: "Other",
}
NO_MONEY: Final = {
    NoMoney.NO_ACTIVITY: "No activity",
    NoMoney.TABLE_CLOSED: "Table closed",
}


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A row of the tally on the screen.

    Attributes:
        name: Of its field.
        label: What is counted.
        kinds: Kinds of document that each one counted here adds to.
        hint: What is added to the label, or empty.
    """

    name: str
    label: str
    kinds: tuple[str, ...]
    hint: str = ""


def _rows_of_documents() -> tuple[DocumentRow, ...]:
    single = {
        one.name: DocumentRow(one.name, one.label, (one.name,), one.hint.partition(" (")[0])
        for one in DOCUMENTS
    }
    alone = ("fill_slips", "fill_requests", "credit_slips", "credit_requests")
    first = ("drop_slips", "counter_checks")
    rest = [name for name in single if name not in {*alone, *first}]
    return (
        DocumentRow("fills", "Fill Slip with its Request", ("fill_slips", "fill_requests")),
        DocumentRow("credits", "Credit Slip with its Request", ("credit_slips", "credit_requests")),
        *(single[name] for name in (*first, *rest)),
        *(replace(single[name], label=f"{single[name].label}, alone") for name in alone),
    )


DOCUMENT_ROWS: Final = _rows_of_documents()
"""The tally in the order of the screen: a slip and its request lie in a box together, so that
one number says both; what lies there without the other is counted by itself."""

MEMO_PARTS: Final = ("kind", "description", "face", "pieces", "serial", "set", "currency")

Value = TypeVar("Value")


@dataclass
class SheetForm:
    """A box's sheet on the screen.

    Attributes:
        facts: The box, or as much of it as is needed to read its fields.
        typed: Field name to what was typed.
        errors: Field name to its sentence.
        by_amount: Instruments whose chips are typed in dollars.
    """

    facts: BoxSheet | BoxLines
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    by_amount: frozenset[Instrument] = frozenset()

    @property
    def lines(self) -> tuple[Denomination, ...]:
        """Denominations of the screen: those in use, and others that were entered."""
        entered = {name.split(".")[1] for name in self.typed if name.startswith("grid.")}
        return (*self.facts.lines, *(one for one in self.facts.addable if one.key in entered))

    @property
    def grid(self) -> Grid:
        """The denominations, as typed."""
        rows = tuple(_row(one) for one in self.lines)
        sections = frozenset(_SECTIONS[one] for one in self.by_amount)
        return Grid(rows, typed=self.typed, errors=self.errors, by_amount=sections)

    @property
    def notes(self) -> tuple[Denomination, ...]:
        """Denominations that may be torn."""
        return tuple(one for one in self.lines if one.instrument is Instrument.CURRENCY)

    @property
    def documents(self) -> int:
        """How many documents are tallied, as far as it can be read."""
        texts = ((self.typed.get(f"document.{one.name}", ""), one) for one in DOCUMENT_ROWS)
        return sum(
            int(text) * len(one.kinds) for text, one in texts if text.isascii() and text.isdigit()
        )

    def rows(self, what: str, key: str) -> list[int]:
        """Numbers of the rows in which ``key`` is filled, and of an empty one."""
        filled = [n for n in _numbers(self.typed, what) if self.typed.get(f"{what}.{n}.{key}")]
        return [*filled, max(filled, default=0) + 1]

    def get(self, name: str) -> str:
        """What was typed into a field."""
        return self.typed.get(name, "")

    def take(self, fields: Mapping[str, str]) -> dict[str, str]:
        """Put sentences beside their fields.

        Returns:
            Those that no field of the screen answers for.
        """
        left: dict[str, str] = {}
        for name, sentence in fields.items():
            place = self._place(name)
            if place:
                self.errors[place] = sentence
            else:
                left[name] = sentence
        return left

    def _place(self, name: str) -> str:
        keys = {one.key for one in self.lines}
        torn = name.removesuffix("-mutilated")
        numbered = _PLACE.fullmatch(name)
        places = {
            f"grid.{name}.{PIECES}": name in keys,
            name: name in {"machine", "ticket", "shift", "empty"} or "." in name,
            f"document.{name}": name in {one.name for one in DOCUMENT_ROWS},
            f"torn.{torn}": name.endswith("-mutilated"),
        }
        if numbered:
            what = "coupon" if numbered[1] == "coupons" else "memo"
            first = "serial" if what == "coupon" else "description"
            rows = self.rows(what, first if what == "coupon" else "kind")
            number = rows[min(int(numbered[2]), len(rows)) - 1]
            return f"{what}.{number}.{first}"
        return next((place for place, here in places.items() if here), "")


def _row(one: Denomination) -> GridRow:
    section = _SECTIONS[one.instrument]
    note = one.set_name if one.chip_set else ""
    return GridRow(section, one.instrument, one.cents, one.chip_set, note=note, code=one.key)


def _numbers(typed: Mapping[str, str], what: str) -> list[int]:
    found = (_ROW.fullmatch(name) for name in typed)
    return sorted({int(match[2]) for match in found if match and match[1] == what})


# ---------------------------------------------------------------------------- from the screen


def read(form: SheetForm, designs: tuple[CouponDesign, ...]) -> Sheet:
    """Read the screen.

    Raises:
        EntryError: By field, everything that cannot be read.
    """
    form.errors = {}
    typed = form.typed
    faults: dict[str, str] = {}

    def one(name: str, reader: Callable[[], Value], instead: Value) -> Value:
        try:
            return reader()
        except EntryError as wrong:
            faults[name] = next(iter(wrong.fields.values()))
        except ValueError as wrong:
            faults[name] = str(wrong)
        return instead

    figures = _figures(form, faults)
    torn = {
        line.key: one(name, lambda n=name, says=line.label: _pieces(typed, n, says), None)  # type: ignore[misc]
        for line in form.notes
        if (name := f"torn.{line.key}") in typed
    }
    tally = dict.fromkeys((kind.name for kind in DOCUMENTS), 0)
    for row in DOCUMENT_ROWS:
        name = f"document.{row.name}"
        found = one(name, lambda n=name, says=row.label: _pieces(typed, n, says) or 0, 0)  # type: ignore[misc]
        for kind in row.kinds:
            tally[kind] += found
    coupons = _coupons(typed, designs, faults)
    memos = tuple(
        one(f"memo.{n}.pieces", lambda n=n: _memo(typed, n), Memo(MemoKind.OTHER, "?"))  # type: ignore[misc]
        for n in _numbers(typed, "memo")
        if typed.get(f"memo.{n}.kind", "").strip()
    )
    ticket = one("ticket", lambda: _amount(typed.get("ticket", "")), None)
    if faults:
        raise EntryError(faults)
    return Sheet(
        figures=figures,
        mutilated={key: pieces for key, pieces in torn.items() if pieces},
        documents=DocumentsTally(**tally),
        coupons=coupons,
        memos=memos,
        machine=typed.get("machine", "").strip(),
        ticket_cents=None if ticket is None else ticket.cents,
        shift=typed.get("shift", "").strip(),
        empty=NoMoney(typed["empty"]) if typed.get("empty") in set(NoMoney) else None,
    )


def _figures(form: SheetForm, faults: dict[str, str]) -> dict[str, int | None]:
    texts = {line.key: form.typed.get(f"grid.{line.key}.{PIECES}", "") for line in form.lines}
    amounts = frozenset(line.key for line in form.lines if line.instrument in form.by_amount)
    try:
        read_all = box_sheet.read_pieces(texts, form.lines, amounts=amounts)
    except EntryError as wrong:
        faults.update({f"grid.{key}.{PIECES}": says for key, says in wrong.fields.items()})
        return {}
    return {key: pieces for key, pieces in read_all.items() if pieces is not None}


def _pieces(typed: Mapping[str, str], name: str, says: str) -> int | None:
    return pieces_typed(typed.get(name, ""), name=says)


def _amount(text: str) -> Money | None:
    return dollars(text) if text.strip() else None


def _coupons(
    typed: Mapping[str, str], designs: tuple[CouponDesign, ...], faults: dict[str, str]
) -> tuple[CouponFound, ...]:
    found = []
    for n in _numbers(typed, "coupon"):
        field, text = f"coupon.{n}.serial", typed.get(f"coupon.{n}.serial", "")
        if not text.strip(" \t\r\n"):
            continue
        try:
            serial = scanned.read(text, designs)
            field = f"coupon.{n}.value"
            found.append(CouponFound(serial, _face(typed.get(field, ""), serial, designs).cents))
        except EntryError as wrong:
            faults[field] = wrong.message
        except ValueError as wrong:
            faults[field] = str(wrong)
    return tuple(found)


def _face(text: str, serial: str, designs: tuple[CouponDesign, ...]) -> Money:
    value = _amount(text)
    if value is not None:
        return value
    design = found_coupons.design_of(serial, designs)
    if design is None:
        msg = f"Coupon {serial}: enter its value, no design of this house begins so."
        raise ValueError(msg)
    return design.value


def _memo(typed: Mapping[str, str], n: int) -> Memo:
    part = {name: typed.get(f"memo.{n}.{name}", "").strip() for name in MEMO_PARTS}
    face = _amount(part["face"])
    pieces = pieces_typed(part["pieces"], name="Pieces")
    kind = part["kind"] if part["kind"] in set(MemoKind) else MemoKind.OTHER
    return Memo(
        kind=MemoKind(kind),
        description=part["description"] or MEMO_KINDS[MemoKind(kind)],
        denomination_cents=0 if face is None else face.cents,
        pieces=1 if pieces is None else pieces,
        serial=part["serial"],
        chip_set=part["set"],
        currency_code=part["currency"].upper() or "USD",
    )


# ------------------------------------------------------------------------------ to the screen


def typed_of(
    sheet: Sheet, lines: tuple[Denomination, ...], by_amount: frozenset[Instrument] = frozenset()
) -> dict[str, str]:
    """Lay a sheet out as it is typed.

    Args:
        sheet: What was saved.
        lines: Every denomination that may stand in it.
        by_amount: Instruments whose chips are shown in dollars.
    """
    typed: dict[str, str] = {}
    for line in lines:
        pieces = sheet.figures.get(line.key)
        if pieces is not None:
            amount = Money(pieces * line.cents).plain()
            shown = amount if line.instrument in by_amount else str(pieces)
            typed[f"grid.{line.key}.{PIECES}"] = shown
    typed |= {f"torn.{key}": str(pieces) for key, pieces in sheet.mutilated.items()}
    typed |= _tally_typed(sheet.documents)
    for n, coupon in enumerate(sheet.coupons, start=1):
        typed[f"coupon.{n}.serial"] = coupon.serial
        typed[f"coupon.{n}.value"] = Money(coupon.value_cents).plain()
    for n, memo in enumerate(sheet.memos, start=1):
        typed |= {f"memo.{n}.{name}": text for name, text in _memo_typed(memo).items()}
    if sheet.ticket_cents is not None:
        typed["ticket"] = Money(sheet.ticket_cents).plain()
    typed |= {"machine": sheet.machine, "shift": sheet.shift, "empty": sheet.empty or ""}
    return typed


def _tally_typed(documents: DocumentsTally) -> dict[str, str]:
    left = {kind.name: int(getattr(documents, kind.name)) for kind in DOCUMENTS}
    typed = {}
    for row in DOCUMENT_ROWS:
        pieces = min(left[kind] for kind in row.kinds)
        for kind in row.kinds:
            left[kind] -= pieces
        if pieces:
            typed[f"document.{row.name}"] = str(pieces)
    return typed


def _memo_typed(memo: Memo) -> dict[str, str]:
    return {
        "kind": memo.kind.value,
        "description": memo.description,
        "face": Money(memo.denomination_cents).plain() if memo.denomination_cents else "",
        "pieces": str(memo.pieces),
        "serial": memo.serial,
        "set": memo.chip_set,
        "currency": memo.currency_code,
    }
