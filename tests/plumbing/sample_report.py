"""Count reports to print: the worked gaming day of 2011-06-14, and days made to measure."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Signature
from countroom.domain.floor import TableKind
from countroom.domain.journal import Head
from countroom.domain.papers import count_report
from countroom.inquiries.report_facts import (
    AttemptRow,
    BoxRow,
    Cell,
    Column,
    IntervalRow,
    MachineTestRow,
    PoolTotal,
    ReportFacts,
    SignatureBlock,
)
from countroom.money import Money, total

DAY: Final = date(2011, 6, 14)
SIGNED: Final = datetime(2011, 6, 15, 15, 4, 9, tzinfo=UTC)
HEAD: Final = Head(4117, "5f" * 32)
FACILITY: Final = "Sample Casino"

NOTES: Final = (100_00, 50_00, 20_00, 10_00, 5_00, 1_00)
BANKING: Final = (
    ("BJ-101", "Blackjack", (88, 20, 110, 25, 14, 20)),
    ("RO-201", "Roulette", (31, 6, 80, 18, 12, 20)),
    ("CR-301", "Craps", (150, 10, 160, 30, 16, 20)),
    ("MB-401", "Mini Baccarat", (380, 20, 100, 15, 8, 10)),
)
CHIPS: Final = (5_00, 1_00)
RAKE: Final = (4_00, 3_00, 2_00)
NONBANKING: Final = (
    ("PK-501", "Poker", (0,) * 6, (70, 412), (60, 100, 90), ""),
    ("PK-502", "Poker", (0,) * 6, (0, 0), (0, 0, 0), "no activity"),
)

SIGNERS: Final = (
    ("count_team", "Count Team Member", "Ana Sample", "CT-0001"),
    ("count_team", "Count Team Member", "Nguyễn Văn A", "CT-0002"),
    ("count_team", "Count Team Member", "王小明", "CT-0003"),
    ("supervisor", "Count Room Supervisor", "محمد", "CS-0001"),
    ("cashier", "Main Bank Cashier", "O'Brien & Sons <b>x</b>", "MB-0001"),
    ("ccr", "Casino Compliance Representative", "Rosa Sample", "CCR-0001"),
)
"""Sample people; some with names that have to print as they are."""


def blocks(*, signed: int = len(SIGNERS), drawn: bytes | None = None) -> tuple[SignatureBlock, ...]:
    """Make the places to sign, the first ``signed`` of them signed a minute apart."""
    attests = {step.name: step.attests for step in count_report.SIGNATURES}
    made = []
    for place, (step, title, name, credential) in enumerate(SIGNERS):
        signature = Signature(
            step=step,
            person=str(place),
            name=name,
            title=title,
            credential=credential,
            at=SIGNED - timedelta(minutes=len(SIGNERS) - 1 - place),
            digest="ab" * 32,
            drawn=drawn,
        )
        made.append(
            SignatureBlock(
                step=step,
                title=title,
                attests=attests[step],
                name=name,
                signed=signature if place < signed else None,
            )
        )
    return tuple(made)


def _column(
    pool: Pool, instrument: Instrument, denomination_cents: int, pieces: int, method: str
) -> Column:
    amount = Money(denomination_cents) * pieces
    return Column(
        pool=pool,
        instrument=instrument,
        chip_set="",
        denomination_cents=denomination_cents,
        pieces=pieces,
        amount=amount,
        recount_pieces=pieces,
        recount_amount=amount,
        method=method,
        agrees=True,
    )


def _cells(denominations: Iterable[int], pieces: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(n, Money(cents) * n) for cents, n in zip(denominations, pieces, strict=True))


def _sum(cells: Iterable[Cell]) -> Money:
    return total([cell.amount for cell in cells])


def _report(kind: TableKind, **parts: object) -> ReportFacts:
    paper = count_report.BANKING if kind is TableKind.BANKING else count_report.NONBANKING
    facts = {
        "paper": paper.code,
        "title": paper.title,
        "facility": FACILITY,
        "zone": "America/New_York",
        "kind": kind,
        "gaming_date": DAY,
        "prepared": date(2011, 6, 15),
        "count": "2011-06-14/1",
        "count_state": "signed by the representative",
        "document": 1,
        "name": f"{paper.series}-0001",
        "version": 1,
        "newest": 1,
        "digest": "ab" * 32,
        "recount": "RC-0001",
        "agrees": True,
        "unallocated": (),
        "memos": (),
        "changes": (),
        "directions": (),
        "missing": (),
        "intervals": (
            IntervalRow(
                "9",
                "Rosa Sample",
                "CCR-0001",
                "Casino Compliance Representative",
                SIGNED - timedelta(hours=5),
                None,
            ),
        ),
        "machine_tests": (
            MachineTestRow(
                "M-1",
                "before the count",
                SIGNED - timedelta(hours=4),
                "Ana Sample",
                passed=True,
                details="100 known notes of each denomination, 100 counted",
            ),
        ),
        "signatures": blocks(),
        "copies": paper.copies,
        "head": HEAD,
        "draft": False,
        "superseded": False,
        "nil": False,
        "last_signed_at": SIGNED,
        **parts,
    }
    return ReportFacts(**facts)  # type: ignore[arg-type]


def _attempt(columns: tuple[Column, ...], amount: Money) -> tuple[AttemptRow, ...]:
    return (
        AttemptRow(
            number=1,
            name="RC-0001",
            by="O'Brien & Sons <b>x</b>",
            at=SIGNED - timedelta(hours=1),
            agreed=True,
            pieces=tuple(column.pieces for column in columns),
            total=amount,
        ),
    )


def banking(
    boxes: Iterable[tuple[str, str, tuple[int, ...]]] = BANKING,
    notes: tuple[int, ...] = NOTES,
) -> ReportFacts:
    """Make a banking report of these boxes; without arguments the worked day's."""
    rows: list[BoxRow] = []
    for table, game, pieces in boxes:
        cells = _cells(notes, pieces)
        amount = _sum(cells)
        rows.append(
            BoxRow(
                box=f"{len(rows) + 1:03d}",
                table=table,
                game=game,
                shift="",
                emergency=False,
                cells=cells,
                pool_totals=(amount,),
                total=amount,
                empty="",
                box_count=f"BC-{len(rows) + 1:04d}",
                version=1,
            )
        )
    columns = tuple(
        _column(
            Pool.BANKING_CURRENCY,
            Instrument.CURRENCY,
            cents,
            sum(cell.pieces for row in rows if (cell := row.cells[place])),
            "bulk and hand" if cents in {100_00, 20_00} else "hand",
        )
        for place, cents in enumerate(notes)
    )
    amount = total([row.total for row in rows])
    return _report(
        TableKind.BANKING,
        opened=len(rows),
        pools=(PoolTotal(Pool.BANKING_CURRENCY, amount, amount, agrees=True),),
        columns=columns,
        rows=tuple(rows),
        grand_total=amount,
        recount_total=amount,
        attempts=_attempt(columns, amount),
    )


def nonbanking() -> ReportFacts:
    """Make the worked day's nonbanking report: one poker table played, one had no activity."""
    classes = (
        (Pool.NONBANKING_CURRENCY, Instrument.CURRENCY, NOTES),
        (Pool.NONBANKING_VALUE_CHIPS, Instrument.VALUE_CHIP, CHIPS),
        (Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, RAKE),
    )
    rows = []
    for place, (table, game, *found, empty) in enumerate(NONBANKING, 5):
        by_class = [
            _cells(faces, pieces) for (_, _, faces), pieces in zip(classes, found, strict=True)
        ]
        sums = tuple(map(_sum, by_class))
        rows.append(
            BoxRow(
                box=f"{place:03d}",
                table=table,
                game=game,
                shift="",
                emergency=False,
                cells=tuple(cell for cells in by_class for cell in cells),
                pool_totals=sums,
                total=total(list(sums)),
                empty=str(empty),
                box_count=f"BC-{place:04d}",
                version=1,
            )
        )
    kinds = [(pool, instrument, face) for pool, instrument, faces in classes for face in faces]
    columns = tuple(
        _column(
            pool,
            instrument,
            face,
            sum(cell.pieces for row in rows if (cell := row.cells[place])),
            "hand",
        )
        for place, (pool, instrument, face) in enumerate(kinds)
    )
    amounts = [total([row.pool_totals[n] for row in rows]) for n in range(len(classes))]
    grand = total(amounts)
    return _report(
        TableKind.NONBANKING,
        opened=len(rows),
        pools=tuple(
            PoolTotal(pool, amount, amount, agrees=True)
            for (pool, _, _), amount in zip(classes, amounts, strict=True)
        ),
        columns=columns,
        rows=tuple(rows),
        grand_total=grand,
        recount_total=grand,
        attempts=_attempt(columns, grand),
    )


def nil() -> ReportFacts:
    """Make the banking report of a day on which no banking table opened."""
    return replace(banking(()), nil=True)


def unsigned(facts: ReportFacts, *, signed: int = 0) -> ReportFacts:
    """Make a draft of a report: only the first places are signed."""
    return replace(facts, signatures=blocks(signed=signed), draft=True, last_signed_at=None)


def many(
    tables: int, notes: tuple[int, ...] = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)
) -> ReportFacts:
    """Make a banking report of many tables, each with its own figures."""
    boxes = [
        (
            f"BJ-{number:03d}",
            "Blackjack",
            tuple((number * (place + 3)) % 301 for place in range(len(notes))),
        )
        for number in range(1, tables + 1)
    ]
    return banking(boxes, notes)
