"""Money found after the reports were signed: in a machine, on the floor, at the inspection.

It has its own number and its own full set of signatures; the signed reports stand.

Reference:
    525.19(z); V_69; special cases of the count (3.7).
"""

from dataclasses import dataclass, replace
from typing import Final

from countroom.domain.denominations import Instrument, Line, Pool, Side
from countroom.domain.documents import Paper
from countroom.domain.papers import _places
from countroom.domain.papers.box_count import Figure, Memo
from countroom.domain.papers.count_report import SIGNATURES
from countroom.errors import EntryError
from countroom.money import Money, total


@dataclass(frozen=True, slots=True)
class SupplementaryCount:
    """The content of the paper.

    Attributes:
        count: Name of the count in whose room it was found.
        where: Where it was found, in words; of an inspection the area or machine.
        inspection: Number of the inspection that found it, or empty.
        table: Gaming table it belongs to, or empty: then it is unallocated.
        nonbanking: Whether that table is nonbanking.
        figures: Pieces by denomination.
        memos: Coupons, Counter Checks and whatever else has no value here.
        team: Codes of the count team members who counted it and must sign.
        explanation: How it came to be there, as far as is known.
    """

    count: str
    where: str
    inspection: str
    table: str
    nonbanking: bool
    figures: tuple[Figure, ...]
    memos: tuple[Memo, ...]
    team: tuple[str, ...]
    explanation: str

    def __post_init__(self) -> None:
        faults: dict[str, str] = {}
        if not self.where.strip():
            faults["where"] = "Say where it was found."
        if not any(figure.pieces for figure in self.figures) and not self.memos:
            faults["figures"] = "Enter what was found."
        if not self.team:
            faults["team"] = "Name who counted it."
        if not self.explanation.strip():
            faults["explanation"] = "Say how it came to be there, as far as is known."
        if faults:
            raise EntryError(faults)

    @property
    def total(self) -> Money:
        """Value of everything found."""
        return total([figure.amount for figure in self.figures])


def _pool(content: SupplementaryCount, instrument: Instrument) -> Pool:
    chips = {Instrument.VALUE_CHIP: Pool.FOUND_CHIPS, Instrument.PLAQUE: Pool.FOUND_CHIPS}
    if instrument is Instrument.RAKE_CHIP:
        return Pool.RAKE_CHIPS
    if not content.nonbanking:
        return chips.get(instrument, Pool.BANKING_CURRENCY)
    return Pool.NONBANKING_VALUE_CHIPS if instrument in chips else Pool.NONBANKING_CURRENCY


def lines(content: SupplementaryCount) -> tuple[Line, ...]:
    """What was found, then memo entries, which no sum reads."""
    figures = tuple(
        Line(
            side=Side.SUPPLEMENT,
            instrument=figure.instrument,
            denomination_cents=figure.denomination_cents,
            pieces=figure.pieces,
            pool=_pool(content, figure.instrument),
            table=content.table,
            chip_set=figure.chip_set,
        )
        for figure in content.figures
    )
    memos = tuple(
        Line(
            side=Side.SUPPLEMENT,
            instrument=Instrument.CURRENCY,
            denomination_cents=memo.denomination_cents,
            pieces=memo.pieces,
            table=content.table,
            chip_set=memo.chip_set,
            currency_code=memo.currency_code,
            reference=memo.serial,
            memo=True,
        )
        for memo in content.memos
        if memo.denomination_cents
    )
    return (*figures, *memos)


PAPER: Final = Paper(
    code="supplementary_count",
    title="Supplementary Count Report",
    series="SC",
    content=SupplementaryCount,
    signatures=tuple(
        replace(step, attests=f"{step.attests}, as far as what was found here")
        for step in SIGNATURES
    ),
    copies=(_places.ACCOUNTING, _places.BOARD, _places.CAGE),
    lines=lines,
)
