"""The daily pack: everything of a gaming date that a department may have, in one ZIP.

Every report in every format, every form by its code, the kept prints as they are; an index with
the digest of each file, as JSON, CSV, spreadsheet and a sealed print. It is made from one state
of the record and tells that state's time, so that the same record gives the same bytes.

Reference:
    525.19(y)(6)-(7); V_64, V_66.
"""

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain.house import House
from countroom.domain.papers import PAPERS
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, evidence, frames, registers, replay
from countroom.reports import claims, listing, tables
from countroom.reports.catalogue import REPORTS, Asked, Format, Report, make, of_paper
from countroom.reports.grids import Grid
from countroom.reports.replay_text import text
from countroom.reports.sheets import Run
from countroom.reports.tables import Imprint

DAILY: Final = "Daily Pack, Index"
"""Title of the daily pack's index."""

_COLUMNS: Final = ("file", "what", "format", "bytes", "sha256", "says")
_SAID: Final = "Not in the pack: "

Tell = Callable[[str], None]
"""Is told what begins."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the index.

    Attributes:
        file: Its path in the pack; empty where there is none.
        what: In words.
        form: As what it is written.
        content: Its bytes.
        says: Why it is not there, or empty.
    """

    file: str
    what: str
    form: str
    content: bytes = b""
    says: str = ""

    @property
    def sha256(self) -> str:
        """Digest of the bytes, or empty."""
        return hashlib.sha256(self.content).hexdigest() if self.file else ""


@dataclass(frozen=True, slots=True)
class Part:
    """What a pack is made of.

    Attributes:
        folder: Where in the pack.
        report: A report or every form of one kind.
        needed: Whether the index says why it is not there.
    """

    folder: str
    report: Report
    needed: bool = True


def daily(house: House) -> tuple[Part, ...]:
    """Every report that the house offers, and every kind of form."""
    reports = [Part("reports", one) for one in REPORTS.values() if one.offered(house)]
    forms = [Part("forms", of_paper(code), needed=False) for code in PAPERS if code not in REPORTS]
    return (*reports, *forms)


def steps(parts: Sequence[Part]) -> int:
    """How often ``write`` tells what begins."""
    return len(parts) + 2


def write(asked: Asked, parts: Sequence[Part], *, title: str, tell: Tell = lambda _: None) -> bytes:
    """Make a pack.

    Args:
        asked: Who asks for which day; the time is that of the record's newest entry.
        parts: What of.
        title: Of the index.
        tell: Is told what begins.

    Raises:
        AccessError: The duty may not have the day's reports, or no count of it is concluded.
        PressError: Something cannot be rendered.
    """
    registers.concluded(asked.database, asked.viewer, asked.day)
    entries: list[Entry] = []
    for part in parts:
        tell(part.report.title)
        entries += _of_part(part, asked)
    tell("Kept prints")
    entries += _kept(asked)
    entries += _replays(asked)
    tell("Index")
    return _zipped([*entries, *_index(asked, entries, title)], asked.at)


def as_recorded(asked: Asked) -> Asked:
    """The same asked of the record as it stands: its time is that of the newest entry."""
    _, at = evidence.state_of_record(asked.database)
    return Asked(asked.database, asked.viewer, asked.day, at, asked.rounds, asked.printer)


def _of_part(part: Part, asked: Asked) -> Iterator[Entry]:
    report = part.report
    for form in Format:
        try:
            content = make(report, asked, form)
        except (NotFoundError, AccessError) as refused:
            if part.needed:
                yield Entry("", report.title, form.value, says=f"{_SAID}{refused.message}")
            continue
        if part.needed or form is Format.PDF or _filled(part, asked):
            file = f"{part.folder}/{report.name}.{form.value}"
            yield Entry(file, report.title, form.value, content)


def _filled(part: Part, asked: Asked) -> bool:
    """Whether there is any form of this kind of the date."""
    return any(grid.rows for grid in part.report.grids(asked))


def _kept(asked: Asked) -> Iterator[Entry]:
    for one in copies.every_of_day(asked.database, asked.viewer, asked.day):
        kind = f"{one.kind}-{one.ordinal}" if one.kind == "reprint" else one.kind
        copy = one.copy.lower().replace(" ", "-")
        what = f"{one.form}, version {one.version}, {one.copy}, {kind.replace('-', ' ')}"
        yield Entry(f"kept/{one.form}-v{one.version}-{copy}-{kind}.pdf", what, "pdf", one.content)


def _replays(asked: Asked) -> Iterator[Entry]:
    for count in registers.concluded(asked.database, asked.viewer, asked.day):
        found = replay.of_count(asked.database, asked.viewer, count)
        file = f"counts/{count.replace('/', '-')}.txt"
        yield Entry(file, f"Count {count}, act by act", "txt", text(found).encode())


def _index(asked: Asked, entries: Sequence[Entry], title: str) -> Iterator[Entry]:
    rows = tuple(
        (one.file, one.what, one.form, len(one.content), one.sha256, one.says) for one in entries
    )
    grid = Grid("index", "Files of this pack", _COLUMNS, rows)
    frame = frames.frame(asked.database, asked.day)
    imprint = Imprint(frame.facility, ZoneInfo(frame.zone), asked.day, asked.at)
    data = tables.to_json((grid,), imprint)
    yield Entry("index.csv", "Index", "csv", tables.to_csv(grid, imprint))
    yield Entry("index.json", "Index", "json", data)
    yield Entry("index.xlsx", "Index", "xlsx", tables.to_xlsx((grid,), imprint))
    page = listing.page(
        (grid.pick("Files of this pack", "file", "what", "bytes", "sha256", "says"),),
        imprint,
        data=data,
        title=title,
        head=frame.head,
        run=Run(asked.at, asked.by, asked.printer.build),
        destination=asked.viewer.duty.printed,
    )
    said = claims.of_form(
        title=title,
        gaming_date=asked.day.isoformat(),
        at=asked.at,
        head=frame.head,
        forms=(),
        digest=hashlib.sha256(data).hexdigest(),
    )
    yield Entry("index.pdf", "Index", "pdf", asked.printer.report(page, said))


def _zipped(entries: Sequence[Entry], at: datetime) -> bytes:
    written = io.BytesIO()
    moment = at.astimezone(UTC)
    told = (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in sorted((each for each in entries if each.file), key=lambda each: each.file):
            info = zipfile.ZipInfo(one.file, told)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            info.create_system = 3  # the same on every machine
            archive.writestr(info, one.content)
    return written.getvalue()
