"""Why a table differs: the causes that would leave exactly what differs, likeliest first.

* ``facts`` what is on record; ``signs`` what differs, sign by sign;
* ``causes`` what a cause is; ``hand``, ``money``, ``checks``, ``coupons``, ``slips``, ``rounds``
  the causes; ``registry`` one line for each;
* ``search`` adds causes up, alone and two together, until nothing is left.

Nothing is forced to agree: what no cause leaves to the cent stays unexplained.
"""
