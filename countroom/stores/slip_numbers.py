"""The numbers of the slip series as they are on record, and what was said of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from sqlalchemy import func
from sqlmodel import select

from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.slip_numbers import (
    EXCEPTIONS,
    SERIES,
    Said,
    SlipNumber,
    Status,
    account,
    stray,
)
from countroom.stores import Tx, documents, states
from countroom.stores.custody import about
from countroom.stores.rows import DocumentRow
from countroom.stores.states import Moved

KIND: Final = "number"
"""What is said of a number is a transition of this kind, its subject the number's name."""

CLEARED: Final = "found"
"""State of a number that turned up, or was cleared."""


def said(tx: Tx) -> dict[str, Said]:
    """What stands said of numbers, by name; what was cleared is left out."""
    found = states.current(tx, KIND)
    return {name: _said(moved) for name, moved in found.items() if moved.to_state in EXCEPTIONS}


def _said(moved: Moved) -> Said:
    facts = about(moved)
    return Said(
        name=moved.subject,
        status=Status(moved.to_state),
        table=facts["table"],
        gaming_date=date.fromisoformat(facts["gaming_date"]),
        why=facts["why"],
        by=moved.person,
        at=moved.at,
    )


def _status(document: Document) -> Status:
    if document.state == "void":
        return Status.VOID
    if document.paper == SERIES["NB"]:
        return Status.UNUSED if document.state == "issued" else Status.ISSUED
    return Status.ISSUED if document.signatures else Status.UNSIGNED


def _known(tx: Tx, document: Document, names: dict[str, str]) -> SlipNumber:
    """One number as it stands on record; whoever touched its paper last had it last."""
    series, _, number = document.name.partition("-")
    moved = states.last(tx, "document", document.name)
    touched = [(document.at, document.by), *((one.at, one.person) for one in document.signatures)]
    if moved is not None:
        touched.append((moved.at, moved.person))
    at, last = max(touched)
    void = _status(document) is Status.VOID and moved is not None
    return SlipNumber(
        series=series,
        number=int(number),
        status=_status(document),
        table=document.table,
        gaming_date=document.gaming_date,
        last=names.get(last, last),
        at=at,
        says=moved.about.rpartition(" / ")[0] if void and moved is not None else "",
    )


def _before(tx: Tx, series: str, day: date) -> int:
    query = select(func.max(DocumentRow.number)).where(
        DocumentRow.series == series, DocumentRow.gaming_date < day
    )
    return tx.exec(query).one() or 0


def of_day(tx: Tx, house: House, day: date) -> tuple[SlipNumber, ...]:
    """Every number of every series used on a gaming date, gaps and strays among them."""
    names = {person.code: person.name for person in house.people}
    spoken = said(tx)
    found: list[SlipNumber] = []
    for series, paper in SERIES.items():
        papers = documents.find(tx, paper=paper, gaming_date=day)
        known = sorted((_known(tx, one, names) for one in papers), key=lambda one: one.number)
        found += account(known, spoken, after=_before(tx, series, day))
    there = {one.name for one in found}
    found += [
        _named(stray(one), names)
        for one in spoken.values()
        if one.gaming_date == day and one.name not in there
    ]
    place = list(SERIES)
    return tuple(sorted(found, key=lambda one: (place.index(one.series), one.number)))


def _named(one: SlipNumber, names: dict[str, str]) -> SlipNumber:
    return replace(one, last=names.get(one.last, one.last))


@dataclass(frozen=True, slots=True)
class SeriesTotal:
    """A series over all days.

    Attributes:
        series: Its prefix.
        paper: Code of its paper.
        highest: The highest number used; 0 where none is.
        used: How many numbers are on record.
        void: How many of them are void.
        unused: Blank forms that are neither keyed in nor out of use.
    """

    series: str
    paper: str
    highest: int
    used: int
    void: int
    unused: int

    @property
    def gaps(self) -> int:
        """How many numbers were never used though a later one was."""
        return self.highest - self.used


def totals(tx: Tx) -> Sequence[SeriesTotal]:
    """Every series over all days."""
    query = (
        select(DocumentRow.series, func.max(DocumentRow.number), func.count())
        .where(DocumentRow.series.in_(SERIES))  # type: ignore[attr-defined]
        .group_by(DocumentRow.series)
    )
    found = {series: (highest, used) for series, highest, used in tx.exec(query)}
    ended = [(series_of(moved.subject), moved) for moved in states.into(tx, "document", "void")]
    void = {series: sum(of == series for of, _ in ended) for series in SERIES}
    return [
        SeriesTotal(
            series,
            paper,
            *found.get(series, (0, 0)),
            void[series],
            _unused(tx) if series == "NB" else 0,
        )
        for series, paper in SERIES.items()
    ]


def series_of(name: str) -> str:
    """The series of a number's name."""
    return name.partition("-")[0]


def _unused(tx: Tx) -> int:
    query = select(DocumentRow.name).where(DocumentRow.series == "NB")
    names = set(tx.exec(query))
    moved = states.current_of(tx, "document", query)
    return len(names - set(moved))


def gaps(tx: Tx) -> tuple[SlipNumber, ...]:
    """Numbers never used though a later one was, in series that have any (V-20).

    A gap comes up when the later number is used; whoever used the one before had it last.
    """
    return tuple(gap for total in totals(tx) if total.gaps for gap in _gaps_of(tx, total.series))


def _gaps_of(tx: Tx, series: str) -> Iterator[SlipNumber]:
    query = (
        select(DocumentRow.number, DocumentRow.name)
        .where(DocumentRow.series == series)
        .order_by(DocumentRow.number)  # type: ignore[arg-type]
    )
    used = [SlipNumber(series, number, Status.ISSUED, last=name) for number, name in tx.exec(query)]
    every = account(used, {})
    for place, one in enumerate(every):
        if one.status is Status.MISSING:
            following = next(later for later in every[place:] if later.status is Status.ISSUED)
            after = documents.by_name(tx, following.last)
            before = documents.by_name(tx, one.last).by if one.last else ""
            yield replace(one, gaming_date=after.gaming_date, last=before, at=after.at)
