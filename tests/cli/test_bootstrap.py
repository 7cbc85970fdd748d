"""From a bare machine to a running program, tried on a small project that needs no network."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from countroom import bootstrap
from countroom.bootstrap import Need, NotReadyError, Place
from tests.plumbing.source import ROOT

PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "smallroom"
version = "1"
dependencies = ["felt[green]>=1"]

[project.optional-dependencies]
test = ["rake"]
"""

BACKEND = """
import zipfile

def build_editable(folder, settings=None, metadata=None):
    name = "smallroom-1-py3-none-any.whl"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        wheel.writestr("smallroom-1.dist-info/METADATA", META)
        wheel.writestr("smallroom-1.dist-info/WHEEL", WHEEL)
        wheel.writestr("smallroom-1.dist-info/RECORD", "")
    return name

WHEEL = "Wheel-Version: 1.0\\nGenerator: us\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
META = '''Metadata-Version: 2.1
Name: smallroom
Version: 1
Requires-Dist: felt
Provides-Extra: test
Requires-Dist: rake; extra == "test"
'''
"""


def a_wheel(folder: Path, name: str, version: str) -> None:
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", f"VERSION = {version!r}\n")
        wheel.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A checkout of a small project whose packages lie in a folder."""
    root, shelf = tmp_path / "checkout", tmp_path / "shelf"
    (root / ".ci").mkdir(parents=True)
    shelf.mkdir()
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "backend.py").write_text(BACKEND)
    (root / ".ci" / "constraints.txt").write_text("felt==1.1\nrake==2.0\n")
    for name, version in (("felt", "1.1"), ("felt", "1.2"), ("rake", "2.0")):
        a_wheel(shelf, name, version)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return Place(root)


def a_python(place: Place, does: str) -> None:
    """Put something in the place of the environment's interpreter."""
    place.python.parent.mkdir(parents=True)
    place.python.write_text(f"#!/bin/sh\n{does}\n")
    place.python.chmod(0o755)


def versions(place: Place) -> str:
    code = "import importlib.metadata as m; [print(d.name, d.version) for d in m.distributions()]"
    return subprocess.run(
        [str(place.python), "-c", code], capture_output=True, text=True, check=True
    ).stdout


def test_a_bare_checkout_gets_pinned_packages_once(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bootstrap.ready(["demo"], place, []) == place.python
    assert "felt 1.1" in versions(place)
    assert "rake" not in versions(place)
    assert len(capsys.readouterr().err.splitlines()) == 2

    assert bootstrap.ready([], place, []) == place.python
    assert capsys.readouterr().err == "", "an unchanged project starts without a word"

    assert bootstrap.ready(["test"], place, []) == place.python
    assert "rake 2.0" in versions(place)
    assert "virtual environment" not in capsys.readouterr().err

    place.pins.write_text("felt==1.2\n")
    assert bootstrap.ready(["demo"], place, []) == place.python
    assert "felt 1.2" in versions(place)

    place.stamp.write_text("torn")
    place.python.unlink()
    place.python.symlink_to("nowhere")
    assert bootstrap.ready(["demo"], place, []) == place.python
    assert "felt 1.2" in versions(place)

    asked = "from countroom.bootstrap import *; print(ready([], Place(Path(sys.argv[1]))))"
    inside = [str(place.python), "-c", asked, str(place.root)]
    answer = subprocess.run(inside, cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout == "None\n", "inside its own environment it goes on by itself"


def test_an_environment_without_pip_is_broken(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    a_python(place, "exit 1")
    (place.root / "backend.py").unlink()
    with pytest.raises(NotReadyError, match="could not be installed"):
        bootstrap.ready([], place, [])
    said = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in said] == ["The", "Making", "Installing"]


def test_a_package_that_cannot_be_had_is_named(place: Place) -> None:
    place.project.write_text(PROJECT.replace("felt[green]>=1", "marble"))
    backend = BACKEND.replace("Requires-Dist: felt", "Requires-Dist: marble")
    (place.root / "backend.py").write_text(backend)
    with pytest.raises(NotReadyError, match=r"No matching .* for marble.*install\.log"):
        bootstrap.ready([], place, [])
    assert not place.stamp.exists()


def test_an_interpreter_with_everything_goes_on_by_itself(place: Place) -> None:
    place.project.write_text('[project]\nname = "small"\ndependencies = ["click", "flask>=3"]\n')
    assert bootstrap.ready([], place, []) is None
    assert not place.environment.exists()


def test_a_wheel_needs_nothing_made_ready(tmp_path: Path) -> None:
    assert bootstrap.ready([], Place(tmp_path), []) is None


@contextmanager
def held(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def test_a_second_start_waits_for_the_first(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    results: list[Path | None] = []
    second = threading.Thread(target=lambda: results.append(bootstrap.ready([], place, [])))
    with held(place.root / ".venv.lock"):
        second.start()
        while "Waiting" not in capsys.readouterr().err:
            time.sleep(0.01)
        assert results == []
        a_python(place, "exit 0")
        bootstrap._write_stamp(place, "")
    second.join()
    assert results == [place.python]
    assert "Installing" not in capsys.readouterr().err


def test_a_checkout_that_cannot_be_written_to_is_named(place: Place) -> None:
    (place.root / ".venv.lock").mkdir()
    with pytest.raises(NotReadyError, match="cannot be written to"):
        bootstrap.ready([], place, [])


APT = """#!/bin/sh
echo "$*" >> {log}
case "$*" in *chalk*) touch {chalk};; esac
"""


@pytest.fixture
def apt_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose apt-get has chalk and nothing else."""
    programs = tmp_path / "programs"
    programs.mkdir()
    log = tmp_path / "apt.log"
    program = programs / "apt-get"
    program.write_text(APT.format(log=log, chalk=tmp_path / "chalk"))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return log


def test_what_the_system_lacks_is_installed_or_named(
    place: Place, apt_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_python(place, "exit 0")
    needs = [
        Need(("chalk",), (tmp_path / "chalk").exists, "no mark is seen"),
        Need(("slate", "sponge"), lambda: False, "nothing is written"),
        Need(("gong",), lambda: False, "no test is heard", tests_only=True),
        Need(("air",), lambda: True, "nobody breathes"),
    ]
    bootstrap.ready([], place, needs)
    said = capsys.readouterr().err
    assert "Without slate sponge nothing is written; as root: apt-get install slate sponge" in said
    assert "Without chalk" not in said or os.geteuid() != 0
    assert "gong" not in said
    assert "air" not in said
    assert bootstrap._is_stamped(place, "")
    bootstrap.ready(["test"], place, needs)
    assert "Without gong no test is heard" in capsys.readouterr().err
    assert not bootstrap._is_stamped(place, "test"), "the tests ask again next time"
    if os.geteuid() == 0:
        assert apt_log.read_text().splitlines()[:3] == [
            "-qq update",
            "-qq install --yes --no-install-recommends chalk",
            "-qq install --yes --no-install-recommends slate sponge",
        ]


def test_every_need_answers() -> None:
    for need in bootstrap.NEEDS:
        assert need.present() in {True, False}
    assert not bootstrap._has_library("of-no-name.7")
    assert not bootstrap._has_fonts("*.no-such-font")


def test_a_failure_without_a_word_is_said_to_be_one() -> None:
    assert bootstrap._last_line("") == "no reason was given"
    assert bootstrap._last_line("one\nERROR: two\nthree\n") == "ERROR: two"
    assert bootstrap._last_line("one\ntwo\n") == "two"


def the_program(place: Place, *arguments: str) -> subprocess.Popen[str]:
    """Start ``python3 -m countroom`` as it starts in another checkout."""
    code = "import sys; from countroom.__main__ import main; sys.exit(main(sys.argv.pop(1)))"
    return subprocess.Popen(
        [sys.executable, "-c", code, str(place.root), *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hears_an_interrupt,  # noqa: PLW1509 - sets a signal and nothing else
    )


def _hears_an_interrupt() -> None:
    """As from a terminal: whoever runs the suite in the background may have it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_the_program_hands_over_to_its_environment(place: Place) -> None:
    a_python(place, 'echo "$COUNTROOM_HANDED_OVER $*"')
    bootstrap._write_stamp(place, "")
    said, _ = the_program(place, "play", "--seed", "7").communicate()
    assert said == "1 -m countroom play --seed 7\n"


def test_the_program_says_why_it_cannot_start(place: Place) -> None:
    (place.root / ".venv.lock").mkdir()
    program = the_program(place, "demo")
    _, said = program.communicate()
    assert program.returncode == 2
    why = "cannot be written to, and the packages are to go into its .venv."
    assert said == f"countroom: {place.root} {why}\n"


def test_the_program_stops_at_once_when_told_to(place: Place) -> None:
    with held(place.root / ".venv.lock"):
        program = the_program(place, "demo")
        assert program.stderr is not None
        assert "Waiting" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=60) == ("", "")
    assert program.returncode == 130
