"""A cause as the explanation knows it: what happened, what it would do, and what to look at.

Causes of one kind stand in one module; each kind is one line of ``CAUSES`` with a small function
that proposes. A proposal names its effect sign by sign, so that what it explains is exact.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from countroom.domain.explaining.facts import Day, Table
from countroom.domain.explaining.signs import Sign, Signs

SURE: Final = 1000
"""The weight of a proposal that nothing speaks against."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that may have happened.

    Attributes:
        says: What, in a sentence.
        effect: What it would make differ.
        look: Papers, boxes, checks, coupons, rounds and tables that show it, first things first.
        weight: Against others of its kind: how likely this one is, of a thousand.
        alike: Of so many places or wagers it could be said.
        along: It may add any amount in these proportions, on top of the effect; its sign is
            that of the first of them in ``least`` cents at least.
        least: See ``along``; nothing where either sign will do.
        tables: Tables it belongs to beside those of its effect.
    """

    says: str
    effect: Signs
    look: tuple[str, ...]
    weight: int = SURE
    alike: int = 1
    along: Signs = field(default_factory=dict)
    least: int | None = None

    @property
    def signs(self) -> frozenset[Sign]:
        """Every sign it touches."""
        return frozenset((*self.effect, *self.along))


@dataclass(frozen=True, slots=True)
class Scene:
    """What a cause is looked for in.

    Attributes:
        day: All tables.
        table: The one that is asked about.
        signs: Everything that differs, by table.
    """

    day: Day
    table: Table
    signs: Mapping[str, Signs]

    @property
    def code(self) -> str:
        """Of the table."""
        return self.table.code

    @property
    def others(self) -> tuple[Table, ...]:
        """Other tables that differ."""
        return tuple(
            table
            for table in self.day.tables
            if table.code != self.code and self.signs.get(table.code)
        )

    def sign(self, what: str, which: str = "") -> Sign:
        """A sign of this table."""
        return Sign(self.code, what, which)


Propose = Callable[[Scene], Iterable[Proposal]]


@dataclass(frozen=True, slots=True)
class Cause:
    """A kind of thing that goes wrong.

    Attributes:
        code: Its name in exports.
        title: In a few words.
        advice: What to look at, in a sentence.
        prior: How often it happens against the other kinds, of a thousand, before any evidence.
        propose: Gives what may have happened at a table.
        named: Proposals stand on evidence of their own; otherwise they share the kind's
            likelihood among them.
    """

    code: str
    title: str
    advice: str
    prior: int
    propose: Propose
    named: bool = False
