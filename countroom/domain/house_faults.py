"""What must hold between the facts of a house, each fault under its place."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from countroom.domain.floor import (
    Area,
    Box,
    ChipKind,
    ChipSet,
    CountingMachine,
    KeySet,
    Pit,
    Station,
    Table,
    TableKind,
)
from countroom.domain.people import Person, role_conflicts
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign, InternalControls, RulesSubmission
from countroom.regulations import V_02, V_41, V_99

BOXES_A_TABLE: Final = 2
"""One box on the table, one to replace it while play goes on."""


class _Coded(Protocol):
    @property
    def code(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What is known of a house, each fact under the place it was read from.

    A file with faults gives parts too: facts that could be made stand here, the others only
    lend their code, so that nobody is told of a fault that is none.

    Attributes:
        codes: Section to every code named in it, those of faulty entries included.
        broken: Sections with a faulty entry.
    """

    pits: Mapping[str, Pit] = field(default_factory=dict)
    chip_sets: Mapping[str, ChipSet] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    key_sets: Mapping[str, KeySet] = field(default_factory=dict)
    boxes: Mapping[str, Box] = field(default_factory=dict)
    stations: Mapping[str, Station] = field(default_factory=dict)
    machines: Mapping[str, CountingMachine] = field(default_factory=dict)
    areas: Mapping[str, Area] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    rules: Mapping[str, RulesSubmission] = field(default_factory=dict)
    coupons: Mapping[str, CouponDesign] = field(default_factory=dict)
    controls: Mapping[str, InternalControls] = field(default_factory=dict)
    settings: Settings | None = None
    codes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()


LISTS: Final[dict[str, type[Any]]] = {
    "pits": Pit,
    "chip_sets": ChipSet,
    "tables": Table,
    "key_sets": KeySet,
    "boxes": Box,
    "stations": Station,
    "machines": CountingMachine,
    "areas": Area,
    "people": Person,
    "rules": RulesSubmission,
    "coupons": CouponDesign,
    "controls": InternalControls,
}
"""Sections of a house that hold any number of facts, and what they hold."""

REQUIRED: Final = (
    "pits",
    "chip_sets",
    "tables",
    "key_sets",
    "boxes",
    "stations",
    "areas",
    "people",
)
"""Sections that no house can do without."""


def _unknown(section: str, code: str, known: Mapping[str, frozenset[str]]) -> str | None:
    if code in known.get(section, frozenset()):
        return None
    return f"There is no {code!r} among the {section.replace('_', ' ')}."


def _empty_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    for section in REQUIRED:
        if not getattr(parts, section) and section not in parts.broken:
            yield section, f"Name at least one of the {section.replace('_', ' ')}."


def _duplicate_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    for section in LISTS:
        seen: dict[str, tuple[str, str]] = {}
        entries: Mapping[str, _Coded] = getattr(parts, section)
        for place, fact in entries.items():
            first = seen.setdefault(fact.code.casefold(), (place, fact.code))
            if first[0] != place:
                yield f"{place}.code", f"{fact.code} is already used by {first[0]} ({first[1]})."


def _table_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    orders: dict[int, str] = {}
    for place, table in parts.tables.items():
        fault = _unknown("pits", table.pit, parts.codes)
        if fault:
            yield f"{place}.pit", fault
        if _unknown("rules", table.game, parts.codes):
            sentence = f"{table.code} deals {table.game}, and no rules are filed for it."
            yield f"{place}.game", sentence
        first = orders.setdefault(table.order, place)
        if first != place:
            yield f"{place}.order", f"{first} already has place {table.order}."


def _table_chip_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    kinds = {chips.code: chips.kind for chips in parts.chip_sets.values()}
    for place, table in parts.tables.items():
        for code in table.chip_sets:
            fault = _unknown("chip_sets", code, parts.codes)
            if fault:
                yield f"{place}.chip_sets", fault
        held = [kinds[code] for code in table.chip_sets if code in kinds]
        if len(held) == len(table.chip_sets) and ChipKind.VALUE not in held:
            yield f"{place}.chip_sets", f"{table.code} has no set of value chips."
        if table.kind is TableKind.BANKING and ChipKind.RAKE in held:
            sentence = f"{table.code} is a banking table and takes no rake ({V_41.citation})."
            yield f"{place}.chip_sets", sentence


def _wheel_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    """A wheel's nonvalue chips are its own: those of two wheels could not be counted apart."""
    wheels: dict[str, str] = {}
    colours = {c.code for c in parts.chip_sets.values() if c.kind is ChipKind.NONVALUE}
    for place, table in parts.tables.items():
        for code in table.chip_sets:
            first = wheels.setdefault(code, table.code) if code in colours else table.code
            if first != table.code:
                yield f"{place}.chip_sets", f"{code} is a colour of {first}: a wheel has its own."


def _box_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    for place, box in parts.boxes.items():
        fault = _unknown("tables", box.table, parts.codes) if box.table else None
        if fault:
            yield f"{place}.label", fault
        fault = _unknown("key_sets", box.key_set, parts.codes)
        if fault:
            yield f"{place}.key_set", fault
    if "boxes" in parts.broken:
        return
    labelled = Counter(box.table for box in parts.boxes.values())
    for place, table in parts.tables.items():
        if labelled[table.code] < BOXES_A_TABLE:
            yield (
                place,
                (
                    f"{table.code} needs {BOXES_A_TABLE} boxes labelled for it, one to replace the "
                    f"other; there are {labelled[table.code]}."
                ),
            )


def _key_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    lock_of: dict[str, tuple[str, str]] = {}
    for place, key_set in parts.key_sets.items():
        for lock in ("release", "content_a", "content_b"):
            key = getattr(key_set, lock)
            first, other = lock_of.setdefault(key, (place, lock))
            if other != lock:
                sentence = f"Key {key} already turns {other} of {first} ({V_02.citation})."
                yield f"{place}.{lock}", sentence


def _people_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    apart = parts.settings is None or parts.settings.count_team_apart
    credentials: dict[str, str] = {}
    for place, person in parts.people.items():
        conflicts = role_conflicts(person.roles, count_team_apart=apart)
        if conflicts:
            said = " ".join(f"{each.sentence} ({each.rule.citation})" for each in conflicts)
            yield f"{place}.roles", said
        first = credentials.setdefault(person.credential, place)
        if first != place:
            yield f"{place}.credential", f"{first} already has credential {person.credential}."


def _settings_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    if parts.settings is None:
        return
    for code in parts.settings.recount_devices:
        fault = _unknown("machines", code, parts.codes)
        if fault:
            yield "settings.recount_devices", fault
    known = len(parts.stations)
    if "stations" not in parts.broken and parts.settings.stations > known:
        yield "settings.stations", f"Only {known} of the stations are described."


def _coupon_faults(parts: Parts) -> Iterator[tuple[str, str]]:
    poker = {table.game for table in parts.tables.values() if table.kind is TableKind.NONBANKING}
    for place, coupon in parts.coupons.items():
        for game in coupon.games:
            fault = _unknown("rules", game, parts.codes)
            if game in poker:
                fault = f"{game} is not played against the house ({V_99.citation})."
            if fault:
                yield f"{place}.games", fault


def faults_between(parts: Parts) -> dict[str, str]:
    """Find what does not hold between the facts of a house.

    Returns:
        Place (``tables[3].pit``) to sentence; several faults of one place share it.
    """
    found: dict[str, str] = {}
    for check in (
        _empty_faults,
        _duplicate_faults,
        _table_faults,
        _table_chip_faults,
        _wheel_faults,
        _box_faults,
        _key_faults,
        _people_faults,
        _settings_faults,
        _coupon_faults,
    ):
        for place, sentence in check(parts):
            found[place] = f"{found[place]} {sentence}" if place in found else sentence
    return found
