"""What is to be played: everything of a period that does not depend on the tray."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine import records
from countroom.engine.dealing.acts import ChipKey, to_microseconds
from countroom.engine.dealing.patrons import BUY_IN_STEP_CENTS, Visit, units_cents, visits
from countroom.engine.game import Game, Ints, Timed
from countroom.engine.games import GAMES
from countroom.engine.rules import MICROSECONDS_AN_HOUR, RulesOfPlay
from countroom.engine.settlement import Settlement, Stakes, check, patrons_cents, vig_taken_cents
from countroom.errors import EntryError

US_NOTES: Final = (10000, 5000, 2000, 1000, 500, 100)

VOID_SHARE: Final = 1 / 400
"""How many rounds go wrong and are declared void."""


@dataclass(frozen=True, kw_only=True)
class TablePlay:
    """One table, one drop period, one seed.

    Attributes:
        game: Code of the game.
        rules: Its rules at this table.
        from_at: The last drop, aware.
        to_at: The drop that ends the period, aware.
        seed: Same seed and inputs, same acts.
        opening_rack: Pieces in the tray; every denomination in use has its entry, 0 too.
        par: Pieces that fills and credits bring it back to; by default the opening.
        coupons: Serial and value in cents of the coupons patrons bring; a coupon above the
            table's maximum is not played.
        checks: Serial and cents of the Counter Checks patrons exchange here.
        notes: Denominations of currency in use.
        rounds_per_hour: About.
        rake_chipset: Code of the rake chips in the tray, if the house uses them.
    """

    game: str
    rules: RulesOfPlay
    from_at: datetime
    to_at: datetime
    seed: int
    opening_rack: Mapping[ChipKey, int]
    par: Mapping[ChipKey, int] | None = None
    coupons: tuple[tuple[str, int], ...] = ()
    checks: tuple[tuple[str, int], ...] = ()
    notes: tuple[int, ...] = US_NOTES
    rounds_per_hour: int = 40
    rake_chipset: str | None = None

    def __post_init__(self) -> None:
        wrong: dict[str, str] = {}
        if self.game not in GAMES:
            wrong["game"] = "There is no such game."
        elif self.coupons and GAMES[self.game].KIND == "nonbanking":
            wrong["coupons"] = "Coupons are for games against the house (§ 525.22(a))."
        if self.to_at <= self.from_at:
            wrong["to_at"] = "The period ends after it begins."
        if not self.notes or BUY_IN_STEP_CENTS % min(self.notes):
            wrong["notes"] = "Patrons need a note that makes twenty dollars."
        if self.par is not None and set(self.par) != set(self.opening_rack):
            wrong["par"] = "Opening and par name the same denominations."
        if wrong:
            raise EntryError(wrong)


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds of a period, dealt and settled.

    Attributes:
        game: Its module.
        at: ``(n,)`` microseconds since 1970 UTC.
        visits: By first round.
        units_cents: ``(n, seats)``: usual wagers.
        stake_cents: ``(n, seats)``: what each seat stakes in all, and the marked vigorish it
            is asked for: the chips it needs.
        net_cents: ``(n, seats)``: what each seat wins or loses in chips at the table.
        vig_cents: ``(n, seats)``: the vigorish in it.
        dropped: Round index to the coupons settled in it: serial, value.
        settled: The settlement.
        columns: The record.
    """

    game: Game
    at: Ints
    visits: list[Visit]
    units_cents: Ints
    stake_cents: Ints
    net_cents: Ints
    vig_cents: Ints
    dropped: dict[int, list[tuple[str, int]]]
    settled: Settlement
    columns: dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class _Brought:
    """Coupons by where they are played: values ``(n, seats)`` and (round, seat) to serial."""

    value_cents: Ints
    serials: dict[tuple[int, int], str] = field(default_factory=dict)


def plan(table: TablePlay, rng: np.random.Generator) -> Plan:
    """Deal and settle a period's rounds."""
    game, rules = GAMES[table.game], table.rules
    at, found, units = _seated(table, rng, least=2 if game.KIND == "nonbanking" else 1)
    brought = _coupons(table, rng, units)
    units = np.maximum(units, brought.value_cents)
    felt = game.deal(rng, len(at), rules)
    if isinstance(game, Timed):
        felt = game.timed(rules, felt, at)
    felt, stakes = game.decide(rng, rules, felt, units, brought.value_cents)
    reasons = np.where(
        rng.random(len(at)) < VOID_SHARE,
        rng.integers(1, len(records.VOID_REASONS) - 1, len(at)),
        0,
    )
    stakes = replace(stakes, void=reasons > 0)
    settled, _ = game.settle(rules, felt, stakes, None)
    check(stakes, settled)
    serials = _serials(brought, stakes, settled.standing_cents)
    notes = records.Notes(np.arange(1, len(at) + 1), at, _equipment(table, at), reasons, serials)
    return Plan(
        game=game,
        at=at,
        visits=found,
        units_cents=units,
        stake_cents=(stakes.stake_cents + settled.vig_cleared_cents).sum(axis=2),
        net_cents=(patrons_cents(settled) - settled.paid_elsewhere_cents).sum(axis=2),
        vig_cents=vig_taken_cents(settled).sum(axis=2),
        dropped=_dropped(settled, stakes, serials),
        settled=settled,
        columns=records.to_columns(game, felt, stakes, settled, notes),
    )


def _seated(
    table: TablePlay, rng: np.random.Generator, least: int
) -> tuple[Ints, list[Visit], Ints]:
    """Say when rounds are played and who sits there; without enough patrons there is none."""
    start, end = to_microseconds(table.from_at), to_microseconds(table.to_at)
    hours = (end - start) / 3.6e9
    n = max(1, round(hours * table.rounds_per_hour * rng.uniform(0.9, 1.1)))
    gaps = rng.gamma(8.0, size=n + 1)
    share = np.cumsum(gaps)[:-1] / gaps.sum()
    at = start + (share * (end - start)).astype(np.int64)
    limits = table.rules.minimum_cents, table.rules.maximum_cents
    found = visits(rng, n, table.rules.seats, least, limits)
    units = units_cents(found, n, table.rules.seats)
    played = np.flatnonzero((units > 0).sum(axis=1) >= least)
    index = np.searchsorted(played, np.arange(n + 1))
    moved = [
        replace(visit, first=int(index[visit.first]), end=int(index[visit.end])) for visit in found
    ]
    return at[played], [visit for visit in moved if visit.first < visit.end], units[played]


def _equipment(table: TablePlay, at: Ints) -> Ints:
    """Number the cards or dice in use: changed as soon as their time is up."""
    change = table.rules.change()
    if change is None:
        return np.ones_like(at)
    used = at - to_microseconds(table.from_at)
    return np.asarray(1 + used // (change.hours * MICROSECONDS_AN_HOUR))


def _coupons(table: TablePlay, rng: np.random.Generator, units: Ints) -> _Brought:
    """Put coupons where patrons play them: one a seat and round, never above the maximum."""
    brought = _Brought(np.zeros_like(units))
    playable = [each for each in table.coupons if each[1] <= table.rules.maximum_cents]
    occupied = np.argwhere(units > 0)
    picks = rng.permutation(len(occupied))[: len(playable)]
    for (serial, value), pick in zip(playable, picks, strict=False):
        n, seat = (int(place) for place in occupied[pick])
        brought.value_cents[n, seat] = value
        brought.serials[n, seat] = serial
    return brought


def _serials(brought: _Brought, stakes: Stakes, standing: Ints) -> dict[tuple[int, int], str]:
    """Say which coupon stood where: it may wait for its wager, and ride for several rounds.

    A coupon that stood on and one that a void round gave back are played again; otherwise the
    seat's patron plays one that was brought for that round, or the first he still holds.
    """
    held: dict[int, list[tuple[int, str, int]]] = {}
    for (n, seat), serial in sorted(brought.serials.items()):
        held.setdefault(seat, []).append((n, serial, int(brought.value_cents[n, seat])))
    rides: dict[int, tuple[int, str, int, bool]] = {}
    found: dict[tuple[int, int], str] = {}
    for n, seat, wager in np.argwhere(stakes.coupon_cents).tolist():
        value = int(stakes.coupon_cents[n, seat, wager])
        own = [each for each in held.get(seat, ()) if each[0] == n and each[2] == value]
        last, serial, worth, stood = rides.get(seat, (-2, "", 0, False))
        if last + 1 != n or worth != value or not (stood or (stakes.void[n - 1] and not own)):
            if last >= 0 and stakes.void[last]:
                held[seat].insert(0, (last, serial, worth))
            in_hand = own or [each for each in held[seat] if each[0] <= n and each[2] == value]
            held[seat].remove(in_hand[0])
            serial = in_hand[0][1]
        found[n, seat] = serial
        rides[seat] = n, serial, value, bool(standing[n, seat, wager])
    return found


def _dropped(
    settled: Settlement, stakes: Stakes, serials: dict[tuple[int, int], str]
) -> dict[int, list[tuple[str, int]]]:
    dropped: dict[int, list[tuple[str, int]]] = {}
    for n, seat, wager in np.argwhere(settled.coupon_dropped).tolist():
        value = int(stakes.coupon_cents[n, seat, wager])
        dropped.setdefault(n, []).append((serials[n, seat], value))
    return dropped
