"""Serial numbers of coupons as ranges: a million coupons are one line, and each is exact.

A series is what stands before the digits and how many digits there are; within a series a set
of serials is a sorted list of ranges that neither overlap nor touch. All operations are exact
and take as long as there are ranges, not coupons.

Reference:
    525.21(c)(3), (f)(3), (h)(1), (l)(2); V_86.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from countroom.errors import EntryError
from countroom.regulations import V_86

MOST_DIGITS: Final = 15
_SERIAL: Final = re.compile(r"(?P<prefix>(?:.*[^0-9])?)(?P<digits>[0-9]{1,15})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Series:
    """What all serials of one printing have in common.

    Attributes:
        prefix: What stands before the digits; it does not end in a digit.
        digits: How many digits there are, zeros in front included.
    """

    prefix: str
    digits: int

    def text(self, number: int) -> str:
        """Write one serial.

        >>> Series("M25-", 7).text(42)
        'M25-0000042'
        """
        return f"{self.prefix}{number:0{self.digits}d}"


def read_serial(text: str) -> tuple[Series, int]:
    """Read a serial into its series and number.

    >>> read_serial("M25-0000042")
    (Series(prefix='M25-', digits=7), 42)

    Raises:
        ValueError: It has no digits at its end, or more than fifteen.
    """
    match = _SERIAL.fullmatch(text)
    if match is None:
        msg = f"{text!r} is not a serial number: digits at its end, at most {MOST_DIGITS}."
        raise ValueError(msg)
    return Series(match["prefix"], len(match["digits"])), int(match["digits"])


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """Serials that follow each other, both ends included.

    Attributes:
        first: The lowest number.
        last: The highest; never below the first.
    """

    first: int
    last: int

    def __post_init__(self) -> None:
        assert 0 <= self.first <= self.last, "a range runs upwards"

    @property
    def quantity(self) -> int:
        """How many serials it holds."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Serials:
    """A set of serials of one series.

    Attributes:
        series: Of all of them.
        ranges: Sorted; no two overlap or touch.
    """

    series: Series
    ranges: tuple[Range, ...] = ()

    @property
    def quantity(self) -> int:
        """How many there are."""
        return _pieces(self.ranges)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __contains__(self, number: int) -> bool:
        place = bisect_right(self.ranges, number, key=lambda each: each.first)
        return place > 0 and number <= self.ranges[place - 1].last

    def __or__(self, other: "Serials") -> "Serials":
        self._check(other)
        if not self or not other:
            return self or other
        begin, end = self._near(other)
        joined = _joined(sorted((*self.ranges[begin:end], *other.ranges)))
        return Serials(self.series, (*self.ranges[:begin], *joined, *self.ranges[end:]))

    def __and__(self, other: "Serials") -> "Serials":
        self._check(other)
        if not self or not other:
            return Serials(self.series)
        mine, others = slice(*self._near(other)), slice(*other._near(self))
        return Serials(self.series, tuple(_shared(self.ranges[mine], other.ranges[others])))

    def __sub__(self, other: "Serials") -> "Serials":
        self._check(other)
        if not self or not other:
            return self
        begin, end = self._near(other)
        left = _without(self.ranges[begin:end], other.ranges[slice(*other._near(self))])
        return Serials(self.series, (*self.ranges[:begin], *left, *self.ranges[end:]))

    def shared(self, other: "Serials") -> int:
        """How many are in the other too, without saying which."""
        self._check(other)
        if not self or not other:
            return 0
        return sum(self._inside(each) for each in other.ranges)

    def _inside(self, other: Range) -> int:
        """How many lie between the ends of a range."""
        begin = bisect_left(self.ranges, other.first, key=lambda each: each.last)
        end = bisect_right(self.ranges, other.last, begin, key=lambda each: each.first)
        within = self.ranges[begin:end]
        if not within:
            return 0
        before = max(0, other.first - within[0].first)
        after = max(0, within[-1].last - other.last)
        return _pieces(within) - before - after

    def __le__(self, other: "Serials") -> bool:
        return not self - other

    def gaps(self) -> "Serials":
        """The serials between its first and its last that are not in it."""
        between = (
            Range(low.last + 1, high.first - 1)
            for low, high in zip(self.ranges, self.ranges[1:], strict=False)
        )
        return Serials(self.series, tuple(between))

    def split(self, quantity: int) -> "tuple[Serials, Serials]":
        """Part it into the first so many and the rest.

        Raises:
            EntryError: There are not so many.
        """
        if not 0 <= quantity <= self.quantity:
            says = f"There are {self.quantity:,} coupons, not {quantity:,}."
            raise EntryError({"quantity": says})
        taken: list[Range] = []
        for each in self.ranges:
            if not quantity:
                break
            part = min(quantity, each.quantity)
            taken.append(Range(each.first, each.first + part - 1))
            quantity -= part
        first = Serials(self.series, tuple(taken))
        return first, self - first

    def text(self) -> str:
        """Write it as first to last, range by range.

        >>> str(serials("A-01", "A-03") | serials("A-09", "A-09"))
        'A-01 to A-03, A-09'
        """
        return ", ".join(self._texts())

    def __str__(self) -> str:
        return self.text()

    def _texts(self) -> Iterator[str]:
        for each in self.ranges:
            first, last = (self.series.text(end) for end in (each.first, each.last))
            yield first if each.quantity == 1 else f"{first} to {last}"

    def _near(self, other: "Serials") -> tuple[int, int]:
        """Which of its ranges overlap or touch what lies between another's ends: from, to.

        A few serials are put to, or taken from, tens of thousands of ranges as quickly as from
        a few.
        """
        low, high = other.ranges[0].first - 1, other.ranges[-1].last + 1
        begin = bisect_left(self.ranges, low, key=lambda each: each.last)
        return begin, bisect_right(self.ranges, high, begin, key=lambda each: each.first)

    def _check(self, other: "Serials") -> None:
        assert self.series == other.series, "serials of two series are never mixed"


def _pieces(ranges: tuple[Range, ...]) -> int:
    firsts, lasts = [each.first for each in ranges], [each.last for each in ranges]
    return sum(lasts) - sum(firsts) + len(ranges)


def _joined(ranges: Sequence[Range]) -> Iterator[Range]:
    """Join sorted ranges, at least one, that overlap or touch."""
    held = ranges[0]
    for each in ranges[1:]:
        if each.first <= held.last + 1:
            held = Range(held.first, max(held.last, each.last))
        else:
            yield held
            held = each
    yield held


def _shared(left: tuple[Range, ...], right: tuple[Range, ...]) -> Iterator[Range]:
    a = b = 0
    while a < len(left) and b < len(right):
        first = max(left[a].first, right[b].first)
        last = min(left[a].last, right[b].last)
        if first <= last:
            yield Range(first, last)
        if left[a].last < right[b].last:
            a += 1
        else:
            b += 1


def _without(left: tuple[Range, ...], right: tuple[Range, ...]) -> Iterator[Range]:
    b = 0
    for each in left:
        first = each.first
        while b < len(right) and right[b].last < first:
            b += 1
        here = b
        while here < len(right) and right[here].first <= each.last:
            if right[here].first > first:
                yield Range(first, right[here].first - 1)
            first = right[here].last + 1
            here += 1
        if first <= each.last:
            yield Range(first, each.last)


def serials(first: str, last: str = "") -> Serials:
    """Read a range as it is typed or scanned: first serial, last serial.

    Args:
        first: The lowest serial.
        last: The highest; the same one where it is left empty.

    Raises:
        EntryError: One is no serial number, they are of two series, or they run downwards.
    """
    ends = {}
    wrong: dict[str, str] = {}
    for name, text in (("first", first), ("last", last or first)):
        try:
            ends[name] = read_serial(text.strip())
        except ValueError as fault:
            wrong[name] = str(fault)
    if wrong:
        raise EntryError(wrong)
    (series, low), (other, high) = ends["first"], ends["last"]
    if series != other:
        raise EntryError({"last": f"{last} is not of the series of {first}."})
    if high < low:
        raise EntryError({"last": f"{last} comes before {first}."})
    return Serials(series, (Range(low, high),))


def check_quantity(of: Serials, stated: int) -> None:
    """Hold a stated quantity against the serials: last less first, plus one.

    Raises:
        EntryError: They differ.
    """
    if of.quantity != stated:
        says = f"{of} is {of.quantity:,} coupons, not {stated:,} ({V_86.citation})."
        raise EntryError({"quantity": says})
