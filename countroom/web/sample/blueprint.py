"""The pages of the sample house: what lies in the boxes that wait, and in the pouch."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from countroom.domain.access import Permission
from countroom.domain.denominations import Pool, denomination_label
from countroom.domain.floor import TableKind
from countroom.domain.gaming_day import parse_gaming_date
from countroom.domain.house import House
from countroom.domain.papers.box_count import pool_of
from countroom.errors import NotFoundError
from countroom.money import Money
from countroom.operations.play import truth
from countroom.operations.play.truth import BoxTruth, Truth
from countroom.web import desk, gate, home
from countroom.web.pages import page

bp = Blueprint("sample", __name__, url_prefix="/sample")

_DOCUMENTS: Final = (
    ("fill_requests", "Requests for Fills"),
    ("fill_slips", "Fill Slips"),
    ("credit_requests", "Requests for Credits"),
    ("credit_slips", "Credit Slips"),
    ("counter_checks", "Counter Checks"),
    ("openers", "Openers"),
    ("closers", "Closers"),
    ("drop_slips", "Drop slips"),
    ("shift_slips", "Shift slips"),
    ("error_slips", "Error Notification Slips"),
    ("vouchers", "Vouchers"),
)


@dataclass(frozen=True, slots=True)
class Lying:
    """Pieces of one denomination that lie there; in a pool, how many full straps and loose."""

    label: str
    pieces: int
    straps: int = 0
    loose: int = 0


@dataclass(frozen=True, slots=True)
class SampleBox:
    """A box and what lies in it."""

    box: str
    table: str
    money: tuple[Lying, ...]
    documents: tuple[tuple[str, int], ...]
    coupons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SampleCheck:
    """A Counter Check that came out of a box, as accounting has it in hand."""

    serial: str
    table: str
    box: str
    amount: Money


@dataclass(frozen=True, slots=True)
class SamplePool:
    """A pool and what lies on the table when every box is emptied onto it."""

    title: str
    money: tuple[Lying, ...]


@bp.get("/")
@gate.needs(Permission.COUNT_WORK, Permission.CAGE_RECOUNT)
def boxes() -> Response:
    """What lies in the boxes of the newest dropped day."""
    found = _newest(desk.server().settings.data / "play")
    house = desk.house()
    return page(
        "sample/boxes.html",
        title="What lies in the sample boxes",
        gaming_date=found.gaming_date,
        boxes=[_box(house, box) for box in found.dropped],
        pools=_pools(house, found),
    )


home.door("sample.boxes", "Sample boxes", "What one would find in them: this house only")


@bp.get("/checks")
@gate.needs(Permission.ACCOUNTING_CHECKS)
def checks() -> Response:
    """The Counter Checks in accounting's pouch, and no figure of a count."""
    found = _newest(desk.server().settings.data / "play")
    return page(
        "sample/checks.html",
        title="The sample Counter Checks",
        gaming_date=found.gaming_date,
        checks=[
            SampleCheck(check.serial, box.table, box.box, Money(check.cents))
            for box in found.dropped
            for check in box.checks
        ],
    )


home.door("sample.checks", "Sample Counter Checks", "What lies in the pouch: this house only")


def _newest(folder: Path) -> Truth:
    days = sorted(_day(path) for path in folder.glob("????-??-??.json"))
    found = truth.load(folder.parent, days[-1]) if days else None
    if found is None:
        msg = "No sample day was played here."
        raise NotFoundError(msg)
    return found


def _day(path: Path) -> date:
    return parse_gaming_date(path.stem)


def _box(house: House, box: BoxTruth) -> SampleBox:
    notes = [Lying(denomination_label(n.denomination_cents), n.pieces) for n in box.notes]
    chips = [
        Lying(
            f"{denomination_label(c.denomination_cents)} {house.chip_set(c.chip_set).name}",
            c.pieces,
        )
        for c in box.chips
    ]
    documents = [(title, getattr(box.documents, name)) for name, title in _DOCUMENTS]
    return SampleBox(
        box=box.box,
        table=box.table,
        money=tuple(lying for lying in (*notes, *chips) if lying.pieces),
        documents=tuple((title, number) for title, number in documents if number),
        coupons=tuple((c.serial, denomination_label(c.cents)) for c in box.coupons),
    )


def _pools(house: House, found: Truth) -> tuple[SamplePool, ...]:
    strap = house.settings.strap_notes
    lying: dict[Pool, Counter[tuple[str, int]]] = {pool: Counter() for pool in Pool}
    for box in found.dropped:
        kind = house.table(box.table).kind
        _add_notes(lying, kind, box)
        for chips in box.chips:
            of = house.chip_set(chips.chip_set)
            if of.kind.instrument is not None:
                key = (of.name, chips.denomination_cents)
                lying[pool_of(kind, of.kind.instrument)][key] += chips.pieces
    return tuple(
        SamplePool(pool.printed, _in_order(pieces, strap))
        for pool, pieces in lying.items()
        if pieces
    )


def _add_notes(lying: dict[Pool, Counter[tuple[str, int]]], kind: TableKind, box: BoxTruth) -> None:
    banking = kind is TableKind.BANKING
    pool = Pool.BANKING_CURRENCY if banking else Pool.NONBANKING_CURRENCY
    for notes in box.notes:
        lying[pool]["", notes.denomination_cents] += notes.pieces


def _in_order(pieces: Counter[tuple[str, int]], strap: int) -> tuple[Lying, ...]:
    ordered = sorted(pieces.items(), key=lambda entry: (entry[0][0], -entry[0][1]))
    return tuple(
        Lying(
            f"{denomination_label(cents)} {chip_set}".strip(),
            count,
            straps=0 if chip_set else count // strap,
            loose=count if chip_set else count % strap,
        )
        for (chip_set, cents), count in ordered
        if count
    )
