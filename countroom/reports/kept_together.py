"""Several kept prints handed out at once: each stays the very bytes it is.

One print is handed out as it is. Several, of a date that was counted more than once, go whole
and sealed as they are into a sheet that lists them.
"""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from countroom.inquiries.copies import KeptCopy
from countroom.inquiries.frames import Frame
from countroom.reports import claims, listing, tables
from countroom.reports.claims import FormClaim
from countroom.reports.grids import Grid
from countroom.reports.pages import Attached
from countroom.reports.printing import Printer
from countroom.reports.sheets import Run
from countroom.reports.tables import Imprint

_COLUMNS = ("form", "version", "copy", "kind", "sha256")


def together(
    kept: Sequence[KeptCopy],
    printer: Printer,
    frame: Frame,
    *,
    title: str,
    day: date,
    at: datetime,
    by: str,
) -> bytes:
    """Kept prints as one file; a single one stays the very bytes it is.

    Args:
        kept: The prints.
        printer: Prints the sheet that lists them.
        frame: What every list of the date says.
        title: Of the form.
        day: The gaming date.
        at: When it is made, aware UTC.
        by: Who has it made.

    Raises:
        PressError: The sheet cannot be rendered.
    """
    if len(kept) == 1:
        return kept[0].content
    rows = tuple((one.form, one.version, one.copy, one.kind, one.sha256) for one in kept)
    grid = Grid("kept_prints", "Kept prints, each a file inside this one", _COLUMNS, rows)
    imprint = Imprint(frame.facility, ZoneInfo(frame.zone), day, at)
    page = listing.page(
        (grid,),
        imprint,
        data=tables.to_json((grid,), imprint),
        title=title,
        head=frame.head,
        run=Run(at, by, printer.build),
        destination=kept[0].copy,
    )
    inside = [Attached(f"{one.form}-v{one.version}.pdf", one.content, one.form) for one in kept]
    said = claims.of_form(
        title=title,
        gaming_date=day.isoformat(),
        at=at,
        head=frame.head,
        forms=tuple(FormClaim(one.form, one.version, one.digest, one.signed) for one in kept),
    )
    return printer.report(page.with_attached(*inside), said)
