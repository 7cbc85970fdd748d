"""What the papers of the count refuse: reports without date or number, inspections with gaps."""

from datetime import date
from typing import Any

import pytest

from countroom.domain.denominations import Instrument, Pool, Side
from countroom.domain.floor import TableKind
from countroom.domain.papers import supplementary_count, transmittal, unallocated
from countroom.domain.papers.box_count import DocumentsTally, Figure, Memo, MemoKind
from countroom.domain.papers.count_report import BoxLine, CountReport, Named
from countroom.domain.papers.presentation import PoolEntry
from countroom.domain.papers.room_inspection import Checked, ItemKind, RoomInspection
from countroom.domain.papers.supplementary_count import SupplementaryCount
from countroom.domain.papers.transmittal import BoxDocuments, Transmittal
from countroom.domain.papers.unallocated import Unallocated, UnallocatedLine
from countroom.errors import EntryError, RuleError
from countroom.regulations import V_38, V_39, V_40, V_67

LINE = BoxLine("1", "BJ-1", "baccarat", "", emergency=False, box_count=Named("BC-1", 1, "d"))


def report(**changed: Any) -> CountReport:
    facts: dict[str, Any] = {
        "count": "c",
        "kind": TableKind.BANKING,
        "gaming_date": date(2011, 6, 14),
        "prepared": date(2011, 6, 15),
        "boxes": (LINE,),
        "opened": 1,
    }
    return CountReport(**{**facts, **changed})


@pytest.mark.rule(V_38, V_39, V_40)
@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"count": ""}, V_38),
        ({"opened": 2}, V_39),
        ({"boxes": ()}, V_39),
        ({"prepared": date(2011, 6, 13)}, V_40),
    ],
)
def test_a_report_names_count_dates_and_its_number_of_boxes(
    changed: dict[str, Any], rule: object
) -> None:
    assert report(prepared=date(2011, 6, 14)).opened == 1
    with pytest.raises(RuleError) as refused:
        report(**changed)
    assert refused.value.rule is rule


@pytest.mark.rule(V_67)
def test_an_inspection_ticks_every_place_for_every_kind() -> None:
    every = tuple(Checked("ROOM", kind) for kind in ItemKind)
    found = (*every[:-1], Checked("ROOM", ItemKind.COUNTER_CHECKS, "one of Monday"))
    assert RoomInspection("c", ("ROOM",), (), every, "x").finds == ()
    assert RoomInspection("c", ("ROOM",), (), found, "x").finds == (found[-1],)
    with pytest.raises(RuleError, match="ROOM was not checked for currency; 5 checks") as refused:
        RoomInspection("c", ("ROOM",), (), (), "x")
    assert refused.value.rule is V_67


def test_a_transmittal_adds_its_documents_up() -> None:
    boxes = (
        BoxDocuments("1", "A", DocumentsTally(closers=1, fill_slips=2)),
        BoxDocuments("2", "B", DocumentsTally(closers=1, vouchers=3)),
    )
    content = Transmittal("c", "P-1", ("BR-1", "NR-1"), boxes)
    assert content.tally() == DocumentsTally(closers=2, fill_slips=2, vouchers=3)
    with pytest.raises(EntryError):
        Transmittal("c", "P-1", (), (), locked_box="\n")
    assert transmittal.PAPER.lines(content) == ()


def supplement(**changed: Any) -> SupplementaryCount:
    facts: dict[str, Any] = {
        "count": "c",
        "where": "M1",
        "inspection": "",
        "table": "",
        "nonbanking": False,
        "figures": (Figure(Instrument.CURRENCY, 20_00, 2),),
        "memos": (),
        "team": ("t1",),
        "explanation": "stuck",
    }
    return SupplementaryCount(**{**facts, **changed})


@pytest.mark.parametrize(
    ("instrument", "kind", "pool"),
    [
        (Instrument.CURRENCY, TableKind.BANKING, Pool.BANKING_CURRENCY),
        (Instrument.CURRENCY, TableKind.NONBANKING, Pool.NONBANKING_CURRENCY),
        (Instrument.VALUE_CHIP, TableKind.BANKING, Pool.FOUND_CHIPS),
        (Instrument.PLAQUE, TableKind.NONBANKING, Pool.NONBANKING_VALUE_CHIPS),
        (Instrument.RAKE_CHIP, TableKind.NONBANKING, Pool.RAKE_CHIPS),
    ],
)
def test_what_was_found_goes_to_its_pool(
    instrument: Instrument, kind: TableKind, pool: Pool
) -> None:
    nonbanking = kind is TableKind.NONBANKING
    content = supplement(figures=(Figure(instrument, 5_00, 1),), nonbanking=nonbanking)
    (line,) = supplementary_count.lines(content)
    assert (line.pool, line.side, line.amount) == (pool, Side.SUPPLEMENT, content.total)


def test_papers_found_are_memo_lines() -> None:
    memos = (Memo(MemoKind.OTHER, "a coupon", 25_00), Memo(MemoKind.OTHER, "a slip"))
    (line,) = supplementary_count.lines(supplement(figures=(), memos=memos))
    assert line.memo


def test_a_supplementary_report_is_whole() -> None:
    with pytest.raises(EntryError) as refused:
        supplement(where="", figures=(), team=(), explanation=" ")
    assert list(refused.value.fields) == ["where", "figures", "team", "explanation"]


def test_an_unallocated_difference_is_signed_in_its_lines() -> None:
    short = UnallocatedLine(Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, 2_00, -3, "rake")
    over = UnallocatedLine(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 20_00, 1)
    content = Unallocated("c", "RC-1", (short, over), "nobody knows")
    assert [(line.sign, line.pieces) for line in unallocated.lines(content)] == [(-1, 3), (1, 1)]
    assert short.key == (Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, "rake", 2_00)


def test_only_notes_are_strapped_and_nothing_is_less_than_none() -> None:
    pool = Pool.RAKE_CHIPS
    with pytest.raises(EntryError):
        PoolEntry(pool, Instrument.RAKE_CHIP, 2_00, straps=1)
    with pytest.raises(EntryError):
        PoolEntry(pool, Instrument.RAKE_CHIP, 2_00, loose=-1)


def test_an_inspection_ticks_nothing_twice() -> None:
    twice = (Checked("ROOM", ItemKind.CURRENCY),) * 2
    strange = (Checked("HALL", ItemKind.CURRENCY),)
    for wrong in (twice, strange):
        with pytest.raises(EntryError):
            RoomInspection("c", ("ROOM",), (), wrong, "x")
