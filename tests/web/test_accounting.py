"""Accounting: the embargo, the day, its checks, its pouch, why a table differs, its files."""

from typing import Any

from tests.operations.fixture_day import TABLES
from tests.plumbing.served_day import Serve

DAY = "/accounting/day/2011-06-14"
CHECKS = f"{DAY}/checks"
SECRETS = ("77,900", "7790000", "12,340", "1234000", "83,900")


def check(table: str, serial: str, amount: str, **more: str) -> dict[str, Any]:
    return {"table": table, "serial": serial, "amount": amount, "box": "", **more}


def test_before_the_conclusion_one_sentence_stands_and_no_figure(serve: Serve) -> None:
    tablet = serve("agreed").tablet("A1")
    assert "agreed" in tablet.get("/accounting/").text
    page = tablet.get(DAY)
    assert "The count of this day is not concluded." in page.text
    paths = (f"{DAY}/why/BJ-101", CHECKS, f"{DAY}/files/reconciliation.csv")
    for path in paths:
        refused = tablet.get(path, status=403)
        assert "shows when its count is concluded" in refused.text or "closed" in refused.text
        assert tablet.answer is not None
        assert not [figure for figure in SECRETS if figure in tablet.answer.text]


def test_the_day_shows_what_each_table_won_and_what_is_left_to_do(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    page = tablet.get("/accounting/")
    assert "checks to enter" in page.text
    page = tablet.get(DAY)
    assert "BJ-101" in page.text
    assert "12,340.00" in page.text
    assert "Win —" in page.text
    assert "0 of 6 complete" in page.text
    assert "Counter Checks" in page.text


def test_papers_in_the_boxes_show_against_those_on_record(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    assert "Papers in the boxes" in tablet.get(DAY).text
    page = tablet.get(f"{DAY}/papers").text
    assert "fill slips 2 2 F-0001, F-0002" in page
    assert "Nothing was said of a single number of this day." in page
    asked: dict[str, Any] = {
        "table": "BJ-101",
        "what": "missing",
        "why": "It is not among the papers.",
    }
    tablet.send(f"{DAY}/papers/number", number="F-0002", **asked)
    page = tablet.get(f"{DAY}/papers").text
    assert "F-0002 BJ-101 missing It is not among the papers. Person A1 (sample)" in page
    assert "F-0002 is on record and not in the box." in tablet.get(DAY).text


def test_checks_are_entered_and_then_said_to_be_all(serve: Serve) -> None:
    day = serve("concluded")
    tablet = day.tablet("A1")
    page = tablet.get(CHECKS)
    assert "0 entered of 2" in page.text
    page = tablet.send(f"{CHECKS}/complete", status=422, **day.signs("A1"))
    assert "BJ-101: 2 tallied, 0 entered: say why." in page.text
    for table, what in TABLES.items():
        for serial, cents in what.checks.items():
            tablet.send(CHECKS, **check(table, serial, f"{cents // 100:,}"))
    page = tablet.get(CHECKS)
    assert "2 entered of 2" in page.text
    assert "6,000.00" in page.text
    tablet.send(f"{CHECKS}/complete", **day.signs("A1"))
    page = tablet.get(DAY)
    assert "Win -1,260.00" in page.text
    assert "Drop 83,900.00" in page.text
    assert "Rake 720.00" in page.text or "Rake" in page.text
    assert "all closed" in tablet.get(CHECKS).text


def test_a_check_twice_a_wrong_amount_and_a_wrong_box_are_refused(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    tablet.send(CHECKS, **check("BJ-101", "K-1", "1,500.00"))
    page = tablet.send(CHECKS, status=422, **check("BJ-101", "K-1", "1,500.00"))
    assert "K-1 is already entered as CC-0001" in page.text
    page = tablet.send(CHECKS, status=422, **check("BJ-101", "K-2", "12.345"))
    assert "Enter an amount such as 1250 or 1250.50." in page.text
    assert page.one("input", name="amount").attributes["value"] == "12.345"
    page = tablet.send(CHECKS, status=422, **{**check("BJ-101", "K-2", "5"), "box": "99"})
    assert "choose one of those offered" in page.text


def test_case_A5_a_check_whose_answer_was_lost_is_one_check(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    data = {**tablet.hidden(tablet.get(CHECKS), CHECKS), **check("BJ-101", "K-1", "1500")}
    tablet.post(CHECKS, data)
    tablet.post(CHECKS, data)
    assert "1 entered of 2" in tablet.get(CHECKS).text


def test_fewer_checks_than_tallied_need_a_reason(serve: Serve) -> None:
    day = serve("concluded")
    tablet = day.tablet("A1")
    said = {"explain.BJ-101": "Both lie in another box", "explain.CR-301": "Not found"}
    tablet.send(f"{CHECKS}/complete", **said, **day.signs("A1"))  # type: ignore[arg-type]
    assert "all closed" in tablet.get(CHECKS).text
    tablet.get(f"{CHECKS}/XX/reopen", status=404)
    page = tablet.send(
        f"{CHECKS}/BJ-101/reopen", status=403, reason="Found", **day.signs("A1", "second_")
    )
    assert "opened again by an accounting supervisor" in page.text


def test_a_check_is_voided_by_two(serve: Serve) -> None:
    day = serve("concluded")
    tablet = day.tablet("A1")
    tablet.send(CHECKS, **check("BJ-101", "K-1", "1500"))
    void = "/accounting/checks/CC-0001/void"
    page = tablet.send(void, status=422, reason="Typed twice", **day.signs("A1", "second_"))
    assert "another person of accounting stands by" in page.text


def test_the_pouch_is_signed_in_by_accounting(serve: Serve) -> None:
    day = serve("agreed")
    day.day.sign_all()
    day.day.distribute()
    tablet = day.tablet("A1")
    page = tablet.get("/accounting/")
    assert "Pouch P-1" in page.text
    pouch = "/accounting/pouch/TR-0001"
    assert "Sign in pouch P-1" in page.text
    page = tablet.send(pouch, status=422, **day.signs("M1"))
    assert "is not registered as Accounting" in page.text
    tablet.send(pouch, **day.signs("A1"))
    assert "This pouch is signed in." in tablet.get(pouch).text
    tablet.get("/accounting/pouch/TR-0009", status=404)


def test_why_says_what_is_missing(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    why = f"{DAY}/why/BJ-101"
    assert "The win of this table is incomplete" in tablet.get(why).text
    tablet.get(f"{DAY}/why/XX-9", status=404)


def test_reports_and_registers_come_as_files(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    page = tablet.get(DAY)
    ways = [a.attributes["href"] for a in page.all("a") if "/files/" in a.attributes["href"]]
    assert f"{DAY}/files/reconciliation.csv" in ways
    for name, kind in (("csv", "text/csv"), ("xlsx", "spreadsheet"), ("json", "json")):
        tablet.get(f"{DAY}/files/reconciliation.{name}")
        assert tablet.answer is not None
        assert kind in str(tablet.answer.mimetype)
        assert "attachment" in tablet.answer.headers["Content-Disposition"]
    tablet.get(f"{DAY}/files/reconciliation.doc", status=404)
    tablet.get(f"{DAY}/files/nothing.csv", status=404)


def test_a_day_that_is_none_or_was_never_counted(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    tablet.get("/accounting/day/2011-13-40", status=404)
    page = tablet.get("/accounting/day/2011-06-20", status=404)
    assert "There is no count of 2011-06-20 on record." in page.text


def test_accounting_is_open_to_those_who_read_the_books(serve: Serve) -> None:
    day = serve("concluded")
    for badge in ("T1", "M1", "D1", "K1"):
        day.tablet(badge).get(DAY, status=403)
    reader = day.tablet("B1")
    assert "12,340.00" in reader.get(DAY).text
    reader.get(CHECKS, status=403)
    assert reader.get(f"{DAY}/why/BJ-101").all("textarea") == []
