"""What recorded wagers should bring: against figures worked out by hand, and against play."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine.edges import drawn, ways
from countroom.engine.edges.expected import DEALT, EXACT, THROWS, Expectation, expected
from countroom.engine.games import GAMES
from countroom.engine.records import Notes, from_columns, to_columns
from countroom.engine.settlement import house_net_cents
from tests.plumbing import felts


def of(game: str, *rows: dict[str, object], **changes: object) -> Expectation:
    found = expected(GAMES[game], felts.rules(game, **changes), felts.rows(game, *rows))
    assert found is not None
    return found


def moments(game: str, *rows: dict[str, object]) -> tuple[Fraction, Fraction]:
    module, rules = GAMES[game], felts.rules(game)
    batch, refused = from_columns(module, rules, felts.rows(game, *rows))
    assert not refused
    return ways.brought(module, rules, batch).moments()


# --------------------------------------------------------------------------- by hand


def test_a_wheel_of_38_numbers() -> None:
    straight: dict[str, object] = {"wager": "straight_17", "stake_cents": 1000, "number": 5}
    assert moments("roulette", straight) == (
        Fraction(2000, 38),
        Fraction(37 * 1000**2 + 35_000**2, 38) - Fraction(2000, 38) ** 2,
    )
    mean, variance = moments("roulette", straight, straight | {"seat": 2})
    assert (mean, variance) == (Fraction(4000, 38), 4 * moments("roulette", straight)[1])
    apart = moments("roulette", straight, straight | {"round": 2})
    assert apart == (Fraction(4000, 38), 2 * moments("roulette", straight)[1])


def test_red_against_black_loses_to_the_zeros_alone() -> None:
    both: list[dict[str, object]] = [
        {"wager": colour, "stake_cents": 1000, "number": 5} for colour in ("red", "black")
    ]
    mean, variance = moments("roulette", *both)
    assert mean == Fraction(2 * 2000, 38)
    assert variance == Fraction(2 * 2000**2, 38) - mean**2


def test_a_coupon_costs_what_it_wins_and_brings_nothing() -> None:
    alone = moments("roulette", {"wager": "red", "stake_cents": 2500, "number": 5})
    coupon = {"coupon_serial": "MP-1", "coupon_cents": 2500}
    mean, _ = moments("roulette", {"wager": "red", "stake_cents": 2500, "number": 5} | coupon)
    assert alone[0] - mean == Fraction(18, 38) * 2500


def test_three_dice() -> None:
    mean, _ = moments(
        "sic_bo", {"wager": "small", "stake_cents": 1000, "die_1": 1, "die_2": 2, "die_3": 3}
    )
    assert mean == Fraction(6, 216) * 1000


def test_a_throw_is_taken_from_where_the_point_stands() -> None:
    throw: dict[str, object] = {
        "wager": "pass",
        "stake_cents": 1000,
        "die_1": 3,
        "die_2": 4,
        "shooter": 1,
    }
    come_out = throw | {"throw": 1, "point": 0}
    assert moments("craps", come_out)[0] == -Fraction(8 - 4, 36) * 1000
    on_six = throw | {"throw": 1, "point": 6}
    mean, variance = moments("craps", on_six)
    assert mean == Fraction(6 - 5, 36) * 1000
    assert variance == Fraction(11, 36) * 1000**2 - mean**2
    assert moments("craps", on_six | {"no_roll": 1}) == (Fraction(0), Fraction(0))


def test_a_fee_that_was_paid_with_the_wager_is_not_paid_again() -> None:
    rules = {"buy_vig": "up_front"}
    first: dict[str, object] = {
        "wager": "buy_4",
        "stake_cents": 2000,
        "die_1": 1,
        "die_2": 1,
        "point": 6,
    }
    first |= {"throw": 1, "shooter": 1}
    made = of("craps", first, **rules)
    twice = of("craps", first, first | {"round": 2, "throw": 2}, **rules)
    assert made.mean_cents - (twice.mean_cents - made.mean_cents) == 100


COUP: dict[str, object] = {"player_1": "9c", "player_2": "Kd", "banker_1": "2c", "banker_2": "Kh"}


def test_a_coup_from_a_fresh_shoe() -> None:
    bet = COUP | {"stake_cents": 100_00}
    found = of("baccarat", bet | {"wager": "player"}, bet | {"wager": "banker", "seat": 2})
    assert found.method == EXACT
    edges = {code: mean for code, _, mean in found.wagers}
    assert edges == {"player": 124, "banker": 106}
    alone = of("baccarat", bet | {"wager": "player"})
    assert alone.deviation_cents == 9_511  # 0.951 of the stake, as published
    assert found.deviation_cents < 300, "one side pays the other, but for the vigorish"


def test_a_pair_is_as_likely_in_either_hand() -> None:
    bet = COUP | {"stake_cents": 1000}
    one, other = (
        of("baccarat", bet | {"wager": f"pair_{hand}"}, pair_odds="11:1")
        for hand in ("player", "banker")
    )
    assert one.mean_cents == other.mean_cents == 104
    assert one.deviation_cents == other.deviation_cents


def test_a_round_declared_void_brings_nothing_and_a_pot_is_not_the_houses() -> None:
    spin: dict[str, object] = {"wager": "red", "stake_cents": 1000, "number": 5}
    found = of("roulette", spin, spin | {"round": 2, "void_reason": 1})
    assert (found.rounds, found.stake_cents, found.mean_cents) == (1, 1000, 53)
    pots = felts.rows("poker", {"stake_cents": 1000})
    assert expected(GAMES["poker"], felts.rules("poker"), pots) is None
    nothing = {name: values[:0] for name, values in felts.rows("roulette", spin).items()}
    empty = expected(GAMES["roulette"], felts.rules("roulette"), nothing)
    assert empty is not None
    assert (empty.rounds, empty.mean_cents, empty.deviation_cents) == (0, 0, 0)


# ------------------------------------------------------------------------------ by play

DAYS = 50


def played(game: str, rounds: int, seed: int) -> tuple[Expectation, int]:
    module, rules = GAMES[game], felts.rules(game)
    rng = np.random.default_rng(seed)
    lowest = rules.minimum_cents
    units = rng.choice([0, lowest, 4 * lowest, 8 * lowest], (rounds, rules.seats))
    felt, stakes = module.decide(rng, rules, module.deal(rng, rounds, rules), units, units * 0)
    settled, _ = module.settle(rules, felt, stakes, None)
    ones: NDArray[np.int64] = np.ones(rounds, np.int64)
    notes = Notes(np.arange(1, rounds + 1), ones, ones, ones * 0)
    columns: dict[str, Any] = to_columns(module, felt, stakes, settled, notes)
    found = expected(module, rules, columns)
    assert found is not None
    return found, int(house_net_cents(settled).sum())


@pytest.mark.parametrize(
    ("game", "rounds", "days", "method"),
    [
        ("roulette", 25, DAYS, EXACT),
        ("sic_bo", 25, DAYS, EXACT),
        ("ez_baccarat", 60, DAYS, EXACT),
        ("minibaccarat", 60, DAYS, EXACT),
        ("mini_craps", 40, 12, THROWS),
        ("blackjack", 60, DAYS, DEALT),
        ("mississippi_stud", 60, DAYS, DEALT),
        ("pai_gow_poker", 60, DAYS, DEALT),
    ],
)
def test_play_is_off_as_far_as_it_is_said_to_be(
    game: str, rounds: int, days: int, method: str
) -> None:
    off = []
    for seed in range(days):
        found, net = played(game, rounds, seed)
        assert found.method == method
        off.append((net - found.mean_cents) / found.deviation_cents)
    assert abs(np.mean(off)) < 3.3 / days**0.5, "a mean of standard deviations"
    spread = np.mean(np.square(off))
    assert 1 - 3.3 * (2 / days) ** 0.5 < spread < 1 + 5 * (2 / days) ** 0.5


def test_what_is_dealt_for_a_game_is_dealt_once_and_alike() -> None:
    rules = felts.rules("mississippi_stud")
    once, twice = (drawn._dealt("mississippi_stud", rules, 500) for _ in range(2))
    assert once is twice
    drawn._dealt.cache_clear()
    again = drawn._dealt("mississippi_stud", rules, 500)
    assert (again[0].mean == once[0].mean).all()
    assert (again[0].table == once[0].table).all()
