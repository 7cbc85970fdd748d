"""Names and codes: what may be written in one, said in a sentence when it may not."""

import re
import unicodedata
from typing import Final

from countroom.errors import EntryError

NAME_LIMIT: Final = 80
"""Characters that a printed name may have."""

CODE_LIMIT: Final = 16
"""Characters that a code may have; it must fit on a label."""

_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*", re.ASCII)

_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible, but some scripts spell names with them."""

_UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that show nothing, or turn the text around them about."""


def _printable(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in _UNPRINTABLE


def name_fault(text: str, limit: int = NAME_LIMIT) -> str | None:
    r"""Say what is wrong with a name in any script, or nothing.

    >>> name_fault("王小明"), name_fault("O'Brien & Sons <b>x</b>")
    (None, None)
    >>> name_fault("Ana\u202e")
    'holds a control character.'
    """
    if not text.strip():
        return "is empty."
    if len(text) > limit:
        return f"is longer than {limit} characters."
    if not all(map(_printable, text)):
        return "holds a control character."
    if text != text.strip():
        return "begins or ends with a space."
    if not unicodedata.is_normalized("NFC", text):
        return "is not in Unicode form NFC."
    return None


def code_fault(text: str) -> str | None:
    """Say what is wrong with a code, or nothing.

    A code is a label and part of a file's name: letters, digits and hyphens. It is text, so
    that ``007`` and ``7`` are two codes.

    >>> code_fault("007"), code_fault("../7")
    (None, 'may hold only the letters A-Z, digits and hyphens, and no hyphen first.')
    """
    if not text:
        return "is empty."
    if len(text) > CODE_LIMIT:
        return f"is longer than {CODE_LIMIT} characters."
    if not _CODE.fullmatch(text):
        return "may hold only the letters A-Z, digits and hyphens, and no hyphen first."
    return None


def raise_faults(checks: dict[str, str | None]) -> None:
    """Refuse a fact for every field that has a fault, all at once.

    Args:
        checks: Field to what is wrong with it, or nothing.

    Raises:
        EntryError: At least one field has a fault; its sentence begins with the field's name.
    """
    faults = {field: f"{field} {fault}" for field, fault in checks.items() if fault is not None}
    if faults:
        raise EntryError(faults)
