"""The read-only API: who gets in, what comes out, and that nothing comes out early."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS, load_all_checks
from werkzeug.test import TestResponse

from countroom.domain.people import Role
from countroom.operations import readers
from countroom.operations.acts import Proof, Who, perform
from countroom.reports.catalogue import REPORTS
from tests.plumbing.served_day import Serve, ServedDay
from tests.plumbing.web import Site, Tablet, badge_of, pin_of

DAY: Final = "2011-06-14"
API: Final = "/api/v1"
Ask = Callable[[str], TestResponse]


def token_of(day: ServedDay, badge: str, duty: Role) -> str:
    """A token that reads as a person of the served day."""
    people = {person.code: person for person in day.day.house.people}
    secret, digest = readers.prepare()
    done = perform(
        day.site.database,
        readers.admit,
        who=Who(people["T1"], Role.ADMINISTRATOR, via="played"),
        now=day.day.now,
        name="warehouse",
        person=badge,
        duty=duty,
        last_day=date(2011, 7, 14),
        digest=digest,
        second=Proof(people["S1"], Role.COUNT_ROOM_SUPERVISOR, "played"),
    )
    return f"{done.name}.{secret}"


def asking(day: ServedDay, badge: str = "A1", duty: Role = Role.ACCOUNTING) -> Ask:
    """Asks with a token of its own."""
    header = {"Authorization": f"Bearer {token_of(day, badge, duty)}"}
    day.site.clock.at = day.day.now
    client = day.site.app.test_client()
    return lambda path: client.get(f"{API}{path}", headers=header)


def test_a_report_is_what_the_file_says(serve: Serve) -> None:
    day = serve("concluded")
    day.day.enter_checks()
    ask, tablet = asking(day), day.tablet("A1")
    listed = ask("/reports").get_json()
    assert {one["name"] for one in listed} == {
        name for name, report in REPORTS.items() if report.offered(day.day.house)
    }
    for one in listed:
        answer = ask(f"/days/{DAY}/reports/{one['name']}")
        file = tablet.client.get(f"/accounting/day/{DAY}/files/{one['name']}.json")
        assert answer.content_type == "application/json"
        assert answer.get_json() == json.loads(file.data), one["name"]


def test_days_and_totals_say_what_the_worksheet_says(serve: Serve) -> None:
    day = serve("concluded")
    before = asking(day)("/months/2011-06/totals").get_json()
    assert not any(one["complete"] for one in before if one["opened"])
    day.day.enter_checks()
    ask = asking(day)
    (listed,) = ask("/days").get_json()
    assert (listed["gaming_date"], listed["concluded"], listed["complete"]) == (DAY, True, True)
    rows = ask("/months/2011-06/totals").get_json()
    assert sum(row["win_cents"] for row in rows if row["kind"] == "banking") == -126_000
    assert sum(row["drop_cents"] for row in rows if row["kind"] == "banking") == 8_390_000
    assert sum(row["rake_cents"] for row in rows) == 148_200
    assert ask("/months/2011-07/totals").get_json() == []


@pytest.mark.parametrize("moment", ["recorded", "presented", "agreed"])
def test_nothing_comes_out_before_the_conclusion(serve: Serve, moment: str) -> None:
    ask = asking(serve(moment))
    assert ask("/months/2011-06/totals").get_json() == []
    (listed,) = ask("/days").get_json()
    assert (listed["concluded"], listed["complete"], listed["concluded_at"]) == (False, False, None)
    for name in REPORTS:
        answer = ask(f"/days/{DAY}/reports/{name}")
        assert answer.status_code in {403, 404}, name
        assert answer.get_json()["problem"]["says"]


def test_what_is_asked_wrongly_is_nothing_here(serve: Serve) -> None:
    ask = asking(serve("concluded"))
    assert ask("/months/2011-13/totals").status_code == 404
    assert ask("/days/2011-06-14/reports/F").status_code == 404
    assert ask("/days/2011-02-30/reports/exceptions").status_code == 404
    assert ask("/nowhere").get_json()["problem"]["kind"] == "missing"


def test_a_cookie_opens_nothing_and_a_bad_token_neither(serve: Serve) -> None:
    day = serve("concluded")
    good = token_of(day, "A1", Role.ACCOUNTING)
    accountant = day.tablet("A1")
    answer = accountant.client.get(f"{API}/days")
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    client = day.site.app.test_client()
    bad = [
        "",
        "Bearer",
        "Bearer x",
        f"Basic {good}",
        f"Bearer {good[:-1]}x",
        f"Bearer R-9{good[3:]}",
    ]
    for header in bad:
        answer = client.get(f"{API}/days", headers={"Authorization": header})
        assert answer.status_code == 401, header
    headers = {"Authorization": f"Bearer {good}"}
    assert client.get(f"{API}/days", headers=headers).status_code == 200
    answer = client.post(f"{API}/days", headers=headers)
    assert (answer.status_code, "GET" in answer.headers["Allow"]) == (405, True)


# ------------------------------------------------------------------------- who is let in


def second(role: Role) -> dict[str, Any]:
    badge = badge_of(role)
    return {"second_badge": badge, "second_pin": pin_of(badge)}


FIELDS: Final = {
    "name": "<b>data</b> warehouse",
    "person": badge_of(Role.ACCOUNTING),
    "duty": Role.ACCOUNTING.value,
    "last_day": "2011-09-30",
}


@pytest.fixture
def admin(site: Site) -> Tablet:
    return site.person(role=Role.ADMINISTRATOR)


def _token(admin: Tablet, **changed: Any) -> str:
    sent = {**FIELDS, **second(Role.SECURITY), **changed}
    page = admin.send("/admin/readers/new", status=200, **sent)
    return str(page.one("p", class_="token-once").text)


def _days(site: Site, token: str) -> int:
    header = {"Authorization": f"Bearer {token}"}
    return site.app.test_client().get(f"{API}/days", headers=header).status_code


def test_two_people_let_a_program_in_and_one_shuts_it_out(site: Site, admin: Tablet) -> None:
    token = _token(admin)
    assert _days(site, token) == 200
    page = admin.get("/admin/readers")
    assert "<b>data</b> warehouse" in page.text
    assert token not in page.text
    end = "/admin/readers/R-1/end"
    admin.post(end, admin.hidden(page, end))
    assert _days(site, token) == 401
    assert "shut out" in admin.get("/admin/readers").text
    assert _days(site, _token(admin)) == 200
    hidden = admin.hidden(admin.get("/admin/readers"), "/admin/readers/R-2/end")
    admin.post(end, {**hidden, "key": "another"}, status=409)
    admin.post("/admin/readers/R-7/end", {**hidden, "key": "third"}, status=404)


def test_a_token_ends_with_its_day_and_with_the_duty_of_who_answers(
    site: Site, admin: Tablet
) -> None:
    until_tomorrow = _token(admin, last_day="2011-06-15")
    long = _token(admin)
    site.clock.on(days=2)
    assert (_days(site, until_tomorrow), _days(site, long)) == (401, 200)
    again = site.person(role=Role.ADMINISTRATOR)
    assert "over" in again.get("/admin/readers").text
    code = FIELDS["person"]
    again.send(f"/admin/people/{code}/retire", effective="2011-06-16", **second(Role.SECURITY))
    site.clock.on(days=1)
    assert _days(site, long) == 401
    later = site.person(role=Role.ADMINISTRATOR)
    assert "holds the duty no more" in later.get("/admin/readers").text


@pytest.mark.parametrize(
    ("changed", "says", "status"),
    [
        ({"name": ""}, "Say what reads.", 422),
        ({"name": "x" * 81}, "Up to 80 characters", 422),
        ({"duty": "ccr"}, "does not hold this duty", 422),
        ({"duty": "security"}, "choose one of those offered", 422),
        ({"last_day": "2011-06-13"}, "This day is over.", 422),
        ({"last_day": "2012-06-30"}, "366 days at most", 422),
        ({"last_day": "9999-12-31"}, "366 days at most", 422),
        ({"last_day": "soon"}, "enter a day such as", 422),
        ({"person": "000"}, "000", 404),
        (second(Role.ADMINISTRATOR), "neither the first", 403),
        (second(Role.ACCOUNTING), "neither the first", 403),
    ],
)
def test_who_is_not_let_in(admin: Tablet, changed: dict[str, str], says: str, status: int) -> None:
    sent = {**FIELDS, **second(Role.SECURITY), **changed}
    page = admin.send("/admin/readers/new", status=status, **sent)
    assert says in page.text
    assert "No program was ever let in." in admin.get("/admin/readers").text


def test_a_duty_without_the_day_s_win_lets_no_program_in(serve: Serve) -> None:
    day = serve("concluded")
    with pytest.raises(Exception, match="not open to the duty"):
        token_of(day, "K1", Role.CHIP_BANK_CASHIER)


def test_the_page_sent_twice_lets_in_no_second_program(admin: Tablet) -> None:
    path = "/admin/readers/new"
    data = {**admin.hidden(admin.get(path), path), **FIELDS, **second(Role.SECURITY)}
    admin.post(path, data, status=200)
    page = admin.post(path, data, status=409)
    assert "let in with this page already" in page.text


# ------------------------------------------------------------------------- the description

load_all_checks()
EVERY_CHECK: Any = CHECKS.get_all()


def test_the_api_does_what_its_description_says(serve: Serve) -> None:
    """Schemathesis asks each address in every way the description allows, and others."""
    day = serve("concluded")
    day.day.enter_checks()
    app: Flask = day.site.app
    header = {"Authorization": f"Bearer {token_of(day, 'A1', Role.ACCOUNTING)}"}
    day.site.clock.at = day.day.now + timedelta(minutes=1)
    schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", app)
    seen = set()
    for found in schema.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]
        seen.add(operation.path)

        @settings(
            max_examples=12,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def holds(case: schemathesis.Case[Any]) -> None:
            answer = case.call(headers=header)
            assert answer.status_code in {200, 403, 404}
            case.validate_response(answer, checks=EVERY_CHECK, headers=header)

        holds()
    assert seen == {f"{API}/months/{{month}}/totals"} | {
        f"{API}/{path}" for path in ("reports", "days", "days/{day}/reports/{name}")
    }
