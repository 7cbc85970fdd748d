"""Match Play Coupons, from the printer to the quarterly report: each department does its half.

* ``ledger`` what every step does: approvals asked, movements checked and recorded, the day;
* ``receipts`` finance and marketing examine what came; ``requisitions`` marketing asks and
  finance authorises; ``issues`` finance enters and hands over; ``days`` marketing closes its
  day; ``returns`` what goes back; ``processing`` what the boxes held is checked and cancelled;
  ``inventories`` all coupons not distributed are counted; ``destructions`` expired ones in
  stock; ``quarters`` what the Bureau is told;
* ``redeeming`` a coupon redeemed at a table, and given back where its round is void;
* ``sheets`` coupons printed in house;
* ``signing`` the signatures that follow, and voiding a form that is not finished.
"""
