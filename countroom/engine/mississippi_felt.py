"""What lies on a Mississippi Stud table: cards, meters, and what went wrong while dealing."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np

from countroom.engine.cards import DECK_SIZE, NO_CARD, Cards
from countroom.engine.game import Column, Ints, Wager, columns_named
from countroom.engine.mississippi_rules import NONE, Rules
from countroom.engine.settlement import Flags

MAIN_PAYS: Final = "58 Pa. Code § 655a.12(a)"

WAGERS: Final[tuple[Wager, ...]] = (
    Wager("ante", "Ante", MAIN_PAYS, main=True, takes_coupon=True),
    Wager("third", "3rd Street", MAIN_PAYS),
    Wager("fourth", "4th Street", MAIN_PAYS),
    Wager("fifth", "5th Street", MAIN_PAYS),
    Wager("progressive", "Progressive Payout", "58 Pa. Code § 655a.12(c)"),
    Wager("three_card_bonus", "Three Card Bonus", "58 Pa. Code § 655a.12(d)"),
    Wager("five_card_bonus", "Five Card Hand Bonus", "58 Pa. Code § 655a.12(e)"),
    Wager("six_card_bonus", "Six Card Bonus", "58 Pa. Code § 655a.12(f)"),
)

MAIN: Final = 4
"""The Ante and the three bets come first; optional wagers after."""

COMMUNITY: Final = ("community_1", "community_2", "community_3")
EXTRA: Final = ("extra_1", "extra_2", "extra_3", "extra_4")
METERS: Final = ("mega_cents", "major_cents", "minor_cents", "hand_meter_cents")
MARKS: Final = ("showed", "magic_card", "lucky_bonus")

UNKNOWN: Final = -1
"""A meter that is not on record, a stub that was not counted."""

_MOST_CENTS: Final = 10**12
_MOST_DECKS: Final = 2**31 - 1


class Irregularity(IntEnum):
    """What went wrong in a round. § 571.13, § 571.8(h); a cut short of it is none."""

    NOTHING = 0
    COMMUNITY_CARD_EXPOSED = 1
    CARD_FACE_UP = 2
    CARDS_FACE_UP = 3
    CARD_DRAWN_IN_ERROR = 4
    WRONG_NUMBER_OF_CARDS = 5
    SHUFFLER_JAM = 6
    SHOE_JAM = 7
    MISDEALT_BY_THE_STUB = 8
    DECK_SHORT_BY_THE_STUB = 9


PLAY_GOES_ON: Final = frozenset(
    {
        Irregularity.NOTHING,
        Irregularity.CARD_FACE_UP,
        Irregularity.CARD_DRAWN_IN_ERROR,
        Irregularity.SHUFFLER_JAM,
    }
)
"""After these no hand is void; after the others every hand is."""

COLUMNS: Final[tuple[Column, ...]] = (
    *columns_named(("hole_1", "hole_2"), per="seat", says="card of the seat's own"),
    *(
        Column(name, "seat", 0, 1, says)
        for name, says in zip(
            MARKS,
            (
                "1 where the patron showed or told his cards: his wagers are forfeited",
                "1 where the system shows the seat a Magic Card",
                "1 where the system shows the seat a Lucky Bonus",
            ),
            strict=True,
        )
    ),
    *columns_named(COMMUNITY, per="round", says="community card"),
    *columns_named(EXTRA, per="round", says="card set aside for the Six Card Bonus"),
    *(
        Column(name, "round", UNKNOWN, _MOST_CENTS, says)
        for name, says in zip(
            METERS,
            (
                "what the Progressive's main or mega meter showed; -1 not recorded",
                "what its major meter showed; -1 not recorded",
                "what its minor meter showed; -1 not recorded",
                "what the Five Card Hand Bonus's meter showed; -1 not recorded",
            ),
            strict=True,
        )
    ),
    Column("deck", "round", 1, _MOST_DECKS, "number of the deck in play, from 1"),
    Column("stub", "round", UNKNOWN, DECK_SIZE, "cards counted in the stub; -1 not counted"),
    Column("irregularity", "round", 0, max(Irregularity), "what went wrong, by its number"),
    *columns_named(("faced_card",), per="round", says="card found face up and not used"),
)


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of rounds.

    Attributes:
        hole: ``(n, seats, 2)``.
        community: ``(n, 3)``.
        extra: ``(n, 4)``: cards set aside for the Six Card Bonus.
        meters_cents: ``(n, 4)``: what the meters showed in the round, in the order of
            ``METERS``; ``UNKNOWN`` where not recorded.
        showed: ``(n, seats)``: the patron gave information about his cards.
        magic: ``(n, seats)``: the system showed a Magic Card.
        lucky: ``(n, seats)``: the system showed a Lucky Bonus.
        deck: ``(n,)``: from 1; a deck that comes to the table has the next number.
        stub: ``(n,)``: cards counted in it, or ``UNKNOWN``.
        irregularity: ``(n,)``: numbers of ``Irregularity``.
        faced: ``(n,)``: the card found face up, or ``NO_CARD``.
    """

    hole: Cards
    community: Cards
    extra: Cards
    meters_cents: Ints
    showed: Flags
    magic: Flags
    lucky: Flags
    deck: Ints
    stub: Ints
    irregularity: Ints
    faced: Cards


def plain(hole: Cards, community: Cards) -> Felt:
    """Lay cards out where nothing else is on the table and nothing went wrong.

    Args:
        hole: ``(n, seats, 2)``.
        community: ``(n, 3)``.
    """
    n, seats = hole.shape[:2]
    no = np.zeros((n, seats), bool)
    return Felt(
        hole=hole,
        community=community,
        extra=np.full((n, len(EXTRA)), NO_CARD, np.int8),
        meters_cents=np.full((n, len(METERS)), UNKNOWN, np.int64),
        showed=no,
        magic=no,
        lucky=no,
        deck=np.ones(n, np.int64),
        stub=np.full(n, UNKNOWN, np.int64),
        irregularity=np.zeros(n, np.int64),
        faced=np.full(n, NO_CARD, np.int8),
    )


def full_stub(rules: Rules, felt: Felt, playing: Flags) -> Ints:
    """Say how many cards the stub of a whole deck has, ``(n,)``.

    Args:
        rules: Four more cards are out where the Six Card Bonus is offered.
        felt: A card found face up is out as well.
        playing: ``(n, seats)``: who was dealt cards.
    """
    extra = 0 if rules.six_card_bonus == NONE else len(EXTRA)
    out = 2 * playing.sum(axis=1) + len(COMMUNITY) + extra + (felt.faced != NO_CARD)
    return np.asarray(DECK_SIZE - out, np.int64)


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    cards = {name: felt.community[:, k] for k, name in enumerate(COMMUNITY)}
    cards |= {name: felt.extra[:, k] for k, name in enumerate(EXTRA)}
    cards |= {"hole_1": felt.hole[..., 0], "hole_2": felt.hole[..., 1], "faced_card": felt.faced}
    marks = dict(zip(MARKS, (felt.showed, felt.magic, felt.lucky), strict=True))
    return {name: values.astype(np.int64) for name, values in (cards | marks).items()} | {
        **{name: felt.meters_cents[:, k] for k, name in enumerate(METERS)},
        "deck": felt.deck,
        "stub": felt.stub,
        "irregularity": felt.irregularity,
    }


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""

    def together(names: tuple[str, ...], axis: int) -> Cards:
        return np.stack([columns[name].astype(np.int8) for name in names], axis=axis)

    showed, magic, lucky = (columns[name] > 0 for name in MARKS)
    return Felt(
        hole=together(("hole_1", "hole_2"), 2),
        community=together(COMMUNITY, 1),
        extra=together(EXTRA, 1),
        meters_cents=np.stack([columns[name] for name in METERS], axis=1),
        showed=showed,
        magic=magic,
        lucky=lucky,
        deck=columns["deck"],
        stub=columns["stub"],
        irregularity=columns["irregularity"],
        faced=columns["faced_card"].astype(np.int8),
    )
