"""What the killed processes do: acts of the day, reported one by one, until they are done or dead.

This module is imported once by the helper process that all of them are forked from.
"""

import os
import signal
import sys
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlmodel import Session

from countroom.operations.house import the_program
from countroom.operations.kept import keep_all
from countroom.reports import pdf
from countroom.reports.due import rendered
from countroom.reports.printing import Printer
from countroom.stores.database import Database
from tests.plumbing import count_day


def open_database(url: str, folder: str) -> Database:
    """Open the database of a test, its anchor beside it."""
    return Database(url, anchor=Path(folder) / "journal.head")


def acts(reports: Connection, url: str, folder: str, first: int) -> None:
    """Do the acts of the day from ``first`` on; report each when it is acknowledged."""
    database = open_database(url, folder)
    for number in range(first, len(count_day.STEPS)):
        reports.send((number, count_day.do(database, number)))


def rehearse(reports: Connection, url: str, folder: str) -> None:
    """Do the whole day; after each act report its moments and what every table then holds."""
    moments = Moments()
    for number in range(len(count_day.STEPS)):
        database = open_database(url, folder)  # which remembers nothing, as in a new process
        moments.watch(database)
        count_day.do(database, number)
        passed = tuple(moments.passed)
        reports.send((passed, count_day.snapshot(database)))
        database.close()


def one_act(reports: Connection, url: str, folder: str, number: int, last: str) -> None:
    """Do one act, and die at the moment called ``last``; report it if that never comes."""
    database = open_database(url, folder)
    Moments(last).watch(database)
    reports.send(count_day.do(database, number))


def keep_prints(reports: Connection, url: str, folder: str, last: str) -> None:
    """Render and keep what is due, and die at the moment called ``last``, if there is one."""
    database = open_database(url, folder)
    Moments(last).watch(database)
    printer = Printer(press=pdf.press)
    now = count_day.moment(len(count_day.STEPS))
    reports.send(keep_all(database, rendered(database, printer), who=the_program(), now=now))


class Moments:
    """Every moment of a process at which it may die: what it passes, and the last it reaches.

    They are called by what is about to happen or has just happened, and numbered: ``statement
    3``, ``executed 3``, ``commit 1``, ``committed 1``, ``open 1``.
    """

    def __init__(self, last: str = "") -> None:
        self.passed: list[str] = []
        self._last = last
        event.listen(Session, "after_commit", partial(self._at, "committed"))
        sys.addaudithook(self._audit)

    def watch(self, database: Database) -> None:
        """Begin to count the moments of one database."""
        self.passed.clear()
        watched = {
            "statement": "before_cursor_execute",
            "executed": "after_cursor_execute",
            "commit": "commit",
        }
        for called, name in watched.items():
            event.listen(database.engine, name, partial(self._at, called))

    def _at(self, called: str, *_: object) -> None:
        number = sum(name.startswith(f"{called} ") for name in self.passed) + 1
        self.passed.append(f"{called} {number}")
        if self.passed[-1] == self._last:
            os.kill(os.getpid(), signal.SIGKILL)

    def _audit(self, happens: str, details: Any) -> None:
        if happens == "open" and "journal." in str(details[0]):
            self._at(happens)
