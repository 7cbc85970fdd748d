"""A throwaway PostgreSQL cluster: one for all processes of a session, one database a test.

It listens on a socket in the session's folder and nowhere else, runs as an unprivileged user
when the suite runs as root (initdb refuses root), and is stopped by its own process id.
"""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql

from tests.plumbing import session

_USER = "countroom"
_PORT = "5432"  # part of the socket's name only
_numbers = itertools.count(1)


def programs() -> Path | None:
    """Find the folder that holds initdb and postgres: the newest that is installed."""
    on_path = shutil.which("initdb")
    if on_path and shutil.which("postgres"):
        return Path(on_path).parent
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    by_version = sorted(found, key=lambda path: [int(n) for n in path.parts[4].split(".")])
    return by_version[-1].parent if by_version else None


def _unprivileged() -> dict[str, Any]:
    """Say as whom the server runs: as us, unless we are root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _run(command: list[str], place: Path, log: str) -> subprocess.Popen[bytes]:
    with (place / log).open("ab") as output:
        return subprocess.Popen(
            command,
            cwd=place,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **_unprivileged(),
        )


def _start(place: Path) -> None:
    """Make a cluster in ``place`` and start its server.

    Raises:
        RuntimeError: It did not start; the message holds what it said.
    """
    bin_ = programs()
    assert bin_ is not None, "ask programs() before"
    place.mkdir()
    who = _unprivileged()
    if who:
        os.chown(place, who["user"], who["group"])
    data = str(place / "data")
    options = ["--auth=trust", f"--username={_USER}", "--encoding=UTF8", "--no-sync"]
    made = _run([str(bin_ / "initdb"), f"--pgdata={data}", *options], place, "initdb.log")
    if made.wait() != 0:
        raise RuntimeError((place / "initdb.log").read_text(errors="replace"))
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(place),
        "port": _PORT,
        "fsync": "off",  # only a crash of the whole machine would tell
        "max_connections": "200",
    }
    arguments = [f"--{name}={value}" for name, value in settings.items()]
    server = _run([str(bin_ / "postgres"), "-D", data, *arguments], place, "server.log")
    for _ in range(300):
        if server.poll() is not None:
            raise RuntimeError((place / "server.log").read_text(errors="replace"))
        if _answers(place):
            (place / "pid").write_text(str(server.pid))
            server.returncode = 0  # outlives this process; stop() ends it by its id
            return
        time.sleep(0.1)
    server.terminate()
    raise RuntimeError((place / "server.log").read_text(errors="replace"))


def _answers(place: Path) -> bool:
    try:
        _administer(place, None)
    except psycopg.OperationalError:
        return False
    return True


def _administer(place: Path, statement: sql.Composed | None) -> None:
    with psycopg.connect(
        host=str(place), port=_PORT, user=_USER, dbname="postgres", autocommit=True
    ) as connection:
        if statement is not None:
            connection.execute(statement)


def cluster() -> Path:
    """Return the folder of the session's cluster, started by whoever needs it first.

    Skips the test (or fails it, where nothing may be skipped) without PostgreSQL.
    """
    if programs() is None:
        session.missing("PostgreSQL is not installed")
    place = session.folder() / "pg"
    with session.alone("pg"):
        if not (place / "pid").is_file():
            if place.exists():
                pytest.fail("the PostgreSQL of this session did not start", pytrace=False)
            _start(place)
    return place


def stop() -> None:
    """Stop the session's server, if one was started."""
    mark = session.folder() / "pg" / "pid"
    if not mark.is_file():
        return
    pid = int(mark.read_text())
    os.kill(pid, signal.SIGINT)  # fast shutdown: do not wait for clients
    for _ in range(100):
        if not _runs(pid):
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)


def _runs(pid: int) -> bool:
    try:
        finished, _ = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        finished = 0  # a worker started it; see whether it is still there
    if finished == pid:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def database(template: str | None = None) -> Iterator[str]:
    """Make a fresh database and give its URL; it is dropped afterwards.

    Args:
        template: The name of a database to copy; without, the new one is empty.
    """
    place = cluster()
    name = f"t_{os.getpid()}_{next(_numbers)}"
    made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    _administer(place, made.format(sql.Identifier(name), sql.Identifier(template or "template0")))
    try:
        yield f"postgresql+psycopg://{_USER}@/{name}?host={quote(str(place), safe='')}&port={_PORT}"
    finally:
        dropped = sql.SQL("DROP DATABASE {} WITH (FORCE)")
        _administer(place, dropped.format(sql.Identifier(name)))
