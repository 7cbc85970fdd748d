"""What is on record. The only place that speaks SQL; it knows no rules.

* ``types`` column types: cents, UTC time;
* ``rows`` the tables; ``schema`` the view, the triggers, what is mutable;
* ``database`` opening it, and the queue that lets one writer in at a time;
* ``journal`` sealing an act and walking the chain; ``documents`` documents, versions,
  signatures, lines and kept prints; ``states`` transitions; ``registry`` the house by date;
* ``totals`` what each table's day came to; ``adjusting`` what accounting did to it since;
  ``audit_list`` what is looked at before a day is filed;
* ``bank`` whether the chip bank is open; ``wheels`` stacks marked and impressments;
* ``coupons`` where coupons went, and are; ``coupon_counts`` those that concluded counts found;
* ``waiting`` forms that something still waits on; ``recall`` what was read and stands;
* ``rounds`` the rounds played, in Parquet.

Functions take the open transaction and facts, and return facts.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session as Tx
from sqlmodel import SQLModel as Row

__all__ = ["Row", "Tx", "connection", "first_row"]


def first_row(tx: Tx, statement: str) -> Sequence[Any] | None:
    """The first row of a plain statement without particulars, asked of the driver itself.

    For what every transaction asks: it costs a tenth of a statement that is put together.
    """
    driver: Any = connection(tx).connection.driver_connection
    found: Sequence[Any] | None = driver.execute(statement).fetchone()
    return found


def connection(tx: Tx) -> Connection:
    """The connection of a transaction, for statements that need no rows as objects."""
    found: Connection | None = tx.info.get("connection")
    if found is None:
        found = tx.info["connection"] = tx.connection()
    return found
