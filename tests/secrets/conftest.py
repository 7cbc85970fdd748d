"""What is logged while the secrets are tried is kept, and never printed."""

import logging
from collections.abc import Iterator

import pytest

from countroom.web.logs import LOGGER, JsonLine


@pytest.fixture(autouse=True)
def log() -> Iterator[list[str]]:
    """Every line that the application logs, as it would stand in the journal of the server."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLine().format(record))

    logger, kept = logging.getLogger(LOGGER), Kept()
    before, level = logger.handlers[:], logger.level
    logger.handlers = [kept]
    logger.setLevel(logging.INFO)
    yield lines
    logger.handlers = before
    logger.setLevel(level)
