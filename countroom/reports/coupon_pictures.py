"""Pictures of the coupon programme: what moved, and what is outstanding."""

from collections.abc import Callable, Sequence
from typing import Final

from countroom.errors import NotFoundError
from countroom.inquiries.coupon_flow import DayFlow
from countroom.reports.pictures import Bars, LimitLine, Picture, Reading, Series, Unit
from countroom.reports.watch_pictures import day_label


def moves(days: Sequence[DayFlow]) -> Bars:
    """Coupons issued, given out and redeemed, a group a day."""
    kinds = ("issued", "given", "redeemed")
    totals = {kind: sum(getattr(day, kind) for day in days) for kind in kinds}
    told = ", ".join(f"{pieces:,} {kind}" for kind, pieces in totals.items())
    words = dict(zip(kinds, ("issued to marketing", "given to patrons", "redeemed"), strict=True))
    return Bars(
        name="moves",
        title="Issued, given out and redeemed",
        alt=f"Coupons of {len(days)} days: {told}.",
        unit=Unit.PIECES,
        labels=tuple(day_label(day.gaming_date) for day in days),
        series=tuple(
            Series(words[kind], tuple(float(getattr(day, kind)) for day in days)) for kind in kinds
        ),
    )


def outstanding(days: Sequence[DayFlow]) -> LimitLine:
    """Face value that patrons may still play, at the end of each day."""
    last = days[-1].outstanding.text() if days else "0.00"
    return LimitLine(
        name="outstanding",
        title="Outstanding with patrons, at face",
        alt=f"Face value outstanding over {len(days)} days, {last} at the end.",
        unit=Unit.DOLLARS,
        readings=tuple(
            Reading(day_label(day.gaming_date), day.outstanding.cents / 100) for day in days
        ),
        said=("outstanding", "", ""),
    )


_PICTURES: Final[dict[str, Callable[[Sequence[DayFlow]], Picture]]] = {
    "moves": moves,
    "outstanding": outstanding,
}


def pictures(days: Sequence[DayFlow]) -> tuple[Picture, ...]:
    """Every picture of the programme."""
    return tuple(make(days) for make in _PICTURES.values())


def picture(name: str, days: Sequence[DayFlow]) -> Picture:
    """One picture of the programme.

    Raises:
        NotFoundError: There is none of that name.
    """
    if name not in _PICTURES:
        msg = f"There is no picture {name}. There are: {', '.join(_PICTURES)}."
        raise NotFoundError(msg)
    return _PICTURES[name](days)
