"""What is on record. The only place that speaks SQL; it knows no rules.

* ``types`` column types: cents, UTC time;
* ``rows`` the tables; ``schema`` the view, the triggers, what is mutable;
* ``database`` opening it, and the queue that lets one writer in at a time;
* ``journal`` sealing an act and walking the chain; ``documents`` documents, versions,
  signatures, lines and kept prints; ``states`` transitions; ``registry`` the house by date;
* ``rounds`` the rounds played, in Parquet.

Functions take the open transaction and facts, and return facts.
"""

from sqlmodel import Session as Tx
from sqlmodel import SQLModel as Row

__all__ = ["Row", "Tx"]
