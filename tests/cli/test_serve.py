"""``countroom serve``: what it refuses to serve, and that it serves."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from countroom.cli import main
from countroom.cli.serve import check, options
from countroom.errors import SettingsError
from countroom.operations import opening
from countroom.settings import AppSettings
from countroom.stores import migrating
from tests.plumbing.source import ROOT


@pytest.fixture
def ready(tmp_path: Path) -> AppSettings:
    """A data folder in the program's shape."""
    settings = AppSettings.for_data(tmp_path / "data", environment={})
    opening.migrate(settings).close()
    return settings


def test_nothing_is_served_where_there_is_no_property(tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, ["serve", "--data", str(tmp_path / "none")])
    assert answer.exit_code == 2
    assert "run migrate" in answer.output


def test_a_database_of_another_shape_is_not_served(ready: AppSettings) -> None:
    check(ready)
    database = opening.open_database(ready)
    migrating.downgrade(database, "base")
    database.close()
    with pytest.raises(SettingsError, match="run migrate"):
        check(ready)


def test_without_assertions_nothing_is_served(ready: AppSettings) -> None:
    code = "from countroom.cli import main; main()"
    command = [sys.executable, "-O", "-c", code, "serve", "--data", str(ready.data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "assertions" in done.stderr


def test_sqlite_is_served_by_one_process_and_postgresql_by_several(tmp_path: Path) -> None:
    settings = AppSettings.for_data(tmp_path, environment={})
    assert options(settings)["workers"] == 1
    assert options(settings)["worker_class"] == "gthread"
    elsewhere = "postgresql+psycopg://nobody@/nothing"
    several = AppSettings.for_data(tmp_path, database=elsewhere, environment={})
    assert options(several)["workers"] == 3
    five = AppSettings.for_data(tmp_path, database=elsewhere, environment={}, workers=5)
    assert options(five)["workers"] == 5


@pytest.fixture
def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
    return port


def _answer(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.URLError:
        return 0, ""


def test_it_serves_and_stops(ready: AppSettings, free_port: int) -> None:
    command = [
        *(sys.executable, "-c", "from countroom.cli import main; main()"),
        *("serve", "--data", str(ready.data), "--port", str(free_port)),
    ]
    with subprocess.Popen(
        command, cwd=ROOT, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as server:
        try:
            address = f"http://127.0.0.1:{free_port}"
            for _ in range(150):
                if _answer(f"{address}/ready")[0]:
                    break
                time.sleep(0.1)
            assert _answer(f"{address}/ready") == (200, '{"status":"ready"}\n')
            assert "Sign in" in _answer(f"{address}/sign-in")[1]
        finally:
            server.send_signal(signal.SIGTERM)
            output = server.communicate(timeout=30)[0].decode()
    assert f"The count room is open at {address}/" in output
    assert server.returncode == 0
