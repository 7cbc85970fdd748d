"""Looking at prints: text, pictures and attachments of their pages, and goldens of all three."""

import io
import json
from typing import Final

import pypdf
import pypdfium2
from PIL import Image, ImageChops, ImageStat

from tests.plumbing.golden import Golden

DOTS: Final = 60
"""Dots an inch of golden pictures: enough to see a column move."""

MEAN_TOLERANCE: Final = 2.5
"""Of 255, over a whole page: another version of a font stays below, a moved table does not."""


def pages(written: bytes) -> list[str]:
    """Read the text of each page."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(written)).pages]


def text(written: bytes) -> str:
    """Read the text of all pages."""
    return "\n".join(pages(written))


def attached(written: bytes) -> dict[str, bytes]:
    """Read the files inside a print."""
    found = pypdf.PdfReader(io.BytesIO(written)).attachments
    return {name: contents[0] for name, contents in found.items()}


def pictures(written: bytes, dots: int = DOTS) -> list[Image.Image]:
    """Draw each page, grey."""
    document = pypdfium2.PdfDocument(written)
    try:
        return [page.render(scale=dots / 72).to_pil().convert("L") for page in document]
    finally:
        document.close()


def difference(one: Image.Image, other: Image.Image) -> float:
    """Tell how far two pages are apart: 0 for equal ones, 255 for black against white."""
    if one.size != other.size:
        return 255.0
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def check_print(goldens: Golden, name: str, written: bytes) -> None:
    """Hold a print to its goldens in three depths: figures, text and page count, picture."""
    (content,) = attached(written).values()
    figures = json.dumps(json.loads(content), indent=1, ensure_ascii=False, sort_keys=True)
    goldens.check(f"prints/{name}.json", figures + "\n")
    by_page = pages(written)
    numbered = [f"=== page {n} of {len(by_page)}\n{page}\n" for n, page in enumerate(by_page, 1)]
    goldens.check(f"prints/{name}.txt", "".join(numbered))
    for number, picture in enumerate(pictures(written), 1):
        _check_picture(goldens, f"prints/{name}-{number}.png", picture)


def _check_picture(goldens: Golden, name: str, picture: Image.Image) -> None:
    drawn = io.BytesIO()
    picture.save(drawn, "PNG", optimize=True)
    kept = goldens.check_bytes(name, drawn.getvalue())
    if kept is not None:
        with Image.open(io.BytesIO(kept)) as golden:
            apart = difference(picture, golden.convert("L"))
        assert apart < MEAN_TOLERANCE, f"{name} looks different ({apart:.2f} of 255)"
