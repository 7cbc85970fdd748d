"""The physical truth of a played day: what really lies in each box and each rack.

Kept beside the record, never in it: the demo shows it as what a person finds in a box, and the
tests compare it with what was counted.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from pathlib import Path
from typing import Final, Literal

from countroom.domain import canonical
from countroom.domain.papers.box_count import DocumentsTally
from countroom.errors import EntryError, NotFoundError

ChipKey = tuple[str, int]
"""A chip set's code, and a denomination in cents."""


@dataclass(frozen=True, slots=True)
class Chips:
    """Pieces of one denomination of one set."""

    chip_set: str
    denomination_cents: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes of one denomination."""

    denomination_cents: int
    pieces: int


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The issuance copy of a Counter Check that lies in a box."""

    serial: str
    cents: int


@dataclass(frozen=True, slots=True)
class CouponIn:
    """A Match Play Coupon that lies in a box."""

    serial: str
    cents: int


@dataclass(frozen=True, slots=True)
class BoxTruth:
    """What lies in one box.

    Attributes:
        box: As labelled.
        table: The table it was on.
        notes: Highest first.
        chips: By set, highest first.
        checks: Issuance copies.
        coupons: By serial.
        documents: Papers by kind; the checks are counted in them too.
    """

    box: str
    table: str
    notes: tuple[Notes, ...] = ()
    chips: tuple[Chips, ...] = ()
    checks: tuple[CheckIn, ...] = ()
    coupons: tuple[CouponIn, ...] = ()
    documents: DocumentsTally = field(default_factory=DocumentsTally)


@dataclass(frozen=True, slots=True)
class RackTruth:
    """What lies in one table's rack."""

    table: str
    chips: tuple[Chips, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """A played gaming day.

    Attributes:
        gaming_date: Which.
        dropped: Boxes taken off for it, in the order they were dropped.
        on_tables: Boxes that came on, with what lies in them already.
        racks: What each table goes on with.
        bank: What the chip bank goes on with; empty where nobody knows.
        patrons: What patrons carry, of the house's chips.
    """

    gaming_date: date
    dropped: tuple[BoxTruth, ...]
    on_tables: tuple[BoxTruth, ...]
    racks: tuple[RackTruth, ...]
    bank: tuple[Chips, ...] = ()
    patrons: tuple[Chips, ...] = ()

    def of_table(self, table: str) -> BoxTruth:
        """The dropped box of a table.

        Raises:
            NotFoundError: None was dropped.
        """
        found = next((box for box in self.dropped if box.table == table), None)
        if found is None:
            msg = f"No box of {table} was dropped on {self.gaming_date.isoformat()}."
            raise NotFoundError(msg)
        return found

    def rack(self, table: str) -> dict[ChipKey, int]:
        """What a table's rack holds, nothing where it is not known."""
        found = next((rack.chips for rack in self.racks if rack.table == table), ())
        return {(each.chip_set, each.denomination_cents): each.pieces for each in found}


def path_of(data: Path, day: date) -> Path:
    """Where the truth of a day lies below the data folder."""
    return data / "play" / f"{day.isoformat()}.json"


def save(data: Path, truth: Truth) -> Path:
    """Keep the truth of a day as a readable file."""
    path = path_of(data, truth.gaming_date)
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = canonical.to_plain(truth)
    path.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def load(data: Path, day: date) -> Truth | None:
    """The truth of a day, or nothing where none was kept."""
    path = path_of(data, day)
    if not path.exists():
        return None
    return canonical.from_plain(Truth, json.loads(path.read_text(encoding="utf-8")))


# -------------------------------------------------------------------------- while it is played


@dataclass(slots=True)
class Filling:
    """A box while it fills."""

    box: str
    table: str
    notes: dict[int, int] = field(default_factory=dict)
    chips: dict[ChipKey, int] = field(default_factory=dict)
    checks: list[CheckIn] = field(default_factory=list)
    coupons: list[CouponIn] = field(default_factory=list)
    papers: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, truth: BoxTruth) -> "Filling":
        """Go on with a box that something lies in already."""
        papers = {
            each.name: getattr(truth.documents, each.name) for each in fields(truth.documents)
        }
        return cls(
            box=truth.box,
            table=truth.table,
            notes={each.denomination_cents: each.pieces for each in truth.notes},
            chips={(c.chip_set, c.denomination_cents): c.pieces for c in truth.chips},
            checks=list(truth.checks),
            coupons=list(truth.coupons),
            papers={name: count for name, count in papers.items() if count},
        )

    def drop_paper(self, *kinds: str) -> None:
        """Put papers in."""
        for kind in kinds:
            self.papers[kind] = self.papers.get(kind, 0) + 1

    def drop_chips(self, chips: Mapping[ChipKey, int]) -> None:
        """Put raked chips in."""
        for key, pieces in chips.items():
            self.chips[key] = self.chips.get(key, 0) + pieces

    def drop_notes(self, notes: Mapping[int, int]) -> None:
        """Put notes in."""
        for cents, pieces in notes.items():
            self.notes[cents] = self.notes.get(cents, 0) + pieces

    def frozen(self) -> BoxTruth:
        """As it is."""
        return BoxTruth(
            box=self.box,
            table=self.table,
            notes=tuple(Notes(c, n) for c, n in sorted(self.notes.items(), reverse=True)),
            chips=chips_of(self.chips),
            checks=tuple(self.checks),
            coupons=tuple(self.coupons),
            documents=DocumentsTally(**self.papers),
        )


def chips_of(pieces: Mapping[ChipKey, int]) -> tuple[Chips, ...]:
    """Chips in the order they are listed."""
    ordered = sorted(pieces.items(), key=lambda item: (item[0][0], -item[0][1]))
    return tuple(Chips(chip_set, cents, count) for (chip_set, cents), count in ordered)


# ------------------------------------------------------------------------------ disturbances

BOX_KINDS: Final = frozenset({"note_gone", "note_extra", "coupon_gone", "check_gone", "slip_gone"})


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that goes wrong by hand, so that there is a discrepancy to find.

    Attributes:
        table: Where.
        kind: ``note_gone`` or ``note_extra`` (a note leaves or enters the box after play),
            ``coupon_gone``, ``check_gone`` (the last one of the box), ``slip_gone`` (a fill slip,
            or else a drop slip, is not in the box), ``chip_gone`` (chips leave
            the rack before it is counted), ``slip_wrong`` (the drop slip says so many more).
        cents: Denomination of notes or chips.
        pieces: How many.
    """

    table: str
    kind: Literal[
        "note_gone",
        "note_extra",
        "coupon_gone",
        "check_gone",
        "slip_gone",
        "chip_gone",
        "slip_wrong",
    ]
    cents: int = 0
    pieces: int = 1


def disturbed(truth: Truth, disturbances: Iterable[Disturbance]) -> Truth:
    """Disturb what lies in the boxes.

    Raises:
        EntryError: There is nothing of that kind to take out.
        NotFoundError: No box of that table was dropped.
    """
    for one in disturbances:
        if one.kind in BOX_KINDS:
            before = truth.of_table(one.table)
            after = _disturbed_box(before, one)
            boxes = tuple(after if box == before else box for box in truth.dropped)
            truth = replace(truth, dropped=boxes)
    return truth


def _disturbed_box(box: BoxTruth, one: Disturbance) -> BoxTruth:
    filling = Filling.of(box)
    if one.kind == "coupon_gone":
        _check_there(box, len(box.coupons), 1)
        filling.coupons.pop()
    elif one.kind == "check_gone":
        _check_there(box, len(box.checks), 1)
        filling.checks.pop()
        filling.papers["counter_checks"] -= 1
    elif one.kind == "slip_gone":
        kind = "fill_slips" if box.documents.fill_slips else "drop_slips"
        _check_there(box, getattr(box.documents, kind), 1)
        filling.papers[kind] -= 1
    else:
        pieces = one.pieces if one.kind == "note_extra" else -one.pieces
        _check_there(box, filling.notes.get(one.cents, 0) + pieces, 0)
        filling.drop_notes({one.cents: pieces})
    return filling.frozen()


def _check_there(box: BoxTruth, have: int, need: int) -> None:
    if have < need:
        sentence = f"Box {box.box} holds nothing of that kind to take out."
        raise EntryError({"disturb": sentence})
