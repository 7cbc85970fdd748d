"""Printing from the command line, under the house's seal; keeping the prints that are due."""

from datetime import date

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


def printer_of(settings: AppSettings, owner: str) -> Printer:
    """What prints for a house, under its seal."""
    return Printer(seal=open_seal(settings.keys, owner), build=paths.build_digest())


def keep_due(database: Database, settings: AppSettings, house: House, since: date) -> int:
    """Render and keep what is due with a count of gaming dates from one on; says how many forms."""
    printer = printer_of(settings, house.property.name)
    try:
        found = rendered(database, printer, since=since)
        return keep_all(database, found, who=the_program(), now=clock.now())
    finally:
        close_press()
