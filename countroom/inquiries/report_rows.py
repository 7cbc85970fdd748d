"""The figures of a count report: boxes, columns, pools, and the recount beside them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from countroom.domain import pools
from countroom.domain.denominations import Instrument, Pool, denomination_label
from countroom.domain.documents import Document
from countroom.domain.floor import TableKind
from countroom.domain.house import House
from countroom.domain.papers.box_count import BoxCount, Memo, MemoKind, NoMoney, pool_of
from countroom.domain.papers.count_report import CountReport, Named
from countroom.domain.papers.presentation import Laid, PoolEntry, PoolKey
from countroom.inquiries.report_facts import (
    BoxRow,
    Cell,
    Column,
    MemoRow,
    PoolTotal,
    UnallocatedRow,
)
from countroom.money import Money, total
from countroom.stores import Tx, documents, proceeds

_EMPTY: Final = {NoMoney.NO_ACTIVITY: "no activity", NoMoney.TABLE_CLOSED: "table closed"}

Pieces = Mapping[PoolKey, int]


def named_versions(tx: Tx, count: str, named: Iterable[Named]) -> list[Document]:
    """The documents that a report names, each in the version that it names.

    Those still in their newest version are read at one go.
    """
    newest = {document.name: document for document in proceeds.box_counts(tx, count)}
    found = []
    for one in named:
        document = newest.get(one.name)
        if document is None or document.version != one.version:
            document = documents.get(tx, documents.by_name(tx, one.name).id, version=one.version)
        found.append(document)
    return found


def box_pieces(content: BoxCount) -> dict[PoolKey, int]:
    """Pieces of a box by denomination, chips found in a banking box in a pool of their own."""
    pieces: Counter[PoolKey] = Counter()
    for figure in content.figures:
        pool = pool_of(content.kind, figure.instrument)
        key = (pool, figure.instrument, figure.chip_set, figure.denomination_cents)
        pieces[key] += figure.pieces
    if content.kind is TableKind.BANKING:
        for memo in content.memos:
            if memo.kind is MemoKind.FOUND_CHIP and memo.denomination_cents:
                face = (memo.chip_set, memo.denomination_cents)
                pieces[Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, *face] += memo.pieces
    return dict(pieces)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table of a report: what its rows and columns are made of.

    Attributes:
        kind: Banking or nonbanking.
        keys: Its columns, in print order.
        boxes: Box counts and their pieces, in table order.
        adjustments: Unallocated forms and their pieces.
        recount: The recount shown, or nothing.
    """

    kind: TableKind
    keys: tuple[PoolKey, ...]
    boxes: tuple[tuple[Document, Pieces], ...]
    adjustments: tuple[tuple[Document, Pieces], ...]
    recount: Laid | None

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Its pools in print order; found chips only where a column is theirs."""
        there = {key[0] for key in self.keys}
        return tuple(pool for pool in pools.PRINTED_POOLS[self.kind] if pool in there)

    def counted(self) -> Counter[PoolKey]:
        """Column totals: boxes and unallocated lines."""
        pieces: Counter[PoolKey] = Counter()
        for _, mine in (*self.boxes, *self.adjustments):
            pieces.update(mine)
        return pieces

    def recounted(self) -> dict[PoolKey, PoolEntry]:
        """The recount's entries of this report."""
        if self.recount is None:
            return {}
        mine = pools.PRINTED_POOLS[self.kind]
        return {entry.key: entry for entry in self.recount.entries if entry.pool in mine}


def sheet(
    house: House,
    content: CountReport,
    boxes: Sequence[Document],
    adjustments: Sequence[Document],
    recount: Laid | None,
) -> Sheet:
    """Put the table of a report together."""
    counted = [(document, box_pieces(document.content)) for document in boxes]
    laid = [(document, _adjusted(document, content.kind)) for document in adjustments]
    found = {key for _, mine in (*counted, *laid) for key in mine}
    keys = set(pools.keys_to_enter(house, [content.kind], found))
    keys -= {key for key in keys - found if key[0] is Pool.FOUND_CHIPS}
    if recount is not None:
        mine = pools.PRINTED_POOLS[content.kind]
        keys |= {key for key, pieces in recount.pieces().items() if key[0] in mine and pieces}
    in_order = tuple(sorted(keys, key=pools.print_order))
    return Sheet(content.kind, in_order, tuple(counted), tuple(laid), recount)


def _adjusted(document: Document, kind: TableKind) -> dict[PoolKey, int]:
    banking = kind is TableKind.BANKING
    return {
        line.key: line.pieces for line in document.content.lines if line.pool.is_banking is banking
    }


def value(pieces: Pieces, wanted: Iterable[Pool]) -> Money:
    """Value of some pools."""
    these = set(wanted)
    return Money(sum(count * key[3] for key, count in pieces.items() if key[0] in these))


def columns(table: Sheet) -> tuple[Column, ...]:
    """Every denomination with its totals; without a recount nothing stands beside them."""
    counted, recounted = table.counted(), table.recounted()
    return tuple(
        _column(key, counted[key], recounted.get(key), table.recount) for key in table.keys
    )


def _column(key: PoolKey, pieces: int, entry: PoolEntry | None, laid: Laid | None) -> Column:
    again = None
    if laid is not None:
        again = 0 if entry is None else entry.pieces(laid.strap_notes)
    return Column(
        pool=key[0],
        instrument=key[1],
        chip_set=key[2],
        denomination_cents=key[3],
        pieces=pieces,
        amount=Money(pieces * key[3]),
        recount_pieces=again,
        recount_amount=None if again is None else Money(again * key[3]),
        method="" if entry is None else pools.method_text(entry),
        agrees=None if again is None else again == pieces,
    )


def pool_totals(table: Sheet, columns_: Iterable[Column]) -> tuple[PoolTotal, ...]:
    """Total of each pool in count and recount."""
    made = []
    for pool in table.pools:
        mine = [column for column in columns_ if column.pool is pool]
        again = None
        if table.recount is not None:
            again = total([one.recount_amount for one in mine if one.recount_amount is not None])
        amount = total([column.amount for column in mine])
        agrees = None
        if again is not None:
            agrees = again == amount and all(column.agrees for column in mine)
        made.append(PoolTotal(pool, amount, again, agrees))
    return tuple(made)


def _cells(table: Sheet, pieces: Pieces) -> tuple[Cell | None, ...]:
    return tuple(
        Cell(pieces[key], Money(pieces[key] * key[3])) if key in pieces else None
        for key in table.keys
    )


def box_rows(table: Sheet) -> tuple[BoxRow, ...]:
    """One row a box, in table order."""
    return tuple(_box_row(table, document, pieces) for document, pieces in table.boxes)


def _box_row(table: Sheet, document: Document, pieces: Pieces) -> BoxRow:
    content: BoxCount = document.content
    return BoxRow(
        box=content.box,
        table=content.table,
        game=content.game,
        shift=content.shift,
        emergency=content.emergency,
        cells=_cells(table, pieces),
        pool_totals=tuple(value(pieces, [pool]) for pool in table.pools),
        total=value(pieces, pools.REPORT_POOLS[table.kind]),
        empty="" if content.empty is None else _EMPTY[content.empty],
        box_count=document.name,
        version=document.version,
    )


def unallocated_rows(table: Sheet) -> tuple[UnallocatedRow, ...]:
    """One row a form that stands for no box."""
    rows = []
    for document, pieces in table.adjustments:
        signers = {signature.step: signature.name for signature in document.signatures}
        rows.append(
            UnallocatedRow(
                name=document.name,
                reason=document.content.reason,
                cells=_cells(table, pieces),
                pool_totals=tuple(value(pieces, [pool]) for pool in table.pools),
                total=value(pieces, pools.REPORT_POOLS[table.kind]),
                supervisor=signers.get("supervisor", ""),
                representative=signers.get("ccr", ""),
                at=document.at,
            )
        )
    return tuple(rows)


def memo_rows(table: Sheet) -> tuple[MemoRow, ...]:
    """Exceptions of the boxes, in table order; mutilated notes that count at face among them."""
    rows: list[MemoRow] = []
    for document, _ in table.boxes:
        content: BoxCount = document.content
        rows += [_memo_row(content, memo) for memo in content.memos]
        rows += [
            MemoRow(
                content.box,
                content.table,
                "Mutilated, counted at face",
                "recounted individually",
                figure.mutilated,
                denomination_label(figure.denomination_cents),
                "",
            )
            for figure in content.figures
            if figure.mutilated
        ]
    return tuple(rows)


def _memo_row(content: BoxCount, memo: Memo) -> MemoRow:
    face = ""
    if memo.denomination_cents and memo.currency_code == "USD":
        face = denomination_label(memo.denomination_cents)
    elif memo.denomination_cents:
        face = f"{memo.currency_code} {Money(memo.denomination_cents).text()}"
    return MemoRow(
        box=content.box,
        table=content.table,
        kind=memo.kind.value.replace("_", " ").capitalize(),
        description=memo.description,
        pieces=memo.pieces,
        denomination=face,
        serial=memo.serial,
    )
