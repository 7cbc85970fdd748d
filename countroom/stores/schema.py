"""What the database itself holds to: which tables are only added to, and their triggers.

The view ``line_in_force`` is made by the migrations.
"""

from typing import Final

from sqlalchemy import Connection, text

from countroom.domain.canonical import digest_bytes
from countroom.regulations import V_71

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
    "coupon_movement",
)
"""Tables that are only ever added to; the database refuses anything else."""

MUTABLE: Final = (
    "draft",
    "patron",
    "excluded",
    "secret",
    "sign_in",
    "attempt",
    "proof",
    "cache",
    "alembic_version",
)
"""Every table that may change: the whole list."""

VIEW: Final = "line_in_force"
"""The view that sums read: newest version, not void, no memo."""

VIEW_SHA256: Final = "a8055caa886cdf72844be94e0ecb6eaf8d92ef8f3f50b3be252e86a85763432c"
"""Digest of the view's text as the migrations make it, spaces aside."""

_ACTS: Final = ("UPDATE", "DELETE")

_SAYS: Final = f"({V_71.number})"


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
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only {_SAYS}'); END"
    )


def _postgresql_trigger(table: str, act: str) -> str:
    each = "STATEMENT" if act == "TRUNCATE" else "ROW"
    return (
        f'CREATE OR REPLACE TRIGGER {trigger_name(table, act)} BEFORE {act} ON "{table}" '
        f"FOR EACH {each} EXECUTE FUNCTION keep_on_record()"
    )


_POSTGRESQL_FUNCTION: Final = f"""
CREATE OR REPLACE FUNCTION keep_on_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only {_SAYS}', TG_TABLE_NAME USING ERRCODE = '23000';
END $$
"""


def _trigger_statements(dialect: str) -> dict[str, str]:
    if dialect == "postgresql":
        return {
            trigger_name(table, act): _postgresql_trigger(table, act)
            for table in APPEND_ONLY
            for act in (*_ACTS, "TRUNCATE")
        }
    return {
        trigger_name(table, act): _sqlite_trigger(table, act)
        for table in APPEND_ONLY
        for act in _ACTS
    }


def make_triggers(connection: Connection) -> None:
    """Make every append-only trigger that is missing; run after any batch migration."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(_POSTGRESQL_FUNCTION))
    for statement in _trigger_statements(connection.dialect.name).values():
        connection.execute(text(statement))


def trigger_differences(connection: Connection) -> list[str]:
    """Name every trigger that is gone, switched off or says something else; and the view."""
    if connection.dialect.name == "postgresql":
        return _postgresql_differences(connection)
    made = text("SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')")
    found: dict[str, str] = {row[0]: row[1] for row in connection.execute(made)}
    faults = [
        _fault(name, found.get(name), _bare(statement))
        for name, statement in _trigger_statements("sqlite").items()
    ]
    strangers = set(found) - set(_trigger_statements("sqlite")) - {VIEW}
    faults += [f"trigger {name}: nobody knows it" for name in sorted(strangers)]
    if digest_bytes(_bare(found.get(VIEW, "")).encode()) != VIEW_SHA256:
        faults.append(f"view {VIEW}: gone or altered")
    return [fault for fault in faults if fault]


def _bare(statement: str) -> str:
    return " ".join(statement.replace("IF NOT EXISTS ", "").split())


def _fault(name: str, found: str | None, expected: str) -> str:
    if found is None:
        return f"trigger {name}: missing"
    return "" if _bare(found) == expected else f"trigger {name}: altered"


_POSTGRESQL_TRIGGERS: Final = """
SELECT tgname, tgenabled::text, tgfoid::regproc::text, tgtype FROM pg_trigger
WHERE NOT tgisinternal
"""

_KINDS: Final = {"update": 19, "delete": 11, "truncate": 34}
"""``tgtype`` of a trigger before the act, for each row or (truncate) the statement."""


def _postgresql_differences(connection: Connection) -> list[str]:
    found = {row[0]: tuple(row[1:]) for row in connection.execute(text(_POSTGRESQL_TRIGGERS))}
    faults = []
    for name in sorted(expected_triggers("postgresql")):
        as_made = ("O", "keep_on_record", _KINDS[name.rsplit("_", 1)[1]])
        if name not in found:
            faults.append(f"trigger {name}: missing")
        elif found[name] != as_made:
            faults.append(f"trigger {name}: altered")
    strangers = set(found) - expected_triggers("postgresql")
    faults += [f"trigger {name}: nobody knows it" for name in sorted(strangers)]
    body = connection.execute(
        text("SELECT prosrc FROM pg_proc WHERE proname = 'keep_on_record'")
    ).scalar()
    if body is None or _bare(body) not in _bare(_POSTGRESQL_FUNCTION):
        faults.append("function keep_on_record: gone or altered")
    return faults
