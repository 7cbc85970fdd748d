"""One module a paper; a paper is one line here.

Each module fills in one ``Paper``: its code, title, series, content, signature steps, copies
and lines. What it needs besides (a template, a signature policy, a test) is demanded by the
suite, which names what is missing.
"""

from typing import Final

from countroom.domain.documents import Paper
from countroom.domain.papers import box_count, count_report, presentation

PAPERS: Final[dict[str, Paper]] = {
    paper.code: paper
    for paper in (
        box_count.PAPER,
        presentation.POOL_PROOF,
        presentation.PRESENTATION,
        presentation.RECOUNT,
        count_report.BANKING,
        count_report.NONBANKING,
    )
}
"""Every kind of document, by its code."""
