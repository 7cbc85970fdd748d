"""One line of JSON a request: when, which route, how long. No figures, names or bodies."""

import json
import logging
import sys
import time
import traceback
from typing import Any, Final

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


class Application(Flask):
    """Flask, with faults told to the log by kind and place, never by what they held."""

    def log_exception(self, exc_info: Any) -> None:
        """Tell a fault: its kind, and where in our own files it came from."""
        kind, _, trace = exc_info
        places = [
            f"{frame.filename.rpartition('countroom/')[2]}:{frame.lineno}"
            for frame in traceback.extract_tb(trace)
            if "countroom/" in frame.filename
        ]
        facts = {"fault": kind.__name__, "places": places[-3:]}
        logging.getLogger(LOGGER).error("fault", extra={"facts": facts})


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
