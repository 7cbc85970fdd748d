"""The count room of the dumb world: who is in, which box is open, what was typed and signed."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date

from countroom.domain.denominations import Instrument, Pool
from countroom.domain.floor import TableKind
from countroom.domain.papers.presentation import Method, PoolEntry
from countroom.domain.people import Role
from tests.stateful.world import (
    FACES,
    NOTES,
    PEOPLE,
    POKER,
    RAKE_FACES,
    STATIONS,
    Pile,
    World,
)

TEAM_MINIMUM = 2
STRAP = 10
CASHIERS = ("M1", "M2", "C1")
STEPS = ("count_team", "supervisor", "cashier", "ccr")
CURTAIN = frozenset({"C5", "C7", "C7a"})
SHOWING = frozenset({"C7b", "C8", "C9", "C10", "C11", "C12", "C13"})
OPEN = frozenset({"B5", "B5x", "B6", "B7"})

Pools = Counter[tuple[str, str]]
"""Pieces by pool and by what they are."""


def pool_of(kind: TableKind, what: str) -> str:
    """Where a piece of a box is laid."""
    if kind is TableKind.BANKING:
        return "banking_currency"
    places = {"currency": "nonbanking_currency", "value_chip": "nonbanking_value_chips"}
    return places.get(what.split("-", maxsplit=1)[0], "rake_chips")


def plain(pools: Pools) -> Pools:
    """The same without what there is none of."""
    return Counter({key: pieces for key, pieces in pools.items() if pieces})


@dataclass
class InRoom:
    """A box of the count.

    Attributes:
        state: As the procedure calls it.
        table: Where it came from.
        day: Gaming date of its drop period.
        pile: What lies in it.
        papers: Counter Checks in it: serial and cents.
        checks: How many are tallied for it.
        station: Where it is open.
        typed: What was recorded.
        version: Of the record.
        revision: Of its draft.
        named: It is named missing, and was not found since.
    """

    state: str
    table: str
    day: date | None
    pile: Pile
    papers: list[tuple[str, int]]
    checks: int
    station: str = ""
    typed: Pile | None = None
    version: int = 0
    revision: int = 0
    named: bool = False

    @property
    def kind(self) -> TableKind:
        """Banking or nonbanking."""
        return TableKind.NONBANKING if self.table == POKER else TableKind.BANKING


def whats(kind: TableKind) -> list[str]:
    """What is entered for a box."""
    notes = [f"currency-{face}" for face in NOTES]
    if kind is TableKind.BANKING:
        return notes
    chips = [f"value_chip-{face}-main" for face in FACES]
    return [*notes, *chips, *(f"rake_chip-{face}-rake" for face in RAKE_FACES)]


@dataclass
class Room:
    """A count.

    Attributes:
        world: Everything outside.
        day: Whose boxes are counted.
        proof: The house proves its pools.
        early: The team signs before the presentation.
    """

    world: World
    day: date
    proof: bool
    early: bool
    name: str = ""
    state: str = ""
    before: str = ""
    inside: dict[str, Role] = field(default_factory=dict)
    ever: set[str] = field(default_factory=set)
    required: set[str] | None = None
    keys: tuple[str, ...] = ()
    tested: bool = False
    tested_after: bool = False
    boxes: dict[str, InRoom] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    adjusted: Pools = field(default_factory=Counter)
    proved: Pools | None = None
    recounts: list[tuple[str, Pools]] = field(default_factory=list)
    begun: str = ""
    directed: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    versions: dict[TableKind, int] = field(default_factory=dict)
    signed: dict[TableKind, list[tuple[str, str]]] = field(default_factory=dict)
    observer: str = ""
    out: set[str] = field(default_factory=set)
    checks_entered: bool = False

    # ---------------------------------------------------------------------------- people

    def those(self, *roles: Role) -> list[str]:
        """Who of these duties is in the room, in the order they came."""
        return [badge for badge, duty in self.inside.items() if duty in roles]

    def one(self, *roles: Role) -> str:
        """Somebody of these duties in the room, or nobody."""
        return next(iter(self.those(*roles)), "")

    @property
    def counters(self) -> list[str]:
        """Who may count."""
        return self.those(Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR)

    @property
    def is_strong(self) -> bool:
        """A full team, its supervisor and a representative."""
        team = len(self.those(Role.COUNT_TEAM)) >= TEAM_MINIMUM
        return team and bool(self.one(Role.COUNT_ROOM_SUPERVISOR)) and bool(self.one(Role.CCR))

    @property
    def has_witnesses(self) -> bool:
        """Team and representative, as a recount needs them."""
        return len(self.those(Role.COUNT_TEAM)) >= TEAM_MINIMUM and bool(self.one(Role.CCR))

    def fresh(self) -> list[str]:
        """Cashiers to whom no figure ever showed, in the room or not."""
        return [badge for badge in CASHIERS if badge not in self.seen]

    def come(self, badge: str) -> None:
        """Somebody signs on."""
        self.inside[badge] = PEOPLE[badge]
        if PEOPLE[badge] is Role.COUNT_TEAM:
            self.ever.add(badge)
        self._look()

    def go(self, badge: str) -> None:
        """Somebody leaves."""
        del self.inside[badge]

    def _look(self) -> None:
        stands = self.before if self.state == "CS" else self.state
        if stands in SHOWING:
            self.seen |= {badge for badge in self.inside if badge in CASHIERS}

    def to(self, state: str) -> None:
        """The count moves."""
        self.state = state
        self._look()

    # ----------------------------------------------------------------------------- boxes

    def open_at(self, station: str) -> str:
        """Which box is open at a station."""
        return next(
            (
                code
                for code, box in self.boxes.items()
                if box.state in OPEN and box.station == station
            ),
            "",
        )

    def free_station(self) -> str:
        """A station without an open box."""
        return next((station for station in STATIONS if not self.open_at(station)), "")

    @property
    def waits_for(self) -> list[str]:
        """Boxes that are neither recorded nor named missing."""
        return [code for code, box in self.boxes.items() if box.typed is None and not box.named]

    @property
    def recorded(self) -> list[str]:
        """Boxes that are recorded."""
        return [code for code, box in self.boxes.items() if box.typed is not None]

    # ----------------------------------------------------------------------------- pools

    def _laid(self, *, typed: bool) -> Pools:
        pools: Pools = Counter()
        for box in self.boxes.values():
            if box.typed is not None:
                for what, pieces in (box.typed if typed else box.pile).items():
                    pools[pool_of(box.kind, what), what] += pieces
        return pools

    def truth(self) -> Pools:
        """What really lies on the tables of the room."""
        return plain(self._laid(typed=False))

    def counted(self) -> Pools:
        """What the record says: boxes and what was laid to no box."""
        pools = self._laid(typed=True)
        pools.update(self.adjusted)
        return plain(pools)

    def second(self) -> Pools | None:
        """The newest count of the same money."""
        return self.recounts[-1][1] if self.recounts else self.proved

    def entries(self, pools: Pools, *, by_hand: bool = False) -> tuple[PoolEntry, ...]:
        """A full form of the pools, notes strapped."""
        kinds = {box.kind for box in self.boxes.values() if box.typed is not None}
        keys = {(pool_of(kind, what), what) for kind in kinds for what in whats(kind)}
        return tuple(
            self._entry(key, pools.get(key, 0), by_hand=by_hand)
            for key in sorted(keys | set(pools))
        )

    def _entry(self, key: tuple[str, str], pieces: int, *, by_hand: bool) -> PoolEntry:
        pool, (instrument, cents, *chip_set) = Pool(key[0]), key[1].split("-")
        strapped = instrument == "currency"
        straps, loose = divmod(pieces, STRAP) if strapped else (0, pieces)
        return PoolEntry(
            pool,
            Instrument(instrument),
            int(cents),
            straps=straps,
            loose=loose,
            chip_set="".join(chip_set),
            strap_method=Method.HAND if by_hand else Method.BULK,
        )

    # ------------------------------------------------------------------------- signatures

    def changed(self, *kinds: TableKind) -> None:
        """A figure of these reports changed: a new version without signatures."""
        for kind in kinds:
            if kind in self.versions:
                self.versions[kind] += 1
                self.signed[kind] = []

    def issue(self) -> None:
        """Both reports are issued, unless they are."""
        for kind in TableKind:
            self.versions.setdefault(kind, 1)
            self.signed.setdefault(kind, [])

    def team(self) -> set[str]:
        """Who of the team must sign."""
        return self.ever if self.required is None else self.required

    def due(self, kind: TableKind) -> str:
        """The step that is due on a report, or nothing."""
        there = self.signed[kind]
        if self.team() - {badge for step, badge in there if step == "count_team"}:
            return "count_team"
        done = {step for step, _ in there}
        return next((step for step in STEPS[1:] if step not in done), "")

    def agree(self) -> None:
        """The count agrees: who observed it is fixed, and signatures that stand carry on."""
        self.to("C8")
        self.observer = self.those(Role.CCR)[-1]
        self.required = set(self.ever)
        self.advance()

    @property
    def agreed(self) -> bool:
        """Agreed, and nothing has left yet but perhaps a copy."""
        return self.state in {"C8", "C9", "C10"}

    def advance(self) -> None:
        """As far as the signatures reach."""
        for step, before, after in (("cashier", "C8", "C9"), ("ccr", "C9", "C10")):
            everywhere = all(any(one == step for one, _ in there) for there in self.signed.values())
            if everywhere and self.state == before:
                self.to(after)

    def settle(self) -> None:
        """A count in recheck is compared again."""
        second = self.second()
        if self.state != "C7b" or second is None or second != self.counted():
            return
        if self.one(Role.CCR):
            if self.recounts:
                self.agree()
            else:
                self.to("C4a")
