"""Opening a property's database: the door that screens and commands come in by."""

from pathlib import Path

from countroom.errors import SettingsError
from countroom.settings import AppSettings
from countroom.stores import migrating
from countroom.stores.database import Database


def open_database(settings: AppSettings) -> Database:
    """Open the property's database, with the journal's anchor kept beside it."""
    settings.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Database(settings.database_url, anchor=settings.anchor)


def open_ready(settings: AppSettings) -> Database:
    """Open a database that is there and has the program's shape.

    Raises:
        SettingsError: There is none, or migrations are pending.
    """
    if settings.is_sqlite and not Path(settings.database_url.removeprefix("sqlite:///")).exists():
        msg = f"There is no property in {settings.data}: run migrate, then property load."
        raise SettingsError(msg)
    database = open_database(settings)
    migrating.check_at_head(database)
    return database


def check_ready(database: Database) -> None:
    """Refuse to serve a database that has not the program's shape.

    Raises:
        SettingsError: Migrations are pending.
    """
    migrating.check_at_head(database)


def migrate(settings: AppSettings) -> Database:
    """Make the data folder and bring the database to the newest shape."""
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = open_database(settings)
    migrating.migrate(database)
    return database
