"""Playing a gaming day through the operations, and counting it: for the demo and for tests.

* ``plan`` how a day goes; ``stage`` people, clock and acts;
* ``floor`` the tables before the first act; ``events`` a table's day in order of time;
  ``pit`` what the pit does, ``unusual`` what is out of the ordinary, ``bank`` the cage and its
  chips, ``keys`` who has which; ``day`` the whole of it;
* ``counting`` the count of its boxes to the conclusion, and accounting's checks;
* ``coupons`` a day of the programme of coupons; ``programme`` its mailing, month and quarter;
* ``books`` accounting audits and files the day;
* ``calendar`` how the days of the demo go;
* ``truth`` what really lies in boxes and racks, and what is disturbed by hand.
"""

from countroom.operations.play.books import file_all_but_newest, file_day
from countroom.operations.play.counting import count_day, enter_checks
from countroom.operations.play.day import play_day
from countroom.operations.play.plan import Plan
from countroom.operations.play.truth import Disturbance, Truth, load, save

__all__ = [
    "Disturbance",
    "Plan",
    "Truth",
    "count_day",
    "enter_checks",
    "file_all_but_newest",
    "file_day",
    "load",
    "play_day",
    "save",
]
