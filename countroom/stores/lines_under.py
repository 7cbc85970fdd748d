"""The single lines in force under a figure: the same view that sums read, line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, text

from countroom.domain.denominations import Instrument, Side
from countroom.money import Money
from countroom.stores import Tx


@dataclass(frozen=True, slots=True)
class FormLine:
    """One line of a form.

    Attributes:
        form: Number of the form.
        count: Name of its count, or empty.
        box: Of a counted box.
        side: Which way it speaks.
        instrument: What it is.
        chip_set: Of chips, which set.
        denomination: Face of one piece.
        pieces: How many, below nothing where the line takes away.
        amount: Their value.
        reference: Serial or number of a single piece.
    """

    form: str
    count: str
    box: str
    side: Side
    instrument: Instrument
    chip_set: str
    denomination: Money
    pieces: int
    amount: Money
    reference: str


_COLUMNS = (
    "SELECT document_name, count_id, box_code, side, instrument, chip_set, denomination_cents, "
    "sign * pieces, amount_cents, reference FROM line_in_force "
)
_ORDER = " ORDER BY document_id, place"
_OF_FORMS = text(_COLUMNS + "WHERE document_name IN :forms" + _ORDER).bindparams(
    bindparam("forms", expanding=True)
)
_OF_PERIOD = text(_COLUMNS + "WHERE period_id = :period" + _ORDER)


def of_forms(tx: Tx, forms: Sequence[str]) -> tuple[FormLine, ...]:
    """The lines of some forms."""
    return tuple(_lines(tx.connection().execute(_OF_FORMS, {"forms": list(forms)})))


def of_period(tx: Tx, period: int) -> tuple[FormLine, ...]:
    """The lines that belong to a drop period."""
    return tuple(_lines(tx.connection().execute(_OF_PERIOD, {"period": period})))


def _lines(rows: Any) -> Iterator[FormLine]:
    for row in rows:
        yield FormLine(
            row[0],
            row[1] or "",
            row[2] or "",
            Side(row[3]),
            Instrument(row[4]),
            row[5],
            Money(int(row[6])),
            int(row[7]),
            Money(int(row[8])),
            row[9],
        )
