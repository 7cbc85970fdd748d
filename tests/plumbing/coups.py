"""Coups of the baccarat family with wagers anywhere, settled by the engine and plainly."""

from dataclasses import replace
from typing import Any

import numpy as np

from countroom.engine.baccarat_hands import Felt, deal_shoes
from countroom.engine.cards import NO_CARD, card_text
from countroom.engine.games import GAMES
from countroom.engine.records import OUTCOME
from countroom.engine.settlement import Settlement, Stakes, check
from tests.oracles.plain_baccarat import Table
from tests.plumbing import felts


def settled_twice(game: str, change: dict[str, object], n: int, seed: int) -> None:
    """Settle coups of a few shoes twice, seats paying their marks at any time."""
    rules = felts.rules(game, **change)
    rng = np.random.default_rng(seed)
    given = scattered(game, rules, rng, n)
    felt = deal_shoes(rng, n, rules.decks)
    felt = replace(felt, clears=rng.random((n, rules.seats)) < 0.3)
    settled, _ = GAMES[game].settle(rules, felt, given, None)
    check(given, settled)
    table = Table(rules)
    for at in range(n):
        _agree(game, at, settled, _plainly(game, table, felt, given, at))


def scattered(game: str, rules: Any, rng: np.random.Generator, n: int) -> Stakes:
    """Stakes on what is offered, in dollars, some with coupons; one coup in ten is void."""
    shape = (n, rules.seats, len(GAMES[game].WAGERS))
    made = (rng.random(shape) < 0.4) & np.array(rules.offered)
    stake = made * rng.integers(1, 60, shape) * 100
    coupon = np.where(made & (stake >= 500) & (rng.random(shape) < 0.2), 500, 0)
    return Stakes(stake, coupon, rng.random(n) < 0.1)


def _plainly(game: str, table: Table, felt: Felt, given: Stakes, at: int) -> dict[int, Any]:
    hands = [
        [card_text(card) for card in hand[at].tolist() if card != NO_CARD]
        for hand in (felt.player, felt.banker)
    ]
    marks = table.vig and table.rules.vig_collection == "marked"
    done: dict[int, Any] = {}
    for seat, (stakes, coupons) in enumerate(
        zip(given.stake_cents[at].tolist(), given.coupon_cents[at].tolist(), strict=True)
    ):
        bets = {
            wager.code: (stake, coupon)
            for wager, stake, coupon in zip(GAMES[game].WAGERS, stakes, coupons, strict=True)
            if stake
        }
        told = {"void": int(given.void[at]), "clears": int(marks and felt.clears[at, seat])}
        done[seat] = table.seat(seat, bets, hands, **told) if bets else {}
    return done


def _agree(game: str, at: int, settled: Settlement, done: dict[int, Any]) -> None:
    for seat, of_seat in done.items():
        for place, wager in enumerate(GAMES[game].WAGERS):
            got = {
                name: int(getattr(settled, name)[at, seat, place])
                for name in OUTCOME
                if name != "rake_cents" and getattr(settled, name)[at, seat, place]
            }
            plain = {name: cents for name, cents in of_seat.get(wager.code, {}).items() if cents}
            assert got == plain, (at, seat, wager.code)
