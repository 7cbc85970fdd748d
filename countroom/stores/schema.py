"""What the database itself holds to: which tables are only added to, and their triggers.

The view ``line_in_force`` is made by the migrations.
"""

from typing import Final

from sqlalchemy import Connection, text

APPEND_ONLY: Final = (
    "journal",
    "person",
    "gaming_table",
    "box",
    "registry",
    "drop_period",
    "count",
    "document",
    "document_version",
    "signature",
    "line",
    "transition",
    "kept_print",
    "day_total",
    "rounds_file",
)
"""Tables that are only ever added to; the database refuses anything else."""

MUTABLE: Final = ("draft", "secret", "sign_in", "attempt", "proof", "cache", "alembic_version")
"""Every table that may change: the whole list."""

_ACTS: Final = ("UPDATE", "DELETE")


def trigger_name(table: str, act: str) -> str:
    """Name of the trigger that keeps ``table`` from ``act``."""
    return f"keep_{table}_{act.lower()}"


def expected_triggers(dialect: str) -> frozenset[str]:
    """Names of all triggers that must exist."""
    acts = (*_ACTS, "TRUNCATE") if dialect == "postgresql" else _ACTS
    return frozenset(trigger_name(table, act) for table in APPEND_ONLY for act in acts)


def _sqlite_trigger(table: str, act: str) -> str:
    return (
        f'CREATE TRIGGER IF NOT EXISTS {trigger_name(table, act)} BEFORE {act} ON "{table}" '
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only (V-71)'); END"
    )


def _postgresql_trigger(table: str, act: str) -> str:
    each = "STATEMENT" if act == "TRUNCATE" else "ROW"
    return (
        f'CREATE OR REPLACE TRIGGER {trigger_name(table, act)} BEFORE {act} ON "{table}" '
        f"FOR EACH {each} EXECUTE FUNCTION keep_on_record()"
    )


_POSTGRESQL_FUNCTION: Final = """
CREATE OR REPLACE FUNCTION keep_on_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only (V-71)', TG_TABLE_NAME USING ERRCODE = '23000'; END $$
"""


def make_triggers(connection: Connection) -> None:
    """Make every append-only trigger that is missing; run after any batch migration."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(_POSTGRESQL_FUNCTION))
    for table in APPEND_ONLY:
        if connection.dialect.name == "postgresql":
            for act in (*_ACTS, "TRUNCATE"):
                connection.execute(text(_postgresql_trigger(table, act)))
        else:
            for act in _ACTS:
                connection.execute(text(_sqlite_trigger(table, act)))


def present_triggers(connection: Connection) -> frozenset[str]:
    """Names of the triggers that exist and fire."""
    if connection.dialect.name == "postgresql":
        found = connection.execute(
            text("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
        )
    else:
        found = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
    return frozenset(name for (name,) in found)
