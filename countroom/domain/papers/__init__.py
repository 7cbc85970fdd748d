"""One module a paper; a paper is one line here.

Each module fills in one ``Paper``: its code, title, series, content, signature steps, copies
and lines. What it needs besides (a template, a signature policy, a test) is demanded by the
suite, which names what is missing.
"""

from typing import Final

from countroom.domain.documents import Paper

PAPERS: Final[dict[str, Paper]] = {paper.code: paper for paper in ()}
"""Every kind of document, by its code."""
