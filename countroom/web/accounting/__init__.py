"""Accounting: the gaming days, a day table by table, its checks, its papers, its files.

* ``days`` the list, and pouches to sign in; ``day`` the win and what differs; ``why`` one table,
  ``causes`` what to look at there and a form line by line;
* ``mismatches`` a rack that did not hold what its last slip says;
* ``felt`` one recorded round as on the felt;
* ``numbers`` the series register, papers in the boxes, exceptions to internal audit;
* ``checks`` the Counter Checks; ``chips`` where every chip is; ``wheels`` nonvalue chips;
* ``audit`` the work list, adjustments, the day filed, and the forms of all this;
* ``files`` reports and registers to take away, the daily pack; ``replay`` a count act by act;
* ``figures`` what each figure of a table is added from, and its rounds;
* ``pictures`` what is drawn of a day;
* ``watch`` thirty days: hold in its limits, differences that repeat;
* ``to_date`` month and year beside the day; ``tax`` the filing weeks; ``weeks`` one filed, and
  contests;
* ``month`` the tie-out, the month closed, deposits and claims of the bank;
* ``forms`` what is typed. Before a count is concluded one sentence stands here and no figure.
"""

from countroom.web.accounting import (
    audit,
    causes,
    checks,
    chips,
    day,
    days,
    felt,
    figures,
    files,
    mismatches,
    month,
    numbers,
    pictures,
    replay,
    tax,
    to_date,
    watch,
    weeks,
    wheels,
    why,
)
from countroom.web.accounting.blueprint import DayConverter, bp

__all__ = [
    "DayConverter",
    "audit",
    "bp",
    "causes",
    "checks",
    "chips",
    "day",
    "days",
    "felt",
    "figures",
    "files",
    "mismatches",
    "month",
    "numbers",
    "pictures",
    "replay",
    "tax",
    "to_date",
    "watch",
    "weeks",
    "wheels",
    "why",
]
