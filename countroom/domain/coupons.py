"""Match Play Coupons at the table and in the box: matched by serial, never by value.

Reference:
    525.22, 603a.21; V_99-V_104.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from countroom.domain.findings import Finding
from countroom.domain.floor import TableKind
from countroom.domain.terms import CouponDesign
from countroom.errors import RuleError
from countroom.regulations import V_99, V_100, V_101, V_102, V_103, V_104, Rule

NOWHERE: Final = "-"
"""Stands for a wager on which the layout takes no coupon."""


@dataclass(frozen=True, slots=True)
class CouponPlay:
    """A coupon on a wager, as a round recorded it.

    Attributes:
        serial: As printed.
        value_cents: As printed.
        stake_cents: Chips on the same wager.
        round: Number of the round.
        seat: Number of the seat, from 1.
        wager: Code of the wager.
        dropped: It went into the box when the wager settled.
        won_cents: What it won.
    """

    serial: str
    value_cents: int
    stake_cents: int
    round: int
    seat: int
    wager: str
    dropped: bool = True
    won_cents: int = 0


@dataclass(frozen=True, slots=True)
class CouponDifference:
    """Counted against settled, by serial.

    Attributes:
        counted: How many lay in the boxes.
        settled: How many the rounds dropped.
        missing: Settled and not found, in order.
        extra: Found and not settled, in order; one found twice stands once more than settled.
    """

    counted: int
    settled: int
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    def findings(self) -> tuple[Finding, ...]:
        """What of it is to be explained (V-103)."""
        gone = [
            Finding(V_103, f"Coupon {serial} is not in the box.", serial) for serial in self.missing
        ]
        more = [
            Finding(V_103, f"Coupon {serial} was not played here.", serial) for serial in self.extra
        ]
        return (*gone, *more)


def compare(counted: Iterable[str], settled: Iterable[str]) -> CouponDifference:
    """Match serials found in the boxes with those that the rounds dropped."""
    found, played = Counter(counted), Counter(settled)
    return CouponDifference(
        counted=found.total(),
        settled=played.total(),
        missing=tuple(sorted((played - found).elements())),
        extra=tuple(sorted((found - played).elements())),
    )


def faults(
    plays: Iterable[CouponPlay],
    *,
    kind: TableKind,
    designs: Mapping[str, CouponDesign],
    per_round: bool = True,
) -> tuple[Finding, ...]:
    """Find coupons that were played against a rule.

    Args:
        plays: As recorded at one table.
        kind: Who banks the table.
        designs: Of the coupons, by what their serials begin with.
        per_round: One coupon a round and patron; otherwise one a wager (as in 2011).
    """
    every = list(plays)
    found: list[Finding] = []
    seen: Counter[tuple[int, int, str]] = Counter()
    for play in every:
        place = (play.round, play.seat, "" if per_round else play.wager)
        seen[place] += 1
        rules = _broken(play, kind, _design(play, designs), again=seen[place] > 1)
        found += [Finding(rule, sentence, play.serial) for rule, sentence in rules]
    return tuple(found)


def check_play(
    play: CouponPlay, *, kind: TableKind, design: CouponDesign | None, takes: bool, again: bool
) -> None:
    """Refuse a coupon at the table that may not be played so.

    Args:
        play: As the dealer says it.
        kind: Who banks the table.
        design: Of the coupon.
        takes: The layout lets a coupon lie on this wager.
        again: The patron played one already, in this round or on this wager.

    Raises:
        RuleError: Nobody plays against the house here (V-99); the chips are worth less than it
            (V-100); it is one too many (V-101); it may not lie there (V-102).
    """
    placed = play if takes else replace(play, wager=NOWHERE)
    nowhere = None if design is None else replace(design, wagers=design.wagers or (play.wager,))
    for rule, says in _broken(placed, kind, nowhere, again=again):
        raise RuleError(rule, says.replace(NOWHERE, play.wager))


def _design(play: CouponPlay, designs: Mapping[str, CouponDesign]) -> CouponDesign | None:
    return next((d for start, d in designs.items() if play.serial.startswith(start)), None)


def _broken(
    play: CouponPlay, kind: TableKind, design: CouponDesign | None, *, again: bool
) -> list[tuple[Rule, str]]:
    where = f"round {play.round}, seat {play.seat}"
    misplaced = design is not None and bool(design.wagers) and play.wager not in design.wagers
    needed = play.value_cents if design is None else design.chips_needed(play.value_cents)
    checks = (
        (kind is TableKind.NONBANKING, V_99, "was redeemed at a nonbanking table"),
        (play.stake_cents < needed, V_100, "stood on chips worth less than it"),
        (again, V_101, "was one too many"),
        (misplaced, V_102, f"lay on {play.wager}, where it may not"),
        (not play.dropped, V_104, "was settled and not dropped"),
    )
    return [
        (rule, f"Coupon {play.serial} {says}: {where}.") for wrong, rule, says in checks if wrong
    ]
