"""Opening the database, and the queue that lets one writer in at a time.

SQLite begins late by default and lets two writers read the same number; its busy handler then
sleeps in steps. So every write waits in line (a fair lock in the process, a lock on a file
across processes), and only then says ``BEGIN IMMEDIATE``. PostgreSQL takes one advisory lock
as the first statement of every write.
"""

import fcntl
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlmodel import Session

from countroom.domain.journal import Head

_ANCHOR_BYTES: Final = 128
_OF_AN_ACT: Final = ("adds", "marks", "given")
"""What a transaction notes of the act it is in."""

_ADVISORY_LOCK: Final = 0x434F554E54  # "COUNT"


class FairLock:
    """A lock that serves in order of arrival."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._held = False


class Database:
    """One property's database.

    Args:
        url: SQLAlchemy URL, ``sqlite:////data/countroom.db`` or ``postgresql+psycopg://…``.
        anchor: File that holds the journal's head outside the database, so that a cut tail
            shows; nothing keeps no anchor.
    """

    def __init__(self, url: str, *, anchor: Path | None = None) -> None:
        self.url = make_url(url)
        self.anchor = anchor
        self.engine = _engine(str(url))
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._queue = FairLock()
        self._here = threading.local()
        file = self.url.database if self.is_sqlite else None
        self._lock_file = Path(f"{file}.lock") if file and file != ":memory:" else None

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a reading transaction: one consistent picture, nothing is kept."""
        gathered: Session | None = getattr(self._here, "gathered", None)
        if gathered is not None:
            yield gathered
            return
        with Session(self.engine) as tx:
            try:
                yield tx
            finally:
                tx.rollback()

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open the writing transaction, alone; kept on leaving, undone on an error."""
        gathered: Session | None = getattr(self._here, "gathered", None)
        if gathered is not None:
            with _one_of_many(gathered):
                yield gathered
            return
        with self._queue, _alone(self._lock_file), Session(self.engine) as tx:
            tx.info["writing"] = True
            connection = tx.connection(execution_options={"countroom_write": True})
            tx.info["connection"] = connection
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
            yield tx
            tx.commit()
            self._drop_anchor(tx.info.get("head"))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep every act of this thread at once on leaving: a day that is played, in one go.

        The acts are the same, and each sees those before it; nobody else sees any before the
        end. An error, an act's as well, undoes all of them. Nobody else writes meanwhile, so
        that this is not for a house at work.
        """
        with self.write() as tx:
            if getattr(self._here, "gathered", None) is tx:
                yield  # part of a larger gathering
                return
            tx.info["memory"] = tx  # what is read here may still be undone: others must not see it
            self._here.gathered = tx
            try:
                yield
            finally:
                self._here.gathered = None
            assert "undone" not in tx.info, "an act that failed undoes those before it"

    def _drop_anchor(self, head: Head | None) -> None:
        """Note the newest head; a process that comes late does not put it back."""
        if self.anchor is None or head is None:
            return
        descriptor = os.open(self.anchor, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            before = os.pread(descriptor, _ANCHOR_BYTES, 0)
            if _sequence(before) < head.seq:
                # one write of one length: a process that dies leaves the old or the new
                os.pwrite(descriptor, f"{head.seq:>20} {head.digest}\n".encode("ascii"), 0)
        finally:
            os.close(descriptor)

    def anchored(self) -> Head | None:
        """Read the head that was last anchored beside the database.

        Raises:
            ValueError: The file does not hold a head.
        """
        if self.anchor is None or not self.anchor.exists():
            return None
        return _head(self.anchor.read_bytes())


def _sequence(anchored: bytes) -> int:
    """Number of the entry that is anchored; 0 where none is, or nothing that can be read."""
    first, *_ = (*anchored.split(), b"")
    return int(first) if first.isdigit() else 0


def _head(anchored: bytes) -> Head | None:
    if not anchored:
        return None
    seq, digest = anchored.decode("ascii").split()
    return Head(int(seq), digest)


@contextmanager
def _one_of_many(tx: Session) -> Iterator[None]:
    """One act among several of a transaction: what it leaves is as if it were kept."""
    try:
        yield
    except BaseException:
        tx.info["undone"] = True
        raise
    tx.flush()
    tx.expunge_all()  # rows are read again, as another transaction would
    for name in _OF_AN_ACT:
        tx.info.pop(name, None)


@contextmanager
def _alone(lock: Path | None) -> Iterator[None]:
    """Let one process at a time in, where there is a file to lock."""
    if lock is None:
        yield
        return
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _engine(url: str) -> Engine:
    if make_url(url).get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})
        event.listen(engine, "connect", _sqlite_connect)
        event.listen(engine, "begin", _sqlite_begin)
        return engine
    return create_engine(url, pool_size=10, max_overflow=20, pool_pre_ping=True)


def _sqlite_connect(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None
    run: Callable[[str], object] = connection.execute
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
    run("PRAGMA foreign_keys = ON")
    run("PRAGMA recursive_triggers = ON")
    run("PRAGMA busy_timeout = 30000")


def _sqlite_begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("countroom_write", False)
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
