"""Counter Checks as the cage first recorded them: entered by the cage, a gaming date at a time.

Reference:
    609a.8(c)(1); V_116.
"""

from datetime import date

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers.first_checks import PAPER, AtTable, FirstChecks
from countroom.errors import EntryError
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import Tx, documents
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at, house_on


def of_day(tx: Tx, day: date) -> Document | None:
    """What the cage recorded for a gaming date, or nothing."""
    found = documents.find(tx, paper=PAPER.code, gaming_date=day)
    return found[-1] if found else None


def record(
    act: Act, *, gaming_date: date, tables: tuple[AtTable, ...], proof: Proof, reason: str = ""
) -> Done:
    """Enter and sign what the cage first recorded for a gaming date, or correct it.

    Args:
        act: The act.
        gaming_date: Of the checks.
        tables: Number and total, table by table; one that is left out had none.
        proof: Of a person of the cage.
        reason: Of a correction: why.

    Raises:
        AccessError: By another than a chip bank cashier.
        EntryError: The gaming date is not yet there, a table is wrong or stands twice, or a
            correction has no reason.
    """
    access.require(act.who.duty, Permission.CAGE_CHIPS)
    if gaming_date > gaming_date_at(act.tx, act.now):
        sentence = "gaming_date: that day has not begun."
        raise EntryError({"gaming_date": sentence})
    _check_tables(act, gaming_date, tables)
    content = FirstChecks(gaming_date, tables)
    before = of_day(act.tx, gaming_date)
    if before is None:
        made = papers.issue(act, PAPER, content, About(gaming_date))
    elif reason.strip():
        made = papers.change(act, before, content, reason=reason.strip())
    else:
        sentence = f"reason: {before.name} says something already: say why it is corrected."
        raise EntryError({"reason": sentence})
    act.use(proof)
    papers.sign(act, made, SigningPlan(PAPER), "cage", proof, saw=made.digest)
    return act.seal(
        "Counter Checks first recorded",
        made.name,
        {"gaming_date": gaming_date, "digest": made.digest},
        done=Done(f"{made.name} is signed.", name=made.name, document=made.id),
    )


def _check_tables(act: Act, day: date, tables: tuple[AtTable, ...]) -> None:
    known = {table.code for table in house_on(act.tx, day).tables}
    named = [entry.table for entry in tables]
    faults = {
        table: f"{table}: there is no such table."
        if table not in known
        else f"{table}: it stands twice."
        for table in named
        if table not in known or named.count(table) > 1
    }
    if faults:
        raise EntryError(faults)
