"""When the last box will be recorded, station by station, from how long the boxes took so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Worked:
    """A box that was counted: where, and from when to when."""

    station: str
    opened: datetime
    recorded: datetime


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is to be expected.

    Attributes:
        stations: Station to when its last box is recorded; only stations that are at work.
        finish: When the last box of all is recorded; nothing while no box has been.
        a_box: How long a box takes; nothing while none has been recorded.
    """

    stations: Mapping[str, datetime]
    finish: datetime | None
    a_box: timedelta | None


def _mean(spans: list[timedelta]) -> timedelta:
    return sum(spans, timedelta()) // len(spans)


def forecast(
    now: datetime, worked: Iterable[Worked], at_work: Mapping[str, datetime], waiting: int
) -> Forecast:
    """Say when each station will be done, if boxes go on as they went.

    Args:
        now: This moment.
        worked: Boxes recorded so far.
        at_work: Station to when its open box was opened.
        waiting: Boxes that no station has taken yet.
    """
    spans: dict[str, list[timedelta]] = {}
    for box in worked:
        spans.setdefault(box.station, []).append(box.recorded - box.opened)
    if not spans:
        return Forecast({}, None, None)
    every = _mean([span for some in spans.values() for span in some])
    pace = {station: _mean(some) for station, some in spans.items()}
    free = {
        station: max(now, at_work[station] + pace.get(station, every))
        if station in at_work
        else now
        for station in sorted({*spans, *at_work})
    }
    for _ in range(waiting):
        station = min(free, key=lambda one: free[one] + pace.get(one, every))
        free[station] += pace.get(station, every)
    return Forecast(free, max(free.values()), every)
