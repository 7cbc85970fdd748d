"""Column types that both databases keep exactly."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect
from sqlalchemy.types import TypeDecorator

from countroom.money import Money


class Cents(TypeDecorator[Money]):
    """Money as 64-bit cents; a bare number is refused at the door."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Money | None, dialect: Dialect) -> int | None:
        """Take money apart."""
        del dialect
        return None if value is None else value.cents

    def process_result_value(self, value: Any, dialect: Dialect) -> Money | None:
        """Put money together; sums arrive here as well."""
        del dialect
        return None if value is None else Money(int(value))


class UtcTime(TypeDecorator[datetime]):
    """Aware UTC time; a naive one is a bug and is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store as UTC; SQLite keeps no zone, so it is taken off there."""
        if value is None:
            return None
        assert value.tzinfo is not None, "stored time is aware"
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give back aware UTC."""
        del dialect
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
