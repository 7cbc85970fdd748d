"""The tables as cards, and one table."""

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.inventory import SlipKind, TableState
from countroom.inquiries import floor
from countroom.inquiries.floor import Bench, Card
from countroom.web import desk, gate, home
from countroom.web.pages import page
from countroom.web.pit.blueprint import bp

home.door("pit.tables", "Tables", "Fills, credits, opening, closing and drop slips.")


@bp.get("/")
@gate.needs(Permission.PIT_TABLES)
def tables() -> Response:
    """Every table as a card, by pit; what waits first."""
    cards = floor.cards(desk.database(), desk.viewer(), desk.now())
    pits: dict[str, list[Card]] = {}
    for card in cards:
        pits.setdefault(card.pit, []).append(card)
    return page(
        "pit/tables.html",
        title="Tables",
        pits=pits,
        waiting=_calls(cards),
        now=desk.now(),
        opened=sum(card.state is TableState.OPEN for card in cards),
        total=len(cards),
    )


@bp.get("/table/<table>")
@gate.needs(Permission.PIT_TABLES)
def table(table: str) -> Response:
    """One table: what waits, and what can be done at it."""
    bench = floor.bench(desk.database(), desk.viewer(), desk.now(), table)
    duty = desk.who().duty
    return page(
        "pit/table.html",
        title=f"Table {table}",
        bench=bench,
        card=bench.card,
        first=_first(bench),
        may_ask=gate.opens(duty, frozenset({Permission.PIT_SLIPS}))
        and bench.card.state is TableState.OPEN
        and not bench.card.table.automated,
    )


def _first(bench: Bench) -> SlipKind | None:
    """The count that is due first: a closed table opens, an open one is dropped or closed."""
    if bench.card.slip is not None or not bench.kinds:
        return None
    for word, kind in (("Drop", SlipKind.DROP), ("Daily", SlipKind.CLOSED_DAILY)):
        if bench.card.due.startswith(word):
            return kind
    return bench.kinds[0]


@home.calls(Permission.PIT_TABLES)
def waiting() -> list[home.Call]:
    """Slips and requests that this duty signs next."""
    return _calls(floor.cards(desk.database(), desk.viewer(), desk.now()))


def _calls(cards: tuple[Card, ...]) -> list[home.Call]:
    duty = desk.who().duty
    found = []
    for card in cards:
        at = f"{card.table.code}, {card.pit}"
        slip, error = card.slip, card.error_slip
        if slip is not None and slip.due is not None and duty in slip.due.roles:
            to = url_for("pit.rack_slip", name=slip.name)
            found.append(home.Call(f"Sign {slip.name}", f"Rack of {at}", to))
        if error is not None and error.due is not None and duty in error.due.roles:
            to = url_for("pit.error_slip", name=error.name)
            found.append(home.Call(f"Sign {error.name}", f"Error Notification Slip of {at}", to))
        found += [
            home.Call(
                f"Sign {sheet.name}",
                f"{sheet.title} of {at}",
                url_for("pit.paper", name=sheet.name),
            )
            for sheet in card.waiting
            if sheet.due is not None and duty in sheet.due.roles
        ]
    return found
