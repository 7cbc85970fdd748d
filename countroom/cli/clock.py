"""The clock of the command line; what it starts takes the time as an argument."""

from datetime import UTC, datetime


def now() -> datetime:
    """The server's time, aware UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the one place of the command line
