"""One line of JSON a request: when, which route, how long. No figures, names or bodies."""

import json
import logging
import sys
import time
from typing import Final

from flask import Flask, Response, g, request

LOGGER: Final = "countroom.web"


class JsonLine(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record; only what we put there ourselves."""
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "says": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        return json.dumps(line, ensure_ascii=True)


def install(app: Flask) -> None:
    """Log each request by its route, never by its address, which names boxes and people."""
    logger = logging.getLogger(LOGGER)
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLine())
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        logger.propagate = False
    app.logger.handlers = logger.handlers
    app.logger.propagate = False
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()


def _end(answer: Response) -> Response:
    quiet = request.endpoint in {"static", "bootstrap.static", "health.health"}
    if not quiet:
        began = g.get("began", time.perf_counter())
        facts = {
            "route": str(request.url_rule) if request.url_rule else "none",
            "method": request.method,
            "status": answer.status_code,
            "ms": round((time.perf_counter() - began) * 1000, 1),
            "device": g.get("device", ""),
        }
        logging.getLogger(LOGGER).info("request", extra={"facts": facts})
    return answer
