"""Figures that stand nowhere else, and how to find one in whatever spelling it comes out.

Every figure has seven digits or more and is a secret of one kind. Text is searched with all
separators between digits taken out, so ``7,318,549``, ``7.318.549``, ``7 318 549`` and
``7&nbsp;318&nbsp;549`` are one spelling; an amount is found by its dollars, which cents,
decimals and thousands only add to.
"""

import base64
import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, Final

from pypdf import PdfReader
from pypdf.generic import StreamObject


class Secret(StrEnum):
    """What a figure tells."""

    COUNT = "count"  # of boxes, pools, reports: pieces, values, totals, coupons, memos, tickets
    DRAFT = "draft"  # typed about a box that is not recorded yet
    PROOF_DRAFT = "proof draft"  # typed by the strapping team, not handed in
    RECOUNT_DRAFT = "recount draft"  # typed by the cashier, not handed in
    SECOND = "second"  # a proof or recount that did not agree
    KEYED = "keyed"  # on a paper form that one person keyed in, and a second is to
    DIFFERENCE = "difference"  # by how much it did not
    SUPPLEMENT = "supplement"  # found after the signatures
    ROUND = "round"  # what stood on the felt in one round
    BOOKS = "books"  # what the games say, and the win
    RACK = "rack"  # what a table's chips came to when they were last counted
    LATE = "late"  # of a second count that goes on while the first is concluded


# ------------------------------------------------------------------------- what is counted

HUNDREDS: Final = 7_318_549
TWENTIES: Final = 4_406_173
TORN: Final = 3_190_457
TICKET_CENTS: Final = 91_547_382_06
COUPON: Final = "M25-5830417"
SUSPECT: Final = "LB83016594K"
FOUND_CHIPS: Final = 5_219_386
OTHER_HUNDREDS: Final = 1_645_961
BEFORE_CHANGE: Final = 1_930_275
STRAPPED: Final = 2_000_000
FIVES: Final = 1_739_482
VALUE_CHIPS: Final = 3_682_197
RAKE_CHIPS: Final = 8_451_629
TYPED: Final = 6_093_728
PROOF_TYPED: Final = 5_471_862
RECOUNT_TYPED: Final = 8_260_931
SHORT: Final = 1_957_318
OTHERWISE_OVER: Final = 2_071_946
ELSEWHERE_SHORT: Final = 1_365_297
PROOF_OVER: Final = 1_283_745
KEYED: Final = 6_850_342
TYPED_FROM_PAPER: Final = 7_904_625
RACK: Final = 5_937_206
FOUND_LATER: Final = 9_471_360
SECOND_COUNT: Final = 9_638_417

STAKE_CENTS: Final = 4_962_817_00
LATER_STAKE_CENTS: Final = 1_820_634_00
CASH_CENTS: Final = 8_127_546_00


def _pool(*boxes: int) -> int:
    return sum(boxes)


def _needles() -> dict[Secret, frozenset[str]]:
    first = HUNDREDS * 100 + TWENTIES * 20
    other = OTHER_HUNDREDS * 100
    poker = FIVES * 5 + VALUE_CHIPS * 100 + RAKE_CHIPS * 4
    hundreds = _pool(HUNDREDS, OTHER_HUNDREDS)
    counted = {
        *(HUNDREDS, TWENTIES, TORN, FOUND_CHIPS, OTHER_HUNDREDS, BEFORE_CHANGE),
        *(FIVES, VALUE_CHIPS, RAKE_CHIPS, hundreds, hundreds - STRAPPED),
        *(TWENTIES * 20, FIVES * 5, VALUE_CHIPS * 100, RAKE_CHIPS * 4),
        *(first, other, poker, first + other, first + other + poker, hundreds * 100),
    }
    second = {TWENTIES - SHORT, TWENTIES + PROOF_OVER, TWENTIES + OTHERWISE_OVER}
    second |= {OTHER_HUNDREDS + HUNDREDS - ELSEWHERE_SHORT}
    apart = {SHORT, PROOF_OVER, OTHERWISE_OVER, ELSEWHERE_SHORT}
    return {
        Secret.COUNT: _words(counted) | {"5830417", "83016594", str(TICKET_CENTS)},
        Secret.DRAFT: _words({TYPED, TYPED * 100}),
        Secret.PROOF_DRAFT: _words({PROOF_TYPED}),
        Secret.RECOUNT_DRAFT: _words({RECOUNT_TYPED}),
        Secret.SECOND: _words(second | {pieces * 20 for pieces in second}),
        Secret.KEYED: _words({KEYED, TYPED_FROM_PAPER}),
        Secret.DIFFERENCE: _words(apart | {pieces * 20 for pieces in apart}),
        Secret.SUPPLEMENT: _words({FOUND_LATER, FOUND_LATER * 50}),
        Secret.ROUND: _words({STAKE_CENTS // 100}),
        Secret.BOOKS: _words({(STAKE_CENTS + LATER_STAKE_CENTS) // 100, CASH_CENTS // 100}),
        Secret.RACK: _words({RACK}),
        Secret.LATE: _words({SECOND_COUNT, SECOND_COUNT * 50}),
    }


def _words(figures: Iterable[int]) -> frozenset[str]:
    return frozenset(map(str, figures))


NEEDLES: Final = _needles()
"""The digits of every figure, by what they tell."""


def _check_needles() -> None:
    everything = [(secret, needle) for secret, needles in NEEDLES.items() for needle in needles]
    assert all(len(needle) >= 7 for _, needle in everything)
    for secret, needle in everything:
        for other, longer in everything:
            assert secret is other or needle not in longer, f"{secret} {needle} in {other} {longer}"


_check_needles()

# ------------------------------------------------------------------------------- searching

_BETWEEN: Final = re.compile(
    r"(?<=\d)(?:[\s,.'\u2019_\u00a0\u2009\u202f]|&nbsp;|&#160;|&#xa0;){1,2}(?=\d)"
)
_DIGEST: Final = re.compile(r"(?<![0-9a-f])(?=[0-9]*[a-f])[0-9a-f]{12,}(?![0-9a-f])")
"""A digest in hexadecimal: seven digits in a row stand in one by chance, now and then."""

_CODED: Final = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")


def _plain(text: str) -> str:
    return _BETWEEN.sub("", _DIGEST.sub(" ", text))


def found_in(text: str) -> frozenset[Secret]:
    """Which secrets a text gives away."""
    plain = _plain(text)
    return frozenset(
        secret for secret, needles in NEEDLES.items() if any(needle in plain for needle in needles)
    )


def needles_in(text: str) -> list[str]:
    """Which figures a text gives away: to say it when a test fails."""
    plain = _plain(text)
    return sorted(needle for some in NEEDLES.values() for needle in some if needle in plain)


def texts(content: bytes, kind: str) -> Iterator[str]:
    """Everything that can be read out of an answer's bytes."""
    if kind == "application/pdf":
        yield from _of_pdf(content)
    elif content.startswith(b"PK"):
        yield from _of_zip(content)
    else:
        text = content.decode("utf-8", "replace")
        yield text
        if "&" in text:
            yield html.unescape(text)


def coded(content: bytes) -> Iterator[str]:
    """What stands in base64 in some bytes, as in a cookie, and packed in that."""
    for match in _CODED.finditer(content):
        word = match.group().rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
        try:
            raw = base64.b64decode(word + b"=" * (-len(word) % 4))
        except ValueError:
            continue
        yield raw.decode("latin-1")
        try:
            yield zlib.decompress(raw).decode("latin-1")
        except zlib.error:
            continue


def _of_zip(content: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for name in packed.namelist():
            yield packed.read(name).decode("utf-8", "replace")


def _of_pdf(content: bytes) -> Iterator[str]:
    yield content.decode("latin-1")
    reader = PdfReader(io.BytesIO(content))
    for page in reader.pages:
        yield page.extract_text()
    for files in reader.attachments.values():
        yield from (file.decode("utf-8", "replace") for file in files)
    yield from _streams(reader)


def _streams(reader: PdfReader) -> Iterator[str]:
    numbers = {number for generation in reader.xref.values() for number in generation}
    for number in sorted(numbers | set(reader.xref_objStm)):
        found: Any = reader.get_object(number)
        if isinstance(found, StreamObject) and found.get("/Subtype") != "/Image":
            yield found.get_data().decode("latin-1")
