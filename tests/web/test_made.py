"""What is made behind the screens: reports that are due, prints that take long, the daily pack."""

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask

from countroom.reports import claims, pack
from countroom.reports.catalogue import REPORTS
from countroom.reports.orders import Order, Shelf, Tell
from countroom.web import desk, workshop
from countroom.web.desk import Server
from countroom.web.workshop import Progress, Workshop
from tests.plumbing.served_day import Serve, ServedDay

DAY = "/accounting/day/2011-06-14"
REPLAY = "/accounting/count/2011-06-14/1/replay"


@pytest.fixture
def day(serve: Serve) -> ServedDay:
    return serve("concluded")


@pytest.fixture
def shop(day: ServedDay, one_app: Flask) -> Iterator[Workshop]:
    del day
    workshop.put(one_app)
    with one_app.app_context():
        found = workshop.here()
    yield found
    if found.works:
        found.stop()
    workshop.put(one_app)


def test_reports_of_a_concluded_day_appear_by_themselves(
    day: ServedDay, shop: Workshop, one_app: Flask
) -> None:
    tablet = day.tablet("A1")
    before = tablet.get("/accounting/reports").text
    assert "Reports are" not in before
    assert "waits" in before
    with one_app.app_context():
        due = workshop.due_orders(desk.server(), shop.shelf)
    assert {order.name for order in due} <= set(REPORTS)
    assert {"box_lines", "reconciliation", "slip_register"} <= {order.name for order in due}
    assert {order.day for order in due} == {date(2011, 6, 14)}
    shop.start()
    for order in due:
        shop.ask(order)  # so that it can be waited for
        shop.wait(order, 60)
        assert shop.shelf.made_at(order) is not None, order.name
    after = tablet.get("/accounting/reports").text
    assert f"{len(due)} of {len(due)}" in after
    assert "waits" not in after
    with one_app.app_context():
        assert workshop.due_orders(desk.server(), shop.shelf) == []
    kept = shop.shelf.newest(next(order for order in due if order.name == "box_lines"))
    assert tablet.client.get(f"{DAY}/files/box_lines.pdf").data == kept


def test_what_takes_long_is_waited_for_on_a_page_of_its_own(
    day: ServedDay, shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    tablet = day.tablet("A1")
    monkeypatch.setattr(Workshop, "works", True)  # nothing works yet, and somebody asks
    monkeypatch.setattr(Workshop, "wait", lambda *_: None)
    page = tablet.get(f"{DAY}/files/slip_register.pdf", status=202)
    assert "being made" in page.text
    assert "waits its turn" in page.text
    assert "77,900" not in page.text
    monkeypatch.undo()
    shop.start()
    order = next(iter(shop._state.values())).order
    shop.wait(order, 60)
    assert tablet.client.get(f"{DAY}/files/slip_register.pdf").data.startswith(b"%PDF")
    shop._note(order, Progress(order, failed="The print took too long and was stopped."))
    assert "took too long" in tablet.get("/accounting/reports").text


def test_one_button_gives_everything_of_a_day(
    day: ServedDay, shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = pack.daily
    few = {"box_lines", "reconciliation"}
    monkeypatch.setattr(
        pack, "daily", lambda house: [one for one in daily(house) if one.report.name in few]
    )
    tablet = day.tablet("A1")
    assert "Daily pack" in tablet.get(DAY).text
    tablet.get(f"{DAY}/pack.zip", status=404)
    page = tablet.send(f"{DAY}/pack", follow=True, status=200)
    assert "ready" in page.text
    answer = tablet.client.get(f"{DAY}/pack.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        index = json.loads(archive.read("index.json"))["index"]
        said = claims.read(archive.read("reports/box_lines.pdf"))
    assert {"reports/box_lines.csv", "reports/reconciliation.pdf"} <= {one["file"] for one in index}
    assert said is not None
    assert said.report == "box_lines"
    order = next(path for path in (shop.shelf._folder / "2011-06-14").glob("daily-pack.*"))
    assert order.read_bytes() == answer.data


def test_before_the_conclusion_there_is_no_pack(serve: Serve) -> None:
    tablet = serve("presented").tablet("A1")
    tablet.get(f"{DAY}/pack", status=403)
    tablet.get(f"{DAY}/pack.zip", status=403)
    assert "No gaming day is concluded yet." in tablet.get("/accounting/reports").text


def test_a_fault_is_told_and_the_next_is_made(
    day: ServedDay, shop: Workshop, monkeypatch: pytest.MonkeyPatch, one_app: Flask
) -> None:
    with one_app.app_context():
        first, second, *_ = workshop.due_orders(desk.server(), shop.shelf)
    real = workshop.make
    broken = {first.place: RuntimeError("no ink")}

    def make(server: Server, shelf: Shelf, order: Order, tell: Tell) -> bytes:
        fault = broken.get(order.place)
        if fault is not None:
            raise fault
        return real(server, shelf, order, tell)

    monkeypatch.setattr(workshop, "make", make)
    for order in (first, second):
        shop._make(order)
    progress = shop.progress(first)
    assert progress is not None
    assert progress.failed == "A fault of the program: see its log."
    assert shop.progress(second) is None
    assert shop.shelf.made_at(second) is not None
    assert "A fault of the program" in day.tablet("A1").get("/accounting/reports").text


def test_a_count_is_replayed_act_by_act(day: ServedDay) -> None:
    tablet = day.tablet("A1")
    assert "act by act" in tablet.get(DAY).text
    page = tablet.get(f"{REPLAY}?act=1")
    assert "Act 1 of" in page.text
    for act in range(1, 60):
        page = tablet.get(f"{REPLAY}?act={act}")
        if "Box recorded: box 1101" in page.text:
            break
    assert "12,340.00" in page.text
    assert "Act before" in page.text
    assert "This is the last act." in tablet.get(f"{REPLAY}?act=99999").text
    assert tablet.get(f"{REPLAY}?act=x").text == tablet.get(REPLAY).text
    answer = tablet.client.get(f"{REPLAY}.txt")
    assert "act by act" in answer.text
    day.tablet("M1").get(REPLAY, status=403)
