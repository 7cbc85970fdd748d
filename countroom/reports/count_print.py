"""The two count reports, laid out for print (4.25).

Reference:
    525.19(u)-(y); V_70.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain import canonical
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Copy
from countroom.inquiries.report_facts import (
    BoxRow,
    Cell,
    Column,
    PoolTotal,
    ReportFacts,
    Stamp,
    UnallocatedRow,
)
from countroom.money import Money
from countroom.reports import count_lists
from countroom.reports.pages import Attached, Page, fill
from countroom.reports.sheets import (
    Listed,
    Run,
    Sheet,
    dated,
    marks_of,
    places,
    require_head,
    words,
)

ACROSS: Final = 7
"""Denominations beside each other on a landscape page; more go into a further table."""

DRAFT: Final = "DRAFT: signatures are missing, not to leave the count room"
NOT_RECOUNTED: Final = "not recounted"
_MONEY: Final = {Instrument.CURRENCY, Instrument.COIN}

Texts = tuple[str, str]
"""Pieces and value of a cell as printed."""

_BLANK: Final[Texts] = ("", "")


@dataclass(frozen=True, slots=True)
class Row:
    """A box in one table of figures."""

    box: str
    table: str
    game: str
    remark: str
    cells: tuple[Texts, ...]
    total: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A row under the boxes: column totals, recount, method, agreement.

    Attributes:
        label: What it is.
        cells: Pieces and value, or only a value where ``joined``.
        total: Of the row.
        look: How it is set: ``first``, ``plain`` or ``wrong``.
        joined: Whether a cell spans pieces and value.
    """

    label: str
    cells: tuple[Texts, ...]
    total: str
    look: str
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Matrix:
    """Some denominations of one pool: boxes down, denominations across, high to low."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    sums: tuple[Sum, ...]
    totals: bool
    says: str


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A pool's total in the answer at the top."""

    name: str
    amount: str
    recount: str
    agreement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSheet(Sheet):
    """A count report ready for its template."""

    total_label: str
    total: str
    recount_label: str
    recount_total: str
    agreement: str
    pools: tuple[PoolLine, ...]
    nil: str
    matrices: tuple[Matrix, ...]
    tables: tuple[Listed, ...]
    none: str


def _texts(cell: Cell | None) -> Texts:
    return _BLANK if cell is None else (f"{cell.pieces:,}", cell.amount.text())


def agreement(agrees: bool | None) -> str:  # noqa: FBT001 - the value itself is printed
    """Write whether count and recount agree."""
    if agrees is None:
        return NOT_RECOUNTED
    return "agrees" if agrees else "DOES NOT AGREE"


def remark(row: BoxRow) -> str:
    """What stands beside a box: emergency, shift, empty, changed."""
    parts = [
        "EMERGENCY" if row.emergency else "",
        f"shift {row.shift}" if row.shift else "",
        row.empty,
        f"changed, version {row.version}" if row.version > 1 else "",
    ]
    return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some columns of one pool; ``places`` are their positions among all columns."""

    facts: ReportFacts
    pool: PoolTotal
    position: int
    places: tuple[int, ...]
    title: str
    last: bool
    says: str

    def columns(self) -> list[Column]:
        return [self.facts.columns[place] for place in self.places]

    def cells(self, row: BoxRow | UnallocatedRow) -> tuple[Texts, ...]:
        return tuple(_texts(row.cells[place]) for place in self.places)

    def rows(self) -> Iterator[Row]:
        for box in self.facts.rows:
            if self.pool.pool is Pool.FOUND_CHIPS and all(c == _BLANK for c in self.cells(box)):
                continue
            yield Row(
                box=box.box,
                table=box.table,
                game=words(box.game),
                remark=remark(box),
                cells=self.cells(box),
                total=box.pool_totals[self.position].text(),
            )

    def unallocated(self) -> Iterator[Sum]:
        for row in self.facts.unallocated:
            cells = self.cells(row)
            if any(cell != _BLANK for cell in cells):
                total = row.pool_totals[self.position].text()
                yield Sum(f"Unallocated, {row.name}", cells, total, "plain")

    def totals(self) -> Sum:
        columns = self.columns()
        cells = tuple((f"{column.pieces:,}", column.amount.text()) for column in columns)
        return Sum("Column totals", cells, self.pool.amount.text(), "first")

    def recount(self) -> Iterator[Sum]:
        columns = self.columns()
        if self.pool.recount_amount is None:
            return
        total = self.pool.recount_amount.text()
        label = f"Recount {self.facts.recount}".strip()
        yield Sum(label, tuple(map(_recounted, columns)), total, "plain")
        yield _joined("Method", [column.method for column in columns], "", "plain")
        agreed = [agreement(column.agrees) for column in columns]
        look = "first" if all(column.agrees for column in columns) else "wrong"
        yield _joined("Count and recount", agreed, agreement(self.pool.agrees), look)


def _recounted(column: Column) -> Texts:
    if column.recount_pieces is None or column.recount_amount is None:
        return _BLANK
    return f"{column.recount_pieces:,}", column.recount_amount.text()


def _joined(label: str, values: Sequence[str], total: str, look: str) -> Sum:
    return Sum(label, tuple(("", value) for value in values), total, look, joined=True)


def _idle(facts: ReportFacts, place: int) -> bool:
    """Whether a chip denomination is nowhere on the report: it is named instead of printed."""
    column = facts.columns[place]
    found = column.pieces or column.recount_pieces
    cells = [row.cells[place] for row in facts.rows]
    cells += [row.cells[place] for row in facts.unallocated]
    held = any(cell is not None and cell.pieces for cell in cells)
    return column.instrument not in _MONEY and not (found or held)


def _label(column: Column) -> str:
    return f"{column.label} {column.chip_set}".strip()


def _parts(facts: ReportFacts) -> Iterator[_Part]:
    for position, pool in enumerate(facts.pools):
        of_pool = [n for n, column in enumerate(facts.columns) if column.pool is pool.pool]
        idle = [place for place in of_pool if _idle(facts, place)]
        shown = [place for place in of_pool if place not in idle] or of_pool[:1]
        runs = [shown[start : start + ACROSS] for start in range(0, len(shown), ACROSS)]
        absent = [_label(facts.columns[place]) for place in idle if place not in shown]
        for number, run in enumerate(runs, 1):
            last = number == len(runs)
            title = pool.pool.printed
            yield _Part(
                facts=facts,
                pool=pool,
                position=position,
                places=tuple(run),
                title=title if len(runs) == 1 else f"{title} ({number} of {len(runs)})",
                last=last,
                says=f"No pieces of: {', '.join(absent)}." if last and absent else "",
            )


def _matrix(part: _Part) -> Matrix:
    return Matrix(
        title=part.title,
        heads=tuple(_label(column) for column in part.columns()),
        rows=tuple(part.rows()),
        sums=(*part.unallocated(), part.totals(), *part.recount()),
        totals=part.last,
        says=part.says,
    )


def _pool_line(pool: PoolTotal) -> PoolLine:
    recount = NOT_RECOUNTED if pool.recount_amount is None else pool.recount_amount.text()
    return PoolLine(pool.pool.printed, pool.amount.text(), recount, agreement(pool.agrees))


def _or_not(amount: Money | None) -> str:
    return NOT_RECOUNTED if amount is None else f"${amount.text()}"


def _boxes(facts: ReportFacts) -> str:
    boxes = "box" if facts.opened == 1 else "boxes"
    return f"{facts.opened} {facts.kind.value} {boxes} opened and counted"


def _nil(facts: ReportFacts) -> str:
    if not facts.nil:
        return ""
    return f"No {facts.kind.value} box was to be counted for this gaming date."


def _identity(facts: ReportFacts) -> str:
    prepared = facts.prepared.isoformat()
    return f"{facts.name}, version {facts.version}. Count {facts.count}. Prepared {prepared}"


def sheet(facts: ReportFacts, stamp: Stamp, run: Run) -> CountSheet:
    """Lay a count report out; all copies of it are alike but for the copy's name.

    Args:
        facts: What the report says.
        stamp: Of a later print of a kept copy.
        run: When and by whom it is printed.
    """
    zone = ZoneInfo(facts.zone)
    marks, watermark = marks_of(
        draft=DRAFT if facts.draft else "",
        superseded_by=facts.newest if facts.superseded else None,
        stamp=stamp,
    )
    tables, none = count_lists.lists(facts, zone)
    content = Attached(
        name=f"{facts.name}-v{facts.version}.json",
        content=canonical.to_bytes(facts),
        description=f"Every figure of {facts.title} {facts.name}, version {facts.version}",
    )
    return CountSheet(
        at=run.at,
        attached=(content,),
        title=facts.title,
        number=facts.name,
        version=facts.version,
        facility=facts.facility,
        shape="wide",
        dated=dated(facts.gaming_date),
        identity=_identity(facts),
        remark=_boxes(facts),
        marks=marks,
        watermark=watermark,
        run=run.text(zone),
        digest=facts.digest,
        head=facts.head,
        signatures=places(facts.signatures, zone),
        total_label=f"Count: total of {_boxes(facts).removesuffix(' opened and counted')}",
        total=f"${facts.grand_total.text()}",
        recount_label=f"Recount {facts.recount}".strip(),
        recount_total=_or_not(facts.recount_total),
        agreement=agreement(facts.agrees).upper(),
        pools=tuple(map(_pool_line, facts.pools)) if len(facts.pools) > 1 else (),
        nil=_nil(facts),
        matrices=() if facts.nil else tuple(map(_matrix, _parts(facts))),
        tables=tables,
        none=none,
    )


def page(facts: ReportFacts, copy: Copy, *, run: Run, stamp: Stamp | None = None) -> Page:
    """Make the page of one copy of a count report, ready for the press.

    Raises:
        RuleError: It lacks what every form has to say (V_70).
    """
    laid = sheet(facts, stamp or Stamp(), run)
    require_head(laid, copy)
    return fill(facts.paper, laid, copy)
