"""What every benchmark prints: a table, with the budget under what was found."""

from collections.abc import Callable, Iterator, Sequence

import pytest

Show = Callable[..., None]


def lines(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay a table out: names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    yield from ["", title]
    for first, *others in (heads, *rows):
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join(["", first.ljust(widths[0]), *cells]).rstrip()


@pytest.fixture
def show(capfd: pytest.CaptureFixture[str]) -> Show:
    """Prints a table past pytest's capture; further sentences stand under it."""

    def print_table(
        title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *notes: str
    ) -> None:
        with capfd.disabled():
            for line in (*lines(title, heads, rows), *(f"  {note}" for note in notes)):
                print(line)  # noqa: T201 - a benchmark is run to be read

    return print_table
