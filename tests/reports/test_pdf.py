"""The press itself: what it takes in, what it refuses, and that it repeats itself."""

import base64
import io
import logging
import os
import signal
import struct
import time
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime

import pypdf
import pytest
from PIL import Image

from countroom.domain.drawn import BYTES_LIMIT, drawn_fault
from countroom.inquiries.report_facts import Stamp
from countroom.reports import count_print, pdf
from countroom.reports.pages import Attached, Page, fill, grouped, has_template
from countroom.reports.press import Press, PressError, close_press, render_elsewhere
from countroom.reports.sheets import Run
from tests.plumbing import prints
from tests.plumbing import sample_report as sample

AT = datetime(2011, 6, 15, 15, 4, 9, tzinfo=UTC)


def page(body: str, *attached: Attached) -> Page:
    return Page(f"<!doctype html><html lang=en><title>t</title><body>{body}</body>", AT, attached)


def png(size: tuple[int, int] = (40, 12), mode: str = "RGBA") -> bytes:
    written = io.BytesIO()
    Image.new(mode, size, 0).save(written, "PNG")
    return written.getvalue()


def test_a_print_is_pdf_a_and_carries_its_attachment() -> None:
    written = pdf.press(page("<p>words", Attached("content.json", b'{"a":1}', "the content")))
    assert prints.attached(written) == {"content.json": b'{"a":1}'}
    reader = pypdf.PdfReader(io.BytesIO(written))
    metadata = reader.xmp_metadata
    assert metadata is not None
    assert b"pdfaid:part" in metadata.stream.get_data()
    assert reader.metadata is not None
    assert "words" in prints.text(written)


def test_the_same_page_gives_the_same_bytes() -> None:
    one = page("<p>words", Attached("content.json", b"{}", "the content"))
    first = pdf.press(one)
    time.sleep(1.1)  # no clock gets into it
    assert pdf.press(one) == first


def test_the_time_of_the_press_is_put_back_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "77")
    pdf.press(page("<p>words"))
    assert os.environ["SOURCE_DATE_EPOCH"] == "77"


@pytest.mark.parametrize(
    "link",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:9/x.png",
        "static:../pyproject.toml",
        "static:/etc/passwd",
        "static:print/absent.css",
        "static:.gitkeep",
        "data:text/html,hello",
        "absent.png",
    ],
)
def test_a_print_takes_nothing_from_outside_the_static_files(link: str) -> None:
    with pytest.raises(pdf.RenderError):
        pdf.press(page(f'<img alt="" src="{link}">'))


def test_a_drawn_signature_comes_in_with_the_page() -> None:
    source = base64.b64encode(png()).decode()
    written = pdf.press(page(f'<img alt="" src="data:image/png;base64,{source}">'))
    (only,) = pypdf.PdfReader(io.BytesIO(written)).pages
    assert len(only.images) == 1


def test_a_render_that_logs_has_failed() -> None:
    with pytest.raises(pdf.RenderError, match="colour-of-nothing"):
        pdf.press(page("<style>p { colour-of-nothing: 1 }</style><p>words"))
    handlers = logging.getLogger("weasyprint").handlers
    assert not [handler for handler in handlers if type(handler).__name__ == "_Complaints"]


def test_a_digest_is_written_in_groups() -> None:
    assert grouped("00112233445566778") == "00112233 44556677 8"


def test_a_template_is_there_or_not() -> None:
    assert has_template("banking_count")
    assert not has_template("banking")


def test_render_fills_a_template_and_presses_it() -> None:
    facts = sample.banking()
    sheet = count_print.sheet(facts, Stamp(), Run(AT))
    written = pdf.render("banking_count", sheet, facts.copies[2])
    assert written == pdf.press(fill("banking_count", sheet, facts.copies[2]))
    assert "THIRD COPY · Cage" in prints.text(written)


# --------------------------------------------------------------------- the process of its own


@pytest.fixture
def press() -> Iterator[Press]:
    made = Press()
    yield made
    made.close()


def test_the_press_renders_the_same_bytes_elsewhere(press: Press) -> None:
    one = page("<p>words", Attached("content.json", b"{}", "the content"))
    assert press.print(one) == pdf.press(one)
    process = press._process
    assert process is not None
    assert process.pid != os.getpid()
    press.print(one)
    assert press._process is process  # it stays


def test_a_page_that_cannot_be_rendered_is_refused_in_a_sentence(press: Press) -> None:
    with pytest.raises(PressError, match="could not be made"):
        press.print(page('<img alt="" src="file:///etc/passwd">'))
    assert press.print(page("<p>words")).startswith(b"%PDF")


def test_a_press_that_was_killed_is_replaced(press: Press) -> None:
    press.print(page("<p>words"))
    assert press._process is not None
    os.kill(press._process.pid or 0, signal.SIGKILL)
    press._process.join()
    assert press.print(page("<p>words")).startswith(b"%PDF")


def test_a_page_that_takes_too_long_is_stopped(press: Press) -> None:
    press.print(page("<p>words"))
    with pytest.raises(PressError, match="too long"):
        press.print(page("<p>words" * 3000), patience_seconds=0.01)
    assert press.print(page("<p>words")).startswith(b"%PDF")


class Unplugged(Press):
    """A press whose process is gone whenever it is asked."""

    def _ask(self, page: Page, patience_seconds: float) -> bytes | str:
        del page, patience_seconds
        raise EOFError


def test_a_press_that_stops_again_and_again_is_said_to() -> None:
    with pytest.raises(PressError, match="stopped twice"):
        Unplugged().print(page("<p>words"))


def test_the_program_has_one_press() -> None:
    assert render_elsewhere(page("<p>words")).startswith(b"%PDF")
    close_press()


# ---------------------------------------------------------------------------- drawn signatures


def test_a_drawing_as_a_screen_writes_it_is_taken() -> None:
    assert [drawn_fault(png(mode=mode)) for mode in ("RGBA", "RGB", "L", "LA")] == [None] * 4


@pytest.mark.parametrize(
    ("drawing", "fault"),
    [
        (b"", "is not a whole PNG."),
        (b"GIF89a", "is not a whole PNG."),
        (png()[:-6], "is not a whole PNG."),
        (png()[:40] + b"\xff" + png()[41:], "is not a whole PNG."),
        (png((2001, 1)), "has measures that a signature has not."),
        (png(mode="P"), "is not a PNG as a screen writes it."),
        (b"x" * (BYTES_LIMIT + 1), "is larger than a signature is."),
    ],
)
def test_any_other_drawing_is_refused(drawing: bytes, fault: str) -> None:
    assert drawn_fault(drawing) == fault


def _png_of(width: int, height: int, packed: bytes) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def test_a_drawing_that_unpacks_to_more_than_it_says_is_refused() -> None:
    assert drawn_fault(_png_of(2, 2, zlib.compress(bytes(2 * 9)))) is None
    assert drawn_fault(_png_of(2, 2, zlib.compress(bytes(10_000_000)))) == "is not a whole PNG."
    assert drawn_fault(_png_of(2, 2, zlib.compress(bytes(3)))) == "is not a whole PNG."
    assert drawn_fault(_png_of(2, 2, b"not packed")) == "is not a whole PNG."
