"""The fixture day behind screens: everybody signs in with one PIN, at any moment of the day."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from countroom.operations import secrecy
from countroom.operations.acts import Database
from countroom.stores import desk, migrating
from countroom.stores.desk import Secret
from tests.operations import fixture_day
from tests.operations.fixture_day import COUNT, PEOPLE, PROVED, FixtureDay
from tests.plumbing import session
from tests.plumbing.web import Site, Tablet, serve_site
from tests.web import gallery

PIN: Final = "8362"
HERE: Final = COUNT
"""The count of the day, as it stands in addresses."""


@dataclass
class ServedDay:
    """The day's acts, and tablets in front of the same database.

    Attributes:
        day: Does what people do without a screen.
        site: What is served.
    """

    day: FixtureDay
    site: Site

    def tablet(self, badge: str) -> Tablet:
        """A tablet on which somebody of the day has signed in; the clocks agree."""
        self.site.clock.at = self.day.now
        tablet = Tablet(self.site)
        fields = {"badge": badge, "pin": PIN, "next": ""}
        tablet.post("/sign-in", fields, status=303)
        return tablet

    def signs(self, badge: str, prefix: str = "") -> dict[str, Any]:
        """Badge and PIN of somebody, as fields of a form."""
        return {f"{prefix}badge": badge, f"{prefix}pin": PIN}


def _give_pins(database: Database, day: FixtureDay) -> None:
    hashed = secrecy.hash_secret(PIN, secrecy.CHEAP)
    with database.write() as tx:
        for badge in PEOPLE:
            desk.save_secret(tx, Secret(badge, "pin", hashed, day.now, None, None))


def _made(name: str, make: Callable[[FixtureDay], None]) -> Path:
    """A database at one moment of the day, made once a session."""
    folder = session.folder() / f"day-{name}"
    with session.alone(f"day-{name}"):
        if not folder.exists():
            draft = folder.with_suffix(".new")
            draft.mkdir()
            database = Database(f"sqlite:///{draft / 'countroom.db'}")
            migrating.migrate(database)
            day = fixture_day.counted(database, PROVED)
            make(day)
            _give_pins(database, day)
            database.close()
            (draft / "now").write_text(day.now.isoformat(), encoding="utf-8")
            draft.rename(folder)
    return folder


def _nothing(day: FixtureDay) -> None:
    del day


def _to_presentation(day: FixtureDay) -> None:
    day.prove()
    day.present()
    day.enter_cashier()


def _to_agreement(day: FixtureDay) -> None:
    day.agree()


def _to_conclusion(day: FixtureDay) -> None:
    day.agree()
    day.to_the_end()


MOMENTS: Final[dict[str, Callable[[FixtureDay], None]]] = {
    "recorded": _nothing,
    "presented": _to_presentation,
    "agreed": _to_agreement,
    "concluded": _to_conclusion,
}
"""Moments at which a served day may begin."""


def served_day(folder: Path, moment: str, app: Flask | None = None) -> ServedDay:
    """The fixture day at a moment, on a database of its own.

    Args:
        folder: Where it may lie.
        moment: One of ``MOMENTS``.
        app: An application that served another house before.
    """
    made = _made(moment, MOMENTS[moment])
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made / "countroom.db", folder / "countroom.db")
    site = serve_site(folder, app=app)
    site.clock.at = datetime.fromisoformat((made / "now").read_text(encoding="utf-8"))
    day = FixtureDay(site.database, fixture_day.the_house(PROVED), site.clock.at)
    return ServedDay(day, site)


Serve = Callable[[str], ServedDay]
"""What the fixture ``serve`` is: the day at a moment."""


@pytest.fixture
def serve(tmp_path: Path, one_app: Flask) -> Iterator[Serve]:
    """Serves the fixture day at a moment; whoever was served before is so no more."""
    served: list[ServedDay] = []

    def at(moment: str) -> ServedDay:
        served.append(served_day(tmp_path / moment, moment, one_app))
        gallery.install(one_app)
        return served[-1]

    yield at
    for day in served:
        day.site.database.close()
