"""From a bare machine to one that can run this program, with the standard library alone.

A virtual environment is made in ``.venv`` beside the package and filled with the pinned
packages; what must come from the system (Pango and fonts to print, for the tests a browser and
PostgreSQL) is installed with apt-get where that is possible, and named in one sentence where it
is not. A stamp in ``.venv`` remembers what was done, so that the next start does none of it.
"""

import ctypes
import ctypes.util
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FONTS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path.home() / ".fonts",
    Path.home() / ".local" / "share" / "fonts",
)


class NotReadyError(Exception):
    """The machine cannot be made ready; the message says what is missing and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the program and its environment lie.

    Attributes:
        root: The folder of the checkout.
    """

    root: Path

    @property
    def project(self) -> Path:
        """What says which packages are needed."""
        return self.root / "pyproject.toml"

    @property
    def pins(self) -> Path:
        """What says which version of each."""
        return self.root / ".ci" / "constraints.txt"

    @property
    def environment(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The interpreter of the virtual environment."""
        return self.environment / "bin" / "python"

    @property
    def stamp(self) -> Path:
        """What remembers what the environment was filled with."""
        return self.environment / "countroom.json"


def place_of(root: str | None) -> Place:
    """Make a place of a folder: of the checkout that this module is in, if none is given."""
    return Place(Path(root) if root else Path(__file__).resolve().parent.parent)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that comes from the system and not from the package index.

    Attributes:
        packages: What a Debian or Ubuntu calls it.
        present: Answers whether it is there, however it came.
        without: What does not work without it, as a half sentence.
        tests_only: True when only the tests want it.
    """

    packages: tuple[str, ...]
    present: Callable[[], bool]
    without: str
    tests_only: bool = False


def ready(
    arguments: Sequence[str], place: Place, needs: Sequence[Need] | None = None
) -> Path | None:
    """Make the machine ready for the command line ``arguments``.

    Args:
        arguments: Without the program's name; ``test`` wants more than the others.
        place: The checkout.
        needs: What must come from the system, ``NEEDS`` if not given.

    Returns:
        The interpreter to hand over to, or None if the present one will do.

    Raises:
        NotReadyError: Something is missing that could not be installed.
    """
    extra = "test" if arguments[:1] == ["test"] else ""
    if not place.project.is_file():
        return None  # installed from a wheel: whoever did that brought the packages
    inside = Path(sys.prefix).resolve() == place.environment.resolve()
    in_another = not inside and sys.prefix != sys.base_prefix
    if in_another and _has_packages(place, extra):
        return None
    if not _is_stamped(place, extra):
        if not inside and _has_packages(place, extra):
            return None
        with _alone(place):
            if not _is_stamped(place, extra):
                _install(place, extra, NEEDS if needs is None else needs)
    return None if inside else place.python


# ------------------------------------------------------------------------- what is there


def _requirements(place: Place, extra: str) -> list[str]:
    """List the names of the packages that the project asks for, without versions."""
    project = tomllib.loads(place.project.read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    if extra:
        wanted += project["optional-dependencies"][extra]
    return [re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0] for line in wanted]


def _has_packages(place: Place, extra: str) -> bool:
    """Ask whether the interpreter that runs has every package by itself."""
    for name in _requirements(place, extra):
        try:
            importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            return False
    return True


def _digest(place: Place) -> str:
    """Digest what decides what is installed: Python, project, pins, and this module's needs."""
    digest = hashlib.sha256(f"{sys.version_info[:2]}\n".encode())
    for file in (place.project, place.pins, Path(__file__)):
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


def _stamped(place: Place) -> list[str]:
    """Read with which extras the environment was filled, for the project as it is now."""
    try:
        stamp = json.loads(place.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return list(stamp.get(_digest(place), []))


def _is_stamped(place: Place, extra: str) -> bool:
    return extra in _stamped(place) and place.python.exists()


def _write_stamp(place: Place, extra: str) -> None:
    extras = sorted({*_stamped(place), extra, ""})
    fresh = place.stamp.with_suffix(".new")
    fresh.write_text(json.dumps({_digest(place): extras}), encoding="utf-8")
    fresh.replace(place.stamp)


@contextmanager
def _alone(place: Place) -> Iterator[None]:
    """Let one process at a time make ready; a second one waits and finds it done.

    Raises:
        NotReadyError: The checkout cannot be written to.
    """
    try:
        lock = (place.root / ".venv.lock").open("w", encoding="utf-8")
    except OSError as reason:
        msg = f"{place.root} cannot be written to, and the packages are to go into its .venv."
        raise NotReadyError(msg) from reason
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("Waiting for another start of the program that is installing.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---------------------------------------------------------------------------- installing


def _install(place: Place, extra: str, every_need: Sequence[Need]) -> None:
    needs = [need for need in every_need if extra == "test" or not need.tests_only]
    _install_from_system(needs)
    _make_environment(place)
    _install_packages(place, extra)
    missing = [need for need in needs if not need.present()]
    for need in missing:
        names = " ".join(need.packages)
        _say(f"Without {names} {need.without}; as root: apt-get install {names}")
    # The tests ask again next time; a person who starts the program has been told once.
    _write_stamp(place, "" if missing else extra)


def _install_from_system(needs: Sequence[Need]) -> None:
    """Install what is missing with apt-get, one need at a time: one may be unknown here."""
    missing = [need for need in needs if not need.present()]
    if not missing or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    _say("Reading the list of system packages.")
    _apt("update")
    for need in missing:
        _say(f"Installing {' '.join(need.packages)}.")
        _apt("install", "--yes", "--no-install-recommends", *need.packages)


def _apt(*arguments: str) -> None:
    """Run apt-get; whether it helped is seen by what is there afterwards."""
    environment = {
        "DEBIAN_FRONTEND": "noninteractive",
        "RUNLEVEL": "1",  # a database server that is installed need not be started
    }
    _quiet([shutil.which("apt-get") or "apt-get", "-qq", *arguments], environment)


def _make_environment(place: Place) -> None:
    """Make the environment, or make it again if its Python is gone or has no pip.

    Raises:
        NotReadyError: This Python cannot make one.
    """
    if place.python.exists():
        if _quiet([str(place.python), "-c", "import pip"]).returncode == 0:
            return
        _say("The virtual environment .venv is broken.")
    if not _can_make_environments():
        name = _venv_packages()[0]
        msg = f"Python's venv module is missing; install the package {name} and start again."
        raise NotReadyError(msg)
    _say("Making the virtual environment .venv.")
    made = _quiet([sys.executable, "-m", "venv", "--clear", str(place.environment)])
    if made.returncode != 0:
        msg = f"The virtual environment could not be made: {_last_line(made.stdout)}"
        raise NotReadyError(msg)


def _install_packages(place: Place, extra: str) -> None:
    """Install the pinned packages and this checkout itself.

    Raises:
        NotReadyError: pip failed; the message holds its last line and names its log.
    """
    count = len(_requirements(place, extra))
    _say(f"Installing {count} packages and what they stand on; this takes about a minute, once.")
    target = f"{place.root}[{extra}]" if extra else str(place.root)
    environment = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_COLOR": "1"}
    if place.pins.is_file():
        environment |= {"PIP_CONSTRAINT": str(place.pins), "PIP_BUILD_CONSTRAINT": str(place.pins)}
    done = _quiet(
        [str(place.python), "-m", "pip", "install", "--no-input", "--editable", target],
        environment,
    )
    log = place.environment / "install.log"
    log.write_text(done.stdout, encoding="utf-8")
    if done.returncode != 0:
        msg = f"The packages could not be installed: {_last_line(done.stdout)} (all of it: {log})"
        raise NotReadyError(msg)


def _quiet(
    command: list[str], environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, keeping what it says to ourselves."""
    return subprocess.run(
        command,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def _last_line(output: str) -> str:
    """Find the line of a failed program's output that most likely says why."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.upper().startswith("ERROR")]
    return (errors or lines or ["no reason was given"])[-1]


def _say(line: str) -> None:
    print(f"countroom: {line}", file=sys.stderr, flush=True)


# ------------------------------------------------------------------ what the system brings


def _venv_packages() -> tuple[str, ...]:
    """Name Debian's package of venv: of this very Python if it is the system's."""
    if sys.base_prefix == "/usr":
        return (f"python3.{sys.version_info.minor}-venv",)
    return ("python3-venv",)


def _can_make_environments() -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec("ensurepip") is not None


def _has_library(*names: str) -> bool:
    """Ask whether the dynamic linker finds every library, by its name and version."""
    for name in names:
        stem, version = name.rsplit(".", 1)
        try:
            ctypes.CDLL(f"lib{stem}.so.{version}")
        except OSError:
            if ctypes.util.find_library(stem) is None:
                return False
    return True


def _has_fonts(*patterns: str) -> bool:
    """Ask whether each pattern names a font file that is installed."""
    return all(
        any(next(folder.rglob(pattern), None) for folder in _FONTS if folder.is_dir())
        for pattern in patterns
    )


def _has_browser() -> bool:
    return any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))


def _has_postgresql() -> bool:
    if shutil.which("initdb"):
        return True
    return any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


NEEDS: Final = (
    Need(_venv_packages(), _can_make_environments, "no packages can be installed"),
    Need(
        ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
        lambda: _has_library("pango-1.0.0", "pangoft2-1.0.0", "harfbuzz-subset.0"),
        "nothing can be printed",
    ),
    Need(
        ("fonts-noto-core", "fonts-noto-cjk"),
        lambda: _has_fonts("NotoSans-Regular*", "NotoSansCJK*"),
        "some names print as empty boxes",
    ),
    Need(
        ("chromium", "libatomic1"),  # the second for what drives the first
        lambda: _has_browser() and _has_library("atomic.1"),
        "the browser tests are skipped",
        tests_only=True,
    ),
    Need(("postgresql",), _has_postgresql, "the PostgreSQL tests are skipped", tests_only=True),
)
"""What comes from the system, in the order it is installed."""
