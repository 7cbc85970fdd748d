"""A gaming table as the operations of the pit find it: its facts, state, box and period."""

from dataclasses import dataclass

from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.floor import Table
from countroom.domain.house import House
from countroom.domain.inventory import PiecesKey, SlipKind, TableState, keys_of
from countroom.errors import NotFoundError
from countroom.operations.acts import Act
from countroom.regulations import V_14
from countroom.stores import Tx, bookings, custody, documents, registry, states
from countroom.stores.house import house_at
from countroom.stores.registry import Period

KIND = "table"
"""Kind of the transitions that open and close a table."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table at the moment of an act.

    Attributes:
        house: The house in force.
        table: The table's facts.
        state: Open or closed.
        period: The drop period that runs.
        box: The drop box that is locked to it.
    """

    house: House
    table: Table
    state: TableState
    period: Period
    box: str

    @property
    def keys(self) -> tuple[PiecesKey, ...]:
        """Everything its inventory may hold."""
        return keys_of(self.house.chip_sets_of(self.table), self.house.currency.coins)


def state_of(tx: Tx, table: str) -> TableState:
    """Whether a table is open; one that never moved is closed."""
    moved = states.last(tx, KIND, table)
    return TableState.CLOSED if moved is None else TableState(moved.to_state)


def box_on(tx: Tx, table: str) -> str:
    """The box that takes a table's papers: locked to it, or else stuck on it; or empty."""
    there = {
        stands.state: box for box, stands in custody.where(tx).items() if stands.table == table
    }
    return there.get(BoxState.ON_TABLE) or there.get(BoxState.STUCK_ON_TABLE, "")


def at_table(act: Act, code: str) -> AtTable:
    """Find a table with its box and its running period.

    Raises:
        NotFoundError: There is no such table, or no box was ever locked to it.
    """
    act.flush()
    house = house_at(act.tx, act.now)
    table = house.table(code)
    period = registry.current_period(act.tx, code)
    box = box_on(act.tx, code)
    if period is None or not box:
        msg = f"No drop box is on {code}: place one first."
        raise NotFoundError(msg)
    return AtTable(house, table, state_of(act.tx, code), period, box)


def pending_drop(tx: Tx, at: AtTable) -> Document | None:
    """The drop or shift slip counted for the box still on the table, if there is one.

    Nothing goes into that box or out of the rack until the box has left.
    """
    slips = documents.find(tx, paper="inventory_slip", period=at.period.id)
    standing = [slip for slip in slips if slip.state != bookings.VOID]
    if not standing or standing[-1].content.kind not in {SlipKind.DROP, SlipKind.SHIFT}:
        return None
    return standing[-1] if standing[-1].content.original == at.box else None


def was_open(tx: Tx, period: Period) -> bool:
    """Whether a table was open at any time of a period: carried over, or opened in it."""
    before = bookings.slip_before(tx, period.table, period.id)
    if before is not None and before.content.kind is SlipKind.DROP:
        return True
    slips = bookings.inventory_slips(tx, period.id)
    return any(slip.content.kind is SlipKind.OPENING for slip in slips)


def counted_for_drop(tx: Tx, period: Period) -> bool:
    """Whether the last signed slip of a period is a drop slip: its closing inventory."""
    slips = bookings.inventory_slips(tx, period.id)
    return bool(slips) and slips[-1].content.kind is SlipKind.DROP


def slip_missing(tx: Tx, house: House, period: Period) -> str:
    """Warn of a table that did not open in a period and has no slip of it; else say nothing."""
    wanted = house.settings.slip_on_closed_table and not was_open(tx, period)
    if not wanted or bookings.inventory_slips(tx, period.id):
        return ""
    return f" {period.table} did not open and has no slip of the day ({V_14.citation})."
