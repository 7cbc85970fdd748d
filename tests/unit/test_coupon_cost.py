from datetime import timedelta

from countroom.domain import coupon_cost
from countroom.domain.coupon_cost import Cost, Outstanding
from countroom.domain.coupon_programme import CouponPlace as P
from countroom.domain.coupon_programme import Movement, holdings
from countroom.domain.coupon_ranges import serials
from countroom.domain.coupons import CouponPlay
from countroom.money import Money
from tests.builders import DAY

FACE = Money(25_00)


def move(first: str, last: str, from_: P | None, to: P, design: str = "MP25") -> Movement:
    return Movement(design, serials(first, last), from_, to, "X-1")


def test_what_is_outstanding_is_told_by_how_long_ago_it_was_given_out() -> None:
    movements = [
        (100, move("A-001", "A-900", None, P.STOCK)),
        (100, move("A-001", "A-900", P.STOCK, P.MARKETING)),
        (91, move("A-001", "A-100", P.MARKETING, P.DISTRIBUTED)),
        (31, move("A-101", "A-200", P.MARKETING, P.DISTRIBUTED)),
        (30, move("A-201", "A-300", P.MARKETING, P.DISTRIBUTED)),
        (20, move("A-001", "A-010", P.DISTRIBUTED, P.STOCK)),
        (19, move("A-001", "A-010", P.STOCK, P.MARKETING)),
        (7, move("A-001", "A-005", P.MARKETING, P.DISTRIBUTED)),
        (1, move("A-200", "A-204", P.DISTRIBUTED, P.REDEEMED)),
        (1, move("Z-1", "Z-9", None, P.STOCK, "OLD")),
        (1, move("Z-1", "Z-9", P.STOCK, P.MARKETING, "OLD")),
        (1, move("Z-1", "Z-9", P.MARKETING, P.DISTRIBUTED, "OLD")),
    ]
    standing = holdings(moved for _, moved in movements)
    dated = [(DAY - timedelta(days=days), moved) for days, moved in movements]
    found = coupon_cost.outstanding(standing, dated, {"MP25": FACE, "MP10": FACE}, DAY)
    assert found == tuple(
        Outstanding("MP25", FACE, age, pieces, FACE * pieces)
        for age, pieces in (
            ("up to 7 days", 5),
            ("8 to 30 days", 96),
            ("31 to 90 days", 99),
            ("more than 90 days", 90),
        )
    )
    late = coupon_cost.outstanding(standing, dated, {"MP25": FACE}, DAY, expired=["MP25"])
    assert late == (Outstanding("MP25", FACE, "expired, not played", 290, Money(0)),)
    none = coupon_cost.outstanding(standing, dated, {"MP10": FACE}, DAY, expired=["MP10"])
    assert none == ()


def test_a_campaign_costs_what_its_winning_coupons_paid() -> None:
    plays = [
        CouponPlay(serial, 2_500, 2_500, 1, 1, "main", won_cents=won)
        for serial, won in (("A-1", 0), ("A-1", 2_500), ("A-2", 0), ("A-3", 5_000))
    ]
    won = coupon_cost.winnings(plays)
    assert won == {"A-1": Money(2_500), "A-3": Money(5_000)}
    redeemed = [
        ("A-1", FACE, "Summer", "MP25"),
        ("A-2", FACE, "Summer", "MP25"),
        ("A-3", FACE, "none", "MP25"),
    ]
    assert coupon_cost.costs(redeemed, won) == (
        Cost("Summer", "MP25", 2, Money(50_00), 1, Money(25_00)),
        Cost("none", "MP25", 1, Money(25_00), 1, Money(50_00)),
    )
