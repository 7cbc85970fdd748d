"""The life of Match Play Coupons: where every serial is, and that none appears or vanishes.

A coupon is received into finance's stock, issued to marketing, distributed to a patron, and comes
back redeemed in a box, or unused; on the way it may be voided, expire, or be missing. Each step
is a movement of serials between two places, on a paper of its own. Where coupons are is what the
movements add up to, range by range.

Reference:
    525.21(e)-(o); identities 5.9; V_86, V_88.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from countroom.domain.coupon_ranges import Range, Serials, Series
from countroom.errors import EntryError


class CouponPlace(StrEnum):
    """Where coupons are, or what became of them."""

    STOCK = "stock"
    MARKETING = "marketing"
    DISTRIBUTED = "distributed"
    REDEEMED = "redeemed"
    VOIDED = "voided"
    EXPIRED = "expired"
    MISSING = "missing"


_P = CouponPlace

WORDS: Final[Mapping[CouponPlace, str]] = {
    _P.STOCK: "in finance's stock",
    _P.MARKETING: "with marketing",
    _P.DISTRIBUTED: "with patrons",
    _P.REDEEMED: "redeemed and cancelled",
    _P.VOIDED: "voided",
    _P.EXPIRED: "expired and destroyed",
    _P.MISSING: "missing",
}
"""How a place stands in a sentence."""

WAYS: Final[Mapping[CouponPlace | None, frozenset[CouponPlace]]] = {
    None: frozenset({_P.STOCK}),
    _P.STOCK: frozenset({_P.MARKETING, _P.VOIDED, _P.EXPIRED, _P.MISSING}),
    _P.MARKETING: frozenset({_P.DISTRIBUTED, _P.STOCK, _P.VOIDED, _P.MISSING}),
    _P.DISTRIBUTED: frozenset({_P.REDEEMED, _P.STOCK, _P.VOIDED, _P.EXPIRED}),
    _P.MISSING: frozenset({_P.STOCK, _P.REDEEMED, _P.VOIDED}),
    _P.REDEEMED: frozenset(),
    _P.VOIDED: frozenset(),
    _P.EXPIRED: frozenset(),
}
"""From where coupons may go where; nothing leads out of what ends a coupon's life."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Serials that went from one place to another.

    Attributes:
        design: Code of the coupons' design.
        serials: Which.
        from_: Where they were; nothing for coupons received from the printer.
        to: Where they are now.
        paper: Name of the form that moved them.
        reason: Why, where the step asks for it.
    """

    design: str
    serials: Serials
    from_: CouponPlace | None
    to: CouponPlace
    paper: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Holdings:
    """Where all coupons are.

    Attributes:
        held: Design, series and place to the serials there; nothing is left out but what is
            nowhere.
    """

    held: Mapping[tuple[str, Series, CouponPlace], Serials] = field(default_factory=dict)

    def at(self, design: str, place: CouponPlace) -> tuple[Serials, ...]:
        """The coupons of a design at a place, series by series."""
        return tuple(
            self.held[key]
            for key in sorted(self.held, key=lambda key: (key[0], key[1], key[2].value))
            if key[0] == design and key[2] is place
        )

    def quantity(self, design: str, place: CouponPlace) -> int:
        """How many coupons of a design are at a place."""
        return sum(each.quantity for each in self.at(design, place))

    def where(self, series: Series, number: int) -> tuple[str, CouponPlace] | None:
        """The design and place of one serial; nothing where it was never received."""
        for (design, of, place), there in self.held.items():
            if of == series and number in there:
                return design, place
        return None

    def received(self, of: Serials) -> Serials:
        """Those of some serials that were ever received."""
        found = Serials(of.series)
        for (_, series, _), there in self.held.items():
            if series == of.series:
                found |= there & of
        return found

    def moved(self, step: Movement) -> "Holdings":
        """Where they are after one movement more."""
        return self._changed(step, step.from_, step.to)

    def unmoved(self, step: Movement) -> "Holdings":
        """Where they were before the movement that was the last of these serials."""
        return self._changed(step, step.to, step.from_)

    def _changed(
        self, step: Movement, left: CouponPlace | None, came: CouponPlace | None
    ) -> "Holdings":
        held, of = dict(self.held), step.serials
        if left is not None:
            key = (step.design, of.series, left)
            there = held.pop(key, Serials(of.series))
            assert of <= there, "a coupon leaves where it is"
            if rest := there - of:
                held[key] = rest
        if came is not None:
            key = (step.design, of.series, came)
            there = held.get(key, Serials(of.series))
            assert not there & of, "a coupon is in one place, once"
            held[key] = there | of
        return Holdings(held)


def holdings(movements: Iterable[Movement]) -> Holdings:
    """Add movements up, in any number of ranges, in the time it takes to sort them.

    A place holds a serial that came in once more often than it went out.
    """
    steps: dict[tuple[str, Series, CouponPlace], dict[int, int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for each in movements:
        for place, way in ((each.from_, -1), (each.to, 1)):
            if place is None:
                continue
            edge = steps[each.design, each.serials.series, place]
            for part in each.serials.ranges:
                edge[part.first] += way
                edge[part.last + 1] -= way
    held = {key: Serials(key[1], tuple(_swept(edge))) for key, edge in steps.items()}
    return Holdings({key: there for key, there in held.items() if there})


def _swept(edge: Mapping[int, int]) -> Iterator[Range]:
    """Walk the edges upwards: a serial is there where the sum is one."""
    depth, begun = 0, 0
    for number in sorted(edge):
        before, depth = depth, depth + edge[number]
        assert depth in {0, 1}, "a coupon is in one place, once"
        if depth > before:
            begun = number
        elif depth < before:
            yield Range(begun, number - 1)


def check(held: Holdings, step: Movement) -> None:
    """Refuse a movement of coupons that are not where it takes them from.

    Raises:
        EntryError: The step leads where no coupon goes; serials were received before; or some
            are elsewhere, which are named with their place.
    """
    if step.to not in WAYS[step.from_]:
        came = "coupons from the printer" if step.from_ is None else f"coupons {WORDS[step.from_]}"
        raise EntryError({"serials": f"No way leads {came} to where they are {WORDS[step.to]}."})
    if step.from_ is None:
        again = held.received(step.serials)
        if again:
            raise EntryError({"serials": f"{again} were received before."})
        return
    key = (step.design, step.serials.series, step.from_)
    absent = step.serials - held.held.get(key, Serials(step.serials.series))
    if absent:
        raise EntryError({"serials": _elsewhere(held, absent, step.from_)})


def _elsewhere(held: Holdings, absent: Serials, asked: CouponPlace) -> str:
    """Say of serials that are not where they should be where they are."""
    said = []
    left = absent
    for (design, series, place), there in held.held.items():
        if series == absent.series and (found := absent & there):
            said.append(f"{found} ({design}) {_are(found)} {WORDS[place]}")
            left -= found
    if left:
        said.append(f"{left} {'was' if left.quantity == 1 else 'were'} never received")
    return f"Not {WORDS[asked]}: {'; '.join(said)}."


def _are(found: Serials) -> str:
    return "is" if found.quantity == 1 else "are"


@dataclass(frozen=True, slots=True)
class MarketingDay:
    """Marketing's coupons of one design and gaming day, in pieces (5.9).

    Attributes:
        retained_before: Carried over from the day before.
        received: Issued by finance.
        distributed: Given to patrons.
        voided: Spoilt, each with its reason.
        returned: Given back to finance.
        retained: Carried over to the next day.
    """

    retained_before: int
    received: int
    distributed: int
    voided: int
    returned: int
    retained: int

    @property
    def variation(self) -> int:
        """What is retained beyond what must be; below nothing, coupons are missing.

        >>> MarketingDay(40, 200, 171, 3, 50, 15).variation
        -1
        """
        gone = self.distributed + self.voided + self.returned
        return self.retained - (self.retained_before + self.received - gone)
