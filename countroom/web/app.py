"""The application, put together in named steps."""

from datetime import UTC, datetime

from flask import Flask
from flask_bootstrap import Bootstrap5

from countroom import paths
from countroom.operations.acts import Database
from countroom.operations.opening import open_database
from countroom.settings import AppSettings
from countroom.web import (
    accounting,
    admin,
    api,
    cage,
    compliance,
    copies,
    count_room,
    coupons,
    desk,
    drop,
    finance,
    gate,
    health,
    home,
    logs,
    marketing,
    pages,
    pit,
    problems,
    sample,
    security,
    serving,
    sign_in,
    surveillance,
    verify,
    workshop,
)
from countroom.web.desk import Clock, Server


def server_clock() -> datetime:
    """The clock of this machine, aware UTC."""
    return datetime.now(UTC)  # noqa: TID251 - web is where the clock is read


def create_app(
    settings: AppSettings, database: Database | None = None, clock: Clock = server_clock
) -> Flask:
    """Make the application.

    Args:
        settings: How it is set up.
        database: The property's records; opened as the settings say if none is given.
        clock: Tells the time, aware UTC.
    """
    app = logs.Application(
        "countroom", template_folder=str(paths.TEMPLATES), static_folder=str(paths.STATIC)
    )
    secret = settings.secret()
    desk.put(
        app,
        Server(
            settings=settings,
            database=database or open_database(settings),
            clock=clock,
            secret=secret,
            build=paths.build_digest(),
        ),
    )
    logs.install(app)
    security.configure(app, settings, secret)
    sign_in.install(app)
    pages.install(app)
    _bootstrap(app)
    _places(app)
    workshop.put(app)
    serving.install(app)
    api.install(app)
    problems.install(app)  # after the API's library, which would answer refusals its own way
    if settings.sample:
        app.register_blueprint(sample.bp)
    _refuse_the_undeclared(app)
    return app


def _bootstrap(app: Flask) -> None:
    """Bootstrap from its package, served by us."""
    app.config["BOOTSTRAP_SERVE_LOCAL"] = True
    Bootstrap5(app)


def _places(app: Flask) -> None:
    """One blueprint a place of the house."""
    app.url_map.converters["count"] = count_room.CountConverter
    app.url_map.converters["day"] = accounting.DayConverter
    for place in (
        health.bp,
        home.bp,
        sign_in.bp,
        accounting.bp,
        admin.bp,
        cage.bp,
        compliance.bp,
        copies.bp,
        coupons.bp,
        finance.bp,
        marketing.bp,
        drop.bp,
        pit.bp,
        surveillance.bp,
        count_room.bp,
        verify.bp,
    ):
        app.register_blueprint(place)


def _refuse_the_undeclared(app: Flask) -> None:
    wanting = gate.undeclared(app)
    assert not wanting, f"say with gate.needs who may open: {', '.join(wanting)}"
