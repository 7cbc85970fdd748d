"""Keeping the prints that are due, from the command line."""

from countroom import paths
from countroom.cli import clock
from countroom.domain.house import House
from countroom.operations.acts import Database
from countroom.operations.house import the_program
from countroom.operations.kept import keep_all
from countroom.reports.due import rendered
from countroom.reports.press import close_press
from countroom.reports.printing import Printer
from countroom.reports.seal import open_seal
from countroom.settings import AppSettings


def keep_due(database: Database, settings: AppSettings, house: House) -> int:
    """Render and keep every print that is due with a count; says how many forms."""
    seal = open_seal(settings.keys, house.property.name)
    printer = Printer(seal=seal, build=paths.build_digest())
    try:
        return keep_all(database, rendered(database, printer), who=the_program(), now=clock.now())
    finally:
        close_press()
