"""The count room: boxes counted, money proved, games settled, and the two compared.

The map of the package, from the top down:

* ``__main__`` makes a bare machine ready and hands over to ``cli``;
* ``web`` and ``cli`` are the two ways in; they call only what follows;
* ``reports`` prints and exports what ``inquiries`` answer;
* ``operations`` are what people do, ``inquiries`` what they may see;
* ``stores`` keep what is on record, the only place that speaks SQL;
* ``domain`` says what a paper means, ``engine`` what a wager pays, both pure;
* ``money``, ``errors`` and ``regulations`` are what everything stands on.
"""

__version__ = "0.1.0"
