"""The settings that change the procedure: what is in force, since when, and what is usual."""

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import Enum
from typing import Any, Final

from countroom.domain import access, canonical
from countroom.domain.access import Permission, Viewer
from countroom.domain.procedure import SETTING_NAMES, Settings
from countroom.errors import AccessError
from countroom.money import Money
from countroom.stores import registry
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_at

READERS: Final = (Permission.ADMIN_PROPERTY, Permission.COMPLIANCE_WATCH, Permission.COUNT_RUN)
"""Who reads the settings: the representative must, the others work by them."""

_TITLES: Final[dict[str, str]] = {
    "team_minimum": "Fewest members of the count team",
    "team_stays": "The team stays until the cage has accepted the money",
    "count_team_apart": "Count team is kept out of cage, accounting and internal audit",
    "team_signs": "The team signs",
    "stations": "Count stations in use",
    "second_sees_empty": "An emptied box is shown to a second member too",
    "strap_notes": "Notes in a full strap",
    "machine_test": "Counting machines are tested before and after",
    "machine_test_tolerance_permille": "A machine test fails from (thousandths; 0: any difference)",
    "proof_c4a": "Pools are counted a second time, blind, before they are presented",
    "recount_devices": "Devices approved for the recount",
    "content_key_b": "Content key B is kept by",
    "drop_from": "Drop window opens",
    "drop_until": "Drop window closes",
    "unopened_box_stays": "The box of a pit that never opened may stay",
    "emergency_drop_independent": "An emergency drop needs somebody independent of table games",
    "keys_signed_out": "Release, trolley and container keys are signed out for each use",
    "slip_on_closed_table": "A table that did not open has a slip each gaming day",
    "unopened_recount_days": "Gaming days until an unopened table is counted again",
    "variance_warn": "Variances up to this are shown as “look”",
    "variance_repeat_days": "Days of one sign until a table is investigated",
    "opening_variance_report": "Opening differences above this are reported",
    "opening_variance_notify": "Opening differences from this on go to the regulator",
    "adjustment_list": "Adjustments above this stand on the month-end list",
    "coupon_requisition_limit": "Most that marketing asks for in one requisition of coupons",
    "coupon_issue_limit": "Most that finance issues at once in coupons",
    "exclusion_readers": "May see lists of excluded people",
    "negative_rake_report_days": "Days until a negative rake is reported",
    "rake_in_cash": "The rake is taken in currency",
    "vouchers_buy_chips": "Gaming vouchers may buy chips at a table",
    "announce_boxes": "Game, table and shift of each box are said aloud",
    "pocketless_garments": "The team wears pocketless garments",
    "transparent_table": "The count table is transparent",
    "prove_chips": "One stack is spread on each count of chips",
}


@dataclass(frozen=True, slots=True)
class InForce:
    """One setting.

    Attributes:
        name: As the property file calls it.
        title: As a screen says it.
        value: In force, in words.
        usual: What it is where a house says nothing.
        since: First gaming date of this value.
    """

    name: str
    title: str
    value: str
    usual: str
    since: date

    @property
    def changed(self) -> bool:
        """Whether this house does it another way than the usual."""
        return self.value != self.usual


def said(value: Any) -> str:
    """Say a setting's value in words.

    >>> said(True), said(Money(2_500)), said(()), said(time(5))
    ('yes', '25.00', 'none', '05:00')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case Money():
            return value.text()
        case time():
            return f"{value:%H:%M}"
        case Enum():
            return str(value.value).replace("_", " ")
        case tuple():
            return ", ".join(map(str, value)) or "none"
        case _:
            return str(value)


def in_force(database: Database, viewer: Viewer, now: datetime) -> tuple[InForce, ...]:
    """Every setting as it is in force today, in the order of the property file.

    Raises:
        AccessError: The duty does not read them.
        NotFoundError: No house is on record.
    """
    if not any(access.may(viewer.duty, permission) for permission in READERS):
        msg = f"The settings are not open to the duty {viewer.duty.printed}."
        raise AccessError(msg)
    with database.read() as tx:
        today = gaming_date_at(tx, now)
        held = house_at(tx, now).settings
        entries = [
            (entry.valid_from, canonical.from_bytes(Settings, entry.content.encode()))
            for entry in registry.everything(tx, "settings")
            if entry.valid_from <= today
        ]
    usual = Settings()
    return tuple(
        InForce(
            name=name,
            title=_TITLES[name],
            value=said(getattr(held, name)),
            usual=said(getattr(usual, name)),
            since=_since(entries, name),
        )
        for name in SETTING_NAMES
    )


def _since(entries: list[tuple[date, Settings]], name: str) -> date:
    """The first day of the value that an entry list ends with."""
    ordered = sorted(entries, key=lambda entry: entry[0])
    since, value = ordered[-1][0], getattr(ordered[-1][1], name)
    for day, settings in reversed(ordered):
        if getattr(settings, name) != value:
            break
        since = day
    return since
