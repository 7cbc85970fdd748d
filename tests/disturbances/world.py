"""A played day as it lies on record, in memory, and the hands that disturb it.

Every figure is what people wrote down or the table recorded. A disturbance moves notes, chips
and papers, or writes a paper or a round otherwise; what an honest house then records follows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countroom.domain.explaining.facts import Box, Day, Line, Rack, Table
from countroom.engine.records import resettle
from countroom.inquiries import day_facts, played, reconcile
from countroom.inquiries.played import Whole
from countroom.stores.database import Database
from tests.disturbances.chance import Chance
from tests.plumbing.playing import DAY


@dataclass(frozen=True)
class World:
    """A day.

    Attributes:
        tables: As on record, by code.
        rounds: What each table's rounds are, by code.
    """

    tables: Mapping[str, Table]
    rounds: Mapping[str, Whole]

    @property
    def day(self) -> Day:
        """The day as it is asked about."""
        return Day(tuple(self.tables.values()))

    def put(self, *tables: Table) -> "World":
        """The day with some tables otherwise."""
        return replace(self, tables={**self.tables, **{each.code: each for each in tables}})

    def recorded(self, code: str, given: Mapping[str, NDArray[Any]]) -> "World":
        """The day with the rounds of a table recorded otherwise."""
        whole = self.rounds[code]
        again = resettle(whole.period.module, whole.period.rules, given)
        whole = replace(whole, given=given, again=again)
        return self._with(code, whole)

    def bought(self, code: str, buyins: Mapping[str, NDArray[Any]]) -> "World":
        """The day with the buy-ins of a table recorded otherwise."""
        return self._with(code, replace(self.rounds[code], buyins=buyins))

    def _with(self, code: str, whole: Whole) -> "World":
        table = replace(self.tables[code], **day_facts.of_rounds(whole))
        return replace(self.put(table), rounds={**self.rounds, code: whole})


def read(database: Database, folder: Path) -> World:
    """Read a concluded day."""
    with database.read() as tx:
        found = reconcile.reconciled_in(tx, DAY, folder)
        day = day_facts.day_of(tx, found, folder)
        rounds = {
            one.row.day.table: whole
            for one in found.tables
            if one.row.day.period is not None
            and (whole := played.whole(tx, folder, one.row.day.period)) is not None
        }
    return World({table.code: table for table in day.tables}, rounds)


@dataclass(frozen=True)
class Wrong:
    """What was done to a day, and what a good explanation of it says.

    Attributes:
        world: The day after.
        signs: Where it shows: pairs of table and part.
        causes: Codes of the cause; more than one where they say the same thing.
        look: It names at least one of these.
    """

    world: World
    signs: frozenset[tuple[str, str]]
    causes: frozenset[str]
    look: frozenset[str]


Disturb = Callable[[World, Chance], Wrong | None]
"""Disturbs a day somewhere, or says that it has nothing of the kind."""


def wrong(world: World, signs: Sequence[tuple[str, str]], causes: str, *look: str) -> Wrong:
    """Say what was done; ``causes`` are words."""
    return Wrong(world, frozenset(signs), frozenset(causes.split()), frozenset(look))


# ------------------------------------------------------------------------------------ choices


def some_table(world: World, rng: Chance, fits: Callable[[Table], Any]) -> Table | None:
    """A table that fits, or nothing."""
    found = [table for table in world.tables.values() if fits(table)]
    return rng.choice(found) if found else None


def two_tables(
    world: World, rng: Chance, fits: Callable[[Table], Any]
) -> tuple[Table, Table] | None:
    """Two tables that fit, or nothing."""
    found = [table for table in world.tables.values() if fits(table)]
    if len(found) < 2:
        return None
    one, other = rng.sample(found, 2)
    return one, other


def banking(table: Table) -> bool:
    """Whether the house banks it."""
    return table.kind.value == "banking"


def main_box(table: Table) -> Box:
    """The box that holds the most."""
    return max(table.boxes, key=lambda box: sum(line.amount for line in box.money))


def with_money(table: Table) -> bool:
    """Whether currency was counted in a box."""
    return any(line.pieces for box in table.boxes for line in box.money)


# ------------------------------------------------------------------------------------- hands


def rewritten(lines: tuple[Line, ...], line: Line, pieces: int) -> tuple[Line, ...]:
    """Lines with one of them at another number."""
    return tuple(replace(each, pieces=pieces) if each == line else each for each in lines)


def reboxed(table: Table, box: Box, **changed: Any) -> Table:
    """A table with one of its boxes otherwise."""
    new = replace(box, **changed)
    return replace(table, boxes=tuple(new if each == box else each for each in table.boxes))


def recounted(table: Table, line: Line, pieces: int) -> Table:
    """A table whose closing slip has another number of one denomination."""
    lines = rewritten(table.closing.lines, line, pieces)
    return replace(table, closing=Rack(table.closing.name, lines))


def stacked(table: Table, cents: int) -> Table:
    """A table whose rack holds so much more (or less) when it is closed, in the fewest chips."""
    lines, left = table.closing.lines, abs(cents)
    for line in sorted(lines, key=lambda each: -each.cents):
        many, rest = divmod(left, line.cents)
        if cents < 0 and many > line.pieces:
            continue
        lines, left = rewritten(lines, line, line.pieces + (many if cents > 0 else -many)), rest
    assert not left, "the table has no chips for the amount"
    return replace(table, closing=Rack(table.closing.name, lines))


def tallied(table: Table, **more: int) -> Table:
    """A table whose main box holds so many more papers of some kinds."""
    box = main_box(table)
    papers = {**box.papers}
    for kind, many in more.items():
        papers[kind] = papers.get(kind, 0) + many
    assert min(papers.values()) >= 0, "there is no such paper in the box"
    return reboxed(table, box, papers={kind: many for kind, many in papers.items() if many})


def rows_of(given: Mapping[str, NDArray[Any]], number: int) -> NDArray[np.bool_]:
    """Rows of a round."""
    return np.asarray(given["round"] == number)
