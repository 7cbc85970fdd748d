"""A drawn signature is a small PNG, and is looked at before it goes to the press."""

import struct
import zlib
from collections.abc import Iterator
from typing import Final

WIDTH_LIMIT: Final = 2000
HEIGHT_LIMIT: Final = 1000
BYTES_LIMIT: Final = 300_000
"""A signature drawn with a finger is a few thousand bytes."""

_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = struct.Struct(">IIBBBBB")
_CHANNELS: Final = {0: 1, 2: 3, 4: 2, 6: 4}


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield type and content of each chunk; ends early where one is not whole."""
    place = len(_MAGIC)
    while place + 12 <= len(png):
        (length,) = struct.unpack_from(">I", png, place)
        kind = png[place + 4 : place + 8]
        content = png[place + 8 : place + 8 + length]
        check = png[place + 8 + length : place + 12 + length]
        if check != struct.pack(">I", zlib.crc32(kind + content)):
            return
        yield kind, content
        place += 12 + length


def drawn_fault(png: bytes) -> str | None:
    """Say why a drawing cannot be printed, or nothing.

    Only what a screen's canvas writes is taken: whole, not interlaced, 8 bits a channel, and no
    larger unpacked than its measures say.
    """
    if len(png) > BYTES_LIMIT:
        return "is larger than a signature is."
    chunks = list(_chunks(png)) if png.startswith(_MAGIC) else []
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or len(chunks[0][1]) != _HEADER.size:
        return "is not a whole PNG."
    return _picture_fault(chunks[0][1], b"".join(data for kind, data in chunks if kind == b"IDAT"))


def _picture_fault(header: bytes, packed: bytes) -> str | None:
    width, height, depth, colours, _, _, interlaced = _HEADER.unpack(header)
    if not (0 < width <= WIDTH_LIMIT and 0 < height <= HEIGHT_LIMIT):
        return "has measures that a signature has not."
    if depth != 8 or interlaced or colours not in _CHANNELS:
        return "is not a PNG as a screen writes it."
    expected = height * (1 + width * _CHANNELS[colours])
    try:
        unpacked = zlib.decompressobj().decompress(packed, expected + 1)
    except zlib.error:
        return "is not a whole PNG."
    return None if len(unpacked) == expected else "is not a whole PNG."
