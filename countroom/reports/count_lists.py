"""What a count report lists beside its figures: exceptions, changes, attempts, who was there."""

from collections.abc import Callable
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain.denominations import Pool
from countroom.domain.gaming_day import clock_text
from countroom.inquiries.report_facts import AttemptRow, ReportFacts
from countroom.money import total
from countroom.reports.sheets import Heading, Listed

_H = Heading
_WHEN: Final = _H("When", "w4")


def by_box(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Total of each box over the pools, where there are several."""
    del zone
    kept = [n for n, pool in enumerate(facts.pools) if pool.pool is not Pool.FOUND_CHIPS]
    if len(kept) < 2 or facts.nil:
        return Listed("Totals by box")
    rows = [
        (row.box, row.table, *(row.pool_totals[n].text() for n in kept), row.total.text())
        for row in facts.rows
    ]
    rows += [
        (row.name, "unallocated", *(row.pool_totals[n].text() for n in kept), row.total.text())
        for row in facts.unallocated
    ]
    pools = [facts.pools[n] for n in kept]
    assert total([pool.amount for pool in pools]) == facts.grand_total, "pools make the total"
    return Listed(
        "Totals by box",
        (
            _H("Box", "w2"),
            _H("Table", "w2"),
            *(_H(pool.pool.printed, "", figure=True) for pool in pools),
            _H("Total", "", figure=True),
        ),
        tuple(rows),
        sums=("All boxes", "", *(pool.amount.text() for pool in pools), facts.grand_total.text()),
    )


def memos(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Exceptions, which never enter a total."""
    del zone
    return Listed(
        "Exceptions in no total",
        (
            _H("Box", "w2"),
            _H("Table", "w2"),
            _H("Kind", "w4"),
            _H("Pieces", "w1", figure=True),
            _H("Denomination", "w3"),
            _H("Serial", "w4"),
            _H("Description"),
        ),
        tuple(
            (
                memo.box,
                memo.table,
                memo.kind,
                f"{memo.pieces:,}",
                memo.denomination,
                memo.serial,
                memo.description,
            )
            for memo in facts.memos
        ),
    )


def missing(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Boxes named missing."""
    del zone
    return Listed(
        "Boxes not counted",
        (_H("Box", "w2"), _H("Table", "w2"), _H("Drop Variance Report", "w4"), _H("Reason")),
        tuple((row.box, row.table, row.variance_report, row.reason) for row in facts.missing),
    )


def unallocated(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Lines that stand for no box."""
    return Listed(
        "Unallocated lines",
        (
            _H("Form", "w2"),
            _H("Amount", "w3", figure=True),
            _H("Supervisor", "w4"),
            _H("Compliance representative", "w4"),
            _WHEN,
            _H("Reason"),
        ),
        tuple(
            (
                row.name,
                row.total.text(),
                row.supervisor,
                row.representative,
                clock_text(row.at, zone),
                row.reason,
            )
            for row in facts.unallocated
        ),
    )


def changes(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Figures changed after their box was recorded."""
    return Listed(
        "Changes after a box was recorded",
        (
            _H("Box", "w2"),
            _H("Table", "w2"),
            _H("What", "w3"),
            _H("Before", "w2"),
            _H("After", "w2"),
            _H("By", "w4"),
            _H("Second person", "w4"),
            _WHEN,
            _H("Reason"),
        ),
        tuple(
            (
                row.box,
                row.table,
                row.what,
                row.before,
                row.after,
                row.by,
                row.second_person,
                clock_text(row.at, zone),
                row.reason,
            )
            for row in facts.changes
        ),
    )


def _recounted(facts: ReportFacts, attempt: AttemptRow) -> str:
    pairs = zip(facts.columns, attempt.pieces, strict=True)
    return ", ".join(f"{pieces:,} of {column.label}" for column, pieces in pairs if pieces)


def attempts(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Every attempt of recount."""
    return Listed(
        "Attempts of recount",
        (
            _H("No.", "w1", figure=True),
            _H("Form", "w2"),
            _H("Recounted by", "w4"),
            _WHEN,
            _H("Total", "w3", figure=True),
            _H("Result", "w3"),
            _H("Pieces"),
        ),
        tuple(
            (
                str(row.number),
                row.name,
                row.by,
                clock_text(row.at, zone),
                row.total.text(),
                "agreed" if row.agreed else "did not agree",
                _recounted(facts, row),
            )
            for row in facts.attempts
        ),
    )


def directions(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Strap recounts that the representative directed."""
    return Listed(
        "Strap recounts directed",
        (
            _H("Form", "w2"),
            _H("By", "w4"),
            _WHEN,
            _H("Denominations", "w4"),
            _H("Remark", "w4"),
            _H("Reason"),
        ),
        tuple(
            (
                row.name,
                row.by,
                clock_text(row.at, zone),
                row.denominations,
                "without a discrepancy" if row.warned else "",
                row.reason,
            )
            for row in facts.directions
        ),
    )


def intervals(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Who was signed on to the count, and how long."""
    return Listed(
        "Present at the count",
        (_H("Name"), _H("Duty", "w5"), _H("Credential", "w3"), _H("From", "w4"), _H("To", "w4")),
        tuple(
            (
                row.name,
                row.duty,
                row.credential,
                clock_text(row.since, zone),
                "still signed on" if row.until is None else clock_text(row.until, zone),
            )
            for row in facts.intervals
        ),
    )


def machine_tests(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """Tests of the counting machines with known notes."""
    return Listed(
        "Tests of the counting machines",
        (
            _H("Machine", "w2"),
            _H("Made", "w3"),
            _H("Result", "w2"),
            _H("By", "w4"),
            _WHEN,
            _H("Details"),
        ),
        tuple(
            (
                row.machine,
                row.when,
                "passed" if row.passed else "FAILED",
                row.by,
                clock_text(row.at, zone),
                row.details,
            )
            for row in facts.machine_tests
        ),
    )


def served(facts: ReportFacts, zone: ZoneInfo) -> Listed:
    """The first figure that was served to the recounter, or to the device he recounted on."""
    return Listed(
        "Figures first served to the recounter or his device",
        (_H("Served to"), _H("Device", "w5"), _WHEN, _H("Recount handed in", "w4")),
        tuple(
            (
                row.name,
                row.device[:_DEVICE_DIGITS],
                clock_text(row.at, zone),
                "none before" if row.recounted_at is None else clock_text(row.recounted_at, zone),
            )
            for row in facts.served
        ),
    )


_DEVICE_DIGITS: Final = 12

_LISTS: Final[tuple[Callable[[ReportFacts, ZoneInfo], Listed], ...]] = (
    by_box,
    memos,
    missing,
    unallocated,
    changes,
    attempts,
    served,
    directions,
    machine_tests,
    intervals,
)


def lists(facts: ReportFacts, zone: ZoneInfo) -> tuple[tuple[Listed, ...], str]:
    """Every list that has an entry, and the names of those that have none."""
    made = [list_of(facts, zone) for list_of in _LISTS]
    absent = [one.title.lower() for one in made[1:] if not one.rows]
    return tuple(one for one in made if one.rows), ", ".join(absent)
