"""Walking a plan: money and chips move between patrons, tray and box, act by act."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from countroom.engine.dealing.acts import (
    Act,
    BuyIn,
    ChipKey,
    CouponPlayed,
    CreditCalled,
    EndOfDayDrop,
    FillCalled,
    RakeDropped,
    Rounds,
    from_microseconds,
    to_microseconds,
)
from countroom.engine.dealing.patrons import Visit, buy_in_cents, notes_for
from countroom.engine.dealing.plan import Plan, TablePlay, plan
from countroom.engine.dealing.rack import Rack, total_cents
from countroom.engine.house import CASH, CHECK, HouseResult
from countroom.engine.settlement import house_net_cents

_BATCH_MICROSECONDS: Final = 3_600_000_000
"""Rounds are handed over about once an hour."""

_ROUNDS_BETWEEN_CALLS: Final = 60
"""A pit does not call for chips at every round."""


def play(table: TablePlay) -> Iterator[Act]:
    """Play a table from one drop to the next.

    The last act is the ``EndOfDayDrop``. Fills and credits are taken to be done as called.
    What the acts moved agrees to the cent: closing = opening + fills - credits - buy-ins +
    house net.

    Yields:
        Acts, in order of time.

    Raises:
        EntryError: The tray's pieces cannot pay what the game pays.
    """
    rng = np.random.default_rng(table.seed)
    yield from _Walk(table, plan(table, rng), rng).acts()


class _Walk:
    """The state of a table in play."""

    def __init__(self, table: TablePlay, planned: Plan, rng: np.random.Generator) -> None:
        self._table, self._plan, self._rng = table, planned, rng
        self._rack = Rack(table.opening_rack, table.rake_chipset)
        self._par = dict(table.opening_rack if table.par is None else table.par)
        self._notes = tuple(sorted(table.notes, reverse=True))
        self._chips = [0] * table.rules.seats
        self._arrivals: dict[int, list[Visit]] = {}
        for visit in planned.visits:
            self._arrivals.setdefault(visit.first, []).append(visit)
        self._checks = self._checks_by_visit(planned.visits)
        self._buyins: list[BuyIn] = []
        self._moved_cents = 0
        self._called = -_ROUNDS_BETWEEN_CALLS
        self._raked: dict[ChipKey, int] = {}
        self._banking = planned.game.KIND == "banking"

    def _checks_by_visit(self, found: list[Visit]) -> dict[tuple[int, int], list[tuple[str, int]]]:
        """Let patrons exchange the checks as they sit down."""
        checks: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for check in self._table.checks:
            visit = found[int(self._rng.integers(len(found)))]
            checks.setdefault((visit.first, visit.seat), []).append(check)
        return checks

    def acts(self) -> Iterator[Act]:
        """Play every round, and drop."""
        at = self._plan.at.tolist()
        stakes, nets = self._plan.stake_cents.tolist(), self._plan.net_cents.tolist()
        vigs = self._plan.vig_cents.tolist()
        rakes = self._plan.settled.rake_cents.tolist()
        before, handed_over = to_microseconds(self._table.from_at), 0
        for n, now in enumerate(at):
            yield from self._before_round(n, (before, now), stakes[n], nets[n])
            self._settle(n, nets[n], vigs[n])
            self._rake(rakes[n])
            for serial, value in self._plan.dropped.get(n, ()):
                yield CouponPlayed(from_microseconds(now), serial, value)
            last = n + 1 == len(at)
            if last or now - at[handed_over] >= _BATCH_MICROSECONDS:
                yield from self._hand_over(handed_over, n + 1, now)
                handed_over = n + 1
            before = now
        yield EndOfDayDrop(self._table.to_at, dict(self._rack.pieces), self._result())

    def _before_round(
        self, n: int, between: tuple[int, int], stakes: list[int], nets: list[int]
    ) -> Iterator[Act]:
        """Seat who comes, sell chips to who needs them, and call for chips."""
        bought = self._wanted(n, stakes)
        clock = _Clock(between, len(bought) + 2)
        out = sum(cents for _, cents, _ in bought)
        if self._banking:
            out += sum(max(net, 0) for net in nets) + int(self._plan.vig_cents[n].sum())
        yield from self._call(n, clock, out)
        for seat, cents, serial in bought:
            yield self._sell(seat, cents, serial, clock)

    def _wanted(self, n: int, stakes: list[int]) -> list[tuple[int, int, str]]:
        """List who buys in before a round: seat, cents, serial of his check."""
        bought: list[tuple[int, int, str]] = []
        for visit in self._arrivals.get(n, ()):
            self._chips[visit.seat] = visit.chips_cents
            for serial, cents in self._checks.get((n, visit.seat), ()):
                bought.append((visit.seat, cents, serial))
                self._chips[visit.seat] += cents
        for seat, stake in enumerate(stakes):
            short = stake - self._chips[seat]
            if short > 0:
                cents = buy_in_cents(short, int(self._plan.units_cents[n, seat]))
                bought.append((seat, cents, ""))
                self._chips[seat] += cents
        return bought

    def _sell(self, seat: int, cents: int, serial: str, clock: "_Clock") -> BuyIn:
        self._rack.pay(cents, largest_cents=max(cents // 8, self._rack.step_cents))
        self._moved_cents -= cents
        notes = {} if serial else notes_for(self._rng, cents, self._notes)
        kind = CHECK if serial else CASH
        act = BuyIn(from_microseconds(clock.tick()), seat + 1, cents, kind, notes, serial)
        self._buyins.append(act)
        return act

    def _call(self, n: int, clock: "_Clock", out_cents: int) -> Iterator[Act]:
        """Call for a fill or a credit when the tray is low or over, or cannot pay what comes."""
        cannot = self._rack.payable_cents < out_cents
        if not cannot and n - self._called < _ROUNDS_BETWEEN_CALLS:
            return
        par_cents, have_cents = total_cents(self._par), total_cents(self._rack.pieces)
        over = self._rack.above(self._par)
        spare = self._rack.payable_cents - total_cents(over) >= out_cents
        if spare and (have_cents * 4 > par_cents * 5 or self._piles_up()):
            self._rack.credit(over)
            self._moved_cents -= total_cents(over)
            self._called = n
            yield CreditCalled(from_microseconds(clock.tick()), over)
        elif cannot or have_cents * 2 < par_cents or self._runs_out():
            chips = self._fill_for(out_cents)
            self._rack.fill(chips)
            self._moved_cents += total_cents(chips)
            self._called = n
            yield FillCalled(from_microseconds(clock.tick()), chips)

    def _runs_out(self) -> bool:
        """Tell whether fewer than one in twenty of the pieces of a denomination are left."""
        return any(self._rack.pieces[key] * 20 < want for key, want in self._par.items())

    def _piles_up(self) -> bool:
        """Tell whether a denomination has three times the pieces it should."""
        return any(self._rack.pieces[key] > max(3 * want, 40) for key, want in self._par.items())

    def _fill_for(self, out_cents: int) -> dict[ChipKey, int]:
        """Fill up to par, and beyond it as far as a large payout asks."""
        chips = self._rack.below(self._par)
        have = self._rack.payable_cents + total_cents(chips)
        if have < out_cents:
            largest = max(self._par, key=lambda key: (key[0] != self._table.rake_chipset, key[1]))
            chips[largest] = chips.get(largest, 0) - (have - out_cents) // largest[1]
        return chips

    def _settle(self, n: int, nets: list[int], vigs: list[int]) -> None:
        """Move the chips of a settled round.

        A winner is paid in full and hands his vigorish over, but one in four has nothing
        small and is paid what is left.
        """
        for seat, net in enumerate(nets):
            self._chips[seat] += net
            if not self._banking or net == 0:
                continue
            self._moved_cents -= net
            vig = vigs[seat] if n % 4 else 0
            if net + vig > 0:
                self._rack.pay(net + vig, largest_cents=net + vig)
            self._rack.take(vig + max(-net - vig, 0))

    def _rake(self, rake_cents: int) -> None:
        """Take a pot's rake."""
        if rake_cents:
            for key, count in self._rack.swap_rake(rake_cents).items():
                self._raked[key] = self._raked.get(key, 0) + count

    def _hand_over(self, first: int, end: int, now: int) -> Iterator[Act]:
        """Yield the record of rounds, and what rake has gone into the box with them."""
        number = self._plan.columns["round"]
        rows = slice(*np.searchsorted(number, [first + 1, end + 1]).tolist())
        at = from_microseconds(now)
        if self._raked:
            yield RakeDropped(at, self._raked)
            self._raked = {}
        yield Rounds(at, {name: values[rows] for name, values in self._plan.columns.items()})

    def _result(self) -> HouseResult:
        opening, closing = self._table.opening_rack, self._rack.pieces
        moved = total_cents(closing) - total_cents(opening)
        assert moved == self._moved_cents, "the tray lost count"
        net = int(house_net_cents(self._plan.settled).sum())
        rake = int(self._plan.settled.rake_cents.sum())
        dropped = self._plan.dropped
        return HouseResult(
            house_net_cents=net if self._banking else rake,
            house_net_chips_cents=net,
            cash_buyins_cents=sum(each.cents for each in self._buyins if each.kind == CASH),
            check_buyins=tuple(
                (each.check_serial, each.cents) for each in self._buyins if each.kind == CHECK
            ),
            coupons=tuple(serial for n in sorted(dropped) for serial, _ in dropped[n]),
            rake_cents=rake,
        )


class _Clock:
    """Spreads a few acts evenly between two rounds."""

    def __init__(self, between: tuple[int, int], parts: int) -> None:
        self._at, end = between
        self._step = (end - self._at) // parts

    def tick(self) -> int:
        self._at += self._step
        return self._at
