"""Redemption at the table: one scan, one answer, one redemption of a coupon wherever it is tried.

The dealer asks before the wager settles; what the table accepts, the count of its box redeems.

Reference:
    525.22, 525.21(q)(5)-(6); V_93, V_99, V_100, V_101, V_102; cases A2, A5, F3.
"""

from datetime import date

from countroom.domain import access, canonical, found_coupons, scanned
from countroom.domain import coupons as rules
from countroom.domain.access import Permission
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupons import CouponPlay
from countroom.domain.floor import Table
from countroom.domain.found_coupons import FoundIn, Outcome, outcome_of
from countroom.domain.house import House
from countroom.domain.inventory import TableState
from countroom.domain.papers.box_count import CouponFound
from countroom.domain.terms import CouponDesign
from countroom.engine.coupons import CouponsPer
from countroom.engine.games import GAMES
from countroom.errors import EntryError, NotFoundError, RuleError
from countroom.operations import outcomes, tables
from countroom.operations.acts import Act, Done
from countroom.operations.coupons import ledger
from countroom.regulations import V_93
from countroom.stores import coupon_finds, coupon_plays, registry
from countroom.stores.coupon_plays import TablePlay, TableRound


def redeem(
    act: Act,
    *,
    table: str,
    serial: str,
    wager: str,
    seat: int,
    chips_cents: int,
    same_round: bool = False,
) -> Done:
    """Redeem a coupon at a table, or say at once why not.

    Args:
        act: The act, of who deals or watches the table.
        table: The gaming table.
        serial: As scanned.
        wager: Code of the wager it lies on.
        seat: Of the patron, from 1.
        chips_cents: Chips that lie on the same wager.
        same_round: The round of the last coupon at this table is still on.

    Raises:
        AccessError: By somebody who is not at the tables.
        NotFoundError: There is no such table.
        EntryError: The table is closed, or what was scanned is no whole serial.
        RuleError: It is not to be redeemed (V-93), not here (V-99), not with so few chips
            (V-100), one too many (V-101), or not on this wager (V-102).
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    house = ledger.house_today(act)
    at = house.table(table)
    period = registry.current_period(act.tx, table)
    if period is None or tables.state_of(act.tx, table) is not TableState.OPEN:
        raise EntryError({"serial": f"{table} is closed."})
    if seat < 1:
        raise EntryError({"seat": "Enter the patron's seat, from 1."})
    read = _whole(act, house, serial)
    design = found_coupons.design_of(read, house.coupons)
    value = 0 if design is None else design.value.cents
    here = FoundIn("", at.game, at.kind, period.gaming_date, table)
    _check_serial(act, house, CouponFound(read, value), here)
    now = _round(act, table, period.gaming_date, same_round=same_round)
    place = str(seat) if _one_a_round(house, at) else f"{seat}/{wager}"
    rules.check_play(
        CouponPlay(read, value, chips_cents, now.number, seat, wager),
        kind=at.kind,
        design=design,
        takes=_takes(at, wager),
        again=place in now.places,
    )
    play = TablePlay(read, value, table, now.day, now.number, seat, wager, chips_cents)
    act.move(coupon_plays.KIND, read, coupon_plays.PLAYED, about=_text(play))
    after = TableRound(now.number, now.day, (*now.places, place))
    act.move(coupon_plays.ROUND, table, coupon_plays.ON, about=_text(after))
    says = f"Coupon {read} is redeemed at {table}: drop it when the wager settles."
    return act.seal("coupon redeemed", read, play, done=Done(says, name=read))


def give_back(act: Act, *, serial: str, reason: str) -> Done:
    """Give a redeemed coupon back to its patron: the round was void, or the wager was a tie.

    Raises:
        AccessError: By another than the pit.
        NotFoundError: It does not stand as redeemed at a table.
        EntryError: No reason is given, or it lies in a box that was counted.
    """
    access.require(act.who.duty, Permission.PIT_SLIPS)
    play = coupon_plays.standing(act.tx, serial)
    if play is None or coupon_finds.listing(act.tx, [serial]):
        msg = f"Coupon {serial} does not stand as redeemed at a table."
        raise NotFoundError(msg)
    if not reason.strip():
        raise EntryError({"reason": "Say why the coupon goes back to its patron."})
    act.move(coupon_plays.KIND, serial, coupon_plays.GIVEN_BACK, about=_text(play))
    body = {"table": play.table, "reason": reason.strip()}
    done = Done(f"Coupon {serial} is the patron's again.", name=serial)
    return act.seal("coupon given back to its patron", serial, body, done=done)


def _text(fact: object) -> str:
    return canonical.to_bytes(fact).decode()


def _whole(act: Act, house: House, typed: str) -> str:
    read = scanned.read(typed, house.coupons)
    if scanned.is_held(read):
        raise EntryError({"serial": "A coupon that cannot be read is not redeemed at the table."})
    try:
        outcomes.check_whole(act, [CouponFound(read, 0)])
    except EntryError as fault:
        raise EntryError({"serial": fault.message}) from None
    return read


def _check_serial(act: Act, house: House, coupon: CouponFound, here: FoundIn) -> None:
    """Refuse what the count of the box would not redeem; a late coupon too, before it is played.

    What marketing gives out today stands in the ledger as given out at the end of its day.

    Raises:
        RuleError: It is not to be redeemed (V-93).
    """
    before = coupon_plays.standing(act.tx, coupon.serial)
    if before is not None:
        _refuse(coupon.serial, f"already redeemed at {before.table}, {before.day.isoformat()}")
    if coupon_finds.listing(act.tx, [coupon.serial]):
        _refuse(coupon.serial, Outcome.REPEATED.value)
    design = found_coupons.design_of(coupon.serial, house.coupons)
    stands = outcomes.standing(act.tx, coupon.serial, design)
    today = stands is not None and stands.place is CouponPlace.MARKETING and not stands.returned
    says = found_coupons.outcome(coupon, None if today else stands, design, here, None)
    found = outcome_of(says)
    if found is Outcome.EXPIRED:
        _refuse(coupon.serial, f"expired{_on(design)}")
    if found not in {Outcome.REDEEMED, Outcome.NONBANKING}:  # who banks the table is asked next
        _refuse(coupon.serial, says)


def _on(design: CouponDesign | None) -> str:
    expires = None if design is None else design.expires
    return "" if expires is None else f" on {expires.isoformat()}"


def _refuse(serial: str, says: str) -> None:
    raise RuleError(V_93, f"Coupon {serial} is not redeemed: {says}.")


def _round(act: Act, table: str, day: date, *, same_round: bool) -> TableRound:
    last = coupon_plays.round_at(act.tx, table)
    if same_round and last is not None and last.day == day:
        return last
    return TableRound(1 if last is None else last.number + 1, day)


def _one_a_round(house: House, at: Table) -> bool:
    terms = house.submission(at.game).terms
    return bool(terms.get("coupons_per", CouponsPer.ROUND.value) == CouponsPer.ROUND.value)


def _takes(at: Table, wager: str) -> bool:
    return any(one.code == wager and one.takes_coupon for one in GAMES[at.game].WAGERS)
