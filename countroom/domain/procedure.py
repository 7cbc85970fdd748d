"""How this house runs its drop and count: every choice the law leaves open, with its source.

A setting's source is one of: *law* (the default is what the law says), another state's code
that the house follows, or *house* (decided here). Settings that change the procedure are
effective-dated on record; this module only says what they are and what they may be. What a
game leaves open (how many coupons go on a wager, what a tie does to one) is in its Rules
Submission, not here.
"""

from dataclasses import dataclass, fields
from datetime import time
from enum import StrEnum
from typing import Final

from countroom.domain.texts import code_fault, raise_faults
from countroom.money import Money


class TeamSigns(StrEnum):
    """When the count team and its supervisor sign the reports."""

    AFTER_AGREEMENT = "after_agreement"
    BEFORE_PRESENTATION = "before_presentation"


class ContentKeyHolder(StrEnum):
    """Who keeps content key B; A is always a compliance representative's."""

    ACCOUNTING = "accounting"
    COUNT_ROOM_SUPERVISOR = "count_room_supervisor"


_RANGES: Final[dict[str, tuple[int, int]]] = {
    "team_minimum": (2, 20),
    "stations": (1, 40),
    "strap_notes": (10, 1000),
    "machine_test_tolerance_permille": (0, 50),
    "variance_repeat_days": (2, 30),
    "unopened_recount_days": (1, 90),
    "negative_rake_report_days": (1, 30),
}
"""Smallest and largest value of each whole number."""

_AMOUNTS: Final = (
    "variance_warn",
    "opening_variance_report",
    "opening_variance_notify",
    "adjustment_list",
    "coupon_requisition_limit",
    "coupon_issue_limit",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The procedure of one house.

    Attributes:
        team_minimum: Fewest count team members a count runs with, the supervisor not
            included (OAC 3772-10-19, WAC 230-15-610: 3; 25 CFR 542.31(c): 2).
        team_stays: The minimum holds until the cage has accepted the money (OAC 3772-10-19(D)).
        count_team_apart: The count team is kept out of cage, accounting and internal audit
            (SOD-13; OAC 3772-10-19(B)).
        team_signs: When team and supervisor sign (house; the law wants it before wrapping).
        stations: Count stations in use; each has one box open at a time, 1 is strictly one
            open box in the room (house).
        second_sees_empty: An emptied box is shown to a second team member too (house).
        strap_notes: Notes in a full strap (bank practice).
        machine_test: Every counting machine is tried with known notes of every denomination
            before and after a count (Nevada's practice).
        machine_test_tolerance_permille: 0: the test must be exact. Otherwise a difference of
            this many thousandths of the known notes, or more, fails (68 IAC 11-3-6: 20).
        proof_c4a: The strapping team counts the pools a second time, blind to the boxes, before
            they are presented (N.J.A.C. 13:69D-1.33(b)).
        recount_devices: Codes of the machines approved for the recount (525.19(y)(3)).
        content_key_b: Who keeps content key B (house).
        drop_from: Wall clock at which the filed window of the drop opens (house).
        drop_until: Wall clock at which it closes, after midnight where it lies before drop_from
            (house).
        unopened_box_stays: The box of a pit that never opened may stay on its table
            (N.J.A.C. 13:69D-1.17(a)).
        emergency_drop_independent: An emergency drop needs somebody independent of table games
            beside security (K.A.R. 112-108-47(c)).
        keys_signed_out: A box comes off its table, the trolley is loaded and a table opens only
            with the key signed out for it (K.A.R. 112-104-34 to -38).
        slip_on_closed_table: A table that did not open has an inventory slip each gaming day
            (465a.36(c)).
        unopened_recount_days: Gaming days after which an unopened table is counted again
            (K.A.R. 112-108-27(f)).
        variance_warn: Variances up to this amount are shown as "look"; larger ones need an
            explanation (house).
        variance_repeat_days: Days in a row with the same sign after which a table is
            investigated (house).
        opening_variance_report: Opening differences above this are reported, signed by security
            and surveillance (N.J.A.C. 13:69D-1.21(e)).
        opening_variance_notify: From this amount on, the regulator has a copy (same).
        adjustment_list: Adjustments above this amount stand on the month-end list
            (N.J.A.C. 13:69D-1.34).
        coupon_requisition_limit: Most value of coupons that a marketing supervisor asks for in
            one requisition (house).
        coupon_issue_limit: Most value of coupons that a finance supervisor issues at once
            (house).
        exclusion_readers: Badges of the people who may see lists of excluded people
            (525.21(q)(7)).
        negative_rake_report_days: Days until a negative rake is reported in writing
            (N.J.A.C. 13:69D-1.34(b)).
        rake_in_cash: The filed rake is taken in currency; otherwise currency in a nonbanking
            box is chip sales and only chips are rake (house).
        vouchers_buy_chips: Gaming vouchers may buy chips at a table and are then part of drop
            (house; 465a.36(b) does not name them).
        announce_boxes: The room ticks that game, table and shift were said aloud
            (WAC 230-15-615(2)).
        pocketless_garments: The supervisor ticks that the team wears them (OAC 3772-10-19(H)).
        transparent_table: The supervisor ticks that the count table is transparent
            (COMAR 36.03.10.44).
        prove_chips: A dealer ticks that one stack was spread on each fill, credit, opening and
            closing (OAC 3772-11-19).
    """

    team_minimum: int = 3
    team_stays: bool = True
    count_team_apart: bool = True
    team_signs: TeamSigns = TeamSigns.AFTER_AGREEMENT
    stations: int = 2
    second_sees_empty: bool = True
    strap_notes: int = 100
    machine_test: bool = True
    machine_test_tolerance_permille: int = 0
    proof_c4a: bool = True
    recount_devices: tuple[str, ...] = ()
    content_key_b: ContentKeyHolder = ContentKeyHolder.COUNT_ROOM_SUPERVISOR
    drop_from: time = time(5)
    drop_until: time = time(9)
    unopened_box_stays: bool = False
    emergency_drop_independent: bool = True
    keys_signed_out: bool = True
    slip_on_closed_table: bool = True
    unopened_recount_days: int = 7
    variance_warn: Money = Money(2_500)
    variance_repeat_days: int = 3
    opening_variance_report: Money = Money(2_500)
    opening_variance_notify: Money = Money(10_000)
    adjustment_list: Money = Money(200_000)
    coupon_requisition_limit: Money = Money(10_000_000)
    coupon_issue_limit: Money = Money(10_000_000)
    exclusion_readers: tuple[str, ...] = ()
    negative_rake_report_days: int = 5
    rake_in_cash: bool = False
    vouchers_buy_chips: bool = False
    announce_boxes: bool = False
    pocketless_garments: bool = False
    transparent_table: bool = False
    prove_chips: bool = False

    def __post_init__(self) -> None:
        checks = {name: self._range_fault(name) for name in _RANGES}
        checks |= {name: self._amount_fault(name) for name in _AMOUNTS}
        checks["recount_devices"] = _codes_fault(self.recount_devices, "a machine")
        checks["exclusion_readers"] = _codes_fault(self.exclusion_readers, "a person")
        checks["drop_from"] = _minute_fault(self.drop_from)
        checks["drop_until"] = _minute_fault(self.drop_until) or self._window_fault()
        raise_faults(checks)

    def in_drop_window(self, wall: time) -> bool:
        """Whether the window filed for the drop is open at a time of the clocks (V-04).

        >>> night = Settings(drop_from=time(23, 30), drop_until=time(1))
        >>> [night.in_drop_window(time(hour)) for hour in (23, 0, 1, 2)]
        [False, True, True, False]
        """
        if self.drop_over_midnight:
            return wall >= self.drop_from or wall <= self.drop_until
        return self.drop_from <= wall <= self.drop_until

    @property
    def drop_over_midnight(self) -> bool:
        """Whether the window of the drop closes on the day of the calendar after it opened."""
        return self.drop_from > self.drop_until

    @property
    def drop_window(self) -> str:
        """The window filed for the drop, ``05:00 to 09:00``."""
        return f"{self.drop_from:%H:%M} to {self.drop_until:%H:%M}"

    def _range_fault(self, name: str) -> str | None:
        low, high = _RANGES[name]
        value = getattr(self, name)
        return None if low <= value <= high else f"must lie between {low} and {high}."

    def _amount_fault(self, name: str) -> str | None:
        return "must not be negative." if getattr(self, name).cents < 0 else None

    def _window_fault(self) -> str | None:
        return "must differ from drop_from." if self.drop_from == self.drop_until else None

    def machine_passes(self, *, known_pieces: int, counted_pieces: int) -> bool:
        """Whether a counting machine passes its test.

        >>> Settings().machine_passes(known_pieces=100, counted_pieces=99)
        False
        >>> two_percent = Settings(machine_test_tolerance_permille=20)
        >>> [two_percent.machine_passes(known_pieces=100, counted_pieces=n) for n in (99, 98)]
        [True, False]
        """
        difference = abs(known_pieces - counted_pieces)
        return (
            difference == 0
            or difference * 1000 < self.machine_test_tolerance_permille * known_pieces
        )


def _minute_fault(wall: time) -> str | None:
    if wall.tzinfo is not None or wall.second or wall.microsecond:
        return "must be a whole minute of the wall clock, such as 05:00."
    return None


SETTING_NAMES: Final = tuple(field.name for field in fields(Settings))
"""Every setting, in the order it is listed."""


def _codes_fault(codes: tuple[str, ...], what: str) -> str | None:
    if len(set(codes)) < len(codes):
        return f"names {what} twice."
    return next((fault for code in codes if (fault := code_fault(code))), None)
