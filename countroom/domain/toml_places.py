"""On which line of a TOML text each key stands; the standard reader does not tell.

Statements are found by asking that same reader whether the lines so far make one, so that
strings, comments and lists over several lines are never misread.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

STATEMENT_LINES: Final = 400
"""A statement over more lines than this ends the search: what follows has no place."""


def _path_of(table: Mapping[str, Any]) -> list[str]:
    """Follow the single key of each table down: ``a.b = 1`` gives a, b."""
    names: list[str] = []
    while len(table) == 1:
        ((name, inner),) = table.items()
        names.append(name)
        if not isinstance(inner, dict):
            break
        table = inner
    return names


def _statements(lines: list[str]) -> Iterator[tuple[int, bool, dict[str, Any]]]:
    """Yield the line, whether it is a header, and the meaning of each statement."""
    at = 0
    while at < len(lines):
        for end in range(at + 1, min(at + STATEMENT_LINES, len(lines)) + 1):
            text = "\n".join(lines[at:end])
            try:
                meaning = tomllib.loads(text)
            except tomllib.TOMLDecodeError:
                continue
            if meaning:
                yield at + 1, text.lstrip().startswith("["), meaning
            at = end
            break
        else:
            return


def line_places(text: str) -> dict[str, int]:
    r"""Tell the line of each key and table of a valid TOML text.

    Tables of a list count from 1: the key ``pit`` of the second ``[[tables]]`` is
    ``tables[2].pit``. Keys inside a table written in braces have no place of their own.

    >>> line_places('[[pits]]\ncode = "1"\n\n[[pits]]\ncode = "2"\n')
    {'pits[1]': 1, 'pits[1].code': 2, 'pits[2]': 4, 'pits[2].code': 5}
    """
    places: dict[str, int] = {}
    counts: dict[str, int] = {}
    above = ""
    for line, is_header, meaning in _statements(text.split("\n")):
        names = _path_of(meaning)
        if not is_header:
            for length in range(1, len(names) + 1):
                places.setdefault(above + ".".join(names[:length]), line)
            continue
        path = ".".join(names)
        if _is_list_header(meaning):
            counts[path] = counts.get(path, 0) + 1
            path = f"{path}[{counts[path]}]"
        places.setdefault(path, line)
        above = f"{path}."
    return places


def _is_list_header(meaning: Mapping[str, Any]) -> bool:
    inner: Any = meaning
    while isinstance(inner, dict) and inner:
        (inner,) = inner.values()
    return isinstance(inner, list)


def nearest_line(place: str, places: Mapping[str, int]) -> int | None:
    """Find the line of a place, or of the nearest thing around it.

    >>> nearest_line("pits[2].name", {"pits[2]": 4})
    4
    """
    while place:
        if place in places:
            return places[place]
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return None
