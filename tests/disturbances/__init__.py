"""Disturbed days: what goes wrong by hand or at the felt, done to a played day.

* ``world`` a played day as papers and rounds, and how chips, notes and papers move in it;
* ``money``, ``papers``, ``racks``, ``felt`` the disturbances, one function each;
* ``library`` all of them, with what a good explanation says; ``judge`` whether it does.
"""
