"""The house itself: pits, tables, boxes and their locks, chips, the count room.

Each fact checks what can be seen in it alone and names all its faults at once; what must hold
between them is checked by ``countroom.domain.house``.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain import gaming_day
from countroom.domain.denominations import Instrument
from countroom.domain.texts import code_fault, name_fault, raise_faults
from countroom.money import Money
from countroom.regulations import V_02

NOTES: Final = tuple(map(Money, (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)))
"""Every note of US currency in issue, highest first."""

COINS: Final = tuple(map(Money, (1_00, 50, 25, 10, 5, 1)))
"""Every coin of US currency, highest first."""

CHIP_STEP: Final = Money(50)
"""Chips come in whole half-dollars: $2.50 exists, nothing finer does."""

CHIP_LIMIT: Final = Money(1_000_000_00)
"""No chip or plaque is worth more."""


class TableKind(StrEnum):
    """Who banks the game: the house, or the players among themselves."""

    BANKING = "banking"
    NONBANKING = "nonbanking"


class ChipKind(StrEnum):
    """What the pieces of a chip set are."""

    VALUE = "value"
    RAKE = "rake"
    PLAQUE = "plaque"
    NONVALUE = "nonvalue"

    @property
    def instrument(self) -> Instrument | None:
        """What a line that counts them says; nothing for chips without a value."""
        return _INSTRUMENTS.get(self)


_INSTRUMENTS: Final = {
    ChipKind.VALUE: Instrument.VALUE_CHIP,
    ChipKind.RAKE: Instrument.RAKE_CHIP,
    ChipKind.PLAQUE: Instrument.PLAQUE,
}


def _codes_fault(codes: tuple[str, ...]) -> str | None:
    if not codes:
        return "is empty: name at least one."
    if len(set(codes)) < len(codes):
        return "names one twice."
    return next((fault for code in codes if (fault := code_fault(code))), None)


def descending_fault(amounts: tuple[Money, ...]) -> str | None:
    """Say that amounts repeat or are out of order, or nothing."""
    if list(amounts) != sorted(set(amounts), reverse=True):
        return "must be different amounts, highest first."
    return None


def zone_fault(name: str) -> str | None:
    """Say why this is no time zone, or nothing.

    >>> zone_fault("America/New_York"), zone_fault("Eastern")
    (None, "is no time zone of the tz database, such as America/New_York: 'Eastern'.")
    """
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return f"is no time zone of the tz database, such as America/New_York: {name!r}."
    return None


@dataclass(frozen=True, slots=True)
class Property:
    """The casino: its name as printed at the head of every form, and its clock.

    Attributes:
        name: Facility name.
        zone: Name of its time zone, ``America/New_York``.
        gaming_day_start: Wall clock at which its gaming day begins.
    """

    name: str
    zone: str
    gaming_day_start: time = gaming_day.START

    def __post_init__(self) -> None:
        raise_faults(
            {
                "name": name_fault(self.name),
                "zone": zone_fault(self.zone),
                "gaming_day_start": gaming_day.start_fault(self.gaming_day_start),
            }
        )

    @property
    def zone_info(self) -> ZoneInfo:
        """Its time zone."""
        return ZoneInfo(self.zone)

    def gaming_date(self, at: datetime) -> date:
        """Tell which gaming day an instant belongs to.

        Raises:
            EntryError: The time says no zone.
        """
        return gaming_day.gaming_date(at, self.zone_info, self.gaming_day_start)

    def bounds(self, day: date) -> tuple[datetime, datetime]:
        """Return the first instant of a gaming day, and the first one after it (aware UTC)."""
        return gaming_day.bounds(day, self.zone_info, self.gaming_day_start)


@dataclass(frozen=True, slots=True)
class Currency:
    """Which notes and coins are counted here, highest first.

    Attributes:
        notes: A column each; a $2 column may be there or not.
        coins: Usually none; some games pay in coins.
    """

    notes: tuple[Money, ...] = tuple(note for note in NOTES if note != Money(2_00))
    coins: tuple[Money, ...] = ()

    def __post_init__(self) -> None:
        raise_faults(
            {
                "notes": self._fault(self.notes, NOTES) if self.notes else "is empty.",
                "coins": self._fault(self.coins, COINS),
            }
        )

    @staticmethod
    def _fault(used: tuple[Money, ...], issued: tuple[Money, ...]) -> str | None:
        strange = [amount.text() for amount in used if amount not in issued]
        if strange:
            return f"names what is not in issue: {', '.join(strange)}."
        return descending_fault(used)


@dataclass(frozen=True, slots=True)
class Pit:
    """A group of tables under one floor."""

    code: str
    name: str

    def __post_init__(self) -> None:
        raise_faults({"code": code_fault(self.code), "name": name_fault(self.name)})


@dataclass(frozen=True, slots=True)
class ChipSet:
    """Chips or plaques of one design.

    Attributes:
        code: As lines name it.
        name: As screens name it.
        kind: What its pieces are.
        denominations: Value of each, highest first; none for chips without a value.
    """

    code: str
    name: str
    kind: ChipKind
    denominations: tuple[Money, ...]

    def __post_init__(self) -> None:
        raise_faults(
            {
                "code": code_fault(self.code),
                "name": name_fault(self.name),
                "denominations": self._denominations_fault(),
            }
        )

    def _denominations_fault(self) -> str | None:
        if (self.kind is ChipKind.NONVALUE) == bool(self.denominations):
            return "must be given for chips with a value, and for no others."
        wrong = [
            amount.text()
            for amount in self.denominations
            if not Money(0) < amount <= CHIP_LIMIT or amount.cents % CHIP_STEP.cents
        ]
        if wrong:
            return f"must be half-dollars up to {CHIP_LIMIT.text()}: {', '.join(wrong)}."
        return descending_fault(self.denominations)


@dataclass(frozen=True, slots=True)
class Table:
    """A gaming table.

    Attributes:
        code: Game and table number as labelled, ``MS-101``.
        pit: Code of its pit.
        game: Code of the game that is dealt on it.
        kind: Who banks it.
        chip_sets: Codes of the sets its inventory holds.
        order: Place in lists and on reports, from 1.
        automated: Fully automated: no fills and credits (V-16).
    """

    code: str
    pit: str
    game: str
    kind: TableKind
    chip_sets: tuple[str, ...]
    order: int
    automated: bool = False

    def __post_init__(self) -> None:
        raise_faults(
            {
                "code": code_fault(self.code),
                "pit": code_fault(self.pit),
                "game": None if self.game else "is empty.",
                "chip_sets": _codes_fault(self.chip_sets),
                "order": None if 0 < self.order < 10_000 else "must lie between 1 and 9,999.",
            }
        )


@dataclass(frozen=True, slots=True)
class KeySet:
    """How boxes are keyed: which key turns which of their three locks.

    Attributes:
        code: As boxes name it; many boxes may be keyed alike.
        release: Key that takes the box off its table.
        content_a: First of the two keys that open it, a compliance representative's.
        content_b: The second.

    Reference:
        V_02.
    """

    code: str
    release: str
    content_a: str
    content_b: str

    def __post_init__(self) -> None:
        checks = {
            field: code_fault(getattr(self, field))
            for field in ("code", "release", "content_a", "content_b")
        }
        if not any(checks.values()) and len(set(self.keys)) < len(self.keys):
            checks["code"] = f"names one key for two locks of a box ({V_02.citation})."
        raise_faults(checks)

    @property
    def keys(self) -> tuple[str, str, str]:
        """Release key, content key A, content key B."""
        return self.release, self.content_a, self.content_b


class BoxUse(StrEnum):
    """What a drop box is there for."""

    TABLE = "table"
    SPARE = "spare"
    EMERGENCY = "emergency"


@dataclass(frozen=True, slots=True)
class Box:
    """A drop box.

    Attributes:
        code: As labelled; text, so that ``007`` and ``7`` are two boxes.
        use: For one table, spare, or marked EMERGENCY.
        table: Code of the table on its label, empty unless it has one.
        key_set: Code of how its three locks are keyed.
    """

    code: str
    use: BoxUse
    table: str
    key_set: str

    def __post_init__(self) -> None:
        labelled = self.use is BoxUse.TABLE
        table = code_fault(self.table) if labelled else None
        if not labelled and self.table:
            table = "must be empty for a box that is not labelled for a table."
        raise_faults(
            {
                "code": code_fault(self.code),
                "table": table,
                "key_set": code_fault(self.key_set),
            }
        )

    @property
    def label(self) -> str:
        """What stands on the box: its table, SPARE or EMERGENCY."""
        return self.table or self.use.upper()


@dataclass(frozen=True, slots=True)
class Station:
    """A place in the count room where one box at a time is open."""

    code: str
    name: str

    def __post_init__(self) -> None:
        raise_faults({"code": code_fault(self.code), "name": name_fault(self.name)})


@dataclass(frozen=True, slots=True)
class CountingMachine:
    """A currency counter of the count room or the cage, tested and inspected each count."""

    code: str
    name: str

    def __post_init__(self) -> None:
        raise_faults({"code": code_fault(self.code), "name": name_fault(self.name)})


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the count room that the inspection looks at."""

    code: str
    name: str

    def __post_init__(self) -> None:
        raise_faults({"code": code_fault(self.code), "name": name_fault(self.name)})
