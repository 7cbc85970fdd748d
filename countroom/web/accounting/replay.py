"""A count again, act by act, for whoever looks into it afterwards."""

from flask import Response, make_response, request, url_for

from countroom.domain.access import Permission
from countroom.inquiries import replay as replays
from countroom.inquiries.replay import Made
from countroom.reports.replay_text import text
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, row


@bp.get("/count/<count:count>/replay")
@gate.needs(Permission.ACCOUNTING_DAY)
def replay(count: str) -> Response:
    """One act at a time, with the figures as they were then."""
    found = replays.of_count(desk.database(), desk.viewer(), count)
    asked = request.args.get("act", "1")
    wanted = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else 1
    number = min(max(wanted, 1), len(found.steps))
    step = found.steps[number - 1]
    return page(
        "accounting/replay.html",
        title=f"Count {count}, act by act",
        count=count,
        step=step,
        steps=len(found.steps),
        made=[(one, _figures(one)) for one in step.made],
        before=url_for("accounting.replay", count=count, act=number - 1) if number > 1 else "",
        after=url_for("accounting.replay", count=count, act=number + 1)
        if number < len(found.steps)
        else "",
        near=[one for one in found.steps if abs(one.number - number) <= _NEAR],
    )


_NEAR = 5
"""Acts that are listed before and after the one that is shown."""


def _figures(made: Made) -> Listing:
    return Listing(
        id=f"figures-{made.name}",
        title=f"{made.title} {made.name}, version {made.version}",
        columns=(
            Column("Denomination"),
            Column("Pieces", right=True),
            Column("Amount", right=True),
            Column("Memo"),
        ),
        rows=tuple(
            row(one.what, one.pieces, one.amount, "memo" if one.memo else "")
            for one in made.figures
        ),
        foot=(Cell("Total"), Cell(""), Cell(made.total.text()), Cell("")) if made.figures else (),
        nothing="It holds no figure.",
    )


@bp.get("/count/<count:count>/replay.txt")
@gate.needs(Permission.ACCOUNTING_DAY)
def replay_text(count: str) -> Response:
    """The whole count as text."""
    found = replays.of_count(desk.database(), desk.viewer(), count)
    answer = make_response(text(found))
    answer.headers["Content-Type"] = "text/plain; charset=utf-8"
    named = f"replay-{count.replace('/', '-')}.txt"
    answer.headers["Content-Disposition"] = f'attachment; filename="{named}"'
    return answer
