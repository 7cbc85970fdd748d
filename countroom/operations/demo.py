"""A sample property with days in it: for showing and trying, never for a real house.

Some weeks of gaming days are played, counted and concluded, the newest with an honest
discrepancy to find; one more is played and dropped, and waits to be counted. A table that closed
the day before opens short on the newest, with an Error Notification Slip; one that does not open
has its slip of the day. Every act goes through the operations that people use.
"""

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain.house import House
from countroom.domain.people import Person
from countroom.errors import SettingsError
from countroom.operations import authentication, house
from countroom.operations.play import (
    Plan,
    calendar,
    count_day,
    coupons,
    enter_checks,
    file_all_but_newest,
    play_day,
    programme,
    save,
)
from countroom.operations.play.books import Ask
from countroom.operations.secrecy import Cost
from countroom.settings import AppSettings
from countroom.stores import registry
from countroom.stores.database import Database

DAYS: Final = 31
ROUNDS_PER_HOUR: Final = 24
_PRINTED: Final = 2
"""Of so many newest concluded days the prints are kept as they are signed; those of older days
are due, and are made while the house is served."""

_COUNTED_AFTER: Final = timedelta(hours=4)
_HANDED_OUT: Final = timedelta(minutes=20)
"""So long after the day's beginning the coupons are in marketing's hands."""

_BEFORE_END: Final = timedelta(minutes=30)
_CLOSED: Final = timedelta(minutes=10)
"""So long before the day's end marketing has closed it."""

_LEFT: Final = 40
"""Coupons of each design that marketing keeps overnight; as many go back to finance."""

_ONE_DAY: Final = timedelta(days=1)
_PIN_DIGITS: Final = 6
_CODES: Final = Cost(passes=1, memory_kib=8, lanes=1)
"""Enrolment codes live for seconds here and are long and random: no cost is needed."""

Keep = Callable[[date], object]
"""Keeps the prints that are due of gaming dates from one on."""

Step = Callable[[str], None]
"""Told what is done next, for a progress bar."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is made.

    Attributes:
        days: How many; all are concluded but the last.
        rounds_per_hour: How fast tables are dealt on a usual day.
    """

    days: int = DAYS
    rounds_per_hour: int = ROUNDS_PER_HOUR

    @property
    def steps(self) -> int:
        """How often ``Step`` is told."""
        return 2 * self.days + 2


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made.

    Attributes:
        house: The sample house.
        pins: Badge to PIN, drawn anew for this demo.
        concluded: Gaming dates counted to the end.
        waiting: Gaming date that is dropped and waits for its count.
    """

    house: House
    pins: Mapping[str, str]
    concluded: tuple[date, ...]
    waiting: date


def last_dropped(sample: House, now: datetime) -> date:
    """The newest gaming date whose drop is surely over."""
    day = sample.property.gaming_date(now)
    while sample.property.bounds(day)[1] + _COUNTED_AFTER > now:
        day -= _ONE_DAY
    return day


def make(  # noqa: PLR0913 - what a demo is made with
    database: Database,
    settings: AppSettings,
    sample: House,
    *,
    now: datetime,
    keep: Keep,
    step: Step,
    of: Size,
    ask: Ask | None = None,
) -> Demo:
    """Make the sample property and its days.

    Args:
        database: Empty, at head.
        settings: Where rounds and the truth of the boxes are kept.
        sample: The house.
        now: The days end before it.
        keep: Keeps the prints that are due of gaming dates from one on.
        step: Told what is done next.
        of: How many days, and how much happens on them.
        ask: How the tables of a concluded day stand to their games; with it all concluded days
            but the newest are audited and filed.

    Raises:
        SettingsError: There is a property in this place already.
    """
    with database.read() as tx:
        if registry.newest_day(tx) is not None:
            msg = f"There is a property in {settings.data} already; name another --data folder."
            raise SettingsError(msg)
    waiting = last_dropped(sample, now)
    first = waiting - (of.days - 1) * _ONE_DAY
    step("Loading the sample house")
    begins = sample.property.bounds(first)[0]
    pins = _people(database, settings, sample, first, begins)
    plans = calendar.plans(sample, first, of.days, of.rounds_per_hour)
    concluded = _days(database, settings, (sample, plans), keep, step)
    if ask is not None:
        step("Auditing")
        file_all_but_newest(database, concluded, ask)
        keep(concluded[-_PRINTED])
    step("Ready")
    return Demo(sample, pins, concluded, waiting)


def _people(
    database: Database, settings: AppSettings, sample: House, first: date, at: datetime
) -> dict[str, str]:
    loaded = house.load(
        database, sample, effective=first, who=house.the_program(), now=at, cost=_CODES
    )
    codes = loaded.extra["codes"]
    assert isinstance(codes, dict)
    cost = Cost(settings.argon2_time, settings.argon2_memory_kib, settings.argon2_lanes)
    pins = {person.code: _pin(person) for person in sample.people}

    def enrol(badge: str) -> None:
        authentication.enrol(database, at, badge, str(codes[badge]), pins[badge], cost=cost)

    with ThreadPoolExecutor(max_workers=2) as pool:
        list(pool.map(enrol, pins))
    return pins


def _pin(person: Person) -> str:
    while True:
        drawn = "".join(secrets.choice("0123456789") for _ in range(_PIN_DIGITS))
        if len(set(drawn)) > 3 and drawn != person.code:
            return drawn


def _days(
    database: Database,
    settings: AppSettings,
    days: tuple[House, tuple[Plan, ...]],
    keep: Keep,
    step: Step,
) -> tuple[date, ...]:
    sample, plans = days
    truth = None
    concluded = []
    since = plans[-1 - _PRINTED].day
    for plan in plans:
        step(f"Playing {plan.day.isoformat()}")
        begins, ends = sample.property.bounds(plan.day)
        brought = coupons.serials_of_table(len(sample.tables)).start
        coupons.hand_out(database, plan.day, quantity=brought + 2 * _LEFT, at=begins)
        if plan is plans[0]:
            programme.mail(database, plan.day, at=begins + _HANDED_OUT)
        truth = play_day(database, settings.rounds, plan, previous=truth)
        save(settings.data, truth)
        coupons.close_day(database, plan.day, left=2 * _LEFT, kept=_LEFT, at=ends - _BEFORE_END)
        programme.end_of_month(database, plan.day, at=ends - _CLOSED)
        if plan is not plans[-1]:
            step(f"Counting {plan.day.isoformat()}")
            count_day(database, truth, keep=(lambda _: keep(since)) if plan.day >= since else None)
            enter_checks(database, truth)
            coupons.process_day(database, plan.day, at=ends + 2 * _COUNTED_AFTER)
            programme.end_of_quarter(database, plan.day, at=ends + 2 * _COUNTED_AFTER)
            concluded.append(plan.day)
    return tuple(concluded)
