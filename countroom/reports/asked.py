"""Who asks for which report of which day, and what a report is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.domain.house import House
from countroom.inquiries.registers import Database
from countroom.reports.gallery import Sight
from countroom.reports.grids import Grid
from countroom.reports.printing import Printer


class Format(StrEnum):
    """What a report is written as."""

    PDF = "pdf"
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for which day's report.

    Attributes:
        database: The property's.
        viewer: Who asks, as a duty outside the room.
        day: The gaming date.
        at: The server's time.
        rounds: The folder of rounds.
        printer: What prints.
    """

    database: Database
    viewer: Viewer
    day: date
    at: datetime
    rounds: Path
    printer: Printer

    @property
    def by(self) -> str:
        """Who had it made, as printed."""
        person = self.viewer.person
        return f"by {person.name}, {person.credential}"

    @property
    def sight(self) -> Sight:
        """Who looks at which day's pictures."""
        return Sight(self.database, self.viewer, self.day, self.rounds)


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    Attributes:
        name: As asked for.
        title: As printed.
        grids: What it holds; a CSV holds the first of them.
        prints: Its PDF where that is not simply its grids on paper.
        on_paper: What of its grids is printed, where that is not simply all.
        pictures: Names of the pictures above its grids on paper.
        basis: Digest of what its PDF hangs on, where that is not simply its grids.
        offered: Whether a house states what it hangs on; asked for all the same, it says what
            is missing.
        heading: Its title as printed, where that follows from how the day stands.
    """

    name: str
    title: str
    grids: Callable[[Asked], tuple[Grid, ...]]
    prints: Callable[[Asked], bytes] | None = None
    on_paper: Callable[[tuple[Grid, ...]], tuple[Grid, ...]] | None = None
    pictures: tuple[str, ...] = ()
    basis: Callable[[Asked], str] | None = None
    offered: Callable[[House], bool] = lambda _: True
    heading: Callable[[Asked], str] | None = None

    def printed(self, asked: Asked) -> str:
        """Its title as printed."""
        return self.title if self.heading is None else self.heading(asked)
