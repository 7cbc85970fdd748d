"""A table's day as events in order of time: opening, play, closing, drop."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from countroom.domain.floor import ChipKind, TableKind
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.engine import dealing
from countroom.engine.dealing import BuyIn, TablePlay
from countroom.engine.games import GAMES
from countroom.operations.play import bank, keys, pit, unusual
from countroom.operations.play.floor import MINUTE, TableDay, new_rack
from countroom.operations.play.plan import Plan
from countroom.operations.play.stage import Stage
from countroom.operations.play.truth import CheckIn, ChipKey, CouponIn, Filling

_Play = (
    dealing.BuyIn
    | dealing.Rounds
    | dealing.CouponPlayed
    | dealing.FillCalled
    | dealing.CreditCalled
    | dealing.RakeDropped
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at a time; ``order`` decides between two at the same time."""

    at: datetime
    order: int
    act: Callable[[], None]


def tell(stage: Stage, plan: Plan, first: datetime) -> Event:
    """Surveillance is told before the first box comes off."""

    def tell() -> None:
        unusual.tell(stage, stage.now, plan.day)
        keys.take(stage, keys.DROP, (Role.SECURITY, 0), f"drop of {plan.day.isoformat()}")

    return Event(first - MINUTE, -1, tell)


def events(stage: Stage, plan: Plan, table: TableDay) -> Iterator[Event]:
    """Yield a table's day in order of time, up to its drop."""
    code = table.facts.code
    if code in plan.never and not table.is_open:
        noon = table.from_at + timedelta(hours=3)
        yield Event(noon, table.place, lambda: _daily_slip(stage, table, noon))
        yield Event(table.drop_at, table.place, lambda: _drop(stage, plan, table))
        return
    begin = table.from_at
    if not table.is_open:
        begin = _opening_time(stage, plan, table)
        yield Event(begin, table.place, lambda: _open(stage, table, begin))
    begin = _after_odd(stage, plan, table, begin)
    for odd in _unusual(stage, plan, table, begin):
        yield Event(begin, table.place, odd)
    closing = code in plan.closes
    end = table.drop_at - timedelta(hours=2) if closing else table.drop_at
    for act in dealing.play(_table_play(stage, plan, table, begin, end)):
        if isinstance(act, dealing.EndOfDayDrop):
            table.rack = dict(act.closing_rack)
        else:
            yield Event(act.at, table.place, _doing(stage, table, act))
    if closing:
        yield Event(end, table.place, lambda: _close(stage, table, end))
    yield Event(table.drop_at, table.place, lambda: _drop(stage, plan, table))


def _after_odd(stage: Stage, plan: Plan, table: TableDay, begin: datetime) -> datetime:
    """What is out of the ordinary waits until the gaming day has begun by the clock."""
    odd = (*plan.voids, *plan.shifts, *plan.emergency, *plan.wheels_short)
    starts = stage.house.property.bounds(plan.day)[0] + 5 * MINUTE
    return max(begin, starts) if table.facts.code in odd else begin


def _unusual(
    stage: Stage, plan: Plan, table: TableDay, begin: datetime
) -> Iterator[Callable[[], None]]:
    """What is out of the ordinary, as soon as the table is open."""
    code = table.facts.code
    if unusual.is_new_wheel(stage, table):
        yield lambda: unusual.impress(stage, table, begin)
    if code in plan.wheels_short:
        yield lambda: unusual.impress(stage, table, begin + MINUTE, missing=2)
    if code in plan.emergency:
        yield lambda: unusual.emergency(stage, table, begin + MINUTE, plan.day)
    if code in plan.shifts:
        yield lambda: unusual.shift(stage, table, begin + MINUTE, plan.day)
    if code in plan.voids:
        yield lambda: unusual.void_fill(stage, table, begin + 3 * MINUTE)
        yield lambda: unusual.void_credit(stage, table, begin + 5 * MINUTE)


def shift_counts(stage: Stage, plan: Plan) -> Iterator[Event]:
    """Yield the counts of the chip bank at the end of each shift."""
    begins = stage.house.property.bounds(plan.day)[0]
    for at, shift in bank.shift_counts(stage, begins):
        yield Event(at, -1, partial(bank.count, stage, at, shift))


def _opening_time(stage: Stage, plan: Plan, table: TableDay) -> datetime:
    """The first time soon after the box came; else in the forenoon."""
    start = stage.house.property.bounds(plan.day)[0]
    return max(table.from_at + 5 * MINUTE, start + timedelta(minutes=10 + table.place))


def _open(stage: Stage, table: TableDay, at: datetime) -> None:
    papers = pit.open_table(stage, at, table.facts.code, table.rack, crew=table.crew)
    table.box.drop_paper(*papers)
    table.is_open = True


def _daily_slip(stage: Stage, table: TableDay, at: datetime) -> None:
    pit.slip(stage, at, table.facts.code, SlipKind.CLOSED_DAILY, table.rack, crew=table.crew)
    table.box.drop_paper("closers")


def _close(stage: Stage, table: TableDay, at: datetime) -> None:
    """Chips that lie there in plenty go back to the chip bank, then the rack is counted."""
    plenty = max(table.rack, key=lambda key: table.rack[key])
    back = {plenty: table.rack[plenty] // 4}
    pit.move_chips(stage, at, table.facts.code, "credit", back, table.crew)
    table.rack[plenty] -= back[plenty]
    table.box.drop_paper("credit_requests", "credit_slips")
    at = max(at, stage.now + MINUTE)
    pit.slip(stage, at, table.facts.code, SlipKind.CLOSE, table.rack, crew=table.crew)
    table.box.drop_paper("closers")
    table.is_open = False


def _doing(stage: Stage, table: TableDay, act: _Play) -> Callable[[], None]:
    """What happens at the table when an act of play happens."""
    code = table.facts.code

    def happens() -> None:
        match act:
            case dealing.BuyIn():
                _buy_in(table, act)
            case dealing.Rounds():
                table.columns.append(dict(act.columns))
            case dealing.CouponPlayed():
                table.box.coupons.append(CouponIn(act.serial, act.value_cents))
            case dealing.RakeDropped():
                table.box.drop_chips(act.chips)
            case dealing.FillCalled():
                pit.move_chips(stage, act.at, code, "fill", act.chips, table.crew)
                table.box.drop_paper("fill_requests", "fill_slips")
            case dealing.CreditCalled():
                pit.move_chips(stage, act.at, code, "credit", act.chips, table.crew)
                table.box.drop_paper("credit_requests", "credit_slips")

    return happens


def _buy_in(table: TableDay, act: BuyIn) -> None:
    table.buyins.append(act)
    if act.check_serial:
        table.box.checks.append(CheckIn(act.check_serial, act.cents))
        table.box.drop_paper("counter_checks")
    else:
        table.box.drop_notes(act.notes)


def _drop(stage: Stage, plan: Plan, table: TableDay) -> None:
    """Drop a table; what goes wrong at its rack goes wrong here."""
    code = table.facts.code
    counted = dict(table.rack)
    for one in plan.slips_wrong(code):
        key = _key(table, one.cents)
        if one.kind == "chip_gone":
            table.rack[key] -= one.pieces
            counted[key] -= one.pieces
        else:
            counted[key] += one.pieces
    incoming = Filling(table.incoming, code)
    rack = counted if table.is_open else None
    pit.drop_table(stage, table.drop_at, table.box, incoming, rack, table.crew)
    table.came = incoming


def _key(table: TableDay, cents: int) -> ChipKey:
    return next(key for key in table.rack if key[1] == cents)


# ------------------------------------------------------------------------------ what is played


def seed_of(*parts: object) -> int:
    """A seed of one thing out of several, the same on every machine."""
    text = "|".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


def _table_play(
    stage: Stage, plan: Plan, table: TableDay, begin: datetime, end: datetime
) -> TablePlay:
    house, facts = stage.house, table.facts
    rules = GAMES[facts.game].Rules.from_dict(house.submission(facts.game).terms)
    rakes = [each.code for each in house.chip_sets_of(facts) if each.kind is ChipKind.RAKE]
    return TablePlay(
        game=facts.game,
        rules=rules,
        from_at=begin,
        to_at=end,
        seed=seed_of(plan.seed, plan.day.isoformat(), facts.code),
        opening_rack=table.rack,
        par=_par(stage, plan, table),
        coupons=_coupons(stage, plan, table),
        checks=_checks(plan, table),
        notes=tuple(note.cents for note in house.currency.notes),
        rounds_per_hour=plan.rounds_per_hour,
        rake_chipset=rakes[0] if rakes else None,
    )


def _par(stage: Stage, plan: Plan, table: TableDay) -> dict[ChipKey, int]:
    """What fills and credits bring a rack back to: what a new one holds, not what was left."""
    usual = new_rack(stage.house, table.facts, plan.rack_percent)
    return {key: usual.get(key, 0) for key in table.rack}


def _coupons(stage: Stage, plan: Plan, table: TableDay) -> tuple[tuple[str, int], ...]:
    """Coupons that patrons bring: numbered by day, table and place."""
    designs = [
        design
        for design in stage.house.coupons
        if table.facts.game in design.games
        and (design.expires is None or design.expires >= plan.day)
    ]
    if not designs or table.facts.kind is TableKind.NONBANKING:
        return ()
    design = designs[0]
    return tuple(
        (f"{design.serial_prefix}{plan.day:%y%m%d}{table.place:02d}{n:02d}", design.value.cents)
        for n in range(1, plan.coupons + 1)
    )


def _checks(plan: Plan, table: TableDay) -> tuple[tuple[str, int], ...]:
    if table.facts.kind is TableKind.NONBANKING or table.place % 3:
        return ()
    return tuple(
        (f"K-{plan.day:%y%m%d}-{table.place:02d}{n}", 50_000 * n) for n in range(1, plan.checks + 1)
    )
