"""A fault of the program, or of the press, tells nobody what it held: page, log, answer."""

import logging
from pathlib import Path

import pytest

from countroom.regulations import V_66
from tests.secrets import house, planted, visit, world


@pytest.mark.rule(V_66)
def test_a_fault_that_holds_a_figure_shows_none(tmp_path: Path, log: list[str]) -> None:
    there = world.place("C3", tmp_path / "data")

    def fail(**_: object) -> str:
        held = f"Person T1 (sample) counted {planted.HUNDREDS:,}"
        raise RuntimeError(held)

    kept = there.site.app.view_functions["count_room.board"]
    fail.__dict__["permissions"] = kept.__dict__["permissions"]
    there.site.app.view_functions["count_room.board"] = fail
    answer = visit.client(there, house.INSIDE[0]).get(f"/count-room/{house.COUNT}")
    there.site.database.close()
    try:
        fail()
    except RuntimeError:
        logging.getLogger("countroom.web.press_room").exception("a print could not be kept")
    assert answer.status_code == 500
    assert not planted.found_in("".join(visit.read(answer)))
    said = "\n".join(log)
    assert "RuntimeError" in said
    assert "a print could not be kept" in said
    assert not planted.found_in(said)
    assert "sample" not in said
