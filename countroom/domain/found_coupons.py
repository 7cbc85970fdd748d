"""Match Play Coupons found in a box: what became of each, one outcome a piece of paper.

Every coupon is listed and counted as a piece, whatever is wrong with it; what is wrong goes to
accounting and finance. None blocks the count. Where the ledger knows coupons of a design, it says
where each serial is; where it knows none yet, the design alone decides.

Reference:
    525.22, 525.21(m), (q)(5)-(6); V_46, V_93, V_99; cases D12, F1, F3, F4, F5.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.findings import Finding
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import CouponFound
from countroom.domain.scanned import is_held
from countroom.domain.terms import CouponDesign
from countroom.errors import RuleError
from countroom.regulations import V_93, V_94, V_99


class Outcome(StrEnum):
    """What became of a coupon in a box; a remark begins with its words."""

    REDEEMED = "redeemed"
    EXPIRED = "accepted after expiry"
    WRONG_GAME = "wrong game"
    OTHER_VALUE = "value differs from its design"
    VOIDED = "voided"
    NEVER_ISSUED = "never issued"
    NOT_DISTRIBUTED = "not recorded as given out"
    RETURNED = "returned unused"
    UNREADABLE = "unreadable, held for finance"
    REPEATED = "already redeemed"
    FOUND_BEFORE = "already found"
    FOREIGN = "no coupon of this house"
    NONBANKING = "found at a nonbanking table"

    @property
    def redeems(self) -> bool:
        """Whether the coupon is redeemed; one accepted after its expiry is, and footnoted."""
        return self in {Outcome.REDEEMED, Outcome.EXPIRED}

    @property
    def is_open(self) -> bool:
        """Whether the coupon might still be played: neither cancelled nor held for finance."""
        return self in {
            Outcome.WRONG_GAME,
            Outcome.OTHER_VALUE,
            Outcome.NOT_DISTRIBUTED,
            Outcome.NONBANKING,
        }

    @property
    def again(self) -> bool:
        """Whether the same serial was found before."""
        return self in {Outcome.REPEATED, Outcome.FOUND_BEFORE}


def finding_of(coupon: CouponFound) -> Finding | None:
    """What accounting and finance are told of a coupon; nothing of one that is in order."""
    if outcome_of(coupon.remark) is Outcome.REDEEMED:
        return None
    return Finding(V_93, f"{coupon.serial}: {coupon.remark}", coupon.serial)


def check_mailed(coupons: Iterable[CouponFound], mailed: Mapping[str, str], box: str) -> None:
    """Refuse a box while a coupon of a mailing in it is neither cancelled nor held.

    Args:
        coupons: Each with what became of it.
        mailed: Serial to the mailing that it went out on.
        box: The box they lie in.

    Raises:
        RuleError: One might still be played (V-94).
    """
    for coupon in coupons:
        if coupon.serial in mailed and outcome_of(coupon.remark).is_open:
            msg = (
                f"Coupon {coupon.serial} of {mailed[coupon.serial]} in box {box} is not "
                f"cancelled ({coupon.remark}): enter {coupon.serial}? to hold it for finance."
            )
            raise RuleError(V_94, msg)


def outcome_of(remark: str) -> Outcome:
    """The outcome that a remark states.

    >>> outcome_of("already redeemed in box 11")
    <Outcome.REPEATED: 'already redeemed'>
    """
    return next(one for one in Outcome if remark.startswith(one.value))


@dataclass(frozen=True, slots=True)
class FoundIn:
    """The box that coupons were found in.

    Attributes:
        box: As labelled.
        game: Game of its table, empty where that is not known.
        kind: Banking or nonbanking.
        day: Gaming date of the count.
        table: Its gaming table, empty where that is not known.
    """

    box: str
    game: str
    kind: TableKind
    day: date
    table: str = ""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Where a serial was found before.

    Attributes:
        box: As labelled; empty where it was redeemed at a table and lies in no box yet.
        table: Its gaming table, or empty.
        day: Gaming date of that count.
        outcome: What became of it there.
    """

    box: str
    table: str
    day: date
    outcome: Outcome

    def text(self, today: date) -> str:
        """Say where: ``in box 11 of MS-101`` or ``at MS-101``, with the date unless the same."""
        of = f" of {self.table}" if self.table else ""
        on = "" if self.day == today else f", {self.day.isoformat()}"
        return f"in box {self.box}{of}{on}" if self.box else f"at {self.table}{on}"


@dataclass(frozen=True, slots=True)
class Standing:
    """What the ledger says of a serial.

    Attributes:
        place: Where it is; nothing where it was never received, though others of its design were.
        returned: Whether it came back unused to where it is now.
    """

    place: CouponPlace | None
    returned: bool = False


_P: Final = CouponPlace

_BY_PLACE: Final[Mapping[CouponPlace | None, Outcome]] = {
    None: Outcome.NEVER_ISSUED,
    _P.STOCK: Outcome.NEVER_ISSUED,
    _P.MARKETING: Outcome.NOT_DISTRIBUTED,
    _P.MISSING: Outcome.NOT_DISTRIBUTED,
    _P.VOIDED: Outcome.VOIDED,
    _P.EXPIRED: Outcome.EXPIRED,
}
"""What a coupon is that should not be where it was found; the others may be redeemed. One that
stands as redeemed and lies in no other box was cancelled for this very find."""


def design_of(serial: str, designs: Iterable[CouponDesign]) -> CouponDesign | None:
    """The design whose serial numbers begin as this one does: the longest beginning counts."""
    fitting = [one for one in designs if serial.startswith(one.serial_prefix)]
    return max(fitting, key=lambda one: len(one.serial_prefix), default=None)


def _by_ledger(standing: Standing | None) -> Outcome | None:
    if standing is None:
        return None
    if standing.returned and standing.place in {_P.STOCK, _P.MARKETING}:
        return Outcome.RETURNED
    return _BY_PLACE.get(standing.place)


def _by_design(coupon: CouponFound, place: FoundIn, design: CouponDesign) -> Outcome:
    checks = (
        (bool(place.game) and place.game not in design.games, Outcome.WRONG_GAME),
        (design.value.cents != coupon.value_cents, Outcome.OTHER_VALUE),
        ((design.expires or place.day) < place.day, Outcome.EXPIRED),
    )
    return next((found for wrong, found in checks if wrong), Outcome.REDEEMED)


def outcome(
    coupon: CouponFound,
    standing: Standing | None,
    design: CouponDesign | None,
    place: FoundIn,
    earlier: Earlier | None,
) -> str:
    """Say what became of one coupon found in a box: a remark that begins with its outcome.

    Args:
        coupon: As listed; an unreadable one has no serial of its own.
        standing: What the ledger says of it; nothing where it knows no coupon of the design.
        design: Of its serial; nothing for a coupon of another house.
        place: The box.
        earlier: Where the same serial was found before, in whatever count.
    """
    if is_held(coupon.serial):
        return Outcome.UNREADABLE.value
    if place.kind is TableKind.NONBANKING:
        return f"{Outcome.NONBANKING.value}, no redemption ({V_99.citation})"
    if earlier is not None:
        again = Outcome.REPEATED if earlier.outcome.redeems else Outcome.FOUND_BEFORE
        return f"{again.value} {earlier.text(place.day)}"
    if design is None:
        return Outcome.FOREIGN.value
    return (_by_ledger(standing) or _by_design(coupon, place, design)).value


def remarked(
    coupons: tuple[CouponFound, ...],
    place: FoundIn,
    designs: tuple[CouponDesign, ...],
    earlier: Mapping[str, Earlier],
    standing: Callable[[str, CouponDesign | None], Standing | None] = lambda _, __: None,
) -> tuple[CouponFound, ...]:
    """Say of each coupon of a box what became of it; as many outcomes as there are pieces.

    Args:
        coupons: As listed.
        place: The box.
        designs: Of the house.
        earlier: Serial to where it was already found, in another box of whatever count.
        standing: Asks the ledger for a serial of a design.
    """
    seen = dict(earlier)
    made = []
    for coupon in coupons:
        serial = coupon.serial
        design = design_of(serial, designs)
        known = standing(serial, design)
        remark = outcome(coupon, known, design, place, seen.get(serial))
        here = outcome_of(remark)
        seen.setdefault(serial, Earlier(place.box, place.table, place.day, here))
        made.append(replace(coupon, remark=remark))
    return tuple(made)
