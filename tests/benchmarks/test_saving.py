"""Twelve tablets save boxes through the screens, against a bare handler that saves as much.

Both are served by the same server with the same options, one process on SQLite, and loaded by
the same tablets in turns within one run. The budget is the ratio of the 99th percentiles.
"""

import http.client
import json
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from countroom.operations import sign_ins
from countroom.operations.acts import Proof
from countroom.operations.opening import open_database
from countroom.settings import AppSettings
from countroom.stores import desk
from tests.benchmarks import serving
from tests.benchmarks.conftest import Show
from tests.benchmarks.serving import Measured
from tests.plumbing.tablets import TEAM, Room

TABLETS: Final = 12
SAVES: Final = 40
"""Saves of each tablet in a turn."""

TURNS: Final = 2

BUDGET: Final = 3.0
"""The 99th percentile against that of the bare handler."""


def _typed(number: int) -> dict[str, str]:
    """What stands in the fields of a box at its so-manieth save."""
    pieces = {100_00: number, 50_00: 3, 20_00: 45, 10_00: 17, 5_00: 9, 1_00: 31}
    return {f"grid.currency-{cents}.pieces": str(n) for cents, n in pieces.items()}


class House:
    """The real program, served on a data folder with a box shown empty at every station."""

    def __init__(self, folder: Path) -> None:
        self.settings = AppSettings.for_data(folder, port=serving.free_port())
        folder.mkdir()
        self.database = open_database(self.settings)
        self.room = Room(self.database, TABLETS, datetime.now(UTC))  # noqa: TID251 - the server's
        self.room.show_every_box()
        self.cookies = [self._sign_in(badge) for badge in TEAM]
        self.database.close()

    def _sign_in(self, badge: str) -> str:
        person = self.room.house.person(badge)
        with self.database.write() as tx:
            desk.add_proof(tx, nonce=badge, person=badge, at=self.room.now)
        proof = Proof(person, person.roles[0], "pin", badge)
        device = f"{int(badge):032x}"
        token = sign_ins.sign_in(self.database, self.room.now, proof, device=f"T-{device[:8]}")
        return f"countroom-sign-in={token}; countroom-device={device}"

    @property
    def command(self) -> list[str]:
        """How it is started."""
        place = ["--data", str(self.settings.data), "--port", str(self.settings.port)]
        return ["-m", "countroom", "serve", *place]

    def tablets(self) -> "list[Tablet]":
        """Twelve tablets, each with a box and with the token that a page would have."""
        paths = [f"/count-room/{self.room.count}/box/{box}" for box in self.room.boxes]
        return [
            Tablet(self.settings.port, path, cookies)
            for path, cookies in zip(paths, self.cookies, strict=True)
        ]


class Tablet:
    """A tablet on which somebody is signed in and has a box before him."""

    def __init__(self, port: int, path: str, cookies: str) -> None:
        self.path = path
        self.revision = 0
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/sign-in/alive", headers={"Cookie": cookies})
        answer = connection.getresponse()
        token = json.loads(answer.read())["token"]
        given = [cookie.partition(";")[0] for cookie in answer.headers.get_all("Set-Cookie", [])]
        connection.close()
        self._headers = {
            "Cookie": "; ".join([cookies, *given]),
            "X-CSRFToken": token,
            "Origin": f"http://127.0.0.1:{port}",
            "Host": f"127.0.0.1:{port}",
            "Accept": "application/json",
        }

    def saves(self, many: int) -> list[str]:
        """So many saves of a draft, each on the revision that the one before left."""
        first, self.revision = self.revision, self.revision + many
        return [
            serving.request(
                "POST",
                f"{self.path}/draft",
                json.dumps({"values": _typed(revision), "revision": revision}),
                self._headers | {"Content-Type": "application/json"},
            )
            for revision in range(first, first + many)
        ]

    def record(self) -> str:
        """The form that records what was saved."""
        form = _typed(self.revision) | {"revision": str(self.revision), "key": secrets.token_hex(8)}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return serving.request("POST", f"{self.path}/record", urlencode(form), self._headers | kind)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """The real program, served."""
    made = House(tmp_path / "house")
    with serving.server(made.command, made.settings.port, tmp_path / "house.log"):
        yield made


@pytest.fixture
def bare_port(tmp_path: Path) -> Iterator[int]:
    """The bare handler, served."""
    folder, port = tmp_path / "bare", serving.free_port()
    folder.mkdir()
    command = ["-m", "tests.benchmarks.serve_bare", str(folder), str(port)]
    with serving.server(command, port, tmp_path / "bare.log"):
        yield port


def _bare_saves(many: int) -> list[list[str]]:
    kind = {"Content-Type": "application/json"}
    body = json.dumps({"values": _typed(0), "revision": 0})
    return [[serving.request("POST", "/save", body, kind)] * many for _ in range(TABLETS)]


def _row(name: str, found: Measured, base: Measured) -> list[str]:
    ratio = found.p99_ms / base.p99_ms
    figures = [f"{found.per_second:.0f}", f"{found.p50_ms:.1f}", f"{found.p99_ms:.1f}"]
    return [name, *figures, f"{ratio:.2f}"]


def test_twelve_tablets_save_and_record(
    benchmark: BenchmarkFixture, house: House, bare_port: int, show: Show
) -> None:
    tablets = house.tablets()
    bare: list[Measured] = []
    ours: list[Measured] = []

    def turn() -> None:
        bare.append(serving.load(bare_port, _bare_saves(SAVES)))
        saves = [tablet.saves(SAVES) for tablet in tablets]
        ours.append(serving.load(house.settings.port, saves))

    turn()  # warms both up and is not counted
    bare.clear()
    ours.clear()
    benchmark.pedantic(turn, rounds=TURNS)  # type: ignore[no-untyped-call]
    recorded = serving.load(house.settings.port, [[tablet.record()] for tablet in tablets])
    base, saved = sum(bare[1:], bare[0]), sum(ours[1:], ours[0])
    assert set(base.statuses) == set(saved.statuses) == {200}
    assert set(recorded.statuses) == {200}, recorded.statuses
    show(
        f"Saving boxes from {TABLETS} tablets (one process on SQLite, loopback)",
        ["", "a second", "p50 ms", "p99 ms", "p99 ratio"],
        [
            _row("bare queued handler", base, base),
            _row("save as one types", saved, base),
            _row("record a box", recorded, base),
        ],
        f"budget: p99 of saving at most {BUDGET} times the bare handler's",
    )
