"""The content of any form as fields and tables, read off its dataclass.

A single value becomes a field, a tuple of facts a table with a column for each of their
attributes, pieces of a denomination also their value and the table its sum. So a new paper has
its print with a template of one line; one that wants more says more there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo

from countroom.domain.denominations import denomination_label
from countroom.domain.gaming_day import clock_text
from countroom.money import Money
from countroom.reports.sheets import Heading, Listed, words

_FACE: Final = "denomination_cents"
_PERSONS: Final = frozenset(
    {
        "by",
        "counters",
        "issuer",
        "on_duty",
        "person",
        "recounter",
        "stands_in",
        "surveillance_told_by",
        "team",
        "left_unsigned",
    }
)
"""Attributes that hold badge numbers."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes single values as they are printed.

    Attributes:
        zone: The house's.
        names: Badge number to name.
    """

    zone: ZoneInfo
    names: Mapping[str, str]

    def text(self, name: str, value: Any) -> str:
        """Write the value of the attribute ``name``; nothing is empty."""
        if name.endswith("_cents") and isinstance(value, int):
            return denomination_label(value) if name == _FACE else Money(value).text()
        if name in _PERSONS and isinstance(value, str):
            return self.names.get(value, value)
        for kind, write in _WRITERS:
            if isinstance(value, kind):
                return write(self, name, value)
        return words(str(value))


def _coupons(values: Any) -> str:
    """Face in cents, remark and how many, as a transmittal tallies them."""
    return "; ".join(f"{pieces} x {Money(face).text()} {said}" for face, said, pieces in values)


def _pair(writer: Writer, name: str, values: Any) -> str:
    if name == "coupons":
        return _coupons(values)
    if values and not isinstance(values[0], tuple):
        return ", ".join(writer.text(name, value) for value in values)
    return "; ".join(" ".join(writer.text(name, part) for part in value) for value in values)


def _word(writer: Writer, name: str, value: StrEnum) -> str:
    del writer, name
    named = getattr(value, "printed", None) or getattr(value, "word", None)
    return named if isinstance(named, str) else value.value.replace("_", " ")


_WRITERS: Final[tuple[tuple[type[Any], Callable[[Writer, str, Any], str]], ...]] = (
    (StrEnum, _word),
    (type(None), lambda _writer, _name, _value: ""),
    (bool, lambda _writer, _name, value: "yes" if value else "no"),
    (int, lambda _writer, _name, value: f"{value:,}"),
    (Money, lambda _writer, _name, value: value.text()),
    (datetime, lambda writer, _name, value: clock_text(value, writer.zone)),
    (date, lambda _writer, _name, value: value.isoformat()),
    (tuple, _pair),
)


def label(name: str) -> str:
    """Write the name of an attribute as people read it.

    >>> label("tolerance_permille"), label("ticket_cents"), label("denomination_cents")
    ('Tolerance permille', 'Ticket', 'Denomination')
    """
    return name.removesuffix("_cents").replace("_", " ").capitalize()


def _is_table(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and is_dataclass(value[0])


@dataclass(frozen=True, slots=True)
class Laid:
    """A form's content, ready for its template."""

    fields: tuple[tuple[str, str], ...]
    tables: tuple[Listed, ...]


def lay(content: Any, writer: Writer) -> Laid:
    """Lay a content out: what was left blank is left out."""
    single: list[tuple[str, str]] = []
    tables: list[Listed] = []
    for field in fields(content):
        value = getattr(content, field.name)
        if _is_table(value):
            tables.append(table(label(field.name), value, writer))
        elif is_dataclass(value) and not isinstance(value, Money):
            single += _flat(value, writer)
        elif text := writer.text(field.name, value):
            single.append((label(field.name), text))
    return Laid(tuple(single), tuple(tables))


def _flat(fact: Any, writer: Writer) -> list[tuple[str, str]]:
    texts = [(label(f.name), writer.text(f.name, getattr(fact, f.name))) for f in fields(fact)]
    return [(name, text) for name, text in texts if text]


def _columns(rows: Sequence[Any]) -> list[tuple[str, Callable[[Any], Any]]]:
    """Attribute names and how to read them off a row; nested facts give theirs."""
    columns: list[tuple[str, Callable[[Any], Any]]] = []
    for field in fields(rows[0]):
        if is_dataclass(field_value := getattr(rows[0], field.name)) and not isinstance(
            field_value, Money
        ):
            columns += [
                (inner.name, _nested(field.name, inner.name)) for inner in fields(field_value)
            ]
        else:
            columns.append((field.name, _attribute(field.name)))
    return columns


def _attribute(name: str) -> Callable[[Any], Any]:
    return lambda row: getattr(row, name)


def _nested(outer: str, inner: str) -> Callable[[Any], Any]:
    return lambda row: getattr(getattr(row, outer), inner)


def _heading(name: str, values: Sequence[Any]) -> Heading:
    timed = any(isinstance(value, datetime) for value in values)
    return Heading(label(name), "w4" if timed else "", figure=_figure(values))


def _figure(values: Iterable[Any]) -> bool:
    return all(
        isinstance(value, int | Money) and not isinstance(value, bool)
        for value in values
        if value is not None
    )


def _worth(rows: Sequence[Any]) -> list[Money] | None:
    """Value of each row, where all of them are pieces of a denomination."""
    if all(isinstance(getattr(row, "amount", None), Money) for row in rows):
        return [row.amount for row in rows]
    return None


def table(title: str, rows: Sequence[Any], writer: Writer) -> Listed:
    """Lay facts of one kind out as a table; columns that are blank in every row are left out."""
    kept = [
        (name, read)
        for name, read in _columns(rows)
        if any(writer.text(name, read(row)) not in {"", "no"} for row in rows)
    ]
    headings = [_heading(name, [read(row) for row in rows]) for name, read in kept]
    cells = [[writer.text(name, read(row)) for name, read in kept] for row in rows]
    worth = _worth(rows)
    if worth is None or "amount" in {name for name, _ in kept}:
        return Listed(title, tuple(headings), tuple(map(tuple, cells)))
    for row, amount in zip(cells, worth, strict=True):
        row.append(amount.text())
    headings.append(Heading("Value", "", figure=True))
    total = Money(sum(amount.cents for amount in worth)).text()
    sums = ("Total", *[""] * (len(headings) - 2), total)
    return Listed(title, tuple(headings), tuple(map(tuple, cells)), sums=sums)
