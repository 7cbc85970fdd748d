"""The planted day stopped in every state that a count can be in.

The day is worked once a session; at each state its folder is copied. A test takes a copy of that
copy, in which everybody who may look at it is signed in.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from jinja2 import FileSystemBytecodeCache

from countroom.operations import house as houses
from countroom.operations import secrecy
from countroom.operations.acts import perform
from countroom.stores import desk, migrating
from countroom.stores.database import Database
from countroom.stores.desk import Secret as Hashed
from countroom.stores.desk import SignIn
from countroom.web import desk as web_desk
from countroom.web.app import create_app
from countroom.web.press_room import keep_due
from tests.plumbing import session
from tests.plumbing.web import Hand, Site, settings_of
from tests.secrets import planted
from tests.secrets.day import SecretDay
from tests.secrets.house import AFTER, DAY, MORNING, ONLOOKERS, PIN, Onlooker, the_house

# -------------------------------------------------------------------------------- the states

Step = Callable[[SecretDay], object]

_TO_C8: Final[tuple[tuple[str, Step], ...]] = (
    ("C1", SecretDay.secure),
    ("C2", lambda day: day.receive("1101", "1102", "1501")),
    ("C3", SecretDay.count_two),
    ("C4", SecretDay.all_recorded),
    ("C4a", SecretDay.prove),
    ("C5", SecretDay.present),
    ("C5-begun", SecretDay.begin_recount),
    ("C7", lambda day: day.submit(n2000=-planted.SHORT)),
    ("C7a", SecretDay.direct),
    ("C7b", SecretDay.escalate),
    ("C8", SecretDay.lay_to_no_box),
    ("C9", SecretDay.to_cashier),
    ("C10", lambda day: day.sign(("ccr", "B1"))),
    ("C11", SecretDay.distribute),
    ("C12", SecretDay.seal),
    ("C13", SecretDay.inspect),
    ("C14", SecretDay.conclude),
    ("second", SecretDay.second_count),
)
"""The way of the count: each state, and what leads to it from the one before."""

_BRANCHES: Final[dict[str, tuple[str, Step]]] = {
    "C7b-proof": ("C4", lambda day: day.prove(n2000=planted.PROOF_OVER)),
    "C7-over": ("C5-begun", lambda day: day.submit(n2000=planted.OTHERWISE_OVER)),
    "C7-elsewhere": ("C5-begun", lambda day: day.submit(n10000=-planted.ELSEWHERE_SHORT)),
    "paper": ("C3", SecretDay.key_in),
    "C7b-reopened": ("C8", SecretDay.reopen),
    "CS-C3": ("C3", SecretDay.suspend),
    "CS-C4": ("C4", SecretDay.suspend),
    "CS-C5": ("C5-begun", SecretDay.suspend),
    "CS-C7": ("C7", SecretDay.suspend),
    "CS-C8": ("C8", SecretDay.suspend),
}
"""States beside the way: where they leave it, and how."""

_ORDER: Final = tuple(name for name, _ in _TO_C8)

STATES: Final = (*_ORDER, *_BRANCHES)
"""Every state by its name."""

_PRINTED: Final = frozenset({"C10"})


def _before(state: str) -> tuple[str, Step]:
    if state in _BRANCHES:
        return _BRANCHES[state]
    place = _ORDER.index(state)
    return ("" if place == 0 else _ORDER[place - 1]), _TO_C8[place][1]


def _open(folder: Path) -> SecretDay:
    database = Database(f"sqlite:///{folder / 'countroom.db'}")
    now = datetime.fromisoformat((folder / "now").read_text(encoding="ascii"))
    return SecretDay(database, the_house(), now, folder / "rounds")


def _close(day: SecretDay, folder: Path) -> None:
    day.database.close()
    (folder / "now").write_text(day.now.isoformat(), encoding="ascii")


def _begin(folder: Path) -> None:
    """The house, the floor, the drop; everybody has a PIN."""
    database = Database(f"sqlite:///{folder / 'countroom.db'}")
    migrating.migrate(database)
    made = the_house()
    who = houses.the_program()
    perform(database, houses.load_property, who=who, now=MORNING, house=made, effective=DAY)
    day = SecretDay(database, made, MORNING, folder / "rounds")
    day.floor()
    hashed = secrecy.hash_secret(PIN, secrecy.CHEAP)
    with database.write() as tx:
        for person in made.people:
            desk.save_secret(tx, Hashed(person.code, "pin", hashed, day.now, None, None))
    day.now = AFTER
    _close(day, folder)


def _keep_prints(folder: Path, now: datetime) -> None:
    site = serve(folder, now)
    with site.app.app_context():
        keep_due(web_desk.server())
    site.database.close()


def folder_of(state: str) -> Path:
    """The data folder of a state, made once a session with all that lead to it."""
    folder = session.folder() / f"secret-{state or 'dropped'}"
    with session.alone(folder.name):
        if not folder.exists():
            draft = folder.with_suffix(".new")
            if state:
                before, step = _before(state)
                shutil.copytree(folder_of(before), draft)
                day = _open(draft)
                step(day)
                _close(day, draft)
                if state in _PRINTED:
                    _keep_prints(draft, day.now)
            else:
                draft.mkdir()
                _begin(draft)
            draft.rename(folder)
    return folder


# ------------------------------------------------------------------------------- what is served


def day_at(state: str, where: Path) -> SecretDay:
    """The day in a state, to be gone on with: a copy."""
    shutil.copytree(folder_of(state), where)
    return _open(where)


def token(one: Onlooker) -> str:
    """What stands in the cookie of somebody who looks."""
    return f"token-of-{one.badge}"


def serve(folder: Path, now: datetime) -> Site:
    """Put the application before a data folder."""
    settings = settings_of(folder)
    settings.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = Database(settings.database_url)
    clock = Hand(now)
    app = create_app(settings, database, clock)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(session.folder()))
    return Site(app, database, clock, settings)


@dataclass
class Place:
    """A served copy of a state: put back as it was whenever something was sent to it.

    Attributes:
        state: Name of the state.
        site: What is served.
    """

    state: str
    site: Site

    @property
    def file(self) -> Path:
        """The database."""
        return self.site.settings.data / "countroom.db"

    def put_back(self) -> None:
        """Undo whatever was done."""
        self.site.database.close()
        shutil.copyfile(self.file.with_suffix(".kept"), self.file)
        for left in ("-wal", "-shm"):
            self.file.with_name(self.file.name + left).unlink(missing_ok=True)


def place(state: str, where: Path) -> Place:
    """A state of its own for a test, everybody signed in."""
    shutil.copytree(folder_of(state), where)
    now = datetime.fromisoformat((where / "now").read_text(encoding="ascii"))
    site = serve(where, now)
    with site.database.write() as tx:
        for one in ONLOOKERS:
            found = SignIn(
                secrecy.token_digest(token(one)), one.badge, one.duty.value, "T", now, now, None
            )
            desk.save_sign_in(tx, found)
    site.database.close()
    there = Place(state, site)
    shutil.copyfile(there.file, there.file.with_suffix(".kept"))
    return there
