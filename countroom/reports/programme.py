"""The programme of coupons in figures: what is outstanding, and what it cost."""

from datetime import date
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.domain.coupon_cost import Cost, Outstanding
from countroom.inquiries import coupon_programme
from countroom.inquiries.registers import Database
from countroom.reports.grids import Grid, of_facts


def liability(database: Database, viewer: Viewer, day: date) -> tuple[Grid, ...]:
    """Coupons that patrons may still play, by denomination and age."""
    found = coupon_programme.liability(database, viewer, day)
    return (of_facts("coupon_liability", "Coupons outstanding by age", Outstanding, found),)


def cost(database: Database, viewer: Viewer, day: date, rounds: Path) -> tuple[Grid, ...]:
    """What the redeemed coupons of a date cost, by campaign."""
    found = coupon_programme.cost(database, viewer, day, rounds)
    return (of_facts("coupon_cost", "What coupons cost, by campaign", Cost, found),)
