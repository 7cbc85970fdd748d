"""A progress bar for long work, on a terminal; a line a step elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def steps(total: int) -> Iterator[Callable[[str], None]]:
    """Give a function to be told each step that begins; there are ``total`` of them."""
    if not sys.stderr.isatty():
        yield lambda says: click.echo(f"{says} …", err=True)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("Starting", total=total)
        begun = False

        def tell(says: str) -> None:
            nonlocal begun
            bar.update(task, description=says, advance=1 if begun else 0)
            begun = True

        yield tell


@contextmanager
def rows_of(says: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function to be told how many more rows are done; there are ``total`` of them."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(says, total=total)
        yield lambda more: bar.update(task, advance=more)
