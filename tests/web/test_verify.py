"""Checking a print at the screen: by its code, by its digest, by its file."""

import io

from tests.plumbing import prints
from tests.plumbing.served_day import Serve

DAY = "/accounting/day/2011-06-14"


def test_a_file_is_valid_altered_or_unknown(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    written = tablet.client.get(f"{DAY}/files/box_lines.pdf").data
    assert "Check a print" in tablet.get("/").text

    def examine(content: bytes, named: str = "lines.pdf") -> str:
        text: str = tablet.send("/verify/file", file=(io.BytesIO(content), named), status=200).text
        return text

    assert "VALID" in examine(written)
    assert "stands on record today" in examine(written)
    assert "ALTERED" in examine(written + b"\n")
    assert "UNKNOWN" in examine(b"hello")
    page = tablet.send("/verify/file", status=422)
    assert "Choose the file." in page.text


def test_the_code_leads_to_the_form_that_it_stands_on(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    form = prints.text(tablet.client.get(f"{DAY}/files/drop_manifest.pdf").data)
    printed = form.split("Form SHA-256 ")[1].split("\n")[0]
    text = tablet.get(f"/verify?digest={printed}", follow=True).text
    assert "Drop Manifest DM-0001, version 1" in text
    assert "this is the version that stands" in text
    code = printed.replace(" ", "").upper()[:32]
    assert "DM-0001, version 1" in tablet.get(f"/VERIFY/{code}").text
    text = tablet.get("/verify").text
    assert "Digest at the foot of a page" in text
    assert "A digest is 16 to 64" in tablet.get("/verify?digest=xyz").text
    assert "A digest is 16 to 64" in tablet.get("/verify/abc").text
    assert "No form on record has this digest" in tablet.get(f"/verify/{'ab' * 16}").text
