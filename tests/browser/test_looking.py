"""The eye that looks at every screen sees what it is there for."""

import pytest
from playwright.sync_api import Page

from tests.plumbing import looking

pytestmark = pytest.mark.browser

_CELL = (
    "<input class='cell' name='{0}' aria-label='{0}'"
    " style='height:60px;width:100px;margin-left:{1}px'>"
)
_HEAD = "<!doctype html><html lang='en'><title>T</title><main><h1>T</h1>"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("<button style='height:40px;width:80px'>Go</button>", "Go is 80 by 40"),
        ("<p style='width:2000px'>far</p>", "too wide"),
        ("<p style='width:20px;overflow:hidden;white-space:nowrap'>cut off</p>", "wider than"),
        (
            _CELL.format("a", 0) + _CELL.format("b", -50),
            "b lies over",
        ),
    ],
)
def test_what_is_small_wide_cut_off_or_covered_is_seen(page: Page, body: str, says: str) -> None:
    page.set_content(_HEAD + body)
    assert any(says in fault for fault in looking.layout_faults(page))


def test_a_calm_page_has_no_faults(page: Page) -> None:
    page.set_content(_HEAD + "<button style='height:60px;width:80px'>Go</button>")
    assert looking.faults(page) == []
