"""Headers, cookies, tokens, the Origin check, who may open what, what the log says."""

import json
import logging
from pathlib import Path

import pytest

from countroom.errors import SettingsError
from countroom.operations import opening
from countroom.operations.acts import Database
from countroom.settings import AppSettings
from countroom.web import gate
from countroom.web.app import create_app, server_clock
from tests.plumbing.web import Site, build_site, pin_of


@pytest.mark.parametrize("path", ["/sign-in", "/enrol", "/none", "/health"])
def test_every_answer_carries_the_headers(site: Site, path: str) -> None:
    answer = site.tablet().client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; img-src 'self' data:;")
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "Strict-Transport-Security" not in answer.headers


def test_static_files_are_kept_while_the_build_stands(site: Site) -> None:
    tablet = site.tablet()
    sheet = tablet.get("/sign-in").all("link", rel="stylesheet")
    for link in sheet:
        answer = tablet.client.get(link.attributes["href"], buffered=True)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers
    stale = tablet.client.get("/static/countroom.css", buffered=True)
    assert stale.headers["Cache-Control"] == "no-cache"
    assert tablet.client.get("/static/none.css").headers["Cache-Control"] == "no-store"


def test_cookies_are_for_this_host_alone_and_no_script_reads_them(site: Site) -> None:
    tablet = site.person("101")
    tablet.post("/sign-in/change", {})
    answer = tablet.client.post(
        "/sign-in",
        data={"badge": "101", "pin": pin_of("101"), "csrf_token": tablet.token()},
    )
    cookies = answer.headers.getlist("Set-Cookie")
    assert any(cookie.startswith("countroom-sign-in=") for cookie in cookies)
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert "Secure" not in cookie


def test_off_loopback_cookies_go_over_tls_only(tmp_path: Path) -> None:
    site = build_site(tmp_path / "house")
    public = AppSettings.for_data(
        site.settings.data, environment={"COUNTROOM_HOST": "10.0.0.1", "COUNTROOM_PROXY_HOPS": "1"}
    )
    client = create_app(public, site.database, site.clock).test_client()
    answer = client.get("/sign-in", base_url="https://house.example")
    cookies = answer.headers.getlist("Set-Cookie")
    assert cookies
    assert all("Secure" in c and c.startswith("__Host-countroom-") for c in cookies)
    assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_a_form_without_its_token_is_refused_in_words(site: Site) -> None:
    tablet = site.tablet()
    page = tablet.post("/sign-in", {"badge": "101", "pin": "1"}, status=400, token=False)
    assert "Open it again; nothing was recorded." in page.text
    answer = tablet.json("/sign-in/here", {}, status=400, token=False)
    assert answer["problem"]["kind"] == "form"


def test_a_token_is_good_as_long_as_its_page_is(site: Site) -> None:
    tablet = site.tablet()
    token = tablet.token()
    site.clock.on(hours=20)
    fields = {"badge": "101", "pin": pin_of("101"), "csrf_token": token}
    tablet.post("/sign-in", fields)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:81"])
def test_a_form_from_another_site_is_refused(site: Site, origin: str) -> None:
    tablet = site.tablet()
    data = {"badge": "101", "pin": pin_of("101"), "csrf_token": tablet.token()}
    answer = tablet.client.post("/sign-in", data=data, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "another site" in answer.text
    good = tablet.client.post("/sign-in", data=data, headers={"Origin": "http://localhost"})
    assert good.status_code == 303


def test_a_view_that_does_not_say_who_may_open_it_stops_the_start(own_site: Site) -> None:
    app = own_site.app
    assert gate.undeclared(app) == []
    app.view_functions["forgotten"] = lambda: ""
    assert gate.undeclared(app) == ["forgotten"]


def test_a_page_that_is_not_open_to_a_duty_says_so(site: Site) -> None:
    with site.app.test_request_context("/"):
        assert set(site.app.view_functions) >= gate.PUBLIC


def test_up_and_ready(site: Site, tmp_path: Path) -> None:
    tablet = site.tablet()
    assert tablet.json("/health", token=False)["status"] == "up"
    assert tablet.json("/ready", token=False) == {"status": "ready"}
    settings = AppSettings.for_data(tmp_path / "empty", environment={})
    (tmp_path / "empty").mkdir()
    empty = create_app(settings, Database(settings.database_url))
    answer = empty.test_client().get("/ready")
    assert answer.status_code == 503
    assert "migrate" in answer.text


def test_before_a_house_is_loaded_there_is_a_sign_in_page(tmp_path: Path) -> None:
    settings = AppSettings.for_data(tmp_path / "bare", environment={})
    opening.migrate(settings).close()
    client = create_app(settings, clock=server_clock).test_client()
    assert client.get("/sign-in").status_code == 200


def test_the_log_names_routes_and_nothing_of_the_people_or_the_money(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("countroom.web")
    logger.addHandler(caplog.handler)
    try:
        site.person("101").get("/?box=7318549")
    finally:
        logger.removeHandler(caplog.handler)
    lines = [logger.handlers[0].format(record) for record in caplog.records]
    facts = [json.loads(line) for line in lines]
    assert {"/sign-in", "/"} <= {fact["route"] for fact in facts}
    assert all(word not in " ".join(lines) for word in ("7318549", "Person", pin_of("101")))


def test_a_fault_is_told_to_the_log_by_kind_and_place(
    own_site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    own_site.app.config["PROPAGATE_EXCEPTIONS"] = False
    own_site.app.view_functions["health.health"] = _break
    logger = logging.getLogger("countroom.web")
    logger.addHandler(caplog.handler)
    try:
        answer = own_site.tablet().client.get("/health")
    finally:
        logger.removeHandler(caplog.handler)
    assert answer.status_code == 500
    assert "7318549" not in answer.text
    fault = next(record for record in caplog.records if record.message == "fault")
    assert fault.facts["fault"] == "ZeroDivisionError"  # type: ignore[attr-defined]
    assert "7318549" not in logger.handlers[0].format(fault)


def _break() -> str:
    msg = "7318549"
    raise ZeroDivisionError(msg)


# -------------------------------------------------------------------------------- settings


def test_settings_come_from_the_environment(tmp_path: Path) -> None:
    named = {"COUNTROOM_PORT": "81", "COUNTROOM_HOST": "::1", "COUNTROOM_SECURE_COOKIES": "1"}
    settings = AppSettings.for_data(tmp_path, environment=named)
    assert (settings.port, settings.host, settings.secure_cookies) == (81, "::1", True)
    assert settings.database_url == f"sqlite:///{tmp_path / 'countroom.db'}"
    assert settings.rounds == tmp_path / "rounds"
    assert settings.prints == tmp_path / "prints"
    elsewhere = AppSettings.for_data(tmp_path, database="postgresql://x/y", environment={})
    assert not elsewhere.is_sqlite
    assert AppSettings.for_data(tmp_path, environment=named, port=82).port == 82


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"COUNTROOM_PORT": "1e3"}, "whole number"),
        ({"COUNTROOM_PORT": "99999"}, "between 0 and 65535"),
        ({"COUNTROOM_SECURE_COOKIES": "yes"}, "0 or 1"),
        ({"COUNTROOM_HOST": "0.0.0.0", "COUNTROOM_SECURE_COOKIES": "0"}, "loopback only"),
        ({"COUNTROOM_WORKERS": "3"}, "SQLite is served by one process"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(
    tmp_path: Path, named: dict[str, str], says: str
) -> None:
    with pytest.raises(SettingsError, match=says):
        AppSettings.for_data(tmp_path, environment=named)


def test_the_secret_is_made_once_and_is_its_owners(tmp_path: Path) -> None:
    settings = AppSettings.for_data(tmp_path, environment={})
    secret = settings.secret()
    assert settings.secret() == secret
    path = settings.keys / "secret"
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    with pytest.raises(SettingsError, match="Others can read"):
        settings.secret()
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(SettingsError, match="is cut"):
        settings.secret()
