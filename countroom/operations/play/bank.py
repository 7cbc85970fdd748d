"""The cage on a played day: its chips stocked, counted by shift, and checks first recorded."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain.chip_books import Move
from countroom.domain.denominations import Side
from countroom.domain.floor import ChipKind, ChipSet
from countroom.domain.papers import chip_stock
from countroom.domain.papers.first_checks import AtTable
from countroom.domain.people import Role
from countroom.money import Money
from countroom.operations import chip_bank, first_checks
from countroom.operations.play.stage import Actor, Stage
from countroom.operations.play.truth import CheckIn, ChipKey, Chips, Truth
from countroom.stores import Tx, documents, registry, waiting

PIECES: Final = {
    ChipKind.VALUE: ((100_000, 20), (50_000, 40), (10_000, 300), (2_500, 800), (0, 1200)),
    ChipKind.RAKE: ((0, 200),),
    ChipKind.PLAQUE: ((0, 2),),
}
"""What a new rack holds: of denominations from so many cents on, so many pieces."""

SHIFTS: Final = (
    ("day", timedelta(hours=8)),
    ("swing", timedelta(hours=16)),
    ("grave", timedelta(hours=22, minutes=30)),
)
"""When the chip bank is counted, from the beginning of the gaming day."""

_IN_RESERVE: Final = 40
"""Usual racks of every set that go to the reserve of a new house."""

_IN_BANK: Final = 8
"""Usual racks of every set that the chip bank has in the morning."""

_SOLD: Final = 3
"""Usual racks of every set that patrons carry when the day begins."""

_STEP: Final = timedelta(seconds=20)
_CASHIER: Final[Actor] = (Role.CHIP_BANK_CASHIER, 0)
_SECOND: Final[Actor] = (Role.CAGE_SUPERVISOR, 0)
_CHIPS: Final = frozenset({kind.instrument for kind in PIECES})


def usual(chip_set: ChipSet) -> dict[ChipKey, int]:
    """What a usual rack holds of a set; nothing of chips without a value."""
    steps = PIECES.get(chip_set.kind, ())
    return {
        (chip_set.code, money.cents): next(count for least, count in steps if money.cents >= least)
        for money in chip_set.denominations
    }


def _times(stage: Stage, racks: int) -> Counter[ChipKey]:
    """So many usual racks of everything the house has."""
    held: Counter[ChipKey] = Counter()
    for chip_set in stage.house.chip_sets:
        held.update({key: racks * count for key, count in usual(chip_set).items()})
    return held


def begin(stage: Stage, floor: Iterable[Mapping[ChipKey, int]], previous: Truth | None) -> None:
    """Find the chip bank as it stands, or stock a house that has no chips on its books.

    Chips that were counted out of the boxes of the day before are back in it, patrons have
    changed theirs at the cage, and it is brought to its level again.

    Args:
        stage: Where; its chip bank and its patrons' chips are told.
        floor: What lies in the tables' racks and boxes.
        previous: The truth of the day before.
    """
    with stage.database.read() as tx:
        stocked = waiting.latest_date(tx, chip_stock.PAPER.code) is not None
        back = _back_from(tx, previous)
    if not stocked:
        _stock(stage, floor)
    elif previous is not None and previous.bank:
        stage.bank = _held(previous.bank)
        stage.patrons = _held(previous.patrons)
        _add(stage, back)
        _change(stage)
        _level(stage)
    stage.on_floor = _sum(floor)


def _sum(chips: Iterable[Mapping[ChipKey, int]]) -> Counter[ChipKey]:
    added: Counter[ChipKey] = Counter()
    for some in chips:
        added.update(some)
    return added


def end(stage: Stage, floor: Iterable[Mapping[ChipKey, int]]) -> None:
    """What left racks and boxes and did not come to the chip bank is in the patrons' hands.

    Args:
        stage: Where; its patrons' chips are told.
        floor: What lies in the tables' racks and in the boxes of the day.
    """
    if stage.bank:
        gone = Counter(stage.on_floor)
        gone.subtract(_sum(floor))
        for key, pieces in gone.items():
            stage.patrons[key] = stage.patrons.get(key, 0) + pieces


def _change(stage: Stage) -> None:
    """Patrons bring what they won to the cage, and buy for the day."""
    usual_ = _carried(stage)
    more = {key: n for key, held in stage.patrons.items() if (n := held - usual_.get(key, 0)) > 0}
    fewer = {key: n for key, want in usual_.items() if (n := want - stage.patrons.get(key, 0)) > 0}
    for kind, chips, times in ((Move.REDEEMED, more, 1), (Move.SOLD, fewer, -1)):
        if chips:
            move(stage, kind, chips, "Patrons at the cage.")
            _add(stage, chips, times)
    stage.patrons = usual_


def _level(stage: Stage) -> None:
    """The chip bank has so much of everything; the rest is in the reserve."""
    want = _times(stage, _IN_BANK)
    over = {key: n for key, held in stage.bank.items() if (n := held - want[key]) > 0}
    short = {key: n for key, level in want.items() if (n := level - stage.bank.get(key, 0)) > 0}
    for kind, chips, times in ((Move.RETURNED, over, -1), (Move.RELEASED, short, 1)):
        if chips:
            move(stage, kind, chips, "To the level of the chip bank.")
            _add(stage, chips, times)


def _held(chips: Iterable[Chips]) -> dict[ChipKey, int]:
    return {(each.chip_set, each.denomination_cents): each.pieces for each in chips}


def _add(stage: Stage, chips: Mapping[ChipKey, int], times: int = 1) -> None:
    for key, pieces in chips.items():
        stage.bank[key] = stage.bank.get(key, 0) + times * pieces


def _back_from(tx: Tx, previous: Truth | None) -> Counter[ChipKey]:
    """Chips that came back to the chip bank from the counts of the day before."""
    back: Counter[ChipKey] = Counter()
    if previous is not None:
        counts = set(registry.counts_of(tx, previous.gaming_date))
        morning = previous.gaming_date + timedelta(days=1)
        for found in documents.find(tx, paper=chip_stock.PAPER.code, gaming_date=morning):
            if found.content.count in counts:
                back.update(
                    {(p.chip_set, p.denomination_cents): p.pieces for p in found.content.pieces}
                )
    return back


def _carried(stage: Stage) -> dict[ChipKey, int]:
    """What patrons carry as a day begins: value chips, and no others."""
    sets = {each.code for each in stage.house.chip_sets if each.kind is ChipKind.VALUE}
    return {key: count for key, count in _times(stage, _SOLD).items() if key[0] in sets}


def _stock(stage: Stage, floor: Iterable[Mapping[ChipKey, int]]) -> None:
    """Chips come from the maker; racks, chip bank and patrons have theirs; the bank is counted."""
    tables, bought = _sum(floor), Counter(_carried(stage))
    level = _times(stage, _IN_BANK)
    whole = _times(stage, _IN_RESERVE) + level + bought + tables
    move(stage, Move.RECEIVED, whole, "Sample order, from the maker.")
    move(stage, Move.STOCKED, tables, "First racks of the tables.")
    move(stage, Move.RELEASED, level + bought, "First stock of the chip bank.")
    move(stage, Move.SOLD, bought, "Patrons at the cage.")
    stage.bank, stage.patrons = dict(level), dict(bought)
    count(stage, stage.now, "opening")


def move(
    stage: Stage, kind: Move, chips: Mapping[ChipKey, int], remark: str, of_count: str = ""
) -> str:
    """Move chips of the stock, cashier and cage supervisor sign; gives the paper's name."""
    pieces = tuple(entry for entry in stage.stock(chips) if entry.pieces)
    asked = {"kind": kind, "pieces": pieces, "remark": remark, "count": of_count}
    made = stage.do(stage.now + _STEP, stage.who(*_CASHIER), chip_bank.move, **asked)
    _sign(stage, made.name)
    return made.name


def count(stage: Stage, at: datetime, shift: str) -> None:
    """Count the chip bank at the end of a shift, blind to the books."""
    pieces = stage.stock(stage.bank)
    made = stage.do(at, stage.who(*_CASHIER), chip_bank.count, pieces=pieces, shift=shift)
    _sign(stage, made.name)


def _sign(stage: Stage, name: str) -> None:
    saw = stage.digest(name)
    for step, actor in (("cashier", _CASHIER), ("second", _SECOND)):
        asked = {"paper": name, "step": step, "proof": stage.proof(*actor), "saw": saw}
        stage.do(stage.now + _STEP, stage.who(*actor), chip_bank.sign, **asked)


def carry(stage: Stage, word: str, chips: Mapping[ChipKey, int]) -> None:
    """Chips of a fill leave the chip bank, those of a credit come; the reserve helps out."""
    if not stage.bank:
        return
    times = -1 if word == "fill" else 1
    _add(stage, chips, times)
    for key, pieces in chips.items():
        stage.on_floor[key] = stage.on_floor.get(key, 0) - times * pieces
    level = _times(stage, _IN_BANK)
    short = {key: level[key] - held for key, held in stage.bank.items() if held < 0}
    if short:
        move(stage, Move.RELEASED, short, "The chip bank ran out of them.")
        _add(stage, short)


def shift_counts(stage: Stage, begins: datetime) -> Iterator[tuple[datetime, str]]:
    """When the chip bank of a gaming day is counted, and for which shift."""
    if stage.bank:
        for shift, after in SHIFTS:
            yield begins + after, shift


def record_checks(stage: Stage, day: date, checks: Iterable[tuple[str, Iterable[CheckIn]]]) -> None:
    """The cage says what Counter Checks it first recorded for the gaming date, table by table."""
    there = [(table, list(found)) for table, found in checks]
    entries = tuple(
        AtTable(table, len(found), Money(sum(one.cents for one in found)))
        for table, found in there
        if found
    )
    if entries:
        asked = {"gaming_date": day, "tables": entries, "proof": stage.proof(*_CASHIER)}
        stage.do(stage.now + _STEP, stage.who(*_CASHIER), first_checks.record, **asked)


def bring_back(stage: Stage, count_name: str) -> None:
    """Chips of a concluded count go back to the chip bank, as many as it counted."""
    counted: Counter[ChipKey] = Counter()
    with stage.database.read() as tx:
        on_books = waiting.latest_date(tx, chip_stock.PAPER.code) is not None
        for entry in documents.sums(tx, count=count_name, side=Side.COUNT):
            if entry.instrument in _CHIPS:
                counted[entry.chip_set, entry.denomination_cents] += entry.pieces
    if on_books and counted.total():
        move(stage, Move.COUNTED, counted, f"Counted out of the boxes in {count_name}.", count_name)
