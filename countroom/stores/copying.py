"""Copying a database while it is in use, and bringing a copy back."""

import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import inspect

from countroom.domain.journal import Head
from countroom.errors import SettingsError
from countroom.stores import journal
from countroom.stores.database import Database

SQLITE_NAME: Final = "countroom.db"
POSTGRESQL_NAME: Final = "countroom.pgdump"


def copy_online(database: Database, folder: Path) -> tuple[str, Head]:
    """Copy the database into ``folder`` as it stands at one moment.

    Returns:
        The file's name in the folder, and the journal's head in the copy.

    Raises:
        SettingsError: PostgreSQL's own tools are not installed, or refuse.
    """
    if database.is_sqlite:
        copy = folder / SQLITE_NAME
        _copy_sqlite(database, copy)
        taken = Database(f"sqlite:///{copy}")
        try:
            return SQLITE_NAME, _head(taken)
        finally:
            taken.close()
    head = _head(database)
    _run("pg_dump", database, "--format=custom", f"--file={folder / POSTGRESQL_NAME}")
    return POSTGRESQL_NAME, head


def _head(database: Database) -> Head:
    with database.read() as tx:
        return journal.head(tx)


def _copy_sqlite(database: Database, copy: Path) -> None:
    import sqlite3  # noqa: PLC0415 - only here is the driver spoken to directly

    with database.engine.connect() as connection, closing(sqlite3.connect(copy)) as target:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def _run(tool: str, database: Database, *arguments: str) -> None:
    found = shutil.which(tool)
    if found is None:
        msg = f"{tool} is needed for this database: install PostgreSQL's client programs."
        raise SettingsError(msg)
    url = database.url.set(drivername="postgresql")
    address = url.render_as_string(hide_password=False)
    done = subprocess.run(  # noqa: S603 - our own list of arguments
        [found, *arguments, f"--dbname={address}"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]
        msg = f"{tool} refused: {reason}"
        raise SettingsError(msg)


def is_empty(database: Database) -> bool:
    """Whether nothing has been recorded there: no file, or no tables."""
    file = database.url.database
    if database.is_sqlite and file and not Path(file).exists():
        return True
    with database.engine.connect() as connection:
        return not inspect(connection).get_table_names()


def bring_back(database: Database, taken: Path) -> None:
    """Put a copy in the place of an empty database.

    Raises:
        SettingsError: The copy is of the other kind of database, or the tools refuse.
    """
    wanted = SQLITE_NAME if database.is_sqlite else POSTGRESQL_NAME
    if taken.name != wanted:
        msg = "This backup was taken from the other kind of database."
        raise SettingsError(msg)
    if database.is_sqlite:
        assert database.url.database is not None
        shutil.copyfile(taken, database.url.database)
        return
    _run("pg_restore", database, "--no-owner", "--exit-on-error", str(taken))
