"""What the programme owes and what it cost: outstanding by age, and what winning coupons paid.

Reference:
    5.9, 5.10; 525.21(m), (o).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.coupon_lots import count, shared, without
from countroom.domain.coupon_programme import CouponPlace, Holdings, Movement
from countroom.domain.coupons import CouponPlay
from countroom.money import Money

AGES: Final = ((7, "up to 7 days"), (30, "8 to 30 days"), (90, "31 to 90 days"))
"""Days since a coupon was given out, and how the span is called."""

OLDER: Final = "more than 90 days"
EXPIRED: Final = "expired, not played"
_WORDS: Final = (*(word for _, word in AGES), OLDER)


@dataclass(frozen=True, slots=True)
class Outstanding:
    """Coupons that patrons may still play, or that expired with them.

    Attributes:
        design: Code of their design.
        denomination: Face value.
        age: How long ago they were given out, or that they expired.
        coupons: How many.
        value: At face; nothing of what expired, since nobody may play it any more.
    """

    design: str
    denomination: Money
    age: str
    coupons: int
    value: Money


def _age(days: int) -> str:
    return next((word for most, word in AGES if days <= most), OLDER)


def outstanding(
    standing: Holdings,
    movements: Sequence[tuple[date, Movement]],
    faces: Mapping[str, Money],
    today: date,
    *,
    expired: Collection[str] = (),
) -> tuple[Outstanding, ...]:
    """Coupons with patrons by design and age, in the time it takes to go through the ranges.

    Args:
        standing: Where all coupons are.
        movements: The movements to patrons of at least the last 90 days with their gaming dates,
            in the order they were entered; others count for nothing.
        faces: Design to its face value.
        today: From when the age is counted.
        expired: Designs that may not be played after today: owed no more, and shown apart.
    """
    left = {design: standing.at(design, CouponPlace.DISTRIBUTED) for design in faces}
    found: dict[tuple[str, str], int] = defaultdict(int)
    for day, moved in reversed(movements):
        if moved.to is not CouponPlace.DISTRIBUTED or moved.design not in left:
            continue
        there = left[moved.design]
        found[moved.design, _age((today - day).days)] += shared(there, moved.serials)
        left[moved.design] = without(there, (moved.serials,))
    for design, of in left.items():
        found[design, OLDER] += count(of)
    for design in expired:
        pieces = sum(found.pop((design, word), 0) for word in _WORDS)
        found[design, EXPIRED] = pieces
    return tuple(
        Outstanding(design, face, word, pieces, face * (0 if word == EXPIRED else pieces))
        for design, face in faces.items()
        for word in (*_WORDS, EXPIRED)
        if (pieces := found[design, word])
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """What the coupons of one campaign and design cost on a day.

    Attributes:
        campaign: What they were given out for.
        design: Code of the design, or empty for coupons of none.
        redeemed: How many were redeemed.
        value: At face; memo only.
        won: How many of them won.
        paid: What those paid, as the engine settled them.
    """

    campaign: str
    design: str
    redeemed: int
    value: Money
    won: int
    paid: Money


def winnings(plays: Iterable[CouponPlay]) -> dict[str, Money]:
    """What each coupon won, by serial; one that rides on is counted once."""
    won: dict[str, int] = defaultdict(int)
    for play in plays:
        won[play.serial] += play.won_cents
    return {serial: Money(cents) for serial, cents in won.items() if cents}


def costs(
    redeemed: Iterable[tuple[str, Money, str, str]], won: Mapping[str, Money]
) -> tuple[Cost, ...]:
    """Add what coupons cost up, by campaign and design.

    Args:
        redeemed: Serial, face value, campaign and design of each.
        won: Serial to what it won.
    """
    groups: dict[tuple[str, str], list[tuple[Money, Money]]] = defaultdict(list)
    for serial, face, campaign, design in redeemed:
        groups[campaign, design].append((face, won.get(serial, Money(0))))
    return tuple(
        Cost(
            campaign,
            design,
            len(each),
            Money(sum(face.cents for face, _ in each)),
            sum(paid.cents > 0 for _, paid in each),
            Money(sum(paid.cents for _, paid in each)),
        )
        for (campaign, design), each in sorted(groups.items())
    )
