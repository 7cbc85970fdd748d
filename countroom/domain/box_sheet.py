"""What is typed about one box before it is recorded, and when it is complete.

A blank denomination is not entered, which is not zero: a box is recorded when every
denomination in use was entered, or was said to hold nothing. Counter Checks are counted as
pieces of paper and nothing more is asked of them (V-45). Coupons are listed by serial and their
face value enters no total (V-46).

Reference:
    525.19(u)-(v); V_36, V_37, V_43, V_45, V_46.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Final

from countroom.domain import scanned
from countroom.domain.denominations import (
    PIECES_LIMIT,
    Instrument,
    denomination_label,
    pieces_of_amount,
    pieces_typed,
)
from countroom.domain.floor import COINS, NOTES, ChipSet, Table, TableKind
from countroom.domain.house import House
from countroom.domain.papers.box_count import (
    CouponFound,
    DocumentsTally,
    Figure,
    Memo,
    MemoKind,
    NoMoney,
)
from countroom.errors import EntryError, RuleError
from countroom.money import LIMIT_CENTS, Money, dollars, total
from countroom.regulations import V_36, V_37, V_45, V_46

DOCUMENTS_LIMIT: Final = 9_999


@dataclass(frozen=True, slots=True)
class Denomination:
    """A line of the sheet.

    Attributes:
        instrument: Currency, coin or a kind of chip.
        cents: Face of one piece.
        chip_set: Code of the chips' set.
        set_name: Its name, to tell two sets apart.
    """

    instrument: Instrument
    cents: int
    chip_set: str = ""
    set_name: str = ""

    @property
    def key(self) -> str:
        """What its field is called: ``currency-10000``, ``value_chip-250-main``."""
        return _key(self)

    @property
    def label(self) -> str:
        """What it is called on the screen: ``$100``, ``$2.50 House chips``."""
        name = denomination_label(self.cents)
        return f"{name} {self.set_name}" if self.chip_set else name


@lru_cache(maxsize=4096)
def _key(one: Denomination) -> str:
    return "-".join(filter(None, (one.instrument.value, str(one.cents), one.chip_set)))


def _notes_and_coins(notes: Iterable[Money], coins: Iterable[Money]) -> tuple[Denomination, ...]:
    return (
        *(Denomination(Instrument.CURRENCY, note.cents) for note in notes),
        *(Denomination(Instrument.COIN, coin.cents) for coin in coins),
    )


def _chips(chip_sets: Iterable[ChipSet]) -> tuple[Denomination, ...]:
    return tuple(
        Denomination(chips.kind.instrument, face.cents, chips.code, chips.name)
        for chips in chip_sets
        if chips.kind.instrument is not None
        for face in chips.denominations
    )


def in_use(house: House, table: Table | None, kind: TableKind) -> tuple[Denomination, ...]:
    """The denominations that must be entered for a box, highest first.

    Args:
        house: The house.
        table: Where the box came from; nothing if that is not known.
        kind: Banking boxes hold currency; nonbanking ones value chips and rake chips as well.
    """
    money = _notes_and_coins(house.currency.notes, house.currency.coins)
    if kind is TableKind.BANKING:
        return money
    held = map(house.chip_set, table.chip_sets) if table else house.chip_sets
    return (*money, *_chips(held))


def addable(house: House) -> tuple[Denomination, ...]:
    """What else may be found in a box: every note and coin in issue, every chip of the house."""
    return _addable(house.chip_sets)


@lru_cache(maxsize=64)
def _addable(chip_sets: tuple[ChipSet, ...]) -> tuple[Denomination, ...]:
    return (*_notes_and_coins(NOTES, COINS), *_chips(chip_sets))


@dataclass(frozen=True, slots=True)
class DocumentField:
    """A kind of document that is tallied by number.

    Attributes:
        name: Field of ``DocumentsTally``.
        label: As the screen calls it.
        hint: What to count, where that is not plain.
    """

    name: str
    label: str
    hint: str = ""


DOCUMENTS: Final = (
    DocumentField("fill_requests", "Requests for Fills"),
    DocumentField("fill_slips", "Fill Slips"),
    DocumentField("credit_requests", "Requests for Credits"),
    DocumentField("credit_slips", "Credit Slips"),
    DocumentField(
        "counter_checks", "Counter Checks", f"issuance copies, by number only ({V_45.citation})"
    ),
    DocumentField("openers", "Inventory Slips: openers"),
    DocumentField("closers", "Inventory Slips: closers"),
    DocumentField("drop_slips", "Inventory Slips: drop"),
    DocumentField("shift_slips", "Inventory Slips: shift"),
    DocumentField("error_slips", "Error Notification Slips"),
    DocumentField("vouchers", "Gaming vouchers"),
)
"""Every kind, in the order of the screen."""


@dataclass(frozen=True)
class Sheet:
    """What is typed about one box.

    Attributes:
        figures: Key of a denomination to its pieces; nothing, or no key, is not entered.
        mutilated: Key of a note to how many of its pieces are torn but count at face.
        documents: Documents by number.
        coupons: Coupons by serial; what is wrong with one is said when the box is recorded.
        memos: What is printed and never enters a total.
        machine: Code of the counting machine, or empty for a count by hand.
        ticket_cents: Total on the machine's ticket, a check figure only.
        written_cents: Total as written beside the figures, on a form filled in by hand.
        shift: Where boxes are dropped per shift.
        empty: Said to hold nothing, and why; then blanks are zeros.
    """

    figures: Mapping[str, int | None] = field(default_factory=dict)
    mutilated: Mapping[str, int] = field(default_factory=dict)
    documents: DocumentsTally = field(default_factory=DocumentsTally)
    coupons: tuple[CouponFound, ...] = ()
    memos: tuple[Memo, ...] = ()
    machine: str = ""
    ticket_cents: int | None = None
    written_cents: int | None = None
    shift: str = ""
    empty: NoMoney | None = None

    @property
    def entered(self) -> dict[str, int]:
        """The figures that were entered."""
        return {key: pieces for key, pieces in self.figures.items() if pieces is not None}


def read_pieces(
    typed: Mapping[str, str],
    denominations: Iterable[Denomination],
    *,
    amounts: frozenset[str] = frozenset(),
) -> dict[str, int | None]:
    """Read the figures as typed, refusing all that are wrong at once.

    Args:
        typed: Key of a denomination to what stands in its field.
        denominations: The lines of the sheet.
        amounts: Keys whose field holds an amount instead of pieces.

    Raises:
        EntryError: By denomination: no whole number of pieces, or an amount that is no multiple
            of its denomination (V-36).
    """
    read: dict[str, int | None] = {}
    faults: dict[str, str] = {}
    for denomination in denominations:
        text = typed.get(denomination.key, "")
        try:
            read[denomination.key] = _read_one(text, denomination, denomination.key in amounts)
        except EntryError as refusal:
            (faults[denomination.key],) = refusal.fields.values()
    if faults:
        raise EntryError(faults)
    return read


def _read_one(text: str, denomination: Denomination, is_amount: bool) -> int | None:  # noqa: FBT001
    name = denomination.label
    if not is_amount or not text.strip():
        return pieces_typed(text, name=name)
    try:
        amount = dollars(text)
    except ValueError as refusal:
        raise EntryError({name: f"{name}: {refusal}"}) from None
    try:
        return pieces_of_amount(amount, denomination.cents, name=name)
    except EntryError as refusal:
        raise EntryError({name: f"{refusal.message} ({V_36.citation})"}) from None


def draft_name(count: str, box: str) -> str:
    """What the draft of a box is called."""
    return f"box|{count}|{box}"


def kept_name(count: str, box: str, person: str) -> str:
    """What the draft is called that a person's refused save was kept as."""
    return f"kept|{count}|{box}|{person}"


# ------------------------------------------------------------------------------- checking it


def _is_number(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value <= limit


def _figure_faults(sheet: Sheet, known: Mapping[str, Denomination]) -> dict[str, str]:
    faults: dict[str, str] = {}
    for key, pieces in sheet.entered.items():
        if key.startswith(Instrument.COUPON.value):
            msg = "A coupon is listed by its serial; its value is no part of the money."
            raise RuleError(V_46, msg)
        if key not in known:
            faults[key] = f"{key}: there is no such denomination here."
        elif not _is_number(pieces, PIECES_LIMIT):
            label = known[key].label
            faults[key] = f"{label}: enter a whole number of pieces, 0 to {PIECES_LIMIT:,}."
        elif sheet.empty and pieces:
            faults[key] = f"{known[key].label}: the box was said to hold nothing."
    return faults


def _mutilated_faults(sheet: Sheet, known: Mapping[str, Denomination]) -> dict[str, str]:
    faults: dict[str, str] = {}
    for key, pieces in sheet.mutilated.items():
        line = known.get(key)
        if line is None or line.instrument is not Instrument.CURRENCY:
            faults[f"{key}-mutilated"] = "Only notes can be mutilated."
        elif not _is_number(pieces, sheet.entered.get(key, 0)):
            faults[f"{key}-mutilated"] = f"{line.label}: no more mutilated than were counted."
    return faults


def _document_faults(sheet: Sheet) -> dict[str, str]:
    return {
        one.name: f"{one.label}: enter a number from 0 to {DOCUMENTS_LIMIT:,}."
        for one in DOCUMENTS
        if not _is_number(getattr(sheet.documents, one.name), DOCUMENTS_LIMIT)
    }


def _coupon_fault(coupon: CouponFound, house: House) -> str:
    if not coupon.serial.strip() or coupon.value_cents <= 0 or coupon.value_cents % 50:
        return "A coupon has a serial and a value in whole half-dollars."
    return scanned.fault(coupon.serial, house.coupons)


def _coupon_faults(sheet: Sheet, house: House) -> dict[str, str]:
    return {
        f"coupons-{place}": fault
        for place, coupon in enumerate(sheet.coupons, start=1)
        if (fault := _coupon_fault(coupon, house))
    }


def _memo_fault(memo: Memo, kinds: Mapping[str, Denomination]) -> str | None:
    suspect = memo.kind is MemoKind.SUSPECT_NOTE
    house_chip = f"{Instrument.VALUE_CHIP.value}-{memo.denomination_cents}-{memo.chip_set}"
    checks = (
        (not memo.description.strip(), "Say what it is."),
        (not _is_number(memo.pieces, PIECES_LIMIT) or memo.pieces < 1, "Enter the pieces."),
        (not _is_number(memo.denomination_cents, LIMIT_CENTS), "Enter its face value."),
        (
            suspect and not (memo.serial.strip() and memo.denomination_cents),
            "A suspect note is entered with its denomination and serial number.",
        ),
        (bool(memo.serial) and memo.pieces != 1, "What has a serial number is one piece."),
        (
            memo.kind is MemoKind.FOUND_CHIP and house_chip not in kinds,
            "A found chip is of a set of this house; others are foreign chips.",
        ),
        (
            not (memo.currency_code.isascii() and memo.currency_code.isalpha())
            or len(memo.currency_code) != 3,
            "Name the currency by its three letters, such as EUR.",
        ),
    )
    return next((sentence for wrong, sentence in checks if wrong), None)


def _memo_faults(sheet: Sheet, house: House) -> dict[str, str]:
    kinds = {line.key: line for line in addable(house)}
    return {
        f"memos-{place}": fault
        for place, memo in enumerate(sheet.memos, start=1)
        if (fault := _memo_fault(memo, kinds))
    }


def _other_faults(sheet: Sheet, house: House) -> dict[str, str]:
    faults: dict[str, str] = {}
    if sheet.machine and sheet.machine not in {machine.code for machine in house.machines}:
        faults["machine"] = f"There is no counting machine {sheet.machine}."
    if sheet.ticket_cents is not None and not _is_number(sheet.ticket_cents, LIMIT_CENTS):
        faults["ticket"] = "Enter the total on the machine's ticket."
    return faults


def check(sheet: Sheet, house: House) -> None:
    """Refuse a sheet that cannot be kept, however it came here: form, import or direct.

    Raises:
        RuleError: A coupon stands among the figures (V-46), or the total that was written is not
            their sum (V-37).
        EntryError: By field, everything that is wrong.
    """
    known = {line.key: line for line in addable(house)}
    faults = {
        **_figure_faults(sheet, known),
        **_mutilated_faults(sheet, known),
        **_document_faults(sheet),
        **_coupon_faults(sheet, house),
        **_memo_faults(sheet, house),
        **_other_faults(sheet, house),
    }
    if faults:
        raise EntryError(faults)
    if sheet.written_cents is not None and total_of(sheet, house) != Money(sheet.written_cents):
        raise RuleError(V_37, "The total that was written is not the sum of the figures.")


def added(sheet: Sheet, lines: Iterable[Denomination]) -> frozenset[str]:
    """Keys of figures that stand for no denomination in use."""
    return frozenset(sheet.entered) - {line.key for line in lines}


def still_open(sheet: Sheet, lines: Iterable[Denomination]) -> tuple[Denomination, ...]:
    """The denominations in use that were not entered; none where the box holds nothing."""
    if sheet.empty is not None:
        return ()
    return tuple(line for line in lines if line.key not in sheet.entered)


def open_sentence(lines: tuple[Denomination, ...]) -> str:
    """Say which denominations are open.

    >>> open_sentence((Denomination(Instrument.CURRENCY, 10_000),))
    '1 denomination is open: $100. Enter 0 where there is none.'
    """
    names = ", ".join(line.label for line in lines)
    said = "1 denomination is" if len(lines) == 1 else f"{len(lines)} denominations are"
    return f"{said} open: {names}. Enter 0 where there is none."


def figures_of(sheet: Sheet, house: House, lines: tuple[Denomination, ...]) -> tuple[Figure, ...]:
    """The figures of a complete sheet: denominations in use first, then the ones added."""
    others = tuple(line for line in addable(house) if line.key in added(sheet, lines))
    return tuple(
        Figure(
            instrument=line.instrument,
            denomination_cents=line.cents,
            pieces=sheet.entered.get(line.key, 0),
            chip_set=line.chip_set,
            mutilated=sheet.mutilated.get(line.key, 0),
        )
        for line in (*lines, *others)
    )


def total_of(sheet: Sheet, house: House) -> Money:
    """What has been entered so far; coupons and memo entries are no part of it."""
    faces = {line.key: line.cents for line in addable(house)}
    return total([Money(faces[key] * pieces) for key, pieces in sheet.entered.items()])


def changes(before: Sheet, after: Sheet) -> dict[str, Any]:
    """What differs between two states of a sheet: field to before and after, for the journal."""
    found: dict[str, Any] = {}
    for key in sorted({*before.figures, *after.figures}):
        old, new = before.figures.get(key), after.figures.get(key)
        if old != new:
            found[key] = [old, new]
    for one in fields(Sheet):
        old, new = getattr(before, one.name), getattr(after, one.name)
        if one.name != "figures" and old != new:
            found[one.name] = [old, new]
    return found
