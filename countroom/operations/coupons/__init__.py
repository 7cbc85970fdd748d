"""Match Play Coupons, from the printer to the quarterly report: each department does its half.

* ``ledger`` what every step does: approvals asked, movements checked and recorded, the day;
* ``receipts`` finance and marketing examine what came; ``requisitions`` marketing asks and
  finance authorises; ``issues`` finance enters and hands over; ``days`` marketing closes its
  day; ``returns`` what goes back; ``inventories`` all coupons not distributed are counted;
  ``quarters`` what the Bureau is told;
* ``signing`` the signatures that follow, and voiding a form that is not finished.
"""
