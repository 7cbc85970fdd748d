"""``countroom serve``: the screens, behind gunicorn's threads."""

from pathlib import Path
from typing import Any, Final

import click
from gunicorn.app.base import BaseApplication

from countroom.cli.options import place_options
from countroom.errors import SettingsError
from countroom.operations.opening import open_ready
from countroom.settings import AppSettings

_GRACE_SECONDS: Final = 20
_TIMEOUT_SECONDS: Final = 60
_BACKLOG: Final = 256
_POSTGRESQL_WORKERS: Final = 3


@click.command()
@click.option("--host", default=None, help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=int, default=None, help="Port to listen on.  [default: 8000]")
@click.option("--workers", type=int, default=None, help="Processes; one on SQLite.")
@place_options
def serve(
    host: str | None, port: int | None, workers: int | None, data: Path, database: str | None
) -> None:
    """Serve the screens on this machine; a TLS proxy stands before it in a house.

    Refuses to start unless the database has the shape of this program and its own checks run.
    """
    settings = AppSettings.for_data(data, database=database, host=host, port=port, workers=workers)
    check(settings)
    click.echo(f"The count room is open at http://{settings.host}:{settings.port}/")
    Server(settings).run()


def check(settings: AppSettings) -> None:
    """Refuse to serve what cannot be served safely.

    Raises:
        SettingsError: Python leaves out assertions; there is no database, or its shape is not
            the program's.
    """
    if not __debug__:
        msg = "Python was told to leave out assertions (-O): start without that."
        raise SettingsError(msg)
    open_ready(settings).close()
    settings.secret()


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with our settings: threads in one process on SQLite, several on PostgreSQL."""

    def __init__(self, settings: AppSettings) -> None:
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Give gunicorn its options; it reads none from elsewhere."""
        for name, value in options(self.settings).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application in the process that serves it."""
        from countroom.web import press_room, workshop  # noqa: PLC0415 - a worker's own
        from countroom.web.app import create_app  # noqa: PLC0415 - a worker's own

        app = create_app(self.settings)
        press_room.start(app)
        workshop.start(app)
        return app


def options(settings: AppSettings) -> dict[str, object]:
    """What gunicorn is told."""
    several = not settings.is_sqlite and settings.workers == 1
    return {
        "bind": f"{settings.host}:{settings.port}",
        "worker_class": "gthread",
        "workers": _POSTGRESQL_WORKERS if several else settings.workers,
        "threads": settings.threads,
        "backlog": _BACKLOG,
        "timeout": _TIMEOUT_SECONDS,
        "graceful_timeout": _GRACE_SECONDS,
        "keepalive": 5,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "proc_name": "countroom",
        "forwarded_allow_ips": "",
    }
