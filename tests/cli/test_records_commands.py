"""The commands that load a house, check its records, back them up and bring them back."""

from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from countroom.cli import clock, main
from countroom.domain.people import Role
from countroom.domain.property_file import read_house
from countroom.inquiries.games import kinds_of_games
from countroom.operations import opening
from countroom.operations.authentication import enrol
from countroom.settings import AppSettings

SAMPLE = str(files("countroom") / "sample_property.toml")


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTROOM_ARGON2_TIME", "1")
    monkeypatch.setenv("COUNTROOM_ARGON2_MEMORY_KIB", "8")
    monkeypatch.setenv("COUNTROOM_ARGON2_LANES", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture
def data(tmp_path: Path) -> str:
    folder = str(tmp_path / "data")
    loaded = run("property", "load", SAMPLE, "--effective", "2011-06-14", "--data", folder)
    assert loaded.exit_code == 0, loaded.output
    assert "One-time enrolment codes" in loaded.output
    return folder


def test_a_house_is_loaded_once_and_its_codes_shown_once(data: str) -> None:
    again = run("property", "load", SAMPLE, "--effective", "2011-06-15", "--data", data)
    assert again.exit_code == 0
    assert "0 new, 0 changed, 0 retired" in again.output
    assert "enrolment codes" not in again.output


def test_a_house_at_work_is_changed_by_two_people_at_the_command_line(tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    first = run("property", "load", SAMPLE, "--effective", "2011-06-14", "--data", folder)
    codes = {line.split()[0]: line.split()[1] for line in first.output.splitlines() if "  " in line}
    house = read_house(Path(SAMPLE).read_bytes(), games=kinds_of_games())
    admin, other = (
        next(one.code for one in house.people if one.holds(role))
        for role in (Role.ADMINISTRATOR, Role.SECURITY)
    )
    settings = AppSettings.for_data(Path(folder))
    database = opening.open_ready(settings)
    now = clock.now()
    for badge in (admin, other):
        enrol(database, now, badge, codes[badge], "4821")
    database.close()

    def again(*typed: str) -> Result:
        asked = ["property", "load", SAMPLE, "--effective", "2011-06-15", "--data", folder]
        return CliRunner().invoke(main, asked, input="\n".join(typed) + "\n")

    alone = again(admin, "4821", admin, "4821")
    assert (alone.exit_code, "two people" in alone.output) == (2, True)
    wrong = again(admin, "1111", other, "4821")
    assert wrong.exit_code == 2
    assert "Traceback" not in wrong.output
    swapped = again(other, "4821", admin, "4821")
    assert (swapped.exit_code, "is not registered as" in swapped.output) == (2, True)
    both = again(admin, "4821", other, "4821")
    assert both.exit_code == 0, both.output
    assert "0 new, 0 changed, 0 retired" in both.output
    assert "4821" not in both.output


def test_a_bad_file_is_refused_whole_with_every_fault_at_its_place(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    text = Path(SAMPLE).read_text(encoding="utf-8")
    bad.write_text(text.replace('zone = "America/New_York"', 'zone = "Mars/Base"', 1), "utf-8")
    folder = tmp_path / "data"
    refused = run("property", "load", str(bad), "--data", str(folder))
    assert refused.exit_code == 2
    assert "(line " in refused.output
    assert "was not loaded" in refused.output
    assert not folder.exists()


def test_records_are_verified_backed_up_and_brought_back(data: str, tmp_path: Path) -> None:
    assert run("verify", "--data", data).output == "Everything is as it was recorded.\n"
    taken = str(tmp_path / "backup.tar")
    assert run("backup", taken, "--data", data).exit_code == 0
    assert run("backup", taken, "--data", data).exit_code == 2
    back = run("restore", taken, "--data", str(tmp_path / "other"))
    assert (back.exit_code, "Everything is as" in back.output) == (0, True)
    assert run("restore", taken, "--data", data).exit_code == 2
    assert run("migrate", "--data", data).exit_code == 0


def test_what_is_not_as_recorded_ends_with_exit_code_1(data: str, tmp_path: Path) -> None:
    anchor = Path(data) / "keys" / "journal-head"
    anchor.write_text("7 " + "0" * 64)
    found = run("verify", "--data", data)
    assert found.exit_code == 1
    assert "the newest entries were removed" in found.output
    assert "1 place is not as recorded" in found.output
    paper = tmp_path / "x.pdf"
    paper.write_bytes(b"no pdf")
    unknown = run("verify", str(paper), "--data", data)
    assert unknown.exit_code == 1
    assert unknown.output == "x.pdf: unknown. This is not a PDF.\n"


def test_no_property_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    refused = run("verify", "--data", str(tmp_path / "none"))
    assert refused.exit_code == 2
    assert "There is no property" in refused.output
