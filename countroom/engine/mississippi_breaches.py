"""Play against the rules of Mississippi Stud, found in recorded rounds."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from countroom.engine.cards import NO_CARD, Cards
from countroom.engine.game import (
    Breach,
    Ints,
    coupon_breaches,
    limit_breaches,
    repeated_cards,
)
from countroom.engine.mississippi_felt import (
    MAIN,
    PLAY_GOES_ON,
    UNKNOWN,
    WAGERS,
    Felt,
    Irregularity,
    full_stub,
)
from countroom.engine.mississippi_optional import hand_classes, standing
from countroom.engine.mississippi_rules import (
    ANTE,
    FIFTH,
    FIVE_CARD,
    PROGRESSIVE,
    SIX_CARD,
    THIRD,
    THREE_CARD,
    Rules,
    five_card_prizes,
    progressive_prizes,
)
from countroom.engine.settlement import Flags, Stakes

_BETS: Final = "58 Pa. Code § 655a.11(b), (d), (f)"
_OPTIONAL: Final = "58 Pa. Code § 655a.7"
_IRREGULAR: Final = "58 Pa. Code § 571.13"
_STUB: Final = "58 Pa. Code § 571.8(f)-(h)"

ROUNDS_BETWEEN_COUNTS: Final = 5
"""The dealer counts the stub at least once in so many rounds."""


@dataclass(frozen=True, slots=True)
class Before:
    """What a table's rounds leave to the next.

    Attributes:
        since_count: Rounds played since the stub was counted.
        deck: The deck of the last round; 0 before the first.
        removed: Decks that were found short and removed from the table.
    """

    since_count: int
    deck: int
    removed: frozenset[int] = frozenset()


AT_FIRST: Final = Before(0, 0)


def since_count(felt: Felt, before: Before) -> Ints:
    """Count the rounds since the stub was last counted, each with itself, ``(n,)``."""
    at = np.arange(1, len(felt.stub) + 1)
    counted = np.maximum.accumulate(np.where(felt.stub != UNKNOWN, at, -before.since_count))
    return np.asarray(at - counted)


def onward(rules: Rules, felt: Felt, before: Before | None) -> Before | None:
    """Say what these rounds leave to the next; None where rounds need not know of each other."""
    short = felt.irregularity == Irregularity.DECK_SHORT_BY_THE_STUB
    unknowing = before is None and not rules.carries and not short.any()
    if unknowing or not len(felt.stub):
        return before
    before = before or AT_FIRST
    removed = before.removed | frozenset(felt.deck[short].tolist())
    return Before(int(since_count(felt, before)[-1]), int(felt.deck[-1]), removed)


def breaches(rules: Rules, felt: Felt, stakes: Stakes, before: Before | None) -> list[Breach]:
    """Find what should not be, in bets, cards, irregular rounds and counts of the stub."""
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        *_bets(rules, stakes),
        *_optional(rules, felt, stakes),
        *_cards(felt, stakes),
        *_irregular(felt, stakes),
        *_stub(rules, felt, stakes, before or AT_FIRST),
    ]


def _bets(rules: Rules, stakes: Stakes) -> list[Breach]:
    """Find bets that are not 1, 2 or 3 Antes, in their order."""
    stake = stakes.stake_cents
    ante = stake[..., ANTE] + stakes.coupon_cents[..., ANTE] * rules.coupon_in_multiples
    bets = stake[..., THIRD:MAIN]
    sized = np.any([bets == times * ante[..., None] for times in (1, 2, 3)], axis=0)
    wrong_size, skipped = np.zeros(stake.shape, bool), np.zeros(stake.shape, bool)
    wrong_size[..., THIRD:MAIN] = (bets > 0) & ~sized
    before = np.minimum.accumulate(stake[..., :FIFTH] > 0, axis=2)
    skipped[..., THIRD:MAIN] = (bets > 0) & ~before
    return [
        Breach(_BETS, "The bet is not one, two or three times the Ante.", wrong_size),
        Breach(_BETS, "A bet was made without the one before it.", skipped),
    ]


def _optional(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find optional wagers that may not stand, and meters that cannot be."""
    stake = stakes.stake_cents
    offered, outside = np.ones(len(WAGERS), bool), np.zeros(stake.shape, bool)
    offered[MAIN:] = [wager in rules.limits_cents for wager in range(MAIN, len(WAGERS))]
    for wager, (least, most) in rules.limits_cents.items():
        own = stake[..., wager]
        outside[..., wager] = (own > 0) & ((own < least) | (own > most))
    alone = (stake > 0) & (stake[..., ANTE, None] == 0)
    alone[..., :MAIN] = False
    low = (felt.meters_cents[:, :3] != UNKNOWN) & (felt.meters_cents[:, :3] < rules.seeds)
    return [
        Breach(
            _OPTIONAL, "The Rules Submission does not offer this wager.", (stake > 0) & ~offered
        ),
        Breach(_OPTIONAL, "The wager is outside the limits filed for it.", outside),
        Breach("58 Pa. Code § 571.7(c)", "There is no Ante beside this wager.", alone),
        Breach("58 Pa. Code § 655a.12(c)(4)", "A meter shows less than its seed.", low.any(axis=1)),
    ]


def _own_cards(felt: Felt, stakes: Stakes) -> Cards:
    """Give the two cards of seats that play, ``(n, 2 * seats)``; others have none."""
    plays = (stakes.stake_cents > 0).any(axis=2, keepdims=True)
    return np.where(plays, felt.hole, NO_CARD).reshape(-1, 2 * felt.hole.shape[1])


def _cards(felt: Felt, stakes: Stakes) -> list[Breach]:
    dealt = np.concatenate([_own_cards(felt, stakes), felt.community, felt.extra], axis=1)
    faced = ((dealt == felt.faced[:, None]) & (dealt != NO_CARD)).any(axis=1)
    return [
        Breach("58 Pa. Code § 571.3", "A card lies twice in one round.", repeated_cards(dealt)),
        Breach(f"{_IRREGULAR}(b)", "A card that was found face up is in play.", faced),
    ]


def _irregular(felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find rounds that should have been void, and void rounds that should have gone on."""
    goes_on = np.isin(felt.irregularity, [int(each) for each in PLAY_GOES_ON])
    wrongly = stakes.void & goes_on & (felt.irregularity != Irregularity.NOTHING)
    at_antes = np.zeros(stakes.stake_cents.shape, bool)
    at_antes[..., ANTE] = (stakes.stake_cents[..., ANTE] > 0) & wrongly[:, None]
    return [
        Breach(_IRREGULAR, "All hands are void after what went wrong; they were not.", ~goes_on),
        Breach(_IRREGULAR, "Play goes on after what went wrong; the round was void.", at_antes),
    ]


def _stub(rules: Rules, felt: Felt, stakes: Stakes, before: Before) -> list[Breach]:
    """Find stubs that are not whole or not counted in time, and decks that do not alternate."""
    playing = stakes.stake_cents[..., ANTE] > 0
    wrong = (felt.stub != UNKNOWN) & (felt.stub != full_stub(rules, felt, playing))
    late = np.zeros(len(felt.stub), bool)
    if rules.dealer_counts:
        since = since_count(felt, before)
        late = (since > 0) & (since % ROUNDS_BETWEEN_COUNTS == 0)
    same = np.zeros(len(felt.deck), bool)
    if rules.decks == 2 and len(felt.deck):
        same = felt.deck == np.append(before.deck, felt.deck[:-1])
    return [
        Breach(_STUB, "The stub has not the cards of a whole deck, and play went on.", wrong),
        Breach(_STUB, "A deck that was found short is in play again.", _again(felt, before)),
        Breach(_STUB, "The stub was not counted in five rounds.", late),
        Breach("58 Pa. Code § 571.3(b)", "The deck in play is not the one whose turn it is.", same),
    ]


def _again(felt: Felt, before: Before) -> Flags:
    """Find rounds of a deck that had been removed from the table."""
    again = np.isin(felt.deck, list(before.removed))
    for n in np.flatnonzero(felt.irregularity == Irregularity.DECK_SHORT_BY_THE_STUB).tolist():
        again[n + 1 :] |= felt.deck[n + 1 :] == felt.deck[n]
    return again


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find hands that must be settled and lack a card, and prizes whose meter is not known."""
    stake = stakes.stake_cents
    made = (stake[..., THIRD:MAIN] > 0).sum(axis=2, dtype=np.int8)
    live = ~stakes.void[:, None]
    ended = (stake[..., ANTE] > 0) & (made == MAIN - 1) & live & ~felt.showed
    up = standing(rules, felt, made) & live
    no_hole = (felt.hole == NO_CARD).any(axis=2)
    no_common = (felt.community == NO_CARD).any(axis=1)[:, None]
    no_extra = (felt.extra == NO_CARD).any(axis=1)[:, None]
    lacks = np.zeros(stake.shape, bool)
    lacks[...] = (ended & (no_hole | no_common))[..., None]
    short = {
        PROGRESSIVE: no_hole | no_common,
        THREE_CARD: no_common,
        FIVE_CARD: no_hole | no_common,
        SIX_CARD: no_hole | no_extra,
    }
    for wager, missing in short.items():
        if wager in rules.limits_cents:
            lacks[..., wager] |= up & missing
    cards = Breach(
        "58 Pa. Code § 655a.11(h)", "The hand's five cards are not recorded.", lacks & (stake > 0)
    )
    return [cards, _without_meter(rules, felt, stakes, up)]


def _without_meter(rules: Rules, felt: Felt, stakes: Stakes, up: Flags) -> Breach:
    """Find prizes from a meter that is not on record."""
    unknown = np.zeros(stakes.stake_cents.shape, bool)
    if rules.limits_cents:
        classes = hand_classes(felt)
        for wager, prizes in (
            (PROGRESSIVE, progressive_prizes(rules.progressive)),
            (FIVE_CARD, five_card_prizes(rules.five_card_bonus)),
        ):
            shown = np.take_along_axis(felt.meters_cents, prizes.meter[classes], axis=1)
            wins = up & (stakes.stake_cents[..., wager] > 0) & (prizes.percent[classes] > 0)
            unknown[..., wager] = wins & (shown == UNKNOWN)
    says = "The meter that pays the prize is not recorded."
    return Breach("58 Pa. Code § 655a.11(i)(1)(iv)", says, unknown)
