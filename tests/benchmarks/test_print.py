"""A count report of 300 tables, against the same figures in a plain table, in the same run.

Plain is what one writes first: automatic layout, collapsed borders, a border and a style of its
own on every cell, the collector as it comes.
"""

import re
import threading
import time
from collections.abc import Callable

from flask import Flask
from pytest_benchmark.fixture import BenchmarkFixture
from weasyprint import HTML

from countroom.reports import count_print, pdf
from countroom.reports.pages import Page
from countroom.reports.press import Press
from countroom.reports.sheets import Run
from tests.benchmarks.conftest import Show
from tests.plumbing import prints
from tests.plumbing import sample_report as sample

TABLES = 300
BUDGET = 0.7
ROUNDS = 2

_PLAIN = """<style>
table.figures { table-layout: auto; border-collapse: collapse }
table.figures td, table.figures th { border: 0.5pt solid #000 }
table.figures tr { background: none }
</style></head>"""


def _page() -> Page:
    facts = sample.many(TABLES)
    return count_print.page(facts, facts.copies[0], run=Run(sample.SIGNED))


def _plainly(page: Page) -> str:
    html = re.sub(r"<colgroup>.*?</colgroup>", "", page.html)
    html = html.replace('<td class="n">', '<td style="text-align: right">')
    html = html.replace('<td class="p">', '<td style="text-align: right; color: #444">')
    return html.replace("</head>", _PLAIN)


def _plain(html: str) -> bytes:
    fetcher = pdf.StaticOnly()
    written: bytes = HTML(string=html, url_fetcher=fetcher, base_url="static:page.html").write_pdf()
    return written


def _seconds(work: Callable[[], bytes]) -> float:
    """Processor time, so that whatever else the machine does is left out."""
    started = time.process_time()
    work()
    return time.process_time() - started


def test_case_I1_a_report_of_300_tables(benchmark: BenchmarkFixture, show: Show) -> None:
    page = _page()
    plain_html = _plainly(page)
    pdf.press(Page("<p>warm", sample.SIGNED))  # fonts and style sheets of the engine
    ours: list[float] = []
    plain: list[float] = []
    for _ in range(ROUNDS):
        plain.append(_seconds(lambda: _plain(plain_html)))
        ours.append(_seconds(lambda: pdf.press(page)))
    written: bytes = benchmark.pedantic(pdf.press, args=(page,), rounds=1)  # type: ignore[no-untyped-call]
    by_page = prints.pages(written)
    ratio = min(ours) / min(plain)
    show(
        f"a count report of {TABLES} tables ({len(by_page)} pages), processor seconds",
        ("", "best", "of", "ratio"),
        (
            ("plain table", f"{min(plain):.2f}", str(ROUNDS), "1.00"),
            ("count report", f"{min(ours):.2f}", str(ROUNDS), f"{ratio:.2f}"),
        ),
        f"budget: at most {BUDGET} of the plain table",
    )
    assert f"Page {len(by_page)} of {len(by_page)}" in by_page[-1]
    assert ratio <= BUDGET


def test_requests_are_answered_while_300_tables_are_printed(show: Show) -> None:
    app = Flask("bare")
    app.add_url_rule("/ready", view_func=lambda: "ready")
    client = app.test_client()

    def answers(until: Callable[[], bool]) -> list[float]:
        times = []
        while not until():
            started = time.perf_counter()
            assert client.get("/ready").data == b"ready"
            times.append(time.perf_counter() - started)
            time.sleep(0.002)
        return sorted(times)

    press, page = Press(), _page()
    press.print(Page("<p>warm", sample.SIGNED))
    deadline = time.perf_counter() + 1
    idle = answers(lambda: time.perf_counter() > deadline)
    printed: list[bytes] = []
    printing = threading.Thread(target=lambda: printed.append(press.print(page)))
    printing.start()
    busy = answers(lambda: not printing.is_alive())
    press.close()

    def row(name: str, times: list[float]) -> tuple[str, ...]:
        middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
        return name, str(len(times)), f"{middle * 1000:.2f}", f"{late * 1000:.2f}"

    show(
        f"requests answered while a report of {TABLES} tables is printed, milliseconds",
        ("", "answers", "p50", "p99"),
        (row("nothing is printed", idle), row("printing elsewhere", busy)),
    )
    assert printed[0].startswith(b"%PDF")
    assert len(busy) > 100
