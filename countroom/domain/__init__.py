"""What the paper means. Pure: facts, states and sums; no clock, no chance, no framework.

* ``canonical`` writes a fact as the bytes that are digested and signed, and reads it back;
* ``denominations`` the kinds of money and what a figure on a paper is made of;
* ``people`` and ``access`` who does what, and who may see what;
* ``floor`` the house: pits, tables, boxes; ``gaming_day`` its calendar;
* ``documents`` what every signed paper has, ``papers`` one module for each;
* ``drop`` and ``count`` the states of a box and of a count; ``pools`` the money laid out for the
  cage, ``agreement`` whether two counts of it agree;
* ``coupon_ranges``, ``coupon_lots``, ``coupon_programme``, ``coupon_approval`` coupons from the
  printer to the box; ``coupon_calendar`` the months and quarters they are reported by;
* ``inventory``, ``coupons``, ``revenue``, ``reconciliation`` a table's money;
* ``adjusting``, ``audit``, ``tie_out`` a day put right, filed, a month proved; ``spans``,
  ``tax``, ``ledger`` what is added up, owed and booked;
* ``journal`` who did what, each entry chained to the one before.
"""
