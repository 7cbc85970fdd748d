"""What the felt pays: table games settled by the book, as array functions.

One function settles one round or a million from the same lines; chance comes in as an
argument; nothing here knows papers, people or files. The map of the package:

* ``cards``: cards as small integers, shuffled decks and shoes;
* ``hands``: ranking of five to seven cards;
* ``odds``: odds, payouts and vigorish, exact to the cent or refused;
* ``settlement``: what a round moved between patrons, tray, meters and the drop box;
* ``coupons``: the terms on which Match Play Coupons stand on a wager;
* ``game``: what every game declares; ``games`` holds one module a game and ``GAMES``;
* ``craps_wagers``, ``craps_rules``, ``craps_dice``, ``craps_throws``, ``craps_breaches`` and
  ``craps_strategy``: throws of Craps, shared by its two games;
* ``baccarat_hands``, ``baccarat_wagers``, ``baccarat_vigorish``: dealing and third cards, what
  is paid, and marks per seat, shared by the games of the baccarat family;
* ``blackjack_rules``, ``blackjack_hands``, ``blackjack_play``, ``blackjack_strategy``,
  ``blackjack_breaches``: what a Blackjack table files, how hands lie and count, how they are
  dealt and played, and what is found against the rules;
* ``mississippi_rules``, ``mississippi_felt``, ``mississippi_main``, ``mississippi_optional``,
  ``mississippi_meters``, ``mississippi_breaches``, ``mississippi_strategy``, ``three_cards``:
  what a Mississippi Stud table files, what lies on it, what its wagers do, how meters grow,
  what is found against the rules, how patrons bet, and hands of three cards;
* ``layouts``: layouts of many wagers that one outcome decides; ``roulette_layout`` and
  ``sic_bo_tables`` are theirs;
* ``pai_gow_table``, ``pai_gow_hands``, ``pai_gow_house_way``, ``pai_gow_bonus``,
  ``pai_gow_bank``, ``pai_gow_start``, ``pai_gow_play``, ``pai_gow_breaches``: Pai Gow Poker's
  rules and felt, ranking with the joker, how the dealer sets his hand, the optional wagers, a
  patron's bank, start and cut, play, and what is found against the rules;
* ``poker_time``: Poker's time charge;
* ``records``: rounds as columns; ``resettle`` settles recorded rounds again by the book;
* ``house``: what the house won in a period, by the book;
* ``dealing``: plays one table for one drop period from a seed and yields acts.
"""
