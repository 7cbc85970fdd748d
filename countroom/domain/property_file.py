"""Reads the file that describes a house, and refuses a bad one whole.

Every fault is named with its place, ``tables[3].game (line 41)``, all of them at once and in
the order of the file. Entries of a list count from 1. The sample that comes with the program,
``countroom/sample_property.toml``, explains every key.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from enum import StrEnum
from typing import Any, Final

from countroom.domain import gaming_day
from countroom.domain.bookkeeping import Bookkeeping, Weekday
from countroom.domain.floor import (
    Area,
    Box,
    BoxUse,
    ChipKind,
    ChipSet,
    CountingMachine,
    Currency,
    KeySet,
    Pit,
    Property,
    Station,
    Table,
    TableKind,
)
from countroom.domain.house import SINGLES, House
from countroom.domain.house_faults import LISTS, Parts, faults_between
from countroom.domain.people import Employer, Person, Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import (
    CouponDesign,
    CouponKind,
    InternalControls,
    PrintedItem,
    RulesSubmission,
)
from countroom.domain.toml_entry import Entry, did_you_mean
from countroom.domain.toml_places import line_places, nearest_line
from countroom.errors import EntryError
from countroom.money import Money

FILE_LIMIT_BYTES: Final = 1_000_000
"""A larger file does not describe a house."""

_SYNTAX: Final = re.compile(r"(.*) \(at line ([0-9]+), column [0-9]+\)")

Games = Mapping[str, TableKind]
"""The games that can be dealt here, and who banks each."""


def _property(entry: Entry) -> Property | None:
    name, zone = entry.text("name"), entry.text("zone")
    start = entry.clock("gaming_day_start", gaming_day.START)
    return entry.build(lambda: Property(name, zone, start))


def _currency(entry: Entry) -> Currency | None:
    usual = Currency()
    notes, coins = entry.amounts("notes", usual.notes), entry.amounts("coins", usual.coins)
    return entry.build(lambda: Currency(notes, coins))


def _setting(entry: Entry, name: str, default: Any) -> Any:
    match default:
        case bool():
            return entry.flag(name, default=default)
        case int():
            return entry.number(name, default)
        case StrEnum():
            return entry.choice(name, type(default), default)
        case time():
            return entry.clock(name, default)
        case Money():
            return entry.amount(name, default)
        case _:
            return entry.texts(name, needed=False)


def _settings(entry: Entry) -> Settings | None:
    usual = Settings()
    chosen = {
        each.name: _setting(entry, each.name, getattr(usual, each.name)) for each in fields(usual)
    }
    return entry.build(lambda: Settings(**chosen))


def _bookkeeping(entry: Entry) -> Bookkeeping | None:
    usual = Bookkeeping()
    chosen: dict[str, Any] = {
        each.name: entry.text(each.name, getattr(usual, each.name))
        for each in fields(usual)
        if each.name.startswith("account_")
    }
    chosen["table_games_opened"] = entry.day("table_games_opened")
    stated = entry.value("tax_week_starts", needed=False) is not None
    chosen["tax_week_starts"] = entry.choice("tax_week_starts", Weekday) if stated else None
    chosen["negative_week"] = _setting(entry, "negative_week", usual.negative_week)
    return entry.build(lambda: Bookkeeping(**chosen))


def _pit(entry: Entry, _games: Games) -> Pit | None:
    code, name = entry.text("code"), entry.text("name")
    return entry.build(lambda: Pit(code, name))


def _station(entry: Entry, _games: Games) -> Station | None:
    code, name = entry.text("code"), entry.text("name")
    return entry.build(lambda: Station(code, name))


def _machine(entry: Entry, _games: Games) -> CountingMachine | None:
    code, name = entry.text("code"), entry.text("name")
    return entry.build(lambda: CountingMachine(code, name))


def _area(entry: Entry, _games: Games) -> Area | None:
    code, name = entry.text("code"), entry.text("name")
    return entry.build(lambda: Area(code, name))


def _chip_set(entry: Entry, _games: Games) -> ChipSet | None:
    code, name = entry.text("code"), entry.text("name")
    kind = entry.choice("kind", ChipKind, ChipKind.VALUE)
    denominations = entry.amounts("denominations", ())
    return entry.build(lambda: ChipSet(code, name, kind, denominations))


def _table(entry: Entry, games: Games) -> Table | None:
    code, pit, game = entry.text("code"), entry.text("pit"), entry.text("game")
    kind = entry.choice("kind", TableKind)
    chip_sets = entry.texts("chip_sets")
    order = entry.number("order", entry.number_in_list)
    automated = entry.flag("automated", default=False)
    if game and game not in games:
        entry.fault("game", f"{game!r} is no game here.{did_you_mean(game, sorted(games))}")
    elif game and games[game] is not kind:
        entry.fault("kind", f"{game} is a {games[game]} game.")
    return entry.build(lambda: Table(code, pit, game, kind, chip_sets, order, automated=automated))


def _key_set(entry: Entry, _games: Games) -> KeySet | None:
    code, release = entry.text("code"), entry.text("release")
    content_a, content_b = entry.text("content_a"), entry.text("content_b")
    return entry.build(lambda: KeySet(code, release, content_a, content_b))


def _box(entry: Entry, _games: Games) -> Box | None:
    code, label, key_set = entry.text("code"), entry.text("label"), entry.text("key_set")
    marked = {BoxUse.SPARE.upper(): BoxUse.SPARE, BoxUse.EMERGENCY.upper(): BoxUse.EMERGENCY}
    use = marked.get(label, BoxUse.TABLE)
    table = label if use is BoxUse.TABLE else ""
    return entry.build(lambda: Box(code, use, table, key_set), table="label")


def _person(entry: Entry, _games: Games) -> Person | None:
    code, name, credential = entry.text("code"), entry.text("name"), entry.text("credential")
    roles = entry.choices("roles", Role)
    title = entry.text("title", roles[0].printed if roles else "untitled")
    employer = entry.choice("employer", Employer, Employer.CASINO)
    return entry.build(lambda: Person(code, name, title, roles, credential, employer))


def _coupon(entry: Entry, games: Games) -> CouponDesign | None:
    code, name, value = entry.text("code"), entry.text("name"), entry.amount("value")
    played, wagers = entry.texts("games"), entry.texts("wagers", needed=False)
    prefix, expires = entry.text("serial_prefix", ""), entry.day("expires")
    for game in played:
        if game not in games:
            entry.fault("games", f"{game!r} is no game here.{did_you_mean(game, sorted(games))}")
    told: dict[str, Any] = {
        "approved": entry.day("approved"),
        "printed": entry.choices("printed", PrintedItem, needed=False),
        "kind": entry.choice("kind", CouponKind, CouponKind.MATCH_PLAY),
        **{key: entry.text(key, "") for key in ("reference", "restrictions", "terms")},
    }
    return entry.build(
        lambda: CouponDesign(code, name, value, played, wagers, prefix, expires, **told)
    )


def _controls(entry: Entry, _games: Games) -> InternalControls | None:
    code, name, reference = entry.text("code"), entry.text("name"), entry.text("reference")
    approved, areas = entry.day("approved"), entry.texts("areas")
    if approved is None and "approved" not in entry.raw:
        entry.fault("approved", "approved is missing.")
    since = approved or date.max
    return entry.build(lambda: InternalControls(code, name, since, reference, areas))


_READERS: Final[dict[str, Callable[[Entry, Games], Any]]] = {
    "pits": _pit,
    "chip_sets": _chip_set,
    "tables": _table,
    "key_sets": _key_set,
    "boxes": _box,
    "stations": _station,
    "machines": _machine,
    "areas": _area,
    "people": _person,
    "coupons": _coupon,
    "controls": _controls,
}


@dataclass
class _Reading:
    """The file while it is read.

    Attributes:
        faults: Place to sentence, so far.
        sections: Section to its facts by place.
        codes: Section to every code named in it.
        broken: Sections with a faulty entry.
    """

    raw: Mapping[str, Any]
    games: Games
    faults: dict[str, str] = field(default_factory=dict)
    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    codes: dict[str, frozenset[str]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    def single(self, section: str, read: Callable[[Entry], Any]) -> Any:
        """Read a section that is there once, ``[settings]``."""
        raw = self.raw.get(section, {})
        if not isinstance(raw, dict):
            self.faults[section] = f"Write it as [{section}] with its keys below."
            return None
        return read(Entry(section, raw, self.faults))

    def list(self, section: str) -> None:
        """Read a section that is there any number of times, ``[[tables]]``."""
        self.sections[section] = {}
        raw = self.raw.get(section, [])
        if not isinstance(raw, list) or not all(isinstance(each, dict) for each in raw):
            self.faults[section] = f"Write each as [[{section}]] with its keys below."
            self.broken.add(section)
            raw = []
        self.codes[section] = frozenset(
            each["code"] for each in raw if isinstance(each.get("code"), str)
        )
        for number, each in enumerate(raw, 1):
            entry = Entry(f"{section}[{number}]", each, self.faults, number_in_list=number)
            self._keep(section, entry.place, _READERS[section](entry, self.games))

    def rules(self) -> None:
        """Read the rules filed for each game, ``[rules.poker]``; their terms go on unread."""
        self.sections["rules"] = {}
        raw = self.raw.get("rules", {})
        if not isinstance(raw, dict):
            self.faults["rules"] = "Write each as [rules.game] with its terms below."
            raw = {}
        self.codes["rules"] = frozenset(raw)
        for game, terms in raw.items():
            self._keep("rules", f"rules.{game}", self._submission(game, terms))

    def _submission(self, game: str, terms: Any) -> RulesSubmission | None:
        place = f"rules.{game}"
        if game not in self.games:
            known = did_you_mean(game, sorted(self.games))
            self.faults[place] = f"{game!r} is no game here.{known}"
            return None
        if not isinstance(terms, dict):
            self.faults[place] = f"Write it as [{place}] with its terms below."
            return None
        try:
            return RulesSubmission(game, terms)
        except EntryError as refusal:
            self.faults[place] = refusal.message
            return None

    def _keep(self, section: str, place: str, fact: Any) -> None:
        if fact is None:
            self.broken.add(section)
        else:
            self.sections[section][place] = fact

    def unknown_sections(self) -> None:
        """Name what stands in the file and describes nothing."""
        known = [*SINGLES, *LISTS]
        for section in self.raw:
            if section not in known:
                self.faults[section] = (
                    f"{section} is no section here.{did_you_mean(section, known)}"
                )


def parse_house(raw: Mapping[str, Any], *, games: Games) -> House:
    """Make a house of what ``tomllib`` read.

    Args:
        raw: Sections of the file.
        games: Which games can be dealt here, and who banks each.

    Raises:
        EntryError: Something is wrong; every fault under its place, without lines.
    """
    reading = _Reading(raw, games)
    reading.unknown_sections()
    facility = reading.single("property", _property)
    currency = reading.single("currency", _currency)
    settings = reading.single("settings", _settings)
    bookkeeping = reading.single("bookkeeping", _bookkeeping)
    for section in _READERS:
        reading.list(section)
    reading.rules()
    parts = Parts(
        **reading.sections,
        settings=settings,
        codes=reading.codes,
        broken=frozenset(reading.broken),
    )
    faults = faults_between(parts) | reading.faults
    if faults:
        raise EntryError(faults)
    sections: dict[str, Any] = {
        section: tuple(facts.values()) for section, facts in reading.sections.items()
    }
    return House(
        property=facility,
        currency=currency,
        settings=settings,
        bookkeeping=bookkeeping,
        **sections,
    )


def _text(data: bytes) -> str:
    if len(data) > FILE_LIMIT_BYTES:
        raise EntryError({"file": f"The file is larger than {FILE_LIMIT_BYTES:,} bytes."})
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as refusal:
        line = data[: refusal.start].count(b"\n") + 1
        raise EntryError({f"file (line {line})": "The file is not in UTF-8."}) from None


def _loads(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise EntryError({"file": "The file is nested too deeply."}) from None
    except ValueError as refusal:
        found = _SYNTAX.fullmatch(str(refusal))
        place = f"file (line {found[2]})" if found else "file"
        sentence = found[1] if found else str(refusal)
        raise EntryError({place: f"Not readable as TOML: {sentence}."}) from None


def read_house(data: bytes, *, games: Games) -> House:
    """Read the file that describes a house.

    Args:
        data: The file: TOML in UTF-8.
        games: Which games can be dealt here, and who banks each.

    Raises:
        EntryError: The file is refused whole; each fault stands under its place with its line,
            ``tables[3].game (line 41)``, in the order of the file.
    """
    text = _text(data)
    raw = _loads(text)
    try:
        return parse_house(raw, games=games)
    except EntryError as refusal:
        places = line_places(text)
        found = [(nearest_line(place, places), place) for place in refusal.fields]
        in_order = sorted(found, key=lambda each: each[0] or 0)
        raise EntryError(
            {
                f"{place} (line {line})" if line else place: refusal.fields[place]
                for line, place in in_order
            }
        ) from None
