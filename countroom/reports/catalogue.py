"""Every report, one line each: what it is called, what it holds, how it is printed.

A report takes ``Asked`` and answers with grids; most are printed from those grids, the count
reports from the prints that were kept. Every paper is a report too, under its code.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from countroom.domain import canonical
from countroom.domain.access import Viewer
from countroom.domain.papers import PAPERS
from countroom.errors import NotFoundError
from countroom.inquiries import (
    audit,
    copies,
    coupon_books,
    frames,
    numbers,
    papers,
    reconcile,
    registers,
)
from countroom.inquiries.numbers import ForAudit
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.registers import (
    BoxLine,
    CouponEntry,
    Database,
    ExceptionEntry,
    NumberEntry,
    SlipEntry,
)
from countroom.reports import accounts, listing, programme, rights, tables, watch_lists
from countroom.reports.asked import Asked, Format, Report
from countroom.reports.claims import Claims
from countroom.reports.gallery import picture
from countroom.reports.grids import Grid, Value, of_facts, of_plain
from countroom.reports.kept_together import together
from countroom.reports.paper_grids import figures_of, forms_of
from countroom.reports.sheets import Run
from countroom.reports.tables import Imprint

__all__ = ["REPORTS", "Asked", "Format", "Report", "data_of", "find", "key_of", "make", "of_paper"]


def make(report: Report, asked: Asked, form: Format, *, bom: bool = False) -> bytes:
    """Make a report as a file.

    Args:
        report: Which.
        asked: Who asks for which day.
        form: As what.
        bom: Put a byte order mark before a CSV.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    if form is Format.PDF and report.prints is not None:
        return report.prints(asked)
    grids = report.grids(asked)
    frame = frames.frame(asked.database, asked.day)
    imprint = Imprint(frame.facility, ZoneInfo(frame.zone), asked.day, asked.at)
    if form is Format.CSV:
        return tables.to_csv(grids[0], imprint, bom=bom)
    if form is Format.XLSX:
        return tables.to_xlsx(grids, imprint)
    data = tables.to_json(grids, imprint)
    return data if form is Format.JSON else _printed(report, asked, grids, frame, data)


def data_of(report: Report, asked: Asked) -> bytes:
    """What is inside a print of a report: its JSON, the same for the same record and time.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    return make(report, asked, Format.JSON)


_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


def key_of(report: Report, asked: Asked) -> str:
    """A digest that stays while a report would say the same: what was made under it is it.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    if report.basis is not None:
        said = report.basis(asked)
    else:
        frame = frames.frame(asked.database, asked.day)
        imprint = Imprint(frame.facility, ZoneInfo(frame.zone), asked.day, _ANY_TIME)
        said = hashlib.sha256(tables.to_json(report.grids(asked), imprint)).hexdigest()
    return canonical.digest([report.name, asked.viewer.duty.value, asked.printer.build, said])


def _printed(
    report: Report, asked: Asked, grids: tuple[Grid, ...], frame: frames.Frame, data: bytes
) -> bytes:
    page = listing.page(
        grids if report.on_paper is None else report.on_paper(grids),
        Imprint(frame.facility, ZoneInfo(frame.zone), asked.day, asked.at),
        data=data,
        title=report.printed(asked),
        head=frame.head,
        run=Run(asked.at, asked.by, asked.printer.build),
        destination=asked.viewer.duty.printed,
        pictures=tuple(picture(name, asked.sight) for name in report.pictures),
    )
    digest = hashlib.sha256(data).hexdigest()
    said = Claims(
        house="",
        report=report.name,
        title=report.printed(asked),
        gaming_date=asked.day.isoformat(),
        duty=asked.viewer.duty.value,
        at=str(canonical.to_plain(asked.at)),
        digest=digest,
        data=digest,
        head_seq=frame.head.seq,
        head_digest=frame.head.digest,
    )
    return asked.printer.report(page, said)


def find(name: str) -> Report:
    """Find a report, or the report of a paper, by its name.

    Raises:
        NotFoundError: There is none; the sentence names those there are.
    """
    if name in REPORTS:
        return REPORTS[name]
    if name in PAPERS:
        return of_paper(name)
    msg = f"There is no report {name}. There are: {', '.join([*REPORTS, *PAPERS])}."
    raise NotFoundError(msg)


# --------------------------------------------------------------------------- the registers


def _box_lines(asked: Asked) -> tuple[Grid, ...]:
    found = registers.box_lines(asked.database, asked.viewer, asked.day)
    return (of_facts("box_lines", "Denominations by box", BoxLine, found),)


def _slips(asked: Asked) -> tuple[Grid, ...]:
    found = registers.slip_register(asked.database, asked.viewer, asked.day)
    return (of_facts("slip_register", "Register of slips", SlipEntry, found),)


def _series(asked: Asked) -> tuple[Grid, ...]:
    found = registers.series_register(asked.database, asked.viewer, asked.day)
    title = "Every number of every slip series"
    return (of_facts("series_register", title, NumberEntry, found),)


def _for_audit(asked: Asked) -> tuple[Grid, ...]:
    found = numbers.came_up_on(asked.database, asked.viewer, asked.at, asked.day)
    title = "Exceptions to internal audit, within two days"
    return (of_facts("audit_exceptions", title, ForAudit, found),)


def _coupons(asked: Asked) -> tuple[Grid, ...]:
    found = registers.coupon_register(asked.database, asked.viewer, asked.day)
    return (of_facts("coupon_register", "Coupons found in boxes", CouponEntry, found),)


def _exceptions(asked: Asked) -> tuple[Grid, ...]:
    found = registers.exceptions(asked.database, asked.viewer, asked.day)
    return (of_facts("exceptions", "Out of the ordinary", ExceptionEntry, found),)


_REDEEMED: Final = ("quarter", "denomination", "quantity", "value", "accepted_after_expiry")


def _coupon_quarter(asked: Asked) -> tuple[Grid, ...]:
    content = coupon_books.quarter(asked.database, asked.viewer, asked.day)
    rows: list[tuple[Value, ...]] = [
        (content.quarter, one.denomination, one.quantity, one.amount, one.late)
        for one in content.redeemed
    ]
    pieces, late = (
        sum(getattr(one, of) for one in content.redeemed) for of in ("quantity", "late")
    )
    total: tuple[Value, ...] = (content.quarter, "Total", pieces, content.total, late)
    title = f"Coupons redeemed in {content.quarter}, by denomination"
    return (Grid("coupon_quarter", title, _REDEEMED, (*rows, total)),)


def _coupon_cost(asked: Asked) -> tuple[Grid, ...]:
    return programme.cost(asked.database, asked.viewer, asked.day, asked.rounds)


_RECONCILED: Final = (
    *reconcile.COLUMNS,
    "period_from",
    "period_to",
    "coupons_counted",
    "coupons_settled",
    "coupons_missing",
    "coupons_extra",
)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _hold(table: dict[str, Any]) -> Decimal | str | None:
    """Win by drop; "n/a" where nothing was dropped, nothing while the win is not known."""
    if table["hold"] is not None:
        return Decimal(table["hold"])
    return None if table["win_cents"] is None else "n/a"


def _reconciliation(asked: Asked) -> tuple[Grid, ...]:
    found = reconcile.day(asked.database, asked.viewer, asked.day, asked.rounds)
    rows = []
    for table in found["tables"]:
        period, coupons = table["period"], table["coupons"]
        flat = {f"coupons_{name}": value for name, value in coupons.items()}
        spans = {f"period_{end}": _moment(period[end]) for end in ("from", "to")}
        rows.append({**table, **flat, **spans, "hold": _hold(table)})
    return (of_plain("reconciliation", "Win and reconciliation", _RECONCILED, rows),)


_AMOUNTS: Final = (
    "opening",
    "fills",
    "credits",
    "currency",
    "checks",
    "drop",
    "closing",
    "rake",
    "win",
)
_PARTS: Final = ("win", "engine_house_net", "variance", "cash", "check", "chip")


def _two_tables(grids: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """Win on one table, the comparison with the games on another: both fit the page."""
    (grid,) = grids
    coupons = [f"coupons_{name}" for name in ("counted", "settled", "missing", "extra")]
    return (
        grid.pick("Win", "table", "game", *_AMOUNTS, "hold", blank=_NOT_YET, summed=_AMOUNTS),
        grid.pick("Win compared with the games", "table", *_PARTS, blank=_NOT_YET, summed=_PARTS),
        grid.pick("Drop periods and coupons", "table", "period_from", "period_to", *coupons),
    )


_NOT_YET: Final = "not yet"


# --------------------------------------------------------------------- accounting's own reports


def _worksheet(asked: Asked) -> tuple[Grid, ...]:
    return accounts.revenue_worksheet(asked.database, asked.viewer, asked.day, asked.rounds)


def _worksheet_heading(asked: Asked) -> str:
    """Whether it is preliminary, or final audited and in which version."""
    return f"Revenue Worksheet, {audit.status(asked.database, asked.viewer, asked.day)}"


def _asking(
    grids: Callable[[Database, Viewer, date], tuple[Grid, ...]],
) -> Callable[[Asked], tuple[Grid, ...]]:
    """A report that needs no more than who asks for which day."""
    return lambda asked: grids(asked.database, asked.viewer, asked.day)


# ------------------------------------------------------------------ the count reports, papers


def _kept(paper: str) -> Callable[[Asked], bytes]:
    def prints(asked: Asked) -> bytes:
        found = copies.of_day(asked.database, asked.viewer, asked.day, paper)
        return together(
            found,
            asked.printer,
            frames.frame(asked.database, asked.day),
            title=PAPERS[paper].title,
            day=asked.day,
            at=asked.at,
            by=asked.by,
        )

    return prints


def _counted(paper: str) -> Callable[[Asked], tuple[Grid, ...]]:
    kind = paper.removesuffix("_count")

    def grids(asked: Asked) -> tuple[Grid, ...]:
        found = registers.box_lines(asked.database, asked.viewer, asked.day)
        of_kind = [line for line in found if line.kind == kind]
        return (of_facts(paper, PAPERS[paper].title, BoxLine, of_kind),)

    return grids


def of_paper(code: str) -> Report:
    """Make the report that is every form of one kind of a gaming date."""
    paper = PAPERS[code]

    def grids(asked: Asked) -> tuple[Grid, ...]:
        found = papers.papers_of_day(asked.database, asked.viewer, asked.day, code)
        made = (figures_of(paper, found), forms_of(paper, found))
        return made if made[0].rows else made[::-1]

    def prints(asked: Asked) -> bytes:
        found = papers.papers_of_day(asked.database, asked.viewer, asked.day, code)
        if not found:
            msg = f"There is no {paper.title} of {asked.day.isoformat()}."
            raise NotFoundError(msg)
        return asked.printer.forms(found, at=asked.at, by=asked.by)

    def basis(asked: Asked) -> str:
        found = papers.papers_of_day(asked.database, asked.viewer, asked.day, code)
        return canonical.digest([_state_of(one) for one in found])

    return Report(code, paper.title, grids, prints, basis=basis)


def _state_of(facts: PaperFacts) -> list[str]:
    """What a print of a form hangs on: its version, who signed it, whether it was voided."""
    document = facts.document
    signed = [signature.own_digest() for signature in document.signatures]
    return [document.name, document.digest, str(document.newest), facts.void, *signed]


REPORTS: Final[dict[str, Report]] = {
    report.name: report
    for report in (
        Report(
            "banking_count",
            PAPERS["banking_count"].title,
            _counted("banking_count"),
            _kept("banking_count"),
        ),
        Report(
            "nonbanking_count",
            PAPERS["nonbanking_count"].title,
            _counted("nonbanking_count"),
            _kept("nonbanking_count"),
        ),
        Report(
            "reconciliation",
            "Win and Reconciliation",
            _reconciliation,
            on_paper=_two_tables,
            pictures=("floor",),
        ),
        Report(
            "revenue_worksheet",
            "Revenue Worksheet, Preliminary",
            _worksheet,
            on_paper=accounts.worksheet_on_paper,
            heading=_worksheet_heading,
        ),
        Report(
            "board_monthly",
            "Table Games in the Month",
            _asking(accounts.board_monthly),
            on_paper=accounts.board_on_paper,
            offered=lambda house: house.bookkeeping.states_tax,
        ),
        Report(
            "weekly_tax",
            "Weekly Tax on Table Games",
            _asking(accounts.weekly_tax),
            on_paper=accounts.tax_on_paper,
            offered=lambda house: house.bookkeeping.states_tax,
        ),
        Report(
            "gl_journal",
            "Journal, Newest Entry",
            _asking(accounts.gl_journal),
            on_paper=accounts.journal_on_paper,
        ),
        Report(
            "gl_journal_all",
            "Journal, Every Entry",
            _asking(accounts.gl_journal_all),
            on_paper=accounts.journal_on_paper,
        ),
        Report(
            "watching",
            "Watching Thirty Days",
            _asking(watch_lists.grids),
            on_paper=watch_lists.on_paper,
            pictures=("hold", "parts", "hours"),
        ),
        Report("access_rights", "Who May Open What", _asking(rights.access_rights)),
        Report("box_lines", "Denominations by Box", _box_lines),
        Report("slip_register", "Register of Slips", _slips),
        Report("series_register", "Series Register", _series),
        Report("audit_exceptions", "Exceptions to Internal Audit", _for_audit),
        Report("coupon_register", "Coupon Register", _coupons),
        Report("coupons_redeemed", "Match Play Coupons Redeemed in the Quarter", _coupon_quarter),
        Report(
            "coupon_liability",
            "Match Play Coupons Outstanding by Age",
            _asking(programme.liability),
        ),
        Report("coupon_cost", "Match Play Coupons: Cost by Campaign", _coupon_cost),
        Report("exceptions", "Exceptions Register", _exceptions),
    )
}
"""Every report by its name."""
