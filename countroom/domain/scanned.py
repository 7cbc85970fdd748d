"""What a hand scanner typed of a coupon: one serial, or a sentence that says what is wrong.

A scanner types like a keyboard. It may send control characters of its own, read a code twice into
one field, or cut one short; none of these is a serial, and none becomes one by guessing.

Reference:
    525.21(c)(3), (q)(3); V_86.
"""

from collections.abc import Iterable
from typing import Final

from countroom.domain.coupon_ranges import Series, read_serial
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError

UNREADABLE: Final = "unreadable"
"""What stands for the serial of a coupon whose serial cannot be read."""

HELD: Final = "?"
"""Behind a serial: it is doubtful, and the coupon is held for finance."""

_SAID: Final = frozenset({HELD, UNREADABLE})
_ENDS: Final = " \t\r\n"
_MOST: Final = 32
_LEAST_TWICE: Final = 6
"""Digits and letters from which on the same text twice in a row is a code read twice."""


def read(typed: str, designs: Iterable[CouponDesign] = ()) -> str:
    r"""Read a serial as scanned or keyed; ``?`` stands for one that cannot be read.

    A ``?`` behind a serial holds the coupon for finance.

    >>> read("M25-0000042\r\n"), read("?")
    ('M25-0000042', 'unreadable')

    Raises:
        EntryError: It is no single, whole serial.
    """
    text = typed.strip(_ENDS)
    if text.lower() in _SAID:
        return UNREADABLE
    wrong = fault(text, designs)
    if wrong:
        raise EntryError({"serial": wrong})
    return text


def fault(text: str, designs: Iterable[CouponDesign] = ()) -> str:
    """Say what is wrong with a serial as it was scanned, or nothing."""
    text = text.removesuffix(HELD)
    prefixes = tuple(one.serial_prefix for one in designs if one.serial_prefix)
    checks = (
        (not text, "Scan the serial, or enter ? where it cannot be read."),
        (
            any(not char.isascii() or not char.isprintable() for char in text),
            f"{text!a} holds characters that no serial has: set the scanner to plain text.",
        ),
        (_is_twice(text, prefixes), f"{text} is more than one code: scan one coupon at a time."),
        (len(text) > _MOST, f"A serial has at most {_MOST} characters: scan it again."),
        (_is_cut(text, prefixes), f"{text} was cut short: scan it again."),
    )
    return next((sentence for wrong, sentence in checks if wrong), "")


def _is_twice(text: str, prefixes: tuple[str, ...]) -> bool:
    half, odd = divmod(len(text), 2)
    if not odd and half >= _LEAST_TWICE and text[:half] == text[half:]:
        return True
    own = text.startswith(prefixes)
    return own and any(
        text[place - 1].isdigit() and text.startswith(prefixes, place)
        for place in range(1, len(text))
    )


def _is_cut(text: str, prefixes: tuple[str, ...]) -> bool:
    begun = any(prefix.startswith(text) for prefix in prefixes)
    return begun or (text.startswith(prefixes) and not text[-1:].isdigit())


def series_fault(serial: str, known: Iterable[Series]) -> str:
    """Say that a serial has too few or too many digits for the ledger, or nothing.

    Args:
        serial: As read.
        known: Series that the ledger has received.
    """
    try:
        series, _ = read_serial(serial)
    except ValueError:
        return ""
    lengths = {one.digits for one in known if one.prefix == series.prefix}
    if not lengths or series.digits in lengths:
        return ""
    wanted = " or ".join(str(length) for length in sorted(lengths))
    short = "was cut short" if series.digits < max(lengths) else "is too long"
    return f"{serial} {short}: {series.digits} digits, where its coupons have {wanted}."


def is_held(serial: str) -> bool:
    """Whether a coupon is held for finance, its serial unreadable or in doubt."""
    return serial == UNREADABLE or serial.endswith(HELD)
