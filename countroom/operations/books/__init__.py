"""What accounting does to a gaming date after its count.

* ``explaining`` what was found out about a difference, signed;
* ``adjusting`` a figure put right by two people;
* ``ticking`` the work list of the audit;
* ``filing`` the final audited worksheet: the day is filed; ``weeks`` the weekly return;
  ``months`` the month closed;
* ``contests`` what a contest took and gave; ``bank`` what the bank says.
"""
