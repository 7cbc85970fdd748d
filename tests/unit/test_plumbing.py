"""The suite's own plumbing does what the tests that use it believe."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from werkzeug import Request, Response

from tests.plumbing.browser import accessibility_problems, serving
from tests.plumbing.golden import Golden


def test_each_database_is_fresh_and_answers(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE t (pieces integer)"))
        connection.execute(text("INSERT INTO t VALUES (3)"))
        assert connection.execute(text("SELECT pieces FROM t")).scalar_one() == 3
    engine.dispose()


@pytest.mark.postgres
def test_a_database_is_gone_after_its_test(postgres_url: str) -> None:
    elsewhere = create_engine(postgres_url.replace("/t_", "/nowhere_"))
    with pytest.raises(OperationalError, match="does not exist"):
        elsewhere.connect()
    elsewhere.dispose()


PAGE = """<!doctype html><html lang="en"><head><title>Count</title></head>
<body><main><h1>Count</h1>{}</main></body></html>"""


@Request.application
def _application(request: Request) -> Response:
    body = "<p>Good.</p>" if request.path == "/good" else "<input name='pieces'>"
    return Response(PAGE.format(body), content_type="text/html")


@pytest.mark.browser
def test_the_browser_fits_the_tablet_and_axe_sees_a_field_without_label(tablet: Page) -> None:
    with serving(_application) as address:
        tablet.goto(f"{address}/good")
        assert accessibility_problems(tablet) == []
        tablet.goto(f"{address}/bad")
        assert any(problem.startswith("label:") for problem in accessibility_problems(tablet))
    assert tablet.viewport_size in ({"width": 1024, "height": 768}, {"width": 768, "height": 1024})


def test_a_golden_that_differs_or_is_absent_fails(tmp_path: Path) -> None:
    reading = Golden(update=False, log=tmp_path / "log")
    with pytest.raises(AssertionError, match="there is no golden"):
        reading.check("plumbing/absent.txt", "anything")
    assert (tmp_path / "log").read_text() == "plumbing/absent.txt\n"
