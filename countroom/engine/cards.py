"""Cards as small integers, and decks and shoes of them.

A card is ``4 * rank + suit``: rank 0 is the deuce and 12 the ace; suits are clubs,
diamonds, hearts and spades. ``NO_CARD`` stands where no card was dealt. A deck with a joker
has it as card 52, written ``Jo``.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK_SIZE: Final = 52
NO_CARD: Final = -1
JOKER: Final = 52
_JOKER_TEXT: Final = "Jo"

Cards = NDArray[np.int8]
"""Cards 0..51, ``JOKER`` where the game has one, or ``NO_CARD``."""


def card(text: str) -> int:
    """Read one card.

    >>> card("2c"), card("As")
    (0, 51)

    Raises:
        ValueError: It is neither a rank of 23456789TJQKA and a suit of cdhs, nor ``Jo``.
    """
    if text == _JOKER_TEXT:
        return JOKER
    if len(text) != len("As") or text[0] not in RANKS or text[1] not in SUITS:
        msg = f"{text!r} is not a card."
        raise ValueError(msg)
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards(text: str) -> Cards:
    """Read cards written with spaces between; ``--`` is no card.

    >>> cards("As -- 2c").tolist()
    [51, -1, 0]
    """
    return np.array([NO_CARD if word == "--" else card(word) for word in text.split()], np.int8)


def card_text(value: int) -> str:
    """Write one card.

    >>> card_text(51), card_text(NO_CARD)
    ('As', '--')
    """
    if value == JOKER:
        return _JOKER_TEXT
    return "--" if value == NO_CARD else RANKS[value // 4] + SUITS[value % 4]


def shuffled_shoes(rng: np.random.Generator, n: int, decks: int) -> Cards:
    """Shuffle ``n`` shoes of ``decks`` decks each.

    Returns:
        Shape ``(n, 52 * decks)``: each row in the order the cards come out.
    """
    fresh = np.tile(np.arange(DECK_SIZE, dtype=np.int8), decks)
    return rng.permuted(np.broadcast_to(fresh, (n, fresh.size)), axis=1)


def shuffled_decks(rng: np.random.Generator, n: int) -> Cards:
    """Shuffle ``n`` single decks, shape ``(n, 52)``."""
    return shuffled_shoes(rng, n, 1)
