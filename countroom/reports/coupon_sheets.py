"""Coupons ready for the printer: each bears its serial in print and as a code.

Reference:
    525.21(c), (p), (r); 525.22(b).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import segno

from countroom.domain.denominations import denomination_label
from countroom.domain.papers.coupon_sheet import CouponSheet
from countroom.reports.pages import Attached, Page, fill

_A_PAGE: Final = 8
_DOTS_A_MODULE: Final = 4


@dataclass(frozen=True, slots=True)
class Printed:
    """One coupon on a page.

    Attributes:
        serial: As printed.
        code: The serial as a QR code: a picture inside the page.
    """

    serial: str
    code: str


@dataclass(frozen=True, slots=True)
class Coupons:
    """Coupons ready for their template.

    Attributes:
        sheet: What stands on each.
        form: Name of the form that records them.
        value: Face value in large figures.
        pages: Coupons page by page.
        at: When they were recorded, aware UTC.
        attached: Nothing; a coupon bears what is printed on it.
    """

    sheet: CouponSheet
    form: str
    value: str
    pages: tuple[tuple[Printed, ...], ...]
    at: datetime
    attached: tuple[Attached, ...] = ()


def _printed(sheet: CouponSheet) -> Iterator[Printed]:
    for serial in sheet.serials():
        code = segno.make_qr(serial, error="m")
        yield Printed(serial, code.png_data_uri(scale=_DOTS_A_MODULE, border=4))


def page(sheet: CouponSheet, *, form: str, at: datetime) -> Page:
    """Lay coupons out for the press, eight a page.

    Args:
        sheet: What stands on each, and which they are.
        form: Name of the form that records them.
        at: When they were recorded, aware UTC; the same sheet gives the same bytes.
    """
    every = tuple(_printed(sheet))
    pages = tuple(every[n : n + _A_PAGE] for n in range(0, len(every), _A_PAGE))
    value = denomination_label(sheet.denomination.cents)
    return fill("coupons", Coupons(sheet, form, value, pages, at), None)
